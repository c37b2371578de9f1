/* BTOR2 certificates: an invariant as a witness circuit, in the form of HWMCC's word-level checker, cerbtora.
 *
 * The witness is a BTOR2 file with the part of the model that the invariant, the constraints and the property depend
 * on. Its inputs and states have the symbols `=<id>`, with the ids of their lines in the model's file; initial values,
 * next states and constraints are the model's; its one bad is true where the property is violated or the invariant is
 * false. So it is 1-inductive, and simulates the model, which is what the checker asks in five questions.
 *
 * For depth k > 1 it has k - 1 copies of earlier steps, each with a bit that says whether it is filled, as AIGER
 * certificates have (format/aiger/certificate.h). A simple-path invariant has no such circuit.
 *
 * How the checker reads files: the property is that NO bad of the model is true, so a certificate of one property of
 * several is to be checked against the model with that one alone. It compares a state with its initial value, so it
 * does not take states of an array sort that are initialised with one element; nor operands with a `-` in `bad` and
 * `constraint` lines. Witnesses written here have neither a `-`, nor arrays that the model has not. */
#ifndef INDUCT_FORMAT_BTOR2_BTOR2_CERTIFICATE_H
#define INDUCT_FORMAT_BTOR2_BTOR2_CERTIFICATE_H

#include "base/text.h"
#include "evidence/system_evidence.h"

/* Whether all variables have lines: the system was read from a BTOR2 file, or has none. */
bool btor2_certificate_fits(const struct system *);
/* STATUS_UNSUPPORTED, with a message: a simple-path invariant. */
enum status btor2_certificate_write(struct text *, const struct system *, uint32_t property,
                                    const struct system_invariant *, struct messages *);

/* Which variable of a model a variable of a witness stands for: the number behind the `=` of its name; 0: none.
 * False: the name begins so, and no number follows. */
bool btor2_certificate_id(const char *name, uint64_t *id);

#endif
