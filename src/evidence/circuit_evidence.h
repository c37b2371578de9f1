/* Evidence: what makes a verdict on a circuit believable.
 *
 * A `trace` refutes a property: the values of the latches in the first step and of the inputs in every
 * step; the property's bad literal is true in the last step. An `invariant` proves it: a formula over the
 * inputs and latches, given as conjuncts in a graph of its own, and the depth k at which their conjunction
 * is inductive:
 *
 *     base    reset & C_0 & T_0 & ... & C_j          =>  phi_j         for j in [0..k[
 *     step    phi_0 & C_0 & T_0 & ... & phi_k-1 & C_k-1 & T_k-1 & C_k  =>  phi_k
 *     safety  phi & C                                =>  not bad
 *
 * (C: the constraints, T: the transition). With `simple_path` the step is required only of paths whose
 * states are pairwise different, over the latches that phi and the constraints depend on (through next-
 * state and reset functions, too); a first state that reset functions give for its inputs may come again,
 * because they need not give it for the inputs of a later visit. Nothing of depth 1 needs history;
 * certificate.h builds the history latches that turn k > 1 into an inductive witness circuit.
 *
 * Both speak of the circuit they were made for, by position of its inputs and latches. Transforms map them
 * back to the user's circuit; check/ judges them there. */
#ifndef INDUCT_EVIDENCE_CIRCUIT_EVIDENCE_H
#define INDUCT_EVIDENCE_CIRCUIT_EVIDENCE_H

#include "model/circuit.h"

enum { TRACE_X = 2 }; /* a value that does not matter; 0 and 1 are themselves */

struct trace {
    uint32_t property;               /* position in the circuit's properties */
    uint32_t latches, inputs, steps; /* steps >= 1: the bad step counts */
    u8s initial;                     /* [0..latches[ */
    u8s values;                      /* [0..steps * inputs[, step by step */
};

struct trace *trace_new(const struct circuit *, uint32_t property); /* no steps; initial all TRACE_X */
void trace_free(struct trace *);
uint8_t *trace_add_step(struct trace *); /* the new step's inputs, all TRACE_X */
static inline uint8_t *trace_step(struct trace *t, uint32_t step) {
    return t->values.data + (size_t)step * t->inputs;
}
static inline const uint8_t *trace_inputs(const struct trace *t, uint32_t step) {
    return t->values.data + (size_t)step * t->inputs;
}

struct invariant {
    struct aig *graph;
    aig_lits inputs, latches; /* the leaves, one per input and latch of the circuit, same order */
    aig_lits conjuncts;       /* phi is their conjunction */
    uint32_t depth;           /* k >= 1 */
    bool simple_path;
};

struct invariant *invariant_new(const struct circuit *); /* phi = true, depth 1 */
void invariant_free(struct invariant *);
struct invariant *invariant_copy(const struct invariant *);
/* Those of the conjuncts that `kept` says, at the same depth; in general no longer inductive. */
struct invariant *invariant_part(const struct invariant *, const bool *kept);
void invariant_add(struct invariant *, aig_lit conjunct);
/* A clause over latches: at least one of the literals (code = 2 * latch position + sign) is true. */
void invariant_add_clause(struct invariant *, const uint32_t *literals, uint32_t n);
/* The literals of such a clause; false: the conjunct is none. */
bool invariant_clause(const struct invariant *, aig_lit conjunct, u32s *literals);
/* That two literals are equal. Kept as two implications that nothing simplifies, so that whoever judges the
 * invariant finds the pair again. */
void invariant_add_equality(struct invariant *, aig_lit, aig_lit);
/* The copy of a conjunct of another graph; `map` is as for aig_copy_cone. Equalities stay recognisable. */
void invariant_add_copy(struct invariant *, const struct aig *from, aig_lit conjunct, aig_lit *map);
/* Conjoins another invariant of the same circuit; the depth becomes the larger one, which is sound because a
 * conjunction of a k- and an m-inductive formula is max(k, m)-inductive. Neither may be a simple-path one. */
void invariant_conjoin(struct invariant *, const struct invariant *other);

#endif
