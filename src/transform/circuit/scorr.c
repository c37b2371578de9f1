/* Signal correspondence: nodes that are equal in all reachable states are merged, proved by induction of
 * depth k with all equalities as simultaneous hypotheses.
 *
 * After: van Eijk, "Sequential equivalence checking based on structural similarities", IEEE TCAD 2000,
 * generalised to all nodes, depth k and speculative reduction as in Mony, Baumgartner, Paruthi & Kanzelman,
 * "Exploiting suspected redundancy without proving it", DAC 2005.
 *
 *   1. Random walks from reset propose classes of equal nodes (random_walk.h, classes.h).
 *   2. Base: in the first k steps from reset each node equals its representative (SAT, under the constraints
 * of the earlier steps).
 *   3. Step, in rounds until nothing is split: in frames 0..k-1 each node is replaced by its representative,
 * which assumes all equalities at once and keeps the graph small; the equalities are checked in frame k.
 *
 * Counterexamples are simulated in batches, each with random neighbours, and split many classes at a time; where
 * a split makes the next one possible, scorr_climb.c goes on from one to the next without queries.
 * Replacing a gate by its representative assumes less than their equality (the gate's own function may differ
 * from it). The equality itself is given to the solver only when a counterexample violates it; few are ever
 * needed.
 *
 * The constraints of frame k are not used: transform.h says why. All equalities of the fixpoint together are
 * k-inductive. Those of gates that follow from others combinationally (most do, by hashing) are not listed as
 * facts. Nothing is kept unless the fixpoint is reached within the work limit; if all nodes are too many, the
 * latches alone are tried.
 *
 * Departures: an undecided query counts as a difference (its node is taken out of its class). */
#include "transform/circuit/random_walk.h"
#include "transform/circuit/scorr_internal.h"

enum {
    CONFLICTS = 100,         /* per SAT call */
    ATTEMPTS = 4,            /* queries about one node whose counterexamples violate a hypothesis */
    WORK_BASE = 30000000,    /* budget: this plus ... */
    WORK_PER_SIZE = 10000,   /* ... this for each node of the graph ... */
    WORK_MOST = 700000000,   /* ... but at most this */
    WORK_PER_BUILT_NODE = 10 /* cost of hashing a node into the unrolled graph */
};

/* ---- queries ---- */

static void give_up_node(struct scorr *s, uint32_t n) {
    classes_remove(&s->classes, n);
    s->splits++;
}

/* Decides whether node n equals its representative in the frame. On success it is replaced there. */
static void check(struct scorr *s, uint32_t frame, uint32_t n) {
    uint32_t head = s->classes.head[n];
    if (head == n) return;
    aig_lit *value = s->value[frame], other = aig_mapped(value, classes_representative(&s->classes, n));
    switch (prover_equal(&s->prover, value[n], other)) {
    case PROOF_EQUAL: value[n] = other; return;
    case PROOF_NONE: give_up_node(s, n); return;
    case PROOF_DIFFERENT: break;
    }
    if (s->attempts[n]++ == ATTEMPTS) {
        give_up_node(s, n);
        return;
    }
    scorr_record_model(s, n);
    if (s->lanes + s->lanes_per_model > 64) scorr_simulate_models(s);
}

/* Asks again about nodes whose counterexamples were none. */
static void check_again(struct scorr *s, uint32_t frame) {
    while ((s->retry.size || s->lanes) && !scorr_exhausted(s)) {
        scorr_simulate_models(s);
        uint32_t n = s->retry.size;
        for (uint32_t i = 0; i < n; i++) check(s, frame, s->retry.data[i]);
        for (uint32_t i = n; i < s->retry.size; i++) s->retry.data[i - n] = s->retry.data[i];
        vec_shrink(&s->retry, s->retry.size - n);
    }
}

/* ---- unrolling ---- */

static void unrolling_init(struct scorr *s, bool from_reset) {
    s->from_reset = from_reset;
    s->frames = 0;
    s->graph = aig_new();
    prover_init(&s->prover, s->graph, s->context->limits, CONFLICTS);
    memset(s->attempts, 0, aig_size(s->circuit->graph));
    s->lanes = 0;
    vec_clear(&s->doubts);
    vec_clear(&s->retry);
}

static void unrolling_fini(struct scorr *s) {
    for (uint32_t f = 0; f <= s->depth; f++) {
        mem_free(s->value[f]);
        mem_free(s->actual[f]);
        s->value[f] = s->actual[f] = NULL;
    }
    s->work += s->prover.work;
    prover_fini(&s->prover);
    s->prover = (struct prover){0};
    aig_free(s->graph);
}

/* Adds a frame's leaves. Gates follow by frame_gate, in order. */
static void frame_open(struct scorr *s, uint32_t frame) {
    const struct circuit *c = s->circuit;
    aig_lit *value = mem_alloc(aig_size(c->graph) * sizeof *value);
    value[0] = AIG_FALSE;
    vec_each (const struct signal, i, &c->inputs) value[aig_node(i->lit)] = aig_leaf(s->graph);
    vec_each (const struct latch, l, &c->latches) {
        aig_lit now;
        if (frame)
            now = aig_mapped(s->value[frame - 1], l->next);
        else
            now = s->from_reset && !latch_is_free(l) ? l->reset : aig_leaf(s->graph);
        value[aig_node(l->lit)] = now;
    }
    s->value[frame] = value;
    s->frames = frame + 1;
    s->work += (uint64_t)WORK_PER_BUILT_NODE * aig_size(c->graph);
}

static void frame_gate(struct scorr *s, uint32_t frame, uint32_t n) {
    const struct aig *g = s->circuit->graph;
    aig_lit *value = s->value[frame];
    if (aig_is_gate(g, n))
        value[n] = aig_and(s->graph, aig_mapped(value, aig_left(g, n)), aig_mapped(value, aig_right(g, n)));
}

static void frame_constrain(struct scorr *s, uint32_t frame) {
    vec_each (const struct signal, c, &s->circuit->constraints)
        prover_assume(&s->prover, aig_mapped(s->value[frame], c->lit));
}

/* A frame in which the equalities are assumed. */
static void assume_frame(struct scorr *s, uint32_t frame) {
    frame_open(s, frame);
    aig_lit *value = s->value[frame];
    s->actual[frame] = mem_alloc(aig_size(s->circuit->graph) * sizeof *value);
    for (uint32_t n = 0; n < aig_size(s->circuit->graph); n++) {
        if (n) frame_gate(s, frame, n);
        s->actual[frame][n] = value[n];
        if (s->classes.head[n] != n) value[n] = aig_mapped(value, classes_representative(&s->classes, n));
    }
    frame_constrain(s, frame);
}

/* A frame in which they are checked. False when the work limit was reached. */
static bool check_frame(struct scorr *s, uint32_t frame) {
    frame_open(s, frame);
    for (uint32_t n = 1; n < aig_size(s->circuit->graph); n++) {
        frame_gate(s, frame, n);
        if (s->classes.head[n] == n) continue;
        check(s, frame, n);
        if (scorr_exhausted(s)) return false;
    }
    check_again(s, frame);
    return !scorr_exhausted(s);
}

static bool prove_base(struct scorr *s) {
    unrolling_init(s, true);
    bool done = true;
    for (uint32_t f = 0; f < s->depth && done; f++) {
        done = check_frame(s, f);
        if (done) frame_constrain(s, f);
    }
    unrolling_fini(s);
    return done;
}

/* One round of the step; s->splits tells whether it changed anything. */
static bool prove_step(struct scorr *s) {
    unrolling_init(s, false);
    s->splits = 0;
    scorr_note_heads(s);
    for (uint32_t f = 0; f < s->depth; f++) assume_frame(s, f);
    bool done = check_frame(s, s->depth);
    unrolling_fini(s);
    if (done && s->splits) scorr_climb(s);
    s->context->stats->scorr_rounds++;
    return done;
}

/* ---- the whole ---- */

static void propose(struct scorr *s, bool latches_only) {
    enum { WALKS = 16, STEPS = 64, PATIENCE = 2 };
    const struct circuit *c = s->circuit;
    uint32_t size = aig_size(c->graph);
    bool *candidate = mem_new_array(bool, size);
    for (uint32_t n = 0; n < size; n++) candidate[n] = !latches_only;
    candidate[0] = true;
    vec_each (const struct latch, l, &c->latches) candidate[aig_node(l->lit)] = true;
    struct walk w;
    walk_init(&w, c, &s->random);
    for (uint32_t i = 0, idle = 0; !i || (i < WALKS && idle < PATIENCE && s->work < s->budget / 8); i++) {
        uint32_t splits = 0, steps = 0;
        walk_start(&w);
        if (!i) classes_init(&s->classes, size, candidate, w.values);
        do splits += classes_refine(&s->classes, w.values, ~UINT64_C(0));
        while (++steps < STEPS && walk_step(&w));
        idle = splits ? 0 : idle + 1;
        s->work += 2 * w.work;
        w.work = 0;
    }
    for (uint32_t i = 0; i < c->latches.size; i++) {
        s->sample[i] = w.values[aig_node(c->latches.data[i].lit)];
        s->state[i] = s->classes.phase[aig_node(c->latches.data[i].lit)];
    }
    walk_fini(&w);
    mem_free(candidate);
}

/* Finds the fixpoint; false when the work limit came first. */
static bool find(struct scorr *s, bool latches_only) {
    propose(s, latches_only);
    if (!prove_base(s)) return false;
    scorr_simulate_random(s);
    scorr_note_heads(s);
    scorr_climb(s);
    do
        if (!prove_step(s)) return false;
    while (s->splits);
    return true;
}

/* The equalities, as conjuncts over the circuit. Those that follow from earlier ones, by hashing or by an
 * easy combinational proof, are left out: the conjunction stays the same. */
static struct invariant *collect_facts(const struct scorr *s) {
    const struct circuit *c = s->circuit;
    struct invariant *facts = invariant_new(c);
    facts->depth = s->depth;
    struct prover prover;
    prover_init(&prover, facts->graph, s->context->limits, CONFLICTS);
    uint32_t size = aig_size(c->graph);
    aig_lit *merged = mem_alloc(size * sizeof *merged); /* in the graph of the facts, with merges */
    merged[0] = AIG_FALSE;
    for (uint32_t i = 0; i < c->inputs.size; i++)
        merged[aig_node(c->inputs.data[i].lit)] = facts->inputs.data[i];
    for (uint32_t i = 0; i < c->latches.size; i++)
        merged[aig_node(c->latches.data[i].lit)] = facts->latches.data[i];
    for (uint32_t n = 1; n < size; n++) {
        if (aig_is_gate(c->graph, n))
            merged[n] = aig_and(facts->graph, aig_mapped(merged, aig_left(c->graph, n)),
                                aig_mapped(merged, aig_right(c->graph, n)));
        if (s->classes.head[n] == n) continue;
        aig_lit other = aig_mapped(merged, classes_representative(&s->classes, n));
        if (prover_equal(&prover, merged[n], other) != PROOF_EQUAL)
            invariant_add(facts, aig_equal(facts->graph, merged[n], other));
        merged[n] = other;
    }
    prover_fini(&prover);
    mem_free(merged);
    return facts;
}

static struct transform *merge_classes(const struct scorr *s) {
    uint32_t size = aig_size(s->circuit->graph);
    aig_lit *merge = mem_alloc(size * sizeof *merge);
    for (uint32_t n = 0; n < size; n++) merge[n] = classes_representative(&s->classes, n);
    struct transform *t = transform_by_merging("scorr", s->circuit, merge, NULL, collect_facts(s));
    s->context->stats->scorr_merged += s->classes.merged;
    mem_free(merge);
    return t;
}

static void scorr_init(struct scorr *s, const struct circuit *c, const struct stage_context *context) {
    uint32_t size = aig_size(c->graph);
    *s = (struct scorr){.circuit = c, .context = context, .depth = (uint32_t)context->options->scorr_depth};
    s->value = mem_new_array(aig_lit *, s->depth + 1);
    s->actual = mem_new_array(aig_lit *, s->depth + 1);
    s->values = mem_new_array(uint64_t, size);
    s->latches = mem_new_array(uint64_t, c->latches.size + 1);
    s->sample = mem_new_array(uint64_t, c->latches.size + 1);
    s->inputs = mem_new_array(uint64_t, (size_t)(s->depth + 1) * c->inputs.size + 1);
    s->attempts = mem_new_array(uint8_t, size);
    s->begun = mem_new_array(uint64_t, c->latches.size + 1);
    s->state = mem_new_array(uint8_t, c->latches.size + 1);
    s->before = mem_new_array(uint32_t, c->latches.size + 1);
    s->lanes_per_model = size < 4000 ? 64 : size < 16000 ? 16 : size < 64000 ? 4 : 2;
    random_init(&s->random, context->options->seed);
}

static void scorr_fini(struct scorr *s) {
    mem_free(s->value);
    mem_free(s->actual);
    mem_free(s->values);
    mem_free(s->latches);
    mem_free(s->sample);
    mem_free(s->inputs);
    mem_free(s->attempts);
    mem_free(s->begun);
    mem_free(s->state);
    mem_free(s->before);
    vec_free(&s->doubts);
    vec_free(&s->retry);
}

static struct transform *correspond(const struct circuit *c, const struct stage_context *context,
                                    bool latches_only) {
    if (!c->latches.size) return NULL;
    struct scorr s;
    scorr_init(&s, c, context);
    s.budget = WORK_BASE + (uint64_t)WORK_PER_SIZE * aig_size(c->graph);
    if (s.budget > WORK_MOST) s.budget = WORK_MOST;
    s.budget = s.budget / 100 * (uint64_t)context->options->scorr_effort;
    bool found = find(&s, latches_only);
    struct transform *t = found && s.classes.merged ? merge_classes(&s) : NULL;
    context->stats->scorr_unfinished += !found;
    classes_fini(&s.classes);
    scorr_fini(&s);
    return t;
}

struct transform *transform_scorr_latches(const struct circuit *c, const struct stage_context *context) {
    return correspond(c, context, true);
}

struct transform *transform_scorr(const struct circuit *c, const struct stage_context *context) {
    return correspond(c, context, false);
}
