/* The lines of a BTOR2 file, cut into words, for the reader.
 *
 * Blank lines and comments (from a `;` that starts a word to the end of the line) are skipped. Words are
 * separated by blanks and tabs; a line may end with a carriage return. Functions that return bool return
 * false after they have left a message, and the caller only passes that on. */
#ifndef INDUCT_FORMAT_BTOR2_LINES_H
#define INDUCT_FORMAT_BTOR2_LINES_H

#include "base/status.h"

#include <stddef.h>

struct btor2_word {
    const char *start; /* not NUL-terminated */
    uint32_t length, column;
};

struct btor2_lines {
    const char *next, *end; /* what is not yet cut */
    const char *file;
    struct messages *messages;
    uint32_t number;              /* of the current line, from 1 */
    uint32_t last_column;         /* one after its last word: where a missing word would be */
    VEC(struct btor2_word) words; /* of the current line */
    const char *comment;          /* what follows the `;` of the current line; NULL: it has none */
    size_t comment_size;
};

void btor2_lines_init(struct btor2_lines *, const char *data, size_t size, const char *file,
                      struct messages *);
void btor2_lines_fini(struct btor2_lines *);
/* Goes to the next line that has a word; false at the end of the file. */
bool btor2_lines_next(struct btor2_lines *);

/* Leaves a message at a word of the line (or where it is missing) and returns false. */
bool btor2_lines_fail(const struct btor2_lines *, uint32_t word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected <what>, found <the word>" */
bool btor2_lines_expected(const struct btor2_lines *, uint32_t word, const char *what);

bool btor2_word_is(const struct btor2_word *, const char *);
/* A number with a sign: *negative tells of a leading '-', which is taken off before reading. */
bool btor2_lines_signed(const struct btor2_lines *, uint32_t word, uint64_t limit, const char *what,
                        uint64_t *value, bool *negative);
/* A decimal number in [0..limit]; `what` names it in messages. */
bool btor2_lines_number(const struct btor2_lines *, uint32_t word, uint64_t limit, const char *what,
                        uint64_t *value);

/* For "%.*s" in messages: the word, shortened when it is absurdly long. */
#define BTOR2_WORD(w) (int)((w)->length < 40 ? (w)->length : 40), (w)->start

#endif
