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

#endif
