/* Bit-blasting: from a bit-vector system to a circuit, and evidence back to words.
 *
 * Every bit of a state variable becomes a latch, of an input an input, named `x[i]` (`x` when it is the only
 * bit), lowest first; arrays are expanded element by element (`x[e][i]`). A state that takes any value in
 * every step (no first value, no update, not mentioned in trans) is an input of the circuit.
 *
 * First values become resets, also such that are functions of other states and inputs. What is not a function
 * becomes inputs and constraints: a next state without update is an input guessed one step before. Whether
 * trans allows the step is kept in a latch that says "all steps so far were allowed" and is constrained to be
 * true; the constraint looks back instead of forward because a path may end in a state without successor.
 * `init` is a constraint of the first step, which a latch marks. */
#ifndef INDUCT_TRANSFORM_BETWEEN_BITBLAST_H
#define INDUCT_TRANSFORM_BETWEEN_BITBLAST_H

#include "base/clock.h"
#include "evidence/circuit_evidence.h"
#include "evidence/system_evidence.h"

struct bitblast; /* the circuit and how its leaves came to be; borrows the system */

/* Blasts the system. STATUS_UNSUPPORTED with a message that names the reason: integers, reals, uninterpreted
 * functions or sorts, an array of more than `array_bits` bits in total, more than 2^28 gates. STATUS_STOPPED
 * (no message) when the limits say so. */
enum status bitblast_run(struct bitblast **, const struct system *, uint64_t array_bits, struct limits *,
                         struct messages *);
void bitblast_free(struct bitblast *);
const struct circuit *bitblast_circuit(const struct bitblast *); /* properties in the order of the system's */

/* Evidence about the circuit as evidence about the system; the argument is consumed. What the trace leaves
 * open is 0. An invariant over guessed next states is generalised over all guesses; in the rare case that
 * this is too large, the result is NULL. */
struct system_trace *bitblast_trace_back(const struct bitblast *, struct trace *);
struct system_invariant *bitblast_invariant_back(const struct bitblast *, struct invariant *);

/* Lemmas, conjunct by conjunct. Those over guessed next states or the mark of the first step have no words in the
 * system; those over variables that it does not have, or that cannot be blasted, have none in the circuit. A formula
 * that is a conjunction of others becomes these. The argument of the first is consumed. */
struct system_invariant *bitblast_lemmas_back(const struct bitblast *, struct invariant *);
struct invariant *bitblast_lemmas_forward(const struct bitblast *, const struct system_invariant *,
                                          struct limits *);

#endif
