/* Evidence as bytes, for what processes tell each other about one model: traces, invariants, and lemmas, which are
 * invariants whose conjuncts count one by one.
 *
 * All numbers are as in base/bytes.h. A header says which evidence it is, and about what:
 *
 *     "indE", version     1 byte; other versions are refused
 *     kind                1 byte: 2 * level + (1 if it refutes)
 *     property
 *     shape               8 bytes: a hash of the counts and sorts of the model's parts, so that evidence about another
 *                         model is refused, and of the operators that terms may have
 *
 * and the body what struct evidence says:
 *
 *     trace               steps; values of latches and inputs, five to the byte
 *     invariant           depth, flags; gates that conjuncts other than clauses need, each as the distances of its
 *                         fan-ins; conjuncts: 0 and a literal of these gates, or 1 + n and the n literals of a clause
 *                         over latches, ascending, the first as it is and the others by their distances
 *     system_trace        steps; functions; values as terms (logic/pack.h)
 *     system_invariant    depth, flags; conjuncts as terms
 *     program_trace       edges; step and site of every input; values as terms
 *     program_invariant   depth, flags; formulas as terms, by location
 *
 * What is read is not trusted. Evidence that comes out is well formed: sizes, positions, values and sorts are what
 * evidence about the model has, edges connect, formulas speak of the model's variables only. That is all that others
 * rely on; whether it is right is for the judge to say. Work and memory are bounded by the sizes of bytes and model,
 * which is why steps need bytes even where there is nothing to say about them. */
#ifndef INDUCT_EVIDENCE_PACK_H
#define INDUCT_EVIDENCE_PACK_H

#include "base/text.h"
#include "evidence/evidence.h"

enum { EVIDENCE_PACK_VERSION = 1, EVIDENCE_PACK_DEPTH = 1 << 16 };

/* Appends the evidence. False, and nothing is appended: it cannot be said, because a formula has variables that the
 * model does not have, or it is inductive at a depth of more than EVIDENCE_PACK_DEPTH only. */
bool evidence_pack(struct text *bytes, const struct evidence *, struct model about);

/* Reads evidence about the model; its terms are made in the model's bank. The caller owns what comes out.
 * STATUS_MALFORMED: the bytes are no such evidence; STATUS_UNSUPPORTED: they are of another version, or about another
 * model. `why` gets a sentence, and there is no evidence. */
enum status evidence_unpack(const void *bytes, size_t size, struct model about, struct evidence *,
                            struct text *why);

#endif
