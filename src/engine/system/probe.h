/* A bounded search for counterexamples beside the frames.
 *
 * The frames of a system whose counterexample is long are costly, and most of that is about states that a
 * search from the initial states never sees. So a share of the work goes into such a search: it earns some
 * for every query of the loop, and a query that its savings do not pay for is given up, and made again when
 * they have doubled. Work is counted by the solver (smt_work), so that runs can be repeated. */
#ifndef INDUCT_ENGINE_SYSTEM_PROBE_H
#define INDUCT_ENGINE_SYSTEM_PROBE_H

#include "engine/system/loop.h"
#include "engine/system/unfold.h"

struct probe {
    struct loop *loop;
    struct unfold *unfold; /* NULL until it is needed; holds init & C_0 & T_0 & ... & T_depth-1 & C_depth,
                            * and of each step before `depth` the properties that were open there */
    uint32_t depth;        /* the steps that were searched or need no search: 0 .. depth-1 */
    uint64_t queries;      /* of the loop, that were paid for */
    uint64_t saved;        /* work */
    uint64_t price;        /* work that the next query needs, as far as is known */
};

void probe_fini(struct probe *);
/* Searches as far as the savings go. What it finds it reports (loop_refute). Not while a model of the loop
 * is in use. */
void probe_run(struct probe *);

#endif
