#include "transform/circuit/transform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

/* b starts as the input, c as the complement of b: they never agree, which is proved of the circuit with a
 * first-step latch and holds of the one without. */
static void invariant_speaks_of_the_old_circuit(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *circuit = circuit_new();
    aig_lit i = circuit_add_input(circuit, NULL);
    aig_lit b = circuit_add_latch(circuit, NULL), c = circuit_add_latch(circuit, NULL);
    circuit->latches.data[0].reset = i;
    circuit->latches.data[1].reset = aig_not(b);
    circuit_add_property(circuit, aig_raw_and(circuit->graph, b, c), NULL, 0);
    circuit_add_property(circuit, b, NULL, 1);
    struct transform *made = transform_resets(circuit, &t.context);
    assert_non_null(made);
    assert_int_equal(made->to->latches.size, 3);
    vec_each (const struct latch, l, &made->to->latches) assert_false(latch_has_function(l));
    testing_check(made);
    struct trace *trace = NULL;
    assert_int_equal(testing_shortest(made->to, 1, &trace), 1);
    trace = transform_trace_back(made, trace, 0);
    assert_int_equal(trace->initial.data[0], 1);
    assert_int_equal(trace->initial.data[1], 0);
    trace_free(trace);
    transform_free(made);
    circuit_free(circuit);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    assert_true(testing_stage(transform_resets, &t, 600, true) > 100);
}

/* An invariant that is 2-inductive only, through the first-step latch. */
static void depth_two(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    for (uint32_t seed = 0; seed < testing_rounds(600); seed++) {
        struct circuit *c = testing_circuit(seed, true);
        struct transform *made = transform_resets(c, &t.context);
        for (uint32_t p = 0; made && p < c->properties.size; p++) {
            struct invariant *i = invariant_new(made->to);
            i->depth = 2;
            aig_lit *map = testing_leaf_map(aig_size(made->to->graph));
            for (uint32_t k = 0; k < i->inputs.size; k++)
                map[aig_node(made->to->inputs.data[k].lit)] = i->inputs.data[k];
            for (uint32_t k = 0; k < i->latches.size; k++)
                map[aig_node(made->to->latches.data[k].lit)] = i->latches.data[k];
            invariant_add(
                i, aig_not(aig_copy_cone(i->graph, made->to->graph, made->to->properties.data[p].bad, map)));
            mem_free(map);
            if (testing_inductive(made->to, i, p)) {
                i = transform_invariant_back(made, i);
                assert_true(testing_inductive(c, i, p));
            }
            invariant_free(i);
        }
        transform_free(made);
        circuit_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariant_speaks_of_the_old_circuit),
        cmocka_unit_test(random_circuits),
        cmocka_unit_test(depth_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
