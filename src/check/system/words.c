#include "check/system/words.h"

static sat_lit *fresh_word(uint32_t width) {
    return mem_alloc(width * sizeof(sat_lit));
}

static void copy(sat_lit *to, const sat_lit *from, uint32_t width) {
    memmove(to, from, width * sizeof *to);
}

sat_lit word_or(struct encode *e, sat_lit a, sat_lit b) {
    return sat_not(encode_and(e, sat_not(a), sat_not(b)));
}

static sat_lit exclusive_or(struct encode *e, sat_lit a, sat_lit b) {
    return sat_not(encode_equal(e, a, b));
}

sat_lit word_mux(struct encode *e, sat_lit condition, sat_lit then, sat_lit otherwise) {
    if (then.code == otherwise.code) return then;
    return word_or(e, encode_and(e, condition, then), encode_and(e, sat_not(condition), otherwise));
}

void word_choose(struct encode *e, sat_lit condition, const sat_lit *then, const sat_lit *otherwise,
                 uint32_t width, sat_lit *out) {
    for (uint32_t i = 0; i < width; i++) out[i] = word_mux(e, condition, then[i], otherwise[i]);
}

sat_lit word_equal(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width) {
    sat_lit all = encode_constant(e, true);
    for (uint32_t i = 0; i < width; i++) all = encode_and(e, all, encode_equal(e, a[i], b[i]));
    return all;
}

/* From the lowest bit: the higher bits decide, if they differ. */
sat_lit word_less(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width, bool or_equal) {
    sat_lit less = encode_constant(e, or_equal);
    for (uint32_t i = 0; i < width; i++) less = word_mux(e, encode_equal(e, a[i], b[i]), less, b[i]);
    return less;
}

/* As unsigned, except that the sign bits count the other way round. */
sat_lit word_less_signed(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width,
                         bool or_equal) {
    sat_lit less = word_less(e, a, b, width - 1, or_equal);
    return word_mux(e, encode_equal(e, a[width - 1], b[width - 1]), less, a[width - 1]);
}

static sat_lit majority(struct encode *e, sat_lit a, sat_lit b, sat_lit c) {
    return word_or(e, encode_and(e, a, b), encode_and(e, c, word_or(e, a, b)));
}

/* out = a + b + carry, or a + (not b) + carry */
static void ripple(struct encode *e, const sat_lit *a, const sat_lit *b, bool invert, sat_lit carry,
                   uint32_t width, sat_lit *out) {
    for (uint32_t i = 0; i < width; i++) {
        sat_lit right = sat_not_if(b[i], invert);
        out[i] = exclusive_or(e, exclusive_or(e, a[i], right), carry);
        carry = majority(e, a[i], right, carry);
    }
}

void word_add(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width, sat_lit *out) {
    ripple(e, a, b, false, encode_constant(e, false), width, out);
}

void word_subtract(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width, sat_lit *out) {
    ripple(e, a, b, true, encode_constant(e, true), width, out);
}

void word_negate(struct encode *e, const sat_lit *a, uint32_t width, sat_lit *out) {
    sat_lit carry = encode_constant(e, true);
    for (uint32_t i = 0; i < width; i++) {
        out[i] = exclusive_or(e, sat_not(a[i]), carry);
        carry = encode_and(e, sat_not(a[i]), carry);
    }
}

/* Adds the left word, shifted, for every bit of the right one. */
void word_multiply(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width, sat_lit *out) {
    sat_lit *row = fresh_word(width), *sum = fresh_word(width);
    for (uint32_t i = 0; i < width; i++) out[i] = encode_and(e, a[i], b[0]);
    for (uint32_t shift = 1; shift < width; shift++) {
        uint32_t left = width - shift;
        for (uint32_t i = 0; i < left; i++) row[i] = encode_and(e, a[i], b[shift]);
        word_add(e, out + shift, row, left, sum);
        copy(out + shift, sum, left);
    }
    mem_free(row);
    mem_free(sum);
}

/* Long division with a remainder of one more bit. A divisor of zero is always subtracted, which gives what SMT-LIB
 * wants: a quotient of ones, and the dividend as remainder. */
void word_divide(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width, sat_lit *quotient,
                 sat_lit *remainder) {
    sat_lit *rest = fresh_word(width + 1), *less = fresh_word(width + 1), *divisor = fresh_word(width + 1);
    copy(divisor, b, width);
    divisor[width] = encode_constant(e, false);
    for (uint32_t i = 0; i <= width; i++) rest[i] = encode_constant(e, false);
    for (uint32_t i = width; i-- > 0;) {
        copy(rest + 1, rest, width);
        rest[0] = a[i];
        sat_lit fits = word_less(e, divisor, rest, width + 1, true);
        word_subtract(e, rest, divisor, width + 1, less);
        word_choose(e, fits, less, rest, width + 1, rest);
        if (quotient) quotient[i] = fits;
    }
    if (remainder) copy(remainder, rest, width);
    mem_free(rest);
    mem_free(less);
    mem_free(divisor);
}

static void negate_if(struct encode *e, sat_lit condition, sat_lit *word, uint32_t width) {
    sat_lit *negated = fresh_word(width);
    word_negate(e, word, width, negated);
    word_choose(e, condition, negated, word, width, word);
    mem_free(negated);
}

static sat_lit *magnitude(struct encode *e, const sat_lit *a, uint32_t width) {
    sat_lit *out = fresh_word(width);
    copy(out, a, width);
    negate_if(e, a[width - 1], out, width);
    return out;
}

void word_divide_signed(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width,
                        sat_lit *quotient, sat_lit *remainder) {
    sat_lit *left = magnitude(e, a, width), *right = magnitude(e, b, width);
    word_divide(e, left, right, width, quotient, remainder);
    if (quotient) negate_if(e, exclusive_or(e, a[width - 1], b[width - 1]), quotient, width);
    if (remainder) negate_if(e, a[width - 1], remainder, width);
    mem_free(left);
    mem_free(right);
}

/* The remainder with the sign of the divisor: the divisor is added when the signs differ and the remainder is not
 * zero. */
void word_modulo_signed(struct encode *e, const sat_lit *a, const sat_lit *b, uint32_t width, sat_lit *out) {
    sat_lit *rest = fresh_word(width), *sum = fresh_word(width);
    word_divide_signed(e, a, b, width, NULL, rest);
    sat_lit any = encode_constant(e, false);
    for (uint32_t i = 0; i < width; i++) any = word_or(e, any, rest[i]);
    word_add(e, rest, b, width, sum);
    word_choose(e, encode_and(e, any, exclusive_or(e, a[width - 1], b[width - 1])), sum, rest, width, out);
    mem_free(rest);
    mem_free(sum);
}

/* Whether the shift is at least the width (which, as 2^n > n, is a word of that width). */
static sat_lit too_far(struct encode *e, const sat_lit *by, uint32_t width) {
    sat_lit *limit = fresh_word(width);
    for (uint32_t i = 0; i < width; i++) limit[i] = encode_constant(e, i < 32 && (width >> i & 1));
    sat_lit far = word_less(e, limit, by, width, true);
    mem_free(limit);
    return far;
}

static void shift(struct encode *e, const sat_lit *a, const sat_lit *by, uint32_t width, bool left,
                  sat_lit fill, sat_lit *out) {
    sat_lit *moved = fresh_word(width);
    copy(out, a, width);
    for (uint32_t stage = 0; stage < 32 && (UINT64_C(1) << stage) < width; stage++) {
        uint32_t distance = 1u << stage;
        for (uint32_t i = 0; i < width; i++) {
            if (left)
                moved[i] = i >= distance ? out[i - distance] : fill;
            else
                moved[i] = width - i > distance ? out[i + distance] : fill;
        }
        word_choose(e, by[stage], moved, out, width, out);
    }
    sat_lit far = too_far(e, by, width);
    for (uint32_t i = 0; i < width; i++) out[i] = word_mux(e, far, fill, out[i]);
    mem_free(moved);
}

void word_shift_left(struct encode *e, const sat_lit *a, const sat_lit *by, uint32_t width, sat_lit *out) {
    shift(e, a, by, width, true, encode_constant(e, false), out);
}

void word_shift_right(struct encode *e, const sat_lit *a, const sat_lit *by, uint32_t width, sat_lit fill,
                      sat_lit *out) {
    shift(e, a, by, width, false, fill, out);
}

/* Halves the memory once per bit of the index. */
void word_read(struct encode *e, const sat_lit *memory, const sat_lit *index, uint32_t index_width,
               uint32_t element, sat_lit *out) {
    uint32_t cells = 1u << index_width;
    sat_lit *half = fresh_word(cells * element);
    copy(half, memory, cells * element);
    for (uint32_t bit = 0; bit < index_width; bit++) {
        cells /= 2;
        for (uint32_t c = 0; c < cells; c++)
            word_choose(e, index[bit], half + (2 * c + 1) * element, half + 2 * c * element, element,
                        half + c * element);
    }
    copy(out, half, element);
    mem_free(half);
}

/* The cells that the index selects: one of them, as literals. */
static sat_lit *decode(struct encode *e, const sat_lit *index, uint32_t index_width) {
    sat_lit *selected = fresh_word(1u << index_width);
    selected[0] = encode_constant(e, true);
    for (uint32_t bit = 0; bit < index_width; bit++)
        for (uint32_t c = 1u << bit; c-- > 0;) {
            selected[c + (1u << bit)] = encode_and(e, selected[c], index[bit]);
            selected[c] = encode_and(e, selected[c], sat_not(index[bit]));
        }
    return selected;
}

void word_write(struct encode *e, const sat_lit *memory, const sat_lit *index, uint32_t index_width,
                uint32_t element, const sat_lit *value, sat_lit *out) {
    sat_lit *selected = decode(e, index, index_width);
    for (uint32_t c = 0; c < 1u << index_width; c++)
        word_choose(e, selected[c], value, memory + c * element, element, out + c * element);
    mem_free(selected);
}
