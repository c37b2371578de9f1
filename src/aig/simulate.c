#include "aig/simulate.h"

void simulate_words(const struct aig *g, uint64_t *values) {
    values[0] = 0;
    for (uint32_t i = 1; i < g->nodes.size; i++) {
        struct aig_gate gate = g->nodes.data[i];
        if (gate.left.code != UINT32_MAX)
            values[i] = simulate_word(values, gate.left) & simulate_word(values, gate.right);
    }
}

void simulate_ternary(const struct aig *g, uint8_t *values) {
    values[0] = TERNARY_FALSE;
    for (uint32_t i = 1; i < g->nodes.size; i++) {
        struct aig_gate gate = g->nodes.data[i];
        if (gate.left.code == UINT32_MAX) continue;
        enum ternary l = simulate_ternary_value(values, gate.left),
                     r = simulate_ternary_value(values, gate.right);
        if (l == TERNARY_FALSE || r == TERNARY_FALSE)
            values[i] = TERNARY_FALSE;
        else
            values[i] = l == TERNARY_TRUE && r == TERNARY_TRUE ? TERNARY_TRUE : TERNARY_X;
    }
}
