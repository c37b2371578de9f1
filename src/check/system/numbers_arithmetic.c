/* Integers with intervals: the arithmetic behind numbers.h. What an interval decides makes no term. */
#include "check/system/numbers.h"

#include "logic/linear.h"

/* For the caller to fill in. */
static struct number *fresh(struct numbers *n) {
    struct number *x = mem_new(struct number);
    mpz_inits(x->low, x->high, NULL);
    vec_push(&n->all, x);
    return x;
}

/* The last number is the one of its term. */
static void note_made(struct numbers *n) {
    uint32_t last = n->all.size - 1;
    hash_map_put(&n->made, n->all.data[last]->term.id, last);
}

/* The number of whatever sums are made of: variables, quotients, choices. */
static const struct number *number_for(const struct numbers *n, term t) {
    uint32_t position = hash_map_get(&n->made, t.id);
    assert(position != HASH_NONE);
    return n->all.data[position];
}

void number_range(uint32_t width, bool is_signed, mpz_ptr low, mpz_ptr high) {
    mpz_set_ui(low, 0);
    mpz_set_ui(high, 0);
    mpz_setbit(high, is_signed ? width - 1 : width);
    if (is_signed) mpz_neg(low, high);
    mpz_sub_ui(high, high, 1);
}

static term integer_term(struct numbers *n, mpz_srcptr value) {
    mpq_t q;
    mpq_init(q);
    mpq_set_z(q, value);
    term t = term_number_of(n->to, q, sort_int());
    mpq_clear(q);
    return t;
}

const struct number *number_constant(struct numbers *n, mpz_srcptr value) {
    struct number *x = fresh(n);
    mpz_set(x->low, value);
    mpz_set(x->high, value);
    x->term = integer_term(n, value);
    return x;
}

const struct number *number_integer(struct numbers *n, long value) {
    mpz_t z;
    mpz_init_set_si(z, value);
    const struct number *x = number_constant(n, z);
    mpz_clear(z);
    return x;
}

const struct number *number_new(struct numbers *n, mpz_srcptr low, mpz_srcptr high) {
    if (!mpz_cmp(low, high)) return number_constant(n, low);
    struct number *x = fresh(n);
    mpz_set(x->low, low);
    mpz_set(x->high, high);
    x->term = term_fresh(n->to, "n", sort_int());
    note_made(n);
    vec_push(&n->facts, term_le(n->to, integer_term(n, low), x->term));
    vec_push(&n->facts, term_le(n->to, x->term, integer_term(n, high)));
    return x;
}

const struct number *number_add(struct numbers *n, const struct number *a, const struct number *b) {
    if (number_is_constant(a) && !mpz_sgn(a->low)) return b;
    if (number_is_constant(b) && !mpz_sgn(b->low)) return a;
    struct number *x = fresh(n);
    mpz_add(x->low, a->low, b->low);
    mpz_add(x->high, a->high, b->high);
    x->term = number_is_constant(x) ? integer_term(n, x->low) : term_add2(n->to, a->term, b->term);
    return x;
}

const struct number *number_scale(struct numbers *n, const struct number *a, mpz_srcptr factor) {
    if (!mpz_cmp_si(factor, 1)) return a;
    struct number *x = fresh(n);
    bool negative = mpz_sgn(factor) < 0;
    mpz_mul(x->low, negative ? a->high : a->low, factor);
    mpz_mul(x->high, negative ? a->low : a->high, factor);
    x->term =
        number_is_constant(x) ? integer_term(n, x->low) : term_mul2(n->to, integer_term(n, factor), a->term);
    return x;
}

const struct number *number_sub(struct numbers *n, const struct number *a, const struct number *b) {
    mpz_t minus;
    mpz_init_set_si(minus, -1);
    const struct number *x = number_add(n, a, number_scale(n, b, minus));
    mpz_clear(minus);
    return x;
}

const struct number *number_within(struct numbers *n, const struct number *x, mpz_srcptr low,
                                   mpz_srcptr high) {
    if (mpz_cmp(low, x->low) <= 0 && mpz_cmp(x->high, high) <= 0) return x;
    struct number *y = fresh(n);
    y->term = x->term;
    mpz_set(y->low, mpz_cmp(low, x->low) > 0 ? low : x->low);
    mpz_set(y->high, mpz_cmp(high, x->high) < 0 ? high : x->high);
    return y;
}

/* floor(x / divisor), which lies in the interval. Z3 is told so, once: it would have to find out. */
static const struct number *divide(struct numbers *n, const struct number *x, mpz_srcptr divisor,
                                   mpz_srcptr low, mpz_srcptr high) {
    if (!mpz_cmp(low, high)) return number_constant(n, low);
    term t = term_make(n->to, TERM_DIV, (term[]){x->term, integer_term(n, divisor)}, 2, 0, 0);
    if (hash_map_get(&n->made, t.id) != HASH_NONE) return number_within(n, number_for(n, t), low, high);
    struct number *q = fresh(n);
    q->term = t;
    mpz_set(q->low, low);
    mpz_set(q->high, high);
    note_made(n);
    vec_push(&n->facts, term_le(n->to, integer_term(n, low), t));
    vec_push(&n->facts, term_le(n->to, t, integer_term(n, high)));
    return q;
}

static const struct number *plain_quotient(struct numbers *n, const struct number *x, mpz_srcptr divisor) {
    mpz_t low, high;
    mpz_inits(low, high, NULL);
    mpz_fdiv_q(low, x->low, divisor);
    mpz_fdiv_q(high, x->high, divisor);
    const struct number *q = divide(n, x, divisor, low, high);
    mpz_clears(low, high, NULL);
    return q;
}

/* coefficient * x = divisor * (a * x) + b * x for the least b in size: adds a * x and b * x. */
static void split(struct numbers *n, mpz_srcptr coefficient, const struct number *x, mpz_srcptr divisor,
                  const struct number **multiple, const struct number **rest) {
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    mpz_fdiv_qr(a, b, coefficient, divisor);
    mpz_mul_2exp(b, b, 1);
    if (mpz_cmp(b, divisor) > 0) mpz_add_ui(a, a, 1);
    mpz_mul(b, a, divisor);
    mpz_sub(b, coefficient, b);
    *multiple = number_add(n, *multiple, number_scale(n, x, a));
    *rest = number_add(n, *rest, number_scale(n, x, b));
    mpz_clears(a, b, NULL);
}

/* floor((d * m + r) / d) = m + floor(r / d): quotients of sums that differ by multiples of the divisor share their
 * r. */
const struct number *number_quotient(struct numbers *n, const struct number *x, mpz_srcptr divisor) {
    assert(mpz_sgn(divisor) > 0);
    if (!mpz_cmp_ui(divisor, 1)) return x;
    const struct number *multiple = number_integer(n, 0), *rest = multiple;
    struct linear form;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    linear_init(&form, sort_int());
    linear_add_term(&form, n->to, x->term, one);
    vec_each (const struct monomial, m, &form.monomials)
        split(n, mpq_numref(m->coefficient), number_for(n, m->subject), divisor, &multiple, &rest);
    split(n, mpq_numref(form.constant), number_integer(n, 1), divisor, &multiple, &rest);
    linear_fini(&form);
    mpq_clear(one);
    mpz_t low, high;
    mpz_inits(low, high, NULL);
    mpz_fdiv_q(low, x->low, divisor);
    mpz_fdiv_q(high, x->high, divisor);
    const struct number *q = number_add(n, multiple, plain_quotient(n, rest, divisor));
    q = !mpz_cmp(low, high) ? number_constant(n, low) : number_within(n, q, low, high);
    mpz_clears(low, high, NULL);
    return q;
}

/* x - modulus * q, which lies in [least..least + modulus[. */
static const struct number *subtract_multiple(struct numbers *n, const struct number *x,
                                              const struct number *q, mpz_srcptr least, mpz_srcptr modulus) {
    mpz_t z;
    mpz_init(z);
    mpz_neg(z, modulus);
    const struct number *r = number_add(n, x, number_scale(n, q, z));
    mpz_add(z, least, modulus);
    mpz_sub_ui(z, z, 1);
    r = number_within(n, r, least, z);
    mpz_clear(z);
    return r;
}

const struct number *number_remainder(struct numbers *n, const struct number *x, mpz_srcptr divisor) {
    mpz_t zero;
    mpz_init(zero);
    const struct number *r = subtract_multiple(n, x, number_quotient(n, x, divisor), zero, divisor);
    mpz_clear(zero);
    return r;
}

/* Multiples stay inside of the quotient, here: x is often the sum of a word that was reduced and little more, whose
 * interval leaves one or two quotients; without what reduced it, it would leave many. */
const struct number *number_reduce(struct numbers *n, const struct number *x, uint32_t width,
                                   bool is_signed) {
    mpz_t least, greatest, modulus;
    mpz_inits(least, greatest, modulus, NULL);
    number_range(width, is_signed, least, greatest);
    mpz_setbit(modulus, width);
    const struct number *q = plain_quotient(n, number_sub(n, x, number_constant(n, least)), modulus);
    const struct number *r = subtract_multiple(n, x, q, least, modulus);
    mpz_clears(least, greatest, modulus, NULL);
    return r;
}

const struct number *number_choose(struct numbers *n, term condition, const struct number *then,
                                   const struct number *otherwise) {
    if (term_is(n->to, condition, TERM_TRUE) || term_same(then->term, otherwise->term)) return then;
    if (term_is(n->to, condition, TERM_FALSE)) return otherwise;
    struct number *x = fresh(n);
    mpz_set(x->low, mpz_cmp(then->low, otherwise->low) < 0 ? then->low : otherwise->low);
    mpz_set(x->high, mpz_cmp(then->high, otherwise->high) > 0 ? then->high : otherwise->high);
    x->term = term_ite(n->to, condition, then->term, otherwise->term);
    note_made(n);
    return x;
}

term number_le(struct numbers *n, const struct number *a, const struct number *b) {
    if (mpz_cmp(a->high, b->low) <= 0) return term_true(n->to);
    if (mpz_cmp(a->low, b->high) > 0) return term_false(n->to);
    return term_le(n->to, a->term, b->term);
}

/* The difference is a multiple of 2^width: one of a few, or its remainder is zero. */
term number_congruent(struct numbers *n, const struct number *a, const struct number *b, uint32_t width) {
    enum { FEW = 4 };
    const struct number *difference = number_sub(n, a, b);
    term_list cases = {0};
    mpz_t modulus, m;
    mpz_inits(modulus, m, NULL);
    mpz_setbit(modulus, width);
    mpz_cdiv_q(m, difference->low, modulus);
    mpz_mul(m, m, modulus);
    for (; mpz_cmp(m, difference->high) <= 0 && cases.size <= FEW; mpz_add(m, m, modulus))
        vec_push(&cases, term_eq(n->to, a->term, number_add(n, b, number_constant(n, m))->term));
    term result = term_or(n->to, cases.data, cases.size);
    if (number_is_constant(difference)) /* then both sides of the case are one number */
        result = term_bool(n->to, cases.size > 0);
    else if (cases.size > FEW)
        result = term_eq(n->to, number_remainder(n, difference, modulus)->term, term_integer(n->to, 0));
    vec_free(&cases);
    mpz_clears(modulus, m, NULL);
    return result;
}
