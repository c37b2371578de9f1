/* Walks: runs of a program with chosen inputs, to find errors that lie deep.
 *
 * A walker runs the automaton as it is, on values, millions of edges per second; it knows nothing about a
 * program but what it does. It finds the errors that a loop of a hundred thousand rounds leads to, where
 * engines that unroll or generalize step by step see no end; it proves nothing.
 *
 *     struct walker *w = walker_new(program, seed);
 *     struct program_trace *t = walker_run(w, work, limits, stats); // again and again, for some more work each time
 *     walker_free(w);
 *
 * A walk starts with values of its own for what is open at the start and for what enters at sites, and takes
 * edges until it gets to the error location, gets stuck, repeats a state (with nothing in between that could
 * make the next time different), or has gone as far as is its turn to. When it is stuck it goes back to one
 * of the last places where something was to choose, a few times. What of the program cannot be said in register
 * code (walk_code.h: numbers, wide vectors, arrays of arrays) is closed to walks; so are edges at whose
 * sites no value would be believed: what lies outside of objects, and what library functions do. */
#ifndef INDUCT_ENGINE_WALK_WALK_H
#define INDUCT_ENGINE_WALK_WALK_H

#include "base/clock.h"
#include "base/stats.h"
#include "evidence/program_evidence.h"

struct walker;

/* The automaton as read; it must outlive the walker. The walker makes a sliced copy of it, and nothing in it
 * but values of traces. */
struct walker *walker_new(struct program *, uint64_t seed);
void walker_free(struct walker *);
/* Walks on from where it stopped the last time, for about so many operations (some nanoseconds each). A trace
 * of the automaton that leads to the error location (the caller's), or NULL. The same calls give the same
 * traces. */
struct program_trace *walker_run(struct walker *, uint64_t work, struct limits *, struct stats *);
/* Whether more walks could find more: false when nothing is left to choose, or no edge is open. */
bool walker_has_more(const struct walker *);
/* Whether it came to an end without an error in a walk that had nothing to choose, so that there is no other. */
bool walker_found_only_run(const struct walker *);
/* Whether the walk under way is the first and had nothing to choose so far. */
bool walker_is_forced(const struct walker *);

#endif
