#include "evidence/circuit_evidence.h"

struct trace *trace_new(const struct circuit *c, uint32_t property) {
    struct trace *t = mem_new(struct trace);
    t->property = property;
    t->latches = c->latches.size;
    t->inputs = c->inputs.size;
    vec_resize(&t->initial, t->latches);
    if (t->latches) memset(t->initial.data, TRACE_X, t->latches);
    return t;
}

void trace_free(struct trace *t) {
    if (!t) return;
    vec_free(&t->initial);
    vec_free(&t->values);
    mem_free(t);
}

uint8_t *trace_add_step(struct trace *t) {
    uint32_t begin = t->values.size;
    if (t->values.capacity - begin < t->inputs) vec_reserve(&t->values, vec_grown(begin + t->inputs));
    t->values.size += t->inputs;
    if (t->inputs) memset(t->values.data + begin, TRACE_X, t->inputs);
    t->steps++;
    return trace_step(t, t->steps - 1);
}

struct invariant *invariant_new(const struct circuit *c) {
    struct invariant *i = mem_new(struct invariant);
    i->graph = aig_new();
    i->depth = 1;
    for (uint32_t n = 0; n < c->inputs.size; n++) vec_push(&i->inputs, aig_leaf(i->graph));
    for (uint32_t n = 0; n < c->latches.size; n++) vec_push(&i->latches, aig_leaf(i->graph));
    return i;
}

void invariant_free(struct invariant *i) {
    if (!i) return;
    aig_free(i->graph);
    vec_free(&i->inputs);
    vec_free(&i->latches);
    vec_free(&i->conjuncts);
    mem_free(i);
}

struct invariant *invariant_copy(const struct invariant *i) {
    struct invariant *copy = mem_new(struct invariant);
    copy->graph = aig_copy(i->graph);
    vec_append(&copy->inputs, i->inputs.data, i->inputs.size);
    vec_append(&copy->latches, i->latches.data, i->latches.size);
    vec_append(&copy->conjuncts, i->conjuncts.data, i->conjuncts.size);
    copy->depth = i->depth;
    copy->simple_path = i->simple_path;
    return copy;
}

void invariant_add(struct invariant *i, aig_lit conjunct) {
    assert(aig_node(conjunct) < aig_size(i->graph));
    if (!aig_same(conjunct, AIG_TRUE)) vec_push(&i->conjuncts, conjunct);
}

void invariant_add_clause(struct invariant *i, const uint32_t *literals, uint32_t n) {
    aig_lits clause = {0};
    for (uint32_t k = 0; k < n; k++) {
        assert(literals[k] / 2 < i->latches.size);
        vec_push(&clause, aig_not_if(i->latches.data[literals[k] / 2], literals[k] & 1));
    }
    invariant_add(i, aig_or_all(i->graph, clause.data, n));
    vec_free(&clause);
}

/* Latches stand side by side in the graph. */
static bool latch_position(const struct invariant *i, uint32_t node, uint32_t *position) {
    if (!i->latches.size || node < aig_node(i->latches.data[0])) return false;
    *position = node - aig_node(i->latches.data[0]);
    return *position < i->latches.size;
}

/* The negation of a clause is a tree of gates over its negated literals. One with more gates than a clause with every
 * latch has is none: where gates are shared, the tree can be exponential. */
bool invariant_clause(const struct invariant *i, aig_lit conjunct, u32s *literals) {
    aig_lits open = {0};
    bool is_clause = true;
    uint32_t gates = 0;
    vec_clear(literals);
    vec_push(&open, aig_not(conjunct));
    while (open.size && is_clause) {
        aig_lit l = vec_pop(&open);
        uint32_t position;
        if (latch_position(i, aig_node(l), &position)) {
            vec_push(literals, 2 * position + !aig_sign(l));
        } else if (!aig_sign(l) && aig_is_gate(i->graph, aig_node(l)) && ++gates < i->latches.size) {
            vec_push(&open, aig_left(i->graph, aig_node(l)));
            vec_push(&open, aig_right(i->graph, aig_node(l)));
        } else {
            is_clause = false;
        }
    }
    vec_free(&open);
    return is_clause;
}

void invariant_add_equality(struct invariant *i, aig_lit a, aig_lit b) {
    struct aig *g = i->graph;
    if (aig_is_constant(a))
        invariant_add(i, aig_not_if(b, aig_same(a, AIG_FALSE)));
    else if (aig_is_constant(b))
        invariant_add(i, aig_not_if(a, aig_same(b, AIG_FALSE)));
    else if (!aig_same(a, b))
        invariant_add(i, aig_raw_and(g, aig_not(aig_raw_and(g, a, aig_not(b))),
                                     aig_not(aig_raw_and(g, aig_not(a), b))));
}

void invariant_add_copy(struct invariant *i, const struct aig *from, aig_lit conjunct, aig_lit *map) {
    aig_lit left, right, otherwise;
    if (!aig_sign(conjunct) && aig_is_gate(from, aig_node(conjunct)) &&
        aig_match_ite(from, aig_node(conjunct), &left, &right, &otherwise) &&
        aig_same(right, aig_not(otherwise)))
        invariant_add_equality(i, aig_copy_cone(i->graph, from, left, map),
                               aig_copy_cone(i->graph, from, right, map));
    else
        invariant_add(i, aig_copy_cone(i->graph, from, conjunct, map));
}

/* From the graph of one invariant to that of another about the same circuit, for aig_copy_cone. */
static aig_lit *map_leaves(const struct invariant *from, const struct invariant *to) {
    assert(from->inputs.size == to->inputs.size && from->latches.size == to->latches.size);
    aig_lit *map = mem_alloc(aig_size(from->graph) * sizeof *map);
    for (uint32_t n = 0; n < aig_size(from->graph); n++) map[n] = AIG_NONE;
    map[0] = AIG_FALSE;
    for (uint32_t n = 0; n < to->inputs.size; n++) map[aig_node(from->inputs.data[n])] = to->inputs.data[n];
    for (uint32_t n = 0; n < to->latches.size; n++)
        map[aig_node(from->latches.data[n])] = to->latches.data[n];
    return map;
}

struct invariant *invariant_part(const struct invariant *whole, const bool *kept) {
    struct invariant *part = mem_new(struct invariant);
    part->graph = aig_new();
    part->depth = whole->depth;
    part->simple_path = whole->simple_path;
    for (uint32_t i = 0; i < whole->inputs.size; i++) vec_push(&part->inputs, aig_leaf(part->graph));
    for (uint32_t i = 0; i < whole->latches.size; i++) vec_push(&part->latches, aig_leaf(part->graph));
    aig_lit *map = map_leaves(whole, part);
    for (uint32_t i = 0; i < whole->conjuncts.size; i++)
        if (kept[i]) invariant_add_copy(part, whole->graph, whole->conjuncts.data[i], map);
    mem_free(map);
    return part;
}

void invariant_conjoin(struct invariant *i, const struct invariant *other) {
    assert(!i->simple_path && !other->simple_path);
    aig_lit *map = map_leaves(other, i);
    vec_each (const aig_lit, c, &other->conjuncts) invariant_add_copy(i, other->graph, *c, map);
    mem_free(map);
    if (other->depth > i->depth) i->depth = other->depth;
}
