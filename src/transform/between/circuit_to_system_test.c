/* Circuits as systems: there and back again, random circuits have the same shortest counterexamples. */
#include "transform/between/circuit_to_system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "transform/between/bitblast.h"
#include "transform/circuit/testing_circuit.h"

static struct bitblast *blast(const struct system *system) {
    struct limits limits;
    limits_init(&limits, 0);
    struct messages messages = {0};
    struct bitblast *b;
    if (bitblast_run(&b, system, 0, &limits, &messages)) fail_msg("%s", messages_first_error(&messages));
    return b;
}

static void test_random_circuits(void **state) {
    (void)state;
    uint32_t unsafe = 0;
    for (uint32_t seed = 0; seed < testing_rounds(200); seed++) {
        struct circuit *c = testing_circuit(seed, seed % 2);
        struct system *system = circuit_to_system(c, seed % 3 ? TERMS_SIMPLIFY : TERMS_PLAIN);
        assert_null(system_check(system));
        struct bitblast *b = blast(system);
        const struct circuit *again = bitblast_circuit(b);
        assert_int_equal(again->latches.size, c->latches.size);
        assert_int_equal(again->inputs.size, c->inputs.size);
        for (uint32_t p = 0; p < c->properties.size; p++) {
            uint32_t steps = testing_shortest(c, p, NULL);
            assert_int_equal(testing_shortest(again, p, NULL), steps);
            assert_string_equal(again->properties.data[p].name, c->properties.data[p].name);
            unsafe += steps != 0;
        }
        bitblast_free(b);
        system_free(system);
        circuit_free(c);
    }
    assert_true(unsafe > 20);
}

static void test_names_and_rest(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit x = circuit_add_input(c, "x"), unnamed = circuit_add_input(c, NULL),
            same = circuit_add_latch(c, "x"), clash = circuit_add_latch(c, "i1"),
            odd = circuit_add_latch(c, "a|b");
    c->latches.data[1].reset = clash;
    c->latches.data[2].reset = aig_and(c->graph, x, unnamed);
    c->latches.data[2].next = aig_not(odd);
    circuit_add_constraint(c, aig_not(same), NULL);
    vec_push(&c->outputs, (struct signal){aig_not(x), NULL});
    vec_push(&c->justice, (struct justice){.name = NULL});
    struct system *system = circuit_to_system(c, TERMS_PLAIN);
    assert_null(system_check(system));
    assert_string_equal(system->inputs.data[0].name, "x");
    assert_string_equal(system->inputs.data[1].name, "i1");
    assert_string_equal(system->states.data[0].name, "x#l0");
    assert_string_equal(system->states.data[1].name, "i1#l1");
    assert_string_equal(system->states.data[2].name, "a_b");
    assert_true(term_is(system->terms, system->states.data[0].first, TERM_FALSE));
    assert_true(term_is_none(system->states.data[1].first));
    assert_true(term_is(system->terms, system->states.data[2].first, TERM_AND));
    assert_true(term_is(system->terms, system->states.data[2].update, TERM_NOT));
    assert_int_equal(system->constraints.size, 1);
    assert_string_equal(system->outputs.data[0].name, "o0");
    assert_string_equal(system->unsupported.data[0].name, "j0");
    system_free(system);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_circuits),
                                       cmocka_unit_test(test_names_and_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
