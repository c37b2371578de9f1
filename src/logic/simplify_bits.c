/* Simplification on bit vectors. */
#include "logic/bank.h"
#include "logic/simplify.h"
#include "logic/value.h"

/* Constants. */

static bool is_zero(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_BITS && mpz_sgn(term_bits(b, t)) == 0;
}
static bool is_one(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_BITS && mpz_cmp_ui(term_bits(b, t), 1) == 0;
}
static bool is_ones(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_BITS && mpz_popcount(term_bits(b, t)) == bank_width(b, t);
}
/* The least and greatest signed number. */
static bool is_least(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_BITS && mpz_popcount(term_bits(b, t)) == 1 &&
           mpz_tstbit(term_bits(b, t), bank_width(b, t) - 1);
}
static bool is_greatest(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_BITS && mpz_popcount(term_bits(b, t)) == bank_width(b, t) - 1 &&
           !mpz_tstbit(term_bits(b, t), bank_width(b, t) - 1);
}
/* The exponent when t is a power of two. */
static bool is_power(const struct terms *b, term t, uint32_t *exponent) {
    if (bank_op(b, t) != TERM_BITS || mpz_popcount(term_bits(b, t)) != 1) return false;
    *exponent = (uint32_t)mpz_scan1(term_bits(b, t), 0);
    return true;
}

static term zero(struct terms *b, uint32_t width) {
    return term_bits_ui(b, 0, width);
}
static term ones(struct terms *b, uint32_t width) {
    term z = zero(b, width);
    return value_apply(b, TERM_BV_NOT, &z, 1, 0, 0);
}

static term fold1(struct terms *b, enum term_op op, term x) {
    return value_apply(b, op, &x, 1, 0, 0);
}
static term fold2(struct terms *b, enum term_op op, term x, term y) {
    return value_apply(b, op, (term[]){x, y}, 2, 0, 0);
}

static bool is_operation(const struct terms *b, term t, enum term_op op) {
    return bank_op(b, t) == op;
}
static bool is_not_of(const struct terms *b, term x, term y) {
    return (is_operation(b, x, TERM_BV_NOT) && term_same(bank_arg(b, x, 0), y)) ||
           (is_operation(b, y, TERM_BV_NOT) && term_same(bank_arg(b, y, 0), x));
}
static bool is_negation_of(const struct terms *b, term x, term y) {
    return (is_operation(b, x, TERM_BV_NEG) && term_same(bank_arg(b, x, 0), y)) ||
           (is_operation(b, y, TERM_BV_NEG) && term_same(bank_arg(b, y, 0), x));
}

/* Bitwise operators and commutative arithmetic. */

static term complement(struct terms *b, term x) {
    if (is_operation(b, x, TERM_BV_NOT)) return bank_arg(b, x, 0);
    if (bank_is_value(b, x)) return fold1(b, TERM_BV_NOT, x);
    term condition;
    if (simplify_is_flag(b, x, &condition)) return simplify_flag(b, term_not(b, condition));
    return bank_application1(b, TERM_BV_NOT, x);
}

static term negation(struct terms *b, term x) {
    if (is_operation(b, x, TERM_BV_NEG)) return bank_arg(b, x, 0);
    if (bank_is_value(b, x)) return fold1(b, TERM_BV_NEG, x);
    return bank_width(b, x) == 1 ? x : bank_application1(b, TERM_BV_NEG, x);
}

/* x op constant; false: no rule. */
static bool with_constant(struct terms *b, enum term_op op, term x, term c, term *result) {
    bool none = is_zero(b, c), all = is_ones(b, c);
    switch (op) {
    case TERM_BV_AND: *result = none ? c : x; return none || all;
    case TERM_BV_OR: *result = none ? x : c; return none || all;
    case TERM_BV_XOR:
        if (none)
            *result = x;
        else if (all)
            *result = complement(b, x);
        return none || all;
    case TERM_BV_ADD: *result = x; return none;
    default: /* TERM_BV_MUL */
        if (none)
            *result = c;
        else if (is_one(b, c))
            *result = x;
        else if (all)
            *result = negation(b, x);
        return none || all || is_one(b, c);
    }
}

/* x op x, x op not x, x op -x; false: no rule. */
static bool with_itself(struct terms *b, enum term_op op, term x, term y, term *result) {
    uint32_t width = bank_width(b, x);
    if (term_same(x, y)) {
        *result = op == TERM_BV_XOR ? zero(b, width) : x;
        return op == TERM_BV_AND || op == TERM_BV_OR || op == TERM_BV_XOR;
    }
    if (is_not_of(b, x, y)) {
        *result = op == TERM_BV_AND ? zero(b, width) : ones(b, width); /* x + not x is all ones, too */
        return op != TERM_BV_MUL;
    }
    *result = zero(b, width);
    return op == TERM_BV_ADD && is_negation_of(b, x, y);
}

static bool on_flags(struct terms *b, enum term_op op, term x, term y, term *result) {
    term p, q;
    if (bank_width(b, x) != 1 || !simplify_is_flag(b, x, &p) || !simplify_is_flag(b, y, &q)) return false;
    switch (op) {
    case TERM_BV_AND:
    case TERM_BV_MUL: *result = simplify_flag(b, term_and2(b, p, q)); return true;
    case TERM_BV_OR: *result = simplify_flag(b, term_or2(b, p, q)); return true;
    default: *result = simplify_flag(b, term_xor(b, p, q)); return true; /* xor, and addition of one bit */
    }
}

static term commutative(struct terms *b, enum term_op op, term x, term y) {
    if (bank_is_value(b, x) || (x.id > y.id && !bank_is_value(b, y))) {
        term swap = x;
        x = y;
        y = swap;
    }
    term result = TERM_NONE;
    if (bank_is_value(b, y)) {
        if (bank_op(b, x) == op && bank_is_value(b, bank_arg(b, x, 1))) { /* (x op c) op d */
            y = fold2(b, op, bank_arg(b, x, 1), y);
            x = bank_arg(b, x, 0);
        } else if (op == TERM_BV_XOR && is_operation(b, x, TERM_BV_NOT)) {
            y = fold1(b, TERM_BV_NOT, y);
            x = bank_arg(b, x, 0);
        }
        if (with_constant(b, op, x, y, &result)) return result;
    } else if (with_itself(b, op, x, y, &result))
        return result;
    if (on_flags(b, op, x, y, &result)) return result;
    return bank_application2(b, op, x, y);
}

static term subtraction(struct terms *b, term x, term y) {
    if (term_same(x, y)) return zero(b, bank_width(b, x));
    if (bank_is_value(b, y)) return commutative(b, TERM_BV_ADD, x, fold1(b, TERM_BV_NEG, y));
    if (is_zero(b, x)) return negation(b, y);
    if (is_operation(b, y, TERM_BV_NEG)) return commutative(b, TERM_BV_ADD, x, bank_arg(b, y, 0));
    return bank_application2(b, TERM_BV_SUB, x, y);
}

/* Division and shifts. */

static term division(struct terms *b, enum term_op op, term x, term y) {
    uint32_t width = bank_width(b, x), exponent;
    bool quotient = op == TERM_BV_UDIV || op == TERM_BV_SDIV;
    if (!quotient && term_same(x, y)) return zero(b, width);
    if (!quotient && is_zero(b, y)) return x;
    if (op == TERM_BV_UDIV && is_zero(b, y)) return ones(b, width);
    if (is_one(b, y)) return quotient ? x : zero(b, width); /* of one bit: 1 is -1, and -x is x */
    if (op == TERM_BV_UDIV && is_power(b, y, &exponent))
        return bank_application2(b, TERM_BV_LSHR, x, term_bits_ui(b, exponent, width));
    if (op == TERM_BV_UREM && is_power(b, y, &exponent)) /* at least 2 */
        return term_extend(b, TERM_BV_ZERO_EXTEND, term_extract(b, x, exponent - 1, 0), width - exponent);
    return bank_application2(b, op, x, y);
}

static term shift(struct terms *b, enum term_op op, term x, term y) {
    uint32_t width = bank_width(b, x);
    if (is_zero(b, y) || is_zero(b, x)) return x;
    if (op == TERM_BV_ASHR && is_ones(b, x)) return x;
    if (bank_is_value(b, y) && mpz_cmp_ui(term_bits(b, y), width) >= 0) {
        if (op != TERM_BV_ASHR) return zero(b, width);
        y = term_bits_ui(b, width - 1, width); /* only the sign is left */
    }
    if (width == 1 && op == TERM_BV_ASHR) return x;
    return bank_application2(b, op, x, y);
}

/* Comparisons. */

static term less_or_equal(struct terms *b, enum term_op op, term x, term y) {
    bool is_signed = op == TERM_BV_SLE;
    if (term_same(x, y)) return term_true(b);
    if (is_signed ? is_least(b, x) || is_greatest(b, y) : is_zero(b, x) || is_ones(b, y)) return term_true(b);
    if (is_signed ? is_least(b, y) || is_greatest(b, x) : is_zero(b, y) || is_ones(b, x))
        return term_eq(b, x, y);
    return bank_application2(b, op, x, y);
}

/* The high bits of a constant, of which only the lowest are left for the argument of an extension. */
static bool fits(struct terms *b, term *value, enum term_op extension, uint32_t width) {
    uint32_t full = bank_width(b, *value);
    term low = value_apply(b, TERM_BV_EXTRACT, value, 1, width - 1, 0);
    term again = value_apply(b, extension, &low, 1, full - width, 0);
    bool same = term_same(again, *value);
    *value = low;
    return same;
}

/* Solves x = value for the argument of x where the operator can be undone; false: it cannot. *impossible: never
 * equal. */
static bool undo(struct terms *b, term *x, term *value, bool *impossible) {
    term inner = bank_node(b, *x)->arity ? bank_arg(b, *x, 0) : TERM_NONE;
    enum term_op op = bank_op(b, *x);
    switch (op) {
    case TERM_BV_NOT:
    case TERM_BV_NEG: *value = fold1(b, op, *value); break;
    case TERM_BV_ADD:
    case TERM_BV_XOR:
        if (!bank_is_value(b, bank_arg(b, *x, 1))) return false;
        *value = fold2(b, op == TERM_BV_ADD ? TERM_BV_SUB : op, *value, bank_arg(b, *x, 1));
        break;
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: *impossible = !fits(b, value, op, bank_width(b, inner)); break;
    case TERM_BV_CONCAT: {
        term low = bank_arg(b, *x, 1);
        uint32_t width = bank_width(b, low), full = bank_width(b, *value);
        if (!bank_is_value(b, inner) && !bank_is_value(b, low)) return false;
        term high_value = value_apply(b, TERM_BV_EXTRACT, value, 1, full - 1, width);
        term low_value = value_apply(b, TERM_BV_EXTRACT, value, 1, width - 1, 0);
        bool high = bank_is_value(b, low); /* the high part remains to be solved */
        *impossible = high ? !term_same(low, low_value) : !term_same(inner, high_value);
        *value = high ? high_value : low_value;
        if (!high) inner = low;
        break;
    }
    default: return false;
    }
    *x = inner;
    return true;
}

term simplify_bits_eq(struct terms *b, term x, term y) {
    term p, q;
    bool impossible = false, changed = false;
    if (bank_is_value(b, y)) {
        while (!impossible && undo(b, &x, &y, &impossible)) changed = true;
        if (impossible) return term_false(b);
        if (changed && bank_op(b, x) == TERM_ITE)
            return term_eq(b, x, y); /* nothing to undo there: nests once */
        if (bank_width(b, y) == 1 && is_zero(b, y))
            return term_not(b, bank_application2(b, TERM_EQ, x, term_bits_ui(b, 1, 1)));
    } else if (simplify_is_flag(b, x, &p) && simplify_is_flag(b, y, &q))
        return term_eq(b, p, q);
    return bank_application2(b, TERM_EQ, x, y);
}

/* Parts. */

static term concatenation(struct terms *b, term x, term y) {
    if (is_operation(b, x, TERM_BV_EXTRACT) && is_operation(b, y, TERM_BV_EXTRACT) &&
        term_same(bank_arg(b, x, 0), bank_arg(b, y, 0)) &&
        bank_parameter(b, x, 1) == bank_parameter(b, y, 0) + 1)
        return term_extract(b, bank_arg(b, x, 0), bank_parameter(b, x, 0), bank_parameter(b, y, 1));
    if (bank_is_value(b, x) && is_operation(b, y, TERM_BV_CONCAT) && bank_is_value(b, bank_arg(b, y, 0))) {
        term rest = bank_arg(b, y, 1);
        return bank_application2(b, TERM_BV_CONCAT, fold2(b, TERM_BV_CONCAT, x, bank_arg(b, y, 0)), rest);
    }
    if (bank_is_value(b, y) && is_operation(b, x, TERM_BV_CONCAT) && bank_is_value(b, bank_arg(b, x, 1))) {
        term rest = bank_arg(b, x, 0);
        return bank_application2(b, TERM_BV_CONCAT, rest, fold2(b, TERM_BV_CONCAT, bank_arg(b, x, 1), y));
    }
    return bank_application2(b, TERM_BV_CONCAT, x, y);
}

/* Goes down to the part of x that the bits [high..low] come from. */
static bool descend(const struct terms *b, term *x, uint32_t *high, uint32_t *low) {
    if (!bank_node(b, *x)->arity) return false;
    term inner = bank_arg(b, *x, 0);
    switch (bank_op(b, *x)) {
    case TERM_BV_EXTRACT:
        *high += bank_parameter(b, *x, 1);
        *low += bank_parameter(b, *x, 1);
        break;
    case TERM_BV_CONCAT: {
        uint32_t width = bank_width(b, bank_arg(b, *x, 1));
        if (*high < width)
            inner = bank_arg(b, *x, 1);
        else if (*low < width)
            return false;
        else {
            *high -= width;
            *low -= width;
        }
        break;
    }
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND:
        if (*high >= bank_width(b, inner)) return false;
        break;
    default: return false;
    }
    *x = inner;
    return true;
}

static bool is_choice_of_values(const struct terms *b, term x) {
    return is_operation(b, x, TERM_ITE) && bank_is_value(b, bank_arg(b, x, 1)) &&
           bank_is_value(b, bank_arg(b, x, 2));
}

static term extract_here(struct terms *b, term x, uint32_t high, uint32_t low) {
    if (high - low + 1 == bank_width(b, x)) return x;
    if (bank_is_value(b, x)) return value_apply(b, TERM_BV_EXTRACT, &x, 1, high, low);
    if (is_choice_of_values(b, x)) {
        term condition = bank_arg(b, x, 0), then = bank_arg(b, x, 1), otherwise = bank_arg(b, x, 2);
        then = value_apply(b, TERM_BV_EXTRACT, &then, 1, high, low);
        otherwise = value_apply(b, TERM_BV_EXTRACT, &otherwise, 1, high, low);
        return term_ite(b, condition, then, otherwise);
    }
    return bank_application(b, TERM_BV_EXTRACT, &x, 1, high, low);
}

static term extension(struct terms *, enum term_op, term, uint32_t bits);

static term extraction(struct terms *b, term x, uint32_t high, uint32_t low) {
    uint32_t zeros = 0; /* known ones above what is still to be extracted */
    for (;;) {
        if (descend(b, &x, &high, &low)) continue;
        if (!is_operation(b, x, TERM_BV_ZERO_EXTEND)) break;
        uint32_t width = bank_width(b, bank_arg(b, x, 0)); /* at most high: descend() would have gone on */
        if (low >= width) return zero(b, zeros + high - low + 1);
        zeros += high - width + 1;
        high = width - 1;
        x = bank_arg(b, x, 0);
    }
    term t = extract_here(b, x, high, low);
    if (bank_is_value(b, t) && zeros) return value_apply(b, TERM_BV_ZERO_EXTEND, &t, 1, zeros, 0);
    return extension(b, TERM_BV_ZERO_EXTEND, t, zeros);
}

static term extension(struct terms *b, enum term_op op, term x, uint32_t bits) {
    if (bits == 0) return x;
    enum term_op inner = bank_op(b, x);
    if (inner == op || (inner == TERM_BV_ZERO_EXTEND && op == TERM_BV_SIGN_EXTEND)) {
        bits += bank_parameter(b, x, 0); /* extensions by 0 bits do not exist, so a zero-extended sign is 0 */
        op = inner;
        x = bank_arg(b, x, 0);
    }
    return bank_application(b, op, &x, 1, bits, 0);
}

static term rotation(struct terms *b, enum term_op op, term x, uint32_t by) {
    uint32_t width = bank_width(b, x);
    uint64_t left = op == TERM_BV_ROTATE_LEFT ? by % width : width - by % width;
    if (is_operation(b, x, TERM_BV_ROTATE_LEFT)) {
        left += bank_parameter(b, x, 0);
        x = bank_arg(b, x, 0);
    }
    left %= width;
    return left ? bank_application(b, TERM_BV_ROTATE_LEFT, &x, 1, (uint32_t)left, 0) : x;
}

term simplify_bits(struct terms *b, enum term_op op, const term *a, uint32_t n, uint32_t p0, uint32_t p1) {
    switch (op) {
    case TERM_BV_NOT: return complement(b, a[0]);
    case TERM_BV_NEG: return negation(b, a[0]);
    case TERM_BV_AND:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_ADD:
    case TERM_BV_MUL: return commutative(b, op, a[0], a[1]);
    case TERM_BV_SUB: return subtraction(b, a[0], a[1]);
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD: return division(b, op, a[0], a[1]);
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return shift(b, op, a[0], a[1]);
    case TERM_BV_ULE:
    case TERM_BV_SLE: return less_or_equal(b, op, a[0], a[1]);
    case TERM_BV_ULT: return term_not(b, less_or_equal(b, TERM_BV_ULE, a[1], a[0]));
    case TERM_BV_SLT: return term_not(b, less_or_equal(b, TERM_BV_SLE, a[1], a[0]));
    case TERM_BV_CONCAT: return concatenation(b, a[0], a[1]);
    case TERM_BV_EXTRACT: return extraction(b, a[0], p0, p1);
    case TERM_BV_ZERO_EXTEND:
    case TERM_BV_SIGN_EXTEND: return extension(b, op, a[0], p0);
    case TERM_BV_ROTATE_LEFT:
    case TERM_BV_ROTATE_RIGHT: return rotation(b, op, a[0], p0);
    case TERM_INT_TO_BV:
        if (is_operation(b, a[0], TERM_BV_TO_NAT) && bank_width(b, bank_arg(b, a[0], 0)) == p0)
            return bank_arg(b, a[0], 0);
        break;
    default: break;
    }
    return bank_application(b, op, a, n, p0, p1);
}
