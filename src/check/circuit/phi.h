/* A formula to be shown inductive: a conjunction over the inputs and latches of a circuit, taken apart into
 * what the questions about it can use best: equalities of two signals, which fold (encode.h), and clauses. */
#ifndef INDUCT_CHECK_CIRCUIT_PHI_H
#define INDUCT_CHECK_CIRCUIT_PHI_H

#include "model/circuit.h"

struct phi_clause {
    aig_lit lit; /* a leaf or a negated gate, that is, a clause over the AND tree below it */
    uint32_t origin;
};

struct phi_equality {
    aig_lit left, right;
    uint32_t origin;
};

struct phi {
    const struct aig *graph;
    struct leaf *leaves; /* what the leaves of `graph` are; owned */
    VEC(struct phi_clause) clauses;
    VEC(struct phi_equality) equalities;
    bool *taken; /* gates that have been taken apart */
};

void phi_init(struct phi *, const struct aig *, struct leaf *leaves); /* true; takes `leaves` */
void phi_fini(struct phi *);

/* Conjoins a literal of the graph. `origin` is a number of the user's that comes back in answers. */
void phi_add(struct phi *, aig_lit, uint32_t origin);
/* After the last phi_add: orders the equalities so that the earlier ones help with the later ones. */
void phi_order(struct phi *);

/* Cases worth a look each: when phi contains a disjunction of large cubes over the leaves, as the states
 * visited by a simulation are, its disjuncts are appended. At least one of them is true wherever phi is. */
void phi_cases(const struct phi *, aig_lits *cases);

/* The latches that phi and the constraints of the circuit depend on, directly or through next-state and reset
 * functions. */
void phi_support(const struct phi *, const struct circuit *, u32s *latches);

#endif
