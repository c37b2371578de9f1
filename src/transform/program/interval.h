/* Intervals of integers that fit in a machine's double word: what the values of words of up to 64 bits, and of
 * sums and multiples of them before they wrap around, can be bounded by.
 *
 * Bounds beyond +-2^WIDE_BITS are never made: operations that might exceed them say so. */
#ifndef INDUCT_TRANSFORM_PROGRAM_INTERVAL_H
#define INDUCT_TRANSFORM_PROGRAM_INTERVAL_H

#include "logic/term.h"

typedef __int128 wide;
enum { WIDE_BITS = 125 };

struct interval {
    wide low, high; /* inclusive; low <= high */
};

static inline wide wide_power(uint32_t exponent) {
    assert(exponent <= WIDE_BITS);
    return (wide)1 << exponent;
}
/* Rounded towards minus infinity; b > 0. */
static inline wide wide_floor(wide a, wide b) {
    wide q = a / b;
    return q * b > a ? q - 1 : q;
}
static inline wide wide_min(wide a, wide b) {
    return a < b ? a : b;
}
static inline wide wide_max(wide a, wide b) {
    return a > b ? a : b;
}

/* Numbers of terms. wide_of_bits reads a constant bit vector of up to 64 bits, as unsigned or in two's complement. */
term wide_integer(struct terms *, wide);              /* of sort Int */
term wide_bits(struct terms *, wide, uint32_t width); /* modulo 2^width */
wide wide_of_bits(const struct terms *, term bits, bool is_signed);

/* What a word of that width (1..64) can be. */
static inline struct interval interval_of_width(uint32_t width, bool is_signed) {
    return is_signed ? (struct interval){-wide_power(width - 1), wide_power(width - 1) - 1}
                     : (struct interval){0, wide_power(width) - 1};
}
static inline bool interval_same(struct interval a, struct interval b) {
    return a.low == b.low && a.high == b.high;
}
static inline bool interval_single(struct interval a) {
    return a.low == a.high;
}
static inline struct interval interval_hull(struct interval a, struct interval b) {
    return (struct interval){wide_min(a.low, b.low), wide_max(a.high, b.high)};
}
/* False: they have nothing in common, *a is unchanged. */
static inline bool interval_meet(struct interval *a, struct interval b) {
    struct interval c = {wide_max(a->low, b.low), wide_min(a->high, b.high)};
    if (c.low > c.high) return false;
    *a = c;
    return true;
}

/* The least interval that holds the sums, multiples, ... False: beyond the bounds, *out unchanged. */
bool interval_add(struct interval, struct interval, struct interval *out);
bool interval_scale(struct interval, wide factor, struct interval *out);

#endif
