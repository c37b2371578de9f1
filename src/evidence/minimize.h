/* Makes an invariant smaller: keeps only conjuncts that the proof of the property needs.
 *
 * Works backwards from the property: the conjuncts in the core of `phi & C => not bad`, then those in the
 * cores of their consecution, until closed; the result is inductive again and still implies the property.
 * When what an invariant of depth above 1 needs turns out to be inductive at depth 1, it becomes one of
 * depth 1; otherwise it is left as it is, and so are simple-path invariants. Stops early (leaving a correct
 * invariant) at the limits or after a fixed amount of solver work. Returns the number of conjuncts removed.
 */
#ifndef INDUCT_EVIDENCE_MINIMIZE_H
#define INDUCT_EVIDENCE_MINIMIZE_H

#include "base/clock.h"
#include "evidence/circuit_evidence.h"

uint32_t invariant_minimize(struct invariant *, const struct circuit *, uint32_t property, struct limits *);

#endif
