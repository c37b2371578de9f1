/* What the files of signal correspondence share. Start reading at scorr.c. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_SCORR_INTERNAL_H
#define INDUCT_TRANSFORM_CIRCUIT_SCORR_INTERNAL_H

#include "transform/circuit/classes.h"
#include "transform/circuit/prover.h"
#include "transform/circuit/transform.h"

#include "base/random.h"

/* A satisfiable query whose model waits in the stimulus to be simulated. */
struct doubt {
    uint32_t node, head;
    uint8_t lane; /* the exact model; the lanes after it are its neighbours */
};

struct scorr {
    const struct circuit *circuit;
    const struct stage_context *context;
    uint32_t depth;
    bool from_reset; /* the unrolling is the base, else the step */
    uint32_t frames; /* of the unrolling, so far */
    struct classes classes;
    struct random random;
    uint64_t work, budget;

    /* The unrolling of the current round. */
    struct aig *graph;
    struct prover prover;
    aig_lit **value; /* [0..depth] per frame and node: what stands for it */
    aig_lit *
        *actual; /* the same before the representative replaced it; only in frames where it did so unproved */

    /* Counterexamples that wait: words per leaf. */
    uint64_t *values;  /* per node, scratch for simulation */
    uint64_t *latches; /* per latch, in frame 0 */
    uint64_t *inputs;  /* per frame and input */
    uint64_t *sample;  /* per latch: reachable states, for the latches that a model leaves open */
    uint32_t lanes, lanes_per_model;
    VEC(struct doubt) doubts;
    u32s retry;        /* nodes whose counterexample violated a hypothesis that is now assumed */
    uint8_t *attempts; /* per node, in this round */
    uint32_t splits;   /* in this round */

    /* Climbing, see scorr_climb. */
    bool climbing;
    uint64_t climbed; /* the work so far */
    uint64_t broken;  /* lanes that have split classes */
    uint64_t *begun;  /* per latch: the words of frame 0 */
    uint8_t *state;   /* per latch: the last state known to split classes */
    uint32_t *before; /* per latch: the head of its class at that time */
};

static inline bool scorr_exhausted(const struct scorr *s) {
    return s->work + s->prover.work > s->budget || limits_stopped(s->context->limits);
}

/* scorr_simulate.c */
/* The query about the node, in the unrolling at hand, has a model: it waits to be simulated. */
void scorr_record_model(struct scorr *, uint32_t node);
/* Simulates the waiting counterexamples and splits the classes. */
void scorr_simulate_models(struct scorr *);
/* Random states that satisfy the hypotheses, or may. */
void scorr_simulate_random(struct scorr *);

/* scorr_climb.c */
/* States made up from one that has split classes and from what it has split, as long as that splits more. The head of
 * each latch's class before that was `before`, the state `state`. */
void scorr_climb(struct scorr *);
/* Sets `before` to the present classes. */
void scorr_note_heads(struct scorr *);

#endif
