/* Explicit-state truth about small circuits, by enumeration; shares no code with engines, checkers,
 * simulation.
 *
 * A state is a number whose bit i is latch i; at most 12 latches and 6 inputs. Reset functions are
 * handled. */
#ifndef INDUCT_TESTS_RANDOM_ORACLE_H
#define INDUCT_TESTS_RANDOM_ORACLE_H

#include "evidence/circuit_evidence.h"
#include "model/circuit.h"

#define ORACLE_NEVER UINT32_MAX

enum { ORACLE_MAX_LATCHES = 12, ORACLE_MAX_INPUTS = 6 };

struct oracle {
    uint32_t states; /* 2^latches */
    uint32_t
        *state_depth;    /* the first step in which a path is there (the constraints of that step may fail) */
    uint32_t *bad_depth; /* per property: the last step of a shortest counterexample */
    uint32_t depth;      /* after this many steps, nothing new is found: no bad_depth is larger */
};

void oracle_init(struct oracle *, const struct circuit *);
void oracle_fini(struct oracle *);

/* Does the invariant prove the property, as evidence.h defines it? Not for simple-path invariants. */
bool oracle_accepts_invariant(const struct circuit *, uint32_t property, const struct invariant *);

/* Does the trace refute it, whatever the values are that it leaves open? (A latch left open starts with its
 * reset value if it has one. Of more than 12 open values, some are always tried together.) */
bool oracle_accepts_trace(const struct circuit *, uint32_t property, const struct trace *);

#endif
