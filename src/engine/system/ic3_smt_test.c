/* The range of preimages of ic3-smt: a point, some cubes, all cubes. */
#include "engine/system/system_engines.h"
#include "engine/system/testing_system_engine.h"

/* Runs with each word of `preimage`, with and without lifting; steps 0: safe. */
static void expect(const struct system *system, uint32_t steps) {
    for (int preimage = 0; preimage < 3; preimage++)
        for (int lift = 0; lift < 2; lift++) {
            struct run run;
            testing_init(&run, system);
            run.options.preimage = preimage;
            run.options.preimage_cubes = 3;
            run.options.lift = lift;
            testing_run(&run, &engine_ic3_smt);
            assert_null(run.reason);
            const struct outcome *o = &run.outcomes[0];
            assert_int_equal(o->verdict, steps ? VERDICT_UNSAFE : VERDICT_SAFE);
            if (steps) assert_true(o->steps >= steps);
            if (!lift) assert_int_equal(run.stats.lifted, 0);
            testing_fini(&run);
        }
}

/* One of three bits is set, and they circulate; c becomes true when two of them are, in one of three ways. */
static void test_booleans(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term p = testing_state(system, "p", sort_bool()), q = testing_state(system, "q", sort_bool());
    term r = testing_state(system, "r", sort_bool()), c = testing_state(system, "c", sort_bool());
    term go = system_add_input(system, "go", sort_bool())->now;
    testing_rule(system, p, term_true(b), term_ite(b, go, r, p));
    testing_rule(system, q, term_false(b), term_ite(b, go, p, q));
    testing_rule(system, r, term_false(b), term_ite(b, go, q, r));
    term pairs[] = {term_and2(b, p, q), term_and2(b, q, r), term_and2(b, p, r)};
    testing_rule(system, c, term_false(b), term_or(b, pairs, 3));
    system_add_property(system, term_not(b, c), NULL, 0);
    expect(system, 0);
    system->properties.data[0].good = term_not(b, r);
    expect(system, 3);
    system_free(system);
}

/* A 3-bit counter by two, in whose relation the next value is a choice: never 7, soon 4. */
static void test_relation(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    struct system_state *s = system_add_state(system, "x", sort_bv(b, 3), NULL);
    term x = s->now, more = term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 2, 3));
    s->first = term_bits_ui(b, 0, 3);
    system->trans = term_or2(b, term_eq(b, s->next, x), term_eq(b, s->next, more));
    system_add_property(system, term_not(b, term_eq(b, x, term_bits_ui(b, 7, 3))), NULL, 0);
    expect(system, 0);
    system->properties.data[0].good = term_not(b, term_eq(b, x, term_bits_ui(b, 4, 3)));
    expect(system, 3);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_booleans),
        cmocka_unit_test(test_relation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
