/* Bit-blasting: from a bit-vector system to a circuit, and evidence back to words.
 *
 * Every bit of a state variable becomes a latch, of an input an input; small arrays are expanded element by element, larger ones refused
 * with a reason. Relational parts (init or trans that are not functions) become inputs and constraints: a next state without
 * function is an input guessed one step before, constrained by trans; init becomes a constraint of the first step. */
#ifndef INDUCT_TRANSFORM_BITBLAST_H
#define INDUCT_TRANSFORM_BITBLAST_H

#include "base/clock.h"
#include "evidence/evidence.h"
#include "evidence/system.h"

struct bitblast; /* the circuit and how its leaves came to be */

/* Blasts the system. STATUS_UNSUPPORTED with a message that names the reason: Int, Real, uninterpreted functions, an array of
 * more than `array_bits` bits. */
enum status bitblast_run(struct bitblast **, const struct ts *, uint64_t array_bits, struct limits *,
                         struct messages *);
void bitblast_free(struct bitblast *);
const struct circuit *bitblast_circuit(const struct bitblast *); /* properties in the order of the system's */

/* Evidence about the circuit as evidence about the system; the argument is consumed. */
struct ts_trace *bitblast_trace_back(const struct bitblast *, struct trace *);
struct ts_invariant *bitblast_invariant_back(const struct bitblast *, struct invariant *);

#endif
