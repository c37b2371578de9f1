#include "format/c/arithmetic.h"

#include <stdlib.h>

sort c_arithmetic_sort(const struct c_arithmetic *a, uint32_t bits) {
    if (bits == 1) return sort_bool();
    if (a->theory == C_BV) return sort_bv(a->bank, bits);
    return a->theory == C_INT ? sort_int() : sort_real();
}

/* Constants. */

static term number(const struct c_arithmetic *a, mpz_srcptr z) {
    mpq_t q;
    mpq_init(q);
    mpq_set_z(q, z);
    term t = term_number_of(a->bank, q, a->theory == C_INT ? sort_int() : sort_real());
    mpq_clear(q);
    return t;
}

static term constant(const struct c_arithmetic *a, mpz_srcptr z, uint32_t bits) {
    if (bits == 1) return term_bool(a->bank, mpz_odd_p(z));
    return a->theory == C_BV ? term_bits_of(a->bank, z, bits) : number(a, z);
}

term c_arithmetic_unsigned(const struct c_arithmetic *a, uint64_t value, uint32_t bits) {
    mpz_t z;
    mpz_init(z);
    mpz_import(z, 1, 1, sizeof value, 0, 0, &value);
    term t = constant(a, z, bits);
    mpz_clear(z);
    return t;
}

term c_arithmetic_signed(const struct c_arithmetic *a, int64_t value, uint32_t bits) {
    mpz_t z;
    mpz_init_set_si(z, value);
    term t = constant(a, z, bits);
    mpz_clear(z);
    return t;
}

/* llvm-c has no accessor for integers of more than 64 bits: they are printed ("i128 -5") and read. */
static void wide(LLVMValueRef c, mpz_ptr z) {
    char *printed = llvm.PrintValueToString(c);
    const char *digits = strrchr(printed, ' ');
    if (!digits || mpz_set_str(z, digits + 1, 10) != 0) mpz_set_ui(z, 0);
    llvm.DisposeMessage(printed);
}

term c_arithmetic_constant(const struct c_arithmetic *a, LLVMValueRef c, bool is_unsigned) {
    uint32_t bits = llvm.GetIntTypeWidth(llvm.TypeOf(c));
    if (bits <= 64)
        return is_unsigned ? c_arithmetic_unsigned(a, llvm.ConstIntGetZExtValue(c), bits)
                           : c_arithmetic_signed(a, llvm.ConstIntGetSExtValue(c), bits);
    mpz_t z, range;
    mpz_init(z);
    mpz_init(range);
    wide(c, z);
    mpz_setbit(range, bits);
    if (is_unsigned && mpz_sgn(z) < 0) mpz_add(z, z, range);
    term t = constant(a, z, bits);
    mpz_clear(range);
    mpz_clear(z);
    return t;
}

/* Bits as Booleans. */

static term bit_of(const struct c_arithmetic *a, term truth) {
    return term_ite(a->bank, truth, term_bits_ui(a->bank, 1, 1), term_bits_ui(a->bank, 0, 1));
}

static term logic(const struct c_arithmetic *a, LLVMOpcode op, term x, term y) {
    switch (op) {
    case LLVMAnd:
    case LLVMMul: return term_and2(a->bank, x, y);
    case LLVMOr: return term_or2(a->bank, x, y);
    case LLVMXor:
    case LLVMAdd:
    case LLVMSub: return term_xor(a->bank, x, y);
    case LLVMShl:
    case LLVMLShr: return term_and2(a->bank, x, term_not(a->bank, y));
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv: return x;
    case LLVMURem:
    case LLVMSRem: return term_false(a->bank);
    default: return TERM_NONE;
    }
}

/* Bit vectors. */

static term bits_binary(const struct c_arithmetic *a, LLVMOpcode op, term x, term y) {
    static const struct {
        LLVMOpcode llvm;
        enum term_op term;
    } rows[] = {{LLVMAdd, TERM_BV_ADD},   {LLVMSub, TERM_BV_SUB},   {LLVMMul, TERM_BV_MUL},
                {LLVMUDiv, TERM_BV_UDIV}, {LLVMSDiv, TERM_BV_SDIV}, {LLVMURem, TERM_BV_UREM},
                {LLVMSRem, TERM_BV_SREM}, {LLVMAnd, TERM_BV_AND},   {LLVMOr, TERM_BV_OR},
                {LLVMXor, TERM_BV_XOR},   {LLVMShl, TERM_BV_SHL},   {LLVMLShr, TERM_BV_LSHR},
                {LLVMAShr, TERM_BV_ASHR}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].llvm == op) return term_bv2(a->bank, rows[i].term, x, y);
    return TERM_NONE;
}

static term bits_compare(const struct c_arithmetic *a, LLVMIntPredicate p, term x, term y) {
    switch (p) {
    case LLVMIntUGT: return term_bv2(a->bank, TERM_BV_ULT, y, x);
    case LLVMIntUGE: return term_bv2(a->bank, TERM_BV_ULE, y, x);
    case LLVMIntULT: return term_bv2(a->bank, TERM_BV_ULT, x, y);
    case LLVMIntULE: return term_bv2(a->bank, TERM_BV_ULE, x, y);
    case LLVMIntSGT: return term_bv2(a->bank, TERM_BV_SLT, y, x);
    case LLVMIntSGE: return term_bv2(a->bank, TERM_BV_SLE, y, x);
    case LLVMIntSLT: return term_bv2(a->bank, TERM_BV_SLT, x, y);
    default: return term_bv2(a->bank, TERM_BV_SLE, x, y);
    }
}

/* Numbers. */

static term power_of_two(const struct c_arithmetic *a, unsigned long exponent) {
    mpz_t z;
    mpz_init(z);
    mpz_setbit(z, exponent);
    term t = number(a, z);
    mpz_clear(z);
    return t;
}

/* Whether the term is a constant in [0..limit[. */
static bool small_constant(const struct c_arithmetic *a, term t, unsigned long limit, unsigned long *value) {
    if (!term_is(a->bank, t, TERM_NUMBER)) return false;
    mpq_srcptr q = term_number(a->bank, t);
    if (mpq_sgn(q) < 0 || mpq_cmp_ui(q, limit, 1) >= 0) return false;
    *value = mpz_get_ui(mpq_numref(q));
    return true;
}

/* C rounds towards zero, Euclid's division (SMT-LIB's) does so for dividends that are not negative. */
static term truncated(const struct c_arithmetic *a, enum term_op op, term x, term y) {
    term zero = c_arithmetic_signed(a, 0, 32), positive[2] = {x, y}, negative[2] = {term_neg(a->bank, x), y};
    return term_ite(a->bank, term_le(a->bank, zero, x), term_make(a->bank, op, positive, 2, 0, 0),
                    term_neg(a->bank, term_make(a->bank, op, negative, 2, 0, 0)));
}

/* x & (2^k - 1); x ^ -1 */
static term mask(const struct c_arithmetic *a, term x, term y) {
    if (a->theory != C_INT || !term_is(a->bank, y, TERM_NUMBER)) return TERM_NONE;
    mpz_t z;
    mpz_init(z);
    mpz_add_ui(z, mpq_numref(term_number(a->bank, y)), 1);
    bool power = mpz_sgn(z) > 0 && mpz_popcount(z) == 1;
    term arguments[2] = {x, power ? number(a, z) : y};
    mpz_clear(z);
    return power ? term_make(a->bank, TERM_MOD, arguments, 2, 0, 0) : TERM_NONE;
}

static bool is_minus_one(const struct c_arithmetic *a, term t) {
    return term_is(a->bank, t, TERM_NUMBER) && mpq_cmp_si(term_number(a->bank, t), -1, 1) == 0;
}

static term number_binary(const struct c_arithmetic *a, LLVMOpcode op, term x, term y, uint32_t bits) {
    unsigned long k = 0;
    bool whole = a->theory == C_INT;
    term arguments[2] = {x, y};
    switch (op) {
    case LLVMAdd: return term_add2(a->bank, x, y);
    case LLVMSub: return term_sub(a->bank, x, y);
    case LLVMMul: return term_mul2(a->bank, x, y);
    case LLVMSDiv: return whole ? truncated(a, TERM_DIV, x, y) : TERM_NONE;
    case LLVMSRem: return whole ? truncated(a, TERM_MOD, x, y) : TERM_NONE;
    case LLVMUDiv: return whole ? term_make(a->bank, TERM_DIV, arguments, 2, 0, 0) : TERM_NONE;
    case LLVMURem: return whole ? term_make(a->bank, TERM_MOD, arguments, 2, 0, 0) : TERM_NONE;
    case LLVMShl:
        return small_constant(a, y, bits, &k) ? term_mul2(a->bank, x, power_of_two(a, k)) : TERM_NONE;
    case LLVMLShr:
    case LLVMAShr:
        if (!whole || !small_constant(a, y, bits, &k)) return TERM_NONE;
        arguments[1] = power_of_two(a, k);
        return term_make(a->bank, TERM_DIV, arguments, 2, 0, 0);
    case LLVMAnd: {
        term masked = mask(a, x, y);
        return term_is_none(masked) ? mask(a, y, x) : masked;
    }
    case LLVMXor: return is_minus_one(a, y) ? term_sub(a->bank, y, x) : TERM_NONE;
    default: return TERM_NONE;
    }
}

static term number_compare(const struct c_arithmetic *a, LLVMIntPredicate p, term x, term y) {
    switch (p) {
    case LLVMIntUGT:
    case LLVMIntSGT: return term_lt(a->bank, y, x);
    case LLVMIntUGE:
    case LLVMIntSGE: return term_le(a->bank, y, x);
    case LLVMIntULT:
    case LLVMIntSLT: return term_lt(a->bank, x, y);
    default: return term_le(a->bank, x, y);
    }
}

/* Both. */

term c_arithmetic_binary(const struct c_arithmetic *a, LLVMOpcode op, term x, term y, uint32_t bits) {
    if (bits == 1) return logic(a, op, x, y);
    return a->theory == C_BV ? bits_binary(a, op, x, y) : number_binary(a, op, x, y, bits);
}

term c_arithmetic_compare(const struct c_arithmetic *a, LLVMIntPredicate p, term x, term y) {
    if (p == LLVMIntEQ) return term_eq(a->bank, x, y);
    if (p == LLVMIntNE) return term_not(a->bank, term_eq(a->bank, x, y));
    if (sort_same(term_sort(a->bank, x), sort_bool())) return bits_compare(a, p, bit_of(a, x), bit_of(a, y));
    return a->theory == C_BV ? bits_compare(a, p, x, y) : number_compare(a, p, x, y);
}

term c_arithmetic_cast(const struct c_arithmetic *a, LLVMOpcode op, term x, uint32_t from, uint32_t to) {
    if (from == to) return x;
    if (from == 1)
        return term_ite(a->bank, x, c_arithmetic_signed(a, op == LLVMSExt ? -1 : 1, to),
                        c_arithmetic_signed(a, 0, to));
    if (a->theory != C_BV)
        return to == 1 ? term_not(a->bank, term_eq(a->bank, x, c_arithmetic_signed(a, 0, 32))) : x;
    if (op == LLVMZExt) return term_extend(a->bank, TERM_BV_ZERO_EXTEND, x, to - from);
    if (op == LLVMSExt) return term_extend(a->bank, TERM_BV_SIGN_EXTEND, x, to - from);
    return to == 1 ? term_bit(a->bank, x, 0) : term_extract(a->bank, x, to - 1, 0);
}

term c_arithmetic_below(const struct c_arithmetic *a, term x, term n) {
    if (a->theory == C_BV) return term_bv2(a->bank, TERM_BV_ULT, x, n);
    return term_and2(a->bank, term_le(a->bank, c_arithmetic_signed(a, 0, 32), x), term_lt(a->bank, x, n));
}

term c_arithmetic_times(const struct c_arithmetic *a, term x, int64_t n, uint32_t bits) {
    return n == 1 ? x : c_arithmetic_binary(a, LLVMMul, x, c_arithmetic_signed(a, n, bits), bits);
}

term c_arithmetic_quotient(const struct c_arithmetic *a, term x, uint64_t n, uint32_t bits) {
    if (n == 1) return x;
    if (a->theory == C_BV && (n & (n - 1)) == 0)
        return c_arithmetic_binary(a, LLVMLShr, x,
                                   c_arithmetic_unsigned(a, (uint64_t)__builtin_ctzll(n), bits), bits);
    return c_arithmetic_binary(a, LLVMUDiv, x, c_arithmetic_unsigned(a, n, bits), bits);
}
