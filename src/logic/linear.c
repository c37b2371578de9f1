/* Linear forms. A form is normal when its monomials are ascending by subject, without zero coefficients. */
#include "logic/linear.h"
#include "logic/walk.h"
#include "logic/bank.h"
#include "logic/simplify.h"

#include <stdlib.h>

void linear_init(struct linear *l, sort s) {
    assert(s.id == SORT_ID_INT || s.id == SORT_ID_REAL);
    *l = (struct linear){.sort = s};
    mpq_init(l->constant);
}

static void drop_monomials(struct linear *l, uint32_t keep) {
    for (uint32_t i = keep; i < l->monomials.size; i++) mpq_clear(l->monomials.data[i].coefficient);
    vec_shrink(&l->monomials, keep);
}

void linear_fini(struct linear *l) {
    drop_monomials(l, 0);
    vec_free(&l->monomials);
    mpq_clear(l->constant);
}

static void clear(struct linear *l, sort s) {
    drop_monomials(l, 0);
    mpq_set_ui(l->constant, 0, 1);
    l->sort = s;
}

void linear_push(struct linear *l, term subject, mpq_srcptr coefficient) {
    struct monomial m = {.subject = subject};
    mpq_init(m.coefficient);
    mpq_set(m.coefficient, coefficient);
    vec_push(&l->monomials, m);
}

static int by_subject(const void *x, const void *y) {
    uint32_t a = ((const struct monomial *)x)->subject.id, b = ((const struct monomial *)y)->subject.id;
    return (a > b) - (a < b);
}

void linear_normalize(struct linear *l) {
    struct monomial *m = l->monomials.data;
    uint32_t n = l->monomials.size, kept = 0;
    bool sorted = true;
    for (uint32_t i = 1; i < n && sorted; i++) sorted = m[i - 1].subject.id < m[i].subject.id;
    if (!sorted) qsort(m, n, sizeof *m, by_subject);
    for (uint32_t i = 0; i < n; i++) {
        if (kept && term_same(m[kept - 1].subject, m[i].subject)) {
            mpq_add(m[kept - 1].coefficient, m[kept - 1].coefficient, m[i].coefficient);
            continue;
        }
        if (kept && mpq_sgn(m[kept - 1].coefficient) == 0) kept--; /* the subject before is complete */
        if (kept != i) {
            mpq_swap(m[kept].coefficient, m[i].coefficient);
            m[kept].subject = m[i].subject;
        }
        kept++;
    }
    if (kept && mpq_sgn(m[kept - 1].coefficient) == 0) kept--;
    drop_monomials(l, kept);
}

void linear_copy(struct linear *to, const struct linear *from) {
    clear(to, from->sort);
    mpq_set(to->constant, from->constant);
    vec_each (const struct monomial, m, &from->monomials) linear_push(to, m->subject, m->coefficient);
}

static void add_constant(struct linear *l, mpq_srcptr value, mpq_srcptr factor) {
    mpq_t product;
    mpq_init(product);
    mpq_mul(product, value, factor);
    mpq_add(l->constant, l->constant, product);
    mpq_clear(product);
}

void linear_add(struct linear *l, const struct linear *other, mpq_srcptr factor) {
    assert(sort_same(l->sort, other->sort));
    mpq_t product;
    mpq_init(product);
    vec_each (const struct monomial, m, &other->monomials) {
        mpq_mul(product, m->coefficient, factor);
        linear_push(l, m->subject, product);
    }
    mpq_clear(product);
    add_constant(l, other->constant, factor);
    linear_normalize(l);
}

/* Taking terms apart. */

static bool is_number(const struct terms *b, term t) {
    return bank_op(b, t) == TERM_NUMBER;
}

/* Whether t is a product of numbers and at most one other argument, which *rest gets (or TERM_NONE), or a quotient of a
 * term by a number that is not 0. */
static bool is_multiple(const struct terms *b, term t, mpq_ptr factor, term *rest) {
    *rest = TERM_NONE;
    if (bank_op(b, t) == TERM_DIVIDE && is_number(b, bank_arg(b, t, 1)) &&
        mpq_sgn(term_number(b, bank_arg(b, t, 1))) != 0) {
        mpq_inv(factor, term_number(b, bank_arg(b, t, 1)));
        *rest = bank_arg(b, t, 0);
        return true;
    }
    if (bank_op(b, t) != TERM_MUL) return false;
    mpq_set_ui(factor, 1, 1);
    for (uint32_t i = 0; i < bank_node(b, t)->arity; i++) {
        term a = bank_arg(b, t, i);
        if (is_number(b, a))
            mpq_mul(factor, factor, term_number(b, a));
        else if (term_is_none(*rest))
            *rest = a;
        else
            return false;
    }
    return true;
}

/* Whether a term is taken apart rather than a subject. */
static bool is_structure(const struct terms *b, term t) {
    enum term_op op = bank_op(b, t);
    if (op == TERM_ADD || op == TERM_NUMBER) return true;
    if (op == TERM_TO_REAL) return is_number(b, bank_arg(b, t, 0));
    if (op == TERM_DIVIDE)
        return is_number(b, bank_arg(b, t, 1)) && mpq_sgn(term_number(b, bank_arg(b, t, 1))) != 0;
    if (op != TERM_MUL) return false;
    uint32_t open = 0;
    for (uint32_t i = 0; i < bank_node(b, t)->arity; i++) open += !is_number(b, bank_arg(b, t, i));
    return open <= 1;
}

static int descending(const void *x, const void *y) {
    uint32_t a = ((const term *)x)->id, b = ((const term *)y)->id;
    return (a < b) - (a > b);
}

/* The terms that a sum consists of, structure and subjects, descending: users before what they use. */
static void collect_parts(const struct terms *b, term root, term_list *parts, struct hash_map *position) {
    vec_push(parts, root);
    hash_map_put(position, root.id, 0);
    for (uint32_t i = 0; i < parts->size; i++) {
        term t = parts->data[i];
        if (!is_structure(b, t) || bank_op(b, t) == TERM_TO_REAL) continue;
        for (uint32_t j = 0; j < bank_node(b, t)->arity; j++) {
            term a = bank_arg(b, t, j);
            if (hash_map_get(position, a.id) != HASH_NONE) continue;
            hash_map_put(position, a.id, 0);
            vec_push(parts, a);
        }
    }
    qsort(parts->data, parts->size, sizeof(term), descending);
    for (uint32_t i = 0; i < parts->size; i++) hash_map_put(position, parts->data[i].id, i);
}

/* Passes the weight of one part on to what it consists of. */
static void spread(struct linear *l, const struct terms *b, term t, mpq_t *weights, uint32_t at,
                   const struct hash_map *position) {
    mpq_ptr weight = weights[at];
    if (mpq_sgn(weight) == 0) return;
    if (is_number(b, t))
        add_constant(l, term_number(b, t), weight);
    else if (!is_structure(b, t))
        linear_push(l, t, weight);
    else if (bank_op(b, t) == TERM_TO_REAL)
        add_constant(l, term_number(b, bank_arg(b, t, 0)), weight);
    else if (bank_op(b, t) == TERM_ADD)
        for (uint32_t i = 0; i < bank_node(b, t)->arity; i++) {
            mpq_ptr to = weights[hash_map_get(position, bank_arg(b, t, i).id)];
            mpq_add(to, to, weight);
        }
    else {
        mpq_t factor;
        term rest;
        mpq_init(factor);
        is_multiple(b, t, factor, &rest);
        mpq_mul(factor, factor, weight);
        if (term_is_none(rest))
            mpq_add(l->constant, l->constant, factor);
        else {
            mpq_ptr to = weights[hash_map_get(position, rest.id)];
            mpq_add(to, to, factor);
        }
        mpq_clear(factor);
    }
}

void linear_add_term(struct linear *l, const struct terms *b, term t, mpq_srcptr factor) {
    assert(sort_same(l->sort, bank_sort(b, t)));
    if (!is_structure(b, t))
        linear_push(l, t, factor);
    else if (is_number(b, t))
        add_constant(l, term_number(b, t), factor);
    else {
        term_list parts = {0};
        struct hash_map position = {0};
        collect_parts(b, t, &parts, &position);
        mpq_t *weights = mem_alloc(parts.size * sizeof *weights);
        for (uint32_t i = 0; i < parts.size; i++) mpq_init(weights[i]);
        mpq_set(weights[0], factor);
        for (uint32_t i = 0; i < parts.size; i++) {
            spread(l, b, parts.data[i], weights, i, &position);
            mpq_clear(weights[i]);
        }
        mem_free(weights);
        hash_map_free(&position);
        vec_free(&parts);
    }
    linear_normalize(l);
}

/* Putting terms together. */

term linear_sum(struct terms *b, const struct linear *l, int sign, bool with_constant) {
    term_list list = {0};
    mpq_t c;
    mpq_init(c);
    vec_each (const struct monomial, m, &l->monomials) {
        if (sign && mpq_sgn(m->coefficient) != sign) continue;
        mpq_set(c, m->coefficient);
        if (sign < 0) mpq_neg(c, c);
        bool one = mpq_cmp_ui(c, 1, 1) == 0;
        vec_push(&list, one ? m->subject
                            : bank_application2(b, TERM_MUL, term_number_of(b, c, l->sort), m->subject));
    }
    if (with_constant)
        mpq_set(c, l->constant);
    else
        mpq_set_ui(c, 0, 1);
    if (sign < 0) mpq_neg(c, c);
    if (!list.size || mpq_sgn(c) != 0) vec_push(&list, term_number_of(b, c, l->sort));
    mpq_clear(c);
    term t = list.size == 1 ? list.data[0] : bank_application(b, TERM_ADD, list.data, list.size, 0, 0);
    vec_free(&list);
    return t;
}

term linear_term(struct terms *b, const struct linear *l) {
    return linear_sum(b, l, 0, true);
}

/* Atoms. */

/* Multiplies by the positive number that makes the coefficients coprime integers. */
static void make_coprime(struct linear *l) {
    mpz_t common, divisor;
    mpz_init_set_ui(common, 1);
    mpz_init(divisor);
    vec_each (struct monomial, m, &l->monomials) {
        mpz_lcm(common, common, mpq_denref(m->coefficient));
        mpz_gcd(divisor, divisor, mpq_numref(m->coefficient));
    }
    /* The numerators and denominators of reduced fractions: gcd of the scaled coefficients = gcd(numerators). */
    if (mpz_cmp_ui(common, 1) != 0 || mpz_cmp_ui(divisor, 1) != 0) {
        mpq_t factor;
        mpq_init(factor);
        mpz_set(mpq_numref(factor), common);
        mpz_set(mpq_denref(factor), divisor);
        mpq_canonicalize(factor);
        vec_each (struct monomial, m, &l->monomials) mpq_mul(m->coefficient, m->coefficient, factor);
        mpq_mul(l->constant, l->constant, factor);
        mpq_clear(factor);
    }
    mpz_clears(common, divisor, NULL);
}

void linear_negate(struct linear *l) {
    vec_each (struct monomial, m, &l->monomials) mpq_neg(m->coefficient, m->coefficient);
    mpq_neg(l->constant, l->constant);
}

/* Over Int: the least integer constant for which the comparison means the same; `<` becomes `<=`. */
static void tighten(struct linear *l, enum linear_relation *relation) {
    mpz_ptr n = mpq_numref(l->constant), d = mpq_denref(l->constant);
    if (*relation == LINEAR_LE)
        mpz_cdiv_q(n, n, d);
    else {
        mpz_fdiv_q(n, n, d); /* f + c < 0 is f <= ceil(-c) - 1, that is f + floor(c) + 1 <= 0 */
        mpz_add_ui(n, n, 1);
        *relation = LINEAR_LE;
    }
    mpz_set_ui(d, 1);
}

enum linear_truth linear_canonicalize(struct linear *l, enum linear_relation *relation) {
    if (!l->monomials.size) {
        int sign = mpq_sgn(l->constant);
        bool holds = *relation == LINEAR_EQ ? sign == 0 : *relation == LINEAR_LE ? sign <= 0 : sign < 0;
        return holds ? LINEAR_TRUE : LINEAR_FALSE;
    }
    make_coprime(l);
    bool integer = l->sort.id == SORT_ID_INT;
    if (*relation != LINEAR_EQ) {
        if (integer) tighten(l, relation);
        return LINEAR_OPEN;
    }
    if (integer && mpz_cmp_ui(mpq_denref(l->constant), 1) != 0) return LINEAR_FALSE;
    if (mpq_sgn(l->monomials.data[0].coefficient) < 0) linear_negate(l);
    return LINEAR_OPEN;
}

bool linear_atom(const struct terms *b, term atom, struct linear *l, enum linear_relation *relation) {
    bool negated = false;
    for (; bank_op(b, atom) == TERM_NOT; atom = bank_arg(b, atom, 0)) negated = !negated;
    enum term_op op = bank_op(b, atom);
    if (op != TERM_LE && op != TERM_LT && (op != TERM_EQ || negated)) return false;
    term left = bank_arg(b, atom, 0), right = bank_arg(b, atom, 1);
    sort s = bank_sort(b, left);
    if (s.id != SORT_ID_INT && s.id != SORT_ID_REAL) return false;
    mpq_t one;
    mpq_init(one);
    mpq_set_si(one, negated ? -1 : 1, 1);
    clear(l, s);
    linear_add_term(l, b, left, one);
    mpq_neg(one, one);
    linear_add_term(l, b, right, one);
    mpq_clear(one);
    *relation = op == TERM_EQ ? LINEAR_EQ : (op == TERM_LE) != negated ? LINEAR_LE : LINEAR_LT;
    return true;
}

term linear_canonical(struct terms *b, struct linear *l, enum linear_relation relation) {
    enum linear_truth truth = linear_canonicalize(l, &relation);
    if (truth != LINEAR_OPEN) return term_bool(b, truth == LINEAR_TRUE);
    mpq_t right;
    mpq_init(right);
    mpq_neg(right, l->constant);
    mpq_set_ui(l->constant, 0, 1);
    term sum = linear_term(b, l), bound = term_number_of(b, right, l->sort);
    mpq_neg(l->constant, right);
    mpq_clear(right);
    enum term_op op = relation == LINEAR_EQ ? TERM_EQ : relation == LINEAR_LE ? TERM_LE : TERM_LT;
    return term_make(b, op, (term[]){sum, bound}, 2, 0, 0);
}

static term strip(const struct terms *b, term t, bool *negated) {
    for (; bank_op(b, t) == TERM_NOT; t = bank_arg(b, t, 0)) *negated = !*negated;
    return t;
}

static bool is_equation_of_numbers(const struct terms *b, term t) {
    if (bank_op(b, t) != TERM_EQ) return false;
    sort s = bank_sort(b, bank_arg(b, t, 0));
    return s.id == SORT_ID_INT || s.id == SORT_ID_REAL;
}

void linear_literals(struct terms *b, term formula, bool (*below)(void *client, term less), void *client,
                     term_list *out) {
    term_list conjuncts = {0};
    term_conjuncts(b, formula, &conjuncts);
    vec_each (const term, c, &conjuncts) {
        bool negated = term_is(b, *c, TERM_NOT);
        term atom = negated ? term_arg(b, *c, 0) : *c;
        if (!is_equation_of_numbers(b, atom) || (negated && !below)) {
            vec_push(out, *c);
            continue;
        }
        term x = term_arg(b, atom, 0), y = term_arg(b, atom, 1);
        if (negated) {
            term less = term_lt(b, x, y);
            vec_push(out, below(client, less) ? less : term_lt(b, y, x));
        } else {
            vec_push(out, term_le(b, x, y));
            vec_push(out, term_le(b, y, x));
        }
    }
    vec_free(&conjuncts);
}

term term_predicate(struct terms *b, term t, bool *negated) {
    *negated = false;
    t = strip(b, t, negated);
    enum term_op op = bank_op(b, t);
    if (op == TERM_LE || op == TERM_LT || op == TERM_EQ) {
        struct linear l;
        enum linear_relation relation;
        linear_init(&l, sort_int());
        if (linear_atom(b, t, &l, &relation)) {
            if (relation != LINEAR_EQ && l.monomials.size && mpq_sgn(l.monomials.data[0].coefficient) < 0) {
                linear_negate(&l); /* f <= 0 is not (-f < 0) */
                relation = relation == LINEAR_LE ? LINEAR_LT : LINEAR_LE;
                *negated = !*negated;
            }
            t = strip(b, linear_canonical(b, &l, relation), negated);
        }
        linear_fini(&l);
    }
    if (!bank_is_false(t)) return t;
    *negated = !*negated;
    return term_true(b);
}
