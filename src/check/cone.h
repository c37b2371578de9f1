/* The cone of influence of a question, over time. */
#ifndef INDUCT_CHECK_CONE_H
#define INDUCT_CHECK_CONE_H

#include "model/circuit.h"

/* Marks every node that the nodes in `roots` depend on: through gates and, for latches, through their
 * next-state and reset functions. `marks` is [0..aig_size[ and is added to; `roots` is emptied. */
void cone_mark(const struct circuit *, u32s *roots, bool *marks);

#endif
