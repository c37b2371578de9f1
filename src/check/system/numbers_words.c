/* The operators on words, over numbers. Each rule says why its result is congruent to the word modulo 2^w. */
#include "check/system/numbers.h"

#include "base/mem.h"

bool numbers_operator(enum term_op op) {
    switch (op) {
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_BITS:
    case TERM_VARIABLE:
    case TERM_NOT:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
    case TERM_EQ:
    case TERM_ITE:
    case TERM_BV_NOT:
    case TERM_BV_NEG:
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_ADD:
    case TERM_BV_SUB:
    case TERM_BV_MUL:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR:
    case TERM_BV_ULT:
    case TERM_BV_ULE:
    case TERM_BV_SLT:
    case TERM_BV_SLE:
    case TERM_BV_CONCAT:
    case TERM_BV_EXTRACT:
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: return true;
    default: return false;
    }
}

static const struct number *negate(struct numbers *n, const struct number *x) {
    return number_sub(n, number_integer(n, 0), x);
}

static const struct number *scale_by_power(struct numbers *n, const struct number *x, uint32_t exponent) {
    mpz_t power;
    mpz_init(power);
    mpz_setbit(power, exponent);
    x = number_scale(n, x, power);
    mpz_clear(power);
    return x;
}

/* floor(x / 2^exponent): if x is congruent to a word modulo 2^w, this is congruent to the word shifted modulo 2^(w -
 * exponent). */
static const struct number *quotient_by_power(struct numbers *n, const struct number *x, uint32_t exponent) {
    mpz_t power;
    mpz_init(power);
    mpz_setbit(power, exponent);
    x = number_quotient(n, x, power);
    mpz_clear(power);
    return x;
}

static const struct number *product(struct numbers *n, const struct number *a, const struct number *b) {
    if (number_is_constant(a)) return number_scale(n, b, a->low);
    return number_is_constant(b) ? number_scale(n, a, b->low) : NULL;
}

/* Rounded towards zero, of numbers; divisor > 0. */
static const struct number *truncate(struct numbers *n, const struct number *x, mpz_srcptr divisor) {
    if (mpz_sgn(x->low) >= 0) return number_quotient(n, x, divisor);
    const struct number *below = negate(n, number_quotient(n, negate(n, x), divisor));
    if (mpz_sgn(x->high) <= 0) return below;
    return number_choose(n, number_le(n, number_integer(n, 0), x), number_quotient(n, x, divisor), below);
}

/* x - divisor * truncated quotient: below the divisor in size, with the sign of x. */
static const struct number *remainder_of(struct numbers *n, const struct number *x,
                                         const struct number *quotient, mpz_srcptr divisor) {
    mpz_t low, high;
    mpz_inits(low, high, NULL);
    if (mpz_sgn(x->high) > 0) mpz_sub_ui(high, divisor, 1);
    if (mpz_sgn(x->low) < 0) mpz_ui_sub(low, 1, divisor);
    const struct number *r =
        number_within(n, number_sub(n, x, number_scale(n, quotient, divisor)), low, high);
    mpz_clears(low, high, NULL);
    return r;
}

/* By a constant other than zero. Signed: the quotient's sign is the product of both signs, the remainder's is the
 * dividend's. (The least number by -1 gives 2^(w-1), congruent to itself.) */
static const struct number *divide(struct numbers *n, enum term_op op, const struct number *x,
                                   const struct number *by, uint32_t width) {
    bool is_signed = op == TERM_BV_SDIV || op == TERM_BV_SREM;
    by = number_reduce(n, by, width, is_signed);
    if (!number_is_constant(by) || !mpz_sgn(by->low)) return NULL;
    x = number_reduce(n, x, width, is_signed);
    if (op == TERM_BV_UDIV) return number_quotient(n, x, by->low);
    if (op == TERM_BV_UREM) return number_remainder(n, x, by->low);
    mpz_t size;
    mpz_init(size);
    mpz_abs(size, by->low);
    const struct number *result = truncate(n, x, size);
    if (op == TERM_BV_SREM)
        result = remainder_of(n, x, result, size);
    else if (mpz_sgn(by->low) < 0)
        result = negate(n, result);
    mpz_clear(size);
    return result;
}

/* By a constant. */
static const struct number *shift(struct numbers *n, enum term_op op, const struct number *x,
                                  const struct number *by, uint32_t width) {
    by = number_reduce(n, by, width, false);
    if (!number_is_constant(by)) return NULL;
    bool beyond = mpz_cmp_ui(by->low, width) >= 0;
    uint32_t amount = beyond ? width : (uint32_t)mpz_get_ui(by->low);
    if (op == TERM_BV_SHL) return scale_by_power(n, x, amount);
    return quotient_by_power(n, number_reduce(n, x, width, op == TERM_BV_ASHR), amount);
}

/* x & mask for a mask whose ones are the bits [low..high[: that part of x, at its place. */
static const struct number *mask_run(struct numbers *n, const struct number *x, mpz_srcptr mask,
                                     uint32_t width) {
    if (!mpz_sgn(mask)) return number_integer(n, 0);
    uint32_t low = (uint32_t)mpz_scan1(mask, 0), high = (uint32_t)mpz_scan0(mask, low);
    if (mpz_sizeinbase(mask, 2) != high) return NULL;
    x = quotient_by_power(n, x, low);
    if (high < width) x = number_reduce(n, x, high - low, false);
    return scale_by_power(n, x, low);
}

/* Both are 0 or 1. */
static const struct number *bitwise_and_of_truths(struct numbers *n, const struct number *a,
                                                  const struct number *b) {
    return number_choose(n, number_le(n, a, number_integer(n, 0)), number_integer(n, 0), b);
}

static bool is_truth(const struct number *x) {
    return mpz_sgn(x->low) >= 0 && mpz_cmp_si(x->high, 1) <= 0;
}

/* a | b = a + b - (a & b) and a ^ b = a + b - 2 (a & b), as words. */
static const struct number *bitwise(struct numbers *n, enum term_op op, const struct number *a,
                                    const struct number *b, uint32_t width) {
    const struct number *ua = number_reduce(n, a, width, false), *ub = number_reduce(n, b, width, false),
                        *both = NULL;
    if (number_is_constant(ua))
        both = mask_run(n, b, ua->low, width);
    else if (number_is_constant(ub))
        both = mask_run(n, a, ub->low, width);
    else if (is_truth(ua) && is_truth(ub))
        both = bitwise_and_of_truths(n, ua, ub);
    if (!both || op == TERM_BV_AND) return both;
    const struct number *sum = number_add(n, a, b);
    return number_sub(n, sum, op == TERM_BV_OR ? both : scale_by_power(n, both, 1));
}

static const struct number *bits_constant(struct numbers *n, term t, uint32_t width) {
    const struct number *x = number_constant(n, term_bits(n->from, t));
    return number_reduce(n, x, width, true);
}

const struct number *numbers_word(struct numbers *n, term t, const struct number *const *a) {
    enum term_op op = term_op(n->from, t);
    uint32_t width = sort_width(n->from, term_sort(n->from, t));
    switch (op) {
    case TERM_BITS: return bits_constant(n, t, width);
    case TERM_ITE: return number_choose(n, a[0]->term, a[1], a[2]);
    case TERM_BV_NEG: return negate(n, a[0]);
    case TERM_BV_NOT: return number_sub(n, number_integer(n, -1), a[0]); /* x + ~x = -1 */
    case TERM_BV_ADD: return number_add(n, a[0], a[1]);
    case TERM_BV_SUB: return number_sub(n, a[0], a[1]);
    case TERM_BV_MUL: return product(n, a[0], a[1]);
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM: return divide(n, op, a[0], a[1], width);
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return shift(n, op, a[0], a[1], width);
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR: return bitwise(n, op, a[0], a[1], width);
    case TERM_BV_CONCAT: { /* the second argument is the lower half */
        uint32_t low = sort_width(n->from, term_sort(n->from, term_arg(n->from, t, 1)));
        return number_add(n, scale_by_power(n, a[0], low), number_reduce(n, a[1], low, false));
    }
    case TERM_BV_EXTRACT: return quotient_by_power(n, a[0], term_parameter(n->from, t, 1));
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND:
        return number_reduce(n, a[0], width - term_parameter(n->from, t, 0), op == TERM_BV_SIGN_EXTEND);
    default: return NULL;
    }
}
