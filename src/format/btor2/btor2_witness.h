/* Counterexamples in the BTOR2 witness format, as BtorMC writes and btorsim reads it:
 *
 *     sat
 *     b0                      the property: number among the `bad`s
 *     #0                      states of step 0: position among the states, value in binary, symbol
 *     1 00101 counter#0
 *     2 [*] 00 memory#0       every element of an array ...
 *     2 [0110] 11 memory#0    ... and this one
 *     @0                      inputs of step 0, likewise
 *     0 1 go@0
 *     @1
 *     0 0 go@1
 *     .
 *
 * States that follow from others (by `init` in step 0, by `next` later) are not written. Booleans count as
 * bit vectors of width 1. */
#ifndef INDUCT_FORMAT_BTOR2_BTOR2_WITNESS_H
#define INDUCT_FORMAT_BTOR2_BTOR2_WITNESS_H

#include "base/text.h"
#include "evidence/system_evidence.h"

/* Whether every variable is a Boolean, a bit vector or an array of these. */
bool btor2_witness_fits(const struct system *);
/* STATUS_UNSUPPORTED, with a message, when the system does not fit. */
enum status btor2_witness_write(struct text *, const struct system *, const struct system_trace *,
                                struct messages *);

/* Reads such a witness. States that it leaves open have the value that follows from earlier ones, else 0;
 * inputs that it leaves open are 0. What it says about states is taken as it is, also where it contradicts
 * the system: whoever judges the trace finds out. Accepts comments (from `;`), symbols of any kind, and a
 * missing `sat`. Positioned messages: STATUS_MALFORMED when it does not fit the system, STATUS_UNSUPPORTED
 * for justice properties, for several at once, and as above. */
enum status btor2_witness_read(struct system_trace **, const struct system *, const char *data, size_t size,
                               const char *name, struct messages *);

#endif
