#include "format/aiger/certificate.h"

#include <stdio.h>

/* The construction: `witness` grows from the part of the model that phi, the constraints and bad depend on.
 */
struct builder {
    const struct circuit *model;
    const struct invariant *invariant;
    struct circuit *witness;
    bool *needed;         /* nodes of the model's graph */
    aig_lit *now;         /* model node -> witness literal, in the current step */
    aig_lits obligations; /* conjuncts of the invariant of the witness circuit */
};

static aig_lit *new_map(const struct aig *g) {
    aig_lit *map = mem_alloc(aig_size(g) * sizeof *map);
    for (uint32_t i = 0; i < aig_size(g); i++) map[i] = AIG_NONE;
    map[0] = AIG_FALSE;
    return map;
}

/* Marks what bad, the constraints and phi depend on, through gates, next-state and reset functions. */
static void mark_needed(struct builder *b, aig_lit bad) {
    const struct circuit *m = b->model;
    const struct invariant *inv = b->invariant;
    bool *in_phi = mem_new_array(bool, aig_size(inv->graph));
    struct leaf *leaves = circuit_leaves(m);
    u32s stack = {0};
    vec_push(&stack, aig_node(bad));
    vec_each (const struct signal, s, &m->constraints) vec_push(&stack, aig_node(s->lit));
    vec_each (const aig_lit, l, &inv->conjuncts) aig_mark_cone(inv->graph, *l, in_phi);
    for (uint32_t i = 0; i < m->inputs.size; i++)
        if (in_phi[aig_node(inv->inputs.data[i])]) vec_push(&stack, aig_node(m->inputs.data[i].lit));
    for (uint32_t i = 0; i < m->latches.size; i++)
        if (in_phi[aig_node(inv->latches.data[i])]) vec_push(&stack, aig_node(m->latches.data[i].lit));
    while (stack.size) {
        uint32_t node = vec_pop(&stack);
        if (b->needed[node]) continue;
        b->needed[node] = true;
        if (aig_is_gate(m->graph, node)) {
            vec_push(&stack, aig_node(aig_left(m->graph, node)));
            vec_push(&stack, aig_node(aig_right(m->graph, node)));
        } else if (leaves[node].kind == LEAF_LATCH) {
            vec_push(&stack, aig_node(m->latches.data[leaves[node].index].next));
            vec_push(&stack, aig_node(m->latches.data[leaves[node].index].reset));
        }
    }
    vec_free(&stack);
    mem_free(leaves);
    mem_free(in_phi);
}

/* A gate as the model has it, so that checkers see equal structure; known to hashing, so that phi can share
 * it. */
static aig_lit copy_gate(struct aig *g, aig_lit left, aig_lit right) {
    aig_lit gate = aig_raw_and(g, left, right);
    uint64_t high = left.code > right.code ? left.code : right.code,
             low = left.code ^ right.code ^ (uint32_t)high;
    if (hash_map_get(&g->unique, high << 32 | low) == HASH_NONE)
        hash_map_put(&g->unique, high << 32 | low, aig_node(gate));
    return gate;
}

static void copy_model(struct builder *b) {
    const struct circuit *m = b->model;
    struct circuit *w = b->witness;
    char name[32];
    for (uint32_t i = 0; i < m->inputs.size; i++) {
        uint32_t node = aig_node(m->inputs.data[i].lit);
        if (!b->needed[node]) continue;
        snprintf(name, sizeof name, "= %u", 2 * (i + 1));
        b->now[node] = circuit_add_input(w, name);
    }
    for (uint32_t i = 0; i < m->latches.size; i++) {
        uint32_t node = aig_node(m->latches.data[i].lit);
        if (!b->needed[node]) continue;
        snprintf(name, sizeof name, "= %u", 2 * (m->inputs.size + i + 1));
        b->now[node] = circuit_add_latch(w, name);
    }
}

static void copy_functions(struct builder *b) {
    const struct circuit *m = b->model;
    struct circuit *w = b->witness;
    for (uint32_t n = 0; n < aig_size(m->graph); n++)
        if (b->needed[n] && aig_is_gate(m->graph, n))
            b->now[n] = copy_gate(w->graph, aig_mapped(b->now, aig_left(m->graph, n)),
                                  aig_mapped(b->now, aig_right(m->graph, n)));
    uint32_t at = 0;
    vec_each (const struct latch, l, &m->latches) {
        if (!b->needed[aig_node(l->lit)]) continue;
        w->latches.data[at].next = aig_mapped(b->now, l->next);
        w->latches.data[at++].reset = aig_mapped(b->now, l->reset);
    }
    vec_each (const struct signal, s, &m->constraints)
        circuit_add_constraint(w, aig_mapped(b->now, s->lit), NULL);
}

/* One point in time of the witness circuit: the current step, or an earlier one that history latches
 * remember. */
struct moment {
    aig_lit *model; /* model node -> witness literal; leaves given, gates filled in on demand */
    aig_lit filled; /* whether the moment exists */
};

static void oblige(struct builder *b, aig_lit condition, aig_lit fact) {
    aig_lit obligation = aig_implies(b->witness->graph, condition, fact);
    if (!aig_same(obligation, AIG_TRUE)) vec_push(&b->obligations, obligation);
}

static aig_lit at_moment(struct builder *b, const struct moment *m, aig_lit l) {
    return aig_copy_cone(b->witness->graph, b->model->graph, l, m->model);
}

/* phi at a moment, if that exists. */
static void oblige_phi(struct builder *b, const struct moment *m) {
    const struct invariant *inv = b->invariant;
    aig_lit *map = new_map(inv->graph);
    for (uint32_t i = 0; i < inv->inputs.size; i++)
        map[aig_node(inv->inputs.data[i])] = m->model[aig_node(b->model->inputs.data[i].lit)];
    for (uint32_t i = 0; i < inv->latches.size; i++)
        map[aig_node(inv->latches.data[i])] = m->model[aig_node(b->model->latches.data[i].lit)];
    vec_each (const aig_lit, l, &inv->conjuncts)
        oblige(b, m->filled, aig_copy_cone(b->witness->graph, inv->graph, *l, map));
    mem_free(map);
}

/* Adds latches that remember `later` one step longer. */
static struct moment remember(struct builder *b, const struct moment *later) {
    const struct circuit *m = b->model;
    struct circuit *w = b->witness;
    struct moment earlier = {new_map(m->graph), circuit_add_latch(w, NULL)};
    vec_last(&w->latches).next = later->filled;
    for (uint32_t i = 0; i < m->inputs.size + m->latches.size; i++) {
        aig_lit leaf = i < m->inputs.size ? m->inputs.data[i].lit : m->latches.data[i - m->inputs.size].lit;
        if (!b->needed[aig_node(leaf)]) continue;
        earlier.model[aig_node(leaf)] = circuit_add_latch(w, NULL);
        vec_last(&w->latches).next = later->model[aig_node(leaf)];
    }
    return earlier;
}

/* If `earlier` exists so does `later`, which follows it; if only `later` exists it is initial. */
static void oblige_order(struct builder *b, const struct moment *earlier, const struct moment *later) {
    struct aig *g = b->witness->graph;
    oblige(b, earlier->filled, later->filled);
    vec_each (const struct signal, s, &b->model->constraints)
        oblige(b, earlier->filled, at_moment(b, earlier, s->lit));
    aig_lit first = aig_and(g, later->filled, aig_not(earlier->filled));
    vec_each (const struct latch, l, &b->model->latches) {
        if (!b->needed[aig_node(l->lit)]) continue;
        aig_lit value = at_moment(b, later, l->lit);
        oblige(b, earlier->filled, aig_equal(g, value, at_moment(b, earlier, l->next)));
        if (!latch_is_free(l)) oblige(b, first, aig_equal(g, value, at_moment(b, later, l->reset)));
    }
}

static void build_invariant(struct builder *b, aig_lit bad) {
    struct moment later = {b->now, AIG_TRUE};
    vec_push(&b->obligations, aig_not(aig_mapped(b->now, bad)));
    oblige_phi(b, &later);
    /* Without shared leaves there is nothing to remember, and no symbol to tell history latches from the
     * model's. */
    bool shared = b->witness->inputs.size + b->witness->latches.size > 0;
    for (uint32_t depth = 1; shared && depth < b->invariant->depth; depth++) {
        struct moment earlier = remember(b, &later);
        oblige_order(b, &earlier, &later);
        oblige_phi(b, &earlier);
        if (later.model != b->now) mem_free(later.model);
        later = earlier;
    }
    if (later.model != b->now) mem_free(later.model);
    struct aig *g = b->witness->graph;
    circuit_add_property(b->witness, aig_not(aig_and_all(g, b->obligations.data, b->obligations.size)), NULL,
                         0);
    b->witness->bad_section = true;
}

struct circuit *certificate_build(const struct circuit *c, uint32_t property, const struct invariant *inv) {
    if (inv->simple_path) return NULL;
    aig_lit bad = c->properties.data[property].bad;
    struct builder b = {.model = c, .invariant = inv, .witness = circuit_new()};
    b.needed = mem_new_array(bool, aig_size(c->graph));
    b.now = new_map(c->graph);
    mark_needed(&b, bad);
    copy_model(&b);
    copy_functions(&b);
    build_invariant(&b, bad);
    b.witness->comment =
        mem_format("WITNESS %c%u\n", c->bad_section ? 'b' : 'o', c->properties.data[property].index);
    vec_free(&b.obligations);
    mem_free(b.needed);
    mem_free(b.now);
    return b.witness;
}
