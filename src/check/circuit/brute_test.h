/* For the tests of this folder: small random circuits, and a judge that decides by enumeration what the
 * checker decides by simulation and SAT. A state is a bit mask over the latches, an input vector one over the
 * inputs. */
#ifndef INDUCT_CHECK_CIRCUIT_BRUTE_TEST_H
#define INDUCT_CHECK_CIRCUIT_BRUTE_TEST_H

#include "base/random.h"
#include "evidence/circuit_evidence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { BRUTE_NODES = 1024, BRUTE_STATES = 256 };

/* Values of all nodes of a graph; the leaves are set by the caller. */
struct brute_values {
    bool of[BRUTE_NODES];
};

static inline bool brute_value(const struct brute_values *v, aig_lit l) {
    return v->of[aig_node(l)] != aig_sign(l);
}

static inline void brute_simulate(const struct aig *g, struct brute_values *v) {
    assert_true(aig_size(g) <= BRUTE_NODES);
    v->of[0] = false;
    for (uint32_t n = 1; n < aig_size(g); n++)
        if (aig_is_gate(g, n)) v->of[n] = brute_value(v, aig_left(g, n)) && brute_value(v, aig_right(g, n));
}

static inline void brute_step(const struct circuit *c, uint32_t state, uint32_t inputs,
                              struct brute_values *v) {
    for (uint32_t i = 0; i < c->inputs.size; i++) v->of[aig_node(c->inputs.data[i].lit)] = inputs >> i & 1;
    for (uint32_t i = 0; i < c->latches.size; i++) v->of[aig_node(c->latches.data[i].lit)] = state >> i & 1;
    brute_simulate(c->graph, v);
}

static inline bool brute_constrained(const struct circuit *c, const struct brute_values *v) {
    for (uint32_t i = 0; i < c->constraints.size; i++)
        if (!brute_value(v, c->constraints.data[i].lit)) return false;
    return true;
}

static inline uint32_t brute_next(const struct circuit *c, const struct brute_values *v) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->latches.size; i++)
        next |= (uint32_t)brute_value(v, c->latches.data[i].next) << i;
    return next;
}

/* Does the state agree with the resets under these inputs? */
static inline bool brute_is_reset(const struct circuit *c, const struct brute_values *v) {
    for (uint32_t i = 0; i < c->latches.size; i++)
        if (brute_value(v, c->latches.data[i].lit) != brute_value(v, c->latches.data[i].reset)) return false;
    return true;
}

/* Can the property be violated? By breadth-first search over (state, first step). */
static inline bool brute_unsafe(const struct circuit *c, uint32_t property) {
    bool seen[2][BRUTE_STATES] = {{false}};
    uint32_t states = 1u << c->latches.size, inputs = 1u << c->inputs.size;
    for (uint32_t s = 0; s < states; s++) seen[0][s] = true; /* candidates for the first step */
    struct brute_values v;
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t later = 0; later < 2; later++)
            for (uint32_t s = 0; s < states; s++)
                for (uint32_t in = 0; seen[later][s] && in < inputs; in++) {
                    brute_step(c, s, in, &v);
                    if (!brute_constrained(c, &v) || (!later && !brute_is_reset(c, &v))) continue;
                    if (brute_value(&v, c->properties.data[property].bad)) return true;
                    uint32_t next = brute_next(c, &v);
                    grown |= !seen[1][next];
                    seen[1][next] = true;
                }
    }
    return false;
}

static inline aig_lit brute_random_literal(struct random *r, const struct aig *g) {
    return aig_make(random_below(r, aig_size(g)), random_one_in(r, 2));
}

/* A reset for latch i: mostly constants, sometimes open, sometimes a function of inputs and earlier latches.
 */
static inline aig_lit brute_random_reset(struct random *r, struct circuit *c, uint32_t i, bool functions) {
    uint32_t kind = random_below(r, functions ? 8 : 6);
    if (kind < 3) return AIG_FALSE;
    if (kind < 5) return AIG_TRUE;
    if (kind < 6) return c->latches.data[i].lit;
    uint32_t leaf = random_below(r, c->inputs.size + i + 1);
    if (leaf < c->inputs.size) return aig_not_if(c->inputs.data[leaf].lit, random_one_in(r, 2));
    if (leaf == c->inputs.size + i) return AIG_FALSE;
    return aig_not_if(c->latches.data[leaf - c->inputs.size].lit, random_one_in(r, 2));
}

/* A random circuit: up to 3 inputs, 1..max_latches latches, up to 12 gates, sometimes constraints, 1..2
 * properties. */
static inline struct circuit *brute_random_circuit(struct random *r, uint32_t max_latches, bool functions) {
    struct circuit *c = circuit_new();
    uint32_t inputs = random_below(r, 4), latches = 1 + random_below(r, max_latches),
             gates = random_below(r, 13);
    for (uint32_t i = 0; i < inputs; i++) circuit_add_input(c, NULL);
    for (uint32_t i = 0; i < latches; i++) circuit_add_latch(c, NULL);
    for (uint32_t i = 0; i < gates; i++)
        aig_raw_and(c->graph, brute_random_literal(r, c->graph), brute_random_literal(r, c->graph));
    for (uint32_t i = 0; i < latches; i++) {
        c->latches.data[i].next = brute_random_literal(r, c->graph);
        c->latches.data[i].reset = brute_random_reset(r, c, i, functions);
    }
    while (random_one_in(r, 4)) circuit_add_constraint(c, brute_random_literal(r, c->graph), NULL);
    uint32_t properties = 1 + random_below(r, 2);
    for (uint32_t i = 0; i < properties; i++)
        circuit_add_property(c, brute_random_literal(r, c->graph), NULL, i);
    c->bad_section = true;
    assert_null(circuit_check(c));
    return c;
}

#endif
