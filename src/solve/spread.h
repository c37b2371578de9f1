/* Which of several workers begins with which property. */
#ifndef INDUCT_SOLVE_SPREAD_H
#define INDUCT_SOLVE_SPREAD_H

#include "model/model.h"

/* worker[property] in [0..workers[ for each of these properties of the model: about as many for each worker, and those
 * that depend on much the same latches mostly for the same one, because what is learnt about one helps the others. */
void spread(struct model, const uint32_t *properties, uint32_t n, uint32_t workers, uint8_t *worker);

#endif
