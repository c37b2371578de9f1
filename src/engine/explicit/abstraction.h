/* The abstract system over a set of predicates, as a circuit.
 *
 * All-SMT lists the abstract initial states and steps; the step of an abstract state is chosen by inputs:
 *
 *     latches    started (at first false, then true); one per predicate p, which takes the value of
 *     inputs     one per predicate: the abstract state that is arrived at
 *     constraint started ? (latches, inputs) is a listed step : inputs are a listed initial state
 *     bad        inputs are a listed state that violates the property
 *
 * So step i of a path chooses the abstract state s_i, and the latches of step i hold s_i-1. */
#ifndef INDUCT_ENGINE_EXPLICIT_ABSTRACTION_H
#define INDUCT_ENGINE_EXPLICIT_ABSTRACTION_H

#include "engine/engine.h"
#include "engine/explicit/all_smt.h"

struct abstraction {
    const struct system *system;
    const term_list *predicates;
    uint32_t property;
    struct circuit *circuit; /* with one property */
    uint64_t rows;           /* that were listed */
};

/* At most so much work. The circuit is there only with ALL_SMT_DONE. */
enum all_smt_result abstraction_init(struct abstraction *, struct engine_task *, const term_list *predicates,
                                     uint32_t property, uint64_t work);
void abstraction_fini(struct abstraction *);

/* A trace of the circuit as cubes over the predicates, one per step: the caller frees trace->steps lists. */
term_list *abstraction_cubes(const struct abstraction *, const struct trace *);
/* An invariant of the circuit, of clauses, as one of the system. NULL: it is none of clauses. */
struct system_invariant *abstraction_invariant(const struct abstraction *, const struct invariant *);

#endif
