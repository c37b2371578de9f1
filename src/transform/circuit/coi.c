/* Cone of influence: what no property and no constraint depends on, in any step, is dropped.
 *
 * A latch in the cone brings in its next-state function and its reset function. The values of everything else
 * never matter, so no fact is needed, and the dropped inputs of a trace are free. */
#include "transform/circuit/transform.h"

static bool *mark(const struct circuit *c) {
    bool *marks = mem_new_array(bool, aig_size(c->graph));
    struct leaf *leaves = circuit_leaves(c);
    u32s roots = {0};
    vec_each (const struct signal, s, &c->constraints) vec_push(&roots, aig_node(s->lit));
    vec_each (const struct property, p, &c->properties) vec_push(&roots, aig_node(p->bad));
    circuit_mark_cone(c, leaves, &roots, marks);
    vec_free(&roots);
    mem_free(leaves);
    return marks;
}

struct transform *transform_coi(const struct circuit *c, const struct stage_context *context) {
    bool *marks = mark(c);
    uint32_t size = aig_size(c->graph), dropped = 0, latches = 0;
    for (uint32_t n = 1; n < size; n++) dropped += !marks[n];
    vec_each (const struct latch, l, &c->latches) latches += !marks[aig_node(l->lit)];
    struct transform *t = NULL;
    if (dropped) {
        aig_lit *merge = mem_alloc(size * sizeof *merge);
        for (uint32_t n = 0; n < size; n++) merge[n] = aig_make(n, false);
        t = transform_by_merging("coi", c, merge, marks, NULL);
        mem_free(merge);
    }
    context->stats->coi_latches += latches;
    mem_free(marks);
    return t;
}
