/* AIGER certificates: an invariant as a witness circuit that the public checker certifaiger accepts.
 *
 * The witness circuit contains the model's inputs and latches (same order, same functions, mapped by position and
 * by symbols), its constraints, and one bad output that is true when the invariant is false. For depth k > 1 it
 * carries k - 1 copies of earlier states and inputs, shifted in each step, with a bit each that says whether the
 * copy is filled; the invariant of the witness circuit then says that the filled copies form a path, that the
 * oldest one is initial unless all are filled, and that phi holds in each: this is 1-inductive exactly when phi is
 * k-inductive. A simple-path invariant has no such circuit: certificate_build returns NULL. */
#ifndef INDUCT_EVIDENCE_CERTIFICATE_H
#define INDUCT_EVIDENCE_CERTIFICATE_H

#include "evidence/evidence.h"

struct circuit *certificate_build(const struct circuit *, uint32_t property, const struct invariant *);

#endif
