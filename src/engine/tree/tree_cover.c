/* Covering ([CG12] Fig. 3, NODE COVERING): a node whose label implies that of an earlier open node of the
 * same location needs no subtree of its own. Only earlier nodes cover, so covering and uncovering cannot
 * go round in circles.
 *
 * The question is answered in three ways, cheapest first: every conjunct of the other label is in this
 * one; a state that is known to be in this label is not in the other; the solver. A state from the solver
 * is kept, and so rules out further candidates. */
#include "engine/tree/tree.h"

static bool implied_syntactically(const struct tree *t, uint32_t v, uint32_t by) {
    vec_each (const uint32_t, c, &tree_node(t, by)->label)
        if (!tree_has(t, v, *c)) return false;
    return true;
}

/* A state of v's label outside of the other's is known. States that left the label since they were found
 * are dropped. */
static bool refuted_by_state(struct tree *t, uint32_t v, term label, uint32_t by) {
    struct tree_node *n = tree_node(t, v);
    term other = tree_label(t, by);
    for (uint32_t i = n->states.size; i-- > 0;) {
        const term_list *state = &t->states.data[n->states.data[i]];
        if (tree_holds(t, state, other)) continue;
        if (tree_holds(t, state, label)) return true;
        memmove(&n->states.data[i], &n->states.data[i + 1],
                (n->states.size - i - 1) * sizeof *n->states.data);
        (void)vec_pop(&n->states);
    }
    return false;
}

static bool implied(struct tree *t, uint32_t v, uint32_t by) {
    struct route *state = tree_state(t, tree_node(t, v)->location);
    term_list violations = {0};
    vec_each (const uint32_t, c, &tree_node(t, by)->label)
        if (!tree_has(t, v, *c)) vec_push(&violations, term_not(t->bank, tree_formula(t, *c)));
    route_begin(state);
    tree_assume_label(t, state, v);
    route_also(state, term_or(t->bank, violations.data, violations.size));
    vec_free(&violations);
    /* label(v) & not label(by) unsat? */
    enum smt_result result = route_try(state);
    if (result == SMT_SAT) tree_note_state(t, v, state, false);
    return result == SMT_UNSAT;
}

bool tree_close(struct tree *t, uint32_t v) {
    const u32s *nodes = &t->at.data[tree_node(t, v)->location];
    u32s candidates = {0};
    uint32_t found = TREE_NONE;
    for (uint32_t i = 0; i < nodes->size && nodes->data[i] < v && found == TREE_NONE; i++) {
        uint32_t w = nodes->data[i];
        if (!tree_is_open(t, w)) continue;
        if (implied_syntactically(t, v, w))
            found = w;
        else
            vec_push(&candidates, w);
    }
    term label = tree_label(t, v);
    for (uint32_t i = candidates.size; i-- > 0 && found == TREE_NONE && t->options->tree_cover;) {
        if (limits_stopped(t->task->limits)) break;
        if (!refuted_by_state(t, v, label, candidates.data[i]) && implied(t, v, candidates.data[i]))
            found = candidates.data[i];
    }
    vec_free(&candidates);
    if (found != TREE_NONE) tree_cover(t, v, found);
    return found != TREE_NONE;
}
