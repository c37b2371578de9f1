/* Time-frame expansion: the values of a circuit's signals in steps 0, 1, 2, ... as formulas for a SAT solver.
 *
 * The expansion is a graph of its own. Its leaves are the inputs of each step and the first values of the
 * latches; a latch in a later step is its next-state function one step before. Everything is made on demand:
 * asking for a signal in a step expands its cone through the steps below it, and stops at gates that a
 * constant fan-in decides. The graph is hash-consed and simplifies, so reset values propagate, and steps that
 * compute the same thing share their nodes. Only what a query mentions is given to the solver.
 *
 *     circuit literal, step  --unroll_at-->  expanded literal  --unroll_encode-->  solver literal
 *
 * Expanded literals may be combined with aig_and and friends on unroll_graph before they are encoded. */
#ifndef INDUCT_ENGINE_BIT_UNROLL_H
#define INDUCT_ENGINE_BIT_UNROLL_H

#include "evidence/circuit_evidence.h"
#include "model/circuit.h"
#include "sat/sat.h"

enum unroll_start {
    UNROLL_RESET, /* latches have their reset values in step 0 */
    UNROLL_ANY    /* step 0 is any state */
};

struct unroll;

/* Circuit and solver are borrowed; the circuit must not change any more. Resets must be constant or free. */
struct unroll *unroll_new(const struct circuit *, struct sat *, enum unroll_start);
void unroll_free(struct unroll *);
struct aig *unroll_graph(struct unroll *);

aig_lit unroll_at(struct unroll *, aig_lit, uint32_t step);
sat_lit unroll_encode(struct unroll *, aig_lit expanded); /* constants have a solver literal too */

/* Clauses: the expanded literal holds, and: it holds when `condition` does. */
void unroll_assert(struct unroll *, aig_lit expanded);
void unroll_assert_if(struct unroll *, sat_lit condition, aig_lit expanded);

/* The constraints of the circuit hold in this step. */
void unroll_assert_constraints(struct unroll *, uint32_t step);
/* The same as an expanded literal. */
aig_lit unroll_constraints(struct unroll *, uint32_t step);

/* After SAT_SATISFIED, for a signal that has been encoded in this step, an input, or a latch in step 0: its
 * value; TRACE_X when the formula was built without it, so that nothing encoded depends on it. */
uint8_t unroll_value(const struct unroll *, aig_lit, uint32_t step);

/* After SAT_SATISFIED of an expansion from reset: steps 0..last of the model, as a counterexample to the
 * property. */
struct trace *unroll_trace(const struct unroll *, uint32_t property, uint32_t last);

#endif
