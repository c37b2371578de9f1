/* Uninterpreted functions as arrays. */
#ifndef INDUCT_FORMAT_EXPORT_FUNCTIONS_H
#define INDUCT_FORMAT_EXPORT_FUNCTIONS_H

#include "logic/walk.h"

/* Replaces every application f(a, b) in the formulas by select(select(f, a), b), where the array f of sort
 * (Array A (Array B C)) is a new variable; the new variables are added to `arrays`. Arrays, like functions,
 * are total, so nothing is lost. */
void functions_to_arrays(struct terms *, term_list *formulas, term_list *arrays);

#endif
