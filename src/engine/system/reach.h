/* Search for counterexamples step by step from the initial states: all of bmc, and the base case of kind. */
#ifndef INDUCT_ENGINE_SYSTEM_REACH_H
#define INDUCT_ENGINE_SYSTEM_REACH_H

#include "engine/engine.h"

/* The properties that are still undecided, shared by the searches of one run. */
struct agenda {
    struct engine_task *task;
    bool *open; /* [0..properties[ */
    uint32_t count;
    const char *reason; /* why a search gave up, NULL: it did not, or the limits stopped it */
};

/* Opens every property, then proves those whose formula is the constant true. */
void agenda_init(struct agenda *, struct engine_task *);
void agenda_fini(struct agenda *);
/* Both report the decision to the task; the evidence changes hands. The property must be open. */
void agenda_prove(struct agenda *, uint32_t property, struct system_invariant *);
void agenda_refute(struct agenda *, uint32_t property, struct system_trace *);

enum reach_result {
    REACH_CLEAR,     /* what is open has no counterexample in the steps searched so far */
    REACH_EXHAUSTED, /* moreover no path goes on: there never will be one */
    REACH_STOPPED    /* by the limits, or the solver gave up: agenda->reason */
};

struct reach;

struct reach *reach_new(struct agenda *);
void reach_free(struct reach *);
uint32_t reach_depth(const struct reach *); /* the number of steps searched: 0, 1, ... */

/* Searches the next step, refutes what it can, and sends EVENT_DEPTH for the rest. */
enum reach_result reach_search(struct reach *);

#endif
