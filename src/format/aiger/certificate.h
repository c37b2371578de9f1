/* AIGER certificates: an invariant as a witness circuit that the public checker certifaiger accepts.
 *
 * The witness circuit contains the part of the model that the invariant, the constraints and the property
 * depend on: inputs and latches in the model's order, each with a symbol `= <literal>` that says which one of
 * the model it is (in the model's consecutive numbering: inputs are 2, 4, ..., then the latches); next-state
 * functions, resets and constraints as in the model, gate by gate; and one bad, true when the property is
 * violated or the invariant is false.
 *
 * For depth k > 1 it carries k - 1 copies of earlier states and inputs, shifted in each step, with a bit each
 * that says whether the copy is filled; the invariant of the witness circuit then says that the filled copies
 * form a path, that the oldest one is initial unless all are filled, and that phi holds in each: this is
 * 1-inductive when phi is k-inductive. A simple-path invariant has no such circuit: certificate_build returns
 * NULL.
 *
 * How certifaiger (10.2) reads it, found by trying: its safety property is that NO bad of the model is true
 * (no output, when there are neither bads nor justice properties), and it asks for liveness when the model
 * has justice or fairness. So a certificate of one property of several is to be checked against the model
 * with that property alone (same inputs, latches and constraints; no liveness), as `induct verify` does by
 * itself. Model and witness must be numbered consecutively. It takes any symbol of the witness with a `=`
 * before a number as a mapping and any with a `<` before a number as something about liveness: so the model's
 * own symbols, which may contain either, are not repeated in the witness. */
#ifndef INDUCT_FORMAT_AIGER_CERTIFICATE_H
#define INDUCT_FORMAT_AIGER_CERTIFICATE_H

#include "evidence/circuit_evidence.h"

/* The caller frees the circuit. NULL for a simple-path invariant. */
struct circuit *certificate_build(const struct circuit *, uint32_t property, const struct invariant *);

#endif
