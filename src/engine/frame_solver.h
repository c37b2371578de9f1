/* A solver that knows frames: lemmas over atoms, in a solver for terms.
 *
 * The lemmas of a level are clauses that the activation literal of the level switches; those of the infinity frame are
 * there for good. So F[i] is a list of assumptions. Literals of cubes are labels, made when they are first needed: one
 * for each atom now; and for each literal after a step a switch, which implies what the literal says then and is not
 * implied by it, so that the solver need not look behind it unless it is assumed.
 *
 * Clauses of lemmas that moved or were subsumed stay, and so do labels that nobody asks about any more: who counts that
 * most of it is dead starts it anew. Labels are cheapest, and switches only allowed, while nothing is pushed. */
#ifndef INDUCT_ENGINE_FRAME_SOLVER_H
#define INDUCT_ENGINE_FRAME_SOLVER_H

#include "engine/atoms.h"
#include "pdr/frames.h"
#include "smt/smt.h"

#define LABEL_NONE ((smt_lit){UINT32_MAX})

struct frame_solver {
    const struct atoms *atoms; /* borrowed */
    struct smt *smt;           /* NULL: none */
    smt_lits levels;           /* [0..top]: activation; 0 is not used */
    smt_lits now;              /* by atom, LABEL_NONE: not made yet */
    smt_lits next;             /* by code of a literal, likewise */
    uint64_t labels;           /* how many were made since it is new */
    uint64_t dead;             /* for its user: clauses that are no lemmas any more, since it is new */
    smt_lits clause;           /* scratch */
};

/* Takes over a new solver (NULL: none for now); what was there before is gone. */
void frame_solver_start(struct frame_solver *, const struct atoms *, struct smt *);
void frame_solver_fini(struct frame_solver *);

smt_lit frame_solver_now(struct frame_solver *, pdr_lit);
/* `after`: the formula of the literal's atom after a step. */
smt_lit frame_solver_next(struct frame_solver *, pdr_lit, term after);

void frame_solver_open(struct frame_solver *, uint32_t top);                       /* levels up to here */
void frame_solver_add(struct frame_solver *, uint32_t level, const struct cube *); /* the clause of a lemma */
void frame_solver_fill(struct frame_solver *, const struct frames *,
                       uint32_t location); /* levels and all lemmas */
/* F[level] at the location, as far as there are lemmas: appends the activation literals. F[0] is the caller's: of
 * level 0 this appends what F[1] has. */
void frame_solver_assume(const struct frame_solver *, const struct frames *, uint32_t location,
                         uint32_t level, smt_lits *assumptions);

#endif
