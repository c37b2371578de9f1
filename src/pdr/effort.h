/* Effort: how many counterexamples to generalization (CTGs) are worth their queries.
 *
 * A literal that cannot be dropped leaves a state that stands in the way. Excluding that state first costs
 * queries and pays only on hard problems; how often the obligations at hand have come back tells which those
 * are. */
#ifndef INDUCT_PDR_EFFORT_H
#define INDUCT_PDR_EFFORT_H

#include "base/options.h"
#include "base/stats.h"
#include "pdr/obligations.h"

struct effort {
    uint32_t ctg_max;   /* counterexamples to generalization blocked per dropped literal; 0: none */
    uint32_t ctg_depth; /* how deep such blocking may nest */
};

/* As the options `ctg`, `effort` and their kin say, for a lemma against this obligation. Where queries are
 * dear, `patience` (at least 1) is how many times harder than on circuits a problem must be. */
struct effort effort_for(const struct options *, struct stats *, const struct obligation *, double patience);
/* Of blocking a CTG: one level less. */
struct effort effort_nested(struct effort);

#endif
