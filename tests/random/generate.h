/* Small random circuits: the same seed gives the same circuit everywhere.
 *
 * 1-6 latches (reset to 0, to 1, not at all, rarely to a function), 0-4 inputs, up to about 30 random gates,
 * some of them redundant, 0-2 constraints and 1-4 properties; one circuit in eight is larger, with up to 10
 * latches and 80 random gates. Purely random next-state functions reach everything within two or three steps,
 * so most latches belong to structures: counters, shift registers, rings, latches that hold, set, or copy
 * each other. Bad states are chosen after an explicit search: some out of reach, some as deep as possible,
 * some at random. */
#ifndef INDUCT_TESTS_RANDOM_GENERATE_H
#define INDUCT_TESTS_RANDOM_GENERATE_H

#include "model/circuit.h"

struct circuit *generate_circuit(uint64_t seed);

#endif
