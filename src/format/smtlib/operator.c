/* How SMT-LIB's operators become terms. Terms have few operators (logic/term.h); the others are expanded by
 * the definitions in the SMT-LIB standard's theory files, each next to its row of the table at the end.
 *
 * Every construction goes through make(), which asks term_well_sorted first: after the first problem
 * everything is TERM_NONE, so that builders need not look. */
#include "format/smtlib/operator.h"

#include "format/smtlib/smtlib.h"

static term problem(struct application *a, const char *what) {
    if (!a->problem) a->problem = what;
    return TERM_NONE;
}

/* The width that the result would have when it is a bit vector, else 0. */
static uint64_t result_width(const struct application *a, enum term_op op, const term *args, uint32_t n,
                             uint32_t parameter) {
    if (op == TERM_INT_TO_BV) return parameter;
    if (op != TERM_BV_CONCAT && op != TERM_BV_ZERO_EXTEND && op != TERM_BV_SIGN_EXTEND) return 0;
    uint64_t width = op == TERM_BV_CONCAT ? 0 : parameter;
    for (uint32_t i = 0; i < n; i++) {
        sort s = term_sort(a->bank, args[i]);
        if (sort_kind(a->bank, s) == SORT_BV) width += sort_width(a->bank, s);
    }
    return width;
}

static term make(struct application *a, enum term_op op, const term *args, uint32_t n) {
#define OP(name, smtlib, low, high, parameters) parameters,
    static const uint8_t parameters[] = {TERM_OPERATORS(OP)};
#undef OP
    uint32_t p0 = parameters[op] > 0 ? a->index[0] : 0, p1 = parameters[op] > 1 ? a->index[1] : 0;
    if (a->problem) return TERM_NONE;
    if (result_width(a, op, args, n, p0) > SMTLIB_WIDTH) {
        a->unsupported = true;
        return problem(a, "the bit vector is wider than 1048576 bits");
    }
    a->problem = term_well_sorted(a->bank, op, args, n, p0, p1);
    return a->problem ? TERM_NONE : term_make(a->bank, op, args, n, p0, p1);
}

static term make1(struct application *a, enum term_op op, term x) {
    return make(a, op, &x, 1);
}

static term make2(struct application *a, enum term_op op, term x, term y) {
    return make(a, op, (term[]){x, y}, 2);
}

static bool is_number(const struct application *a, term t) {
    enum sort_kind kind = sort_kind(a->bank, term_sort(a->bank, t));
    return kind == SORT_INT || kind == SORT_REAL;
}

term operator_convert(struct terms *bank, term t, sort wanted) {
    if (!sort_same(wanted, sort_real()) || !sort_same(term_sort(bank, t), sort_int())) return t;
    if (!term_is(bank, t, TERM_NUMBER)) return term_make(bank, TERM_TO_REAL, &t, 1, 0, 0);
    mpq_t value;
    mpq_init(value);
    mpq_set(value, term_number(bank, t));
    t = term_number_of(bank, value, sort_real());
    mpq_clear(value);
    return t;
}

/* Where a Real is among the arguments from `first` on, the Ints among them become Real. */
static void mix(struct application *a, uint32_t first) {
    bool real = false;
    for (uint32_t i = first; i < a->n; i++) real |= sort_same(term_sort(a->bank, a->args[i]), sort_real());
    if (!real) return;
    for (uint32_t i = first; i < a->n; i++) a->args[i] = operator_convert(a->bank, a->args[i], sort_real());
}

static term build_plain(struct application *a, enum term_op op) {
    return make(a, op, a->args, a->n);
}

static term build_constant(struct application *a, enum term_op op) {
    return term_bool(a->bank, op == TERM_TRUE);
}

/* and, or, +, *: as many arguments as the user likes; one alone is itself. */
static term build_many(struct application *a, enum term_op op) {
    bool logical = op == TERM_AND || op == TERM_OR;
    if (!logical) mix(a, 0);
    if (a->n > 1) return make(a, op, a->args, a->n);
    if (logical ? sort_same(term_sort(a->bank, a->args[0]), sort_bool()) : is_number(a, a->args[0]))
        return a->args[0];
    return problem(a, logical ? "the argument must be Boolean" : "the argument must be a number");
}

static term build_left(struct application *a, enum term_op op) {
    term result = a->args[0];
    for (uint32_t i = 1; i < a->n; i++) result = make2(a, op, result, a->args[i]);
    return result;
}

/* a => b => c is (not a) or ((not b) or c). */
static term build_implies(struct application *a, enum term_op op) {
    term result = a->args[a->n - 1];
    for (uint32_t i = a->n - 1; i-- > 0;) result = make2(a, op, make1(a, TERM_NOT, a->args[i]), result);
    return result;
}

/* Whether every two neighbours are in the relation; `turned` for > and >=. */
static term chain(struct application *a, enum term_op op, bool turned) {
    if (op == TERM_EQ || op == TERM_LE || op == TERM_LT) mix(a, 0);
    if (a->n == 2) return make2(a, op, a->args[turned], a->args[!turned]);
    term_list links = {0};
    for (uint32_t i = 0; i + 1 < a->n; i++)
        vec_push(&links, make2(a, op, a->args[i + turned], a->args[i + !turned]));
    term result = make(a, TERM_AND, links.data, links.size);
    vec_free(&links);
    return result;
}

static term build_chain(struct application *a, enum term_op op) {
    return chain(a, op, false);
}

static term build_turned(struct application *a, enum term_op op) {
    return chain(a, op, true);
}

/* Pairwise, so quadratic: this many are accepted. */
enum { DISTINCT = 4096 };

static term build_distinct(struct application *a, enum term_op op) {
    mix(a, 0);
    if (a->n > DISTINCT) {
        a->unsupported = true;
        return problem(a, "distinct of more than 4096 terms is not supported");
    }
    for (uint32_t i = 1; i < a->n && !a->problem; i++)
        a->problem = term_well_sorted(a->bank, op, (term[]){a->args[0], a->args[i]}, 2, 0, 0);
    return a->problem ? TERM_NONE : term_distinct(a->bank, a->args, a->n);
}

static term build_ite(struct application *a, enum term_op op) {
    mix(a, 1);
    return make(a, op, a->args, a->n);
}

/* A negated number is a number: SMT-LIB writes -5 as (- 5). */
static term negated(struct application *a, term t) {
    if (!term_is(a->bank, t, TERM_NUMBER)) return term_neg(a->bank, t);
    mpq_t value;
    mpq_init(value);
    mpq_neg(value, term_number(a->bank, t));
    term result = term_number_of(a->bank, value, term_sort(a->bank, t));
    mpq_clear(value);
    return result;
}

static term build_minus(struct application *a, enum term_op op) {
    mix(a, 0);
    for (uint32_t i = 0; i < a->n; i++)
        if (!is_number(a, a->args[i]))
            return problem(a, "the arguments must be numbers; bit vectors have bvneg and bvsub");
    if (a->n == 1) return negated(a, a->args[0]);
    if (a->n == 2) return term_sub(a->bank, a->args[0], a->args[1]);
    for (uint32_t i = 1; i < a->n; i++) a->args[i] = negated(a, a->args[i]);
    return make(a, op, a->args, a->n);
}

/* A quotient of numbers is a number: SMT-LIB writes 1/3 as (/ 1 3). */
static term divided(struct application *a, term x, term y) {
    if (!term_is(a->bank, x, TERM_NUMBER) || !term_is(a->bank, y, TERM_NUMBER) ||
        mpq_sgn(term_number(a->bank, y)) == 0)
        return make2(a, TERM_DIVIDE, x, y);
    mpq_t value;
    mpq_init(value);
    mpq_div(value, term_number(a->bank, x), term_number(a->bank, y));
    term result = term_number_of(a->bank, value, sort_real());
    mpq_clear(value);
    return result;
}

static term build_divide(struct application *a, enum term_op op) {
    for (uint32_t i = 0; i < a->n; i++) {
        if (!is_number(a, a->args[i])) return problem(a, "the arguments must be numbers");
        a->args[i] = operator_convert(a->bank, a->args[i], sort_real());
    }
    (void)op;
    term result = a->args[0];
    for (uint32_t i = 1; i < a->n && !a->problem; i++) result = divided(a, result, a->args[i]);
    return result;
}

static term build_abs(struct application *a, enum term_op op) {
    term x = a->args[0];
    if (!is_number(a, x)) return problem(a, "the argument must be a number");
    term zero = operator_convert(a->bank, term_integer(a->bank, 0), term_sort(a->bank, x));
    return make(a, op, (term[]){make2(a, TERM_LE, zero, x), x, negated(a, x)}, 3);
}

static term build_divisible(struct application *a, enum term_op op) {
    mpq_t divisor;
    mpq_init(divisor);
    mpq_set_ui(divisor, a->index[0], 1);
    term number = term_number_of(a->bank, divisor, sort_int());
    mpq_clear(divisor);
    if (!a->index[0]) return problem(a, "the divisor must be positive");
    return make2(a, TERM_EQ, make2(a, op, a->args[0], number), term_integer(a->bank, 0));
}

static term build_to_real(struct application *a, enum term_op op) {
    (void)op;
    if (!is_number(a, a->args[0])) return problem(a, "the argument must be a number");
    return operator_convert(a->bank, a->args[0], sort_real());
}

static term build_to_int(struct application *a, enum term_op op) {
    return make1(a, op, operator_convert(a->bank, a->args[0], sort_real()));
}

static term build_is_int(struct application *a, enum term_op op) {
    term x = operator_convert(a->bank, a->args[0], sort_real());
    return make2(a, TERM_EQ, x, make1(a, TERM_TO_REAL, make1(a, op, x)));
}

/* bvnand, bvnor, bvxnor */
static term build_complement(struct application *a, enum term_op op) {
    return make1(a, TERM_BV_NOT, make2(a, op, a->args[0], a->args[1]));
}

static term build_comparison(struct application *a, enum term_op op) {
    term equal = make2(a, op, a->args[0], a->args[1]);
    if (!a->problem && sort_kind(a->bank, term_sort(a->bank, a->args[0])) != SORT_BV)
        return problem(a, "the arguments must be bit vectors");
    return make(a, TERM_ITE, (term[]){equal, term_bits_ui(a->bank, 1, 1), term_bits_ui(a->bank, 0, 1)}, 3);
}

/* Overflow, as 2.7 has it: the result is another one than with enough bits for it. */
static term overflow(struct application *a, enum term_op op, enum term_op extend) {
    term narrow = make(a, op, a->args, a->n), wide[2];
    if (a->problem) return TERM_NONE;
    a->index[0] = op == TERM_BV_MUL ? sort_width(a->bank, term_sort(a->bank, narrow)) : 1;
    for (uint32_t i = 0; i < a->n; i++) wide[i] = make1(a, extend, a->args[i]);
    return make1(a, TERM_NOT, make2(a, TERM_EQ, make(a, op, wide, a->n), make1(a, extend, narrow)));
}

static term build_unsigned_overflow(struct application *a, enum term_op op) {
    return overflow(a, op, TERM_BV_ZERO_EXTEND);
}

static term build_signed_overflow(struct application *a, enum term_op op) {
    return overflow(a, op, TERM_BV_SIGN_EXTEND);
}

/* With its sign bit turned, as an unsigned number, a word is its value plus half the range. */
static term build_signed_value(struct application *a, enum term_op op) {
    sort s = term_sort(a->bank, a->args[0]);
    if (sort_kind(a->bank, s) != SORT_BV) return problem(a, "the argument must be a bit vector");
    mpz_t half;
    mpq_t number;
    mpz_init(half);
    mpq_init(number);
    mpz_setbit(half, sort_width(a->bank, s) - 1);
    mpq_set_z(number, half);
    term turned = make2(a, TERM_BV_XOR, a->args[0], term_bits_of(a->bank, half, sort_width(a->bank, s)));
    term value = term_sub(a->bank, make1(a, op, turned), term_number_of(a->bank, number, sort_int()));
    mpz_clear(half);
    mpq_clear(number);
    return value;
}

/* (_ repeat n): by doubling, so that many copies need few terms. */
static term build_repeat(struct application *a, enum term_op op) {
    if (sort_kind(a->bank, term_sort(a->bank, a->args[0])) != SORT_BV)
        return problem(a, "the argument must be a bit vector");
    if (!a->index[0]) return problem(a, "the number of copies must be positive");
    term power = a->args[0], result = TERM_NONE;
    for (uint32_t n = a->index[0]; !a->problem;) {
        if (n & 1) result = term_is_none(result) ? power : make2(a, op, power, result);
        if (!(n >>= 1)) break;
        power = make2(a, op, power, power);
    }
    return a->problem ? TERM_NONE : result;
}

static term build_int_to_bv(struct application *a, enum term_op op) {
    if (!a->index[0]) return problem(a, "the width must be positive");
    return make(a, op, a->args, a->n);
}

static term build_select(struct application *a, enum term_op op) {
    sort array = term_sort(a->bank, a->args[0]);
    if (sort_kind(a->bank, array) != SORT_ARRAY) return problem(a, "the first argument must be an array");
    a->args[1] = operator_convert(a->bank, a->args[1], sort_index(a->bank, array));
    if (a->n == 3) a->args[2] = operator_convert(a->bank, a->args[2], sort_element(a->bank, array));
    return make(a, op, a->args, a->n);
}

static const struct smtlib_operator table[] = {
    /* Core */
    {"true", 0, 0, 0, build_constant, TERM_TRUE},
    {"false", 0, 0, 0, build_constant, TERM_FALSE},
    {"not", 0, 1, 1, build_plain, TERM_NOT},
    {"and", 0, 1, TERM_MANY, build_many, TERM_AND},
    {"or", 0, 1, TERM_MANY, build_many, TERM_OR},
    {"xor", 0, 2, TERM_MANY, build_left, TERM_XOR},
    {"=>", 0, 2, TERM_MANY, build_implies, TERM_OR},
    {"=", 0, 2, TERM_MANY, build_chain, TERM_EQ},
    {"distinct", 0, 2, TERM_MANY, build_distinct, TERM_EQ},
    {"ite", 0, 3, 3, build_ite, TERM_ITE},
    /* Ints, Reals, Reals_Ints */
    {"+", 0, 1, TERM_MANY, build_many, TERM_ADD},
    {"-", 0, 1, TERM_MANY, build_minus, TERM_ADD},
    {"*", 0, 1, TERM_MANY, build_many, TERM_MUL},
    {"/", 0, 2, TERM_MANY, build_divide, TERM_DIVIDE},
    {"div", 0, 2, TERM_MANY, build_left, TERM_DIV},
    {"mod", 0, 2, 2, build_plain, TERM_MOD},
    {"abs", 0, 1, 1, build_abs, TERM_ITE},
    {"divisible", 1, 1, 1, build_divisible, TERM_MOD},
    {"<=", 0, 2, TERM_MANY, build_chain, TERM_LE},
    {"<", 0, 2, TERM_MANY, build_chain, TERM_LT},
    {">=", 0, 2, TERM_MANY, build_turned, TERM_LE},
    {">", 0, 2, TERM_MANY, build_turned, TERM_LT},
    {"to_real", 0, 1, 1, build_to_real, TERM_TO_REAL},
    {"to_int", 0, 1, 1, build_to_int, TERM_TO_INT},
    {"is_int", 0, 1, 1, build_is_int, TERM_TO_INT},
    /* FixedSizeBitVectors, and what the logics add to it; conversions also by their names in 2.7, which has overflow
     * predicates */
    {"bvnot", 0, 1, 1, build_plain, TERM_BV_NOT},
    {"bvneg", 0, 1, 1, build_plain, TERM_BV_NEG},
    {"bvand", 0, 2, TERM_MANY, build_left, TERM_BV_AND},
    {"bvor", 0, 2, TERM_MANY, build_left, TERM_BV_OR},
    {"bvxor", 0, 2, TERM_MANY, build_left, TERM_BV_XOR},
    {"bvnand", 0, 2, 2, build_complement, TERM_BV_AND},
    {"bvnor", 0, 2, 2, build_complement, TERM_BV_OR},
    {"bvxnor", 0, 2, 2, build_complement, TERM_BV_XOR},
    {"bvcomp", 0, 2, 2, build_comparison, TERM_EQ},
    {"bvadd", 0, 2, TERM_MANY, build_left, TERM_BV_ADD},
    {"bvsub", 0, 2, 2, build_plain, TERM_BV_SUB},
    {"bvmul", 0, 2, TERM_MANY, build_left, TERM_BV_MUL},
    {"bvudiv", 0, 2, 2, build_plain, TERM_BV_UDIV},
    {"bvurem", 0, 2, 2, build_plain, TERM_BV_UREM},
    {"bvsdiv", 0, 2, 2, build_plain, TERM_BV_SDIV},
    {"bvsrem", 0, 2, 2, build_plain, TERM_BV_SREM},
    {"bvsmod", 0, 2, 2, build_plain, TERM_BV_SMOD},
    {"bvshl", 0, 2, 2, build_plain, TERM_BV_SHL},
    {"bvlshr", 0, 2, 2, build_plain, TERM_BV_LSHR},
    {"bvashr", 0, 2, 2, build_plain, TERM_BV_ASHR},
    {"bvult", 0, 2, 2, build_chain, TERM_BV_ULT},
    {"bvule", 0, 2, 2, build_chain, TERM_BV_ULE},
    {"bvugt", 0, 2, 2, build_turned, TERM_BV_ULT},
    {"bvuge", 0, 2, 2, build_turned, TERM_BV_ULE},
    {"bvslt", 0, 2, 2, build_chain, TERM_BV_SLT},
    {"bvsle", 0, 2, 2, build_chain, TERM_BV_SLE},
    {"bvsgt", 0, 2, 2, build_turned, TERM_BV_SLT},
    {"bvsge", 0, 2, 2, build_turned, TERM_BV_SLE},
    {"bvnego", 0, 1, 1, build_signed_overflow, TERM_BV_NEG},
    {"bvuaddo", 0, 2, 2, build_unsigned_overflow, TERM_BV_ADD},
    {"bvsaddo", 0, 2, 2, build_signed_overflow, TERM_BV_ADD},
    {"bvusubo", 0, 2, 2, build_unsigned_overflow, TERM_BV_SUB},
    {"bvssubo", 0, 2, 2, build_signed_overflow, TERM_BV_SUB},
    {"bvumulo", 0, 2, 2, build_unsigned_overflow, TERM_BV_MUL},
    {"bvsmulo", 0, 2, 2, build_signed_overflow, TERM_BV_MUL},
    {"bvsdivo", 0, 2, 2, build_signed_overflow, TERM_BV_SDIV},
    {"concat", 0, 2, TERM_MANY, build_left, TERM_BV_CONCAT},
    {"extract", 2, 1, 1, build_plain, TERM_BV_EXTRACT},
    {"repeat", 1, 1, 1, build_repeat, TERM_BV_CONCAT},
    {"zero_extend", 1, 1, 1, build_plain, TERM_BV_ZERO_EXTEND},
    {"sign_extend", 1, 1, 1, build_plain, TERM_BV_SIGN_EXTEND},
    {"rotate_left", 1, 1, 1, build_plain, TERM_BV_ROTATE_LEFT},
    {"rotate_right", 1, 1, 1, build_plain, TERM_BV_ROTATE_RIGHT},
    {"bv2nat", 0, 1, 1, build_plain, TERM_BV_TO_NAT},
    {"ubv_to_int", 0, 1, 1, build_plain, TERM_BV_TO_NAT},
    {"sbv_to_int", 0, 1, 1, build_signed_value, TERM_BV_TO_NAT},
    {"int2bv", 1, 1, 1, build_int_to_bv, TERM_INT_TO_BV},
    {"int_to_bv", 1, 1, 1, build_int_to_bv, TERM_INT_TO_BV},
    /* ArraysEx; constant arrays are read as ((as const sort) element) in term.c */
    {"select", 0, 2, 2, build_select, TERM_SELECT},
    {"store", 0, 3, 3, build_select, TERM_STORE},
};

const struct smtlib_operator *operators_all(uint32_t *n) {
    *n = sizeof table / sizeof *table;
    return table;
}

term operator_apply(const struct smtlib_operator *row, struct application *a) {
    assert(a->n >= row->low && a->n <= row->high);
    term result = row->build(a, row->op);
    assert(!a->problem == !term_is_none(result));
    return result;
}
