/* Arithmetic on words of literals: the gates of adders, multipliers, dividers, shifters and comparators.
 *
 * A word is an array of literals, bit 0 first; the width is given separately and is at least 1. Results are written to
 * `out`, which must not overlap the operands unless a function says so. Constant bits of the operands fold away as
 * far as local simplification goes; where a constant operand allows something better than that, it is done here.
 *
 * Sizes in gates for width n with nothing constant: sum 7n, comparison 4n, product about 4n^2, quotient or remainder
 * about 5n^2, shift 3n log n. Loops of more than linear size poll `limits` and leave the result unfinished when
 * stopped; so, after every such call, the caller looks whether that happened. */
#ifndef INDUCT_TRANSFORM_BETWEEN_WIRES_H
#define INDUCT_TRANSFORM_BETWEEN_WIRES_H

#include "aig/aig.h"
#include "base/clock.h"

struct wires_builder {
    struct aig *graph;
    struct limits *limits;
};

/* out = a + b + carry; returns the carry out. out may be a or b. */
aig_lit wires_add(struct wires_builder *, aig_lit *out, const aig_lit *a, const aig_lit *b, aig_lit carry,
                  uint32_t width);
/* out = a - b; out may be a or b. Returns whether a >= b (unsigned). */
aig_lit wires_subtract(struct wires_builder *, aig_lit *out, const aig_lit *a, const aig_lit *b,
                       uint32_t width);
/* out = if negate then -a else a; out may be a. */
void wires_negate_if(struct wires_builder *, aig_lit *out, const aig_lit *a, aig_lit negate, uint32_t width);
aig_lit wires_less(struct wires_builder *, const aig_lit *a, const aig_lit *b, bool or_equal, uint32_t width);
aig_lit wires_less_signed(struct wires_builder *, const aig_lit *a, const aig_lit *b, bool or_equal,
                          uint32_t width);
aig_lit wires_equal(struct wires_builder *, const aig_lit *a, const aig_lit *b, uint32_t width);
aig_lit wires_is_zero(struct wires_builder *, const aig_lit *a, uint32_t width);
/* out = if condition then a else b; out may be a or b. */
void wires_choose(struct wires_builder *, aig_lit *out, aig_lit condition, const aig_lit *a, const aig_lit *b,
                  uint32_t width);

void wires_multiply(struct wires_builder *, aig_lit *out, const aig_lit *a, const aig_lit *b, uint32_t width);
/* Unsigned; division by zero gives all ones, and the dividend as remainder. Either result may be NULL. */
void wires_divide(struct wires_builder *, aig_lit *quotient, aig_lit *remainder, const aig_lit *a,
                  const aig_lit *b, uint32_t width);
/* Signed, as SMT-LIB's bvsdiv, bvsrem and bvsmod. */
enum wires_signed { WORD_SDIV, WORD_SREM, WORD_SMOD };
void wires_divide_signed(struct wires_builder *, enum wires_signed, aig_lit *out, const aig_lit *a,
                         const aig_lit *b, uint32_t width);

/* By a variable amount of the same width; `fill` comes in (false, or the sign for arithmetic shifts). */
void wires_shift_left(struct wires_builder *, aig_lit *out, const aig_lit *a, const aig_lit *amount,
                      uint32_t width);
void wires_shift_right(struct wires_builder *, aig_lit *out, const aig_lit *a, const aig_lit *amount,
                       aig_lit fill, uint32_t width);

/* out[i] = (index = i) for i in [0..2^width[. */
void wires_decode(struct wires_builder *, aig_lit *out, const aig_lit *index, uint32_t width);
/* out = element number `index` of 2^index_width elements of element_width bits that lie one after the other. */
void wires_select(struct wires_builder *, aig_lit *out, const aig_lit *elements, const aig_lit *index,
                  uint32_t index_width, uint32_t element_width);

#endif
