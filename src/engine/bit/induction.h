/* The step case of k-induction: does a path of k good steps always lead to one more? */
#ifndef INDUCT_ENGINE_BIT_INDUCTION_H
#define INDUCT_ENGINE_BIT_INDUCTION_H

#include "engine/bit/bounded.h"

struct induction;

struct known;

/* With what is known of every step, which becomes a part of the invariants that need it; NULL: nothing is. Not with
 * simple paths. Starts at depth k = 0. With `simple_path`, a step that holds only over paths without repeated states
 * counts. */
struct induction *induction_new(struct pending *, bool simple_path, const struct known *);
void induction_free(struct induction *);

void induction_deepen(struct induction *); /* k grows by 1 */

/* Tries the step at the current depth k >= 1 for every open property, and proves those for which it holds.
 * Requires that none of them has a counterexample in the steps 0..k-1 from reset (the base case). False when
 * the limits stopped it. */
bool induction_prove(struct induction *);

#endif
