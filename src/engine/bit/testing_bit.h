/* For the tests of engines: small circuits, and a run that records what the engine reports and replays its
 * traces. */
#ifndef INDUCT_ENGINE_BIT_TESTING_BIT_H
#define INDUCT_ENGINE_BIT_TESTING_BIT_H

#include "aig/simulate.h"
#include "engine/engine.h"
#include "model/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { TESTING_PROPERTIES = 300 };

struct outcome {
    enum verdict verdict;
    struct invariant *invariant; /* safe */
    uint32_t steps;              /* unsafe: of the trace */
    uint8_t first;               /* unsafe: first value of latch 0 */
    int64_t depth;               /* of the last EVENT_DEPTH; -1: none */
};

struct run {
    const struct circuit *circuit;
    struct options options;
    struct stats stats;
    struct limits limits;
    struct outcome outcomes[TESTING_PROPERTIES];
    const char *reason;
};

/* Replays a trace by simulation, with 0 in pattern 0 and 1 in pattern 1 for every value that does not matter.
 */
static inline void testing_replay(const struct circuit *c, uint32_t property, const struct trace *t) {
    const uint64_t words[3] = {0, 3, 2}; /* 0, 1, TRACE_X */
    uint64_t *values = mem_new_array(uint64_t, aig_size(c->graph));
    uint64_t *next = mem_new_array(uint64_t, c->latches.size + 1);
    for (uint32_t i = 0; i < c->latches.size; i++) {
        const struct latch *l = &c->latches.data[i];
        assert_true(latch_is_free(l) || t->initial.data[i] == aig_same(l->reset, AIG_TRUE));
        next[i] = words[t->initial.data[i]];
    }
    assert_true(t->steps >= 1);
    for (uint32_t step = 0; step < t->steps; step++) {
        for (uint32_t i = 0; i < c->latches.size; i++) values[aig_node(c->latches.data[i].lit)] = next[i];
        for (uint32_t i = 0; i < c->inputs.size; i++)
            values[aig_node(c->inputs.data[i].lit)] = words[trace_inputs(t, step)[i]];
        simulate_words(c->graph, values);
        vec_each (const struct signal, s, &c->constraints)
            assert_int_equal(simulate_word(values, s->lit) & 3, 3);
        for (uint32_t i = 0; i < c->latches.size; i++)
            next[i] = simulate_word(values, c->latches.data[i].next);
    }
    assert_int_equal(simulate_word(values, c->properties.data[property].bad) & 3, 3);
    mem_free(values);
    mem_free(next);
}

static inline void testing_proved(void *client, uint32_t property, struct invariant *invariant) {
    struct outcome *o = &((struct run *)client)->outcomes[property];
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    o->verdict = VERDICT_SAFE;
    o->invariant = invariant;
}

static inline void testing_refuted(void *client, uint32_t property, struct trace *trace) {
    struct run *run = client;
    struct outcome *o = &run->outcomes[property];
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    assert_int_equal(trace->property, property);
    testing_replay(run->circuit, property, trace);
    o->verdict = VERDICT_UNSAFE;
    o->steps = trace->steps;
    o->first = trace->latches ? trace->initial.data[0] : TRACE_X;
    trace_free(trace);
}

static inline void testing_found(void *client, struct evidence e) {
    if (e.refutes)
        testing_refuted(client, e.property, e.trace);
    else
        testing_proved(client, e.property, e.invariant);
}

static inline void testing_listen(void *client, const struct event *event) {
    if (event->kind != EVENT_DEPTH) return;
    struct outcome *o = &((struct run *)client)->outcomes[event->property];
    assert_true(o->depth < (int64_t)event->number);
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    o->depth = (int64_t)event->number;
}

/* Default options, no limits; both may be changed before testing_run. */
static inline void testing_init(struct run *run, const struct circuit *c) {
    assert_null(circuit_check(c));
    assert_true(c->properties.size <= TESTING_PROPERTIES);
    *run = (struct run){.circuit = c};
    options_init(&run->options);
    limits_init(&run->limits, 0);
    for (uint32_t i = 0; i < TESTING_PROPERTIES; i++) run->outcomes[i].depth = -1;
}

static inline void testing_run(struct run *run, const struct engine *engine) {
    struct events events = {testing_listen, run};
    struct engine_task task = {.model = model_of_circuit(run->circuit),
                               .options = &run->options,
                               .stats = &run->stats,
                               .limits = &run->limits,
                               .events = &events,
                               .found = testing_found,
                               .client = run};
    run->reason = engine->run(&task);
}

static inline void testing_fini(struct run *run) {
    for (uint32_t i = 0; i < TESTING_PROPERTIES; i++) invariant_free(run->outcomes[i].invariant);
}

/* Circuits. */

static inline struct latch *testing_latch(struct circuit *c) {
    (void)circuit_add_latch(c, NULL);
    return &vec_last(&c->latches);
}

static inline void testing_bad(struct circuit *c, aig_lit bad) {
    circuit_add_property(c, bad, NULL, c->properties.size);
}

/* A counter of n bits from 0: counts up when `enable` holds, and goes to 0 after `last`. The bits, lowest
 * first, are the latches [from..from+n[ of the circuit, where `from` is returned. */
static inline aig_lit testing_equals(struct circuit *c, uint32_t from, uint32_t n, uint32_t value) {
    aig_lits bits = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&bits, aig_not_if(c->latches.data[from + i].lit, !(value >> i & 1)));
    aig_lit result = aig_and_all(c->graph, bits.data, n);
    vec_free(&bits);
    return result;
}

static inline uint32_t testing_counter(struct circuit *c, uint32_t n, uint32_t last, aig_lit enable) {
    uint32_t from = c->latches.size;
    for (uint32_t i = 0; i < n; i++) (void)testing_latch(c);
    aig_lit wrap = testing_equals(c, from, n, last), carry = AIG_TRUE;
    for (uint32_t i = 0; i < n; i++) {
        struct latch *l = &c->latches.data[from + i];
        aig_lit sum = aig_and(c->graph, aig_xor(c->graph, l->lit, carry), aig_not(wrap));
        carry = aig_and(c->graph, carry, l->lit);
        l->next = aig_ite(c->graph, enable, sum, l->lit);
    }
    return from;
}

#endif
