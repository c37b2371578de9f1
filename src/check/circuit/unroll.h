/* A circuit over time: copies of its graph in a solver, one per step, made as far as they are asked for.
 *
 * The latches of step t + 1 are the literals of their next-state functions in step t; nothing is assumed
 * about them otherwise. In step 0 they are arbitrary, or hold their reset values (uninitialised ones stay
 * arbitrary; reset functions read the inputs and latches of step 0). Constraints are not assumed: the user
 * adds them where they belong. */
#ifndef INDUCT_CHECK_CIRCUIT_UNROLL_H
#define INDUCT_CHECK_CIRCUIT_UNROLL_H

#include "check/circuit/encode.h"
#include "model/circuit.h"

struct unroll {
    struct encode *encode;
    const struct circuit *circuit;
    struct leaf *leaves;
    aig_lit *resets; /* alias table of step 0; NULL when the first state is arbitrary */
    VEC(struct encode_frame *) frames;
};

void unroll_init(struct unroll *, struct encode *, const struct circuit *, bool from_reset);
void unroll_fini(struct unroll *);

struct encode_frame *unroll_frame(struct unroll *, uint32_t step);
sat_lit unroll_literal(struct unroll *, uint32_t step, aig_lit);

#endif
