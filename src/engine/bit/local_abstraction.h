/* Localization: a circuit in which latches are replaced by cutpoints.
 *
 * An included latch keeps its reset and next-state function; every other latch becomes an input, free in every step.
 * So each path of the circuit is a path of the abstraction, and whatever holds of all paths of the abstraction, read
 * with the cutpoints as latches again, holds of the circuit. */
#ifndef INDUCT_ENGINE_BIT_LOCAL_ABSTRACTION_H
#define INDUCT_ENGINE_BIT_LOCAL_ABSTRACTION_H

#include "evidence/circuit_evidence.h"
#include "model/circuit.h"

struct abstraction {
    const struct circuit *original; /* borrowed */
    struct circuit *circuit;        /* what the chosen properties and the constraints depend on, no more */
    u32s latches;                   /* latch of the abstraction -> of the original */
    VEC(struct leaf) inputs; /* input of the abstraction -> input, or latch (a cutpoint), of the original */
    u32s properties;         /* property of the abstraction -> of the original */
    uint32_t cutpoints;      /* inputs that are latches of the original */
};

/* included [0..latches[ and chosen [0..properties[ are of the original, whose resets are constant or free. */
struct abstraction *abstraction_new(const struct circuit *original, const bool *included, const bool *chosen);
void abstraction_free(struct abstraction *);

/* An invariant of the abstraction as one of the original. */
struct invariant *abstraction_invariant_back(const struct abstraction *, const struct invariant *);

/* Plays the inputs of a counterexample of the abstraction on the original. Returns a counterexample to the same
 * property, cut to the first violation, or NULL when there is none: the abstract one is spurious, or at least this
 * choice of inputs does not show that it is not. */
struct trace *abstraction_trace_back(const struct abstraction *, const struct trace *);

#endif
