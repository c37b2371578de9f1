/* The judge of evidence about transition systems: as check_circuit.h for circuits, over terms.
 *
 * The system is the user's, read into a bank of its own that simplifies nothing (TERMS_PLAIN), and the evidence was
 * copied there (evidence/system_evidence.h). Traces are replayed by evaluation. Obligations of invariants go to one of
 * three solvers:
 *
 * - bit-vector systems, without arrays or with small ones: CaDiCaL, by a bit-blaster of the judge's own (bits.h). What
 *   it does not decide at once, it decides by turns with Z3 over the integers (by_numbers.h); until then, Z3 is not
 *   even loaded;
 * - everything else, or when asked: Z3 with default settings, in a fresh context per question;
 * - when asked: the program `cvc5`, on the SMT-LIB obligations of format/script/obligations.h.
 *
 * Everything that comes in is distrusted: sizes, sorts, and variables that are none of the system's. */
#ifndef INDUCT_CHECK_SYSTEM_CHECK_SYSTEM_H
#define INDUCT_CHECK_SYSTEM_CHECK_SYSTEM_H

#include "base/clock.h"
#include "base/text.h"
#include "check/result.h"
#include "evidence/system_evidence.h"

/* Init, every step, the constraints in all steps, and the property false in the last one. Where the replay divides
 * a number by zero and the trace does not say how, the trace is accepted if Z3 finds some way that makes it right.
 * `why` gets a sentence on anything but acceptance. Limits may be NULL. */
enum check_result check_system_trace(const struct system *, uint32_t property, const struct system_trace *,
                                     struct limits *, struct text *why);

/* A trace about a property that is violated where any of those before it is: as check_trace_cause(). */
uint32_t check_system_trace_cause(const struct system *, const struct system_trace *);

/* Base, step and safety as in evidence.h. CHECK_UNDECIDED: the limits ran out, or the solver is not installed or does
 * not know. */
enum check_result check_system_invariant(const struct system *, uint32_t property,
                                         const struct system_invariant *, enum check_judge, struct limits *,
                                         struct text *why);

#endif
