/* Programs with one run: whatever enters decides nothing, so that running the program decides it. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_RUN_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_RUN_H

#include "base/clock.h"
#include "base/text.h"
#include "check/result.h"
#include "model/program.h"

/* Walks the automaton as read, by evaluation. CHECK_ACCEPTED: at every location at most one edge can be taken, whatever
 * values enter at sites, and the run comes to an end that is neither the error location nor an edge that could not be
 * expressed. CHECK_REJECTED: it does not, or a condition on the way depends on what enters. CHECK_UNDECIDED: the limits
 * (may be NULL) ran out, or it is too long. `why` gets a sentence on anything but acceptance. */
enum check_result check_program_run(struct program *, struct limits *, struct text *why);

#endif
