#include "engine/bit/bit.h"
#include "engine/bit/testing_bit.h"

/* The shortest counterexample to "the counter never shows v" has v + 1 steps, whatever the step width. */
static void finds_shortest_counterexamples(void **state) {
    (void)state;
    for (int64_t width = 1; width <= 7; width++) {
        struct circuit *c = circuit_new();
        aig_lit enable = circuit_add_input(c, NULL);
        uint32_t from = testing_counter(c, 4, 15, enable);
        const uint32_t values[] = {9, 0, 13, 9, 1};
        for (uint32_t i = 0; i < 5; i++) testing_bad(c, testing_equals(c, from, 4, values[i]));
        struct run run;
        testing_init(&run, c);
        run.options.bmc_step = width;
        testing_run(&run, &engine_bmc);
        for (uint32_t i = 0; i < 5; i++) {
            assert_int_equal(run.outcomes[i].verdict, VERDICT_UNSAFE);
            assert_int_equal(run.outcomes[i].steps, values[i] + 1);
        }
        assert_null(run.reason);
        assert_int_equal(run.stats.frames, 14);
        assert_true(run.stats.queries >= run.stats.queries_sat && run.stats.queries_sat >= 4);
        testing_fini(&run);
        circuit_free(c);
    }
}

static void stops_at_its_bound_and_says_how_deep_it_was(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 5, 31, circuit_add_input(c, NULL));
    testing_bad(c, testing_equals(c, from, 5, 21));
    for (int64_t bound = 19; bound <= 21; bound++) {
        for (int64_t width = 1; width <= 8; width += 7) {
            struct run run;
            testing_init(&run, c);
            run.options.bmc_bound = bound;
            run.options.bmc_step = width;
            testing_run(&run, &engine_bmc);
            if (bound < 21) {
                assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
                assert_int_equal(run.outcomes[0].depth, bound);
                assert_string_equal(run.reason, "bound reached");
            } else {
                assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
                assert_int_equal(run.outcomes[0].depth, 20);
                assert_null(run.reason);
            }
            testing_fini(&run);
        }
    }
    circuit_free(c);
}

/* A bad state may be one that no constraint-satisfying step leaves, and one beyond such a state is not
 * reached. */
static void paths_may_end_but_not_go_on_without_constraints(void **state) {
    (void)state;
    for (int64_t width = 1; width <= 6; width++) {
        struct circuit *c = circuit_new();
        uint32_t from = testing_counter(c, 3, 7, AIG_TRUE);
        circuit_add_constraint(c, aig_not(testing_equals(c, from, 3, 3)), NULL);
        testing_bad(c, testing_equals(c, from, 3, 2));
        testing_bad(c, testing_equals(c, from, 3, 3));
        testing_bad(c, testing_equals(c, from, 3, 4));
        struct run run;
        testing_init(&run, c);
        run.options.bmc_step = width;
        testing_run(&run, &engine_bmc);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.outcomes[0].steps, 3);
        assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
        assert_int_equal(run.outcomes[2].verdict, VERDICT_SAFE);
        assert_null(run.reason);
        testing_fini(&run);
        circuit_free(c);
    }
}

/* Out of reach there is a state that loops for ever under the constraints and can turn bad in any step, so
 * that no plain induction exists; the reachable paths end after three steps. */
static void proves_by_simple_paths_when_no_path_goes_on(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL), away = testing_latch(c)->lit;
    uint32_t from = testing_counter(c, 2, 3, aig_not(away));
    circuit_add_constraint(c, aig_not(testing_equals(c, from, 2, 3)), NULL);
    testing_bad(c, aig_and(c->graph, away, input));
    struct run run;
    testing_init(&run, c);
    run.options.bmc_bound = 9;
    testing_run(&run, &engine_bmc);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_int_equal(run.outcomes[0].depth, 3);
    assert_string_equal(run.reason, "bound reached");
    testing_fini(&run);

    testing_init(&run, c);
    run.options.simple_path = true;
    testing_run(&run, &engine_bmc);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_true(run.outcomes[0].invariant->simple_path);
    assert_int_equal(run.outcomes[0].invariant->depth, 4);
    testing_fini(&run);
    circuit_free(c);
}

static void contradictory_constraints_make_everything_safe(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL);
    circuit_add_constraint(c, input, NULL);
    circuit_add_constraint(c, aig_not(input), NULL);
    testing_bad(c, AIG_TRUE);
    testing_bad(c, testing_latch(c)->lit);
    struct run run;
    testing_init(&run, c);
    testing_run(&run, &engine_bmc);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
    testing_fini(&run);
    circuit_free(c);
}

static void uninitialised_latches_start_as_they_like(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    struct latch *free_latch = testing_latch(c);
    free_latch->reset = free_latch->lit;
    aig_lit source = free_latch->lit;
    struct latch *copy = testing_latch(c);
    copy->next = source;
    copy->reset = AIG_TRUE;
    testing_bad(c, source);
    testing_bad(c, aig_not(copy->lit));
    testing_bad(c, aig_not(aig_or(c->graph, source, copy->lit)));
    struct run run;
    testing_init(&run, c);
    testing_run(&run, &engine_bmc);
    assert_int_equal(run.outcomes[0].steps, 1);
    assert_int_equal(run.outcomes[0].first, 1);
    assert_int_equal(run.outcomes[1].steps, 2);
    assert_int_equal(run.outcomes[1].first, 0);
    assert_int_equal(run.outcomes[2].steps, 2);
    testing_fini(&run);
    circuit_free(c);
}

static void works_without_latches_and_with_constants(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit a = circuit_add_input(c, NULL), b = circuit_add_input(c, NULL);
    circuit_add_constraint(c, aig_not(b), NULL);
    testing_bad(c, AIG_FALSE);
    testing_bad(c, AIG_TRUE);
    testing_bad(c, a);
    testing_bad(c, aig_and(c->graph, a, b));
    testing_bad(c, aig_raw_and(c->graph, a, aig_not(a)));
    struct run run;
    testing_init(&run, c);
    testing_run(&run, &engine_bmc);
    const enum verdict expected[] = {VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_UNSAFE, VERDICT_SAFE,
                                     VERDICT_SAFE};
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(run.outcomes[i].verdict, expected[i]);
        if (expected[i] == VERDICT_UNSAFE)
            assert_int_equal(run.outcomes[i].steps, 1);
        else
            assert_int_equal(run.outcomes[i].invariant->depth, 1);
    }
    assert_int_equal(run.outcomes[0].invariant->conjuncts.size, 0);
    assert_false(run.outcomes[3].invariant->simple_path);
    testing_fini(&run);
    circuit_free(c);
}

static void obeys_an_interrupt(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 3, 2, circuit_add_input(c, NULL));
    testing_bad(c, testing_equals(c, from, 3, 7));
    struct run run;
    testing_init(&run, c);
    limits_interrupt(&run.limits);
    testing_run(&run, &engine_bmc);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_int_equal(run.outcomes[0].depth, -1);
    assert_null(run.reason);
    testing_fini(&run);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_shortest_counterexamples),
        cmocka_unit_test(stops_at_its_bound_and_says_how_deep_it_was),
        cmocka_unit_test(paths_may_end_but_not_go_on_without_constraints),
        cmocka_unit_test(proves_by_simple_paths_when_no_path_goes_on),
        cmocka_unit_test(contradictory_constraints_make_everything_safe),
        cmocka_unit_test(uninitialised_latches_start_as_they_like),
        cmocka_unit_test(works_without_latches_and_with_constants),
        cmocka_unit_test(obeys_an_interrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
