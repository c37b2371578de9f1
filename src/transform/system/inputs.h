/* Inputs as states: makes init, constraints and properties of a transition system speak of states alone.
 *
 * An input that occurs in `init`, in a `first`, in a constraint or in a property becomes a state variable
 * that stands for the input *of the same step*: it has neither `first` nor `update` and trans does not
 * mention its next value, so that it takes any value in every step, as the input did. Paths of both systems
 * are the same, step by step; only the division into states and inputs differs. Inputs that occur in trans
 * and in updates alone stay inputs.
 *
 * The lifted variable *is* the input's variable, and the new system lives in the bank of the old one. So
 * invariants need no mapping: a conjunct over the lifted states is one over states and inputs of the old
 * system, and its obligations (evidence/system_evidence.h) are the same formulas. Traces are mapped by
 * system_lifted_trace. */
#ifndef INDUCT_TRANSFORM_SYSTEM_INPUTS_H
#define INDUCT_TRANSFORM_SYSTEM_INPUTS_H

#include "evidence/system_evidence.h"
#include "model/system.h"

struct system_lifted {
    const struct system *from; /* borrowed */
    struct system *to;         /* in the bank of `from`: freed by system_lifted_free, never by system_free */
    u32s states; /* input positions of `from`, for the states of `to` from from->states.size on */
    u32s inputs; /* input positions of `from`, for the inputs of `to` */
};

/* States come first and in the same order, properties and constraints are the same. */
struct system_lifted *system_lift_inputs(const struct system *);
void system_lifted_free(struct system_lifted *);

/* A trace of `to` as a trace of `from`. Takes over its argument. */
struct system_trace *system_lifted_trace(const struct system_lifted *, struct system_trace *);

#endif
