/* Questions about a formula phi on the paths of a circuit: the common core of judging invariants and
 * certificates.
 *
 * phi is a conjunction over the inputs and latches of the circuit, in the circuit's own graph or another one.
 * One `struct induction` is one solver with one unrolled path, from the reset or from anywhere:
 *
 *     induction_init(&i, circuit, &phi, from_reset, limits);
 *     induction_assume(&i, 0);                         // phi in step 0
 *     induction_violable(&i, 1, &which);               // can phi be false in step 1?
 *     induction_fini(&i);
 *
 * The constraints hold in every step up to the one that a question is about, and in no later one; so
 * questions must be asked by increasing step. */
#ifndef INDUCT_CHECK_INDUCTION_H
#define INDUCT_CHECK_INDUCTION_H

#include "check/unroll.h"

struct phi {
    const struct aig *graph;
    struct leaf *leaves; /* what the leaves of `graph` are; owned */
    aig_lits conjuncts;  /* owned */
    u32s origins;        /* for each, a number that the user gave; owned */
    bool *split;         /* gates that have been split into conjuncts; owned */
};

void phi_init(struct phi *, const struct aig *, struct leaf *leaves); /* true; takes `leaves` */
void phi_fini(struct phi *);
/* Conjoins a literal of the graph, as the conjuncts that it is an AND tree of. */
void phi_add(struct phi *, aig_lit, uint32_t origin);

struct induction {
    struct encode encode;
    struct unroll unroll;
    const struct phi *phi;
    VEC(struct encode_frame *) phi_frames; /* copies of phi's graph, when it is not the circuit's */
    uint32_t constrained;                  /* constraints are asserted in the steps [0..constrained[ */
};

void induction_init(struct induction *, const struct circuit *, const struct phi *, bool from_reset,
                    struct limits *);
void induction_fini(struct induction *);

/* Asserts phi in a step. */
void induction_assume(struct induction *, uint32_t step);
/* Asserts that the states of the two steps differ in one of these latches (positions). */
void induction_differ(struct induction *, uint32_t step, uint32_t other, const u32s *latches);

/* SAT_SATISFIED: some conjunct, whose origin goes to *which, can be false in this step; SAT_REFUTED: none
 * can. */
enum sat_result induction_violable(struct induction *, uint32_t step, uint32_t *which);
/* SAT_SATISFIED: the literal of the circuit can be true in this step. */
enum sat_result induction_reachable(struct induction *, uint32_t step, aig_lit);

/* The latches that phi and the constraints depend on, directly or through next-state and reset functions. */
void induction_support(const struct circuit *, const struct phi *, u32s *latches);

#endif
