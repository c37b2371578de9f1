/* The cone of influence of a system, word by word: what the properties depend on, before anything is blasted or given
 * to a solver.
 *
 * A variable is in the cone when a property that is asked about, a constraint, init or trans mentions it, or the first
 * value or update of a state in the cone does. The others are dropped. Every path of the new system becomes one of the
 * old system when the dropped inputs get any values and the dropped states those of their first values and updates. So
 * an invariant of the new system is one of the old; traces get these values by evaluation. Properties keep their
 * positions; those that are not asked about become `true`.
 *
 * Nothing is dropped where that could go wrong: states whose first values depend on each other in a circle (there may
 * be none that fit) stay in the cone, and a system that divides or has uninterpreted functions stays whole (a trace
 * would have to say how they act in what is missing). */
#ifndef INDUCT_TRANSFORM_SYSTEM_CONE_H
#define INDUCT_TRANSFORM_SYSTEM_CONE_H

#include "evidence/system_evidence.h"
#include "model/system.h"

struct system_cone {
    const struct system *from; /* borrowed */
    struct system *to;         /* in the bank of `from`: freed by system_cone_free, never by system_free */
    u32s states, inputs;       /* positions in `from`, for the states and inputs of `to` */
    u32s dropped;              /* states of `from`, in an order in which first values can be computed */
};

/* The cone of the properties at these positions. */
struct system_cone *system_cone_new(const struct system *, const uint32_t *properties, uint32_t n);
void system_cone_free(struct system_cone *); /* NULL is fine */

/* A trace of `to` as a trace of `from`. Takes over its argument. */
struct system_trace *system_cone_trace(const struct system_cone *, struct system_trace *);

#endif
