/* SV-COMP property files: CHECK( init(main()), LTL(G ! call(reach_error())) ), blanks anywhere. */
#include "front/c/c.h"

#include <ctype.h>

struct scanner {
    const char *at, *end, *start;
    const char *file;
    struct messages *messages;
};

static void skip_blanks(struct scanner *s) {
    while (s->at < s->end && isspace((unsigned char)*s->at)) s->at++;
}

static struct position position(const struct scanner *s) {
    struct position at = {.file = s->file, .line = 1, .column = 1};
    for (const char *p = s->start; p < s->at; p++) {
        at.column++;
        if (*p == '\n') at.line++, at.column = 1;
    }
    return at;
}

/* Takes the words (separated by blanks) of `expected`, with blanks between any two of them. */
static enum status take(struct scanner *s, const char *expected) {
    const char *word = expected;
    while (*word) {
        size_t length = strcspn(word, " ");
        skip_blanks(s);
        if ((size_t)(s->end - s->at) < length || memcmp(s->at, word, length) != 0)
            return messages_fail(
                s->messages, STATUS_UNSUPPORTED, position(s),
                "expected '%.*s': the only property is CHECK( init(main()), LTL(G ! call(FUNCTION())) )",
                (int)length, word);
        s->at += length;
        word += length + strspn(word + length, " ");
    }
    return STATUS_OK;
}

static enum status take_name(struct scanner *s, char **name) {
    skip_blanks(s);
    const char *start = s->at;
    while (s->at < s->end && (isalnum((unsigned char)*s->at) || *s->at == '_')) s->at++;
    if (s->at == start)
        return messages_fail(s->messages, STATUS_MALFORMED, position(s), "expected the name of a function");
    *name = mem_zalloc((size_t)(s->at - start) + 1);
    memcpy(*name, start, (size_t)(s->at - start));
    return STATUS_OK;
}

enum status c_read_spec(struct c_spec *spec, const char *bytes, size_t size, const char *file,
                        struct messages *messages) {
    struct scanner s = {bytes, bytes + size, bytes, file, messages};
    *spec = (struct c_spec){0};
    enum status status = take(&s, "CHECK ( init (");
    if (status == STATUS_OK) status = take_name(&s, &spec->entry);
    if (status == STATUS_OK) status = take(&s, "( ) ) , LTL ( G ! call (");
    if (status == STATUS_OK) status = take_name(&s, &spec->error);
    if (status == STATUS_OK) status = take(&s, "( ) ) ) )");
    if (status == STATUS_OK) {
        skip_blanks(&s);
        if (s.at < s.end)
            status = messages_fail(messages, STATUS_UNSUPPORTED, position(&s), "more than one property");
    }
    if (status != STATUS_OK) c_spec_fini(spec);
    return status;
}

void c_spec_fini(struct c_spec *spec) {
    mem_free(spec->entry);
    mem_free(spec->error);
    *spec = (struct c_spec){0};
}
