/* Evidence about transition systems: the same two kinds as for circuits, over terms.
 *
 * A `system_trace` refutes a property: values (logic/term.h) of all states and inputs in every step, and of the
 * uninterpreted functions, once. A `system_invariant` proves it: conjuncts over the state variables and the
 * inputs, and the depth k at which their conjunction is inductive, with the same three obligations as in
 * evidence.h.
 *
 * Both speak of a system by position of its states and inputs, in the bank of the system they were made for.
 * The judge has a bank of its own: system_trace_copy and system_invariant_copy move evidence there. */
#ifndef INDUCT_EVIDENCE_SYSTEM_EVIDENCE_H
#define INDUCT_EVIDENCE_SYSTEM_EVIDENCE_H

#include "logic/value.h"
#include "model/system.h"

struct system_trace {
    uint32_t property; /* position in the system's properties */
    uint32_t steps;    /* >= 1: the violating step counts */
    term_list states;  /* [0..steps * system->states.size[, step by step; every value is given */
    term_list inputs;  /* [0..steps * system->inputs.size[ */
    VEC(struct function_value) functions;
};
struct system_trace *system_trace_new(uint32_t property);
void system_trace_free(struct system_trace *);

struct system_invariant {
    term_list conjuncts;
    uint32_t depth;   /* k >= 1 */
    bool simple_path; /* the step is required only of paths with pairwise different states */
};
struct system_invariant *system_invariant_new(void); /* true, depth 1 */
void system_invariant_free(struct system_invariant *);

/* What `simple_path` means: the states of the path differ, pairwise, in at least one of the variables that
 * the conjuncts, the constraints and trans depend on, through update functions, too; their positions are
 * appended, ascending. (A loop over these can be cut out of a path to a violation.) True: init depends on
 * inputs. Cutting a loop through the first step keeps the state but takes the inputs of the last visit, which
 * init need not allow; so a path whose first step satisfies init may return to its first state. */
bool system_simple_states(const struct system *, const term *conjuncts, uint32_t n, u32s *positions);

/* The same evidence about another reading of the same file: variables by position. */
struct system_trace *system_trace_copy(const struct system_trace *, const struct system *from,
                                       const struct system *to);
struct system_invariant *system_invariant_copy(const struct system_invariant *, const struct system *from,
                                               const struct system *to);

#endif
