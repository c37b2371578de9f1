/* Three-valued simulation, the judge's own: a value is the set of what a signal can be. */
#ifndef INDUCT_CHECK_CIRCUIT_TERNARY_H
#define INDUCT_CHECK_CIRCUIT_TERNARY_H

#include "aig/aig.h"

enum { CAN_FALSE = 1, CAN_TRUE = 2, CAN_BOTH = 3 };

/* The value of a literal, given those of the nodes. */
static inline uint8_t ternary_value(const uint8_t *values, aig_lit l) {
    uint8_t v = values[aig_node(l)];
    return aig_sign(l) ? (uint8_t)((v & CAN_FALSE) << 1 | (v & CAN_TRUE) >> 1) : v;
}

/* Sets the value of a gate from those of its fan-ins. */
static inline void ternary_gate(const struct aig *g, uint8_t *values, uint32_t gate) {
    uint8_t a = ternary_value(values, aig_left(g, gate)), b = ternary_value(values, aig_right(g, gate));
    values[gate] = (uint8_t)((a & b & CAN_TRUE) | ((a | b) & CAN_FALSE));
}

#endif
