/* Reset functions are replaced by a latch that is true in the first step only.
 *
 * A latch L with reset function R becomes a latch M that starts at 0, and every use of L becomes
 * `if first then R else M`; M's next-state function is L's. R may use inputs and other latches, which have
 * their values of the first step where `first` is true. Engines then see constant and free resets only. */
#include "transform/circuit/transform.h"

static void add_leaves(struct transform *t) {
    const struct circuit *from = t->from;
    for (uint32_t i = 0; i < from->inputs.size; i++) {
        t->image[aig_node(from->inputs.data[i].lit)] = circuit_add_input(t->to, from->inputs.data[i].name);
        vec_push(&t->input_origin, i);
    }
    for (uint32_t i = 0; i < from->latches.size; i++) {
        const struct latch *l = &from->latches.data[i];
        aig_lit lit = circuit_add_latch(t->to, l->name);
        if (!latch_has_function(l)) {
            t->image[aig_node(l->lit)] = lit;
            vec_last(&t->to->latches).reset = latch_is_free(l) ? lit : l->reset;
        }
        vec_push(&t->latch_origin, i);
    }
    t->first_step = circuit_add_latch(t->to, NULL);
    vec_last(&t->to->latches).reset = AIG_TRUE;
    vec_last(&t->to->latches).next = AIG_FALSE;
    vec_push(&t->latch_origin, UINT32_MAX);
}

/* The image of a node, once those of its fan-ins, or of its reset function if it is such a latch, are known.
 */
static aig_lit image_of(const struct transform *t, const struct leaf *leaf, uint32_t node) {
    struct aig *g = t->to->graph;
    if (leaf->kind == LEAF_LATCH) {
        aig_lit reset = aig_mapped(t->image, t->from->latches.data[leaf->index].reset);
        return aig_ite(g, t->first_step, reset, t->to->latches.data[leaf->index].lit);
    }
    return aig_and(g, aig_mapped(t->image, aig_left(t->from->graph, node)),
                   aig_mapped(t->image, aig_right(t->from->graph, node)));
}

/* Depth first: a latch's image needs gates of larger number. Resets are acyclic (circuit_check). */
static void build(struct transform *t) {
    const struct circuit *from = t->from;
    struct leaf *leaves = circuit_leaves(from);
    u32s stack = {0};
    for (uint32_t root = 1; root < aig_size(from->graph); root++) {
        vec_push(&stack, root);
        while (stack.size) {
            uint32_t n = vec_last(&stack), before = stack.size;
            if (t->image[n].code != UINT32_MAX) {
                (void)vec_pop(&stack);
                continue;
            }
            bool latch = leaves[n].kind == LEAF_LATCH;
            aig_lit needs[2] = {latch ? from->latches.data[leaves[n].index].reset : aig_left(from->graph, n),
                                latch ? AIG_FALSE : aig_right(from->graph, n)};
            for (int i = 0; i < 2; i++)
                if (t->image[aig_node(needs[i])].code == UINT32_MAX) vec_push(&stack, aig_node(needs[i]));
            if (stack.size == before) t->image[n] = image_of(t, &leaves[n], n);
        }
    }
    vec_free(&stack);
    mem_free(leaves);
}

struct transform *transform_resets(const struct circuit *c, const struct stage_context *context) {
    (void)context;
    bool any = false;
    vec_each (const struct latch, l, &c->latches) any |= latch_has_function(l);
    if (!any) return NULL;
    struct transform *t = transform_new("resets", c, NULL);
    add_leaves(t);
    build(t);
    for (uint32_t i = 0; i < c->latches.size; i++)
        t->to->latches.data[i].next = aig_mapped(t->image, c->latches.data[i].next);
    vec_each (const struct signal, s, &c->constraints)
        circuit_add_constraint(t->to, aig_mapped(t->image, s->lit), s->name);
    vec_each (const struct property, p, &c->properties)
        circuit_add_property(t->to, aig_mapped(t->image, p->bad), p->name, p->index);
    assert(!circuit_check(t->to));
    return t;
}
