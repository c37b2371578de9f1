/* Counterexamples of systems as text: for people, and as SMT-LIB scripts.
 *
 * The script is self-contained, in the manner of obligations.h:
 *
 *     (set-info :induct-property INDEX)               its position in the user's file
 *     (set-info :induct-property-name "NAME")
 *     (set-info :induct-steps N)
 *     (set-logic QF_UFLIA)
 *     ... declarations and definitions of the system ...
 *     (assert (= x@0 0)) ...                          the value of every variable in every step
 *     (assert (= (f 3) 7)) (assert (= (div 5 0) 2))   what functions, and division by zero, give where the path asks
 *                                                     them
 *     (assert (induct.init x@0 ...)) (assert (induct.trans ...)) ... (assert (not (induct.good ...)))
 *     (check-sat)                                     must answer sat
 *
 * A reader takes the equations with values from it, and nothing else. */
#ifndef INDUCT_FORMAT_SCRIPT_SYSTEM_WITNESS_H
#define INDUCT_FORMAT_SCRIPT_SYSTEM_WITNESS_H

#include "base/text.h"
#include "evidence/system_evidence.h"

/* Values that did not change since the step before are left out. */
void system_witness_text(struct text *, const struct system *, const struct system_trace *);
void system_witness_steps(struct text *, const struct system *,
                          const struct system_trace *); /* evidence/steps.h */
void system_witness_script(struct text *, const struct system *, const struct system_trace *);

#endif
