#include "transform/circuit/transform.h"

#include "aig/simulate.h"

void transform_free(struct transform *t) {
    if (!t) return;
    circuit_free(t->to);
    mem_free(t->image);
    vec_free(&t->input_origin);
    vec_free(&t->latch_origin);
    invariant_free(t->facts);
    mem_free(t);
}

/* For the nodes of a graph: none has an image yet. */
static aig_lit *new_map(const struct aig *g) {
    aig_lit *map = mem_alloc(aig_size(g) * sizeof *map);
    for (uint32_t n = 0; n < aig_size(g); n++) map[n] = AIG_NONE;
    map[0] = AIG_FALSE;
    return map;
}

static bool is_merged(const aig_lit *merge, uint32_t node) {
    return !aig_same(merge[node], aig_make(node, false));
}

static void add_leaves(struct transform *t, const aig_lit *merge, const bool *keep) {
    const struct circuit *from = t->from;
    for (uint32_t i = 0; i < from->inputs.size; i++) {
        uint32_t node = aig_node(from->inputs.data[i].lit);
        assert(!is_merged(merge, node));
        if (keep && !keep[node]) continue;
        t->image[node] = circuit_add_input(t->to, from->inputs.data[i].name);
        vec_push(&t->input_origin, i);
    }
    for (uint32_t i = 0; i < from->latches.size; i++) {
        const struct latch *l = &from->latches.data[i];
        uint32_t node = aig_node(l->lit);
        if (is_merged(merge, node))
            assert(aig_is_constant(l->reset));
        else if (!keep || keep[node]) {
            t->image[node] = circuit_add_latch(t->to, l->name);
            vec_push(&t->latch_origin, i);
        }
    }
}

/* The nodes that the new circuit needs; both fan-ins and merges lead to smaller numbers, so one pass will do.
 */
static bool *mark_needed(const struct transform *t, const aig_lit *merge) {
    const struct circuit *from = t->from;
    bool *needed = mem_new_array(bool, aig_size(from->graph));
    vec_each (const struct signal, s, &from->constraints) needed[aig_node(s->lit)] = true;
    vec_each (const struct property, p, &from->properties) needed[aig_node(p->bad)] = true;
    vec_each (const uint32_t, i, &t->latch_origin) {
        needed[aig_node(from->latches.data[*i].next)] = true;
        needed[aig_node(from->latches.data[*i].reset)] = true;
    }
    for (uint32_t n = aig_size(from->graph); n-- > 1;) {
        if (!needed[n]) continue;
        if (is_merged(merge, n)) {
            assert(aig_node(merge[n]) < n);
            needed[aig_node(merge[n])] = true;
        } else if (aig_is_gate(from->graph, n)) {
            needed[aig_node(aig_left(from->graph, n))] = true;
            needed[aig_node(aig_right(from->graph, n))] = true;
        }
    }
    return needed;
}

static void build_gates(struct transform *t, const aig_lit *merge) {
    const struct aig *g = t->from->graph;
    bool *needed = mark_needed(t, merge);
    for (uint32_t n = 1; n < aig_size(g); n++) {
        if (is_merged(merge, n)) {
            if (t->image[aig_node(merge[n])].code != UINT32_MAX) t->image[n] = aig_mapped(t->image, merge[n]);
        } else if (needed[n] && aig_is_gate(g, n)) {
            t->image[n] = aig_and(t->to->graph, aig_mapped(t->image, aig_left(g, n)),
                                  aig_mapped(t->image, aig_right(g, n)));
        }
    }
    mem_free(needed);
}

/* Latch functions, constraints and properties, as images of the old ones. Constraints that say nothing, or
 * the same twice, are left out. */
static void connect(struct transform *t) {
    const struct circuit *from = t->from;
    for (uint32_t i = 0; i < t->latch_origin.size; i++) {
        const struct latch *old = &from->latches.data[t->latch_origin.data[i]];
        t->to->latches.data[i].next = aig_mapped(t->image, old->next);
        t->to->latches.data[i].reset = aig_mapped(t->image, old->reset);
    }
    struct hash_map seen = {0};
    vec_each (const struct signal, s, &from->constraints) {
        aig_lit image = aig_mapped(t->image, s->lit);
        if (aig_same(image, AIG_TRUE) || hash_map_get(&seen, image.code) != HASH_NONE) continue;
        hash_map_put(&seen, image.code, 1);
        circuit_add_constraint(t->to, image, s->name);
    }
    hash_map_free(&seen);
    vec_each (const struct property, p, &from->properties)
        circuit_add_property(t->to, aig_mapped(t->image, p->bad), p->name, p->index);
}

static bool *mark_used(const struct circuit *c) {
    bool *used = mem_new_array(bool, aig_size(c->graph));
    vec_each (const struct latch, l, &c->latches) used[aig_node(l->next)] = used[aig_node(l->reset)] = true;
    vec_each (const struct signal, s, &c->constraints) used[aig_node(s->lit)] = true;
    vec_each (const struct property, p, &c->properties) used[aig_node(p->bad)] = true;
    for (uint32_t n = aig_size(c->graph); n-- > 1;) {
        if (!used[n] || !aig_is_gate(c->graph, n)) continue;
        used[aig_node(aig_left(c->graph, n))] = true;
        used[aig_node(aig_right(c->graph, n))] = true;
    }
    return used;
}

/* Removes gates that simplification left without use. */
static void compact(struct transform *t) {
    struct circuit *c = t->to;
    uint32_t size = aig_size(c->graph), gates = 0;
    bool *used = mark_used(c);
    for (uint32_t n = 1; n < size; n++) gates += used[n] && aig_is_gate(c->graph, n);
    if (gates != c->graph->gates) {
        struct aig *smaller = aig_new();
        aig_lit *map = mem_alloc(size * sizeof *map);
        map[0] = AIG_FALSE;
        for (uint32_t n = 1; n < size; n++) {
            map[n] = AIG_NONE;
            if (!aig_is_gate(c->graph, n))
                map[n] = aig_leaf(smaller);
            else if (used[n])
                map[n] = aig_and(smaller, aig_mapped(map, aig_left(c->graph, n)),
                                 aig_mapped(map, aig_right(c->graph, n)));
        }
        vec_each (struct signal, s, &c->inputs) s->lit = aig_mapped(map, s->lit);
        vec_each (struct latch, l, &c->latches) {
            l->lit = aig_mapped(map, l->lit);
            l->next = aig_mapped(map, l->next);
            l->reset = aig_mapped(map, l->reset);
        }
        vec_each (struct signal, s, &c->constraints) s->lit = aig_mapped(map, s->lit);
        vec_each (struct property, p, &c->properties) p->bad = aig_mapped(map, p->bad);
        for (uint32_t n = 0; n < aig_size(t->from->graph); n++) {
            if (t->image[n].code == UINT32_MAX) continue;
            bool lost = map[aig_node(t->image[n])].code == UINT32_MAX;
            t->image[n] = lost ? AIG_NONE : aig_mapped(map, t->image[n]);
        }
        mem_free(map);
        aig_free(c->graph);
        c->graph = smaller;
    }
    mem_free(used);
}

struct transform *transform_new(const char *name, const struct circuit *from, struct invariant *facts) {
    struct transform *t = mem_new(struct transform);
    t->name = name;
    t->from = from;
    t->to = circuit_new();
    t->facts = facts;
    t->first_step = AIG_NONE;
    t->image = new_map(from->graph);
    t->to->bad_section = from->bad_section;
    return t;
}

struct transform *transform_by_merging(const char *name, const struct circuit *from, const aig_lit *merge,
                                       const bool *keep, struct invariant *facts) {
    struct transform *t = transform_new(name, from, facts);
    add_leaves(t, merge, keep);
    build_gates(t, merge);
    connect(t);
    compact(t);
    assert(!circuit_check(t->to));
    return t;
}

struct transform *transform_by_rebuilding(const char *name, const struct circuit *from,
                                          const struct aig *graph, const aig_lit *image) {
    struct transform *t = transform_new(name, from, NULL);
    aig_lit *map = new_map(graph); /* from `graph` to the new one */
    for (uint32_t i = 0; i < from->inputs.size; i++) {
        const struct signal *s = &from->inputs.data[i];
        map[aig_node(image[aig_node(s->lit)])] = circuit_add_input(t->to, s->name);
        vec_push(&t->input_origin, i);
    }
    for (uint32_t i = 0; i < from->latches.size; i++) {
        const struct latch *l = &from->latches.data[i];
        map[aig_node(image[aig_node(l->lit)])] = circuit_add_latch(t->to, l->name);
        vec_push(&t->latch_origin, i);
    }
    vec_each (const struct latch, l, &from->latches) {
        aig_copy_cone(t->to->graph, graph, aig_mapped(image, l->next), map);
        aig_copy_cone(t->to->graph, graph, aig_mapped(image, l->reset), map);
    }
    vec_each (const struct signal, s, &from->constraints)
        aig_copy_cone(t->to->graph, graph, aig_mapped(image, s->lit), map);
    vec_each (const struct property, p, &from->properties)
        aig_copy_cone(t->to->graph, graph, aig_mapped(image, p->bad), map);
    for (uint32_t n = 0; n < aig_size(from->graph); n++)
        if (image[n].code != UINT32_MAX && map[aig_node(image[n])].code != UINT32_MAX)
            t->image[n] = aig_mapped(map, image[n]);
    mem_free(map);
    connect(t);
    compact(t);
    assert(!circuit_check(t->to));
    return t;
}

/* Latches with a reset function get its value. The functions may depend on each other, without cycles, so
 * that each pass settles at least one more latch. */
static void evaluate_resets(const struct circuit *c, struct trace *trace) {
    bool any = false;
    vec_each (const struct latch, l, &c->latches) any |= latch_has_function(l);
    if (!any) return;
    uint8_t *values = mem_alloc(aig_size(c->graph));
    for (uint32_t i = 0; i < c->inputs.size; i++)
        values[aig_node(c->inputs.data[i].lit)] = trace->steps ? trace_inputs(trace, 0)[i] : TERNARY_X;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->latches.size; i++)
            values[aig_node(c->latches.data[i].lit)] = trace->initial.data[i];
        simulate_ternary(c->graph, values);
        for (uint32_t i = 0; i < c->latches.size; i++) {
            if (!latch_has_function(&c->latches.data[i])) continue;
            uint8_t value = (uint8_t)simulate_ternary_value(values, c->latches.data[i].reset);
            changed |= value != trace->initial.data[i];
            trace->initial.data[i] = value;
        }
    }
    mem_free(values);
}

struct trace *transform_trace_back(const struct transform *t, struct trace *trace, uint8_t dropped) {
    const struct circuit *from = t->from;
    struct trace *old = trace_new(from, trace->property);
    for (uint32_t step = 0; step < trace->steps; step++) {
        uint8_t *inputs = trace_add_step(old);
        if (from->inputs.size) memset(inputs, dropped, from->inputs.size);
        for (uint32_t i = 0; i < t->input_origin.size; i++)
            inputs[t->input_origin.data[i]] = trace_inputs(trace, step)[i];
    }
    for (uint32_t i = 0; i < from->latches.size; i++) {
        const struct latch *l = &from->latches.data[i];
        if (aig_is_constant(l->reset))
            old->initial.data[i] = aig_sign(l->reset);
        else
            old->initial.data[i] = latch_is_free(l) ? dropped : TRACE_X;
    }
    for (uint32_t i = 0; i < t->latch_origin.size; i++) {
        uint32_t origin = t->latch_origin.data[i];
        if (origin != UINT32_MAX && latch_is_free(&from->latches.data[origin]))
            old->initial.data[origin] = trace->initial.data[i];
    }
    evaluate_resets(from, old);
    trace_free(trace);
    return old;
}

/* phi of the new circuit speaks of its first-step latch. In the old circuit a state is either initial, or
 * like one of the new circuit with that latch false: each conjunct q becomes `q or initial`. This is
 * inductive at the same depth: an initial state on a path is followed by what the base cases promise, and a
 * path without one is a path of the new circuit. `initial` is exact: every latch that is not free equals its
 * reset. */
static aig_lit initial_state(struct invariant *i, const struct circuit *c) {
    aig_lit *map = new_map(c->graph);
    for (uint32_t n = 0; n < c->inputs.size; n++) map[aig_node(c->inputs.data[n].lit)] = i->inputs.data[n];
    for (uint32_t n = 0; n < c->latches.size; n++) map[aig_node(c->latches.data[n].lit)] = i->latches.data[n];
    aig_lits equal = {0};
    vec_each (const struct latch, l, &c->latches) {
        if (latch_is_free(l)) continue;
        aig_lit reset = aig_copy_cone(i->graph, c->graph, l->reset, map);
        vec_push(&equal, aig_equal(i->graph, aig_mapped(map, l->lit), reset));
    }
    aig_lit all = aig_and_all(i->graph, equal.data, equal.size);
    vec_free(&equal);
    mem_free(map);
    return all;
}

/* Adds the conjuncts, renamed, to `old`, and consumes the invariant. */
static struct invariant *rename_into(struct invariant *old, const struct transform *t,
                                     struct invariant *invariant) {
    aig_lit *map = new_map(invariant->graph);
    for (uint32_t i = 0; i < t->input_origin.size; i++)
        map[aig_node(invariant->inputs.data[i])] = old->inputs.data[t->input_origin.data[i]];
    for (uint32_t i = 0; i < t->latch_origin.size; i++) {
        uint32_t origin = t->latch_origin.data[i];
        map[aig_node(invariant->latches.data[i])] =
            origin == UINT32_MAX ? AIG_FALSE : old->latches.data[origin];
    }
    bool first = t->first_step.code != UINT32_MAX;
    aig_lit initial = first ? initial_state(old, t->from) : AIG_FALSE;
    vec_each (const aig_lit, c, &invariant->conjuncts) {
        aig_lit conjunct = aig_copy_cone(old->graph, invariant->graph, *c, map);
        invariant_add(old, aig_or(old->graph, conjunct, initial));
    }
    if (invariant->depth > old->depth) old->depth = invariant->depth;
    old->simple_path = invariant->simple_path;
    mem_free(map);
    invariant_free(invariant);
    return old;
}

struct invariant *transform_invariant_back(const struct transform *t, struct invariant *invariant) {
    return rename_into(t->facts ? invariant_copy(t->facts) : invariant_new(t->from), t, invariant);
}

struct invariant *transform_rename_back(const struct transform *t, struct invariant *invariant) {
    return rename_into(invariant_new(t->from), t, invariant);
}

/* ---- lemmas ---- */

/* Adds those of the lemmas to `into` whose leaves all have an image in the map, and consumes both. */
static struct invariant *carry(struct invariant *into, struct invariant *lemmas, aig_lit *map) {
    const struct aig *g = lemmas->graph;
    bool *sayable = mem_new_array(bool, aig_size(g));
    for (uint32_t n = 0; n < aig_size(g); n++)
        sayable[n] = aig_is_gate(g, n)
                         ? sayable[aig_node(aig_left(g, n))] && sayable[aig_node(aig_right(g, n))]
                         : map[n].code != UINT32_MAX;
    vec_each (const aig_lit, l, &lemmas->conjuncts)
        if (sayable[aig_node(*l)]) invariant_add(into, aig_copy_cone(into->graph, g, *l, map));
    mem_free(sayable);
    mem_free(map);
    invariant_free(lemmas);
    return into;
}

/* What takes the place of a latch with a reset function differs from it in the first step. */
struct invariant *transform_lemmas_back(const struct transform *t, struct invariant *lemmas) {
    struct invariant *old = invariant_new(t->from);
    aig_lit *map = new_map(lemmas->graph);
    for (uint32_t i = 0; i < t->input_origin.size; i++)
        map[aig_node(lemmas->inputs.data[i])] = old->inputs.data[t->input_origin.data[i]];
    for (uint32_t i = 0; i < t->latch_origin.size; i++) {
        uint32_t origin = t->latch_origin.data[i];
        bool exact = origin != UINT32_MAX && (t->first_step.code == UINT32_MAX ||
                                              !latch_has_function(&t->from->latches.data[origin]));
        if (exact) map[aig_node(lemmas->latches.data[i])] = old->latches.data[origin];
    }
    return carry(old, lemmas, map);
}

struct invariant *transform_lemmas_forward(const struct transform *t, struct invariant *lemmas) {
    const struct circuit *from = t->from, *to = t->to;
    struct invariant *new = invariant_new(to);
    aig_lit *map = new_map(lemmas->graph), *of_new = new_map(to->graph);
    for (uint32_t i = 0; i < to->inputs.size; i++)
        of_new[aig_node(to->inputs.data[i].lit)] = new->inputs.data[i];
    for (uint32_t i = 0; i < to->latches.size; i++)
        of_new[aig_node(to->latches.data[i].lit)] = new->latches.data[i];
    for (uint32_t i = 0; i < from->inputs.size + from->latches.size; i++) {
        bool input = i < from->inputs.size;
        uint32_t at = input ? i : i - from->inputs.size;
        aig_lit leaf = input ? lemmas->inputs.data[at] : lemmas->latches.data[at];
        aig_lit image = t->image[aig_node(input ? from->inputs.data[at].lit : from->latches.data[at].lit)];
        if (image.code != UINT32_MAX)
            map[aig_node(leaf)] = aig_copy_cone(new->graph, to->graph, image, of_new);
    }
    mem_free(of_new);
    return carry(new, lemmas, map);
}
