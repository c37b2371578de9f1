/* On which of the values that enter a run depends.
 *
 * A run of a program as read depends on a value when a condition that the run passes could come out otherwise
 * with another one. What is computed here is an upper bound, by values: of an if-then-else with a condition
 * that does not depend on the value only the branch that is taken counts, of a conjunction that fails anyway
 * nothing does, of an array the element that is read. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_DEPENDENCE_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_DEPENDENCE_H

#include "evidence/program_evidence.h"

/* A site of one of the kinds (bits: 1u << kind) on whose value the run may depend; PROGRAM_NONE: there is none, and the
 * run goes the same way whatever enters at such sites. */
uint32_t program_dependence(struct program *, const struct program_trace *, unsigned kinds);
/* The same for the sites that are marked. */
uint32_t program_dependence_on(struct program *, const struct program_trace *, const u8s *sites);

/* The same step by step, for those who go along a run by themselves: values by variable, and on which sites they
 * depend. */
struct program_tracker *program_tracker_new(struct program *, const term *initial); /* NULL: defaults */
void program_tracker_free(struct program_tracker *);
/* What the term has for a value, and a site that it may depend on (PROGRAM_NONE: none), in the state as it is. */
term program_tracker_value(struct program_tracker *, term);
uint32_t program_tracker_site(struct program_tracker *, term);
/* A variable gets a value that depends on a site (PROGRAM_NONE: on none). */
void program_tracker_set(struct program_tracker *, uint32_t variable, term value, uint32_t site);
void program_tracker_assign(struct program_tracker *, const struct program_action *);
/* The state is kept, or that which was kept comes back. */
void program_tracker_keep(struct program_tracker *);
void program_tracker_return(struct program_tracker *);

#endif
