/* Writing terms as lines of a BTOR2 file, for writer.c. Every term is written once; lines are numbered from
 * 1. */
#ifndef INDUCT_FORMAT_BTOR2_WRITE_TERMS_H
#define INDUCT_FORMAT_BTOR2_WRITE_TERMS_H

#include "base/hash.h"
#include "base/text.h"
#include "model/system.h"

struct btor2_writer {
    struct text *out;
    const struct system *system;
    struct terms *bank;
    struct messages *messages;
    uint32_t lines;              /* the number of the last line */
    struct hash_map terms;       /* term -> its line */
    struct hash_map widths;      /* width -> line of the bit-vector sort */
    struct hash_map arrays;      /* sort -> line of the array sort */
    struct hash_map constrained; /* positions of states whose first value is a constraint, not a function */
};

/* The line of a sort; Bool is the bit vector of width 1. */
uint32_t btor2_write_sort(struct btor2_writer *, sort);
/* The line of a term, whose variables all have lines. */
uint32_t btor2_write_term(struct btor2_writer *, term);
/* The line of `1`, or of `0`, of width 1. */
uint32_t btor2_write_bit(struct btor2_writer *, bool);
/* A new line `operator sort operands`; unused operands are 0. */
uint32_t btor2_write_line(struct btor2_writer *, const char *op, uint32_t sort, uint32_t a, uint32_t b,
                          uint32_t c);
/* A constant array that is no initial value: a state that keeps it. The element must be a value. */
uint32_t btor2_write_const_array(struct btor2_writer *, term);
/* Whether BTOR2 has the term's operator and sort; otherwise a message. */
bool btor2_can_write(const struct btor2_writer *, term);

#endif
