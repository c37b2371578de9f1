/* Quotients and remainders, by restoring division: from the highest bit of the dividend down, the remainder takes in
 * one bit and gives up the divisor if it can.
 *
 * After k rounds the remainder has at most k bits that are not zero, so round k compares and subtracts only there, and
 * asks that the divisor has nothing above; this halves the size. Division by zero comes out as SMT-LIB wants it. */
#include "transform/between/wires.h"

/* Whether b is a constant power of two, and which. */
static bool power_of_two(const aig_lit *b, uint32_t width, uint32_t *exponent) {
    uint32_t ones = 0;
    for (uint32_t i = 0; i < width; i++) {
        if (!aig_is_constant(b[i])) return false;
        if (aig_same(b[i], AIG_TRUE)) {
            ones++;
            *exponent = i;
        }
    }
    return ones == 1;
}

static void divide_by_power(aig_lit *quotient, aig_lit *remainder, const aig_lit *a, uint32_t exponent,
                            uint32_t width) {
    for (uint32_t i = 0; i < width; i++) {
        if (quotient) quotient[i] = i < width - exponent ? a[i + exponent] : AIG_FALSE;
        if (remainder) remainder[i] = i < exponent ? a[i] : AIG_FALSE;
    }
}

void wires_divide(struct wires_builder *w, aig_lit *quotient, aig_lit *remainder, const aig_lit *a,
                  const aig_lit *b, uint32_t width) {
    uint32_t exponent = 0;
    if (power_of_two(b, width, &exponent)) {
        divide_by_power(quotient, remainder, a, exponent, width);
        return;
    }
    aig_lit *rest = mem_new_array(aig_lit, width + 1); /* the remainder so far, below `used` bits */
    aig_lit *difference = mem_new_array(aig_lit, width + 1);
    aig_lit *high = mem_new_array(aig_lit, width + 1); /* high[i]: b has a one at bit i or above */
    high[width] = AIG_FALSE;
    for (uint32_t i = width; i-- > 0;) high[i] = aig_or(w->graph, b[i], high[i + 1]);
    for (uint32_t used = 1; used <= width && !limits_stopped(w->limits); used++) {
        memmove(rest + 1, rest, (used - 1) * sizeof *rest);
        rest[0] = a[width - used];
        aig_lit enough = wires_subtract(w, difference, rest, b, used);
        enough = aig_and(w->graph, enough, aig_not(high[used]));
        wires_choose(w, rest, enough, difference, rest, used);
        if (quotient) quotient[width - used] = enough;
    }
    if (remainder) memcpy(remainder, rest, width * sizeof *rest);
    mem_free(high);
    mem_free(difference);
    mem_free(rest);
}

/* The remainder has the sign of the dividend; the modulus that of the divisor. */
static void fix_modulus(struct wires_builder *w, aig_lit *out, const aig_lit *b, aig_lit differ,
                        uint32_t width) {
    aig_lit *sum = mem_new_array(aig_lit, width);
    wires_add(w, sum, out, b, AIG_FALSE, width);
    aig_lit add = aig_and(w->graph, differ, aig_not(wires_is_zero(w, out, width)));
    wires_choose(w, out, add, sum, out, width);
    mem_free(sum);
}

void wires_divide_signed(struct wires_builder *w, enum wires_signed kind, aig_lit *out, const aig_lit *a,
                         const aig_lit *b, uint32_t width) {
    aig_lit *x = mem_new_array(aig_lit, width), *y = mem_new_array(aig_lit, width);
    aig_lit a_sign = a[width - 1], b_sign = b[width - 1], differ = aig_xor(w->graph, a_sign, b_sign);
    wires_negate_if(w, x, a, a_sign, width);
    wires_negate_if(w, y, b, b_sign, width);
    wires_divide(w, kind == WORD_SDIV ? out : NULL, kind == WORD_SDIV ? NULL : out, x, y, width);
    if (limits_stopped(w->limits)) {
        mem_free(x);
        mem_free(y);
        return;
    }
    wires_negate_if(w, out, out, kind == WORD_SDIV ? differ : a_sign, width);
    if (kind == WORD_SMOD) fix_modulus(w, out, b, differ, width);
    mem_free(x);
    mem_free(y);
}
