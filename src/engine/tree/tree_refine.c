/* New predicates for a path of the tree that is infeasible, though not in the abstraction.
 *
 * First the atoms of interpolants of the path, as in [CGMT14] (option predicates); of these only what makes the path
 * infeasible in the abstraction (section 5.1). The path taken apart is the same as for systems (refine/glued.h), with
 * the transition of its own edge in each step.
 *
 * Where no interpolants are found, or by default when these go on and on with new constants only (refine/divergence.h),
 * refine/ looks for predicates as for transition systems. That speaks of systems, so the edges seen so far make one: a
 * Boolean state `takes e` per edge, and
 *
 *     trans = for every edge e: takes e => T_e
 *
 * A path is a cube at each step that says which edge is taken. */
#include "engine/tree/tree_abstraction.h"

static void drop_system(struct system *view) {
    vec_each (struct system_state, s, &view->states) mem_free(s->name);
    vec_each (struct system_input, in, &view->inputs) mem_free(in->name);
    vec_each (struct system_property, p, &view->properties) mem_free(p->name);
    vec_free(&view->states);
    vec_free(&view->inputs);
    vec_free(&view->properties);
}

void tree_drop_view(struct tree_abstraction *a) {
    refiner_free(a->refiner);
    a->refiner = NULL;
    drop_system(&a->view);
    vec_free(&a->takes);
}

static void add_state(struct system *view, term now, term next, const char *name) {
    vec_push(&view->states, (struct system_state){.now = now, .next = next, .name = mem_strdup(name)});
}

static uint32_t position(const u32s *list, uint32_t element) {
    for (uint32_t i = 0; i < list->size; i++)
        if (list->data[i] == element) return i;
    return TREE_NONE;
}

/* T_e as far as it matters for what can be read at its end. */
static term transition(struct tree *t, uint32_t edge, term_list *inputs) {
    const struct program_edge *e = &t->program->edges.data[edge];
    uint32_t n = t->program->variables.size;
    u8s frame = {0};
    vec_append(&frame, t->live.data + (size_t)e->to * n, n);
    term formula = program_transition(t->program, e->command, &frame, inputs);
    vec_free(&frame);
    return formula;
}

static void add_inputs(struct tree *t, struct system *view, const term_list *inputs) {
    struct hash_map seen = {0};
    vec_each (const term, in, inputs) {
        if (hash_map_get(&seen, in->id) != HASH_NONE) continue;
        hash_map_put(&seen, in->id, 1);
        vec_push(&view->inputs,
                 (struct system_input){.now = *in, .name = mem_strdup(term_name(t->bank, *in))});
    }
    hash_map_free(&seen);
}

/* Makes the system anew, over the edges seen so far. */
static void make_view(struct tree *t) {
    struct tree_abstraction *a = t->abstraction;
    tree_drop_view(a);
    a->view = (struct system){.terms = t->bank, .init = term_true(t->bank), .trans = term_true(t->bank)};
    vec_each (const struct program_variable, v, &t->program->variables)
        add_state(&a->view, v->now, v->next, v->name);
    term_list inputs = {0}, parts = {0};
    vec_each (const uint32_t, e, &a->edges) {
        term takes = term_fresh(t->bank, "takes", sort_bool());
        add_state(&a->view, takes, term_fresh(t->bank, "takes", sort_bool()), term_name(t->bank, takes));
        vec_push(&a->takes, takes);
        vec_push(&parts, term_implies(t->bank, takes, transition(t, *e, &inputs)));
    }
    add_inputs(t, &a->view, &inputs);
    a->view.trans = term_and(t->bank, parts.data, parts.size);
    vec_push(&a->view.properties,
             (struct system_property){.good = term_false(t->bank), .name = mem_strdup("error")});
    a->refiner = refiner_new(&a->view, t->options, t->stats, t->task->limits);
    vec_free(&inputs);
    vec_free(&parts);
}

static void look_at(struct tree *t, const u32s *path) {
    struct tree_abstraction *a = t->abstraction;
    uint32_t before = a->edges.size;
    for (uint32_t i = 1; i < path->size; i++) {
        uint32_t edge = tree_node(t, path->data[i])->edge;
        if (position(&a->edges, edge) == TREE_NONE) vec_push(&a->edges, edge);
    }
    if (a->edges.size != before || !a->refiner) make_view(t);
}

/* Which edge is taken from node i of the path; none from the last. */
static term_list choice(struct tree *t, const u32s *path, uint32_t i) {
    struct tree_abstraction *a = t->abstraction;
    term_list cube = {0};
    uint32_t taken =
        i + 1 < path->size ? position(&a->edges, tree_node(t, path->data[i + 1])->edge) : TREE_NONE;
    for (uint32_t k = 0; k < a->takes.size; k++)
        vec_push(&cube, k == taken ? a->takes.data[k] : term_not(t->bank, a->takes.data[k]));
    return cube;
}

/* By refine/, on the path as a path of the system. */
static void refine_system(struct tree *t, const u32s *path) {
    struct tree_abstraction *a = t->abstraction;
    look_at(t, path);
    VEC(term_list) cubes = {0};
    for (uint32_t i = 0; i < path->size; i++) vec_push(&cubes, choice(t, path, i));
    struct spurious_path spurious = {.steps = path->size, .cubes = cubes.data};
    term_list fresh = {0};
    enum status status = refine(a->refiner, &spurious, &a->predicates, &fresh);
    if (status == STATUS_STOPPED) t->stopped = true;
    if (status == STATUS_OK) tree_add_predicates(t, &fresh);
    vec_each (term_list, c, &cubes) vec_free(c);
    vec_free(&cubes);
    vec_free(&fresh);
}

/* The system that has the automaton's variables and the inputs of the path's edges, whose transitions are given. */
static void path_system(struct tree *t, const u32s *path, struct system *view, term_list *trans) {
    *view = (struct system){.terms = t->bank, .init = term_true(t->bank), .trans = term_true(t->bank)};
    vec_each (const struct program_variable, v, &t->program->variables)
        add_state(view, v->now, v->next, v->name);
    term_list inputs = {0};
    for (uint32_t i = 1; i < path->size; i++)
        vec_push(trans, transition(t, tree_node(t, path->data[i])->edge, &inputs));
    add_inputs(t, view, &inputs);
    vec_push(&view->properties,
             (struct system_property){.good = term_false(t->bank), .name = mem_strdup("error")});
    vec_free(&inputs);
}

/* Of the proposed predicates those that rule the path out. */
static enum status choose(struct tree *t, const u32s *path, const term_list *proposed) {
    struct tree_abstraction *a = t->abstraction;
    struct system view;
    term_list trans = {0}, fresh = {0};
    path_system(t, path, &view, &trans);
    struct spurious_path spurious = {.steps = path->size, .trans = trans.data};
    enum status status = refine_among(&view, t->routes.context, &spurious, &a->predicates, proposed,
                                      t->options, t->stats, t->task->limits, &fresh);
    if (status == STATUS_STOPPED) t->stopped = true;
    if (status == STATUS_OK) tree_add_predicates(t, &fresh);
    if (status == STATUS_OK) a->diverged |= divergence_note(&a->divergence, t->bank, &fresh);
    drop_system(&view);
    vec_free(&trans);
    vec_free(&fresh);
    return status;
}

static void refine_by_interpolants(struct tree *t, const u32s *path) {
    term_list sequence = {0}, atoms = {0}, predicates = {0};
    if (tree_sequence(t, path, term_true(t->bank), &sequence)) {
        term_atoms(t->bank, sequence.data, sequence.size, &atoms);
        vec_each (const term, atom, &atoms) {
            bool negated;
            term predicate = term_predicate(t->bank, *atom, &negated);
            if (hash_map_get(&t->abstraction->known, predicate.id) == HASH_NONE)
                vec_push(&predicates, predicate);
        }
        if (choose(t, path, &predicates) == STATUS_UNSUPPORTED) tree_add_predicates(t, &predicates);
    }
    vec_free(&sequence);
    vec_free(&atoms);
    vec_free(&predicates);
}

bool tree_refine(struct tree *t, const u32s *path) {
    enum { DEFAULT, INTERPOLANTS };
    uint32_t before = t->abstraction->predicates.size;
    bool diverged = t->abstraction->diverged && t->options->predicates == DEFAULT;
    if (t->options->predicates <= INTERPOLANTS && !diverged) refine_by_interpolants(t, path);
    if (t->abstraction->predicates.size == before && !tree_over(t)) refine_system(t, path);
    return t->abstraction->predicates.size > before;
}
