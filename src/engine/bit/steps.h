/* Time steps for interpolation: copies of the circuit, one per step, with a variable per latch between two of them.
 *
 * unroll.h simplifies across steps, which is right for searching and wrong for interpolating: there the formula of step
 * i must speak of the state before it and the state after it, X_i and X_i+1, and of nothing else of other steps. So
 * here a latch in step i+1 is a variable of its own, and "it equals the next-state function in step i" are clauses of
 * part i. All clauses of step i belong to part i of the proof:
 *
 *     part 0      [reset(X_0) &] T(X_0, X_1)        part i      T(X_i, X_i+1)
 *
 * (with the constraints of the step if asserted), each restricted to what has been asked for: cones are given to the
 * solver on demand. The copies are instances of the netlist that encode.h makes. */
#ifndef INDUCT_ENGINE_BIT_STEPS_H
#define INDUCT_ENGINE_BIT_STEPS_H

#include "engine/bit/encode.h"
#include "engine/engine.h"
#include "engine/bit/interpolants.h"

struct steps;

/* Everything is borrowed. The solver logs into the proof and is empty. Step 0 is the reset states, or any state. */
struct steps *steps_new(const struct circuit *, const struct encoding *, struct sat *, struct proof *,
                        bool reset);
void steps_free(struct steps *);

/* The literal of a signal in a step; the signal is one that encoding_lit answers for. */
sat_lit steps_at(struct steps *, aig_lit, uint32_t step);

/* Adds a clause of part `step` over the latches in that step: literal codes are 2 * latch position + sign, negated. */
void steps_exclude(struct steps *, const uint32_t *cube, uint32_t n, uint32_t step);

void steps_assert_constraints(struct steps *, uint32_t step);

/* A graph for interpolants: node 1 + i is latch i. The caller's. */
struct aig *steps_graph(const struct circuit *);

/* After SAT_REFUTED: appends J_1 .. J_last to the sequence, for parts 0..last; the assumptions belong to the last part.
 * In debug builds, and under the option check-interpolants, the proof is replayed and the sequence verified first.
 * False, with nothing appended, when the limits stopped it or *broken was set. */
bool steps_interpolate(struct steps *, const struct engine_task *, uint32_t last, struct aig *,
                       aig_lits *sequence, const char **broken);

/* After SAT_SATISFIED, from reset: steps 0..last of the model as a counterexample. */
struct trace *steps_trace(const struct steps *, uint32_t property, uint32_t last);

#endif
