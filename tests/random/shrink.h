/* Makes a failing circuit smaller. */
#ifndef INDUCT_TESTS_RANDOM_SHRINK_H
#define INDUCT_TESTS_RANDOM_SHRINK_H

#include "trial.h"

/* Simplifies a copy of the circuit (properties and constraints removed, gates, next-state functions and
 * resets replaced by constants) as long as the trial still fails on it, and writes the result as ASCII AIGER.
 * `trial` NULL: as it is. */
void shrink_and_write(const struct circuit *, uint64_t seed, const struct trial *, const char *path);

#endif
