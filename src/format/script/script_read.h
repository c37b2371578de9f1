/* Reading evidence about systems from SMT-LIB scripts: what format/script/obligations.h and
 * format/script/system_witness.h write.
 *
 * Of a certificate only the definition of the invariant, its depth and simple-path are taken, of a witness only the
 * equations with values; everything else in the file is for other solvers. Nothing is believed: check/ judges the
 * result. */
#ifndef INDUCT_FORMAT_SCRIPT_SCRIPT_READ_H
#define INDUCT_FORMAT_SCRIPT_SCRIPT_READ_H

#include "base/status.h"
#include "evidence/system_evidence.h"

struct script_evidence {
    uint32_t property; /* position in the system's properties */
    struct system_invariant *invariant;
    struct system_trace *trace; /* one of the two, the caller's to free; the other is NULL */
};

/* Terms are made in the bank of the system. On failure there is a positioned message, and nothing to free. */
enum status script_evidence_read(struct script_evidence *, const struct system *, const char *bytes,
                                 size_t size, const char *file, struct messages *);

#endif
