/* Sequence interpolants over the predicates of one proof.
 *
 * A proof that the path is infeasible gives candidates at each cut: partial Farkas sums of its lemmas (proof.c says why
 * these are good), and the atoms of the formulas that speak of the cut alone. Interpolants are Boolean combinations of
 * them, found as IC3 does: a cube of candidates' truth values from which the rest of the path can be taken is
 * excluded by the formula before it, or there is such a cube one cut earlier. A cube at the first cut that cannot be
 * excluded shows that the candidates do not suffice. The interpolants are conjunctions of clauses. */
#ifndef INDUCT_REFINE_IMAGES_H
#define INDUCT_REFINE_IMAGES_H

#include "refine/sequence.h"

/* As sequence_interpolants, unchecked. False: the candidates do not suffice, or it took too many queries. */
bool images_sequence(struct terms *, struct smt_context *, const term *formulas, uint32_t n, struct limits *,
                     struct stats *, term *out);

#endif
