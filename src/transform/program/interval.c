#include "transform/program/interval.h"

static void set_wide(mpz_ptr z, wide value) {
    unsigned __int128 size = value < 0 ? -(unsigned __int128)value : (unsigned __int128)value;
    uint64_t parts[2] = {(uint64_t)size, (uint64_t)(size >> 64)};
    mpz_import(z, 2, -1, sizeof *parts, 0, 0, parts);
    if (value < 0) mpz_neg(z, z);
}

term wide_integer(struct terms *b, wide value) {
    mpq_t q;
    mpq_init(q);
    set_wide(mpq_numref(q), value);
    term t = term_number_of(b, q, sort_int());
    mpq_clear(q);
    return t;
}

term wide_bits(struct terms *b, wide value, uint32_t width) {
    mpz_t z;
    mpz_init(z);
    set_wide(z, value);
    term t = term_bits_of(b, z, width);
    mpz_clear(z);
    return t;
}

wide wide_of_bits(const struct terms *b, term bits, bool is_signed) {
    uint32_t width = sort_width(b, term_sort(b, bits));
    assert(width <= 64);
    uint64_t parts[1] = {0};
    mpz_export(parts, NULL, -1, sizeof *parts, 0, 0, term_bits(b, bits));
    wide value = parts[0];
    return is_signed && value >= wide_power(width - 1) ? value - wide_power(width) : value;
}

static bool fits(struct interval a) {
    return a.low >= -wide_power(WIDE_BITS) && a.high <= wide_power(WIDE_BITS);
}

bool interval_add(struct interval a, struct interval b, struct interval *out) {
    struct interval sum = {a.low + b.low, a.high + b.high}; /* at most 2^126 */
    if (!fits(sum)) return false;
    *out = sum;
    return true;
}

bool interval_scale(struct interval a, wide factor, struct interval *out) {
    struct interval product;
    if (__builtin_mul_overflow(factor < 0 ? a.high : a.low, factor, &product.low) ||
        __builtin_mul_overflow(factor < 0 ? a.low : a.high, factor, &product.high) || !fits(product))
        return false;
    *out = product;
    return true;
}
