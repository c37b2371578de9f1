/* Runs of a program as read that its inputs decide: which way they go, and where they end. */
#ifndef INDUCT_EVIDENCE_PROGRAM_WALK_H
#define INDUCT_EVIDENCE_PROGRAM_WALK_H

#include "base/clock.h"
#include "evidence/program_inputs.h"

/* The run to the error location, the caller's: what functions return comes from the inputs in order, zero where they end or are of another
 * function; what else enters is the default of its sort. NULL: it does not get there, or not within so many steps or the limits (may be NULL). */
struct cfa_trace *program_walk(struct cfa *, const struct program_inputs *, uint32_t steps, struct limits *);

#endif
