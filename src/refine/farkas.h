/* Farkas multipliers: why a set of linear inequalities has no solution. */
#ifndef INDUCT_REFINE_FARKAS_H
#define INDUCT_REFINE_FARKAS_H

#include "refine/separate.h"

/* Non-negative multipliers of the rows (see separate.h) whose sum is a contradiction, 0 <= negative or 0 < 0:
 * multipliers[i] is initialised for every row. False: there are none (the rows have a rational solution), or
 * the limits stopped; then nothing is initialised. */
bool farkas_multipliers(const struct sample *, struct limits *, mpq_t *multipliers);

#endif
