/* The text of a C program as it was given, and where positions lie in it.
 *
 * Positions are the compiler's: of the file and line that line markers tell (# 12 "prog.c" and #line 12 "prog.c", which
 * preprocessed programs are full of). Witnesses speak of lines of the file that was given. A marker
 * may give several lines one number; which is meant is then told by the word that stands there, or not at all. */
#ifndef INDUCT_FORMAT_WITNESS_PROGRAM_SOURCE_H
#define INDUCT_FORMAT_WITNESS_PROGRAM_SOURCE_H

#include "check/program/program_inputs.h"

struct source_line {
    const char *start, *end; /* without its end */
    uint32_t file,
        number; /* what markers say of it: a position in `files` (PROGRAM_NONE: unknown), and the line there */
};
struct program_source {
    const struct program_origin *origin;
    VEC(struct source_line) lines;
    strings files; /* [0] is the one that was given */
};
void program_source_init(struct program_source *, const struct program_origin *); /* borrows the origin */
void program_source_fini(struct program_source *);

struct source_place {
    struct program_position position; /* in the file that was given */
    const char *text;                 /* what stands there: begins with one of the words; NULL: none does */
};
#define SOURCE_LABEL ":" /* as a word: any label */
/* Where a position lies, given words of which one is expected there ([0..n[): macros may hide them. False: it cannot be
 * told. A position in a file that is not part of the text (a header) stays as it is. */
bool program_source_find(const struct program_source *, const struct program_position *,
                         const char *const *words, uint32_t n, struct source_place *);
/* The position of a place in the text. */
struct program_position program_source_position(const struct program_source *, const char *text,
                                                const char *function);

/* The next token from a place on: behind blanks, comments and line markers; NULL: the end, or a directive. */
const char *program_source_token(const struct program_source *, const char *text);
/* The length of the identifier that a token is; 0: it is none. */
size_t program_source_word(const struct program_source *, const char *token);
/* The first statement of the body of a do loop, from its keyword on; NULL: none of which it is certain that runs come
 * there from the beginning of the body only. */
const char *program_source_body(const struct program_source *, const char *keyword);

#endif
