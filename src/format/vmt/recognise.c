/* Telling VMT-LIB from other scripts, without reading them. */
#include "format/vmt/vmt.h"

/* The end of a comment, string or quoted symbol that starts at `at`. */
static const char *skip(const char *at, const char *end) {
    char closing = *at == ';' ? '\n' : *at;
    const char *close = memchr(at + 1, closing, (size_t)(end - at) - 1);
    return close ? close + 1 : end;
}

static bool ends_keyword(const char *at, const char *end) {
    return at == end || strchr(" \t\r\n()", *at); /* a NUL byte also ends it */
}

bool vmt_recognise(const char *bytes, size_t size) {
    static const char *const keywords[] = {":next", ":init", ":trans", ":invar-property", ":live-property"};
    const char *end = bytes + size;
    for (const char *at = bytes; at < end;) {
        if (*at == ';' || *at == '"' || *at == '|') {
            at = skip(at, end);
            continue;
        }
        for (size_t i = 0; *at == ':' && i < sizeof keywords / sizeof *keywords; i++) {
            size_t length = strlen(keywords[i]);
            if ((size_t)(end - at) >= length && !memcmp(at, keywords[i], length) &&
                ends_keyword(at + length, end))
                return true;
        }
        at++;
    }
    return false;
}
