/* Products.
 *
 * The multiplier is the operand with the sparser constant bits. A constant one is recoded to digits -1, 0, 1 without
 * neighbours (the non-adjacent form has the fewest digits), so that it costs one sum or difference per digit. Otherwise
 * the rows a * b[i] are summed one after the other, each carry rippling through its row: for SAT solvers the plain
 * array is as good as trees, and equal products of equal rows share. */
#include "transform/between/wires.h"

/* Low `width` bits of a constant word, as digits of its non-adjacent form. */
static void recode(int8_t *digits, const aig_lit *b, uint32_t width) {
    bool carry = false;
    for (uint32_t i = 0; i < width; i++) {
        bool bit = aig_same(b[i], AIG_TRUE), next = i + 1 < width && aig_same(b[i + 1], AIG_TRUE);
        bool odd = bit != carry; /* bit + carry is 1; when it is 2, the digit is 0 and the carry stays */
        carry = odd ? next : bit && carry;
        digits[i] = !odd ? 0 : next ? -1 : 1;
    }
}

static void multiply_constant(struct wires_builder *w, aig_lit *out, const aig_lit *a, const aig_lit *b,
                              uint32_t width) {
    int8_t *digits = mem_new_array(int8_t, width);
    recode(digits, b, width);
    for (uint32_t i = 0; i < width; i++) out[i] = AIG_FALSE;
    for (uint32_t i = 0; i < width && !limits_stopped(w->limits); i++)
        if (digits[i] > 0)
            wires_add(w, out + i, out + i, a, AIG_FALSE, width - i);
        else if (digits[i] < 0)
            wires_subtract(w, out + i, out + i, a, width - i);
    mem_free(digits);
}

static uint32_t count_constants(const aig_lit *a, uint32_t width, bool zeros_only) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < width; i++)
        n += aig_same(a[i], AIG_FALSE) || (!zeros_only && aig_is_constant(a[i]));
    return n;
}

void wires_multiply(struct wires_builder *w, aig_lit *out, const aig_lit *a, const aig_lit *b,
                    uint32_t width) {
    bool a_constant = count_constants(a, width, false) == width,
         b_constant = count_constants(b, width, false) == width;
    if (a_constant || (!b_constant && count_constants(a, width, true) > count_constants(b, width, true))) {
        const aig_lit *other = a;
        a = b;
        b = other;
    }
    if (a_constant || b_constant) {
        multiply_constant(w, out, a, b, width);
        return;
    }
    aig_lit *row = mem_new_array(aig_lit, width);
    for (uint32_t i = 0; i < width; i++) out[i] = aig_and(w->graph, a[i], b[0]);
    for (uint32_t i = 1; i < width && !limits_stopped(w->limits); i++) {
        if (aig_same(b[i], AIG_FALSE)) continue;
        for (uint32_t k = 0; k < width - i; k++) row[k] = aig_and(w->graph, a[k], b[i]);
        wires_add(w, out + i, out + i, row, AIG_FALSE, width - i);
    }
    mem_free(row);
}
