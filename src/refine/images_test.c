/* Interpolants over the predicates of a proof, and those that its own steps give: sums, alternatives, paths that have
 * none, random paths. */
#include "refine/images.h"
#include "refine/resolution.h"

#include "base/random.h"
#include "logic/linear.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct path {
    struct terms *bank;
    term x[4], y[4]; /* versions */
    term formulas[4];
    term out[3];
    struct stats stats;
    struct limits limits;
};

static void init(struct path *p) {
    *p = (struct path){.bank = terms_new(TERMS_SIMPLIFY)};
    limits_init(&p->limits, 0);
    for (int i = 0; i < 4; i++) {
        p->x[i] = term_fresh(p->bank, "x", sort_int());
        p->y[i] = term_fresh(p->bank, "y", sort_int());
    }
}

static term number(struct path *p, long n) {
    return term_integer(p->bank, n);
}

static term plus(struct path *p, term t, long n) {
    return term_add2(p->bank, t, number(p, n));
}

static term is(struct path *p, term a, term b) {
    return term_eq(p->bank, a, b);
}

/* The steps between: both versions are the old ones plus what is given. */
static void step(struct path *p, int i, long dx, long dy) {
    p->formulas[i] = term_and2(p->bank, is(p, p->x[i], plus(p, p->x[i - 1], dx)),
                               is(p, p->y[i], plus(p, p->y[i - 1], dy)));
}

static bool solve(struct path *p) {
    return images_sequence(p->bank, NULL, p->formulas, 4, &p->limits, &p->stats, p->out);
}

static bool resolve(struct path *p) {
    return resolution_sequence(p->bank, p->formulas, 4, &p->limits, p->out);
}

static bool is_sequence(struct path *p) {
    term shared[3][2];
    struct smt_link links[3];
    for (int i = 0; i < 3; i++) {
        shared[i][0] = p->x[i];
        shared[i][1] = p->y[i];
        links[i] = (struct smt_link){shared[i], 2};
    }
    return sequence_check(p->bank, NULL, p->formulas, 4, links, &p->limits, p->out);
}

static bool is_same(struct path *p, term a, term b) {
    bool negated[2];
    term one = term_predicate(p->bank, a, &negated[0]), other = term_predicate(p->bank, b, &negated[1]);
    return term_same(one, other) && negated[0] == negated[1];
}

/* x and y move together from 0: the sum x - y is what matters. */
static void sums(void **state) {
    (void)state;
    struct path p;
    init(&p);
    p.formulas[0] = term_and2(p.bank, is(&p, p.x[0], number(&p, 0)), is(&p, p.y[0], number(&p, 0)));
    step(&p, 1, 2, 2);
    step(&p, 2, 3, 3);
    p.formulas[3] = term_lt(p.bank, p.x[2], p.y[2]);
    assert_true(solve(&p));
    assert_true(is_sequence(&p));
    assert_true(resolve(&p));
    assert_true(is_sequence(&p));
    /* the sum itself, not the values; at the first cut the literals are shared, and stay */
    for (int i = 1; i < 3; i++) assert_true(is_same(&p, p.out[i], term_le(p.bank, p.y[i], p.x[i])));
    terms_free(p.bank);
}

/* 0 or 5 at first, between them at the end: no conjunction separates these. */
static void alternatives(void **state) {
    (void)state;
    struct path p;
    init(&p);
    p.formulas[0] = term_or2(p.bank, is(&p, p.x[0], number(&p, 0)), is(&p, p.x[0], number(&p, 5)));
    step(&p, 1, 1, 0);
    step(&p, 2, 1, 0);
    p.formulas[3] =
        term_and2(p.bank, term_lt(p.bank, number(&p, 2), p.x[2]), term_lt(p.bank, p.x[2], number(&p, 7)));
    assert_true(solve(&p));
    assert_true(is_sequence(&p));
    assert_true(term_is(p.bank, p.out[2], TERM_OR) || term_is(p.bank, p.out[2], TERM_AND));
    assert_true(resolve(&p));
    assert_true(is_sequence(&p));
    terms_free(p.bank);
}

static void none(void **state) {
    (void)state;
    struct path p;
    init(&p);
    p.formulas[0] = is(&p, p.x[0], number(&p, 0));
    step(&p, 1, 1, 0);
    step(&p, 2, 1, 0);
    p.formulas[3] = term_le(p.bank, p.x[2], number(&p, 2)); /* feasible */
    assert_false(solve(&p));
    assert_false(resolve(&p));
    for (int i = 0; i < 4; i++) p.formulas[i] = term_false(p.bank); /* no numbers in it */
    assert_false(solve(&p));
    terms_free(p.bank);
}

/* No sum of rational multiples refutes it: the proof has a cut of integers. */
static void cuts(void **state) {
    (void)state;
    struct path p;
    init(&p);
    p.formulas[0] = is(&p, p.x[0], term_mul2(p.bank, number(&p, 2), p.y[0]));
    step(&p, 1, 0, 0);
    step(&p, 2, 0, 0);
    p.formulas[1] = is(&p, p.x[1], p.x[0]);
    p.formulas[2] = is(&p, p.x[2], p.x[1]);
    term odd = plus(&p, term_mul2(p.bank, number(&p, 2), p.y[3]), 1);
    p.formulas[3] = is(&p, p.x[2], odd);
    assert_false(resolve(&p));
    terms_free(p.bank);
}

/* An inequality between two of the versions that a formula has, or between one and a number. */
static term atom(struct path *p, struct random *r, int i) {
    term mine[4] = {p->x[i], p->y[i], i ? p->x[i - 1] : p->x[i], i ? p->y[i - 1] : p->y[i]};
    term a = mine[random_below(r, 4)], b = mine[random_below(r, 4)];
    term right =
        random_one_in(r, 3) ? number(p, (long)random_below(r, 5)) : plus(p, b, (long)random_below(r, 5) - 2);
    return random_one_in(r, 3) ? is(p, a, right) : term_le(p->bank, a, right);
}

static term formula(struct path *p, struct random *r, int i) {
    term parts[5];
    for (int k = 0; k < 5; k++) {
        term a = atom(p, r, i), b = atom(p, r, i), c = atom(p, r, i);
        parts[k] = random_one_in(r, 2) ? a : term_ite(p->bank, a, b, term_not(p->bank, c));
    }
    return term_and(p->bank, parts, 5);
}

/* What comes out is a sequence of interpolants, and it does so for most paths. */
static void random_paths(void **state) {
    (void)state;
    uint32_t infeasible = 0, resolved = 0, shared = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct path p;
        struct random r;
        random_init(&r, seed);
        init(&p);
        for (int i = 0; i < 4; i++) p.formulas[i] = formula(&p, &r, i);
        struct smt *smt = smt_new(p.bank, &(struct smt_settings){.theories = THEORY_INT});
        for (int i = 0; i < 4; i++) smt_assert(smt, p.formulas[i]);
        bool refuted = smt_check(smt, NULL, 0) == SMT_UNSAT, found = resolve(&p);
        if (found) assert_true(refuted);
        if (found) assert_true(is_sequence(&p));
        infeasible += refuted;
        resolved += found;
        if (found) shared += !term_is(p.bank, p.out[1], TERM_TRUE) && !term_is(p.bank, p.out[1], TERM_FALSE);
        smt_free(smt);
        terms_free(p.bank);
    }
    assert_in_range(infeasible, 10, 60);
    assert_true(resolved * 2 >= infeasible);
    assert_true(shared > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums), cmocka_unit_test(alternatives),
                                       cmocka_unit_test(none), cmocka_unit_test(cuts),
                                       cmocka_unit_test(random_paths)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
