#include "logic/linear.h"
#include "base/random.h"
#include "logic/print.h"
#include "logic/value.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { VARIABLES = 3 };

struct fixture {
    struct terms *b;
    struct random random;
    sort sort;
    term variables[VARIABLES];
};

static void fixture_init(struct fixture *f, enum terms_mode mode, sort s, uint64_t seed) {
    *f = (struct fixture){.b = terms_new(mode), .sort = s};
    random_init(&f->random, seed);
    static const char *const names[VARIABLES] = {"x", "y", "z"};
    for (int i = 0; i < VARIABLES; i++) f->variables[i] = term_variable(f->b, names[i], s);
}

static term number(struct fixture *f, long n, unsigned long d) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, sort_same(f->sort, sort_int()) ? 1 : d);
    mpq_canonicalize(q);
    term t = term_number_of(f->b, q, f->sort);
    mpq_clear(q);
    return t;
}

static term random_number(struct fixture *f) {
    return number(f, (long)random_below(&f->random, 9) - 4, 1 + random_below(&f->random, 3));
}

/* Sums, multiples of sums, differences: a linear term, as users write them. */
static term random_linear(struct fixture *f, uint32_t depth) {
    if (!depth || random_one_in(&f->random, 4))
        return random_one_in(&f->random, 3) ? random_number(f)
                                            : f->variables[random_below(&f->random, VARIABLES)];
    switch (random_below(&f->random, 4)) {
    case 0: return term_mul2(f->b, random_number(f), random_linear(f, depth - 1));
    case 1: return term_mul2(f->b, random_linear(f, depth - 1), random_number(f));
    case 2: return term_sub(f->b, random_linear(f, depth - 1), random_linear(f, depth - 1));
    default:
        return term_add(
            f->b,
            (term[]){random_linear(f, depth - 1), random_linear(f, depth - 1), random_linear(f, depth - 1)},
            3);
    }
}

static term random_atom(struct fixture *f) {
    term x = random_linear(f, 3), y = random_linear(f, 2);
    switch (random_below(&f->random, 4)) {
    case 0: return term_le(f->b, x, y);
    case 1: return term_lt(f->b, x, y);
    case 2: return term_eq(f->b, x, y);
    default: return term_not(f->b, random_one_in(&f->random, 2) ? term_le(f->b, x, y) : term_lt(f->b, x, y));
    }
}

static void assign(struct fixture *f, struct evaluation *e) {
    evaluation_reset(e);
    for (int i = 0; i < VARIABLES; i++) evaluation_set(e, f->variables[i], random_number(f));
}

static void with_every_bank(void (*check)(struct fixture *)) {
    for (uint64_t seed = 0; seed < 300; seed++)
        for (unsigned kind = 0; kind < 4; kind++) {
            struct fixture f;
            fixture_init(&f, kind & 1 ? TERMS_PLAIN : TERMS_SIMPLIFY, kind & 2 ? sort_int() : sort_real(),
                         seed);
            check(&f);
            terms_free(f.b);
        }
}

/* A form has the value of the term it was made of, before and after it becomes a term again. */
static void check_forms(struct fixture *f) {
    struct linear l, copy;
    struct evaluation e;
    mpq_t factor, value;
    mpq_inits(factor, value, NULL);
    linear_init(&l, f->sort);
    linear_init(&copy, f->sort);
    evaluation_init(&e, f->b);
    term x = random_linear(f, 4), y = random_linear(f, 4);
    mpq_set_si(factor, 1, 1);
    linear_add_term(&l, f->b, x, factor);
    mpq_set_si(factor, -3, 1);
    linear_add_term(&copy, f->b, y, factor);
    mpq_set_si(factor, 2, 1);
    linear_add(&l, &copy, factor); /* x - 6 y */
    linear_copy(&copy, &l);
    term sum = linear_term(f->b, &copy);
    for (uint32_t i = 1; i < l.monomials.size; i++)
        assert_true(l.monomials.data[i - 1].subject.id < l.monomials.data[i].subject.id);
    for (uint32_t i = 0; i < l.monomials.size; i++) {
        assert_int_not_equal(mpq_sgn(l.monomials.data[i].coefficient), 0);
        assert_true(term_is(f->b, l.monomials.data[i].subject, TERM_VARIABLE));
    }
    for (int round = 0; round < 3; round++) {
        assign(f, &e);
        mpq_set_si(factor, -6, 1);
        mpq_mul(value, term_number(f->b, evaluate(&e, y)), factor);
        mpq_add(value, value, term_number(f->b, evaluate(&e, x)));
        assert_int_equal(mpq_cmp(value, term_number(f->b, evaluate(&e, sum))), 0);
    }
    evaluation_fini(&e);
    linear_fini(&copy);
    linear_fini(&l);
    mpq_clears(factor, value, NULL);
}

static void forms_have_the_value_of_their_terms(void **state) {
    (void)state;
    with_every_bank(check_forms);
}

/* Coprime integers; over Int an integer constant and no <; = has a positive lead. */
static void assert_canonical(const struct linear *l, enum linear_relation relation) {
    mpz_t divisor;
    mpz_init(divisor);
    vec_each (const struct monomial, m, &l->monomials) {
        assert_int_equal(mpz_cmp_ui(mpq_denref(m->coefficient), 1), 0);
        mpz_gcd(divisor, divisor, mpq_numref(m->coefficient));
    }
    assert_int_equal(mpz_cmp_ui(divisor, 1), 0);
    if (sort_same(l->sort, sort_int())) {
        assert_int_equal(mpz_cmp_ui(mpq_denref(l->constant), 1), 0);
        assert_int_not_equal(relation, LINEAR_LT);
    }
    if (relation == LINEAR_EQ) assert_true(mpq_sgn(l->monomials.data[0].coefficient) > 0);
    mpz_clear(divisor);
}

/* A canonical atom, and a predicate with its sign, mean what the atom means, and are fixed points. */
static void check_atoms(struct fixture *f) {
    struct linear l;
    struct evaluation e;
    enum linear_relation relation;
    linear_init(&l, f->sort);
    evaluation_init(&e, f->b);
    term atom = random_atom(f), canonical = atom;
    if (linear_atom(f->b, atom, &l, &relation)) {
        canonical = linear_canonical(f->b, &l, relation);
        if (l.monomials.size && !term_is_value(f->b, canonical)) {
            if (sort_same(f->sort, sort_int()) && relation == LINEAR_LT) relation = LINEAR_LE;
            assert_canonical(&l, relation);
            assert_true(linear_atom(f->b, canonical, &l, &relation));
            assert_true(term_same(linear_canonical(f->b, &l, relation), canonical));
        }
    } else
        assert_true(term_is_value(f->b, atom) || term_is(f->b, atom, TERM_NOT)); /* a negated equation */
    bool negated, again, opposite;
    term predicate = term_predicate(f->b, atom, &negated);
    assert_false(term_is(f->b, predicate, TERM_NOT));
    assert_true(term_same(term_predicate(f->b, predicate, &again), predicate) && !again);
    assert_true(term_same(term_predicate(f->b, term_not(f->b, atom), &opposite), predicate));
    assert_true(opposite != negated);
    for (int round = 0; round < 10; round++) {
        assign(f, &e);
        term value = evaluate(&e, atom);
        assert_true(term_same(value, evaluate(&e, canonical)));
        assert_true(term_same(evaluate(&e, predicate),
                              term_bool(f->b, term_same(value, term_true(f->b)) != negated)));
    }
    evaluation_fini(&e);
    linear_fini(&l);
}

static void canonical_atoms_mean_the_same(void **state) {
    (void)state;
    with_every_bank(check_atoms);
}

/* Different ways to say the same are the same predicate. */
static void equal_predicates_are_equal_terms(void **state) {
    (void)state;
    for (int mode = TERMS_SIMPLIFY; mode <= TERMS_PLAIN; mode++) {
        struct fixture f;
        fixture_init(&f, (enum terms_mode)mode, sort_int(), 0);
        struct terms *b = f.b;
        term x = f.variables[0], y = f.variables[1], two_x = term_mul2(b, number(&f, 2, 1), x);
        term same[] = {
            term_le(b, x, number(&f, 3, 1)),
            term_lt(b, x, number(&f, 4, 1)),
            term_not(b, term_ge(b, x, number(&f, 4, 1))),
            term_lt(b, two_x, number(&f, 7, 1)),
            term_ge(b, number(&f, 13, 1), term_add(b, (term[]){two_x, two_x}, 2)),
        };
        bool negated;
        term first = term_predicate(b, same[0], &negated);
        assert_false(negated);
        for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
            assert_true(term_same(term_predicate(b, same[i], &negated), first));
            assert_false(negated);
        }
        assert_true(term_same(term_predicate(b, term_ge(b, x, number(&f, 4, 1)), &negated), first));
        assert_true(negated);
        term equal = term_predicate(b, term_eq(b, x, term_add2(b, y, number(&f, 1, 1))), &negated);
        assert_true(
            term_same(equal, term_predicate(b, term_eq(b, y, term_sub(b, x, number(&f, 1, 1))), &negated)));
        assert_false(negated);
        terms_free(b);
        fixture_init(&f, (enum terms_mode)mode, sort_real(), 0);
        x = f.variables[0];
        first = term_predicate(f.b, term_lt(f.b, x, number(&f, 1, 3)), &negated);
        bool other;
        assert_true(term_same(first, term_predicate(f.b, term_ge(f.b, x, number(&f, 1, 3)), &other)));
        assert_true(negated != other);
        assert_false(term_same(first, term_predicate(f.b, term_le(f.b, x, number(&f, 1, 3)), &other)));
        term p = term_variable(f.b, "p", sort_bool());
        assert_true(term_same(term_predicate(f.b, term_not(f.b, p), &negated), p) && negated);
        terms_free(f.b);
    }
}

/* A sum of sums that share: 2^60 times a variable, in a hundred nodes. */
static void shared_sums_are_linear_in_the_dag(void **state) {
    (void)state;
    struct fixture f;
    fixture_init(&f, TERMS_PLAIN, sort_int(), 0);
    term t = f.variables[0];
    for (int i = 0; i < 60; i++) t = term_add2(f.b, t, t);
    struct linear l;
    linear_init(&l, sort_int());
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    linear_add_term(&l, f.b, t, one);
    assert_int_equal(l.monomials.size, 1);
    mpq_set_ui(one, 1ul << 60, 1);
    assert_int_equal(mpq_cmp(l.monomials.data[0].coefficient, one), 0);
    mpq_clear(one);
    linear_fini(&l);
    terms_free(f.b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_have_the_value_of_their_terms),
        cmocka_unit_test(canonical_atoms_mean_the_same),
        cmocka_unit_test(equal_predicates_are_equal_terms),
        cmocka_unit_test(shared_sums_are_linear_in_the_dag),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
