/* k-induction with implicit abstraction: proofs with and without simple paths, refinement, the bound. */
#include "engine/system/system_engines.h"
#include "engine/system/testing_system_engine.h"

static term num(struct system *system, long n) {
    return term_integer(system->terms, n);
}

static void run(struct run *run, const struct system *system, enum verdict verdict) {
    testing_init(run, system);
    run->options.kind_bound = 20;
    testing_run(run, &engine_kind_ia);
    assert_int_equal(run->outcomes[0].verdict, verdict);
}

/* x goes 0, 1, 2, 0, ...; from 7 on it grows. That it is never 9 needs paths without repeated states: 7, 8 and 9
 * can be reached from 6 only, which waits as long as it likes. */
static struct system *waiting(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int()), go = system_add_input(system, "go", sort_bool())->now;
    term round = term_ite(b, term_ge(b, x, num(system, 2)), num(system, 0), term_add2(b, x, num(system, 1)));
    term wait = term_ite(b, go, num(system, 7), x);
    term later = term_ite(b, term_eq(b, x, num(system, 6)), wait, term_add2(b, x, num(system, 1)));
    testing_rule(system, x, num(system, 0), term_ite(b, term_lt(b, x, num(system, 6)), round, later));
    system_add_property(system, term_not(b, term_eq(b, x, num(system, 9))), NULL, 0);
    return system;
}

/* The evidence of such a proof is an inductive invariant; the judge of testing_run has accepted it. */
static void test_simple_paths(void **unused) {
    (void)unused;
    struct system *system = waiting();
    struct run r;
    run(&r, system, VERDICT_SAFE);
    assert_int_equal(r.outcomes[0].invariant->depth, 1);
    assert_false(r.outcomes[0].invariant->simple_path);
    assert_true(r.outcomes[0].invariant->conjuncts.size > 0);
    testing_fini(&r);
    system_free(system);
}

/* x and y grow together; that x = 9 implies y = 9 is 1-inductive once x = y is a predicate, and not before. A step
 * that needs no simple paths is a k-induction of the property alone. */
static void test_refinement(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int()), y = testing_state(system, "y", sort_int());
    testing_rule(system, x, num(system, 0), term_add2(b, x, num(system, 1)));
    testing_rule(system, y, num(system, 0), term_add2(b, y, num(system, 1)));
    system_add_property(system, term_implies(b, term_eq(b, x, num(system, 3)), term_eq(b, y, num(system, 3))),
                        NULL, 0);
    struct run r;
    run(&r, system, VERDICT_SAFE);
    assert_true(r.stats.refinements > 0);
    testing_fini(&r);
    system->properties.data[0].good = term_eq(b, x, y);
    run(&r, system, VERDICT_SAFE);
    assert_int_equal(r.outcomes[0].invariant->conjuncts.size, 1);
    testing_fini(&r);
    system->properties.data[0].good = term_lt(b, term_add2(b, x, y), num(system, 9));
    run(&r, system, VERDICT_UNSAFE);
    assert_int_equal(r.outcomes[0].steps, 6);
    assert_int_equal(r.outcomes[0].depth, 4);
    testing_fini(&r);
    system_free(system);
}

static void test_bound(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    term x = testing_state(system, "x", sort_int());
    testing_rule(system, x, num(system, 0), term_add2(system->terms, x, num(system, 1)));
    system_add_property(system, term_lt(system->terms, x, num(system, 100)), NULL, 0);
    struct run r;
    run(&r, system, VERDICT_UNKNOWN);
    assert_string_equal(r.reason, "bound reached");
    assert_int_equal(r.outcomes[0].depth, 19);
    testing_fini(&r);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simple_paths),
        cmocka_unit_test(test_refinement),
        cmocka_unit_test(test_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
