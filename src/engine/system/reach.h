/* Search for counterexamples step by step from the initial states: all of bmc, and the base case of kind. */
#ifndef INDUCT_ENGINE_SYSTEM_REACH_H
#define INDUCT_ENGINE_SYSTEM_REACH_H

#include "engine/pending.h"

enum reach_result {
    REACH_CLEAR,     /* what is open has no counterexample in the steps searched so far */
    REACH_EXHAUSTED, /* moreover no path goes on: there never will be one */
    REACH_STOPPED    /* by the limits, or the solver gave up: pending->reason */
};

struct reach;

struct known_terms;

/* With what is known of every step; NULL: nothing is. */
struct reach *reach_new(struct pending *, const struct known_terms *);
void reach_free(struct reach *);
uint32_t reach_depth(const struct reach *); /* the number of steps searched: 0, 1, ... */

/* Searches the next step, refutes what it can, and sends EVENT_DEPTH for the rest. */
enum reach_result reach_search(struct reach *);

#endif
