/* Sequence interpolants ([W14] Def. 2), read off one resolution proof.
 *
 * Clauses belong to parts A_0, ..., A_n, and A_0 & ... & A_n has been refuted. A sequence J_1, ..., J_n satisfies, with
 * J_0 = true and J_n+1 = false:
 *
 *     J_i & A_i  =>  J_i+1     for 0 <= i <= n,     and J_i speaks only of variables that occur both before and after
 *                                                   the cut, in A_0 .. A_i-1 and in A_i .. A_n.
 *
 * Each J_i is a McMillan interpolant of the cut (A_0 & ... & A_i-1, A_i & ... & A_n). By cut i, a clause of the proof
 * gets a formula, its partial interpolant:
 *
 *     it rests on parts < i only     the disjunction of its literals that occur in parts >= i
 *     it rests on parts >= i only    true
 *     otherwise                      along its chain, the formulas of the antecedents: joined by "or" where the pivot
 *                                    occurs in parts < i only, by "and" elsewhere
 *
 * and J_i is that of the refutation. (McMillan's rules stop at original clauses; stopping at derived ones that rest on
 * one side is as sound, since such a clause could have been an original one, and gives smaller formulas.)
 *
 * Why the J_i of the cuts fit together: for a clause c with formulas p at cut i and q at cut i+1, induction over the
 * proof shows p & A_i => q or (the literals of c whose last part is i). Resolving a pivot whose last part is below i
 * joins both formulas by "or", one above i joins both by "and"; for one whose last part is i, p is an "and" and q an
 * "or", and one of the pivot's literals is false. If c rests on parts < i, p => q or those literals; if on parts >= i,
 * p is true, and either so is q, or c rests on parts <= i so that A_i & p implies c's literals of last part >= i, which
 * is q or those of last part i.
 *
 * Assumptions of the refuted query count as unit clauses of A_n. */
#ifndef INDUCT_ENGINE_BIT_INTERPOLANTS_H
#define INDUCT_ENGINE_BIT_INTERPOLANTS_H

#include "aig/aig.h"
#include "sat/cdcl/proof.h"

struct itp_problem {
    const struct proof *proof; /* its refutation is used; not PROOF_NONE */
    uint32_t cuts;     /* n; parts are 0..n. Clauses of higher parts may exist if the refutation needs none */
    struct aig *graph; /* where the formulas go */
    aig_lits leaves; /* by solver variable: the leaf that stands for it, AIG_NONE when it is local to a part.
                                * Variables shared at different cuts may have the same leaf. */
    struct limits *limits; /* may be NULL */
    struct stats *stats;
};

/* Appends J_1 .. J_n to the sequence. False, with nothing appended, when the limits stopped it. */
bool itp_sequence(const struct itp_problem *, aig_lits *sequence);

/* Verifies a sequence against the definition, by CaDiCaL and from the original clauses alone. NULL when it holds (or
 * the limits stopped it), else a static sentence. */
const char *itp_verify(const struct itp_problem *, const aig_lit *sequence);

#endif
