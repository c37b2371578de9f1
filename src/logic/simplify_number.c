/* Simplification on Int and Real. Sums and comparisons go through linear forms, of what is visible within a bounded
 * number of arguments: a sum of more than SIMPLIFY_FLAT arguments is a subject. */
#include "logic/bank.h"
#include "logic/simplify.h"

#include <stdlib.h>

static bool is_number(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_NUMBER;
}

static bool is_multiple(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_MUL && is_number(b, bank_arg(b, t, 0));
}

static bool is_flat_sum(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_ADD && bank_node(b, t)->arity <= SIMPLIFY_FLAT;
}

/* A term that is no sum, multiple or number: one subject. */
static bool is_subject(const struct terms *b, term t) {
    return !is_number(b, t) && !is_multiple(b, t) && bank_op(b, t) != TERM_ADD;
}

static void add_monomial(struct linear *l, const struct terms *b, term t, mpq_srcptr factor,
                         mpq_ptr scratch) {
    if (is_number(b, t)) {
        mpq_mul(scratch, term_number(b, t), factor);
        mpq_add(l->constant, l->constant, scratch);
    } else if (is_multiple(b, t)) {
        mpq_mul(scratch, term_number(b, bank_arg(b, t, 0)), factor);
        linear_push(l, bank_arg(b, t, 1), scratch);
    } else
        linear_push(l, t, factor);
}

static void add_flat(struct linear *l, const struct terms *b, term t, mpq_srcptr factor) {
    mpq_t scratch;
    mpq_init(scratch);
    if (is_flat_sum(b, t))
        for (uint32_t i = 0; i < bank_node(b, t)->arity; i++)
            add_monomial(l, b, bank_arg(b, t, i), factor, scratch);
    else
        add_monomial(l, b, t, factor, scratch);
    mpq_clear(scratch);
}

static void add_signed(struct linear *l, const struct terms *b, term t, long sign) {
    mpq_t factor;
    mpq_init(factor);
    mpq_set_si(factor, sign, 1);
    add_flat(l, b, t, factor);
    mpq_clear(factor);
}

term simplify_sum(struct terms *b, const term *args, uint32_t n) {
    struct linear l;
    linear_init(&l, bank_sort(b, args[0]));
    for (uint32_t i = 0; i < n; i++) add_signed(&l, b, args[i], 1);
    linear_normalize(&l);
    term t = linear_sum(b, &l, 0, true);
    linear_fini(&l);
    return t;
}

/* Products. */

static term scale(struct terms *b, term t, mpq_srcptr factor) {
    struct linear l;
    linear_init(&l, bank_sort(b, t));
    if (mpq_sgn(factor) != 0) add_flat(&l, b, t, factor);
    linear_normalize(&l);
    term scaled = linear_sum(b, &l, 0, true);
    linear_fini(&l);
    return scaled;
}

static int by_id(const void *x, const void *y) {
    uint32_t a = ((const term *)x)->id, b = ((const term *)y)->id;
    return (a > b) - (a < b);
}

static void add_factors(const struct terms *b, term t, term_list *factors) {
    if (bank_op(b, t) == TERM_MUL && bank_node(b, t)->arity <= SIMPLIFY_FLAT)
        for (uint32_t i = 0; i < bank_node(b, t)->arity; i++) vec_push(factors, bank_arg(b, t, i));
    else
        vec_push(factors, t);
}

term simplify_product(struct terms *b, const term *args, uint32_t n) {
    sort s = bank_sort(b, args[0]);
    mpq_t factor;
    mpq_init(factor);
    mpq_set_ui(factor, 1, 1);
    term_list factors = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (is_number(b, args[i]))
            mpq_mul(factor, factor, term_number(b, args[i]));
        else if (is_multiple(b, args[i])) {
            mpq_mul(factor, factor, term_number(b, bank_arg(b, args[i], 0)));
            add_factors(b, bank_arg(b, args[i], 1), &factors);
        } else
            add_factors(b, args[i], &factors);
    }
    term t;
    if (!factors.size)
        t = term_number_of(b, factor, s);
    else {
        qsort(factors.data, factors.size, sizeof(term), by_id);
        t = factors.size == 1 ? factors.data[0]
                              : bank_application(b, TERM_MUL, factors.data, factors.size, 0, 0);
        if (mpq_cmp_ui(factor, 1, 1) != 0) t = scale(b, t, factor);
    }
    vec_free(&factors);
    mpq_clear(factor);
    return t;
}

/* Comparisons. */

/* The canonical form (relation 0) as a term, positive coefficients on the left. */
static term two_sided(struct terms *b, const struct linear *l, enum term_op op) {
    bool left_empty = true;
    vec_each (const struct monomial, m, &l->monomials) left_empty &= mpq_sgn(m->coefficient) < 0;
    term left = linear_sum(b, l, 1, left_empty), right = linear_sum(b, l, -1, !left_empty);
    bool swap = op == TERM_EQ && left.id > right.id && !is_number(b, right);
    return swap ? bank_application2(b, op, right, left) : bank_application2(b, op, left, right);
}

static term less_or_equal(struct terms *b, term x, term y) {
    struct linear l;
    linear_init(&l, bank_sort(b, x));
    add_signed(&l, b, x, 1);
    add_signed(&l, b, y, -1);
    linear_normalize(&l);
    bool negated =
        l.sort.id == SORT_ID_INT && l.monomials.size && mpq_sgn(l.monomials.data[0].coefficient) < 0;
    enum linear_relation relation = LINEAR_LE;
    if (negated) { /* f <= 0 is not (-f < 0), which over Int is again a <= */
        linear_negate(&l);
        relation = LINEAR_LT;
    }
    enum linear_truth truth = linear_canonicalize(&l, &relation);
    term t = truth == LINEAR_OPEN ? two_sided(b, &l, TERM_LE) : term_bool(b, truth == LINEAR_TRUE);
    linear_fini(&l);
    return negated ? term_not(b, t) : t;
}

/* Whether the form has +-1 times the subject: then `subject = rest` is left as it is, the shape of a definition. */
static bool is_defined(const struct terms *b, const struct linear *l, term subject) {
    if (!is_subject(b, subject)) return false;
    vec_each (const struct monomial, m, &l->monomials)
        if (term_same(m->subject, subject))
            return mpz_cmpabs_ui(mpq_numref(m->coefficient), 1) == 0 &&
                   mpz_cmp_ui(mpq_denref(m->coefficient), 1) == 0;
    return false;
}

term simplify_number_eq(struct terms *b, term x, term y) {
    struct linear l;
    linear_init(&l, bank_sort(b, x));
    add_signed(&l, b, x, 1);
    add_signed(&l, b, y, -1);
    linear_normalize(&l);
    term t;
    if (is_defined(b, &l, x) || is_defined(b, &l, y))
        t = bank_application2(b, TERM_EQ, x, y);
    else {
        enum linear_relation relation = LINEAR_EQ;
        enum linear_truth truth = linear_canonicalize(&l, &relation);
        t = truth == LINEAR_OPEN ? two_sided(b, &l, TERM_EQ) : term_bool(b, truth == LINEAR_TRUE);
    }
    linear_fini(&l);
    return t;
}

/* The others. */

/* Division by a number other than 0. */
static term divide(struct terms *b, enum term_op op, term x, term y) {
    mpq_srcptr divisor = term_number(b, y);
    mpq_t q;
    mpq_init(q);
    bool unit = mpz_cmpabs_ui(mpq_numref(divisor), 1) == 0, negative = mpq_sgn(divisor) < 0;
    term t;
    if (op == TERM_DIVIDE) {
        mpq_inv(q, divisor);
        t = scale(b, x, q);
    } else if (op == TERM_MOD) {
        mpq_abs(q, divisor); /* the sign of the divisor does not matter */
        if (unit)
            t = term_integer(b, 0);
        else
            t = bank_application2(b, op, x, term_number_of(b, q, sort_int()));
    } else { /* x div -c is -(x div c) */
        mpq_abs(q, divisor);
        t = unit ? x : bank_application2(b, op, x, term_number_of(b, q, sort_int()));
        mpq_set_si(q, -1, 1);
        if (negative) t = scale(b, t, q);
    }
    mpq_clear(q);
    return t;
}

/* to_real goes to the subjects of a sum, where linear forms see it. */
static term to_real(struct terms *b, term a) {
    if (!is_flat_sum(b, a) && !is_multiple(b, a)) return bank_application1(b, TERM_TO_REAL, a);
    struct linear integer, real;
    linear_init(&integer, sort_int());
    linear_init(&real, sort_real());
    add_signed(&integer, b, a, 1);
    vec_each (const struct monomial, m, &integer.monomials)
        linear_push(&real, bank_application1(b, TERM_TO_REAL, m->subject), m->coefficient);
    mpq_set(real.constant, integer.constant);
    linear_normalize(&real);
    term t = linear_sum(b, &real, 0, true);
    linear_fini(&integer);
    linear_fini(&real);
    return t;
}

term simplify_number(struct terms *b, enum term_op op, const term *a, uint32_t n) {
    switch (op) {
    case TERM_LE: return less_or_equal(b, a[0], a[1]);
    case TERM_LT: return term_not(b, less_or_equal(b, a[1], a[0]));
    case TERM_TO_REAL: return to_real(b, a[0]);
    case TERM_TO_INT:
        if (bank_op(b, a[0]) == TERM_TO_REAL) return bank_arg(b, a[0], 0);
        break;
    default:
        if (is_number(b, a[1]) && mpq_sgn(term_number(b, a[1])) != 0) return divide(b, op, a[0], a[1]);
        break;
    }
    return bank_application(b, op, a, n, 0, 0);
}
