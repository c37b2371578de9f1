/* Combinational sweeping: nodes that are equal for all values of inputs and latches are merged.
 *
 * Random simulation proposes classes; a SAT query decides each pair of a node and its representative, in
 * topological order, on a graph in which all earlier merges are already made. A counterexample, with random
 * neighbours, is simulated and splits the classes further. Undecided pairs stay apart. No merge depends on
 * another undecided one, so that stopping early keeps what is proved. Equal functions need no facts. */
#include "aig/simulate.h"
#include "transform/circuit/classes.h"
#include "transform/circuit/prover.h"
#include "transform/circuit/transform.h"
#include "transform/circuit/random_walk.h"

enum { CONFLICTS = 100, WORDS = 64, WORK_BASE = 10000000, WORK_PER_SIZE = 2000, WORK_MOST = 200000000 };

struct sweep {
    const struct circuit *circuit;
    const struct stage_context *context;
    struct aig *graph; /* swept copy; its leaves are those of the circuit */
    aig_lit *image;
    aig_lit *merge;
    struct classes classes;
    struct prover prover;
    struct random random;
    uint64_t *values;
    uint64_t work, budget;
};

static void randomize(struct sweep *s) {
    const struct aig *g = s->circuit->graph;
    for (uint32_t n = 1; n < aig_size(g); n++)
        if (!aig_is_gate(g, n)) s->values[n] = walk_input(&s->random);
    simulate_words(g, s->values);
    s->work += aig_size(g);
}

/* Simulates until a few words in a row split nothing. */
static void propose(struct sweep *s) {
    enum { PATIENCE = 4 };
    uint32_t size = aig_size(s->circuit->graph);
    bool *candidate = mem_alloc(size * sizeof *candidate);
    for (uint32_t n = 0; n < size; n++) candidate[n] = true;
    randomize(s);
    classes_init(&s->classes, size, candidate, s->values);
    mem_free(candidate);
    for (uint32_t i = 0, idle = 0; i < WORDS && idle < PATIENCE; i++) {
        idle = classes_refine(&s->classes, s->values, ~UINT64_C(0)) ? 0 : idle + 1;
        randomize(s);
    }
}

/* The model of the last query as pattern 0, and neighbours that differ from it in about one leaf in eight. */
static void learn(struct sweep *s) {
    const struct aig *g = s->circuit->graph;
    for (uint32_t n = 1; n < aig_size(g); n++) {
        if (aig_is_gate(g, n)) continue;
        uint64_t noise =
            random_word(&s->random) & random_word(&s->random) & random_word(&s->random) & ~UINT64_C(1);
        if (prover_knows(&s->prover, s->image[n]))
            s->values[n] = (prover_value(&s->prover, s->image[n]) ? ~UINT64_C(0) : 0) ^ noise;
        else
            s->values[n] = random_word(&s->random);
    }
    simulate_words(g, s->values);
    classes_refine(&s->classes, s->values, ~UINT64_C(0));
    s->work += 2 * aig_size(g);
}

/* Decides whether the node equals its representative, for as long as it has one. */
static void visit(struct sweep *s, uint32_t n, aig_lit actual) {
    s->image[n] = actual;
    while (s->classes.head[n] != n) {
        aig_lit representative = classes_representative(&s->classes, n);
        aig_lit other = aig_mapped(s->image, representative);
        bool stop = s->work + s->prover.work > s->budget || limits_stopped(s->context->limits);
        enum proof proof =
            stop && !aig_same(actual, other) ? PROOF_NONE : prover_equal(&s->prover, actual, other);
        if (proof == PROOF_EQUAL) {
            s->image[n] = other;
            s->merge[n] = representative;
            s->context->stats->sweep_merged++;
            return;
        }
        if (proof == PROOF_DIFFERENT)
            learn(s);
        else
            classes_remove(&s->classes, n);
    }
}

struct transform *transform_sweep(const struct circuit *c, const struct stage_context *context) {
    uint32_t size = aig_size(c->graph);
    uint64_t merged = context->stats->sweep_merged;
    struct sweep s = {.circuit = c, .context = context, .graph = aig_new()};
    s.budget = WORK_BASE + (uint64_t)WORK_PER_SIZE * size;
    if (s.budget > WORK_MOST) s.budget = WORK_MOST;
    s.budget = s.budget / 100 * (uint64_t)context->options->scorr_effort;
    s.image = mem_alloc(size * sizeof *s.image);
    s.merge = mem_alloc(size * sizeof *s.merge);
    s.values = mem_new_array(uint64_t, size);
    random_init(&s.random, context->options->seed);
    prover_init(&s.prover, s.graph, context->limits, CONFLICTS);
    propose(&s);
    s.image[0] = s.merge[0] = AIG_FALSE;
    for (uint32_t n = 1; n < size; n++) {
        s.merge[n] = aig_make(n, false);
        if (!aig_is_gate(c->graph, n))
            visit(&s, n, aig_leaf(s.graph));
        else
            visit(&s, n,
                  aig_and(s.graph, aig_mapped(s.image, aig_left(c->graph, n)),
                          aig_mapped(s.image, aig_right(c->graph, n))));
    }
    struct transform *t = NULL;
    if (context->stats->sweep_merged > merged) t = transform_by_merging("sweep", c, s.merge, NULL, NULL);
    prover_fini(&s.prover);
    classes_fini(&s.classes);
    aig_free(s.graph);
    mem_free(s.image);
    mem_free(s.merge);
    mem_free(s.values);
    return t;
}
