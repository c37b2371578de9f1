/* Equivalence queries about the literals of a growing graph.
 *
 * Cones are encoded when a query first needs them. When the solver has grown well beyond what queries need,
 * it is replaced by a fresh one. Literals can be assumed true for all later queries (constraints, induction
 * hypotheses).
 *
 * Work is counted in units of about the time that a gate takes to simulate, by what is asked of the solver
 * and not by time, so that a budget in it gives the same result on every machine. */
#ifndef INDUCT_TRANSFORM_PROVER_H
#define INDUCT_TRANSFORM_PROVER_H

#include "aig/aig.h"
#include "base/clock.h"
#include "sat/sat.h"

enum proof { PROOF_EQUAL, PROOF_DIFFERENT, PROOF_NONE };

struct prover {
    const struct aig *graph; /* borrowed */
    struct limits *limits;
    struct sat *sat;
    u32s variable;     /* node -> SAT variable + 1; 0: not encoded */
    aig_lits assumed;  /* true in every query */
    int64_t conflicts; /* limit per solver call */
    uint32_t encoded, calls;
    uint64_t work;
};

void prover_init(struct prover *, const struct aig *, struct limits *, int64_t conflicts);
void prover_fini(struct prover *);

void prover_assume(struct prover *, aig_lit);

/* Whether a and b are equal under the assumptions; PROOF_NONE when the conflict limit was not enough. */
enum proof prover_equal(struct prover *, aig_lit a, aig_lit b);

/* After PROOF_DIFFERENT: whether the model says anything about the literal, and what. */
bool prover_knows(const struct prover *, aig_lit);
bool prover_value(const struct prover *, aig_lit);

#endif
