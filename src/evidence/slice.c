/* Rounds: the cone of influence grows by the latches of the conjuncts that it makes relevant, which may make
 * further ones relevant. Usually two or three rounds are enough. */
#include "evidence/slice.h"

enum {
    SMALL = 32, /* conjuncts: not worth the effort */
    ROUNDS = 16 /* then the parts are too entangled */
};

enum { DEPENDS_INSIDE = 1, DEPENDS_OUTSIDE = 2 }; /* on latches in the cone, and on others */

struct slice {
    const struct circuit *circuit;
    const struct invariant *invariant;
    struct leaf *leaves; /* of the circuit */
    bool *cone;          /* nodes of the circuit that the property and the constraints depend on, over time */
    u32s open;           /* nodes that are to be in it */
    uint8_t *depends;    /* node of the invariant -> on what */
    bool *mentioned;     /* nodes of the invariant below the conjuncts that are kept */
    bool *kept;          /* [0..conjuncts[ */
    uint32_t count;      /* of those */
};

static void grow_cone(struct slice *s) {
    circuit_mark_cone(s->circuit, s->leaves, &s->open, s->cone);
}

static void find_dependencies(struct slice *s) {
    const struct invariant *inv = s->invariant;
    for (uint32_t i = 0; i < inv->latches.size; i++)
        s->depends[aig_node(inv->latches.data[i])] =
            s->cone[aig_node(s->circuit->latches.data[i].lit)] ? DEPENDS_INSIDE : DEPENDS_OUTSIDE;
    for (uint32_t n = 1; n < aig_size(inv->graph); n++)
        if (aig_is_gate(inv->graph, n))
            s->depends[n] = s->depends[aig_node(aig_left(inv->graph, n))] |
                            s->depends[aig_node(aig_right(inv->graph, n))];
}

/* Is it a disjunction of literals over leaves? One whose parts are shared counts as none: nobody learns such clauses,
 * and their trees can be exponential. */
static bool is_clause(const struct aig *g, aig_lit l) {
    bool plain = true;
    uint32_t gates = 0;
    aig_lits stack = {0};
    vec_push(&stack, aig_not(l));
    while (stack.size && plain) {
        l = vec_pop(&stack);
        if (!aig_is_gate(g, aig_node(l))) continue;
        plain = !aig_sign(l) && ++gates < aig_size(g);
        vec_push(&stack, aig_left(g, aig_node(l)));
        vec_push(&stack, aig_right(g, aig_node(l)));
    }
    vec_free(&stack);
    return plain;
}

/* A merge is relevant for the node that gives way to the other, which has the smaller number; a clause if the
 * cone has all of its latches, as it is learnt about latches that one property depends on; anything else, such
 * as a disjunction of states, if the cone has one of them. */
static bool is_relevant(const struct slice *s, aig_lit conjunct) {
    const struct aig *g = s->invariant->graph;
    uint8_t depends = s->depends[aig_node(conjunct)];
    aig_lit left, right, otherwise;
    if (!aig_sign(conjunct) && aig_is_gate(g, aig_node(conjunct)) &&
        aig_match_ite(g, aig_node(conjunct), &left, &right, &otherwise) &&
        aig_same(right, aig_not(otherwise))) {
        uint32_t merged = aig_node(left) > aig_node(right) ? aig_node(left) : aig_node(right);
        return !(s->depends[merged] & DEPENDS_OUTSIDE);
    }
    return depends == DEPENDS_INSIDE || (depends & DEPENDS_INSIDE && !is_clause(g, conjunct));
}

/* One round; false when it changed nothing. */
static bool keep_relevant(struct slice *s) {
    const struct invariant *inv = s->invariant;
    uint32_t before = s->count;
    find_dependencies(s);
    for (uint32_t i = 0; i < inv->conjuncts.size; i++) {
        if (s->kept[i] || !is_relevant(s, inv->conjuncts.data[i])) continue;
        s->kept[i] = true;
        s->count++;
        aig_mark_cone(inv->graph, inv->conjuncts.data[i], s->mentioned);
    }
    for (uint32_t i = 0; i < inv->latches.size; i++)
        if (s->mentioned[aig_node(inv->latches.data[i])])
            vec_push(&s->open, aig_node(s->circuit->latches.data[i].lit));
    grow_cone(s);
    return s->count > before;
}

static void slice_init(struct slice *s, const struct invariant *inv, const struct circuit *c) {
    *s = (struct slice){.circuit = c, .invariant = inv, .leaves = circuit_leaves(c)};
    s->cone = mem_new_array(bool, aig_size(c->graph));
    s->depends = mem_new_array(uint8_t, aig_size(inv->graph));
    s->mentioned = mem_new_array(bool, aig_size(inv->graph));
    s->kept = mem_new_array(bool, inv->conjuncts.size + 1);
}

static void slice_fini(struct slice *s) {
    mem_free(s->leaves);
    mem_free(s->cone);
    mem_free(s->depends);
    mem_free(s->mentioned);
    mem_free(s->kept);
    vec_free(&s->open);
}

struct invariant *invariant_slice(const struct invariant *inv, const struct circuit *c, uint32_t property) {
    if (inv->simple_path || inv->conjuncts.size < SMALL) return NULL;
    struct slice s;
    slice_init(&s, inv, c);
    vec_push(&s.open, aig_node(c->properties.data[property].bad));
    vec_each (const struct signal, constraint, &c->constraints) vec_push(&s.open, aig_node(constraint->lit));
    grow_cone(&s);
    uint32_t round = 0;
    while (round < ROUNDS && keep_relevant(&s)) round++;
    bool worth_it = round < ROUNDS && s.count <= inv->conjuncts.size / 2;
    struct invariant *part = worth_it ? invariant_part(inv, s.kept) : NULL;
    slice_fini(&s);
    return part;
}
