/* What is special about bmc and kind: depths, simple paths, bounds, exhaustion, shared proofs. */
#include "engine/system/system_engines.h"
#include "engine/system/testing_system_engine.h"

static term num(struct system *system, long n) {
    return term_integer(system->terms, n);
}

/* x runs through 0, 1, ..., period - 1, 0, ... */
static struct system *ring(long period) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int());
    term inside = term_lt(b, x, num(system, period - 1));
    testing_rule(system, x, num(system, 0),
                 term_ite(b, inside, term_add2(b, x, num(system, 1)), num(system, 0)));
    return system;
}

/* A shift register of three Booleans, fed with false: three good steps empty it. */
static void test_depth(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term p = testing_state(system, "p", sort_bool()), q = testing_state(system, "q", sort_bool());
    term r = testing_state(system, "r", sort_bool());
    testing_rule(system, p, term_false(b), term_false(b));
    testing_rule(system, q, term_false(b), p);
    testing_rule(system, r, term_false(b), q);
    system_add_property(system, term_not(b, r), NULL, 0);
    struct run run;
    testing_init(&run, system);
    testing_run(&run, &engine_smt_kind);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[0].invariant->depth, 3);
    assert_false(run.outcomes[0].invariant->simple_path);
    testing_fini(&run);
    system_free(system);
}

/* Two states outside the reachable ones lead to each other: no depth without simple paths, a small one with
 * them. */
static struct system *trap(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    sort two = sort_bv(b, 2);
    term x = testing_state(system, "x", two), leave = system_add_input(system, "leave", sort_bool())->now;
    term zero = term_bits_ui(b, 0, 2), one = term_bits_ui(b, 1, 2), last = term_bits_ui(b, 2, 2);
    term bad = term_bits_ui(b, 3, 2);
    /* 0 -> 0;  1 -> 2;  2 -> 1 or 3;  3 -> 0 */
    term from_last = term_ite(b, leave, bad, one);
    term next = term_ite(b, term_eq(b, x, one), last, term_ite(b, term_eq(b, x, last), from_last, zero));
    testing_rule(system, x, zero, next);
    system_add_property(system, term_not(b, term_eq(b, x, bad)), NULL, 0);
    return system;
}

static void test_simple_path(void **unused) {
    (void)unused;
    struct system *system = trap();
    struct run run;
    testing_init(&run, system);
    run.options.kind_bound = 6;
    testing_run(&run, &engine_smt_kind);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_string_equal(run.reason, "bound reached");
    assert_int_equal(run.outcomes[0].depth, 5);
    testing_fini(&run);
    testing_init(&run, system);
    run.options.simple_path = true;
    testing_run(&run, &engine_smt_kind);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_true(run.outcomes[0].invariant->simple_path);
    assert_int_equal(run.outcomes[0].invariant->depth, 3);
    testing_fini(&run);
    system_free(system);
}

/* When init depends on an input, the first state may come again: simple paths are not used. */
static void test_simple_path_with_input_in_init(void **unused) {
    (void)unused;
    struct system *system = trap();
    system->init = system->inputs.data[0].now;
    struct run run;
    testing_init(&run, system);
    run.options.simple_path = true;
    run.options.kind_bound = 6;
    testing_run(&run, &engine_smt_kind);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    testing_fini(&run);
    system_free(system);
}

/* Constraints that end every path: bmc notices and proves by induction. */
static void test_exhaustion(void **unused) {
    (void)unused;
    struct system *system = ring(100);
    struct terms *b = system->terms;
    term x = system->states.data[0].now;
    vec_push(&system->constraints,
             term_and2(b, term_le(b, x, num(system, 3)), term_ge(b, x, num(system, 0))));
    system_add_property(system, term_le(b, x, num(system, 50)), NULL, 0);
    struct run run;
    testing_init(&run, system);
    testing_run(&run, &engine_smt_bmc);
    assert_null(run.reason);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    testing_fini(&run);
    system_free(system);
}

static void test_bound(void **unused) {
    (void)unused;
    struct system *system = ring(100);
    system_add_property(system, term_lt(system->terms, system->states.data[0].now, num(system, 20)), NULL, 0);
    struct run run;
    testing_init(&run, system);
    run.options.bmc_bound = 10;
    testing_run(&run, &engine_smt_bmc);
    assert_string_equal(run.reason, "bound reached");
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_int_equal(run.outcomes[0].depth, 10);
    testing_fini(&run);
    testing_init(&run, system);
    testing_run(&run, &engine_smt_bmc);
    assert_int_equal(run.outcomes[0].steps, 21);
    testing_fini(&run);
    system_free(system);
}

/* x <= y is no induction by itself but follows with y = x + 1, which is: its invariant becomes part of the
 * evidence. A refuted property strengthens nothing. */
static void test_sharing(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int()), y = testing_state(system, "y", sort_int());
    testing_rule(system, x, num(system, 0), y);
    testing_rule(system, y, num(system, 1), term_add2(b, x, num(system, 2)));
    system_add_property(system, term_lt(b, x, num(system, 4)), NULL, 0);
    system_add_property(system, term_eq(b, y, term_add2(b, x, num(system, 1))), NULL, 1);
    system_add_property(system, term_le(b, x, y), NULL, 2);
    struct run run;
    testing_init(&run, system);
    testing_run(&run, &engine_smt_kind);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
    assert_int_equal(run.outcomes[0].steps, 5);
    assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[2].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[2].invariant->conjuncts.size, 2);
    testing_fini(&run);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_simple_path),
        cmocka_unit_test(test_simple_path_with_input_in_init),
        cmocka_unit_test(test_exhaustion),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_sharing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
