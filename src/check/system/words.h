/* Words of literals: the circuits of bit-vector arithmetic, gate by gate, for the judge alone.
 *
 * A word is an array of literals, lowest bit first. Results are written to `out`, which must not overlap the arguments
 * (only word_choose may write over one of them). Widths are in bits. Division by zero is as SMT-LIB defines it. */
#ifndef INDUCT_CHECK_SYSTEM_WORDS_H
#define INDUCT_CHECK_SYSTEM_WORDS_H

#include "check/circuit/encode.h"

sat_lit word_or(struct encode *, sat_lit, sat_lit);
sat_lit word_mux(struct encode *, sat_lit condition, sat_lit then, sat_lit otherwise);
void word_choose(struct encode *, sat_lit condition, const sat_lit *then, const sat_lit *otherwise,
                 uint32_t width, sat_lit *out);
sat_lit word_equal(struct encode *, const sat_lit *, const sat_lit *, uint32_t width);
sat_lit word_less(struct encode *, const sat_lit *, const sat_lit *, uint32_t width,
                  bool or_equal); /* unsigned */
sat_lit word_less_signed(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, bool or_equal);

void word_add(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, sat_lit *out);
void word_subtract(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, sat_lit *out);
void word_negate(struct encode *, const sat_lit *, uint32_t width, sat_lit *out);
void word_multiply(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, sat_lit *out);
/* Either result may be NULL. */
void word_divide(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, sat_lit *quotient,
                 sat_lit *remainder);
void word_divide_signed(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, sat_lit *quotient,
                        sat_lit *remainder);
void word_modulo_signed(struct encode *, const sat_lit *, const sat_lit *, uint32_t width, sat_lit *out);

/* Shifts by a word of the same width, filling with `fill`. */
void word_shift_left(struct encode *, const sat_lit *, const sat_lit *by, uint32_t width, sat_lit *out);
void word_shift_right(struct encode *, const sat_lit *, const sat_lit *by, uint32_t width, sat_lit fill,
                      sat_lit *out);

/* Memories: 2^index_width elements of `element` bits each, element 0 first. */
void word_read(struct encode *, const sat_lit *memory, const sat_lit *index, uint32_t index_width,
               uint32_t element, sat_lit *out);
void word_write(struct encode *, const sat_lit *memory, const sat_lit *index, uint32_t index_width,
                uint32_t element, const sat_lit *value, sat_lit *out);

#endif
