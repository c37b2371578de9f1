/* Predicates that tell one concrete state from a set of states: refinement from a single step. */
#ifndef INDUCT_ENGINE_SYSTEM_SEPARATE_H
#define INDUCT_ENGINE_SYSTEM_SEPARATE_H

#include "engine/system/loop.h"

/* A state as values of the loop's states. */
typedef term_list point;

term point_formula(struct loop *, const point *); /* over X */
/* The same as literals: bounds of numbers, bits of bit vectors, equalities else. */
void point_literals(struct loop *, const point *, term_list *literals);

/* Appends formulas over X whose atoms suffice: the point's truth values of them contradict `others`, a
 * formula over X and variables of its own that excludes the point. Tries an interpolant (arithmetic only),
 * then the literals of the point that a core needs. False: the limits stopped it, or the solver gave up. */
bool separate_point(struct loop *, const point *, term others, term_list *fresh);

#endif
