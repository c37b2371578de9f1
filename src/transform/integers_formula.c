/* Formulas over integers as formulas over bits.
 *
 * A number becomes a word that holds it exactly: as unsigned when it cannot be negative, else in two's complement. The
 * bounds of every subterm are computed on the way, and a word is made as wide as the bounds of its value need. */
#include "transform/integers.h"

struct number {
    term bits;
    uint32_t width;
    mpz_t low, high;
};

struct mapping {
    const struct terms *from;
    struct terms *to;
    const struct cfa *words, *integers;
    const readings *readings;
    const struct interval *row;
    struct hash_map formulas; /* term -> term */
    struct hash_map places;   /* term -> place in numbers */
    VEC(struct number) numbers;
    bool failed;
};

static void set_wide(mpz_ptr z, wide value) {
    mpz_set_si(z, (long)(value >> 64));
    mpz_mul_2exp(z, z, 64);
    mpz_add_ui(z, z, (unsigned long)(uint64_t)value);
}

/* The least width that holds both: unsigned if low >= 0, else in two's complement. */
static uint32_t width_for(mpz_srcptr low, mpz_srcptr high) {
    uint32_t above = mpz_sgn(high) > 0 ? (uint32_t)mpz_sizeinbase(high, 2) : 0;
    if (mpz_sgn(low) >= 0) return above ? above : 1;
    mpz_t inverse;
    mpz_init(inverse);
    mpz_com(inverse, low);
    uint32_t below = mpz_sgn(inverse) > 0 ? (uint32_t)mpz_sizeinbase(inverse, 2) : 0;
    mpz_clear(inverse);
    return 1 + (above > below ? above : below);
}

static bool is_negative(const struct number *n) {
    return mpz_sgn(n->low) < 0;
}

static uint32_t wider(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static term widened(struct mapping *m, const struct number *n, uint32_t width) {
    assert(width >= n->width);
    if (width == n->width) return n->bits;
    return term_extend(m->to, is_negative(n) ? TERM_BV_SIGN_EXTEND : TERM_BV_ZERO_EXTEND, n->bits,
                       width - n->width);
}

static struct number number_new(void) {
    struct number n = {.width = 1};
    mpz_init(n.low);
    mpz_init(n.high);
    return n;
}

static void number_clear(struct number *n) {
    mpz_clear(n->low);
    mpz_clear(n->high);
}

static struct number *number_of(struct mapping *m, term t) {
    return &m->numbers.data[hash_map_get(&m->places, t.id)];
}

/* A width that holds the result, whose bounds are known, and both operands. */
static void fit(struct number *result, const struct number *a, const struct number *b) {
    result->width = wider(width_for(result->low, result->high), wider(a->width, b->width));
}

static struct number map_constant(struct mapping *m, mpz_srcptr value) {
    struct number n = number_new();
    mpz_set(n.low, value);
    mpz_set(n.high, value);
    n.width = width_for(n.low, n.high);
    n.bits = term_bits_of(m->to, value, n.width);
    return n;
}

static struct number map_variable(struct mapping *m, term t) {
    uint32_t v = cfa_find_variable(m->integers, t);
    struct number n = number_new();
    if (v == CFA_NONE) {
        m->failed = true;
        return n;
    }
    n.bits = m->words->variables.data[v].now;
    n.width = m->readings->data[v].width;
    set_wide(n.low, m->row[v].low);
    set_wide(n.high, m->row[v].high);
    return n;
}

static struct number map_sum(struct mapping *m, const struct number *a, const struct number *b) {
    struct number n = number_new();
    mpz_add(n.low, a->low, b->low);
    mpz_add(n.high, a->high, b->high);
    fit(&n, a, b);
    n.bits = term_bv2(m->to, TERM_BV_ADD, widened(m, a, n.width), widened(m, b, n.width));
    return n;
}

static struct number map_product(struct mapping *m, const struct number *a, const struct number *b) {
    struct number n = number_new();
    mpz_t corner;
    mpz_init(corner);
    for (int i = 0; i < 4; i++) {
        mpz_mul(corner, i & 1 ? a->high : a->low, i & 2 ? b->high : b->low);
        if (i == 0 || mpz_cmp(corner, n.low) < 0) mpz_set(n.low, corner);
        if (i == 0 || mpz_cmp(corner, n.high) > 0) mpz_set(n.high, corner);
    }
    mpz_clear(corner);
    fit(&n, a, b);
    n.bits = term_bv2(m->to, TERM_BV_MUL, widened(m, a, n.width), widened(m, b, n.width));
    return n;
}

static struct number map_choice(struct mapping *m, term condition, const struct number *a,
                                const struct number *b) {
    struct number n = number_new();
    mpz_set(n.low, mpz_cmp(a->low, b->low) < 0 ? a->low : b->low);
    mpz_set(n.high, mpz_cmp(a->high, b->high) > 0 ? a->high : b->high);
    fit(&n, a, b);
    n.bits = term_ite(m->to, condition, widened(m, a, n.width), widened(m, b, n.width));
    return n;
}

static struct number map_negative(struct mapping *m, const struct number *a) {
    struct number n = number_new();
    mpz_neg(n.low, a->high);
    mpz_neg(n.high, a->low);
    fit(&n, a, a);
    n.bits = term_bv1(m->to, TERM_BV_NEG, widened(m, a, n.width));
    return n;
}

/* Euclid's division, as SMT-LIB has it for integers, by size > 0: the remainder is never negative. Where the dividend
 * can be negative the quotient is (a - remainder) / size, without a rest. */
static struct number map_division(struct mapping *m, const struct number *a, mpz_srcptr size,
                                  bool remainder) {
    struct number n = number_new(), least = number_new();
    mpz_sub(least.low, a->low, size);
    if (!is_negative(a)) mpz_set_ui(least.low, 0);
    mpz_set(least.high, mpz_cmp(a->high, size) > 0 ? a->high : size);
    fit(&least, a, a);
    term bits = widened(m, a, least.width), divisor = term_bits_of(m->to, size, least.width), rest;
    n.width = least.width;
    if (!is_negative(a)) {
        n.bits = term_bv2(m->to, remainder ? TERM_BV_UREM : TERM_BV_UDIV, bits, divisor);
    } else {
        rest = term_bv2(m->to, TERM_BV_SMOD, bits, divisor);
        n.bits = remainder ? rest
                           : term_bv2(m->to, TERM_BV_SDIV, term_bv2(m->to, TERM_BV_SUB, bits, rest), divisor);
    }
    mpz_fdiv_q(n.low, a->low, size);
    mpz_fdiv_q(n.high, a->high, size);
    if (remainder) {
        mpz_set_ui(n.low, 0);
        mpz_sub_ui(n.high, size, 1);
    }
    number_clear(&least);
    return n;
}

static struct number map_quotient(struct mapping *m, term t) {
    term divisor = term_arg(m->from, t, 1);
    const struct number *a = number_of(m, term_arg(m->from, t, 0));
    bool remainder = term_is(m->from, t, TERM_MOD);
    if (!term_is(m->from, divisor, TERM_NUMBER) || !mpq_sgn(term_number(m->from, divisor))) {
        m->failed = true;
        return number_new();
    }
    mpz_t size;
    mpz_init(size);
    mpz_abs(size, mpq_numref(term_number(m->from, divisor)));
    struct number n = map_division(m, a, size, remainder);
    mpz_clear(size);
    if (remainder || mpq_sgn(term_number(m->from, divisor)) > 0) return n;
    struct number negative = map_negative(m, &n);
    number_clear(&n);
    return negative;
}

/* Sums and products of many: one after the other. */
static struct number map_many(struct mapping *m, term t) {
    const struct number *first = number_of(m, term_arg(m->from, t, 0));
    struct number result = {.bits = first->bits, .width = first->width};
    mpz_init_set(result.low, first->low);
    mpz_init_set(result.high, first->high);
    for (uint32_t i = 1; i < term_arity(m->from, t); i++) {
        const struct number *next = number_of(m, term_arg(m->from, t, i));
        struct number longer =
            term_is(m->from, t, TERM_ADD) ? map_sum(m, &result, next) : map_product(m, &result, next);
        number_clear(&result);
        result = longer;
    }
    return result;
}

static term formula_of(const struct mapping *m, term t) {
    return (term){hash_map_get(&m->formulas, t.id)};
}

static struct number map_number(struct mapping *m, term t) {
    switch (term_op(m->from, t)) {
    case TERM_NUMBER: return map_constant(m, mpq_numref(term_number(m->from, t)));
    case TERM_VARIABLE: return map_variable(m, t);
    case TERM_ADD:
    case TERM_MUL: return map_many(m, t);
    case TERM_DIV:
    case TERM_MOD: return map_quotient(m, t);
    case TERM_ITE:
        return map_choice(m, formula_of(m, term_arg(m->from, t, 0)), number_of(m, term_arg(m->from, t, 1)),
                          number_of(m, term_arg(m->from, t, 2)));
    default: m->failed = true; return number_new();
    }
}

/* a <= b, a < b or a = b. */
static term map_comparison(struct mapping *m, enum term_op op, const struct number *a,
                           const struct number *b) {
    int strict = op == TERM_LT;
    if (op != TERM_EQ && mpz_cmp(a->high, b->low) <= -strict) return term_true(m->to);
    if (op != TERM_EQ && mpz_cmp(a->low, b->high) > -strict) return term_false(m->to);
    bool negative = is_negative(a) || is_negative(b);
    uint32_t needed = width_for(mpz_cmp(a->low, b->low) < 0 ? a->low : b->low,
                                mpz_cmp(a->high, b->high) > 0 ? a->high : b->high);
    uint32_t width = wider(needed, wider(a->width, b->width));
    term left = widened(m, a, width), right = widened(m, b, width);
    if (op == TERM_EQ) return term_eq(m->to, left, right);
    if (strict) return term_bv2(m->to, negative ? TERM_BV_SLT : TERM_BV_ULT, left, right);
    return term_bv2(m->to, negative ? TERM_BV_SLE : TERM_BV_ULE, left, right);
}

static term map_formula(struct mapping *m, term t) {
    enum term_op op = term_op(m->from, t);
    sort operands = term_arity(m->from, t) ? term_sort(m->from, term_arg(m->from, t, 0)) : SORT_NONE;
    if (op == TERM_VARIABLE) {
        uint32_t v = cfa_find_variable(m->integers, t);
        m->failed |= v == CFA_NONE;
        return m->failed ? term_true(m->to) : m->words->variables.data[v].now;
    }
    if (op == TERM_LE || op == TERM_LT || (op == TERM_EQ && !sort_same(operands, sort_bool())))
        return map_comparison(m, op, number_of(m, term_arg(m->from, t, 0)),
                              number_of(m, term_arg(m->from, t, 1)));
    term_list args = {0};
    for (uint32_t i = 0; i < term_arity(m->from, t); i++) {
        vec_push(&args, formula_of(m, term_arg(m->from, t, i)));
    }
    term result = term_make(m->to, op, args.data, args.size, 0, 0);
    vec_free(&args);
    return result;
}

static void map_term(struct mapping *m, term t) {
    sort s = term_sort(m->from, t);
    if (sort_same(s, sort_bool())) {
        term result = map_formula(m, t);
        hash_map_put(&m->formulas, t.id, result.id);
    } else if (sort_same(s, sort_int())) {
        struct number n = map_number(m, t);
        hash_map_put(&m->places, t.id, m->numbers.size);
        vec_push(&m->numbers, n);
    } else {
        m->failed = true;
    }
}

term integers_formula(const struct cfa *integers, term formula, const struct cfa *words,
                      const readings *readings, const struct interval *row) {
    struct mapping m = {.from = integers->terms,
                        .to = words->terms,
                        .words = words,
                        .integers = integers,
                        .readings = readings,
                        .row = row};
    term_list parts = {0};
    term_collect(m.from, &formula, 1, &parts);
    for (uint32_t i = 0; i < parts.size && !m.failed; i++) map_term(&m, parts.data[i]);
    term result = m.failed ? TERM_NONE : formula_of(&m, formula);
    vec_each (struct number, n, &m.numbers) number_clear(n);
    vec_free(&m.numbers);
    vec_free(&parts);
    hash_map_free(&m.formulas);
    hash_map_free(&m.places);
    return result;
}
