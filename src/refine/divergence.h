/* When to give up on a strategy.
 *
 * A refinement that diverges finds x <= 0, then x <= 1, x <= 2, ...: predicates of a shape that was there
 * before, with another constant. The shape of a linear predicate is its form without the constant; of any
 * other predicate, a hash of its operators and variables with every constant left out. A refinement is
 * *stale* when each of its predicates has a shape that at least OFTEN earlier refinements added already;
 * STREAK stale refinements in a row are a divergence. */
#ifndef INDUCT_REFINE_DIVERGENCE_H
#define INDUCT_REFINE_DIVERGENCE_H

#include "base/hash.h"
#include "logic/term.h"

/* Zero bytes: nothing was seen. */
struct divergence {
    /* Term with its constants replaced -> number of refinements that added one like it. */
    struct hash_map shapes;
    uint32_t streak; /* refinements in a row that added only shapes that were seen often */
};

/* Tells what a refinement found; true when they go on and on with new constants only. */
bool divergence_note(struct divergence *, struct terms *, const term_list *fresh);
void divergence_reset(struct divergence *);
void divergence_fini(struct divergence *);

#endif
