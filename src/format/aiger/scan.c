#include "format/aiger/scan.h"

#include "base/text.h"

void aiger_scan_init(struct aiger_scan *s, const char *data, size_t size, const char *file,
                     struct messages *messages) {
    const unsigned char *start = (const unsigned char *)data;
    *s = (struct aiger_scan){.start = start,
                             .next = start,
                             .end = start + size,
                             .line_start = start,
                             .line = 1,
                             .file = file,
                             .messages = messages};
}

struct position aiger_scan_position(const struct aiger_scan *s) {
    return (struct position){.file = s->file,
                             .line = s->line,
                             .column = (uint32_t)(s->next - s->line_start) + 1,
                             .offset = s->binary ? (uint64_t)(s->next - s->start) : 0};
}

struct position aiger_scan_word(const struct aiger_scan *s, uint32_t line, uint32_t word) {
    const unsigned char *at = s->start;
    for (uint32_t i = 1; i < line; at++) i += *at == '\n';
    const unsigned char *line_start = at;
    for (; word; at++) word -= *at == ' ';
    return (struct position){.file = s->file, .line = line, .column = (uint32_t)(at - line_start) + 1};
}

bool aiger_scan_fail(const struct aiger_scan *s, struct position at, const char *format, ...) {
    struct text text = {0};
    va_list args;
    va_start(args, format);
    text_vformat(&text, format, args);
    va_end(args);
    messages_fail(s->messages, STATUS_MALFORMED, at, "%s", text.data);
    text_fini(&text);
    return false;
}

bool aiger_scan_expected(const struct aiger_scan *s, const char *what) {
    struct position at = aiger_scan_position(s);
    int byte = aiger_scan_peek(s);
    switch (byte) {
    case -1: return aiger_scan_fail(s, at, "expected %s, found the end of the file", what);
    case '\n': return aiger_scan_fail(s, at, "expected %s, found the end of the line", what);
    case '\r':
        return aiger_scan_fail(s, at, "expected %s, found a carriage return (a Windows line ending?)", what);
    case ' ': return aiger_scan_fail(s, at, "expected %s, found a space", what);
    }
    if (byte > ' ' && byte < 0x7f) return aiger_scan_fail(s, at, "expected %s, found '%c'", what, byte);
    return aiger_scan_fail(s, at, "expected %s, found the byte 0x%02x", what, (unsigned)byte);
}

/* A number out of range, quoted unless it is absurdly long. */
static bool too_large(const struct aiger_scan *s, const unsigned char *first, uint32_t limit,
                      const char *what) {
    int digits = 0;
    while (first + digits < s->end && first[digits] >= '0' && first[digits] <= '9' && digits < 20) digits++;
    return aiger_scan_fail(s, aiger_scan_position(s), "%s must be at most %u, found %.*s%s", what, limit,
                           digits, (const char *)first, digits == 20 ? "..." : "");
}

bool aiger_scan_number(struct aiger_scan *s, uint32_t limit, const char *what, uint32_t *value) {
    if (!aiger_scan_at_digit(s)) return aiger_scan_expected(s, what);
    uint64_t number = 0;
    const unsigned char *at = s->next;
    for (; at < s->end && *at >= '0' && *at <= '9'; at++) {
        number = 10 * number + (*at - '0');
        if (number > limit) return too_large(s, s->next, limit, what);
    }
    s->next = at;
    *value = (uint32_t)number;
    return true;
}

static bool expected_after(const struct aiger_scan *s, const char *what, const char *after) {
    struct text text = {0};
    text_format(&text, "%s after %s", what, after);
    aiger_scan_expected(s, text.data);
    text_fini(&text);
    return false;
}

bool aiger_scan_space(struct aiger_scan *s, const char *after) {
    if (aiger_scan_peek(s) != ' ') return expected_after(s, "a space", after);
    s->next++;
    return true;
}

bool aiger_scan_newline(struct aiger_scan *s, const char *after) {
    if (aiger_scan_peek(s) != '\n') return expected_after(s, "the end of the line", after);
    s->next++;
    s->line++;
    s->line_start = s->next;
    return true;
}

bool aiger_scan_more(struct aiger_scan *s, const char *after, bool *more) {
    *more = aiger_scan_peek(s) == ' ';
    if (!*more && aiger_scan_peek(s) != '\n')
        return expected_after(s, "a space or the end of the line", after);
    s->next += *more;
    return true;
}
