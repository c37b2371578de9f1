/* A circuit as a system over Booleans, so that what is made for systems (other formats, SMT engines) works on circuits
 * too. */
#ifndef INDUCT_TRANSFORM_BETWEEN_CIRCUIT_TO_SYSTEM_H
#define INDUCT_TRANSFORM_BETWEEN_CIRCUIT_TO_SYSTEM_H

#include "model/circuit.h"
#include "model/system.h"

/* Inputs, latches, constraints, properties and outputs in the circuit's order; a latch is a Boolean state with
 * `update`, and with `first` unless it is uninitialised. Names are the symbols, made unique, else i0, i1, ... and l0,
 * l1, ... Justice properties become `unsupported`. The caller owns the result. */
struct system *circuit_to_system(const struct circuit *, enum terms_mode);

#endif
