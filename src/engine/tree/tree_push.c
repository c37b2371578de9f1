/* Conjuncts that hold at a descendant, too: forward propagation when a node is expanded, strengthening
 * along loops ([CG12] section 4 and Fig. 3). The first is the second for a path of one edge, whose nodes
 * in between need no strengthening.
 *
 * Which of many conjuncts hold at the end of a path is found by a few queries: "some conjunct fails at the
 * end" has a model, which shows some that fail; the rest is asked again, until the answer is no. */
#include "engine/tree/tree.h"

/* Whether the conjunct is among those of the label and its variables are not touched on the way. */
static bool is_carried(struct tree *t, struct route *route, term formula) {
    return term_same(route_after(route, formula), formula) ||
           term_is(t->bank, route_after(route, formula), TERM_TRUE);
}

static void drop_violated(struct tree *t, struct route *route, u32s *candidates) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < candidates->size; i++) {
        term value = route_value_after(route, tree_formula(t, candidates->data[i]));
        if (term_is(t->bank, value, TERM_TRUE)) candidates->data[kept++] = candidates->data[i];
    }
    vec_shrink(candidates, kept);
}

/* label & path & some candidate fails at the end: sat? Drops those that do. The candidates are conjuncts
 * of the label. With `all`, one that fails makes them all go. */
static void keep_what_holds(struct tree *t, struct route *route, uint32_t label, u32s *candidates, bool all) {
    while (candidates->size && !tree_over(t)) {
        term_list fails = {0};
        vec_each (const uint32_t, c, candidates)
            if (!is_carried(t, route, tree_formula(t, *c)))
                vec_push(&fails, term_not(t->bank, route_after(route, tree_formula(t, *c))));
        if (!fails.size) {
            vec_free(&fails);
            return;
        }
        route_begin(route);
        tree_assume_label(t, route, label);
        route_also(route, term_or(t->bank, fails.data, fails.size));
        vec_free(&fails);
        enum smt_result result = route_try(route);
        if (result == SMT_UNSAT) return;
        uint32_t before = candidates->size;
        if (result == SMT_SAT && !all) drop_violated(t, route, candidates);
        if (all || candidates->size == before)
            vec_clear(candidates); /* undecided, or a value that we cannot have */
    }
}

/* The child along an edge, with the strongest label over the predicates, unless that is false. */
static void expand_by_predicates(struct tree *t, uint32_t v, uint32_t edge) {
    term label;
    if (!tree_abstract(t, v, edge, &label)) return;
    if (term_is(t->bank, label, TERM_FALSE)) {
        t->stats->tree_infeasible++;
        return;
    }
    tree_label_with(t, tree_add_node(t, t->program->edges.data[edge].to, v, edge), label);
}

/* The child along an edge, unless it is dead from the start. */
static void expand_edge(struct tree *t, uint32_t v, uint32_t edge) {
    uint32_t to = t->program->edges.data[edge].to;
    struct route *route = routes_get(&t->routes, &edge, 1);
    u32s candidates = {0};
    bool loop = to == tree_node(t, v)->location;
    if (t->mode->propagate && !(loop && t->mode->monolithic) && t->options->tree_propagate)
        vec_append(&candidates, tree_node(t, v)->label.data, tree_node(t, v)->label.size);
    uint32_t child = TREE_NONE;
    if (t->options->tree_feasible) {
        route_begin(route);
        tree_assume_label(t, route, v);
        /* label(v) & T unsat? */
        enum smt_result result = route_try(route);
        if (result == SMT_UNSAT) {
            t->stats->tree_infeasible++;
            vec_free(&candidates);
            return;
        }
        child = tree_add_node(t, to, v, edge);
        if (result == SMT_SAT) {
            tree_note_state(t, v, route, false);
            tree_note_state(t, child, route, true);
            drop_violated(t, route, &candidates);
        }
    }
    if (child == TREE_NONE) child = tree_add_node(t, to, v, edge);
    if (!tree_node(t, child)->goal) {
        keep_what_holds(t, route, v, &candidates, false);
        vec_each (const uint32_t, c, &candidates) t->stats->tree_propagated += tree_add(t, child, *c);
    }
    vec_free(&candidates);
}

/* The stack gives the last of the children first. */
static void reverse(u32s *edges) {
    for (uint32_t i = 0; i < edges->size / 2; i++) {
        uint32_t other = edges->size - 1 - i, e = edges->data[i];
        edges->data[i] = edges->data[other];
        edges->data[other] = e;
    }
}

/* Edges nearest to the error location last. */
static void by_distance(const struct tree *t, u32s *edges) {
    for (uint32_t i = 1; i < edges->size; i++)
        for (uint32_t j = i; j > 0; j--) {
            uint32_t a = edges->data[j - 1], b = edges->data[j];
            const struct program_edge *all = t->program->edges.data;
            if (t->distance.data[all[a].to] >= t->distance.data[all[b].to]) break;
            edges->data[j - 1] = b;
            edges->data[j] = a;
        }
}

void tree_expand(struct tree *t, uint32_t v) {
    const u32s *outgoing = &t->program->outgoing.data[tree_node(t, v)->location];
    u32s edges = {0};
    vec_each (const uint32_t, e, outgoing)
        if (tree_follows(t, *e)) vec_push(&edges, *e);
    enum { DISTANCE };
    reverse(&edges);
    if (t->options->tree_order == DISTANCE) by_distance(t, &edges);
    for (uint32_t i = 0; i < edges.size && !tree_over(t); i++)
        (t->mode->precision ? expand_by_predicates : expand_edge)(t, v, edges.data[i]);
    vec_append(&t->leaves, tree_node(t, v)->children.data, tree_node(t, v)->children.size);
    tree_node(t, v)->expanded = true;
    vec_free(&edges);
}

/* Makes the nodes between strong enough for the conjunct to hold at the end: "tricking the blocking phase"
 * with its negation. */
static bool support(struct tree *t, const u32s *path, term conjuncts) {
    if (path->size == 2) return true;
    term target = term_not(t->bank, conjuncts);
    if (t->mode->interpolate && tree_interpolate(t, path, target)) return true;
    if (t->mode->abstract && tree_block(t, path, target, true) == TREE_BLOCKED) return true;
    bool blocked = tree_block(t, path, target, false) == TREE_BLOCKED;
    if (t->mode->abstract) tree_adopt_predicates(t, path); /* labels are over predicates, come what may */
    return blocked;
}

/* What the ancestor has and the node does not. */
static void missing(const struct tree *t, uint32_t ancestor, uint32_t v, u32s *out) {
    vec_each (const uint32_t, c, &tree_node(t, ancestor)->label)
        if (!tree_has(t, v, *c)) vec_push(out, *c);
}

static void strengthen_from(struct tree *t, uint32_t v, uint32_t ancestor) {
    uint64_t key = (uint64_t)v << 32 | ancestor;
    uint32_t version = tree_node(t, ancestor)->version;
    if (hash_map_get(&t->strengthened, key) == version) return;
    hash_map_put(&t->strengthened, key, version);
    u32s candidates = {0}, path = {0}, edges = {0};
    missing(t, ancestor, v, &candidates);
    if (candidates.size) {
        tree_path(t, ancestor, v, &path);
        for (uint32_t i = 1; i < path.size; i++) vec_push(&edges, tree_node(t, path.data[i])->edge);
        struct route *route = routes_get(&t->routes, edges.data, edges.size);
        keep_what_holds(t, route, ancestor, &candidates, t->mode->monolithic);
        if (t->mode->monolithic || t->mode->interpolate) {
            term_list all = {0};
            vec_each (const uint32_t, c, &candidates) vec_push(&all, tree_formula(t, *c));
            if (all.size && !support(t, &path, term_and(t->bank, all.data, all.size))) vec_clear(&candidates);
            vec_free(&all);
        }
        vec_each (const uint32_t, c, &candidates) {
            bool supported =
                t->mode->monolithic || t->mode->interpolate || support(t, &path, tree_formula(t, *c));
            if (supported) t->stats->tree_strengthened += tree_add(t, v, *c);
        }
    }
    vec_free(&candidates);
    vec_free(&path);
    vec_free(&edges);
}

void tree_strengthen(struct tree *t, uint32_t v) {
    enum { OFF, NEAREST, ALL };
    if (t->options->tree_strengthen == OFF || t->mode->precision) return;
    uint32_t ancestor = tree_same_location(t, v);
    while (ancestor != TREE_NONE && !tree_over(t) && !tree_node(t, v)->dead) {
        strengthen_from(t, v, ancestor);
        if (t->options->tree_strengthen == NEAREST) break;
        ancestor = tree_same_location(t, ancestor);
    }
}
