/* Evidence: the complete tree as an invariant, the model of a path as a trace. */
#include "engine/tree/tree.h"

struct program_trace *tree_trace(struct tree *t, struct route *path) {
    struct program_trace *trace = program_trace_new();
    bool complete = true;
    vec_each (const struct program_variable, v, &t->program->variables) {
        vec_push(&trace->initial, route_value(path, v->now));
        complete &= !term_is_none(vec_last(&trace->initial));
    }
    for (uint32_t step = 0; step < path->edges.size; step++) {
        const struct route_edge *e = routes_edge(&t->routes, path->edges.data[step]);
        vec_push(&trace->edges, path->edges.data[step]);
        for (uint32_t i = 0; i < e->inputs.size; i++) {
            if (e->sites.data[i] == HASH_NONE) continue;
            term value = route_value(path, routes_copy(&t->routes, e->inputs.data[i], step));
            vec_push(&trace->inputs, (struct program_input_value){step, e->sites.data[i], value});
            complete &= !term_is_none(value);
        }
    }
    if (complete) return trace;
    program_trace_free(trace);
    return NULL;
}

/* Every conjunct of b is (syntactically) in a. */
static bool label_implies(const struct tree *t, uint32_t a, uint32_t b) {
    vec_each (const uint32_t, c, &tree_node(t, b)->label)
        if (!tree_has(t, a, *c)) return false;
    return true;
}

/* The open nodes of a location whose label no other one's makes superfluous. */
static void weakest(const struct tree *t, uint32_t location, u32s *out) {
    vec_each (const uint32_t, v, &t->at.data[location]) {
        if (!tree_is_open(t, *v)) continue;
        bool needed = true;
        vec_each (const uint32_t, other, out) needed = needed && !label_implies(t, *v, *other);
        if (!needed) continue;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < out->size; i++)
            if (!label_implies(t, out->data[i], *v)) out->data[kept++] = out->data[i];
        vec_shrink(out, kept);
        vec_push(out, *v);
    }
}

/* The conjuncts that all of the nodes have stand before the disjunction of the rest. */
static term location_formula(struct tree *t, const u32s *nodes) {
    if (!nodes->size) return term_false(t->bank);
    term_list common = {0}, rest = {0};
    u32s shared = {0};
    vec_each (const uint32_t, c, &tree_node(t, nodes->data[0])->label) {
        bool everywhere = true;
        vec_each (const uint32_t, v, nodes) everywhere = everywhere && tree_has(t, *v, *c);
        if (!everywhere) continue;
        vec_push(&shared, *c);
        vec_push(&common, tree_formula(t, *c));
    }
    vec_each (const uint32_t, v, nodes) {
        term_list own = {0};
        vec_each (const uint32_t, c, &tree_node(t, *v)->label) {
            bool is_shared = false;
            vec_each (const uint32_t, s, &shared) is_shared |= *s == *c;
            if (!is_shared) vec_push(&own, tree_formula(t, *c));
        }
        vec_push(&rest, term_and(t->bank, own.data, own.size));
        vec_free(&own);
    }
    vec_push(&common, term_or(t->bank, rest.data, rest.size));
    term formula = term_and(t->bank, common.data, common.size);
    vec_free(&common);
    vec_free(&rest);
    vec_free(&shared);
    return formula;
}

struct program_invariant *tree_invariant(struct tree *t) {
    struct program_invariant *invariant = program_invariant_new(t->program);
    for (uint32_t l = 0; l < t->program->locations.size; l++) {
        if (t->distance.data[l] == TREE_NONE) {
            invariant->at.data[l] = term_true(t->bank);
            continue;
        }
        u32s nodes = {0};
        weakest(t, l, &nodes);
        invariant->at.data[l] = location_formula(t, &nodes);
        vec_free(&nodes);
    }
    return invariant;
}
