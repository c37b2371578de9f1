#include "transform/program/integers_internal.h"

enum { CASES = 3 }; /* more periods than that are left to `mod` */

static uint32_t zeros_of(wide value) {
    uint32_t zeros = 0;
    while (zeros < WIDE_BITS && !(value >> zeros & 1)) zeros++;
    return zeros;
}

/* A word that can have one value only is that value. */
static struct residue settled(struct encoder *e, struct residue a) {
    if (!interval_single(a.range)) return a;
    a.zeros = zeros_of(a.range.low);
    if (e->to) a.term = a.width ? wide_integer(e->to, a.range.low) : term_bool(e->to, a.range.low != 0);
    return a;
}

static struct residue formula(struct encoder *e, term t, bool can_fail, bool can_hold) {
    return settled(e, (struct residue){.term = t, .range = {!can_fail, can_hold}});
}

struct residue residue_declined(struct encoder *e, const char *what, uint32_t width) {
    if (e->to && !e->declined) e->declined = what;
    struct residue any = {.width = width, .range = {0, 1}};
    if (width) any.range = interval_of_width(width, false);
    if (e->to) any.term = width ? term_integer(e->to, 0) : term_false(e->to);
    return any;
}

struct residue residue_constant(struct encoder *e, wide value, uint32_t width) {
    return settled(e, (struct residue){.range = {value, value}, .width = width});
}

struct residue residue_with_width(struct residue a, uint32_t width) {
    a.width = width;
    return a;
}

struct residue residue_add(struct encoder *e, struct residue a, struct residue b) {
    struct residue sum = {.width = a.width, .zeros = a.zeros < b.zeros ? a.zeros : b.zeros};
    if (!interval_add(a.range, b.range, &sum.range))
        return residue_add(e, residue_reduce(e, a, true), residue_reduce(e, b, true));
    if (e->to) sum.term = term_add2(e->to, a.term, b.term);
    return settled(e, sum);
}

struct residue residue_scale(struct encoder *e, struct residue a, wide factor) {
    struct residue product = {.width = a.width, .zeros = a.zeros + zeros_of(factor)};
    if (product.zeros > WIDE_BITS) product.zeros = WIDE_BITS;
    if (!interval_scale(a.range, factor, &product.range)) {
        a = residue_reduce(e, a, true);
        if (!interval_scale(a.range, factor, &product.range))
            return residue_declined(e, "a product of more than 125 bits", a.width);
    }
    if (e->to) product.term = term_mul2(e->to, wide_integer(e->to, factor), a.term);
    return settled(e, product);
}

struct residue residue_sub(struct encoder *e, struct residue a, struct residue b) {
    return residue_add(e, a, residue_scale(e, b, -1));
}

struct residue residue_not(struct encoder *e, struct residue a) {
    return formula(e, e->to ? term_not(e->to, a.term) : TERM_NONE, a.range.high, !a.range.low);
}

struct residue residue_and2(struct encoder *e, struct residue a, struct residue b) {
    return formula(e, e->to ? term_and2(e->to, a.term, b.term) : TERM_NONE, !(a.range.low && b.range.low),
                   a.range.high && b.range.high);
}

struct residue residue_or2(struct encoder *e, struct residue a, struct residue b) {
    return residue_not(e, residue_and2(e, residue_not(e, a), residue_not(e, b)));
}

struct residue residue_choose(struct encoder *e, struct residue condition, struct residue then,
                              struct residue otherwise) {
    if (interval_single(condition.range)) return condition.range.low ? then : otherwise;
    struct residue choice = {.width = then.width,
                             .range = interval_hull(then.range, otherwise.range),
                             .zeros = then.zeros < otherwise.zeros ? then.zeros : otherwise.zeros};
    if (e->to) choice.term = term_ite(e->to, condition.term, then.term, otherwise.term);
    return settled(e, choice);
}

struct residue residue_le(struct encoder *e, struct residue a, struct residue b) {
    return formula(e, e->to ? term_le(e->to, a.term, b.term) : TERM_NONE, a.range.high > b.range.low,
                   a.range.low <= b.range.high);
}

/* floor(a / divisor) or what remains, as a term that the solver defines. */
static struct residue quotient(struct encoder *e, enum term_op op, struct residue a, wide divisor) {
    struct residue result = {.width = a.width, .range = {0, divisor - 1}};
    if (op == TERM_DIV)
        result.range = (struct interval){wide_floor(a.range.low, divisor), wide_floor(a.range.high, divisor)};
    if (e->to) {
        term args[2] = {a.term, wide_integer(e->to, divisor)};
        result.term = term_make(e->to, op, args, 2, 0, 0);
    }
    return settled(e, result);
}

/* What a number can be in a period [base .. base + modulus[ : one value per period that it may lie in, guarded
 * by lying there. */
struct cases {
    uint32_t n;
    struct residue guard[CASES], value[CASES];
};

static void split(struct encoder *e, struct residue a, wide base, wide modulus, struct cases *out) {
    wide first = wide_floor(a.range.low - base, modulus), last = wide_floor(a.range.high - base, modulus);
    uint32_t width = a.width;
    if (last - first >= CASES) {
        struct residue offset = residue_add(e, a, residue_constant(e, -base, width));
        struct residue rest = quotient(e, TERM_MOD, offset, modulus);
        out->n = 1;
        out->guard[0] = formula(e, TERM_NONE, false, true);
        out->value[0] = residue_add(e, rest, residue_constant(e, base, width));
        uint32_t zeros = zeros_of(modulus);
        out->value[0].zeros = a.zeros < zeros ? a.zeros : zeros;
        return;
    }
    out->n = (uint32_t)(last - first) + 1;
    for (uint32_t i = 0; i < out->n; i++) {
        struct interval period = {base + (first + i) * modulus, base + (first + i + 1) * modulus - 1};
        struct residue low = residue_constant(e, period.low, width),
                       high = residue_constant(e, period.high, width);
        out->guard[i] = residue_and2(e, residue_le(e, low, a), residue_le(e, a, high));
        struct residue inside = a;
        interval_meet(&inside.range, period);
        out->value[i] = residue_add(e, inside, residue_constant(e, -(first + i) * modulus, width));
    }
}

static struct residue wrapped(struct encoder *e, struct residue a, wide base, wide modulus) {
    struct cases cases;
    split(e, a, base, modulus, &cases);
    struct residue result = cases.value[cases.n - 1];
    for (uint32_t i = cases.n - 1; i-- > 0;) {
        wide end = base + (wide_floor(a.range.low - base, modulus) + i + 1) * modulus;
        struct residue before = residue_le(e, a, residue_constant(e, end - 1, a.width));
        result = residue_choose(e, before, cases.value[i], result);
    }
    return result;
}

struct residue residue_div(struct encoder *e, struct residue a, wide divisor) {
    return divisor == 1 ? a : quotient(e, TERM_DIV, a, divisor);
}

struct residue residue_mod(struct encoder *e, struct residue a, wide divisor) {
    return wrapped(e, a, 0, divisor);
}

static wide base_of(uint32_t width, bool is_signed) {
    return is_signed ? -wide_power(width - 1) : 0;
}

struct residue residue_reduce(struct encoder *e, struct residue a, bool is_signed) {
    return wrapped(e, a, base_of(a.width, is_signed), wide_power(a.width));
}

/* a - b is a multiple of 2^width: one of few, or by `mod`. */
struct residue residue_equal(struct encoder *e, struct residue a, struct residue b) {
    wide modulus = wide_power(a.width);
    struct residue difference = residue_sub(e, a, b);
    wide first = -wide_floor(-difference.range.low, modulus),
         last = wide_floor(difference.range.high, modulus);
    if (last - first >= CASES) {
        difference = quotient(e, TERM_MOD, difference, modulus);
        first = last = 0;
    }
    struct residue result = formula(e, TERM_NONE, true, false);
    for (wide i = first; i <= last; i++) {
        bool must = interval_single(difference.range);
        term t = TERM_NONE;
        if (e->to) t = term_eq(e->to, difference.term, wide_integer(e->to, i * modulus));
        result = residue_or2(e, result, formula(e, t, !must, true));
    }
    return result;
}

/* Case by case, so that the atoms are comparisons of sums: engines make predicates of them. */
struct residue residue_less(struct encoder *e, struct residue a, struct residue b, bool is_signed,
                            bool or_equal) {
    struct cases left, right;
    wide base = base_of(a.width, is_signed), modulus = wide_power(a.width);
    split(e, a, base, modulus, &left);
    split(e, b, base, modulus, &right);
    struct residue one = residue_constant(e, 1, a.width), result = formula(e, TERM_NONE, true, false);
    for (uint32_t i = 0; i < left.n; i++)
        for (uint32_t j = 0; j < right.n; j++) {
            struct residue lesser = or_equal ? left.value[i] : residue_add(e, left.value[i], one);
            struct residue holds = residue_le(e, lesser, right.value[j]);
            holds = residue_and2(e, residue_and2(e, left.guard[i], right.guard[j]), holds);
            result = residue_or2(e, result, holds);
        }
    return result;
}
