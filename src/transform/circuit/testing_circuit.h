/* What the tests of this folder share: small random circuits, explicit-state search, and obligations of
 * invariants decided on the circuit as it is. Independent of the transforms and simple on purpose.
 *
 * Tests include it after cmocka.h. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_TESTING_CIRCUIT_H
#define INDUCT_TRANSFORM_CIRCUIT_TESTING_CIRCUIT_H

#include "aig/simulate.h"
#include "base/random.h"
#include "sat/sat.h"
#include "transform/circuit/transform.h"

#include <stdlib.h>

/* A context with the default options, nobody listening and no limit. */
struct testing_context {
    struct options options;
    struct stats stats;
    struct limits limits;
    struct stage_context context;
};

static inline void testing_init(struct testing_context *t) {
    *t = (struct testing_context){0};
    options_init(&t->options);
    limits_init(&t->limits, 0);
    t->context = (struct stage_context){.options = &t->options, .stats = &t->stats, .limits = &t->limits};
}

/* Seeds per random test; INDUCT_TEST_ROUNDS multiplies them for long runs. */
static inline uint32_t testing_rounds(uint32_t usual) {
    const char *factor = getenv("INDUCT_TEST_ROUNDS");
    return factor ? usual * (uint32_t)atoi(factor) : usual;
}

/* ---- random circuits ---- */

static inline aig_lit testing_pick(struct random *r, const aig_lits *pool) {
    return aig_not_if(pool->data[random_below(r, pool->size)], random_one_in(r, 2));
}

/* Raw gates, as a file has them; some are ite and xor structures so that equivalent nodes appear. */
static inline aig_lit testing_gate(struct random *r, struct aig *g, const aig_lits *pool) {
    aig_lit a = testing_pick(r, pool), b = testing_pick(r, pool), c = testing_pick(r, pool);
    switch (random_below(r, 6)) {
    case 0: { /* if a then b else c */
        aig_lit x = aig_raw_and(g, a, b), y = aig_raw_and(g, aig_not(a), c);
        return aig_not(aig_raw_and(g, aig_not(x), aig_not(y)));
    }
    case 1: { /* b, in a roundabout way */
        aig_lit x = aig_raw_and(g, b, a), y = aig_raw_and(g, aig_not(a), b);
        return aig_not(aig_raw_and(g, aig_not(x), aig_not(y)));
    }
    case 2: return aig_raw_and(g, a, aig_raw_and(g, b, c));
    default: return aig_raw_and(g, a, b);
    }
}

enum { TESTING_LATCHES = 6, TESTING_INPUTS = 4 };

static inline aig_lit testing_reset(struct random *r, struct circuit *c, uint32_t latch, bool functions) {
    uint32_t kind = random_below(r, 10);
    if (kind == 0) return c->latches.data[latch].lit;
    if (kind > 1 || !functions) return random_one_in(r, 3) ? AIG_TRUE : AIG_FALSE;
    aig_lits pool = {0};
    vec_each (const struct signal, s, &c->inputs) vec_push(&pool, s->lit);
    for (uint32_t i = 0; i < latch; i++) vec_push(&pool, c->latches.data[i].lit);
    aig_lit reset = pool.size ? testing_gate(r, c->graph, &pool) : AIG_TRUE;
    vec_free(&pool);
    return reset;
}

/* Twins: a latch that follows another one, directly or complemented, in lockstep or one step behind. */
static inline void testing_twin(struct random *r, struct circuit *c, uint32_t i) {
    const struct latch *other = &c->latches.data[random_below(r, i)];
    if (!aig_is_constant(other->reset)) return;
    bool negated = random_one_in(r, 2);
    c->latches.data[i].next = aig_not_if(random_one_in(r, 4) ? other->lit : other->next, negated);
    c->latches.data[i].reset = aig_not_if(other->reset, negated);
}

static inline struct circuit *testing_circuit(uint64_t seed, bool functions) {
    struct random r;
    random_init(&r, seed);
    struct circuit *c = circuit_new();
    uint32_t inputs = random_below(&r, TESTING_INPUTS + 1), latches = 1 + random_below(&r, TESTING_LATCHES);
    aig_lits pool = {0};
    for (uint32_t i = 0; i < inputs; i++) vec_push(&pool, circuit_add_input(c, NULL));
    for (uint32_t i = 0; i < latches; i++) vec_push(&pool, circuit_add_latch(c, NULL));
    if (random_one_in(&r, 4)) vec_push(&pool, AIG_FALSE);
    uint32_t gates = 1 + random_below(&r, 20);
    for (uint32_t i = 0; i < gates; i++) {
        aig_lit gate = testing_gate(&r, c->graph, &pool);
        vec_push(&pool, gate);
    }
    for (uint32_t i = 0; i < latches; i++) {
        c->latches.data[i].next = testing_pick(&r, &pool);
        c->latches.data[i].reset = testing_reset(&r, c, i, functions);
        if (i && random_one_in(&r, 3)) testing_twin(&r, c, i);
    }
    if (random_one_in(&r, 3)) circuit_add_constraint(c, testing_pick(&r, &pool), NULL);
    if (random_one_in(&r, 6)) circuit_add_constraint(c, testing_pick(&r, &pool), NULL);
    uint32_t properties = 1 + random_below(&r, 3);
    for (uint32_t i = 0; i < properties; i++) {
        aig_lit bad = aig_raw_and(c->graph, testing_pick(&r, &pool), testing_pick(&r, &pool));
        circuit_add_property(
            c, random_one_in(&r, 2) ? aig_raw_and(c->graph, bad, testing_pick(&r, &pool)) : bad, NULL, i);
    }
    vec_free(&pool);
    assert_null(circuit_check(c));
    return c;
}

/* ---- explicit-state search ---- */

/* Values of all nodes in one state under one input; bit i is latch or input i. */
static inline void testing_evaluate(const struct circuit *c, uint32_t state, uint32_t input,
                                    uint8_t *values) {
    for (uint32_t i = 0; i < c->inputs.size; i++) values[aig_node(c->inputs.data[i].lit)] = input >> i & 1;
    for (uint32_t i = 0; i < c->latches.size; i++) values[aig_node(c->latches.data[i].lit)] = state >> i & 1;
    simulate_ternary(c->graph, values);
}

static inline bool testing_allowed(const struct circuit *c, const uint8_t *values) {
    vec_each (const struct signal, s, &c->constraints)
        if (!simulate_ternary_value(values, s->lit)) return false;
    return true;
}

static inline bool testing_initial(const struct circuit *c, const uint8_t *values) {
    vec_each (const struct latch, l, &c->latches)
        if (simulate_ternary_value(values, l->lit) != simulate_ternary_value(values, l->reset)) return false;
    return true;
}

/* The length of a shortest counterexample (steps), 0 when there is none; and that counterexample. */
static inline uint32_t testing_shortest(const struct circuit *c, uint32_t property, struct trace **trace) {
    uint32_t states = 1u << c->latches.size, inputs = 1u << c->inputs.size, steps = 0;
    assert_true(c->latches.size <= 10 && c->inputs.size <= 10);
    uint8_t *values = mem_alloc(aig_size(c->graph));
    /* How each state was first reached, as predecessor * inputs + input; its step; UINT32_MAX: not yet. The
     * first step is special because reset functions restrict its inputs: `initial_from` is for states reached
     * from there. */
    uint32_t *from = mem_alloc(states * sizeof *from), *when = mem_alloc(states * sizeof *when);
    for (uint32_t s = 0; s < states; s++) from[s] = when[s] = UINT32_MAX;
    bool more = true;
    uint32_t end_state = 0, end_input = 0;
    for (uint32_t step = 0; more && !steps; step++) {
        more = step == 0;
        for (uint32_t s = 0; s < states && !steps; s++) {
            if (step && when[s] != step) continue;
            for (uint32_t i = 0; i < inputs && !steps; i++) {
                testing_evaluate(c, s, i, values);
                if (!testing_allowed(c, values) || (!step && !testing_initial(c, values))) continue;
                if (simulate_ternary_value(values, c->properties.data[property].bad)) {
                    steps = step + 1, end_state = s, end_input = i;
                    continue;
                }
                uint32_t next = 0;
                for (uint32_t l = 0; l < c->latches.size; l++)
                    next |= (uint32_t)simulate_ternary_value(values, c->latches.data[l].next) << l;
                if (when[next] != UINT32_MAX) continue;
                when[next] = step + 1;
                from[next] = s * inputs + i;
                more = true;
            }
        }
    }
    if (trace && steps) {
        *trace = trace_new(c, property);
        for (uint32_t k = 0; k < steps; k++) trace_add_step(*trace);
        for (uint32_t k = steps, s = end_state, i = end_input; k-- > 0;) {
            for (uint32_t b = 0; b < c->inputs.size; b++) trace_step(*trace, k)[b] = i >> b & 1;
            if (!k)
                for (uint32_t b = 0; b < c->latches.size; b++) (*trace)->initial.data[b] = s >> b & 1;
            else
                i = from[s] % inputs, s = from[s] / inputs;
        }
    }
    mem_free(values);
    mem_free(from);
    mem_free(when);
    return steps;
}

/* Replays a trace, by ternary simulation where it leaves values open. */
static inline bool testing_replays(const struct circuit *c, const struct trace *t) {
    uint8_t *values = mem_alloc(aig_size(c->graph));
    bool good = t->steps && t->latches == c->latches.size && t->inputs == c->inputs.size;
    for (uint32_t i = 0; i < c->latches.size; i++)
        values[aig_node(c->latches.data[i].lit)] = t->initial.data[i];
    for (uint32_t step = 0; good && step < t->steps; step++) {
        for (uint32_t i = 0; i < c->inputs.size; i++)
            values[aig_node(c->inputs.data[i].lit)] = trace_inputs(t, step)[i];
        simulate_ternary(c->graph, values);
        if (!step) good &= testing_initial(c, values);
        vec_each (const struct signal, s, &c->constraints)
            good &= simulate_ternary_value(values, s->lit) == TERNARY_TRUE;
        if (step + 1 == t->steps)
            good &= simulate_ternary_value(values, c->properties.data[t->property].bad) == TERNARY_TRUE;
        uint8_t next[64];
        assert_true(c->latches.size <= 64);
        for (uint32_t i = 0; i < c->latches.size; i++)
            next[i] = (uint8_t)simulate_ternary_value(values, c->latches.data[i].next);
        for (uint32_t i = 0; i < c->latches.size; i++) values[aig_node(c->latches.data[i].lit)] = next[i];
    }
    mem_free(values);
    return good;
}

/* ---- obligations of invariants ---- */

struct testing_path {
    const struct circuit *circuit;
    const struct invariant *invariant;
    struct aig *graph;
    VEC(aig_lit *) frames; /* per frame, the literal of each circuit node */
    aig_lits assumed;
};

static inline aig_lit *testing_leaf_map(uint32_t size) {
    aig_lit *map = mem_alloc(size * sizeof *map);
    for (uint32_t n = 0; n < size; n++) map[n] = AIG_NONE;
    map[0] = AIG_FALSE;
    return map;
}

/* Adds a frame; the first one has arbitrary latches. */
static inline void testing_add_frame(struct testing_path *p) {
    const struct circuit *c = p->circuit;
    aig_lit *map = testing_leaf_map(aig_size(c->graph));
    vec_each (const struct signal, s, &c->inputs) map[aig_node(s->lit)] = aig_leaf(p->graph);
    vec_each (const struct latch, l, &c->latches)
        map[aig_node(l->lit)] =
            p->frames.size ? aig_mapped(vec_last(&p->frames), l->next) : aig_leaf(p->graph);
    for (uint32_t n = 1; n < aig_size(c->graph); n++)
        if (aig_is_gate(c->graph, n)) (void)aig_copy_cone(p->graph, c->graph, aig_make(n, false), map);
    vec_push(&p->frames, map);
}

static inline aig_lit testing_constraints(struct testing_path *p, uint32_t frame) {
    aig_lit all = AIG_TRUE;
    vec_each (const struct signal, s, &p->circuit->constraints)
        all = aig_and(p->graph, all, aig_mapped(p->frames.data[frame], s->lit));
    return all;
}

static inline aig_lit testing_phi(struct testing_path *p, uint32_t frame) {
    const struct invariant *i = p->invariant;
    const struct circuit *c = p->circuit;
    aig_lit *map = testing_leaf_map(aig_size(i->graph)), *at = p->frames.data[frame], all = AIG_TRUE;
    for (uint32_t k = 0; k < c->inputs.size; k++)
        map[aig_node(i->inputs.data[k])] = at[aig_node(c->inputs.data[k].lit)];
    for (uint32_t k = 0; k < c->latches.size; k++)
        map[aig_node(i->latches.data[k])] = at[aig_node(c->latches.data[k].lit)];
    vec_each (const aig_lit, q, &i->conjuncts)
        all = aig_and(p->graph, all, aig_copy_cone(p->graph, i->graph, *q, map));
    mem_free(map);
    return all;
}

/* assumed => goal, decided by CaDiCaL. */
static inline bool testing_implied(const struct testing_path *p, aig_lit goal) {
    struct sat *s = sat_cadical(NULL);
    for (uint32_t n = 0; n < aig_size(p->graph); n++) {
        sat_lit v = sat_make(sat_variable(s), false);
        if (!n) sat_add1(s, sat_not(v));
        if (!aig_is_gate(p->graph, n)) continue;
        sat_lit l = {aig_left(p->graph, n).code}, r = {aig_right(p->graph, n).code};
        sat_add2(s, sat_not(v), l);
        sat_add2(s, sat_not(v), r);
        sat_add3(s, v, sat_not(l), sat_not(r));
    }
    vec_each (const aig_lit, a, &p->assumed) sat_add1(s, (sat_lit){a->code});
    sat_add1(s, (sat_lit){aig_not(goal).code});
    bool implied = sat_solve(s, NULL, 0) == SAT_REFUTED;
    sat_free(s);
    return implied;
}

static inline void testing_path_fini(struct testing_path *p) {
    vec_each (aig_lit *, map, &p->frames) mem_free(*map);
    vec_free(&p->frames);
    vec_free(&p->assumed);
    aig_free(p->graph);
}

/* Base and step of evidence.h; and safety of the property unless it is UINT32_MAX. */
static inline bool testing_inductive(const struct circuit *c, const struct invariant *i, uint32_t property) {
    struct testing_path base = {.circuit = c, .invariant = i, .graph = aig_new()};
    bool good = true;
    for (uint32_t j = 0; j < i->depth && good; j++) {
        testing_add_frame(&base);
        if (!j)
            vec_each (const struct latch, l, &c->latches) {
                aig_lit lit = aig_mapped(base.frames.data[0], l->lit),
                        reset = aig_mapped(base.frames.data[0], l->reset);
                vec_push(&base.assumed, aig_equal(base.graph, lit, reset));
            }
        vec_push(&base.assumed, testing_constraints(&base, j));
        good = testing_implied(&base, testing_phi(&base, j));
    }
    testing_path_fini(&base);
    struct testing_path step = {.circuit = c, .invariant = i, .graph = aig_new()};
    for (uint32_t j = 0; j <= i->depth; j++) {
        testing_add_frame(&step);
        vec_push(&step.assumed, testing_constraints(&step, j));
        if (j < i->depth) vec_push(&step.assumed, testing_phi(&step, j));
    }
    good = good && testing_implied(&step, testing_phi(&step, i->depth));
    testing_path_fini(&step);
    if (property != UINT32_MAX && good) {
        struct testing_path safe = {.circuit = c, .invariant = i, .graph = aig_new()};
        testing_add_frame(&safe);
        vec_push(&safe.assumed, testing_constraints(&safe, 0));
        vec_push(&safe.assumed, testing_phi(&safe, 0));
        good = testing_implied(&safe,
                               aig_not(aig_mapped(safe.frames.data[0], c->properties.data[property].bad)));
        testing_path_fini(&safe);
    }
    return good;
}

static inline uint32_t testing_next(const struct circuit *c, const uint8_t *values) {
    uint32_t next = 0;
    for (uint32_t l = 0; l < c->latches.size; l++)
        next |= (uint32_t)simulate_ternary_value(values, c->latches.data[l].next) << l;
    return next;
}

/* The reachable states of a small circuit under the constraints. A reset function ties the state of the first step
 * to the inputs there, unless `any_inputs`: that is what an inductive invariant can say. */
static inline bool *testing_reached(const struct circuit *c, bool any_inputs) {
    uint32_t states = 1u << c->latches.size, inputs = 1u << c->inputs.size;
    uint8_t *values = mem_alloc(aig_size(c->graph));
    bool *reached = mem_new_array(bool, states), *later = mem_new_array(bool, states);
    for (bool first = true, changed = true; changed; first = false) {
        changed = first;
        for (uint32_t s = 0; s < states; s++) {
            for (uint32_t i = 0; i < inputs && (first || later[s]); i++) {
                testing_evaluate(c, s, i, values);
                if (first && !testing_initial(c, values)) continue;
                if (first) reached[s] = true;
                if (first && any_inputs) {
                    later[s] = true;
                } else if (testing_allowed(c, values)) {
                    changed |= !later[testing_next(c, values)];
                    later[testing_next(c, values)] = true;
                }
            }
        }
    }
    for (uint32_t s = 0; s < states; s++) reached[s] |= later[s];
    mem_free(later);
    mem_free(values);
    return reached;
}

/* The strongest invariant of a small circuit: exactly the reachable states. */
static inline struct invariant *testing_reachable(const struct circuit *c) {
    bool *reached = testing_reached(c, true);
    struct invariant *i = invariant_new(c);
    for (uint32_t s = 0; s < 1u << c->latches.size; s++) {
        if (reached[s]) continue;
        uint32_t clause[16];
        for (uint32_t l = 0; l < c->latches.size; l++) clause[l] = 2 * l + (s >> l & 1);
        invariant_add_clause(i, clause, c->latches.size);
    }
    mem_free(reached);
    return i;
}

/* ---- lemmas ---- */

/* The only lemma holds in a state, whatever the inputs are. */
static inline bool testing_says(const struct invariant *lemma, uint32_t state) {
    uint8_t *values = mem_alloc(aig_size(lemma->graph));
    bool says = true;
    for (uint32_t input = 0; input < 1u << lemma->inputs.size; input++) {
        for (uint32_t i = 0; i < lemma->inputs.size; i++)
            values[aig_node(lemma->inputs.data[i])] = input >> i & 1;
        for (uint32_t i = 0; i < lemma->latches.size; i++)
            values[aig_node(lemma->latches.data[i])] = state >> i & 1;
        simulate_ternary(lemma->graph, values);
        vec_each (const aig_lit, c, &lemma->conjuncts) says &= simulate_ternary_value(values, *c) == 1;
    }
    mem_free(values);
    return says;
}

/* It holds in all of these states (NULL: in all). */
static inline bool testing_says_in(const struct invariant *lemma, const bool *states) {
    bool says = true;
    for (uint32_t s = 0; s < 1u << lemma->latches.size; s++)
        if (!states || states[s]) says &= testing_says(lemma, s);
    return says;
}

/* They say the same in all of these states (NULL: in all). */
static inline bool testing_agree(const struct invariant *a, const struct invariant *b, const bool *states) {
    bool agree = true;
    for (uint32_t s = 0; s < 1u << a->latches.size; s++)
        if (!states || states[s]) agree &= testing_says(a, s) == testing_says(b, s);
    return agree;
}

/* A reset function ties the first state to inputs: a lemma that speaks of them holds there with these alone. */
static inline bool testing_over_states(const struct invariant *lemma) {
    bool *marks = mem_new_array(bool, aig_size(lemma->graph)), over_states = true;
    vec_each (const aig_lit, c, &lemma->conjuncts) aig_mark_cone(lemma->graph, *c, marks);
    vec_each (const aig_lit, i, &lemma->inputs) over_states &= !marks[aig_node(*i)];
    mem_free(marks);
    return over_states;
}

/* A clause over a few latches. */
static inline struct invariant *testing_lemma(const struct circuit *c, struct random *r) {
    struct invariant *lemma = invariant_new(c);
    uint32_t clause[3], n = c->latches.size ? 1 + random_below(r, 3) : 0;
    for (uint32_t i = 0; i < n; i++) clause[i] = random_below(r, 2 * c->latches.size);
    if (n) invariant_add_clause(lemma, clause, n);
    return lemma;
}

/* Maps a lemma from one circuit to another; consumes it. Where circuits are far apart, a chain does. */
typedef struct invariant *(*testing_mapping)(void *way, struct invariant *);

/* Lemmas about `near` are carried to `far` and back again. What is true of the reachable states stays so, and what is
 * not dropped says the same there as before; with `exact` in all other states, too. How many arrived and came back. */
static inline uint32_t testing_lemmas(const struct circuit *near, const struct circuit *far,
                                      testing_mapping to, testing_mapping fro, void *way, bool exact,
                                      uint64_t seed) {
    struct random r;
    random_init(&r, seed);
    bool *reached = testing_reached(near, false), *reached_there = testing_reached(far, false);
    uint32_t kept = 0;
    for (int round = 0; round < 20; round++) {
        struct invariant *lemma = testing_lemma(near, &r), *there = to(way, invariant_copy(lemma));
        bool says = there->conjuncts.size;
        if (testing_says_in(lemma, reached)) assert_true(testing_says_in(there, reached_there));
        struct invariant *back = fro(way, there);
        if (says && back->conjuncts.size && testing_over_states(back)) {
            assert_true(testing_agree(lemma, back, exact ? NULL : reached));
            kept++;
        }
        invariant_free(lemma);
        invariant_free(back);
    }
    mem_free(reached);
    mem_free(reached_there);
    return kept;
}

static inline struct invariant *testing_forward(void *transform, struct invariant *lemma) {
    return transform_lemmas_forward(transform, lemma);
}

static inline struct invariant *testing_back(void *transform, struct invariant *lemma) {
    return transform_lemmas_back(transform, lemma);
}

/* ---- what every transform must satisfy ---- */

/* Same shortest counterexamples; traces replay; facts, and the reachable states of the new circuit, are
 * inductive in the old one and prove what is safe. */
static inline void testing_check(struct transform *t) {
    const struct circuit *from = t->from, *to = t->to;
    assert_null(circuit_check(to));
    assert_int_equal(to->properties.size, from->properties.size);
    assert_true(!t->facts || testing_inductive(from, t->facts, UINT32_MAX));
    bool functions = false;
    vec_each (const struct latch, l, &to->latches) functions |= latch_has_function(l);
    uint64_t seed = aig_size(from->graph) + aig_size(to->graph);
    testing_lemmas(from, to, testing_forward, testing_back, t, false, seed);
    testing_lemmas(to, from, testing_back, testing_forward, t, true, seed);
    for (uint32_t p = 0; p < from->properties.size; p++) {
        struct trace *trace = NULL;
        uint32_t expected = testing_shortest(from, p, NULL), found = testing_shortest(to, p, &trace);
        assert_int_equal(expected, found);
        if (trace) {
            trace = transform_trace_back(t, trace, 0);
            assert_int_equal(trace->property, p);
            assert_true(testing_replays(from, trace));
            trace_free(trace);
        } else {
            struct invariant *i = transform_invariant_back(t, testing_reachable(to));
            assert_true(testing_inductive(from, i, functions ? UINT32_MAX : p));
            invariant_free(i);
        }
    }
}

/* Runs a stage on random circuits. Returns how often it had something to do. */
static inline uint32_t testing_stage(struct transform *(*stage)(const struct circuit *,
                                                                const struct stage_context *),
                                     struct testing_context *t, uint32_t seeds, bool functions) {
    uint32_t done = 0;
    for (uint32_t seed = 0; seed < testing_rounds(seeds); seed++) {
        struct circuit *c = testing_circuit(seed, functions);
        struct transform *made = stage(c, &t->context);
        if (made) testing_check(made);
        done += made != NULL;
        transform_free(made);
        circuit_free(c);
    }
    return done;
}

#endif
