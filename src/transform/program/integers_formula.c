/* Formulas over integers as formulas over bits.
 *
 * First the bounds of every number are computed, bottom up. A comparison is then made in words that are wide enough for
 * both sides: sums and products of words, whose operands are extended once, at the leaves, for modulo 2^width it does
 * not matter that something in between overflows when the result does not. So a formula has sums of one width, which
 * solvers bring into normal forms; and a remainder modulo 2^k needs words of k bits only, however large the number
 * is. */
#include "transform/program/integers_internal.h"

#include "logic/linear.h"

struct number {
    mpz_t low, high;
    /* Enough for the bounds (unsigned if low >= 0, else two's complement) and for the operands. */
    uint32_t width;
};

struct mapping {
    struct terms *from, *to;
    const struct program *words, *integers;
    const readings *readings;
    const struct interval *row;
    struct hash_map formulas; /* term -> term */
    struct hash_map places;   /* term -> place in numbers */
    VEC(struct number) numbers;
    struct hash_map made; /* (term, width) -> word */
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

static uint32_t wider(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static const struct number *number_of(const struct mapping *m, term t) {
    return &m->numbers.data[hash_map_get(&m->places, t.id)];
}

static mpz_srcptr lesser(mpz_srcptr a, mpz_srcptr b) {
    return mpz_cmp(a, b) < 0 ? a : b;
}

static mpz_srcptr greater(mpz_srcptr a, mpz_srcptr b) {
    return mpz_cmp(a, b) > 0 ? a : b;
}

/* ---- bounds ---- */

static void bound_product(struct number *n, const struct number *a) {
    mpz_t corners[4];
    for (int i = 0; i < 4; i++) {
        mpz_init(corners[i]);
        mpz_mul(corners[i], i & 1 ? n->high : n->low, i & 2 ? a->high : a->low);
    }
    mpz_set(n->low, lesser(lesser(corners[0], corners[1]), lesser(corners[2], corners[3])));
    mpz_set(n->high, greater(greater(corners[0], corners[1]), greater(corners[2], corners[3])));
    for (int i = 0; i < 4; i++) mpz_clear(corners[i]);
}

/* The divisor of div or mod; NULL: it is no constant, or zero. */
static mpz_srcptr divisor_of(const struct mapping *m, term t) {
    term divisor = term_arg(m->from, t, 1);
    if (!term_is(m->from, divisor, TERM_NUMBER) || !mpq_sgn(term_number(m->from, divisor))) return NULL;
    return mpq_numref(term_number(m->from, divisor));
}

/* k when t is a remainder modulo 2^k, else 0. */
static uint32_t low_bits(const struct mapping *m, term t) {
    mpz_srcptr divisor = divisor_of(m, t);
    if (!term_is(m->from, t, TERM_MOD) || mpz_cmpabs_ui(divisor, 1) == 0) return 0;
    mp_bitcnt_t k = mpz_scan1(divisor, 0);
    return mpz_sizeinbase(divisor, 2) == k + 1 ? (uint32_t)k : 0;
}

/* The width in which the operand of a division is needed: exactly, with room for the divisor and for the dividend
 * minus the remainder; of a remainder modulo 2^k, k bits. */
static uint32_t dividend_width(const struct mapping *m, term t) {
    const struct number *a = number_of(m, term_arg(m->from, t, 0));
    if (low_bits(m, t)) return low_bits(m, t);
    mpz_t low, size;
    mpz_init(low);
    mpz_init(size);
    mpz_abs(size, divisor_of(m, t));
    if (mpz_sgn(a->low) < 0) mpz_sub(low, a->low, size);
    uint32_t width = wider(a->width, width_for(low, greater(a->high, size)));
    mpz_clear(low);
    mpz_clear(size);
    return width;
}

static bool bound_quotient(struct mapping *m, struct number *n, term t) {
    mpz_srcptr divisor = divisor_of(m, t);
    if (!divisor) return false;
    mpz_t size;
    mpz_init(size);
    mpz_abs(size, divisor);
    const struct number *a = number_of(m, term_arg(m->from, t, 0));
    if (term_is(m->from, t, TERM_MOD)) {
        mpz_sub_ui(n->high, size, 1);
    } else {
        mpz_fdiv_q(n->low, a->low, size);
        mpz_fdiv_q(n->high, a->high, size);
        if (mpz_sgn(divisor) < 0) {
            mpz_neg(n->low, n->low);
            mpz_neg(n->high, n->high);
            mpz_swap(n->low, n->high);
        }
    }
    mpz_clear(size);
    n->width = dividend_width(m, t); /* more than its bounds need, but without a cut through it */
    return true;
}

/* The arguments that enter the result by sum, product or choice. */
static uint32_t first_operand(const struct mapping *m, term t) {
    return term_is(m->from, t, TERM_ITE) ? 1 : 0;
}

static void bound_operands(struct mapping *m, struct number *n, term t) {
    uint32_t first = first_operand(m, t);
    for (uint32_t i = first; i < term_arity(m->from, t); i++) {
        const struct number *a = number_of(m, term_arg(m->from, t, i));
        n->width = wider(n->width, a->width);
        if (i == first) {
            mpz_set(n->low, a->low);
            mpz_set(n->high, a->high);
        } else if (term_is(m->from, t, TERM_ADD)) {
            mpz_add(n->low, n->low, a->low);
            mpz_add(n->high, n->high, a->high);
        } else if (term_is(m->from, t, TERM_MUL)) {
            bound_product(n, a);
        } else {
            mpz_set(n->low, lesser(n->low, a->low));
            mpz_set(n->high, greater(n->high, a->high));
        }
    }
}

static void bound(struct mapping *m, term t) {
    struct number n = {.width = 1};
    mpz_init(n.low);
    mpz_init(n.high);
    switch (term_op(m->from, t)) {
    case TERM_NUMBER:
        mpz_set(n.low, mpq_numref(term_number(m->from, t)));
        mpz_set(n.high, n.low);
        break;
    case TERM_VARIABLE: {
        uint32_t v = program_find_variable(m->integers, t);
        m->failed |= v == PROGRAM_NONE;
        if (m->failed) break;
        n.width = m->readings->data[v].width;
        set_wide(n.low, m->row[v].low);
        set_wide(n.high, m->row[v].high);
        break;
    }
    case TERM_ADD:
    case TERM_MUL:
    case TERM_ITE: bound_operands(m, &n, t); break;
    case TERM_DIV:
    case TERM_MOD: m->failed |= !bound_quotient(m, &n, t); break;
    default: m->failed = true; break;
    }
    n.width = wider(n.width, width_for(n.low, n.high));
    hash_map_put(&m->places, t.id, m->numbers.size);
    vec_push(&m->numbers, n);
}

/* ---- words ---- */

static term resized(struct mapping *m, term word, uint32_t width, bool is_signed) {
    uint32_t old = sort_width(m->to, term_sort(m->to, word));
    if (width < old) return term_extract(m->to, word, width - 1, 0);
    if (width == old) return word;
    return term_extend(m->to, is_signed ? TERM_BV_SIGN_EXTEND : TERM_BV_ZERO_EXTEND, word, width - old);
}

/* Euclid's division, as SMT-LIB has it for integers: the remainder is never negative. Where the dividend can be
 * negative the quotient is (a - remainder) / size, without a rest. */
static term divide(struct mapping *m, term t, term dividend, uint32_t width) {
    if (low_bits(m, t)) return resized(m, dividend, width, false);
    mpz_srcptr divisor = divisor_of(m, t);
    mpz_t size;
    mpz_init(size);
    mpz_abs(size, divisor);
    term by = term_bits_of(m->to, size, sort_width(m->to, term_sort(m->to, dividend))), result;
    mpz_clear(size);
    bool negative = mpz_sgn(number_of(m, term_arg(m->from, t, 0))->low) < 0;
    term rest = term_bv2(m->to, negative ? TERM_BV_SMOD : TERM_BV_UREM, dividend, by);
    if (term_is(m->from, t, TERM_MOD)) return resized(m, rest, width, false);
    result = negative ? term_bv2(m->to, TERM_BV_SDIV, term_bv2(m->to, TERM_BV_SUB, dividend, rest), by)
                      : term_bv2(m->to, TERM_BV_UDIV, dividend, by);
    result = resized(m, result, width, negative);
    return mpz_sgn(divisor) < 0 ? term_bv1(m->to, TERM_BV_NEG, result) : result;
}

struct pending {
    term term;
    uint32_t width;
};
typedef VEC(struct pending) pendings;

static uint64_t key_of(term t, uint32_t width) {
    return (uint64_t)t.id << 32 | width;
}

static term made(const struct mapping *m, term t, uint32_t width) {
    uint32_t id = hash_map_get(&m->made, key_of(t, width));
    return id == HASH_NONE ? TERM_NONE : (term){id};
}

/* The words that t in that width is made of, those that are missing: pushed. False: none is. */
static bool push_missing(struct mapping *m, term t, uint32_t width, pendings *stack) {
    uint32_t before = stack->size, first = first_operand(m, t), last = term_arity(m->from, t);
    if (term_is(m->from, t, TERM_DIV) || term_is(m->from, t, TERM_MOD)) {
        width = dividend_width(m, t);
        last = 1;
    }
    for (uint32_t i = first; i < last; i++)
        if (term_is_none(made(m, term_arg(m->from, t, i), width)))
            vec_push(stack, (struct pending){term_arg(m->from, t, i), width});
    return stack->size > before;
}

static term formula_of(const struct mapping *m, term t) {
    return (term){hash_map_get(&m->formulas, t.id)};
}

static term combine(struct mapping *m, term t, uint32_t width) {
    enum term_op op = term_op(m->from, t);
    if (op == TERM_NUMBER) return term_bits_of(m->to, mpq_numref(term_number(m->from, t)), width);
    if (op == TERM_VARIABLE) {
        uint32_t v = program_find_variable(m->integers, t);
        return resized(m, m->words->variables.data[v].now, width, m->readings->data[v].is_signed);
    }
    if (op == TERM_DIV || op == TERM_MOD)
        return divide(m, t, made(m, term_arg(m->from, t, 0), dividend_width(m, t)), width);
    if (op == TERM_ITE)
        return term_ite(m->to, formula_of(m, term_arg(m->from, t, 0)),
                        made(m, term_arg(m->from, t, 1), width), made(m, term_arg(m->from, t, 2), width));
    term result = made(m, term_arg(m->from, t, 0), width);
    for (uint32_t i = 1; i < term_arity(m->from, t); i++)
        result = term_bv2(m->to, op == TERM_ADD ? TERM_BV_ADD : TERM_BV_MUL, result,
                          made(m, term_arg(m->from, t, i), width));
    return result;
}

/* The number modulo 2^width. */
static term word_of(struct mapping *m, term root, uint32_t root_width) {
    pendings stack = {0};
    vec_push(&stack, (struct pending){root, root_width});
    while (stack.size) {
        struct pending top = vec_last(&stack);
        bool is_new = term_is_none(made(m, top.term, top.width));
        if (is_new && push_missing(m, top.term, top.width, &stack)) continue;
        if (is_new) {
            term word = combine(m, top.term, top.width);
            hash_map_put(&m->made, key_of(top.term, top.width), word.id);
        }
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return made(m, root, root_width);
}

/* ---- formulas ---- */

/* The bounds of what balancing made. */
static void bound_new(struct mapping *m, term root) {
    term_list parts = {0};
    term_collect(m->from, &root, 1, &parts);
    vec_each (term, t, &parts) {
        bool is_number = sort_same(term_sort(m->from, *t), sort_int());
        if (is_number && hash_map_get(&m->places, t->id) == HASH_NONE) bound(m, *t);
    }
    vec_free(&parts);
}

/* A linear comparison with every coefficient positive and the smallest possible constant: x + -1 < y as x <= y. So it
 * needs the narrowest words, and reads as somebody would have written it. */
static void balance(struct mapping *m, term comparison, enum term_op *op, term *left, term *right) {
    struct linear form;
    enum linear_relation relation;
    linear_init(&form, sort_int());
    if (linear_atom(m->from, comparison, &form, &relation)) {
        struct linear sides[2];
        mpq_t one;
        mpq_init(one);
        mpq_set_si(one, 1, 1);
        for (int i = 0; i < 2; i++) linear_init(&sides[i], sort_int());
        if (relation == LINEAR_LT) mpq_add(form.constant, form.constant, one); /* form + 1 <= 0 */
        bool strict = relation != LINEAR_EQ && mpq_sgn(form.constant) > 0;
        if (strict) mpq_sub(form.constant, form.constant, one);
        *op = relation == LINEAR_EQ ? TERM_EQ : strict ? TERM_LT : TERM_LE;
        mpq_abs(sides[mpq_sgn(form.constant) < 0].constant, form.constant);
        vec_each (struct monomial, part, &form.monomials) {
            struct linear *side = &sides[mpq_sgn(part->coefficient) < 0];
            mpq_abs(part->coefficient, part->coefficient);
            linear_add_term(side, m->from, part->subject, part->coefficient);
        }
        *left = linear_term(m->from, &sides[0]);
        *right = linear_term(m->from, &sides[1]);
        bound_new(m, *left);
        bound_new(m, *right);
        for (int i = 0; i < 2; i++) linear_fini(&sides[i]);
        mpq_clear(one);
    }
    linear_fini(&form);
}

/* The next width for which the source language has a type: it reads better, and costs little. */
static uint32_t round_width(uint32_t width) {
    for (uint32_t w = 8; w <= 64; w *= 2)
        if (width <= w) return w;
    return width;
}

/* a <= b, a < b or a = b. */
static term map_comparison(struct mapping *m, term comparison) {
    enum term_op op = term_op(m->from, comparison);
    term left = term_arg(m->from, comparison, 0), right = term_arg(m->from, comparison, 1);
    balance(m, comparison, &op, &left, &right);
    if (m->failed) return term_true(m->to);
    const struct number *a = number_of(m, left), *b = number_of(m, right);
    int strict = op == TERM_LT;
    if (op != TERM_EQ && mpz_cmp(a->high, b->low) <= -strict) return term_true(m->to);
    if (op != TERM_EQ && mpz_cmp(a->low, b->high) > -strict) return term_false(m->to);
    mpz_srcptr low = lesser(a->low, b->low);
    bool is_signed = mpz_sgn(low) < 0;
    uint32_t width = wider(width_for(low, greater(a->high, b->high)), wider(a->width, b->width));
    if (!term_is(m->from, left, TERM_VARIABLE) || !term_is(m->from, right, TERM_VARIABLE))
        width = round_width(width);
    term x = word_of(m, left, width), y = word_of(m, right, width);
    if (op == TERM_EQ) return term_eq(m->to, x, y);
    if (strict) return term_bv2(m->to, is_signed ? TERM_BV_SLT : TERM_BV_ULT, x, y);
    return term_bv2(m->to, is_signed ? TERM_BV_SLE : TERM_BV_ULE, x, y);
}

static term map_formula(struct mapping *m, term t) {
    enum term_op op = term_op(m->from, t);
    sort operands = term_arity(m->from, t) ? term_sort(m->from, term_arg(m->from, t, 0)) : SORT_NONE;
    if (op == TERM_VARIABLE) {
        uint32_t v = program_find_variable(m->integers, t);
        m->failed |= v == PROGRAM_NONE;
        return m->failed ? term_true(m->to) : m->words->variables.data[v].now;
    }
    if (op == TERM_LE || op == TERM_LT || (op == TERM_EQ && !sort_same(operands, sort_bool())))
        return map_comparison(m, t);
    term_list args = {0};
    for (uint32_t i = 0; i < term_arity(m->from, t); i++)
        vec_push(&args, formula_of(m, term_arg(m->from, t, i)));
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
        bound(m, t);
    } else {
        m->failed = true;
    }
}

term integers_formula(const struct program *integers, term formula, const struct program *words,
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
    vec_each (struct number, n, &m.numbers) {
        mpz_clear(n->low);
        mpz_clear(n->high);
    }
    vec_free(&m.numbers);
    vec_free(&parts);
    hash_map_free(&m.formulas);
    hash_map_free(&m.places);
    hash_map_free(&m.made);
    return result;
}
