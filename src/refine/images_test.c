/* Interpolants over the predicates of a proof: sums, alternatives, paths that have none. */
#include "refine/images.h"

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
    for (int i = 0; i < 4; i++) p.formulas[i] = term_false(p.bank); /* no numbers in it */
    assert_false(solve(&p));
    terms_free(p.bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums), cmocka_unit_test(alternatives),
                                       cmocka_unit_test(none)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
