/* Simulation of an and-inverter graph: 64 patterns at once, and ternary.
 *
 * Both take one value per node; the caller sets node 0 and the leaves, gates are computed in place. */
#ifndef INDUCT_AIG_SIMULATE_H
#define INDUCT_AIG_SIMULATE_H

#include "aig/aig.h"

/* values[0..aig_size[: one bit per pattern. Sets values[0] = 0 and every gate. */
void simulate_words(const struct aig *, uint64_t *values);

static inline uint64_t simulate_word(const uint64_t *values, aig_lit l) {
    return values[aig_node(l)] ^ (aig_sign(l) ? ~UINT64_C(0) : 0);
}

/* Ternary values: false, true, unknown. */
enum ternary { TERNARY_FALSE = 0, TERNARY_TRUE = 1, TERNARY_X = 2 };

void simulate_ternary(const struct aig *, uint8_t *values);

static inline enum ternary simulate_ternary_value(const uint8_t *values, aig_lit l) {
    uint8_t v = values[aig_node(l)];
    return (enum ternary)(v == TERNARY_X ? TERNARY_X : v ^ aig_sign(l));
}

#endif
