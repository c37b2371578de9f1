#include "evidence/circuit_evidence.h"

#include "aig/simulate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct circuit *two_latches(void) {
    struct circuit *c = circuit_new();
    circuit_add_input(c, NULL);
    circuit_add_latch(c, NULL);
    circuit_add_latch(c, NULL);
    return c;
}

static void trace_starts_unknown(void **state) {
    (void)state;
    struct circuit *c = two_latches();
    struct trace *t = trace_new(c, 3);
    assert_int_equal(t->property, 3);
    assert_int_equal(t->initial.size, 2);
    assert_int_equal(t->initial.data[1], TRACE_X);
    for (uint32_t step = 0; step < 100; step++) {
        uint8_t *inputs = trace_add_step(t);
        assert_int_equal(inputs[0], TRACE_X);
        inputs[0] = step & 1;
    }
    assert_int_equal(t->steps, 100);
    assert_int_equal(t->values.size, 100);
    assert_int_equal(trace_inputs(t, 57)[0], 1);
    assert_int_equal(trace_inputs(t, 58)[0], 0);
    trace_free(t);
    circuit_free(c);
}

static void trace_without_inputs_has_steps(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    struct trace *t = trace_new(c, 0);
    trace_add_step(t);
    trace_add_step(t);
    assert_int_equal(t->steps, 2);
    assert_int_equal(t->values.size, 0);
    trace_free(t);
    circuit_free(c);
}

/* The truth table of phi over (input, first latch, second latch), as the low 8 bits. */
static uint8_t table(const struct invariant *i) {
    uint64_t *words = mem_new_array(uint64_t, aig_size(i->graph));
    words[aig_node(i->inputs.data[0])] = 0xaa;
    words[aig_node(i->latches.data[0])] = 0xcc;
    words[aig_node(i->latches.data[1])] = 0xf0;
    simulate_words(i->graph, words);
    uint64_t all = 0xff;
    vec_each (const aig_lit, c, &i->conjuncts) all &= simulate_word(words, *c);
    mem_free(words);
    return (uint8_t)all;
}

static void conjunction_means_both(void **state) {
    (void)state;
    struct circuit *c = two_latches();
    struct invariant *a = invariant_new(c), *b = invariant_new(c);
    assert_int_equal(table(a), 0xff);
    assert_int_equal(a->depth, 1);
    invariant_add_clause(a, (const uint32_t[]){0, 3}, 2); /* first or not second */
    assert_int_equal(table(a), (uint8_t)(0xcc | ~0xf0));
    aig_lit x = aig_xor(b->graph, b->inputs.data[0], b->latches.data[1]);
    invariant_add(b, x);
    invariant_add(b, AIG_TRUE);
    assert_int_equal(b->conjuncts.size, 1);
    b->depth = 3;
    struct invariant *copy = invariant_copy(a);
    invariant_conjoin(copy, b);
    assert_int_equal(copy->depth, 3);
    assert_int_equal(table(copy), table(a) & (0xaa ^ 0xf0));
    invariant_add_clause(copy, NULL, 0);
    assert_int_equal(table(copy), 0);
    assert_int_equal(table(a), (uint8_t)(0xcc | ~0xf0));
    invariant_free(a);
    invariant_free(b);
    invariant_free(copy);
    circuit_free(c);
}

static void clauses_are_recognised(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    circuit_add_input(c, NULL);
    for (int i = 0; i < 5; i++) circuit_add_latch(c, NULL);
    struct invariant *i = invariant_new(c);
    u32s clause = {0};
    const uint32_t wide[] = {0, 3, 5, 8}, unit[] = {7};
    invariant_add_clause(i, wide, 4);
    invariant_add_clause(i, unit, 1);
    assert_true(invariant_clause(i, i->conjuncts.data[0], &clause));
    assert_int_equal(clause.size, 4);
    for (int k = 0; k < 4; k++) {
        bool there = false;
        vec_each (const uint32_t, l, &clause) there |= *l == wide[k];
        assert_true(there);
    }
    assert_true(invariant_clause(i, i->conjuncts.data[1], &clause));
    assert_int_equal(clause.size, 1);
    assert_int_equal(clause.data[0], 7);
    aig_lit both = aig_and(i->graph, i->latches.data[0], i->latches.data[1]);
    const aig_lit none[] = {AIG_TRUE, AIG_FALSE, i->inputs.data[0], both,
                            aig_not(aig_and(i->graph, aig_not(both), i->latches.data[2]))};
    for (unsigned k = 0; k < sizeof none / sizeof *none; k++)
        assert_false(invariant_clause(i, none[k], &clause));
    vec_free(&clause);
    invariant_free(i);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses_are_recognised),
        cmocka_unit_test(trace_starts_unknown),
        cmocka_unit_test(trace_without_inputs_has_steps),
        cmocka_unit_test(conjunction_means_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
