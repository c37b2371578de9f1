/* A program as a transition system whose steps lead from one location of a set to the next: for judging proofs by
 * k-induction, which speak of k such steps in a row.
 *
 * The set is where the invariant has formulas, and the initial and the error location. Between them the automaton is
 * executed symbolically, all paths at once: bits chosen anew in every step pick the edges, so that no path is lost, and
 * values of paths that meet become if-then-else. States are the bits of a number for the location, then the automaton's
 * variables; what gets nowhere has the number 0 from then on. Nothing is shared with the encodings that engines work
 * on, and nothing with program_effect and its kin. */
#ifndef INDUCT_CHECK_PROGRAM_CUTPOINTS_H
#define INDUCT_CHECK_PROGRAM_CUTPOINTS_H

#include "evidence/program_evidence.h"
#include "evidence/system_evidence.h"

struct cutpoints {
    struct system *system; /* in the bank of the automaton: freed by cutpoints_free, never by system_free */
    /* The formulas, each at its location, and that the error is not reached; depth 1. */
    struct system_invariant *invariant;
};

/* NULL, and a sentence in `why`: the invariant does not fit the automaton, or the set leaves a cycle uncut. An edge
 * that the reader could not express leads to the error location. */
struct cutpoints *cutpoints_new(const struct program *, const struct program_invariant *, struct text *why);
void cutpoints_free(struct cutpoints *);

#endif
