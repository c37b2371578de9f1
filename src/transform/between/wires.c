/* Linear-size operators on words; products and quotients are in wires_multiply.c and wires_divide.c. */
#include "transform/between/wires.h"

/* Sum and carry of three bits in 7 gates: both exclusive ors are made of `and` and `nor`, and the carry is
 * ab | (a ^ b)c, whose two conjunctions the exclusive ors have already. */
static aig_lit xor_by_and(struct aig *g, aig_lit a, aig_lit b, aig_lit *both) {
    *both = aig_and(g, a, b);
    return aig_and(g, aig_not(*both), aig_not(aig_and(g, aig_not(a), aig_not(b))));
}

static aig_lit full_adder(struct aig *g, aig_lit a, aig_lit b, aig_lit *carry) {
    aig_lit generate, passed, propagate = xor_by_and(g, a, b, &generate);
    aig_lit sum = xor_by_and(g, propagate, *carry, &passed);
    *carry = aig_or(g, generate, passed);
    return sum;
}

aig_lit wires_add(struct wires_builder *w, aig_lit *out, const aig_lit *a, const aig_lit *b, aig_lit carry,
                  uint32_t width) {
    for (uint32_t i = 0; i < width; i++) out[i] = full_adder(w->graph, a[i], b[i], &carry);
    return carry;
}

aig_lit wires_subtract(struct wires_builder *w, aig_lit *out, const aig_lit *a, const aig_lit *b,
                       uint32_t width) {
    aig_lit carry = AIG_TRUE;
    for (uint32_t i = 0; i < width; i++) out[i] = full_adder(w->graph, a[i], aig_not(b[i]), &carry);
    return carry;
}

/* -a = ~a + 1, bit by bit: everything above the lowest one is inverted. */
void wires_negate_if(struct wires_builder *w, aig_lit *out, const aig_lit *a, aig_lit negate,
                     uint32_t width) {
    aig_lit invert = AIG_FALSE;
    for (uint32_t i = 0; i < width; i++) {
        aig_lit bit = a[i];
        out[i] = aig_xor(w->graph, bit, invert);
        invert = aig_or(w->graph, invert, aig_and(w->graph, negate, bit));
    }
}

/* From bit 0 up: less = ~a b | (~a | b) less. */
aig_lit wires_less(struct wires_builder *w, const aig_lit *a, const aig_lit *b, bool or_equal,
                   uint32_t width) {
    struct aig *g = w->graph;
    aig_lit less = or_equal ? AIG_TRUE : AIG_FALSE;
    for (uint32_t i = 0; i < width; i++) {
        aig_lit below = aig_and(g, aig_not(a[i]), b[i]), above = aig_and(g, a[i], aig_not(b[i]));
        less = aig_or(g, below, aig_and(g, aig_not(above), less));
    }
    return less;
}

/* The signs count the other way round. */
aig_lit wires_less_signed(struct wires_builder *w, const aig_lit *a, const aig_lit *b, bool or_equal,
                          uint32_t width) {
    struct aig *g = w->graph;
    aig_lit less = width == 1 ? (or_equal ? AIG_TRUE : AIG_FALSE) : wires_less(w, a, b, or_equal, width - 1);
    aig_lit below = aig_and(g, a[width - 1], aig_not(b[width - 1])),
            above = aig_and(g, aig_not(a[width - 1]), b[width - 1]);
    return aig_or(g, below, aig_and(g, aig_not(above), less));
}

aig_lit wires_equal(struct wires_builder *w, const aig_lit *a, const aig_lit *b, uint32_t width) {
    aig_lits bits = {0};
    for (uint32_t i = 0; i < width; i++) vec_push(&bits, aig_equal(w->graph, a[i], b[i]));
    aig_lit all = aig_and_all(w->graph, bits.data, bits.size);
    vec_free(&bits);
    return all;
}

aig_lit wires_is_zero(struct wires_builder *w, const aig_lit *a, uint32_t width) {
    return aig_not(aig_or_all(w->graph, a, width));
}

void wires_choose(struct wires_builder *w, aig_lit *out, aig_lit condition, const aig_lit *a,
                  const aig_lit *b, uint32_t width) {
    for (uint32_t i = 0; i < width; i++) out[i] = aig_ite(w->graph, condition, a[i], b[i]);
}

/* ---- shifts ---- */

/* The bits of the amount that a barrel shifter looks at: 2^bits >= width. */
static uint32_t stages(uint32_t width) {
    uint32_t bits = 0;
    while (bits < width && (UINT64_C(1) << bits) < width) bits++;
    return bits;
}

static aig_lit beyond(struct wires_builder *w, const aig_lit *amount, uint32_t from, uint32_t width) {
    return aig_or_all(w->graph, amount + from, width - from);
}

void wires_shift_left(struct wires_builder *w, aig_lit *out, const aig_lit *a, const aig_lit *amount,
                      uint32_t width) {
    uint32_t n = stages(width);
    for (uint32_t i = 0; i < width; i++) out[i] = a[i];
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t i = width; i-- > 0;) {
            aig_lit shifted = i >= UINT32_C(1) << s ? out[i - (UINT32_C(1) << s)] : AIG_FALSE;
            out[i] = aig_ite(w->graph, amount[s], shifted, out[i]);
        }
    aig_lit all = beyond(w, amount, n, width);
    for (uint32_t i = 0; i < width; i++) out[i] = aig_and(w->graph, aig_not(all), out[i]);
}

void wires_shift_right(struct wires_builder *w, aig_lit *out, const aig_lit *a, const aig_lit *amount,
                       aig_lit fill, uint32_t width) {
    uint32_t n = stages(width);
    for (uint32_t i = 0; i < width; i++) out[i] = a[i];
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t i = 0; i < width; i++) {
            aig_lit shifted = (uint64_t)i + (UINT64_C(1) << s) < width ? out[i + (UINT32_C(1) << s)] : fill;
            out[i] = aig_ite(w->graph, amount[s], shifted, out[i]);
        }
    aig_lit all = beyond(w, amount, n, width);
    for (uint32_t i = 0; i < width; i++) out[i] = aig_ite(w->graph, all, fill, out[i]);
}

/* ---- arrays ---- */

/* The decoder for k + 1 bits is that for k bits, twice. */
void wires_decode(struct wires_builder *w, aig_lit *out, const aig_lit *index, uint32_t width) {
    out[0] = AIG_TRUE;
    for (uint32_t k = 0; k < width; k++) {
        uint32_t size = UINT32_C(1) << k;
        for (uint32_t i = 0; i < size; i++) {
            out[size + i] = aig_and(w->graph, out[i], index[k]);
            out[i] = aig_and(w->graph, out[i], aig_not(index[k]));
        }
    }
}

/* Halves the elements by each bit of the index, the highest first; a constant bit costs nothing. */
void wires_select(struct wires_builder *w, aig_lit *out, const aig_lit *elements, const aig_lit *index,
                  uint32_t index_width, uint32_t element_width) {
    size_t bits = ((size_t)1 << index_width) * element_width;
    aig_lit *rest = mem_dup(elements, bits * sizeof *rest);
    for (uint32_t k = index_width; k-- > 0;) {
        bits /= 2;
        for (size_t i = 0; i < bits; i++) rest[i] = aig_ite(w->graph, index[k], rest[bits + i], rest[i]);
    }
    memcpy(out, rest, element_width * sizeof *out);
    mem_free(rest);
}
