/* The judge of evidence about programs: as check_system.h, over the automaton as read from the file.
 *
 * The automaton is the user's, read into a bank of its own that simplifies nothing (TERMS_PLAIN), and the evidence was
 * carried there (evidence/program_evidence.h). Automata with choices and tags are judged, too. Nothing here uses the
 * formulas that engines ask for (program_transition, program_effect, program_wp) or program_execute: traces run in an
 * executor of the judge's own, on states as model/program_state.h has them, invariants are judged by the obligations of
 * check/program/program_obligations.h, each with a fresh solver as check_system.h chooses it.
 *
 * An edge that the reader could not express (`unsupported`) means nothing: no trace may pass it, and an invariant must
 * show that none is taken, as if it led to the error location.
 *
 * Everything that comes in is distrusted: sizes, sorts, locations, edges, and variables that are none of the
 * automaton's. */
#ifndef INDUCT_CHECK_PROGRAM_CHECK_PROGRAM_H
#define INDUCT_CHECK_PROGRAM_CHECK_PROGRAM_H

#include "check/system/check_system.h"
#include "evidence/program_evidence.h"

/* Edge after edge from the initial to the error location by evaluation; sites that the trace does not mention have the
 * default of their sort. CHECK_UNDECIDED: the limits ran out (with choices there may be many runs), or a trace that
 * fails divided numbers by zero, for which SMT-LIB allows any result. `why` gets a sentence on anything but acceptance.
 * Limits may be NULL. */
enum check_result check_program_trace(const struct program *, const struct program_trace *, struct limits *,
                                      struct text *why);

/* Initial, step and safety as evidence/program_evidence.h has them, and that the set cuts every cycle. CHECK_UNDECIDED:
 * the limits ran out, or the solver is not installed or does not know. */
enum check_result check_program_invariant(const struct program *, const struct program_invariant *,
                                          enum check_judge, struct limits *, struct text *why);

/* Only what the formulas claim where runs get to first, before any other location of the set: CHECK_REJECTED when one
 * of them is false there, on a path that is one of the automaton, whatever the other formulas are. */
enum check_result check_program_start(const struct program *, const struct program_invariant *,
                                      enum check_judge, struct limits *, struct text *why);

#endif
