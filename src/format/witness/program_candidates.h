/* Invariants that a witness claims, as formulas at the heads of loops: candidates for a proof, which the judge decides
 * on. */
#ifndef INDUCT_FORMAT_WITNESS_PROGRAM_CANDIDATES_H
#define INDUCT_FORMAT_WITNESS_PROGRAM_CANDIDATES_H

#include "format/witness/program_claims.h"

/* Proofs as text (program_invariants_text): "prog.c:12: x <= 10" in every line, or PROGRAM_NO_INVARIANTS. The claims
 * have no task then, and lines are those of positions, not of the text. */
bool program_candidates_recognise(const char *bytes, size_t size);
void program_candidates_read(struct program_claims *, const char *bytes, size_t size);

/* Every head of a loop is in the set, with what is claimed there: `true` if nothing. Of an automaton as read; terms are
 * made in its bank. `notes` gets a sentence when some claims are left out: those at other places, and those that cannot
 * be read. */
struct program_invariant *program_candidates(struct program *, const struct program_claims *,
                                             const struct program_origin *, struct text *notes);

#endif
