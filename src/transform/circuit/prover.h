/* Equivalence queries about the literals of a growing graph.
 *
 * The graph is encoded for our incremental solver as queries need it; each query decides and propagates
 * within the cones of its two literals and of the assumptions (constraints, induction hypotheses) only.
 * Measured against CaDiCaL with cones encoded on demand, this is several times faster for such questions.
 *
 * Work is counted in units of about the time that a gate takes to simulate, by what the solver does and not
 * by time, so that a budget gives the same result on every machine. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_PROVER_H
#define INDUCT_TRANSFORM_CIRCUIT_PROVER_H

#include "aig/aig.h"
#include "base/clock.h"
#include "base/stats.h"

enum proof { PROOF_EQUAL, PROOF_DIFFERENT, PROOF_NONE };

struct prover {
    const struct aig *graph; /* borrowed; may grow between calls */
    struct netlist *netlist;
    struct cdcl *solver;
    u32s variable;      /* node -> solver variable + 1; 0: not encoded */
    int64_t conflicts;  /* limit per solver call */
    struct stats stats; /* of the solver, for the work */
    uint64_t work;
};

void prover_init(struct prover *, const struct aig *, struct limits *, int64_t conflicts);
void prover_fini(struct prover *);

/* The literal is true in all later queries. */
void prover_assume(struct prover *, aig_lit);

/* Whether a and b are equal under the assumptions; PROOF_NONE when the conflict limit was not enough. */
enum proof prover_equal(struct prover *, aig_lit a, aig_lit b);

/* After PROOF_DIFFERENT: whether the model says anything about the literal, and what. */
bool prover_knows(const struct prover *, aig_lit);
bool prover_value(const struct prover *, aig_lit);

#endif
