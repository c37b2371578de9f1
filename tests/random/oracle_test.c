#include "generate.h"
#include "oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Two bits that count 0, 1, 2, 0, ... while the input is true; the constraint forbids the input in state 2 if
 * asked. */
static struct circuit *make_counter(bool stuck) {
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL), low = circuit_add_latch(c, NULL),
            high = circuit_add_latch(c, NULL);
    aig_lit neither = aig_and(c->graph, aig_not(low), aig_not(high));
    c->latches.data[0].next = aig_ite(c->graph, input, neither, low);
    c->latches.data[1].next = aig_ite(c->graph, input, low, high);
    if (stuck) circuit_add_constraint(c, aig_not(aig_and(c->graph, input, high)), NULL);
    circuit_add_property(c, high, NULL, 0);
    circuit_add_property(c, aig_and(c->graph, high, input), NULL, 1);
    circuit_add_property(c, aig_and(c->graph, high, low), NULL, 2);
    return c;
}

static void depths_of_a_counter(void **state) {
    (void)state;
    for (int stuck = 0; stuck < 2; stuck++) {
        struct circuit *c = make_counter(stuck);
        struct oracle o;
        oracle_init(&o, c);
        const uint32_t states[] = {0, 1, 2, ORACLE_NEVER};
        for (uint32_t s = 0; s < 4; s++) assert_int_equal(o.state_depth[s], states[s]);
        assert_int_equal(o.bad_depth[0], 2);
        assert_int_equal(o.bad_depth[1], stuck ? ORACLE_NEVER : 2);
        assert_int_equal(o.bad_depth[2], ORACLE_NEVER);
        oracle_fini(&o);
        circuit_free(c);
    }
}

/* latch 1 starts as the opposite of the input: both true at once is possible in the first step only without
 * it */
static void reset_functions_and_uninitialised_latches(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL), a = circuit_add_latch(c, NULL),
            b = circuit_add_latch(c, NULL);
    c->latches.data[0].reset = a;
    c->latches.data[1].reset = aig_not(input);
    circuit_add_property(c, a, NULL, 0);
    circuit_add_property(c, aig_and(c->graph, b, input), NULL, 1);
    circuit_add_property(c, aig_and(c->graph, b, aig_not(input)), NULL, 2);
    struct oracle o;
    oracle_init(&o, c);
    const uint32_t depths[] = {0, 1, 0};
    for (uint32_t p = 0; p < 3; p++) assert_int_equal(o.bad_depth[p], depths[p]);
    oracle_fini(&o);
    circuit_free(c);
}

static void judges_invariants(void **state) {
    (void)state;
    struct circuit *c = make_counter(false);
    struct invariant *i = invariant_new(c);
    assert_false(oracle_accepts_invariant(c, 2, i)); /* true is inductive but proves nothing */
    invariant_add_clause(i, (const uint32_t[]){1, 3}, 2);
    assert_true(oracle_accepts_invariant(c, 2, i)); /* not both */
    assert_false(oracle_accepts_invariant(c, 1, i));
    i->depth = 3;
    assert_true(oracle_accepts_invariant(c, 2, i));
    invariant_add_clause(i, (const uint32_t[]){3}, 1); /* not high: holds in the first two steps only */
    i->depth = 2;
    assert_false(oracle_accepts_invariant(c, 2, i));
    invariant_free(i);
    circuit_free(c);
}

/* A shift register of two latches: that its end is false is inductive at depth 3 but at no smaller one, when
 * its input is held false by a constraint on the input alone. */
static void judges_the_depth_of_invariants(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit input = circuit_add_input(c, NULL), a = circuit_add_latch(c, NULL),
            b = circuit_add_latch(c, NULL);
    c->latches.data[0].next = input;
    c->latches.data[1].next = a;
    circuit_add_constraint(c, aig_not(input), NULL);
    circuit_add_property(c, b, NULL, 0);
    struct invariant *i = invariant_new(c);
    invariant_add_clause(i, (const uint32_t[]){3}, 1);
    for (i->depth = 1; i->depth < 5; i->depth++)
        assert_int_equal(oracle_accepts_invariant(c, 0, i), i->depth >= 2);
    invariant_free(i);
    circuit_free(c);
}

static void judges_traces(void **state) {
    (void)state;
    struct circuit *c = make_counter(true);
    struct trace *t = trace_new(c, 0);
    t->initial.data[0] = t->initial.data[1] = 0;
    *trace_add_step(t) = 1;
    *trace_add_step(t) = 1;
    assert_false(oracle_accepts_trace(c, 0, t)); /* not there yet */
    *trace_add_step(t) = 0;
    assert_true(oracle_accepts_trace(c, 0, t));
    *trace_step(t, 2) = TRACE_X;
    assert_false(oracle_accepts_trace(c, 0, t)); /* 1 breaks the constraint */
    *trace_step(t, 2) = 0;
    *trace_step(t, 0) = 0;
    assert_false(oracle_accepts_trace(c, 0, t));
    *trace_step(t, 0) = 1;
    t->initial.data[0] = 1;
    assert_false(oracle_accepts_trace(c, 0, t)); /* not a reset value */
    trace_free(t);
    circuit_free(c);
}

/* The generator is worth its time only while its circuits are of all kinds. */
static void generated_circuits_are_varied(void **state) {
    (void)state;
    uint32_t properties = 0, safe = 0, deep = 0, constrained = 0, uninitialised = 0, functions = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        struct circuit *c = generate_circuit(seed);
        struct oracle o;
        oracle_init(&o, c);
        properties += c->properties.size;
        for (uint32_t p = 0; p < c->properties.size; p++) {
            safe += o.bad_depth[p] == ORACLE_NEVER;
            deep += o.bad_depth[p] != ORACLE_NEVER && o.bad_depth[p] >= 4;
        }
        constrained += c->constraints.size > 0;
        bool any_free = false, any_function = false;
        vec_each (const struct latch, l, &c->latches) {
            any_free |= latch_is_free(l);
            any_function |= latch_has_function(l);
        }
        uninitialised += any_free;
        functions += any_function;
        oracle_fini(&o);
        circuit_free(c);
    }
    print_message("%u properties: %u safe, %u deep; circuits with constraints %u, free latches %u, reset "
                  "functions %u\n",
                  properties, safe, deep, constrained, uninitialised, functions);
    assert_in_range(safe, properties * 2 / 5, properties * 3 / 4);
    assert_in_range(deep, properties / 20, properties);
    assert_in_range(constrained, 200, 600);
    assert_in_range(uninitialised, 100, 900);
    assert_in_range(functions, 20, 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depths_of_a_counter), cmocka_unit_test(reset_functions_and_uninitialised_latches),
        cmocka_unit_test(judges_invariants),   cmocka_unit_test(judges_the_depth_of_invariants),
        cmocka_unit_test(judges_traces),       cmocka_unit_test(generated_circuits_are_varied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
