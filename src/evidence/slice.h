/* The part of an invariant that is about one property.
 *
 * Engines and transforms prove things about a whole circuit at once: the merges of signal correspondence, the
 * lemmas of frames that serve all properties. With many properties, judging all of that again for each of
 * them would cost the square of their number. This keeps the conjuncts that speak of the cone of influence of
 * one property and of the constraints; a signal in the cone that is said to equal another brings that one's
 * cone along.
 *
 * The part is a guess: what it leaves out may be needed to show what it keeps. Whoever uses it judges it, and
 * takes the whole if it is rejected. */
#ifndef INDUCT_EVIDENCE_SLICE_H
#define INDUCT_EVIDENCE_SLICE_H

#include "evidence/circuit_evidence.h"

/* NULL when the part would not be much smaller, or the invariant is small anyway or over simple paths. */
struct invariant *invariant_slice(const struct invariant *, const struct circuit *, uint32_t property);

#endif
