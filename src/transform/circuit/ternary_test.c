#include "transform/circuit/transform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

/* B' = !B reset 0, C' = B reset 1, A' = B & C reset 0: A is constant, but not inductively so by itself. */
static struct circuit *trap(void) {
    struct circuit *c = circuit_new();
    aig_lit a = circuit_add_latch(c, "A"), b = circuit_add_latch(c, "B"), d = circuit_add_latch(c, "C");
    c->latches.data[0].next = aig_raw_and(c->graph, b, d);
    c->latches.data[1].next = aig_not(b);
    c->latches.data[2].next = b;
    c->latches.data[2].reset = AIG_TRUE;
    circuit_add_property(c, a, NULL, 0);
    return c;
}

static void trap_is_justified(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *c = trap();
    struct transform *made = transform_ternary(c, &t.context);
    assert_non_null(made);
    assert_int_equal(t.stats.ternary_constants, 1);
    assert_true(aig_same(made->to->properties.data[0].bad, AIG_FALSE));
    testing_check(made);
    struct invariant *alone = invariant_new(c);
    invariant_add(alone, aig_not(alone->latches.data[0]));
    assert_false(testing_inductive(c, alone, 0));
    invariant_free(alone);
    transform_free(made);
    circuit_free(c);
}

/* With one state only, everything that changes is widened at once, and A with it. */
static void trap_is_lost_by_widening(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    t.options.ternary_states = 1;
    struct circuit *c = trap();
    assert_null(transform_ternary(c, &t.context));
    circuit_free(c);
}

/* A stuck shift register of any length, behind a counter whose period exceeds the states to visit: widening
 * keeps the constants of the one and gives up the other. */
static void widening_terminates(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *c = circuit_new();
    enum { BITS = 20, LENGTH = 500 };
    aig_lit bits[BITS], carry = AIG_TRUE, last = AIG_FALSE;
    for (int i = 0; i < BITS; i++) bits[i] = circuit_add_latch(c, NULL);
    for (int i = 0; i < LENGTH; i++) circuit_add_latch(c, NULL);
    for (int i = 0; i < BITS; i++) {
        c->latches.data[i].next = aig_xor(c->graph, bits[i], carry);
        carry = aig_and(c->graph, carry, bits[i]);
    }
    for (int i = 0; i < LENGTH; i++) {
        c->latches.data[BITS + i].next = aig_and(c->graph, last, carry);
        last = c->latches.data[BITS + i].lit;
    }
    circuit_add_property(c, last, NULL, 0);
    struct transform *made = transform_ternary(c, &t.context);
    assert_non_null(made);
    assert_int_equal(t.stats.ternary_constants, LENGTH);
    assert_int_equal(made->to->latches.size, BITS);
    assert_true(testing_inductive(c, made->facts, 0));
    transform_free(made);
    circuit_free(c);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    assert_true(testing_stage(transform_ternary, &t, 600, true) > 100);
    t.options.ternary_states = 2;
    assert_true(testing_stage(transform_ternary, &t, 300, true) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trap_is_justified),
        cmocka_unit_test(trap_is_lost_by_widening),
        cmocka_unit_test(widening_terminates),
        cmocka_unit_test(random_circuits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
