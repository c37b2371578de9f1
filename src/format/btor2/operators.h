/* The operators of BTOR2, as terms.
 *
 * A *value* here is a term that stands for a node: of an array sort, of a bit-vector sort, or, for nodes of
 * width 1 only, Boolean. The two forms of a bit are converted by btor2_bits and btor2_truth, which undo each
 * other's work instead of piling up. */
#ifndef INDUCT_FORMAT_BTOR2_OPERATORS_H
#define INDUCT_FORMAT_BTOR2_OPERATORS_H

#include "logic/term.h"

term btor2_bits(struct terms *, term value);            /* never Boolean */
term btor2_truth(struct terms *, term value);           /* Boolean; the value must be a bit */
term btor2_negate(struct terms *, term value);          /* bitwise complement */
uint32_t btor2_width(const struct terms *, term value); /* of a bit or bit vector; 0 for an array */

/* What an operator asks of its operands (widths) and gives. */
enum btor2_shape {
    BTOR2_WORD_TO_WORD,  /* n -> n */
    BTOR2_WORD_TO_BIT,   /* n -> 1 */
    BTOR2_WORDS_TO_WORD, /* n n -> n */
    BTOR2_WORDS_TO_BIT,  /* n n -> 1 */
    BTOR2_BITS_TO_BIT,   /* 1 1 -> 1 */
    BTOR2_ALIKE_TO_BIT,  /* s s -> 1, also arrays */
    BTOR2_CONCATENATION, /* m n -> m + n */
    BTOR2_CHOICE,        /* 1 s s -> s */
    BTOR2_READ,          /* array(i, e) i -> e */
    BTOR2_WRITE,         /* array(i, e) i e -> array(i, e) */
    BTOR2_SLICE,         /* n, high, low -> high - low + 1 */
    BTOR2_EXTENSION      /* n, more -> n + more */
};

typedef term btor2_make(struct terms *, const term *values, uint32_t p0, uint32_t p1);

/* How it is made: one of three. */
struct btor2_operator {
    const char *name;
    enum btor2_shape shape;
    enum term_op op;        /* one operator on terms, else TERM_OPS */
    btor2_make *make;       /* from operands that are bit vectors or arrays, else NULL */
    btor2_make *make_logic; /* from operands of which the bits may be Boolean, else NULL */
};

/* NULL when there is no operator of that name. */
const struct btor2_operator *btor2_operator_find(const char *name, uint32_t length);
uint32_t btor2_operator_arity(const struct btor2_operator *);
/* The value; the operands must fit the shape. p0 and p1 are the numbers of slices and extensions. */
term btor2_operator_apply(const struct btor2_operator *, struct terms *, const term *values, uint32_t p0,
                          uint32_t p1);

#endif
