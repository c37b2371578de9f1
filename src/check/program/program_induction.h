/* The judge of proofs by k-induction about programs: engines for systems and circuits find them, on the symbolic
 * encoding of the program (transform/between/program_to_system.h), where `kind` and some transforms need more than one
 * step. check/program/check_program.h judges what is inductive in one step. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_INDUCTION_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_INDUCTION_H

#include "check/system/check_system.h"
#include "evidence/program_evidence.h"

/* The automaton is the user's as read, in a plain bank. A step leads from one location with a formula (or the initial
 * one) to the next (or the error location). Base: along the first depth - 1 steps (the invariant says at which depth it
 * is inductive) from the initial location the formulas hold and the error location is not reached. Step: after `depth`
 * locations in a row where they do, the next one is not the error location, and its formula holds. Both are asked of
 * the system of check/program/cutpoints.h. */
enum check_result check_program_induction(const struct program *, const struct program_invariant *,
                                          enum check_judge, struct limits *, struct text *why);

/* The same obligations as an SMT-LIB script (format/script/obligations.h) about that system, which it defines in full;
 * the formulas at the locations follow as definitions, from which verification reads them. Must have been
 * accepted. */
void program_induction_script(struct text *, const struct program *, const struct program_invariant *);

#endif
