/* Copying a formula while merging nodes that are equivalent: simulation proposes, our incremental solver disposes.
 *
 * Interpolants repeat themselves: the same fact is derived many times along a proof, in ways that hashing does not see.
 * Work is bounded per query, and in all by `effort` (variables entered and literals propagated by the solver) per gate;
 * what is not settled within the bound is copied as it is. */
#ifndef INDUCT_ENGINE_BIT_ITP_SWEEP_H
#define INDUCT_ENGINE_BIT_ITP_SWEEP_H

#include "aig/aig.h"
#include "base/clock.h"
#include "base/stats.h"

/* Like aig_copy_cone, with `map` of leaves filled in by the caller; gates of the map are left alone. The result is
 * equivalent to the root. limits and stats may be NULL. */
aig_lit sweep_copy_cone(struct aig *to, const struct aig *from, aig_lit root, const aig_lit *map,
                        uint32_t effort, struct limits *, struct stats *);

#endif
