/* Farkas multipliers: why a set of linear inequalities has no solution. */
#ifndef INDUCT_REFINE_FARKAS_H
#define INDUCT_REFINE_FARKAS_H

#include "refine/separate.h"

struct farkas; /* a solver, for any number of sets */

struct farkas *farkas_new(struct limits *);
void farkas_free(struct farkas *);
/* Non-negative multipliers of the rows (see separate.h) whose sum is a contradiction, 0 <= negative or 0 < 0:
 * multipliers[i] is initialised for every row. False: there are none (the rows have a rational solution), or
 * the limits stopped; then nothing is initialised. */
bool farkas_multipliers(struct farkas *, const struct sample *, mpq_t *multipliers);

#endif
