/* Proofs, for the files that read them: a context of its own, with proofs on, and three settings without which the
 * lemmas are of no use to refinement: the simplex solver (2), no propagation of equalities between arithmetic and the
 * core, and equalities between numbers given as two inequalities from the start, so that every lemma is a conflict of
 * linear inequalities. */
#ifndef INDUCT_SMT_PROVING_H
#define INDUCT_SMT_PROVING_H

#include "smt/bridge.h"
#include "smt/smt.h"

struct proving {
    struct bridge bridge;
    Z3_solver solver;
    Z3_ast proof; /* with SMT_UNSAT; NULL: Z3 gave none */
};

/* Whether the formulas hold together, and the proof that they do not. To be ended by proving_fini, unless the library
 * is missing: false. */
bool proving_init(struct proving *, struct terms *, const term *formulas, uint32_t n, struct limits *,
                  enum smt_result *);
void proving_fini(struct proving *);

/* Steps of proofs are applications whose arguments are the premises and, last, what the step proves. */
Z3_decl_kind proof_kind(Z3_context, Z3_ast);
bool proof_is_step(Z3_context, Z3_ast);
uint32_t proof_arity(Z3_context, Z3_ast);
Z3_ast proof_argument(Z3_context, Z3_ast, uint32_t i);
Z3_ast proof_fact(Z3_context, Z3_ast step);

#endif
