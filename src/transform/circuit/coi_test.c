#include "transform/circuit/transform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

/* a -> b -> bad; c and its input are unconnected; d is reached only through b's reset function; e by the
 * constraint. */
static void keeps_exactly_the_cone(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *c = circuit_new();
    aig_lit i = circuit_add_input(c, "i"), j = circuit_add_input(c, "j");
    aig_lit a = circuit_add_latch(c, "a"), b = circuit_add_latch(c, "b");
    circuit_add_latch(c, "c");
    aig_lit d = circuit_add_latch(c, "d"), e = circuit_add_latch(c, "e");
    c->latches.data[0].next = i;
    c->latches.data[1].next = a;
    c->latches.data[1].reset = d;
    c->latches.data[2].next = aig_raw_and(c->graph, j, aig_not(a));
    circuit_add_constraint(c, aig_not(e), NULL);
    circuit_add_property(c, b, NULL, 0);
    struct transform *made = transform_coi(c, &t.context);
    assert_non_null(made);
    assert_int_equal(made->to->inputs.size, 1);
    assert_int_equal(made->to->latches.size, 4);
    assert_string_equal(made->to->latches.data[2].name, "d");
    assert_int_equal(made->to->graph->gates, 0);
    assert_int_equal(t.stats.coi_latches, 1);
    testing_check(made);
    struct transform *again = transform_coi(made->to, &t.context);
    assert_null(again);
    transform_free(made);
    circuit_free(c);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    assert_true(testing_stage(transform_coi, &t, 300, true) > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_exactly_the_cone),
        cmocka_unit_test(random_circuits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
