/* What the files of the ipdr engine share. Start reading at ipdr.c. */
#ifndef INDUCT_ENGINE_BIT_IPDR_H
#define INDUCT_ENGINE_BIT_IPDR_H

#include "engine/bit/ic3_internal.h"

/* ipdr_clausify.c: strengthens F[first+1] .. F[level] by the interpolants J_first+1 .. J_level, formulas of the graph
 * whose node 1 + i is latch i; stops early when F[level] excludes the bad states of the property. May set s->stopped or
 * s->broken, and leaves P1-P4 intact even then. */
void ipdr_strengthen(struct ic3 *, uint32_t first, uint32_t level, uint32_t property, struct aig *,
                     const aig_lit *interpolants);

#endif
