/* Reading proofs of programs from SMT-LIB scripts: what check/program/program_script.h and
 * check/program/program_induction.h write.
 *
 * Only the definitions of the formulas at locations and the depth are taken; everything else in the file is for other
 * solvers. Nothing is believed: check/ judges the result. */
#ifndef INDUCT_FORMAT_WITNESS_PROGRAM_CERTIFICATE_H
#define INDUCT_FORMAT_WITNESS_PROGRAM_CERTIFICATE_H

#include "evidence/program_evidence.h"

/* Terms are made in the bank of the automaton, which is the one as read. On failure there is a positioned message, and
 * *out is NULL. */
enum status program_certificate_read(struct program_invariant **out, const struct program *,
                                     const char *bytes, size_t size, const char *file, struct messages *);

#endif
