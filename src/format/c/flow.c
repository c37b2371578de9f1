#include "format/c/flow.h"

#include "format/c/debug.h"

uint32_t c_flow_find(const struct c_flow *flow, LLVMBasicBlockRef block) {
    return hash_map_get(&flow->index, c_ir_key(block));
}
uint32_t c_flow_of(const struct c_flow *flow, LLVMValueRef x) {
    return c_flow_find(flow, llvm.GetInstructionParent(x));
}

static void add_once(u32s *list, uint32_t i) {
    vec_each (uint32_t, known, list)
        if (*known == i) return;
    vec_push(list, i);
}

static void find_successors(struct c_flow *flow) {
    vec_resize(&flow->successors, flow->blocks.size);
    for (uint32_t i = 0; i < flow->blocks.size; i++) {
        LLVMValueRef end = llvm.GetBasicBlockTerminator(flow->blocks.data[i].ref);
        unsigned n = llvm.GetNumSuccessors(end);
        for (unsigned k = 0; k < n; k++)
            add_once(&flow->successors.data[i], c_flow_find(flow, llvm.GetSuccessor(end, k)));
    }
}

/* Predecessors, and heads with the place of their loop: an edge is a loop's when it leads backwards in the
 * order. */
static void find_heads(struct c_flow *flow, struct c_unit *unit) {
    u32s rank = {0};
    vec_resize(&rank, flow->blocks.size);
    for (uint32_t r = 0; r < flow->order.size; r++) rank.data[flow->order.data[r]] = r;
    vec_each (uint32_t, from, &flow->order)
        vec_each (uint32_t, to, &flow->successors.data[*from]) {
            struct c_block *target = &flow->blocks.data[*to];
            vec_push(&target->predecessors, *from);
            if (rank.data[*to] > rank.data[*from]) continue;
            target->head = true;
            LLVMMetadataRef loop =
                c_debug_loop(unit, llvm.GetBasicBlockTerminator(flow->blocks.data[*from].ref));
            if (loop && !target->loop) target->loop = loop;
        }
    vec_free(&rank);
}

void c_flow_init(struct c_flow *flow, struct c_unit *unit) {
    *flow = (struct c_flow){0};
    C_EACH_BLOCK(b, unit->entry) {
        hash_map_put(&flow->index, c_ir_key(b), flow->blocks.size);
        vec_push(&flow->blocks, (struct c_block){.ref = b});
    }
    find_successors(flow);
    u8s cyclic = {0};
    c_cycles(&flow->successors, 1, &flow->order, &cyclic, NULL);
    for (uint32_t i = 0, n = flow->order.size; i < n / 2;
         i++) { /* successors first becomes predecessors first */
        uint32_t other = flow->order.data[n - 1 - i];
        flow->order.data[n - 1 - i] = flow->order.data[i];
        flow->order.data[i] = other;
    }
    vec_each (uint32_t, i, &flow->order) {
        flow->blocks.data[*i].reachable = true;
        flow->blocks.data[*i].cyclic = cyclic.data[*i];
    }
    vec_free(&cyclic);
    find_heads(flow, unit);
    for (uint32_t i = 0; i < flow->blocks.size; i++) {
        struct c_block *b = &flow->blocks.data[i];
        b->location =
            b->reachable && (i == 0 || b->predecessors.size > 1 || flow->successors.data[i].size > 1);
    }
}

void c_flow_fini(struct c_flow *flow) {
    vec_each (struct c_block, b, &flow->blocks) vec_free(&b->predecessors);
    vec_each (u32s, s, &flow->successors) vec_free(s);
    vec_free(&flow->blocks);
    vec_free(&flow->successors);
    vec_free(&flow->order);
    hash_map_free(&flow->index);
}
