/* Search for counterexamples step by step from the reset states: all of bmc, and the base case of kind. */
#ifndef INDUCT_ENGINE_BIT_BOUNDED_H
#define INDUCT_ENGINE_BIT_BOUNDED_H

#include "engine/pending.h"

enum bounded_result {
    BOUNDED_CLEAR,     /* what is open has no counterexample in the steps searched so far */
    BOUNDED_EXHAUSTED, /* moreover the constraints allow no longer path: there never will be one */
    BOUNDED_STOPPED    /* by the limits */
};

struct bounded;

struct known;

/* With what is known of every step; NULL: nothing is. */
struct bounded *bounded_new(struct pending *, const struct known *);
void bounded_free(struct bounded *);
uint32_t bounded_depth(const struct bounded *); /* the number of steps searched: 0, 1, ... */

/* Searches the next n >= 1 steps, refutes what it can (with traces of the least length, whatever n is), and
 * sends EVENT_DEPTH for the rest. */
enum bounded_result bounded_search(struct bounded *, uint32_t n);

#endif
