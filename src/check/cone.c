#include "check/cone.h"

void cone_mark(const struct circuit *c, u32s *roots, bool *marks) {
    struct leaf *leaves = circuit_leaves(c);
    while (roots->size) {
        uint32_t node = vec_pop(roots);
        if (marks[node]) continue;
        marks[node] = true;
        if (aig_is_gate(c->graph, node)) {
            vec_push(roots, aig_node(aig_left(c->graph, node)));
            vec_push(roots, aig_node(aig_right(c->graph, node)));
        } else if (leaves[node].kind == LEAF_LATCH) {
            vec_push(roots, aig_node(c->latches.data[leaves[node].index].next));
            vec_push(roots, aig_node(c->latches.data[leaves[node].index].reset));
        }
    }
    mem_free(leaves);
}
