/* The step case of k-induction: does a path of k good steps always lead to one more? */
#ifndef INDUCT_ENGINE_SYSTEM_STEPCASE_H
#define INDUCT_ENGINE_SYSTEM_STEPCASE_H

#include "engine/system/reach.h"

struct stepcase;

/* With what is known of every step, which becomes a part of the invariants that need it; NULL: nothing is. Not with
 * simple paths. Starts at depth k = 0. With `simple_path`, a step that holds only over paths without repeated states
 * counts; that is left out when init mentions inputs, because the first state of a shortest path may then
 * come again. */
struct stepcase *stepcase_new(struct pending *, bool simple_path, const struct known_terms *);
void stepcase_free(struct stepcase *);

void stepcase_deepen(struct stepcase *); /* k grows by 1 */

/* Tries the step at the current depth k >= 1 for every open property, and proves those for which it holds.
 * Requires that none of them has a counterexample in the steps 0..k-1 from the initial states (the base
 * case). False when the limits stopped it, or the solver gave up (pending->reason). */
bool stepcase_prove(struct stepcase *);

#endif
