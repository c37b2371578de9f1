/* VMT-LIB: SMT-LIB scripts whose definitions carry annotations that make them a transition system.
 *
 *     (declare-fun x () Int)
 *     (declare-fun x.next () Int)
 *     (define-fun .x () Int (! x :next x.next))                       x is a state variable
 *     (define-fun .init () Bool (! (= x 0) :init true))
 *     (define-fun .trans () Bool (! (= x.next (+ x 1)) :trans true))
 *     (define-fun .good () Bool (! (>= x 0) :invar-property 0))
 *
 * Constants without :next are inputs, functions with arguments are the same in every step. Several :init or
 * :trans mean their conjunction; every :invar-property is a property of its own, named by its value. The
 * value of :init and :trans is absent, `true`, or anything but `false` (files have all of these). A
 * next-state symbol may be used before its annotation, and need not be declared: then it has the sort of its
 * variable. A :live-property is reported as unsupported in the system. Other attributes mean nothing here:
 * they are ignored with a warning, but for :named and :pattern, which SMT-LIB knows, and :predicate, a hint
 * for some tools.
 *
 * Malformed: what SMT-LIB refuses; a next-state symbol given twice, or a variable with two of them; a symbol
 * that is both current and next; next-state variables in an initial condition or property; annotated terms
 * that are not Boolean. An `assert` of anything but `true` has no meaning in VMT-LIB and is
 * STATUS_UNSUPPORTED. */
#ifndef INDUCT_FORMAT_VMT_VMT_H
#define INDUCT_FORMAT_VMT_VMT_H

#include "base/text.h"
#include "model/system.h"

/* Reads a file into a system over a new bank of the given mode, formulas as they stand in the file: `first`
 * and `update` stay empty (transform/system/functional.h finds them). States, inputs and properties are in the order
 * of the file. On failure *out is NULL and there is one error message; there may be warnings in both cases. */
enum status vmt_read(struct system **out, enum terms_mode, const char *bytes, size_t size, const char *file,
                     struct messages *);
/* Whether the bytes look like VMT rather than Horn clauses or a plain script: an annotation of VMT-LIB
 * occurs. */
bool vmt_recognise(const char *bytes, size_t size);
/* Writes the system so that vmt_read gives one with the same paths and violations, names included. Invariant
 * constraints, which VMT-LIB does not have, go into the transition relation and, as assumptions, into the
 * properties. Properties are numbered by their names when these are numbers, else by position, with their
 * names in comments. */
void vmt_write(struct text *, const struct system *);

#endif
