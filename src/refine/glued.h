/* The abstract path: a spurious counterexample taken apart into disconnected steps.
 *
 * Position i of the path has two copies of the state: R_i, where step i-1 (or init) arrives, and L_i, where
 * step i (or the violation) starts; inputs in_i belong to L_i.
 *
 *     init(R_0)    C(L_i, in_i)    trans(L_i, in_i, R_i+1)    not good(L_last)    cube_i(R_i), cube_i(L_i)
 *
 * What joins the copies at cut i is chosen per query: `glued` by equal truth values of every predicate, or
 * `joined`, R_i = L_i. All cuts glued: the path in the predicate abstraction. All joined: the concrete path.
 * One solver holds everything; the choices are assumptions. */
#ifndef INDUCT_REFINE_GLUED_H
#define INDUCT_REFINE_GLUED_H

#include "refine/refine.h"

struct glued {
    const struct system *system;
    struct terms *bank;
    struct smt *smt;
    const struct spurious_path *path;
    uint32_t steps;
    /* [0..steps[: now -> L_i, inputs -> in_i, next -> R_i+1; now -> R_i. */
    VEC(struct substitution) left, right;
    VEC(struct substitution) back; /* [0..steps[: L_i and R_i -> now */
    smt_lits joined;               /* [0..steps[ activation of R_i = L_i; empty until it is needed */
    term_list predicates;          /* over now */
    smt_lits equal;                /* [p * steps + i] activation of p(R_i) = p(L_i) */
    smt_lits truth;                /* [p * steps + i] p(L_i) */
    smt_lits assumptions;          /* of the last query */
};

/* The context serves the solver; NULL: one of its own. */
void glued_init(struct glued *, const struct system *, const struct spurious_path *, struct smt_context *,
                struct stats *, struct limits *);
void glued_fini(struct glued *);
void glued_add(struct glued *, term predicate);
term glued_at(struct glued *, term, uint32_t step); /* a term over now, about L_step */

/* Cuts before `cut` glued, later ones joined, the cut itself glued: satisfiable when the predicates do not
 * yet separate what the abstract prefix reaches at the cut from what the concrete rest starts with. cut =
 * steps: the abstract path as a whole. */
enum smt_result glued_check(struct glued *, uint32_t cut);
/* After glued_check(steps) was unsatisfiable: marks in needed[0..predicates[ which predicates the core has. */
void glued_core(struct glued *, bool *needed);
/* The abstract path over the marked predicates only. */
enum smt_result glued_check_only(struct glued *, const bool *chosen);

/* After a satisfiable glued_check(cut): two cubes over now that cannot hold together. `reached`
 * under-approximates what the abstract prefix reaches at the cut, `leaves` what starts the concrete rest;
 * both hold in the model at R_cut and L_cut. False: projection failed. */
bool glued_cubes(struct glued *, uint32_t cut, term_list *reached, term_list *leaves);
/* Shrinks a cube over now to literals that are still impossible where the concrete rest of the path from the
 * cut starts. False: they are possible, or undecided. */
bool glued_shrink(struct glued *, uint32_t cut, term_list *cube);

#endif
