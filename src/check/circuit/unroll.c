#include "check/circuit/unroll.h"

static sat_lit leaf_literal(void *owner, uint32_t step, uint32_t node) {
    struct unroll *u = owner;
    struct leaf leaf = u->leaves[node];
    assert(leaf.kind != LEAF_NONE);
    if (leaf.kind == LEAF_INPUT || step == 0) return encode_variable(u->encode);
    return unroll_literal(u, step - 1, u->circuit->latches.data[leaf.index].next);
}

void unroll_init(struct unroll *u, struct encode *e, const struct circuit *c, bool from_reset) {
    *u = (struct unroll){.encode = e, .circuit = c, .leaves = circuit_leaves(c)};
    if (!from_reset) return;
    uint32_t size = aig_size(c->graph);
    u->resets = mem_alloc(size * sizeof *u->resets);
    for (uint32_t i = 0; i < size; i++) u->resets[i] = AIG_NONE;
    vec_each (const struct latch, l, &c->latches)
        if (!latch_is_free(l)) u->resets[aig_node(l->lit)] = l->reset;
}

void unroll_fini(struct unroll *u) {
    for (uint32_t k = 0; k < u->frames.size; k++) {
        encode_frame_fini(u->frames.data[k]);
        mem_free(u->frames.data[k]);
    }
    vec_free(&u->frames);
    mem_free(u->leaves);
    mem_free(u->resets);
}

struct encode_frame *unroll_frame(struct unroll *u, uint32_t step) {
    while (u->frames.size <= step) {
        struct encode_frame *f = mem_new(struct encode_frame);
        encode_frame_init(f, u->encode, u->circuit->graph, leaf_literal, u, u->frames.size);
        if (!u->frames.size) f->alias = u->resets;
        vec_push(&u->frames, f);
    }
    return u->frames.data[step];
}

sat_lit unroll_literal(struct unroll *u, uint32_t step, aig_lit l) {
    return encode_literal(unroll_frame(u, step), l);
}
