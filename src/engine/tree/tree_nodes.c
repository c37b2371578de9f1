/* The nodes of the tree: labels, covering, witnesses. */
#include "engine/tree/tree.h"

uint32_t tree_add_node(struct tree *t, uint32_t location, uint32_t parent, uint32_t edge) {
    uint32_t v = t->nodes.size;
    bool goal =
        location == t->program->error || (edge != TREE_NONE && t->program->edges.data[edge].unsupported);
    vec_push(&t->nodes,
             (struct tree_node){.location = location,
                                .parent = parent,
                                .edge = edge,
                                .goal = goal,
                                .covered_by = TREE_NONE,
                                .depth = parent == TREE_NONE ? 0 : tree_node(t, parent)->depth + 1});
    if (parent != TREE_NONE) vec_push(&tree_node(t, parent)->children, v);
    vec_push(&t->at.data[location], v);
    t->stats->tree_nodes++;
    return v;
}

bool tree_follows(const struct tree *t, uint32_t edge) {
    const struct program_edge *e = &t->program->edges.data[edge];
    return t->distance.data[e->to] != TREE_NONE || e->unsupported;
}

bool tree_is_open(const struct tree *t, uint32_t v) {
    for (; v != TREE_NONE; v = tree_node(t, v)->parent)
        if (tree_node(t, v)->dead || tree_node(t, v)->covered_by != TREE_NONE) return false;
    return true;
}

static void remove_from(u32s *list, uint32_t element) {
    for (uint32_t i = 0; i < list->size; i++) {
        if (list->data[i] != element) continue;
        list->data[i] = vec_last(list);
        (void)vec_pop(list);
        return;
    }
}

static void uncover(struct tree *t, uint32_t v) {
    struct tree_node *n = tree_node(t, v);
    remove_from(&tree_node(t, n->covered_by)->covers, v);
    n->covered_by = TREE_NONE;
    n->settled = 0;
    t->stats->tree_uncovers++;
    if (!n->expanded) vec_push(&t->leaves, v);
}

/* Nothing may be covered by a node below v, v included. */
static void uncover_below(struct tree *t, uint32_t v) {
    u32s work = {0};
    vec_push(&work, v);
    while (work.size) {
        uint32_t u = vec_pop(&work);
        while (tree_node(t, u)->covers.size) uncover(t, vec_last(&tree_node(t, u)->covers));
        vec_append(&work, tree_node(t, u)->children.data, tree_node(t, u)->children.size);
    }
    vec_free(&work);
}

void tree_prune(struct tree *t, uint32_t v) {
    if (tree_node(t, v)->dead) return;
    tree_node(t, v)->dead = true;
    tree_node(t, v)->version++;
    uncover_below(t, v);
}

void tree_cover(struct tree *t, uint32_t v, uint32_t by) {
    assert(by < v && tree_node(t, v)->covered_by == TREE_NONE);
    tree_node(t, v)->covered_by = by;
    vec_push(&tree_node(t, by)->covers, v);
    t->stats->tree_covers++;
    uncover_below(t, v);
}

bool tree_note_learnt(struct tree *t, uint32_t location, uint32_t conjunct) {
    if (!t->conjuncts.data[conjunct].cube) return false;
    vec_each (const uint32_t, c, &t->learnt.data[location])
        if (*c == conjunct) return false;
    vec_push(&t->learnt.data[location], conjunct);
    return true;
}

bool tree_add(struct tree *t, uint32_t v, uint32_t conjunct) {
    if (tree_has(t, v, conjunct)) return false;
    if (term_is(t->bank, tree_formula(t, conjunct), TERM_TRUE)) return false;
    if (term_is(t->bank, tree_formula(t, conjunct), TERM_FALSE)) {
        tree_prune(t, v);
        return true;
    }
    struct tree_node *n = tree_node(t, v);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n->label.size; i++)
        if (!tree_subsumes(t, conjunct, n->label.data[i])) n->label.data[kept++] = n->label.data[i];
    vec_shrink(&n->label, kept);
    vec_push(&n->label, conjunct);
    n->version++;
    t->stats->tree_conjuncts++;
    if (tree_note_learnt(t, n->location, conjunct)) tree_share_clause(t, n->location, conjunct);
    for (uint32_t i = n->covers.size; i-- > 0;)
        if (!tree_has(t, n->covers.data[i], conjunct)) uncover(t, n->covers.data[i]);
    return true;
}

void tree_path(const struct tree *t, uint32_t from, uint32_t to, u32s *nodes) {
    vec_clear(nodes);
    for (uint32_t v = to; v != from; v = tree_node(t, v)->parent) vec_push(nodes, v);
    vec_push(nodes, from);
    for (uint32_t i = 0; i < nodes->size / 2; i++) {
        uint32_t other = nodes->size - 1 - i, v = nodes->data[i];
        nodes->data[i] = nodes->data[other];
        nodes->data[other] = v;
    }
}

uint32_t tree_same_location(const struct tree *t, uint32_t v) {
    uint32_t location = tree_node(t, v)->location;
    for (v = tree_node(t, v)->parent; v != TREE_NONE; v = tree_node(t, v)->parent)
        if (tree_node(t, v)->location == location) return v;
    return TREE_NONE;
}

static bool is_live(const struct tree *t, uint32_t location, uint32_t variable) {
    return t->live.data[location * t->program->variables.size + variable];
}

/* Witnesses only save queries, so a few of the newest are enough. */
void tree_note_state(struct tree *t, uint32_t v, struct route *route, bool end) {
    enum { KEPT = 6 };
    struct tree_node *n = tree_node(t, v);
    term_list state = {0};
    for (uint32_t i = 0; i < t->program->variables.size; i++) {
        term value = TERM_NONE, now = t->program->variables.data[i].now;
        if (is_live(t, n->location, i)) {
            value = end ? route_value_after(route, now) : route_value(route, now);
            if (term_is_none(value)) {
                vec_free(&state);
                return;
            }
        }
        vec_push(&state, value);
    }
    if (n->states.size == KEPT) {
        uint32_t slot = n->states.data[0];
        memmove(n->states.data, n->states.data + 1, (KEPT - 1) * sizeof *n->states.data);
        vec_last(&n->states) = slot;
        vec_free(&t->states.data[slot]);
        t->states.data[slot] = state;
    } else {
        vec_push(&t->states, state);
        vec_push(&n->states, t->states.size - 1);
    }
}

bool tree_holds(struct tree *t, const term_list *state, term formula) {
    evaluation_reset(&t->evaluation);
    for (uint32_t i = 0; i < state->size; i++)
        if (!term_is_none(state->data[i]))
            evaluation_set(&t->evaluation, t->program->variables.data[i].now, state->data[i]);
    return term_is(t->bank, evaluate(&t->evaluation, formula), TERM_TRUE);
}

/* Invariant (2) for one edge: every state of the parent's label that the edge takes somewhere gets into
 * the label of the child, which is false for one that is dead or was not made (TREE_NONE). */
static bool child_follows(struct tree *t, uint32_t parent, uint32_t edge, uint32_t child) {
    struct route *route = routes_get(&t->routes, &edge, 1);
    route_begin(route);
    tree_assume_label(t, route, parent);
    /* label(parent) & T & not label(child)' unsat? */
    if (child != TREE_NONE && !tree_node(t, child)->dead)
        route_also(route, term_not(t->bank, route_after(route, tree_label(t, child))));
    return route_ask(route) != SMT_SAT;
}

/* The node behind the edge; TREE_NONE: not made. */
static uint32_t child_behind(const struct tree *t, uint32_t v, uint32_t edge) {
    vec_each (const uint32_t, child, &tree_node(t, v)->children)
        if (tree_node(t, *child)->edge == edge) return *child;
    return TREE_NONE;
}

/* Invariant (2) for the edges that leave an expanded node. */
static bool children_follow(struct tree *t, uint32_t v) {
    vec_each (const uint32_t, e, &t->program->outgoing.data[tree_node(t, v)->location])
        if (tree_follows(t, *e) && !child_follows(t, v, *e, child_behind(t, v, *e))) return false;
    return true;
}

static bool is_below_dead(const struct tree *t, uint32_t v) {
    while (v != TREE_NONE && !tree_node(t, v)->dead) v = tree_node(t, v)->parent;
    return v != TREE_NONE;
}

static bool cover_holds(struct tree *t, uint32_t v) {
    uint32_t by = tree_node(t, v)->covered_by;
    struct route *route = route_new(&t->routes, NULL, 0, SMT_BATCH);
    route_also(route, term_and2(t->bank, tree_label(t, v), term_not(t->bank, tree_label(t, by))));
    bool good = route_ask(route) != SMT_SAT;
    route_free(route);
    return good;
}

/* Invariant (3) for a covered node. */
static const char *check_cover(struct tree *t, uint32_t v) {
    const struct tree_node *n = tree_node(t, v);
    if (n->covered_by >= v) return "a node is covered by a later one";
    if (tree_node(t, n->covered_by)->location != n->location) return "a node is covered at another location";
    if (!tree_is_open(t, n->covered_by)) return "a node is covered by a closed one";
    return cover_holds(t, v) ? NULL : "a label does not imply the one that covers it";
}

const char *tree_check(struct tree *t) {
    const char *broken = NULL;
    for (uint32_t v = 0; v < t->nodes.size && !broken; v++) {
        const struct tree_node *n = tree_node(t, v);
        bool root = n->parent == TREE_NONE;
        if (root && (n->label.size || n->dead)) return "the root's label is not true";
        if (!root && n->parent >= v) return "a child is older than its parent";
        if (n->expanded && !is_below_dead(t, v) && !children_follow(t, v))
            return "a label does not follow from its parent's";
        if (n->covered_by != TREE_NONE) broken = check_cover(t, v);
    }
    return broken;
}
