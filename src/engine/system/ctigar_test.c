/* CTIGAR refines where it says it does: both scenarios, on a step that is a function and on one that is a
 * relation, lazily and eagerly. */
#include "engine/system/system_engines.h"
#include "engine/system/testing_system_engine.h"

enum { AUTO, LAZY, EAGER }; /* as the words of ctigar-refine */

static term num(struct system *system, long n) {
    return term_integer(system->terms, n);
}

/* x counts from 0 by two: by an update, or by two inequalities of which no update can be read off. The
 * property is that x is never `forbidden`. */
static struct system *by_two(bool function, long forbidden) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    struct system_state *s = system_add_state(system, "x", sort_int(), NULL);
    term x = s->now, next = s->next, more = term_add2(b, x, num(system, 2));
    s->first = num(system, 0);
    if (function)
        s->update = more;
    else
        system->trans = term_and2(b, term_le(b, next, more), term_ge(b, next, more));
    system_add_property(system, term_not(b, term_eq(b, x, num(system, forbidden))), NULL, 0);
    return system;
}

static void run(struct run *run, const struct system *system, int when, enum verdict verdict) {
    testing_init(run, system);
    run->options.ctigar_refine = when;
    testing_run(run, &engine_ctigar);
    assert_null(run->reason);
    assert_int_equal(run->outcomes[0].verdict, verdict);
    assert_int_equal(run->stats.refinements,
                     run->stats.refinements_lifting + run->stats.refinements_consecution);
    testing_fini(run);
}

/* The first predicates are x <= 0, x >= 0, x <= 7, x >= 7: the predecessor of x = 7 is x = 5, whose
 * abstraction 0 < x < 7 has predecessors that x = 5 has not. */
static void test_lazy(void **unused) {
    (void)unused;
    for (int function = 0; function < 2; function++) {
        struct system *system = by_two(function, 7);
        struct run r;
        run(&r, system, LAZY, VERDICT_SAFE);
        assert_true(r.stats.refinements_consecution > 0);
        system_free(system);
    }
}

/* Chains with a predecessor that is not lifted reach the initial states; no concrete path follows them. */
static void test_lazy_lifting(void **unused) {
    (void)unused;
    struct system *system = by_two(true, 7);
    struct run r;
    run(&r, system, LAZY, VERDICT_SAFE);
    assert_true(r.stats.refinements_lifting > 0);
    system_free(system);
}

/* Every obligation is lifted, so none is asked for the predecessors of its state. */
static void test_eager(void **unused) {
    (void)unused;
    for (int function = 0; function < 2; function++) {
        struct system *system = by_two(function, 7);
        struct run r;
        run(&r, system, EAGER, VERDICT_SAFE);
        assert_true(r.stats.refinements_lifting > 0);
        assert_int_equal(r.stats.refinements_consecution, 0);
        system_free(system);
    }
}

/* 8 is reached, in spite of spurious chains on the way. */
static void test_counterexample(void **unused) {
    (void)unused;
    for (int function = 0; function < 2; function++)
        for (int when = AUTO; when <= EAGER; when++) {
            struct system *system = by_two(function, 8);
            struct run r;
            run(&r, system, when, VERDICT_UNSAFE);
            assert_int_equal(r.outcomes[0].steps, 5);
            assert_true(r.stats.refinements > 0);
            system_free(system);
        }
}

/* Bits instead of numbers: no interpolants, predicates come from cores. An input chooses between 2 and 4. */
static void test_bit_vectors(void **unused) {
    (void)unused;
    for (int when = AUTO; when <= EAGER; when++) {
        struct system *system = system_new(TERMS_SIMPLIFY);
        struct terms *b = system->terms;
        term x = testing_state(system, "x", sort_bv(b, 4)),
             i = system_add_input(system, "i", sort_bool())->now;
        term more = term_ite(b, i, term_bits_ui(b, 2, 4), term_bits_ui(b, 4, 4));
        testing_rule(system, x, term_bits_ui(b, 0, 4), term_bv2(b, TERM_BV_ADD, x, more));
        system_add_property(system, term_not(b, term_eq(b, x, term_bits_ui(b, 7, 4))), NULL, 0);
        struct run r;
        run(&r, system, when, VERDICT_SAFE);
        assert_true(r.stats.refinements > 0);
        if (when == EAGER) assert_int_equal(r.stats.refinements_consecution, 0);
        system_free(system);
    }
}

static term number(struct system *system, long n) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, 1);
    term t = term_number_of(system->terms, q, sort_real());
    mpq_clear(q);
    return t;
}

/* A temperature that rises by at most 1 in a step while it is below 18, and falls by at most 1 else. Separated point by
 * point, its values would be enumerated. */
static void test_generalized_points(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_real()), i = system_add_input(system, "i", sort_real())->now;
    term hot = testing_state(system, "hot", sort_bool());
    term amount =
        term_ite(b, term_and2(b, term_le(b, number(system, 0), i), term_le(b, i, number(system, 1))), i,
                 number(system, 0));
    testing_rule(system, x, number(system, 20),
                 term_ite(b, hot, term_sub(b, x, amount), term_add2(b, x, amount)));
    testing_rule(system, hot, term_true(b),
                 term_ite(b, term_lt(b, x, number(system, 18)), term_false(b),
                          term_ite(b, term_gt(b, x, number(system, 22)), term_true(b), hot)));
    system_add_property(
        system, term_and2(b, term_le(b, number(system, 16), x), term_le(b, x, number(system, 24))), NULL, 0);
    struct run r;
    run(&r, system, LAZY, VERDICT_SAFE);
    assert_in_range(r.stats.refinements_consecution, 1, 20);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lazy),        cmocka_unit_test(test_lazy_lifting),
        cmocka_unit_test(test_eager),       cmocka_unit_test(test_counterexample),
        cmocka_unit_test(test_bit_vectors), cmocka_unit_test(test_generalized_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
