#include "engine/bit/bit.h"
#include "engine/bit/testing_bit.h"

/* Runs the engine on the circuit and returns the outcomes in `run`, for the caller to look at and
 * testing_fini. */
static void run_kind(struct run *run, const struct circuit *c, bool simple_path, int64_t bound) {
    testing_init(run, c);
    run->options.simple_path = simple_path;
    if (bound) run->options.kind_bound = bound;
    testing_run(run, &engine_kind);
}

/* The counter goes 0..3; out of reach, 4 -> 5 -> ... -> n leads to the bad value n: n - 4 good steps before
 * it, so induction needs depth n - 3. */
static void finds_the_least_depth(void **state) {
    (void)state;
    for (uint32_t bad = 4; bad <= 7; bad++) {
        struct circuit *c = circuit_new();
        uint32_t from = testing_counter(c, 3, 3, AIG_TRUE);
        testing_bad(c, testing_equals(c, from, 3, bad));
        struct run run;
        run_kind(&run, c, false, 0);
        /* 7 wraps to 0, so 4 is reached from nowhere but the bad value itself. */
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        assert_int_equal(run.outcomes[0].invariant->depth, bad - 3);
        assert_int_equal(run.outcomes[0].invariant->conjuncts.size, 1);
        assert_false(run.outcomes[0].invariant->simple_path);
        assert_int_equal(run.stats.frames, bad - 3);
        testing_fini(&run);
        run_kind(&run, c, false, bad - 4 ? bad - 4 : 1);
        assert_int_equal(run.outcomes[0].verdict, bad > 4 ? VERDICT_UNKNOWN : VERDICT_SAFE);
        if (bad > 4) assert_string_equal(run.reason, "bound reached");
        testing_fini(&run);
        circuit_free(c);
    }
}

/* Out of reach, the counter may wait for ever before it goes on to the bad value. */
static void simple_paths_are_used_where_needed_only(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 3, 3, circuit_add_input(c, NULL));
    testing_bad(c, testing_equals(c, from, 3, 5));
    testing_bad(c, testing_equals(c, from, 3, 4)); /* has no predecessor but 4 itself: plain depth 1 */
    struct run run;
    run_kind(&run, c, false, 12);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE); /* strengthened by the second property */
    assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
    testing_fini(&run);

    c->properties.size = 1;
    run_kind(&run, c, false, 12);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_int_equal(run.outcomes[0].depth, 11);
    testing_fini(&run);

    run_kind(&run, c, true, 0);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[0].invariant->depth, 2); /* over 4, 4, 5 only, which repeats a state */
    assert_true(run.outcomes[0].invariant->simple_path);
    testing_fini(&run);
    c->properties.size = 2;

    run_kind(&run, c, true, 0);
    assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[1].invariant->depth, 1);
    assert_false(run.outcomes[1].invariant->simple_path);
    testing_fini(&run);
    circuit_free(c);
}

/* y is set when x was and the input says so; x is never set. "y stays 0" is not inductive at any depth, but
 * it is once "x stays 0" is known, which then belongs to its evidence. */
static void a_proved_property_strengthens_another(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL), x = testing_latch(c)->lit, other;
    struct latch *y = testing_latch(c);
    y->next = aig_or(c->graph, y->lit, aig_and(c->graph, x, input));
    other = testing_latch(c)->lit;
    testing_bad(c, y->lit);
    testing_bad(c, x);
    testing_bad(c, other); /* proved, but of no use to the first */
    struct run run;
    run_kind(&run, c, false, 0);
    for (uint32_t p = 0; p < 3; p++) assert_int_equal(run.outcomes[p].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[0].invariant->conjuncts.size, 2);
    assert_int_equal(run.outcomes[0].invariant->depth, 1);
    assert_int_equal(run.outcomes[1].invariant->conjuncts.size, 1);
    assert_int_equal(run.outcomes[1].invariant->depth, 1);
    testing_fini(&run);
    circuit_free(c);
}

/* As before, but x is uninitialised: assuming the refuted "x stays 0" would prove "y stays 0", which is
 * wrong. */
static void a_refuted_property_is_never_assumed(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL);
    struct latch *x = testing_latch(c);
    aig_lit source = x->reset = x->lit;
    uint32_t from = testing_counter(c, 2, 3, aig_and(c->graph, source, input));
    testing_bad(c, testing_equals(c, from, 2, 3));
    testing_bad(c, source);
    struct run run;
    run_kind(&run, c, false, 0);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
    assert_int_equal(run.outcomes[0].steps, 4);
    assert_int_equal(run.outcomes[1].verdict, VERDICT_UNSAFE);
    assert_int_equal(run.outcomes[1].steps, 1);
    testing_fini(&run);
    circuit_free(c);
}

/* Sixty times: y, which may be set where x is; z, which follows an input; q, which follows p, which is false
 * from the second step on; x, which stays as it is. More than are asked about at once. */
static void many_properties(void **state) {
    (void)state;
    enum { GROUPS = 60, KINDS = 4 };
    static const enum verdict verdicts[KINDS] = {VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_SAFE, VERDICT_SAFE};
    static const uint32_t conjuncts[KINDS] = {2, 0, 1, 1}, depths[KINDS] = {1, 0, 2, 1};
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL);
    for (uint32_t i = 0; i < GROUPS; i++) {
        uint32_t from = c->latches.size;
        for (int k = 0; k < 5; k++) (void)testing_latch(c);
        struct latch *l = c->latches.data + from;
        aig_lit x = l[0].lit, y = l[1].lit, z = l[2].lit, p = l[3].lit, q = l[4].lit;
        l[1].next = aig_or(c->graph, y, aig_and(c->graph, x, input));
        l[2].next = input;
        l[3].next = AIG_FALSE;
        l[4].next = p;
        testing_bad(c, y);
        testing_bad(c, z);
        testing_bad(c, q);
        testing_bad(c, x);
    }
    struct run run;
    run_kind(&run, c, false, 0);
    for (uint32_t i = 0; i < GROUPS * KINDS; i++) {
        const struct outcome *o = &run.outcomes[i];
        assert_int_equal(o->verdict, verdicts[i % KINDS]);
        if (o->verdict == VERDICT_UNSAFE) continue;
        assert_int_equal(o->invariant->conjuncts.size, conjuncts[i % KINDS]);
        assert_int_equal(o->invariant->depth, depths[i % KINDS]);
    }
    testing_fini(&run);
    circuit_free(c);
}

static void constraints_hold_in_every_step(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL);
    struct latch *l = testing_latch(c);
    l->next = input;
    circuit_add_constraint(c, aig_not(input), NULL);
    testing_bad(c, l->lit);
    testing_bad(c, aig_and(c->graph, aig_not(l->lit), input));
    testing_bad(c, aig_not(input));
    struct run run;
    run_kind(&run, c, false, 0);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[0].invariant->depth, 1);
    assert_int_equal(run.outcomes[1].verdict, VERDICT_SAFE);
    assert_int_equal(run.outcomes[2].verdict, VERDICT_UNSAFE);
    testing_fini(&run);
    circuit_free(c);
}

/* The bad state can be reached in step 4; in step 3 at the latest a constraint is violated, though not
 * before. */
static void constraints_that_only_bite_later(void **state) {
    (void)state;
    for (int simple_path = 0; simple_path <= 1; simple_path++) {
        struct circuit *c = circuit_new();
        uint32_t from = testing_counter(c, 3, 7, circuit_add_input(c, NULL));
        circuit_add_constraint(c, aig_not(testing_equals(c, from, 3, 3)), NULL);
        testing_bad(c, testing_equals(c, from, 3, 4));
        testing_bad(c, testing_equals(c, from, 3, 2));
        struct run run;
        run_kind(&run, c, simple_path, 0);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_SAFE);
        assert_int_equal(run.outcomes[1].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.outcomes[1].steps, 3);
        testing_fini(&run);
        circuit_free(c);
    }
}

static void works_without_latches_and_with_constants(void **state) {
    (void)state;
    for (int simple_path = 0; simple_path <= 1; simple_path++) {
        struct circuit *c = circuit_new();
        aig_lit a = circuit_add_input(c, NULL);
        testing_bad(c, AIG_FALSE);
        testing_bad(c, AIG_TRUE);
        testing_bad(c, a);
        testing_bad(c, aig_raw_and(c->graph, a, aig_not(a)));
        struct run run;
        run_kind(&run, c, simple_path, 0);
        const enum verdict expected[] = {VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_UNSAFE, VERDICT_SAFE};
        for (uint32_t i = 0; i < 4; i++) assert_int_equal(run.outcomes[i].verdict, expected[i]);
        assert_int_equal(run.outcomes[0].invariant->conjuncts.size, 0);
        assert_int_equal(run.outcomes[3].invariant->depth, 1);
        testing_fini(&run);
        circuit_free(c);
    }
}

static void obeys_an_interrupt(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    testing_bad(c, testing_latch(c)->lit);
    struct run run;
    testing_init(&run, c);
    limits_interrupt(&run.limits);
    testing_run(&run, &engine_kind);
    assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
    assert_null(run.reason);
    testing_fini(&run);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_least_depth),
        cmocka_unit_test(simple_paths_are_used_where_needed_only),
        cmocka_unit_test(a_proved_property_strengthens_another),
        cmocka_unit_test(a_refuted_property_is_never_assumed),
        cmocka_unit_test(many_properties),
        cmocka_unit_test(constraints_hold_in_every_step),
        cmocka_unit_test(constraints_that_only_bite_later),
        cmocka_unit_test(works_without_latches_and_with_constants),
        cmocka_unit_test(obeys_an_interrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
