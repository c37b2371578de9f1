/* Invariants of systems as designers read them.
 *
 * proof_verilog: text for the end of the top module of a design, or for a file that is included there:
 *
 *     reg [3:0] induct_past;                     registers that the design has no names for: of `$past`, of a chain
 *     wire [7:0] induct_count = count;           of `##n`, of --reset; and other helpers
 *     always @(posedge clk) begin : induct_a_full
 *         induct_past <= count;
 *         goal: assert (...);                    the property
 *         i1: assert (...);                      conjuncts of the invariant
 *     end
 *
 * All that is asserted together is inductive: it holds at first, and an edge of the clock leads from where it holds to
 * where it holds. A prover of one step (k steps, where the text says so) accepts it without search. Nothing in it is
 * weaker than the invariant that was judged. What cannot be said so is refused with a reason: a register without a name
 * that named ones depend on, an input without a name, words of memories, a clock that is not known, simple paths.
 *
 * proof_text: the same for people, of any system; enumerations have the names of their values, what has no name is
 * described. It refuses nothing. */
#ifndef INDUCT_FORMAT_PROOF_PROOF_H
#define INDUCT_FORMAT_PROOF_PROOF_H

#include "base/text.h"
#include "evidence/system_evidence.h"

/* False: *why says what cannot be said. */
bool proof_verilog(struct text *, const struct system *, uint32_t property, const struct system_invariant *,
                   struct text *why);
void proof_text(struct text *, const struct system *, uint32_t property, const struct system_invariant *);

/* How the text begins, in either form: it is not to be read again. */
#define PROOF_MARK "an invariant, proved by induct"

#endif
