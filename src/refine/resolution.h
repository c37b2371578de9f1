/* Sequence interpolants from one proof of Z3: of resolution steps and of lemmas that are sums of inequalities.
 *
 * After: McMillan, "An Interpolating Theorem Prover", TCS 2005, whose rules [CG12] section 5 uses by way of its solver.
 * With A the formulas up to a cut and B those behind it, each step has a partial interpolant I; L|B are the literals of
 * a clause that B's variables can express:
 *
 *     a clause of A: the disjunction of L|B         a clause of B: true
 *     a sum of inequalities: the sum of those that B cannot express
 *     resolution on a literal: I_1 & I_2 when B can express it, else I_1 or I_2
 *
 * What is valid belongs to a formula that can express it. A step that is no resolution, "the fact follows from the
 * premises", is one with the valid clause that says so. The interpolants are Boolean combinations of atoms of the
 * formulas and of sums. A proof with steps over variables that no formula has together, such as cuts and cases of
 * integers, or rewriting across formulas, gives none. */
#ifndef INDUCT_REFINE_RESOLUTION_H
#define INDUCT_REFINE_RESOLUTION_H

#include "refine/sequence.h"

/* As sequence_interpolants, unchecked. False: the proof has steps of other kinds, or is too long. */
bool resolution_sequence(struct terms *, const term *formulas, uint32_t n, struct limits *, term *out);

#endif
