/* Implicants and projections against enumeration and against the solver; lemmas of proofs; Horn chains. */
#include "smt/random_test.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct smt *make(struct terms *bank, enum smt_purpose purpose) {
    unsigned all = THEORY_BV | THEORY_INT | THEORY_REAL | THEORY_ARRAY;
    struct smt *s = smt_new(bank, &(struct smt_settings){.theories = all, .purpose = purpose});
    assert_non_null(s);
    return s;
}

static enum smt_result decide(struct terms *b, term formula) {
    struct smt *s = make(b, SMT_JUDGE);
    smt_assert(s, formula);
    enum smt_result result = smt_check(s, NULL, 0);
    smt_free(s);
    return result;
}

static term conjunction(struct terms *b, const term_list *cube) {
    return term_and(b, cube->data, cube->size);
}

/* A literal: a possibly negated atom without Boolean structure and without ite. */
static void assert_literal(struct terms *b, term t) {
    term atom = term_is(b, t, TERM_NOT) ? term_arg(b, t, 0) : t;
    assert_false(term_is(b, atom, TERM_AND) || term_is(b, atom, TERM_OR) || term_is(b, atom, TERM_NOT));
    term_list all = {0};
    term_collect(b, &atom, 1, &all);
    vec_each (term, s, &all) assert_false(term_is(b, *s, TERM_ITE));
    vec_free(&all);
}

static void pool_of_sort(struct random_pool *p, uint32_t kind) {
    struct terms *b = p->bank;
    pool_variable(p, sort_bool());
    pool_variable(p, sort_bool());
    sort sorts[] = {sort_bv(b, 2), sort_int(), sort_real()};
    for (uint32_t i = 0; i < 4; i++) pool_variable(p, sorts[kind]);
    mpq_t q;
    mpq_init(q);
    for (uint32_t i = 1; i < 4 && kind; i++) {
        mpq_set_ui(q, i, 1);
        vec_push(&p->terms, term_number_of(b, q, sorts[kind]));
    }
    mpq_clear(q);
    if (kind == 1) { /* arrays of integers */
        pool_variable(p, sort_array(b, sort_int(), sort_int()));
        pool_variable(p, sort_array(b, sort_int(), sort_int()));
    }
    pool_grow(p, 40);
}

/* The projection, over the other variables only, holds and implies that the eliminated ones exist: for some points of
 * it, the cube is satisfiable there. */
static void check_projection(struct smt *s, struct terms *b, struct random_pool *p, const term_list *cube) {
    term eliminated[] = {p->variables.data[0], p->variables.data[2], p->variables.data[4],
                         p->variables.data[5]};
    term_list out = {0}, variables = {0};
    assert_true(smt_project(s, cube, eliminated, 4, &out));
    vec_each (term, l, &out) assert_true(term_is(b, smt_value(s, *l), TERM_TRUE));
    term_variables(b, out.data, out.size, &variables);
    for (uint32_t i = 0; i < 4; i++)
        vec_each (term, v, &variables) assert_false(term_same(*v, eliminated[i]));
    term whole = conjunction(b, cube);
    struct smt *walk = make(b, SMT_JUDGE);
    smt_assert(walk, conjunction(b, &out));
    for (uint32_t points = 0; points < 3 && smt_check(walk, NULL, 0) == SMT_SAT; points++) {
        term_list point = {0};
        for (uint32_t i = 0; i < p->variables.size; i++) {
            term v = p->variables.data[i];
            if (i == 0 || i == 2 || i == 4 || i == 5) continue;
            vec_push(&point, term_eq(b, v, smt_value(walk, v)));
        }
        term at = conjunction(b, &point);
        assert_int_equal(decide(b, term_and2(b, at, whole)), SMT_SAT);
        smt_assert(walk, term_not(b, at));
        vec_free(&point);
    }
    smt_free(walk);
    vec_free(&out);
    vec_free(&variables);
}

static void implicants_and_projections(void **state) {
    (void)state;
    uint32_t satisfiable = 0;
    for (uint32_t round = 0; round < 90; round++) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        struct random_pool p;
        pool_init(&p, b, 7000 + round);
        pool_of_sort(&p, round % 3);
        term f = pool_formula(&p);
        struct smt *s = make(b, SMT_INCREMENTAL);
        smt_assert(s, f);
        if (smt_check(s, NULL, 0) == SMT_SAT) {
            satisfiable++;
            term_list cube = {0};
            assert_true(smt_implicant(s, f, &cube));
            vec_each (term, l, &cube) {
                assert_literal(b, *l);
                assert_true(term_is(b, smt_value(s, *l), TERM_TRUE));
            }
            assert_int_equal(decide(b, term_and2(b, conjunction(b, &cube), term_not(b, f))), SMT_UNSAT);
            check_projection(s, b, &p, &cube);
            vec_free(&cube);
        }
        smt_free(s);
        pool_fini(&p);
        terms_free(b);
    }
    assert_true(satisfiable > 45);
}

/* An array that goes, with elements at two places whose indices are bit vectors. */
static void arrays_over_bits(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort byte = sort_bv(b, 8);
    term a = term_variable(b, "a", sort_array(b, byte, byte)), i = term_variable(b, "i", byte);
    term j = term_variable(b, "j", byte), x = term_variable(b, "x", byte);
    struct smt *solver = make(b, SMT_INCREMENTAL);
    term_list cube = {0}, out = {0}, variables = {0};
    vec_push(&cube, term_bv2(b, TERM_BV_ULT, term_select(b, a, i), x));
    vec_push(&cube, term_bv2(b, TERM_BV_ULT, x, term_select(b, a, j)));
    smt_assert(solver, conjunction(b, &cube));
    assert_int_equal(smt_check(solver, NULL, 0), SMT_SAT);
    assert_true(smt_project(solver, &cube, &a, 1, &out));
    term_variables(b, out.data, out.size, &variables);
    vec_each (term, v, &variables) assert_false(term_same(*v, a));
    vec_each (term, l, &out) assert_true(term_is(b, smt_value(solver, *l), TERM_TRUE));
    term possible[] = {term_not(b, term_eq(b, i, j)), term_not(b, term_eq(b, x, term_bits_ui(b, 0, 8))),
                       term_not(b, term_eq(b, x, term_bits_ui(b, 255, 8)))}; /* there is such an array */
    assert_int_equal(decide(b, term_and2(b, conjunction(b, &out), term_not(b, term_and(b, possible, 3)))),
                     SMT_UNSAT);
    vec_free(&variables);
    vec_free(&out);
    vec_free(&cube);
    smt_free(solver);
    terms_free(b);
}

/* A functional step is projected exactly: the preimage of x' = 7 under x' = x + y is x + y = 7. */
static void functional_steps_are_exact(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < 2; kind++) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        sort s = kind ? sort_int() : sort_bv(b, 8);
        term x = term_variable(b, "x", s), y = term_variable(b, "y", s), next = term_variable(b, "x'", s);
        term sum = kind ? term_add2(b, x, y) : term_bv2(b, TERM_BV_ADD, x, y);
        term seven = kind ? term_integer(b, 7) : term_bits_ui(b, 7, 8);
        struct smt *solver = make(b, SMT_INCREMENTAL);
        term_list cube = {0}, out = {0};
        vec_push(&cube, term_eq(b, next, sum));
        vec_push(&cube, term_eq(b, next, seven));
        smt_assert(solver, conjunction(b, &cube));
        assert_int_equal(smt_check(solver, NULL, 0), SMT_SAT);
        assert_true(smt_project(solver, &cube, &next, 1, &out));
        assert_int_equal(decide(b, term_xor(b, conjunction(b, &out), term_eq(b, sum, seven))), SMT_UNSAT);
        vec_free(&cube);
        vec_free(&out);
        smt_free(solver);
        terms_free(b);
    }
}

struct lemmas {
    struct terms *bank;
    uint32_t size;
};

static void check_lemma(void *client, const term *literals, uint32_t n) {
    struct lemmas *l = client;
    l->size++;
    assert_int_equal(decide(l->bank, term_and(l->bank, literals, n)), SMT_UNSAT);
}

/* x0 = 0, x1 = x0 + 1, ..., xn = xn-1 + 1, xn < n */
static void counting(struct terms *b, term *formulas, term *x, uint32_t n) {
    for (uint32_t i = 0; i <= n; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%u", i);
        x[i] = term_variable(b, name, sort_int());
    }
    formulas[0] = term_eq(b, x[0], term_integer(b, 0));
    for (uint32_t i = 1; i <= n; i++) {
        term one = term_add2(b, x[i - 1], term_integer(b, 1)),
             two = term_add2(b, x[i - 1], term_integer(b, 2));
        formulas[i] = term_or2(b, term_eq(b, x[i], one), term_eq(b, x[i], two));
    }
    formulas[n + 1] = term_lt(b, x[n], term_integer(b, (long)n));
}

static void lemmas_are_inconsistent(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term formulas[6], x[5];
    counting(b, formulas, x, 4);
    struct lemmas l = {b, 0};
    assert_int_equal(smt_proof_lemmas(b, formulas, 6, NULL, check_lemma, &l), SMT_UNSAT);
    assert_true(l.size > 0);
    l.size = 0;
    assert_int_equal(smt_proof_lemmas(b, formulas, 5, NULL, check_lemma, &l), SMT_SAT);
    assert_int_equal(l.size, 0);
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    assert_int_equal(smt_proof_lemmas(b, formulas, 6, &limits, check_lemma, &l), SMT_UNKNOWN);
    terms_free(b);
}

/* a*x + b*y + c*z <= d, or <, or =, with small coefficients */
static term random_inequality(struct random *r, struct terms *b, const term *x) {
    term parts[3];
    for (uint32_t i = 0; i < 3; i++)
        parts[i] = term_mul2(b, term_integer(b, (long)random_below(r, 7) - 3), x[i]);
    term left = term_add(b, parts, 3), right = term_integer(b, (long)random_below(r, 9) - 4);
    switch (random_below(r, 3)) {
    case 0: return term_eq(b, left, right);
    case 1: return term_lt(b, left, right);
    default: return term_le(b, left, right);
    }
}

static void random_lemmas(void **state) {
    (void)state;
    struct lemmas l = {NULL, 0};
    uint32_t answers[2] = {0};
    for (uint32_t round = 0; round < 40; round++) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        struct random r;
        random_init(&r, 9000 + round);
        term x[] = {term_variable(b, "x", sort_int()), term_variable(b, "y", sort_int()),
                    term_variable(b, "z", sort_int())};
        term clauses[8];
        for (uint32_t i = 0; i < 8; i++)
            clauses[i] = term_or2(b, random_inequality(&r, b, x), random_inequality(&r, b, x));
        l.bank = b;
        enum smt_result result = smt_proof_lemmas(b, clauses, 8, NULL, check_lemma, &l);
        assert_int_equal(result, decide(b, term_and(b, clauses, 8)));
        answers[result == SMT_SAT]++;
        terms_free(b);
    }
    assert_true(answers[0] > 5 && answers[1] > 5 && l.size > 30);
}

static void horn_chains(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term formulas[6], x[5], out[5];
    counting(b, formulas, x, 4);
    struct smt_link links[5];
    for (uint32_t i = 0; i < 5; i++) links[i] = (struct smt_link){&x[i], 1};
    assert_true(smt_horn_chain(b, formulas, 6, links, NULL, out));
    for (uint32_t i = 0; i < 6; i++) {
        term before = i ? out[i - 1] : term_true(b), after = i < 5 ? out[i] : term_false(b);
        term parts[] = {before, formulas[i], term_not(b, after)};
        assert_int_equal(decide(b, term_and(b, parts, 3)), SMT_UNSAT);
        term_list variables = {0};
        term_variables(b, &before, 1, &variables);
        assert_true(variables.size == 0 || (variables.size == 1 && term_same(variables.data[0], x[i - 1])));
        vec_free(&variables);
    }
    formulas[5] = term_lt(b, x[4], term_integer(b, 5)); /* satisfiable */
    assert_false(smt_horn_chain(b, formulas, 6, links, NULL, out));
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implicants_and_projections),
        cmocka_unit_test(arrays_over_bits),
        cmocka_unit_test(functional_steps_are_exact),
        cmocka_unit_test(lemmas_are_inconsistent),
        cmocka_unit_test(random_lemmas),
        cmocka_unit_test(horn_chains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
