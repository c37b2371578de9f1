/* Invariants of systems as self-contained SMT-LIB scripts: certificates that any solver can check.
 *
 *     ; what this is
 *     (set-info :induct-property INDEX)               its position in the user's file
 *     (set-info :induct-property-name "NAME")
 *     (set-info :induct-depth K)
 *     (set-info :induct-simple-path false)
 *     (set-logic QF_LIA)
 *     (declare-fun x@0 () Int) ...                                        copies of the variables at the steps [0..K]
 *     (define-fun induct.init ((x Int) ...) Bool ...)                     over states and inputs
 *     (define-fun induct.trans ((x Int) ... (x.next Int) ...) Bool ...)   and next states
 *     (define-fun induct.constraint ((x Int) ...) Bool ...)
 *     (define-fun induct.good ((x Int) ...) Bool ...)
 *     (define-fun induct.invariant ((x Int) ...) Bool (and ...))          what an engine found
 *     (push 1) ; base: ... (assert ...) (check-sat) (pop 1)
 *     (push 1) ; step: ... (pop 1)
 *     (push 1) ; safety: ... (pop 1)
 *
 * Every check-sat must answer unsat: then the three obligations of evidence.h hold. cvc5 needs --incremental for push
 * and pop; the scripts of single obligations have none.
 *
 * A reader takes the invariant, depth and simple-path from the script and nothing else; it is judged against the model
 * as read from its own file. */
#ifndef INDUCT_FORMAT_SCRIPT_OBLIGATIONS_H
#define INDUCT_FORMAT_SCRIPT_OBLIGATIONS_H

#include "base/text.h"
#include "evidence/system_evidence.h"

enum obligation { OBLIGATION_BASE, OBLIGATION_STEP, OBLIGATION_SAFETY };

/* All three, in one script with push and pop. */
void obligations_write(struct text *, const struct system *, uint32_t property,
                       const struct system_invariant *);
/* One of them, as a script with a single check-sat. */
void obligations_write_part(struct text *, const struct system *, uint32_t property,
                            const struct system_invariant *, enum obligation);

#endif
