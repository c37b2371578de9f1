/* Operators of two words of which one must be known: a constant, or one of few values, case by case. */
#include "transform/program/integers_internal.h"

enum {
    FEW = 4,    /* values of one operand that are told apart */
    FEWER = 64, /* when the other is a constant: every case is a constant, too */
    RUNS = 8    /* of ones in a mask */
};

static struct residue clipped(struct residue a, wide low, wide high) {
    interval_meet(&a.range, (struct interval){low, high});
    return a;
}

/* a & mask: what lies between the ends of each run of ones. */
static struct residue masked(struct encoder *e, struct residue a, wide mask) {
    uint32_t width = a.width, runs = 0;
    struct residue zero = residue_constant(e, 0, width), result = zero;
    if (mask == wide_power(width - 1))
        return residue_choose(e, residue_less(e, a, zero, true, false), residue_constant(e, -mask, width),
                              zero);
    for (uint32_t i = 0; i < width; i++) {
        if (!(mask >> i & 1)) continue;
        uint32_t j = i;
        while (j < width && (mask >> j & 1)) j++;
        if (++runs > RUNS) return residue_declined(e, "a bitwise operation with a scattered constant", width);
        struct residue upper = j == width ? a : residue_mod(e, a, wide_power(j)), run = upper;
        if (i) run = residue_sub(e, upper, residue_mod(e, a, wide_power(i)));
        run = clipped(run, wide_floor(upper.range.low, wide_power(i)) * wide_power(i),
                      wide_floor(upper.range.high, wide_power(i)) * wide_power(i));
        if (run.zeros < i) run.zeros = i;
        result = residue_add(e, result, run);
        i = j;
    }
    return result;
}

/* Division of numbers with signs, rounded towards zero, or what remains, which has the sign of x. */
static struct residue towards_zero(struct encoder *e, struct residue x, wide divisor, bool remainder) {
    struct residue zero = residue_constant(e, 0, x.width), minus = residue_scale(e, x, -1);
    struct residue is_negative = residue_not(e, residue_le(e, zero, x));
    wide size = divisor < 0 ? -divisor : divisor, high = wide_power(x.width);
    struct residue above = zero, below = zero;
    if (x.range.high >= 0) {
        struct residue part = clipped(x, 0, high);
        above = remainder ? residue_mod(e, part, size) : residue_div(e, part, size);
    }
    if (x.range.low < 0) {
        struct residue part = clipped(minus, 1, high);
        below = residue_scale(e, remainder ? residue_mod(e, part, size) : residue_div(e, part, size), -1);
    }
    struct residue result = residue_choose(e, is_negative, below, above);
    return divisor < 0 && !remainder ? residue_scale(e, result, -1) : result;
}

static struct residue signed_division(struct encoder *e, enum term_op op, struct residue a, wide divisor) {
    struct residue x = residue_reduce(e, a, true), zero = residue_constant(e, 0, a.width);
    if (divisor == 0) /* as SMT-LIB defines it */
        return op != TERM_BV_SDIV
                   ? a
                   : residue_choose(e, residue_le(e, zero, x), residue_constant(e, -1, a.width),
                                    residue_constant(e, 1, a.width));
    if (op != TERM_BV_SMOD) return towards_zero(e, x, divisor, op == TERM_BV_SREM);
    return divisor > 0 ? residue_mod(e, x, divisor)
                       : residue_scale(e, residue_mod(e, residue_scale(e, x, -1), -divisor), -1);
}

static struct residue with_constant(struct encoder *e, enum term_op op, struct residue a, wide constant) {
    uint32_t width = a.width;
    wide modulus = wide_power(width), bits = constant - wide_floor(constant, modulus) * modulus;
    wide number = bits >= modulus / 2 ? bits - modulus : bits;
    bool out = bits >= width; /* shifts */
    switch (op) {
    case TERM_BV_MUL: return residue_scale(e, a, number);
    case TERM_BV_SHL:
        return out ? residue_constant(e, 0, width) : residue_scale(e, a, wide_power((uint32_t)bits));
    case TERM_BV_LSHR:
        if (out) return residue_constant(e, 0, width);
        return residue_div(e, residue_reduce(e, a, false), wide_power((uint32_t)bits));
    case TERM_BV_ASHR:
        return residue_div(e, residue_reduce(e, a, true), wide_power(out ? width - 1 : (uint32_t)bits));
    case TERM_BV_UDIV:
        return bits ? residue_div(e, residue_reduce(e, a, false), bits) : residue_constant(e, -1, width);
    case TERM_BV_UREM: return bits ? residue_mod(e, residue_reduce(e, a, false), bits) : a;
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD: return signed_division(e, op, a, number);
    case TERM_BV_AND: return masked(e, a, bits);
    case TERM_BV_OR:
    case TERM_BV_XOR: {
        if (number == -1)
            return op == TERM_BV_OR ? residue_constant(e, -1, width)
                                    : residue_sub(e, residue_constant(e, -1, width), a);
        struct residue common = residue_scale(e, masked(e, a, bits), op == TERM_BV_OR ? -1 : -2);
        return residue_add(e, residue_add(e, a, residue_constant(e, number, width)), common);
    }
    default: assert(false); return a;
    }
}

static bool is_commutative(enum term_op op) {
    return op == TERM_BV_MUL || op == TERM_BV_AND || op == TERM_BV_OR || op == TERM_BV_XOR;
}

static bool is_bitwise(enum term_op op) {
    return op == TERM_BV_AND || op == TERM_BV_OR || op == TERM_BV_XOR;
}

/* No bit can be 1 in both: one is a multiple of a power of two that the other is below. */
static bool are_disjoint(struct residue a, struct residue b) {
    return (b.range.low >= 0 && a.zeros <= WIDE_BITS && b.range.high < wide_power(a.zeros)) ||
           (a.range.low >= 0 && b.zeros <= WIDE_BITS && a.range.high < wide_power(b.zeros));
}

static bool has_few(struct residue b, struct residue other) {
    return b.range.high - b.range.low < (interval_single(other.range) ? FEWER : FEW);
}

static struct residue by_values(struct encoder *e, enum term_op op, struct residue a, struct residue b) {
    struct residue result = with_constant(e, op, a, b.range.high);
    for (wide value = b.range.high; value-- > b.range.low;)
        result = residue_choose(e, residue_equal(e, b, residue_constant(e, value, b.width)),
                                with_constant(e, op, a, value), result);
    return result;
}

static const char *name_of(enum term_op op) {
    switch (op) {
    case TERM_BV_MUL: return "a product of variables";
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return "a shift by a variable number of bits";
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR: return "a bitwise operation of variables";
    default: return "a division by a variable";
    }
}

struct residue residue_operate(struct encoder *e, enum term_op op, struct residue a, struct residue b) {
    if (interval_single(b.range)) return with_constant(e, op, a, b.range.low);
    if (is_commutative(op) && interval_single(a.range)) return with_constant(e, op, b, a.range.low);
    if (is_bitwise(op) && are_disjoint(a, b))
        return op == TERM_BV_AND ? residue_constant(e, 0, a.width) : residue_add(e, a, b);
    if (has_few(b, a)) return by_values(e, op, a, b);
    if (is_commutative(op) && has_few(a, b)) return by_values(e, op, b, a);
    return residue_declined(e, name_of(op), a.width);
}
