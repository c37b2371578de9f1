/* Proof obligations: "this cube must be excluded at this location and level, for it leads to a property's
 * violation".
 *
 * An obligation points to its successor, the obligation it leads to in one step, so that the chain from an
 * initial one to the last (successor NULL, depth 0) is a counterexample. `step` is the engine's record of how
 * the step is taken (for circuits: values of inputs). Obligations are counted; a queue entry and a
 * predecessor each hold one reference. The queue gives the lowest level first, then the shortest distance to
 * the violation, then the oldest: an order that depends on nothing but the sequence of calls. */
#ifndef INDUCT_PDR_OBLIGATIONS_H
#define INDUCT_PDR_OBLIGATIONS_H

#include "base/options.h"
#include "base/stats.h"
#include "pdr/cube.h"

struct obligation {
    uint32_t references;
    uint32_t location, level;
    uint32_t depth;  /* steps to the violation */
    uint32_t goal;   /* the property that the chain violates */
    double activity; /* how often it was worked on, decaying as it moves up */
    struct cube *cube;
    struct cube *step; /* engine's; may be NULL */
    uint32_t record;   /* engine's: a number of its own; 0 in a new obligation */
    struct obligation *successor;
};

/* Takes cube and step; adds a reference to the successor. */
struct obligation *obligation_new(uint32_t location, uint32_t level, struct cube *cube, struct cube *step,
                                  struct obligation *successor, uint32_t goal);
struct obligation *obligation_ref(struct obligation *);
void obligation_unref(struct obligation *); /* iterative along the successors */

struct obligation_entry {
    uint32_t level, depth;
    uint64_t order;
    struct obligation *obligation;
};
struct obligations {
    VEC(struct obligation_entry) heap;
    uint64_t order;
};

void obligations_fini(struct obligations *);
/* Takes the caller's reference. */
void obligations_push(struct obligations *, struct obligation *);
/* The obligation is excluded up to `level`: it waits one above, because what leads to a violation in n steps
 * today does so in the next frame too; its activity decays with each level. It is done with when `level` is
 * FRAMES_INFINITY or the option `requeue` is off. Takes the caller's reference. */
void obligations_requeue(struct obligations *, struct obligation *, uint32_t level, const struct options *,
                         struct stats *);
/* The first obligation whose level is at most `level`, with its reference; NULL when there is none. */
struct obligation *obligations_pop(struct obligations *, uint32_t level);
/* Drops every obligation of this goal. */
void obligations_drop_goal(struct obligations *, uint32_t goal);
static inline uint32_t obligations_size(const struct obligations *q) {
    return q->heap.size;
}

#endif
