#include "engine/bit/testing_bit.h"
#include "engine/bit/unroll.h"

#include "base/random.h"

static void reset_values_propagate(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 5, 20, AIG_TRUE);
    aig_lit shows[32];
    for (uint32_t value = 0; value < 32; value++) shows[value] = testing_equals(c, from, 5, value);
    struct sat *sat = sat_cadical(NULL);
    struct unroll *u = unroll_new(c, sat, UNROLL_RESET);
    for (uint32_t step = 0; step < 50; step++)
        for (uint32_t value = 0; value < 32; value++) {
            aig_lit shown = unroll_at(u, shows[value], step);
            assert_true(aig_same(shown, value == step % 21 ? AIG_TRUE : AIG_FALSE));
        }
    assert_int_equal(aig_size(unroll_graph(u)), 1); /* not a single node was needed */
    unroll_free(u);
    sat_free(sat);
    circuit_free(c);
}

static void shared_across_steps(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL), unrelated = circuit_add_input(c, NULL), last = input;
    for (uint32_t i = 0; i < 4; i++) {
        struct latch *l = testing_latch(c);
        l->next = last;
        last = l->lit;
    }
    struct sat *sat = sat_cadical(NULL);
    struct unroll *u = unroll_new(c, sat, UNROLL_RESET);
    for (uint32_t step = 0; step < 4; step++) assert_true(aig_same(unroll_at(u, last, step), AIG_FALSE));
    for (uint32_t step = 4; step < 10; step++)
        assert_true(aig_same(unroll_at(u, last, step), unroll_at(u, input, step - 4)));
    sat_lit target = unroll_encode(u, unroll_at(u, last, 9));
    assert_int_equal(sat_solve(sat, &target, 1), SAT_SATISFIED);
    assert_int_equal(unroll_value(u, input, 5), 1);
    assert_int_equal(unroll_value(u, unrelated, 5), TRACE_X);
    assert_int_equal(unroll_value(u, input, 9), TRACE_X);
    assert_int_equal(unroll_value(u, input, 1000), TRACE_X);
    unroll_free(u);
    sat_free(sat);
    circuit_free(c);
}

/* A gate whose left fan-in is false does not look at the right one, in this step or the ones before. */
static void decided_gates_are_not_expanded_further(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    struct latch *l = testing_latch(c);
    aig_lit zero = l->lit, input = circuit_add_input(c, NULL);
    struct latch *m = testing_latch(c);
    aig_lit late = m->lit;
    m->next = input;
    aig_lit gate = aig_raw_and(c->graph, zero, late);
    struct sat *sat = sat_cadical(NULL);
    struct unroll *u = unroll_new(c, sat, UNROLL_RESET);
    assert_true(aig_same(unroll_at(u, gate, 3), AIG_FALSE));
    assert_int_equal(unroll_value(u, input, 2), TRACE_X);
    unroll_free(u);
    sat_free(sat);
    circuit_free(c);
}

static struct circuit *random_circuit(struct random *r) {
    struct circuit *c = circuit_new();
    for (uint32_t i = 0; i < 3; i++) (void)circuit_add_input(c, NULL);
    for (uint32_t i = 0; i < 5; i++) (void)testing_latch(c);
    for (uint32_t i = 0; i < 30; i++) {
        aig_lit a = {random_below(r, 2 * aig_size(c->graph))}, b = {random_below(r, 2 * aig_size(c->graph))};
        (void)aig_raw_and(c->graph, a, b);
    }
    vec_each (struct latch, l, &c->latches) {
        l->next = (aig_lit){random_below(r, 2 * aig_size(c->graph))};
        l->reset = random_one_in(r, 3) ? l->lit : (aig_lit){random_below(r, 2)};
    }
    testing_bad(c, (aig_lit){random_below(r, 2 * aig_size(c->graph))});
    return c;
}

/* A model that makes a random signal true is a trace on which simulation makes it true as well. */
static void models_agree_with_simulation(void **state) {
    (void)state;
    struct random r;
    uint32_t satisfied = 0, refuted = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        random_init(&r, seed);
        struct circuit *c = random_circuit(&r);
        struct sat *sat = sat_cadical(NULL);
        struct unroll *u = unroll_new(c, sat, UNROLL_RESET);
        uint32_t step = random_below(&r, 6);
        sat_lit target = unroll_encode(u, unroll_at(u, c->properties.data[0].bad, step));
        if (sat_solve(sat, &target, 1) == SAT_SATISFIED) {
            struct trace *trace = unroll_trace(u, 0, step);
            assert_int_equal(trace->steps, step + 1);
            testing_replay(c, 0, trace);
            trace_free(trace);
            satisfied++;
        } else {
            refuted++;
        }
        unroll_free(u);
        sat_free(sat);
        circuit_free(c);
    }
    assert_true(satisfied > 50 && refuted > 50);
}

static void any_state_may_come_first(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    uint32_t from = testing_counter(c, 3, 7, AIG_TRUE);
    aig_lit shows_two = testing_equals(c, from, 3, 2);
    struct sat *sat = sat_cadical(NULL);
    struct unroll *u = unroll_new(c, sat, UNROLL_ANY);
    unroll_assert(u, unroll_at(u, shows_two, 4));
    assert_int_equal(sat_solve(sat, NULL, 0), SAT_SATISFIED);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(unroll_value(u, c->latches.data[i].lit, 0), 6 >> i & 1);
    unroll_free(u);
    sat_free(sat);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reset_values_propagate),
        cmocka_unit_test(shared_across_steps),
        cmocka_unit_test(decided_gates_are_not_expanded_further),
        cmocka_unit_test(models_agree_with_simulation),
        cmocka_unit_test(any_state_may_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
