#include "transform/circuit/transform.h"

#include "transform/chain.h"
#include "transform/circuit/circuit_stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"

static void prepare(struct chain *chain, const struct circuit *c, const uint32_t *chosen, uint32_t n,
                    struct testing_context *t) {
    chain_init(chain, model_of_circuit(c), chosen, n);
    assert_int_equal(chain_apply(chain, &stage_simplify, &t->context, NULL), STATUS_OK);
    assert_int_equal(chain_apply(chain, &stage_merge, &t->context, NULL), STATUS_OK);
}

static struct evidence back(struct chain *chain, struct evidence e) {
    struct text why = {0};
    assert_int_equal(chain_back(chain, &e, &why), STAGE_CARRIED);
    return e;
}

static void check_property(struct chain *chain, uint32_t position) {
    const struct circuit *c = chain->first.circuit, *result = chain_last(chain).circuit;
    uint32_t original = chain_first_position(chain, position);
    struct trace *trace = NULL;
    uint32_t expected = testing_shortest(c, original, NULL);
    assert_int_equal(testing_shortest(result, position, &trace), expected);
    struct evidence e = back(chain, trace ? evidence_of_trace(trace)
                                          : evidence_of_invariant(position, testing_reachable(result)));
    assert_int_equal(e.property, original);
    if (e.refutes)
        assert_true(testing_replays(c, e.trace));
    else
        assert_true(testing_inductive(c, e.invariant, original));
    evidence_free(&e);
    /* The facts of all transforms together need no help from the engine. */
    e = back(chain, evidence_of_invariant(position, invariant_new(result)));
    assert_true(testing_inductive(c, e.invariant, UINT32_MAX));
    evidence_free(&e);
}

/* A random choice of properties, in random order. */
static void check_circuit(uint64_t seed, struct testing_context *t) {
    struct circuit *c = testing_circuit(seed, seed % 3 == 0);
    struct random r;
    random_init(&r, seed);
    uint32_t chosen[3], n = 0;
    for (uint32_t p = 0; p < c->properties.size; p++)
        if (!random_one_in(&r, 3)) chosen[n++] = p;
    if (n == 0) chosen[n++] = 0;
    if (n > 1 && random_one_in(&r, 2)) {
        uint32_t first = chosen[0];
        chosen[0] = chosen[n - 1];
        chosen[n - 1] = first;
    }
    struct chain chain;
    prepare(&chain, c, chosen, n, t);
    const struct circuit *result = chain_last(&chain).circuit;
    assert_int_equal(result->properties.size, n);
    vec_each (const struct latch, l, &result->latches) assert_false(latch_has_function(l));
    for (uint32_t k = 0; k < n; k++) {
        assert_int_equal(result->properties.data[k].index, chosen[k]);
        assert_int_equal(chain_first_position(&chain, k), chosen[k]);
        check_property(&chain, k);
    }
    chain_fini(&chain);
    circuit_free(c);
}

/* From the model behind so many stages to the one behind so many. */
static struct invariant *carry(struct chain *chain, struct invariant *lemma, uint32_t from, uint32_t to) {
    struct evidence e = evidence_of_invariant(0, lemma);
    chain_lemmas(chain, &e, from, to);
    return e.invariant;
}

static struct invariant *carry_forward(void *chain, struct invariant *lemma) {
    return carry(chain, lemma, 0, 2);
}

static struct invariant *carry_back(void *chain, struct invariant *lemma) {
    return carry(chain, lemma, 2, 0);
}

static void lemmas_survive(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    uint32_t kept[2] = {0, 0};
    for (uint32_t seed = 0; seed < testing_rounds(200); seed++) {
        struct circuit *c = testing_circuit(seed, seed % 3 == 0);
        struct chain chain;
        prepare(&chain, c, (const uint32_t[]){0}, 1, &t);
        const struct circuit *last = chain_last(&chain).circuit;
        kept[0] += testing_lemmas(c, last, carry_forward, carry_back, &chain, false, seed);
        kept[1] += testing_lemmas(last, c, carry_back, carry_forward, &chain, true, seed);
        chain_fini(&chain);
        circuit_free(c);
    }
    assert_true(kept[0] > 200 && kept[1] > 200);
}

static void random_circuits(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    for (uint32_t seed = 0; seed < testing_rounds(1000); seed++) check_circuit(seed, &t);
    assert_true(t.stats.coi_latches > 0 && t.stats.ternary_constants > 0 && t.stats.rewrite_ands > 0);
    assert_true(t.stats.sweep_merged > 0 && t.stats.scorr_merged > 0);
    t.options.scorr_depth = 2;
    for (uint32_t seed = 0; seed < testing_rounds(300); seed++) check_circuit(seed, &t);
}

static void without_preprocessing(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    t.options.preprocess = false;
    for (uint32_t seed = 0; seed < testing_rounds(100); seed++) check_circuit(seed, &t);
    assert_int_equal(t.stats.coi_latches + t.stats.ternary_constants + t.stats.rewrite_ands, 0);
    assert_int_equal(t.stats.sweep_merged + t.stats.scorr_merged + t.stats.scorr_rounds, 0);
}

/* Simple-path proofs compare states latch by latch: only cone of influence goes before them. */
static void before_simple_paths(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    t.options.simple_path = true;
    for (uint32_t seed = 0; seed < testing_rounds(100); seed++) check_circuit(seed, &t);
    assert_true(t.stats.coi_latches > 0);
    assert_int_equal(t.stats.ternary_constants + t.stats.rewrite_ands, 0);
    assert_int_equal(t.stats.sweep_merged + t.stats.scorr_merged + t.stats.scorr_rounds, 0);
}

/* A step that is switched off does nothing; the others still work. */
static void each_step_switched_off(void **state) {
    (void)state;
    for (int off = 0; off < 5; off++) {
        struct testing_context t;
        testing_init(&t);
        bool *const switches[] = {&t.options.coi, &t.options.ternary, &t.options.rewrite, &t.options.sweep,
                                  &t.options.scorr};
        const uint64_t *const counters[] = {&t.stats.coi_latches, &t.stats.ternary_constants,
                                            &t.stats.rewrite_ands, &t.stats.sweep_merged,
                                            &t.stats.scorr_merged};
        *switches[off] = false;
        for (uint32_t seed = 0; seed < testing_rounds(200); seed++) check_circuit(seed, &t);
        for (int i = 0; i < 5; i++) assert_int_equal(*counters[i] > 0, i != off);
    }
}

/* An unconnected input of a trace stays open; one that simplification removed is set, because the ternary
 * simulation of the user's circuit would not see that it does not matter. */
static void open_values(void **state) {
    (void)state;
    struct testing_context t;
    testing_init(&t);
    struct circuit *c = circuit_new();
    circuit_add_input(c, NULL);
    aig_lit b = circuit_add_input(c, NULL), l = circuit_add_latch(c, NULL);
    aig_lit x = aig_raw_and(c->graph, l, b), y = aig_raw_and(c->graph, aig_not(b), l);
    c->latches.data[0].next = AIG_TRUE;
    circuit_add_property(c, aig_not(aig_raw_and(c->graph, aig_not(x), aig_not(y))), NULL, 0);
    struct chain chain;
    prepare(&chain, c, (const uint32_t[]){0}, 1, &t);
    struct trace *trace = trace_new(chain_last(&chain).circuit, 0);
    trace->initial.data[0] = 0;
    trace_add_step(trace);
    trace_add_step(trace);
    struct evidence e = back(&chain, evidence_of_trace(trace));
    assert_int_equal(trace_inputs(e.trace, 1)[0], TRACE_X);
    assert_int_equal(trace_inputs(e.trace, 1)[1], 0);
    assert_true(testing_replays(c, e.trace));
    evidence_free(&e);
    chain_fini(&chain);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_circuits),     cmocka_unit_test(without_preprocessing),
        cmocka_unit_test(before_simple_paths), cmocka_unit_test(each_step_switched_off),
        cmocka_unit_test(open_values),         cmocka_unit_test(lemmas_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
