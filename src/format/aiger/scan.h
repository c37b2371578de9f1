/* The bytes of an AIGER file with a current position, for the reader.
 *
 * Every function that returns bool returns false after it has left a message in `messages`, and the caller
 * only passes that on. Until the first binary gate a position is a line and a column, afterwards (lines have
 * lost their meaning there) an offset in bytes. */
#ifndef INDUCT_FORMAT_AIGER_SCAN_H
#define INDUCT_FORMAT_AIGER_SCAN_H

#include "base/status.h"

#include <stddef.h>

struct aiger_scan {
    const unsigned char *start, *next, *end; /* next: the first byte not yet read */
    const unsigned char *line_start;
    uint32_t line;
    bool binary; /* positions also say the offset from now on */
    const char *file;
    struct messages *messages;
};

void aiger_scan_init(struct aiger_scan *, const char *data, size_t size, const char *file, struct messages *);

struct position aiger_scan_position(const struct aiger_scan *);

/* The position of a word (counted from 0) in a line that was read before. For messages: it searches from the
 * start. */
struct position aiger_scan_word(const struct aiger_scan *, uint32_t line, uint32_t word);

/* Leaves a message and returns false. */
bool aiger_scan_fail(const struct aiger_scan *, struct position at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fails at the current position with "expected <what>, found <what is there>". */
bool aiger_scan_expected(const struct aiger_scan *, const char *what);

static inline size_t aiger_scan_left(const struct aiger_scan *s) {
    return (size_t)(s->end - s->next);
}
static inline int aiger_scan_peek(const struct aiger_scan *s) {
    return s->next < s->end ? *s->next : -1;
}
static inline bool aiger_scan_at_digit(const struct aiger_scan *s) {
    return s->next < s->end && *s->next >= '0' && *s->next <= '9';
}

/* Reads a decimal number of at most `limit`; `what` names it in messages ("the number of inputs"). */
bool aiger_scan_number(struct aiger_scan *, uint32_t limit, const char *what, uint32_t *value);

/* Reads one space, or the end of the line; `after` names what stands before it. aiger_scan_more is for
 * optional words: it succeeds before a newline with *more = false, and after a space with *more = true. */
bool aiger_scan_space(struct aiger_scan *, const char *after);
bool aiger_scan_newline(struct aiger_scan *, const char *after);
bool aiger_scan_more(struct aiger_scan *, const char *after, bool *more);

#endif
