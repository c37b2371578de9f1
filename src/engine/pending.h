/* The properties that are still undecided, shared by the searches of one run. */
#ifndef INDUCT_ENGINE_PENDING_H
#define INDUCT_ENGINE_PENDING_H

#include "engine/engine.h"

struct pending {
    struct engine_task *task;
    bool *open; /* [0..properties[ */
    uint32_t count;
    const char *reason; /* why a search gave up, NULL: it did not, or the limits stopped it */
};

/* Opens every property of a circuit or a system, then proves those that are good whatever the state: the bad literal is
 * the constant false, or the formula the constant true. */
void pending_init(struct pending *, struct engine_task *);
void pending_fini(struct pending *);

/* Reports a decision to the task; the evidence changes hands. Its property must be open. */
void pending_decide(struct pending *, struct evidence);

/* Closes what others have decided, and nobody asks about any more. */
void pending_settle(struct pending *);
/* How many steps others say there are without a counterexample to anything open, from step 0 on; 0: none, as far as
 * anybody says. */
uint32_t pending_heard(const struct pending *);

/* Sends EVENT_DEPTH for what is open: no counterexample ends in the step. */
void pending_clear(const struct pending *, uint32_t step);

#endif
