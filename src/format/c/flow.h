/* The control flow of the entry function: which basic blocks become locations of the automaton.
 *
 * A block is a location when it is the start, when several edges meet in it, or when it branches; any other
 * block lies on the edges that pass through it. So an edge never has more than one branch, and the automaton
 * is linear in the program. */
#ifndef INDUCT_FORMAT_C_FLOW_H
#define INDUCT_FORMAT_C_FLOW_H

#include "format/c/cycles.h"
#include "format/c/ir.h"

struct c_block {
    LLVMBasicBlockRef ref;
    u32s predecessors; /* each once; blocks that can be reached only */
    bool reachable, cyclic;
    bool head; /* an edge from a block that comes later in the order leads here */
    bool location;
    LLVMMetadataRef loop; /* of a head: where the source has the loop; NULL: not known */
};
struct c_flow {
    VEC(struct c_block) blocks; /* [0] is the start */
    c_graph successors;         /* each once */
    u32s order;                 /* reachable blocks, predecessors first except over edges to heads */
    struct hash_map index;      /* block -> number */
};

void c_flow_init(struct c_flow *, struct c_unit *);
void c_flow_fini(struct c_flow *);
uint32_t c_flow_find(const struct c_flow *, LLVMBasicBlockRef);
uint32_t c_flow_of(const struct c_flow *, LLVMValueRef instruction); /* the block that it is in */

#endif
