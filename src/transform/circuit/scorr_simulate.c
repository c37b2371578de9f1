/* Signal correspondence: counterexamples, simulated to split classes. */
#include "transform/circuit/scorr_internal.h"

#include "aig/simulate.h"

static uint64_t *frame_inputs(const struct scorr *s, uint32_t frame) {
    return s->inputs + (size_t)frame * s->circuit->inputs.size;
}

/* Sets the lanes of the model: the first to the literal's value and its neighbours to the same with some
 * noise; all to `open` when the model says nothing about it. */
static void put_lanes(struct scorr *s, uint64_t *word, aig_lit l, uint64_t open) {
    uint32_t from = s->lanes, to = from + s->lanes_per_model;
    uint64_t mask = (to == 64 ? 0 : UINT64_C(1) << to) - (UINT64_C(1) << from);
    if (prover_knows(&s->prover, l)) {
        uint64_t noise = random_word(&s->random) & random_word(&s->random) & random_word(&s->random);
        open = (prover_value(&s->prover, l) ? ~UINT64_C(0) : 0) ^ (noise & ~(UINT64_C(1) << from));
    }
    *word = (*word & ~mask) | (open & mask);
}

void scorr_record_model(struct scorr *s, uint32_t node) {
    const struct circuit *c = s->circuit;
    for (uint32_t i = 0; i < c->latches.size; i++)
        put_lanes(s, &s->latches[i], s->value[0][aig_node(c->latches.data[i].lit)], s->sample[i]);
    for (uint32_t i = 0; i < c->latches.size; i++) s->state[i] = s->latches[i] >> s->lanes & 1;
    for (uint32_t f = 0; f < s->frames; f++) {
        for (uint32_t i = 0; i < c->inputs.size; i++)
            put_lanes(s, &frame_inputs(s, f)[i], s->value[f][aig_node(c->inputs.data[i].lit)],
                      random_word(&s->random));
    }
    vec_push(&s->doubts, (struct doubt){node, s->classes.head[node], (uint8_t)s->lanes});
    s->lanes += s->lanes_per_model;
    s->work += c->latches.size + c->inputs.size;
}

/* Merged latches of the first frame follow their representatives, whatever noise did to them. */
static void load_first_frame(struct scorr *s) {
    const struct circuit *c = s->circuit;
    for (uint32_t i = 0; i < c->latches.size; i++)
        s->values[aig_node(c->latches.data[i].lit)] = s->latches[i];
    if (s->from_reset) {
        vec_each (const struct latch, l, &c->latches)
            if (!latch_is_free(l)) s->values[aig_node(l->lit)] = aig_sign(l->reset) ? ~UINT64_C(0) : 0;
        return;
    }
    vec_each (const struct latch, l, &c->latches) {
        uint32_t n = aig_node(l->lit), head = s->classes.head[n];
        if (head == n || (head && aig_is_gate(c->graph, head))) continue;
        uint64_t word = head ? s->values[head] : 0;
        s->values[n] = s->classes.phase[n] != s->classes.phase[head] ? ~word : word;
    }
}

static void load_inputs(struct scorr *s, uint32_t frame) {
    const struct circuit *c = s->circuit;
    for (uint32_t i = 0; i < c->inputs.size; i++)
        s->values[aig_node(c->inputs.data[i].lit)] = frame_inputs(s, frame)[i];
    simulate_words(c->graph, s->values);
    s->work += aig_size(c->graph);
}

static uint64_t constrained(const struct scorr *s) {
    uint64_t all = ~UINT64_C(0);
    vec_each (const struct signal, c, &s->circuit->constraints) all &= simulate_word(s->values, c->lit);
    return all;
}

static void advance(struct scorr *s) {
    const struct circuit *c = s->circuit;
    for (uint32_t i = 0; i < c->latches.size; i++)
        s->latches[i] = simulate_word(s->values, c->latches.data[i].next);
    for (uint32_t i = 0; i < c->latches.size; i++)
        s->values[aig_node(c->latches.data[i].lit)] = s->latches[i];
}

/* Gives the solver the hypotheses of this frame that the exact models violate. */
static void assume_violated(struct scorr *s, uint32_t frame, uint64_t models) {
    enum { MOST = 16 };
    const struct classes *c = &s->classes;
    uint32_t found = 0;
    for (uint32_t n = 1; n < c->size && found < MOST; n++) {
        if (c->head[n] == n) continue;
        uint64_t differ =
            s->values[n] ^ s->values[c->head[n]] ^ (c->phase[n] != c->phase[c->head[n]] ? ~UINT64_C(0) : 0);
        if (!(differ & models) || aig_same(s->actual[frame][n], s->value[frame][n])) continue;
        prover_assume(&s->prover, aig_equal(s->graph, s->actual[frame][n], s->value[frame][n]));
        s->actual[frame][n] = s->value[frame][n];
        models &= ~differ; /* one for each model will do for now */
        found++;
    }
}

static void refine(struct scorr *s, uint64_t mask) {
    if (s->climbing) s->broken |= mask & ~classes_hold(&s->classes, s->values);
    s->splits += classes_refine(&s->classes, s->values, mask);
}

/* Follows the paths on, with random inputs, while that splits classes. The last frame satisfies all
 * equalities that are left, and so do those before it, so that the next one is as good a counterexample as
 * the first. Without this, a chain of latches would lose one member in each round. */
static void simulate_on(struct scorr *s, uint64_t mask) {
    enum { MOST = 200, PATIENCE = 2 };
    const struct circuit *c = s->circuit;
    const uint32_t patience = s->climbing ? 1 : PATIENCE; /* climbing goes on otherwise */
    for (uint32_t step = 0, idle = 0; step < MOST && idle < patience && mask; step++) {
        advance(s);
        vec_each (const struct signal, i, &c->inputs) s->values[aig_node(i->lit)] = random_word(&s->random);
        simulate_words(c->graph, s->values);
        uint32_t splits = s->splits;
        refine(s, mask);
        idle = s->splits > splits ? 0 : idle + 1;
        mask &= constrained(s);
        s->work += 2 * aig_size(c->graph);
    }
}

void scorr_simulate_models(struct scorr *s) {
    if (!s->lanes) return;
    uint64_t mask = s->lanes == 64 ? ~UINT64_C(0) : (UINT64_C(1) << s->lanes) - 1, models = 0;
    vec_each (const struct doubt, d, &s->doubts) models |= UINT64_C(1) << d->lane;
    load_first_frame(s);
    for (uint32_t f = 0; f < s->frames && mask; f++) {
        if (f) advance(s);
        load_inputs(s, f);
        if (s->from_reset || f == s->depth)
            refine(s, mask);
        else {
            uint64_t hold = classes_hold(&s->classes, s->values);
            if (models & mask & ~hold) assume_violated(s, f, models & mask & ~hold);
            mask &= hold;
            s->work += aig_size(s->circuit->graph);
        }
        mask &= constrained(s);
    }
    simulate_on(s, mask);
    vec_each (const struct doubt, d, &s->doubts)
        if (s->classes.head[d->node] == d->head) vec_push(&s->retry, d->node);
    vec_clear(&s->doubts);
    s->lanes = 0;
    s->work += 2 * aig_size(s->circuit->graph);
}

/* Random states that satisfy the hypotheses, or may: reachable ones with noise of a strength that is halved
 * again and again. Where no gate is merged all of them count, and few false candidates are left for SAT. */
void scorr_simulate_random(struct scorr *s) {
    enum { STRENGTHS = 6, IDLE = 3 * STRENGTHS, MOST = 40 * STRENGTHS };
    const struct circuit *c = s->circuit;
    s->from_reset = false;
    s->frames = s->depth + 1;
    for (uint32_t i = 0, idle = 0; i < MOST && idle < IDLE && !scorr_exhausted(s); i++) {
        for (uint32_t l = 0; l < c->latches.size; l++) {
            uint64_t noise = random_word(&s->random);
            for (uint32_t k = 0; k < i % STRENGTHS; k++) noise &= random_word(&s->random);
            s->latches[l] = s->sample[l] ^ noise;
        }
        for (uint32_t k = 0; k < (s->depth + 1) * c->inputs.size; k++) s->inputs[k] = random_word(&s->random);
        s->lanes = 64;
        uint32_t before = s->splits;
        scorr_simulate_models(s);
        idle = s->splits == before ? idle + 1 : 0;
        s->work += 4 * c->latches.size;
    }
}
