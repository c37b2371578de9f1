#include "transform/circuit/transform.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

/* Rewrites the functions as properties of a circuit without latches and returns the gates that are left. */
static uint32_t gates_left(struct circuit *c) {
    struct testing_context t;
    testing_init(&t);
    struct transform *made = transform_rewrite(c, &t.context);
    uint32_t gates = made ? made->to->graph->gates : c->graph->gates;
    if (made) {
        testing_check(made);
        assert_int_equal(t.stats.rewrite_ands, c->graph->gates - gates);
    }
    transform_free(made);
    circuit_free(c);
    return gates;
}

static void finds_smaller_structures(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit x[4];
    for (int i = 0; i < 4; i++) x[i] = circuit_add_input(c, NULL);
    /* (a & b) | (a & c) | (a & d) = a & (b | c | d) */
    aig_lit ab = aig_and(c->graph, x[0], x[1]), ac = aig_and(c->graph, x[0], x[2]),
            ad = aig_and(c->graph, x[0], x[3]);
    circuit_add_property(c, aig_or(c->graph, aig_or(c->graph, ab, ac), ad), NULL, 0);
    assert_int_equal(c->graph->gates, 5);
    assert_int_equal(gates_left(c), 3);
}

/* Trees without a common gate that share operands, and repeated and contradictory operands far apart. */
static void rebuilds_trees(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit x[6];
    for (int i = 0; i < 6; i++) x[i] = circuit_add_input(c, NULL);
    aig_lit shared = aig_and(c->graph, x[0], x[5]), all = x[0], none = x[0];
    for (int i = 1; i < 6; i++) all = aig_raw_and(c->graph, all, x[i]);
    for (int i = 1; i < 6; i++) none = aig_raw_and(c->graph, none, i == 5 ? aig_not(x[0]) : aig_not(x[i]));
    circuit_add_property(c, shared, NULL, 0);
    circuit_add_property(c, all, NULL, 1);
    circuit_add_property(c, none, NULL, 2);
    assert_int_equal(c->graph->gates, 11);
    assert_int_equal(gates_left(c), 5);
}

/* What is used elsewhere is not saved: here nothing can be. */
static void leaves_shared_gates_alone(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit x[3];
    for (int i = 0; i < 3; i++) x[i] = circuit_add_input(c, NULL);
    aig_lit ab = aig_and(c->graph, x[0], x[1]), ac = aig_and(c->graph, x[0], x[2]);
    circuit_add_property(c, aig_or(c->graph, ab, ac), NULL, 0);
    circuit_add_property(c, ab, NULL, 1);
    circuit_add_property(c, ac, NULL, 2);
    assert_int_equal(gates_left(c), 3);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    assert_true(testing_stage(transform_rewrite, &t, 1000, true) > 500);
}

/* Large random graphs over six leaves: all functions are compared by truth table. */
static void keeps_functions(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    for (uint32_t seed = 0; seed < testing_rounds(50); seed++) {
        struct random r;
        random_init(&r, seed);
        struct circuit *c = circuit_new();
        aig_lits pool = {0};
        for (int i = 0; i < 6; i++) vec_push(&pool, circuit_add_input(c, NULL));
        for (int i = 0; i < 400; i++) {
            aig_lit gate = testing_gate(&r, c->graph, &pool);
            vec_push(&pool, gate);
            if (random_one_in(&r, 10)) circuit_add_property(c, gate, NULL, (uint32_t)i);
        }
        struct transform *made = transform_rewrite(c, &t.context);
        assert_non_null(made);
        assert_true(made->to->graph->gates < c->graph->gates);
        const struct circuit *both[2] = {c, made->to};
        uint64_t *words[2];
        for (int k = 0; k < 2; k++) {
            words[k] = mem_new_array(uint64_t, aig_size(both[k]->graph));
            static const uint64_t leaves[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                               0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
            for (int i = 0; i < 6; i++) words[k][aig_node(both[k]->inputs.data[i].lit)] = leaves[i];
            simulate_words(both[k]->graph, words[k]);
        }
        for (uint32_t i = 0; i < c->properties.size; i++)
            assert_true(simulate_word(words[0], c->properties.data[i].bad) ==
                        simulate_word(words[1], made->to->properties.data[i].bad));
        mem_free(words[0]);
        mem_free(words[1]);
        transform_free(made);
        circuit_free(c);
        vec_free(&pool);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_smaller_structures),  cmocka_unit_test(rebuilds_trees),
        cmocka_unit_test(leaves_shared_gates_alone), cmocka_unit_test(random_circuits),
        cmocka_unit_test(keeps_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
