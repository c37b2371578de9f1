/* Predicates that tell one concrete state from a set of states: refinement from a single step. */
#ifndef INDUCT_ENGINE_SYSTEM_SEPARATE_H
#define INDUCT_ENGINE_SYSTEM_SEPARATE_H

#include "engine/system/loop.h"

/* A state as values of the loop's states. */
typedef term_list point;

term point_formula(struct loop *, const point *); /* over X */
/* The same as literals: bounds of numbers, bits of bit vectors, equalities else. */
void point_literals(struct loop *, const point *, term_list *literals);

/* Appends formulas over X whose atoms suffice: the point's truth values of them contradict `others`, a formula over X
 * and variables of its own that excludes the point. First the point becomes a cube around it that excludes the others,
 * too: of `known`, literals that hold in the point, where these do, else also of its own. Then that is separated by an
 * interpolant (arithmetic only), or by its literals. False: the limits stopped it, or the solver gave up. */
bool separate_point(struct loop *, const point *, const term_list *known, term others, term_list *fresh);

#endif
