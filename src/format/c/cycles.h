/* Directed graphs: depth-first order and cycles, by Tarjan's algorithm, without recursion. */
#ifndef INDUCT_FORMAT_C_CYCLES_H
#define INDUCT_FORMAT_C_CYCLES_H

#include "base/vec.h"

#include <stdbool.h>

typedef VEC(u32s) c_graph; /* the successors of each node */

/* Visits what can be reached from the nodes [0..roots[. `order`: those nodes, each after all its successors except the
 * ones on a cycle with it; cyclic[node]: whether it lies on a cycle; component[node], if wanted: the same node for all
 * that lie on a cycle with it. All are empty at first and changed hands. */
void c_cycles(const c_graph *, uint32_t roots, u32s *order, u8s *cyclic, u32s *component);

#endif
