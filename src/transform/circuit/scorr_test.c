#include "transform/circuit/transform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

/* Two copies of a counter with an enable, one of them inverted bit by bit. */
static struct circuit *twins(uint32_t bits, bool enabled) {
    struct circuit *c = circuit_new();
    aig_lits left = {0}, right = {0};
    for (uint32_t i = 0; i < bits; i++) vec_push(&left, circuit_add_latch(c, NULL));
    for (uint32_t i = 0; i < bits; i++) vec_push(&right, circuit_add_latch(c, NULL));
    aig_lit carry = enabled ? circuit_add_input(c, NULL) : AIG_TRUE, borrow = carry, differ = AIG_FALSE;
    for (uint32_t i = 0; i < bits; i++) {
        aig_lit l = left.data[i], r = right.data[i];
        c->latches.data[i].next = aig_xor(c->graph, l, carry);
        carry = aig_and(c->graph, carry, l);
        c->latches.data[bits + i].next = aig_xor(c->graph, r, borrow);
        c->latches.data[bits + i].reset = AIG_TRUE;
        borrow = aig_and(c->graph, borrow, aig_not(r));
        differ = aig_or(c->graph, differ, aig_equal(c->graph, l, r));
    }
    circuit_add_property(c, differ, NULL, 0);
    vec_free(&left);
    vec_free(&right);
    return c;
}

static void twin_counters(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    enum { BITS = 5 };
    struct circuit *c = twins(BITS, true);
    struct transform *made = transform_scorr(c, &t.context);
    assert_non_null(made);
    assert_int_equal(made->to->latches.size, BITS);
    assert_true(aig_same(made->to->properties.data[0].bad, AIG_FALSE));
    assert_int_equal(made->facts->conjuncts.size, BITS); /* the gates follow by hashing */
    assert_int_equal(made->facts->depth, 1);
    assert_true(testing_inductive(c, made->facts, 0));
    transform_free(made);
    circuit_free(c);
}

/* Each bit leaves the class of constants only after the one below: not at the price of a round. */
static void long_counters_take_few_rounds(void **state) {
    (void)state;
    for (int enabled = 0; enabled < 2; enabled++) {
        struct testing_context t;
        testing_init(&t);
        struct circuit *c = twins(200, enabled);
        struct transform *made = transform_scorr(c, &t.context);
        assert_non_null(made);
        assert_int_equal(made->to->latches.size, 200);
        assert_true(t.stats.scorr_rounds <= 4);
        transform_free(made);
        circuit_free(c);
    }
}

/* p' = i, q' = !i, b' = p, c' = q, all reset to 0: b and c are never both true because p and q were not, but
 * no node says so of p and q. The equality b & c = 0 is inductive at depth 2 only. */
static void depth_two(void **state) {
    (void)state;
    struct circuit *circuit = circuit_new();
    aig_lit i = circuit_add_input(circuit, NULL);
    aig_lit p = circuit_add_latch(circuit, NULL), q = circuit_add_latch(circuit, NULL);
    aig_lit b = circuit_add_latch(circuit, NULL), c = circuit_add_latch(circuit, NULL);
    circuit->latches.data[0].next = i;
    circuit->latches.data[1].next = aig_not(i);
    circuit->latches.data[2].next = p;
    circuit->latches.data[3].next = q;
    circuit_add_property(circuit, aig_and(circuit->graph, b, c), NULL, 0);
    struct testing_context t;
    testing_init(&t);
    assert_null(transform_scorr(circuit, &t.context));
    t.options.scorr_depth = 2;
    struct transform *made = transform_scorr(circuit, &t.context);
    assert_non_null(made);
    assert_true(aig_same(made->to->properties.data[0].bad, AIG_FALSE));
    assert_int_equal(made->facts->depth, 2);
    testing_check(made);
    made->facts->depth = 1;
    assert_false(testing_inductive(circuit, made->facts, 0));
    transform_free(made);
    circuit_free(circuit);
}

/* A and B & C of the trap (see ternary_test.c) are constant together with each other. */
static void trap(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *c = circuit_new();
    aig_lit a = circuit_add_latch(c, "A"), b = circuit_add_latch(c, "B"), d = circuit_add_latch(c, "C");
    c->latches.data[0].next = aig_raw_and(c->graph, b, d);
    c->latches.data[1].next = aig_not(b);
    c->latches.data[2].next = b;
    c->latches.data[2].reset = AIG_TRUE;
    circuit_add_property(c, a, NULL, 0);
    struct transform *made = transform_scorr(c, &t.context);
    assert_non_null(made);
    assert_true(aig_same(made->to->properties.data[0].bad, AIG_FALSE));
    assert_int_equal(made->to->latches.size, 1); /* C is the complement of B */
    testing_check(made);
    transform_free(made);
    circuit_free(c);
}

/* The constraint g = h must survive although it makes g and h equal: bad needs g & !h, from other gates. */
static void constraint_is_not_used_against_itself(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *c = circuit_new();
    struct aig *graph = c->graph;
    aig_lit p = circuit_add_input(c, NULL), q = circuit_add_input(c, NULL), l = circuit_add_latch(c, NULL);
    c->latches.data[0].next = p;
    aig_lit g = aig_and(graph, p, q), h = aig_and(graph, l, q);
    circuit_add_constraint(c, aig_equal(graph, g, h), NULL);
    circuit_add_property(c, aig_and(graph, aig_and(graph, p, aig_not(l)), q), NULL, 0);
    struct transform *made = transform_scorr(c, &t.context);
    if (made) testing_check(made);
    assert_int_equal(testing_shortest(made ? made->to : c, 0, NULL), 0);
    transform_free(made);
    circuit_free(c);
}

/* Interrupted or without budget, it keeps nothing. */
static void no_effort(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    t.options.scorr_effort = 0;
    assert_int_equal(testing_stage(transform_scorr, &t, 50, false), 0);
    testing_init(&t);
    limits_interrupt(&t.limits);
    assert_int_equal(testing_stage(transform_scorr, &t, 50, false), 0);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    for (int depth = 1; depth <= 3; depth++) {
        t.options.scorr_depth = depth;
        assert_true(testing_stage(transform_scorr, &t, 600, false) > 300);
        assert_true(testing_stage(transform_scorr_latches, &t, 600, false) > 100);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twin_counters),
        cmocka_unit_test(long_counters_take_few_rounds),
        cmocka_unit_test(depth_two),
        cmocka_unit_test(trap),
        cmocka_unit_test(constraint_is_not_used_against_itself),
        cmocka_unit_test(no_effort),
        cmocka_unit_test(random_circuits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
