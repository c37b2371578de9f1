/* What every operator means, on values. */
#include "logic/value.h"
#include "logic/bank.h"

/* Bit vectors as unsigned integers x, y of a width; the result may be any integer: term_bits_of takes it modulo
 * 2^width. */

static void to_signed(mpz_ptr z, uint32_t width) {
    if (!mpz_tstbit(z, width - 1)) return;
    mpz_t power;
    mpz_init(power);
    mpz_setbit(power, width);
    mpz_sub(z, z, power);
    mpz_clear(power);
}

static void set_ones(mpz_ptr z, uint32_t width) {
    mpz_set_ui(z, 0);
    mpz_setbit(z, width);
    mpz_sub_ui(z, z, 1);
}

/* SMT-LIB: x udiv 0 is all ones, x urem 0 is x; the signed ones are defined by these, so x sdiv 0 is 1 when x is
 * negative and all ones otherwise, and srem and smod by 0 are x. */
static void divide(mpz_ptr r, enum term_op op, mpz_ptr x, mpz_ptr y, uint32_t width) {
    bool is_signed = op == TERM_BV_SDIV || op == TERM_BV_SREM || op == TERM_BV_SMOD;
    if (is_signed) {
        to_signed(x, width);
        to_signed(y, width);
    }
    if (mpz_sgn(y) == 0) {
        if (op == TERM_BV_UDIV)
            set_ones(r, width);
        else if (op == TERM_BV_SDIV)
            mpz_set_si(r, mpz_sgn(x) < 0 ? 1 : -1);
        else
            mpz_set(r, x);
    } else if (op == TERM_BV_UDIV || op == TERM_BV_SDIV)
        mpz_tdiv_q(r, x, y);
    else if (op == TERM_BV_SMOD)
        mpz_fdiv_r(r, x, y); /* the sign of the divisor */
    else
        mpz_tdiv_r(r, x, y); /* the sign of the dividend */
}

static void shift(mpz_ptr r, enum term_op op, mpz_ptr x, mpz_srcptr y, uint32_t width) {
    if (op == TERM_BV_ASHR) to_signed(x, width);
    bool out = mpz_cmp_ui(y, width) >= 0;
    if (op == TERM_BV_SHL) {
        if (out)
            mpz_set_ui(r, 0);
        else
            mpz_mul_2exp(r, x, mpz_get_ui(y));
    } else
        mpz_fdiv_q_2exp(r, x, out ? width : mpz_get_ui(y));
}

static term apply_bits2(struct terms *b, enum term_op op, mpz_ptr x, mpz_ptr y, mpz_ptr r, uint32_t width) {
    switch (op) {
    case TERM_BV_AND: mpz_and(r, x, y); break;
    case TERM_BV_OR: mpz_ior(r, x, y); break;
    case TERM_BV_XOR: mpz_xor(r, x, y); break;
    case TERM_BV_ADD: mpz_add(r, x, y); break;
    case TERM_BV_SUB: mpz_sub(r, x, y); break;
    case TERM_BV_MUL: mpz_mul(r, x, y); break;
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: shift(r, op, x, y, width); break;
    case TERM_BV_ULT: return term_bool(b, mpz_cmp(x, y) < 0);
    case TERM_BV_ULE: return term_bool(b, mpz_cmp(x, y) <= 0);
    case TERM_BV_SLT:
    case TERM_BV_SLE:
        to_signed(x, width);
        to_signed(y, width);
        return term_bool(b, op == TERM_BV_SLT ? mpz_cmp(x, y) < 0 : mpz_cmp(x, y) <= 0);
    default: divide(r, op, x, y, width); break;
    }
    return term_bits_of(b, r, width);
}

static term apply_concat(struct terms *b, term high, term low) {
    uint32_t width = bank_width(b, low);
    mpz_t r;
    mpz_init(r);
    mpz_mul_2exp(r, term_bits(b, high), width);
    mpz_ior(r, r, term_bits(b, low));
    term t = term_bits_of(b, r, bank_width(b, high) + width);
    mpz_clear(r);
    return t;
}

static void rotate_left(mpz_ptr r, mpz_srcptr x, uint32_t width, uint32_t by) {
    mpz_t high;
    mpz_init(high);
    mpz_fdiv_q_2exp(high, x, width - by);
    mpz_mul_2exp(r, x, by); /* the bits above the width are dropped later */
    mpz_ior(r, r, high);
    mpz_clear(high);
}

static term apply_bits1(struct terms *b, enum term_op op, term a, uint32_t p0, uint32_t p1) {
    uint32_t width = bank_width(b, a);
    mpz_t r;
    mpz_init_set(r, term_bits(b, a));
    switch (op) {
    case TERM_BV_NOT: mpz_com(r, r); break;
    case TERM_BV_NEG: mpz_neg(r, r); break;
    case TERM_BV_EXTRACT:
        mpz_fdiv_q_2exp(r, r, p1);
        width = p0 - p1 + 1;
        break;
    case TERM_BV_ZERO_EXTEND: width += p0; break;
    case TERM_BV_SIGN_EXTEND:
        to_signed(r, width);
        width += p0;
        break;
    case TERM_BV_ROTATE_LEFT: rotate_left(r, term_bits(b, a), width, p0 % width); break;
    default: /* TERM_BV_ROTATE_RIGHT */
        rotate_left(r, term_bits(b, a), width, (width - p0 % width) % width);
        break;
    }
    term t = term_bits_of(b, r, width);
    mpz_clear(r);
    return t;
}

static term apply_bits(struct terms *b, enum term_op op, const term *v, uint32_t n, uint32_t p0,
                       uint32_t p1) {
    if (n == 1) return apply_bits1(b, op, v[0], p0, p1);
    if (op == TERM_BV_CONCAT) return apply_concat(b, v[0], v[1]);
    mpz_t x, y, r;
    mpz_init_set(x, term_bits(b, v[0]));
    mpz_init_set(y, term_bits(b, v[1]));
    mpz_init(r);
    term t = apply_bits2(b, op, x, y, r, bank_width(b, v[0]));
    mpz_clears(x, y, r, NULL);
    return t;
}

/* Numbers. */

static term apply_sum(struct terms *b, enum term_op op, const term *v, uint32_t n) {
    sort s = bank_sort(b, v[0]);
    mpq_t r;
    mpq_init(r);
    mpq_set(r, term_number(b, v[0]));
    for (uint32_t i = 1; i < n; i++) (op == TERM_ADD ? mpq_add : mpq_mul)(r, r, term_number(b, v[i]));
    term t = term_number_of(b, r, s);
    mpq_clear(r);
    return t;
}

/* Euclidean: x = y * div + mod with 0 <= mod < |y|. */
static term apply_division(struct terms *b, enum term_op op, term x, term y) {
    mpq_srcptr p = term_number(b, x), q = term_number(b, y);
    if (mpq_sgn(q) == 0) return TERM_NONE;
    mpq_t r;
    mpq_init(r);
    if (op == TERM_DIVIDE)
        mpq_div(r, p, q);
    else if (op == TERM_MOD)
        mpz_mod(mpq_numref(r), mpq_numref(p), mpq_numref(q));
    else if (mpq_sgn(q) > 0)
        mpz_fdiv_q(mpq_numref(r), mpq_numref(p), mpq_numref(q));
    else
        mpz_cdiv_q(mpq_numref(r), mpq_numref(p), mpq_numref(q));
    term t = term_number_of(b, r, bank_sort(b, x));
    mpq_clear(r);
    return t;
}

static term integer_of(struct terms *b, mpz_srcptr z) {
    mpq_t r;
    mpq_init(r);
    mpz_set(mpq_numref(r), z);
    term t = term_number_of(b, r, sort_int());
    mpq_clear(r);
    return t;
}

static term floor_of(struct terms *b, mpq_srcptr q) {
    mpz_t z;
    mpz_init(z);
    mpz_fdiv_q(z, mpq_numref(q), mpq_denref(q));
    term t = integer_of(b, z);
    mpz_clear(z);
    return t;
}

term value_apply(struct terms *b, enum term_op op, const term *v, uint32_t n, uint32_t p0, uint32_t p1) {
    for (uint32_t i = 0; i < n; i++) assert(bank_is_value(b, v[i]));
    switch (op) {
    case TERM_TRUE: return term_true(b);
    case TERM_FALSE: return term_false(b);
    case TERM_NUMBER:
    case TERM_BITS:
    case TERM_ELEMENT:
    case TERM_VARIABLE:
    case TERM_APPLY: return TERM_NONE;
    case TERM_NOT: return term_bool(b, bank_is_false(v[0]));
    case TERM_AND:
        for (uint32_t i = 0; i < n; i++)
            if (bank_is_false(v[i])) return v[i];
        return term_true(b);
    case TERM_OR:
        for (uint32_t i = 0; i < n; i++)
            if (bank_is_true(v[i])) return v[i];
        return term_false(b);
    case TERM_XOR: return term_bool(b, !term_same(v[0], v[1]));
    case TERM_EQ: return term_bool(b, term_same(v[0], v[1])); /* values are canonical */
    case TERM_ITE: return bank_is_true(v[0]) ? v[1] : v[2];
    case TERM_ADD:
    case TERM_MUL: return apply_sum(b, op, v, n);
    case TERM_LE: return term_bool(b, mpq_cmp(term_number(b, v[0]), term_number(b, v[1])) <= 0);
    case TERM_LT: return term_bool(b, mpq_cmp(term_number(b, v[0]), term_number(b, v[1])) < 0);
    case TERM_DIVIDE:
    case TERM_DIV:
    case TERM_MOD: return apply_division(b, op, v[0], v[1]);
    case TERM_TO_REAL: return term_number_of(b, term_number(b, v[0]), sort_real());
    case TERM_TO_INT: return floor_of(b, term_number(b, v[0]));
    case TERM_BV_TO_NAT: return integer_of(b, term_bits(b, v[0]));
    case TERM_INT_TO_BV: return term_bits_of(b, mpq_numref(term_number(b, v[0])), p0);
    case TERM_SELECT: return value_select(b, v[0], v[1]);
    case TERM_STORE: return value_store(b, v[0], v[1], v[2]);
    case TERM_CONST_ARRAY: return bank_application(b, op, v, 1, p0, 0);
    default: return apply_bits(b, op, v, n, p0, p1);
    }
}
