#include "transform/circuit/transform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

/* Two ripple-carry adders that associate differently: every sum bit of one equals that of the other. */
static void adders(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    enum { BITS = 8 };
    struct circuit *c = circuit_new();
    struct aig *g = c->graph;
    aig_lit a[BITS], b[BITS], left = AIG_FALSE, right = AIG_FALSE, differ = AIG_FALSE;
    for (int i = 0; i < BITS; i++) a[i] = circuit_add_input(c, NULL);
    for (int i = 0; i < BITS; i++) b[i] = circuit_add_input(c, NULL);
    for (int i = 0; i < BITS; i++) {
        aig_lit x = aig_xor(g, aig_xor(g, a[i], b[i]), left), y = aig_xor(g, a[i], aig_xor(g, b[i], right));
        left = aig_or(g, aig_and(g, a[i], b[i]), aig_and(g, left, aig_xor(g, a[i], b[i])));
        right = aig_ite(g, right, aig_or(g, a[i], b[i]), aig_and(g, a[i], b[i]));
        differ = aig_or(g, differ, aig_xor(g, x, y));
    }
    circuit_add_property(c, differ, NULL, 0);
    struct transform *made = transform_sweep(c, &t.context);
    assert_non_null(made);
    assert_true(aig_same(made->to->properties.data[0].bad, AIG_FALSE));
    assert_int_equal(made->to->graph->gates, 0);
    assert_null(made->facts);
    transform_free(made);
    circuit_free(c);
}

/* Without work nothing is proved but what hashing shows. */
static void no_effort(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    t.options.scorr_effort = 0;
    struct circuit *c = circuit_new();
    aig_lit a = circuit_add_input(c, NULL), b = circuit_add_input(c, NULL), d = circuit_add_input(c, NULL);
    aig_lit x = aig_raw_and(c->graph, a, aig_raw_and(c->graph, b, d));
    aig_lit y = aig_raw_and(c->graph, aig_raw_and(c->graph, a, b), d);
    circuit_add_property(c, aig_raw_and(c->graph, x, aig_not(y)), NULL, 0);
    assert_null(transform_sweep(c, &t.context));
    t.options.scorr_effort = 100;
    struct transform *made = transform_sweep(c, &t.context);
    assert_true(aig_same(made->to->properties.data[0].bad, AIG_FALSE));
    transform_free(made);
    circuit_free(c);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    assert_true(testing_stage(transform_sweep, &t, 600, false) > 300);
    assert_true(t.stats.sweep_merged > 600);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adders),
        cmocka_unit_test(no_effort),
        cmocka_unit_test(random_circuits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
