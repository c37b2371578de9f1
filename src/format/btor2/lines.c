#include "format/btor2/lines.h"

#include "base/text.h"

void btor2_lines_init(struct btor2_lines *l, const char *data, size_t size, const char *file,
                      struct messages *messages) {
    *l = (struct btor2_lines){.next = data, .end = data + size, .file = file, .messages = messages};
}

void btor2_lines_fini(struct btor2_lines *l) {
    vec_free(&l->words);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Cuts [start..stop[, which has no newline, into words and a comment. */
static void cut(struct btor2_lines *l, const char *start, const char *stop) {
    vec_clear(&l->words);
    l->last_column = 1;
    l->comment = NULL;
    for (const char *at = start;;) {
        while (at < stop && is_blank(*at)) at++;
        if (at == stop) return;
        if (*at == ';') {
            l->comment = at + 1;
            l->comment_size = (size_t)(stop - l->comment);
            return;
        }
        const char *first = at;
        while (at < stop && !is_blank(*at)) at++;
        vec_push(&l->words,
                 (struct btor2_word){first, (uint32_t)(at - first), (uint32_t)(first - start) + 1});
        l->last_column = (uint32_t)(at - start) + 1;
    }
}

bool btor2_lines_next(struct btor2_lines *l) {
    while (l->next < l->end) {
        const char *start = l->next, *stop = memchr(start, '\n', (size_t)(l->end - start));
        l->next = stop ? stop + 1 : l->end;
        l->number++;
        cut(l, start, stop ? stop : l->end);
        if (l->words.size) return true;
    }
    vec_clear(&l->words);
    return false;
}

static bool fail_at(const struct btor2_lines *l, uint32_t column, const char *format, va_list args) {
    struct text text = {0};
    text_vformat(&text, format, args);
    for (char *c = text.data; *c; c++) /* quoted words do not bring control bytes to a terminal */
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    messages_fail(l->messages, STATUS_MALFORMED,
                  (struct position){.file = l->file, .line = l->number, .column = column}, "%s", text.data);
    text_fini(&text);
    return false;
}

bool btor2_lines_fail(const struct btor2_lines *l, uint32_t word, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_at(l, word < l->words.size ? l->words.data[word].column : l->last_column, format, args);
    va_end(args);
    return false;
}

static bool fail_word(const struct btor2_lines *l, const struct btor2_word *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fail_at(l, w->column, format, args);
    va_end(args);
    return false;
}

bool btor2_lines_expected(const struct btor2_lines *l, uint32_t word, const char *what) {
    if (word >= l->words.size)
        return btor2_lines_fail(l, word, "expected %s, found the end of the line", what);
    return btor2_lines_fail(l, word, "expected %s, found '%.*s'", what, BTOR2_WORD(&l->words.data[word]));
}

bool btor2_word_is(const struct btor2_word *w, const char *string) {
    return strlen(string) == w->length && !memcmp(w->start, string, w->length);
}

static bool read_number(const struct btor2_lines *l, const struct btor2_word *w, uint64_t limit,
                        const char *what, uint64_t *value) {
    uint64_t number = 0;
    bool large = false;
    for (uint32_t i = 0; i < w->length; i++) {
        if (w->start[i] < '0' || w->start[i] > '9')
            return fail_word(l, w, "expected %s, found '%.*s'", what, BTOR2_WORD(w));
        uint64_t digit = (uint64_t)(w->start[i] - '0');
        large = large || number > (limit - (digit < limit ? digit : limit)) / 10;
        if (!large) number = 10 * number + digit;
        large = large || number > limit;
    }
    if (large)
        return fail_word(l, w, "%s must be at most %llu, found %.*s", what, (unsigned long long)limit,
                         BTOR2_WORD(w));
    *value = number;
    return true;
}

bool btor2_lines_number(const struct btor2_lines *l, uint32_t word, uint64_t limit, const char *what,
                        uint64_t *value) {
    if (word >= l->words.size) return btor2_lines_expected(l, word, what);
    return read_number(l, &l->words.data[word], limit, what, value);
}

bool btor2_lines_signed(const struct btor2_lines *l, uint32_t word, uint64_t limit, const char *what,
                        uint64_t *value, bool *negative) {
    if (word >= l->words.size) return btor2_lines_expected(l, word, what);
    struct btor2_word digits = l->words.data[word];
    *negative = digits.length > 1 && digits.start[0] == '-';
    if (*negative) digits = (struct btor2_word){digits.start + 1, digits.length - 1, digits.column + 1};
    return read_number(l, &digits, limit, what, value);
}
