/* From a chain of obligations to a concrete counterexample, if there is one. */
#ifndef INDUCT_ENGINE_SYSTEM_SIMULATE_H
#define INDUCT_ENGINE_SYSTEM_SIMULATE_H

#include "engine/system/loop.h"
#include "engine/system/unfold.h"

struct simulation {
    struct loop *loop;
    struct unfold *unfold; /* NULL until it is needed */
};

void simulation_fini(struct simulation *);

/* init(X_0) & s_0(X_0) & T(X_0, X_1) & s_1(X_1) & ... & s_n(X_n) & not P(X_n), with the constraints of every
 * step, for the cubes s_i from the obligation along its successors. SMT_SAT: *trace is set, of the loop's
 * system. SMT_UNSAT: the chain is spurious. SMT_UNKNOWN: the limits stopped it or the solver gave up, and so
 * has the loop. */
enum smt_result simulation_run(struct simulation *, const struct obligation *first,
                               struct system_trace **trace);

#endif
