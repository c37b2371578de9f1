/* Finding functions in the formulas of a transition system.
 *
 * Files in VMT-LIB give init and trans as formulas; most of them are conjunctions of equations. system_make_functional
 * takes conjuncts that say `next = f`, where f uses current states and inputs only, out of trans and makes f the
 * variable's `update`; f may also use next states that have an update, which is put in their place. Of init it takes
 * the conjuncts `now = value`, into `first`. What remains has these functions in the place of their variables.
 *
 * The system keeps its paths exactly, states and inputs included: evidence about it is evidence about the original. */
#ifndef INDUCT_TRANSFORM_SYSTEM_FUNCTIONAL_H
#define INDUCT_TRANSFORM_SYSTEM_FUNCTIONAL_H

#include "model/system.h"

void system_make_functional(struct system *);

#endif
