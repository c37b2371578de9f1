/* The judge: decides whether evidence proves what it claims, about a circuit as read from the file.
 *
 * Independent of proving by construction: this folder sees no transform, no pdr structure, no engine and not
 * our own SAT solver; propositional questions go to CaDiCaL, traces to a simulator that walks the graph as
 * the file has it. Everything that comes in is distrusted: sizes and ranges are checked before use. */
#ifndef INDUCT_CHECK_CIRCUIT_CHECK_CIRCUIT_H
#define INDUCT_CHECK_CIRCUIT_CHECK_CIRCUIT_H

#include "base/clock.h"
#include "base/text.h"
#include "check/result.h"
#include "evidence/circuit_evidence.h"

/* Replays a trace: the initial state agrees with the resets, bad is true in some step (normally the last),
 * and the constraints hold in every step up to that one. A trace may contain TRACE_X: a latch then has its
 * reset value, if it has one; otherwise it is accepted only if ternary simulation already shows all this.
 * `why` gets a sentence on rejection. */
enum check_result check_trace(const struct circuit *, uint32_t property, const struct trace *,
                              struct text *why);

/* A trace about a property that is violated where any of those before it is (format/files/properties.h): the first of
 * them, but for covers, that it violates; the property itself if there is none. A suggestion: not judged yet. */
uint32_t check_trace_cause(const struct circuit *, const struct trace *);

/* Base, step and safety as in evidence.h, with CaDiCaL. CHECK_UNDECIDED when the limits (may be NULL) ran
 * out. */
enum check_result check_invariant(const struct circuit *, uint32_t property, const struct invariant *,
                                  struct limits *, struct text *why);

/* An AIGER certificate against the model, for the property at this position. What the witness circuit
 * claims to be inductive is that none of its bads (without a B section: outputs) is true; this must imply
 * the property. Obligations as the public checker certifaiger has them: reset, transition, property, base,
 * step. Inputs and latches are matched by a comment `MAPPING`, else by symbols `= <model literal>`, else by
 * order; only with other inputs and latches, one to one, because anything else would assume what is to be
 * shown. */
enum check_result check_certificate(const struct circuit *model, uint32_t property,
                                    const struct circuit *witness, struct limits *, struct text *why);

#endif
