#include "evidence/minimize.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A shift register of n latches fed by `first`: the last one is bad. Between them stand unrelated latches. */
static struct circuit *shift(uint32_t n, aig_lit (*first)(struct circuit *)) {
    struct circuit *c = circuit_new();
    aig_lit feed = first(c);
    for (uint32_t i = 0; i < n; i++) {
        aig_lit stage = circuit_add_latch(c, NULL);
        vec_last(&c->latches).next = feed;
        circuit_add_latch(c, NULL); /* holds 0 */
        feed = stage;
    }
    circuit_add_property(c, feed, NULL, 0);
    return c;
}

static aig_lit constant(struct circuit *c) {
    (void)c;
    return AIG_FALSE;
}

static aig_lit constrained_input(struct circuit *c) {
    aig_lit in = circuit_add_input(c, NULL);
    circuit_add_constraint(c, aig_not(in), NULL);
    return in;
}

static struct invariant *all_zero(const struct circuit *c) {
    struct invariant *inv = invariant_new(c);
    for (uint32_t i = 0; i < c->latches.size; i++) invariant_add(inv, aig_not(inv->latches.data[i]));
    return inv;
}

/* Exactly the stages of the register are needed, each for the next one. */
static void keeps_the_chain(void **state) {
    (void)state;
    aig_lit (*feeds[])(struct circuit *) = {constant, constrained_input};
    for (uint32_t k = 0; k < 2; k++) {
        struct circuit *c = shift(5, feeds[k]);
        struct invariant *inv = all_zero(c);
        assert_int_equal(invariant_minimize(inv, c, 0, NULL), 5);
        assert_int_equal(inv->conjuncts.size, 5);
        for (uint32_t i = 0; i < 5; i++)
            assert_int_equal(inv->conjuncts.data[i].code, aig_not(inv->latches.data[2 * i]).code);
        assert_int_equal(invariant_minimize(inv, c, 0, NULL), 0);
        invariant_free(inv);
        circuit_free(c);
    }
}

/* The constraints of the next step help the step, not safety. */
static void constraints_of_both_steps(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit in = circuit_add_input(c, NULL), a = circuit_add_latch(c, NULL), b = circuit_add_latch(c, NULL);
    c->latches.data[0].next = in;
    c->latches.data[1].next = b;
    circuit_add_constraint(c, aig_not(a), NULL);
    circuit_add_property(c, aig_or(c->graph, a, b), NULL, 0);
    struct invariant *inv = all_zero(c);
    assert_int_equal(invariant_minimize(inv, c, 0, NULL), 1);
    assert_int_equal(inv->conjuncts.data[0].code, aig_not(inv->latches.data[1]).code);
    invariant_free(inv);
    circuit_free(c);
}

/* Equalities, unused inputs and gates of the invariant's own graph. */
static void equalities_survive(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit in = circuit_add_input(c, NULL);
    circuit_add_input(c, NULL);
    aig_lit a = circuit_add_latch(c, NULL), b = circuit_add_latch(c, NULL);
    c->latches.data[0].next = c->latches.data[1].next = in;
    circuit_add_property(c, aig_xor(c->graph, a, b), NULL, 0);
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_or(inv->graph, inv->latches.data[0], aig_not(inv->latches.data[1])));
    invariant_add_equality(inv, inv->latches.data[0], inv->latches.data[1]);
    invariant_add(inv, aig_or(inv->graph, inv->latches.data[1], aig_not(inv->latches.data[0])));
    uint32_t removed = invariant_minimize(inv, c, 0, NULL);
    assert_true(removed == 1 || removed == 2);
    invariant_free(inv);
    circuit_free(c);
}

/* That the last stage is 0 is inductive at the depth of the register only; with the others, at depth 1. */
static void lowers_the_depth(void **state) {
    (void)state;
    struct circuit *c = shift(3, constant);
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_not(inv->latches.data[4]));
    inv->depth = 4;
    assert_int_equal(invariant_minimize(inv, c, 0, NULL), 0);
    assert_int_equal(inv->depth, 4);
    invariant_free(inv);
    inv = all_zero(c);
    inv->depth = 4;
    assert_int_equal(invariant_minimize(inv, c, 0, NULL), 3);
    assert_int_equal(inv->depth, 1);
    invariant_free(inv);
    circuit_free(c);
}

static void leaves_the_rest_alone(void **state) {
    (void)state;
    struct circuit *c = shift(3, constant);
    struct invariant *inv = all_zero(c);
    inv->simple_path = true;
    assert_int_equal(invariant_minimize(inv, c, 0, NULL), 0);
    inv->simple_path = false;
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    assert_int_equal(invariant_minimize(inv, c, 0, &limits), 0);
    c->latches.data[0].next = AIG_TRUE; /* not an invariant: nothing to gain, nothing lost */
    assert_int_equal(invariant_minimize(inv, c, 0, NULL), 0);
    assert_int_equal(inv->conjuncts.size, 6);
    invariant_free(inv);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_chain),       cmocka_unit_test(constraints_of_both_steps),
        cmocka_unit_test(equalities_survive),    cmocka_unit_test(lowers_the_depth),
        cmocka_unit_test(leaves_the_rest_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
