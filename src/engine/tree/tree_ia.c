/* Implicit predicate abstraction on the tree (TreeIC3+IA of [CGMT14]).
 *
 * The cubes of path blocking are truth values of predicates, so blocking is a search in the abstraction
 * although every query has the concrete T of its edge. When it gets to the root, the concrete path
 * decides; if it is infeasible, predicates are found that rule it out in the abstraction, too (refine/),
 * and blocking starts again.
 *
 * Refinement speaks of systems, so the edges seen so far make one: a Boolean state `takes e` per edge, and
 *
 *     trans = for every edge e: takes e => T_e
 *
 * A path is a cube at each step that says which edge is taken. */
#include "engine/tree/tree.h"

#include "logic/linear.h"
#include "refine/refine.h"

struct tree_abstraction {
    term_list predicates;
    struct hash_map known;   /* predicate -> 1 */
    VEC(u32s) variables;     /* per predicate */
    struct system view;      /* over the automaton's bank */
    u32s edges;              /* those in the view */
    term_list takes;         /* per edge of the view */
    struct refiner *refiner; /* NULL: no view yet */
};

void tree_abstraction_new(struct tree *t) {
    t->abstraction = mem_new(struct tree_abstraction);
    *t->abstraction = (struct tree_abstraction){0};
}

static void drop_view(struct tree_abstraction *a) {
    refiner_free(a->refiner);
    a->refiner = NULL;
    vec_each (struct system_state, s, &a->view.states) mem_free(s->name);
    vec_each (struct system_input, in, &a->view.inputs) mem_free(in->name);
    vec_each (struct system_property, p, &a->view.properties) mem_free(p->name);
    vec_free(&a->view.states);
    vec_free(&a->view.inputs);
    vec_free(&a->view.properties);
    vec_free(&a->takes);
}

void tree_abstraction_free(struct tree *t) {
    struct tree_abstraction *a = t->abstraction;
    if (!a) return;
    drop_view(a);
    vec_each (u32s, v, &a->variables) vec_free(v);
    vec_free(&a->variables);
    vec_free(&a->predicates);
    vec_free(&a->edges);
    hash_map_free(&a->known);
    mem_free(a);
}

/* The automaton's variables of a formula; false: it has others. */
static bool variables_of(const struct tree *t, term formula, u32s *out) {
    term_list used = {0};
    bool own = true;
    term_variables(t->bank, &formula, 1, &used);
    vec_each (const term, x, &used) {
        uint32_t variable = program_find_variable(t->program, *x);
        own &= variable != PROGRAM_NONE;
        vec_push(out, variable);
    }
    vec_free(&used);
    return own;
}

static void add_predicates(struct tree *t, const term_list *formulas) {
    struct tree_abstraction *a = t->abstraction;
    vec_each (const term, formula, formulas) {
        bool negated;
        term predicate = term_predicate(t->bank, *formula, &negated);
        if (hash_map_get(&a->known, predicate.id) != HASH_NONE) continue;
        u32s variables = {0};
        if (!variables_of(t, predicate, &variables) || !variables.size) {
            vec_free(&variables);
            continue;
        }
        hash_map_put(&a->known, predicate.id, 1);
        vec_push(&a->predicates, predicate);
        vec_push(&a->variables, variables);
        t->stats->predicates++;
    }
}

static bool speaks_of(const struct tree *t, const u32s *variables, uint32_t location) {
    vec_each (const uint32_t, v, variables)
        if (!t->live.data[location * t->program->variables.size + *v]) return false;
    return true;
}

struct cube *tree_minterm(struct tree *t, struct route *route, uint32_t location) {
    struct tree_abstraction *a = t->abstraction;
    pdr_lits literals = {0};
    for (uint32_t i = 0; i < a->predicates.size; i++) {
        term predicate = a->predicates.data[i];
        if (!speaks_of(t, &a->variables.data[i], location)) continue;
        bool holds = term_is(t->bank, route_value(route, predicate), TERM_TRUE);
        vec_push(&literals, atoms_literal(&t->atoms, holds ? predicate : term_not(t->bank, predicate)));
    }
    struct cube *cube = tree_cube(&literals);
    vec_free(&literals);
    return cube;
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

/* Makes the system anew, over the edges seen so far. */
static void make_view(struct tree *t) {
    struct tree_abstraction *a = t->abstraction;
    drop_view(a);
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
    struct hash_map seen = {0};
    vec_each (const term, in, &inputs) {
        if (hash_map_get(&seen, in->id) != HASH_NONE) continue;
        hash_map_put(&seen, in->id, 1);
        vec_push(&a->view.inputs,
                 (struct system_input){.now = *in, .name = mem_strdup(term_name(t->bank, *in))});
    }
    hash_map_free(&seen);
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
    if (status == STATUS_OK) add_predicates(t, &fresh);
    vec_each (term_list, c, &cubes) vec_free(c);
    vec_free(&cubes);
    vec_free(&fresh);
}

/* The atoms of interpolants of the path, as in [CGMT14]. */
static void refine_by_interpolants(struct tree *t, const u32s *path) {
    term_list sequence = {0}, atoms = {0};
    if (tree_sequence(t, path, term_true(t->bank), &sequence)) {
        term_atoms(t->bank, sequence.data, sequence.size, &atoms);
        t->stats->refinements++;
        add_predicates(t, &atoms);
    }
    vec_free(&sequence);
    vec_free(&atoms);
}

bool tree_refine(struct tree *t, const u32s *path) {
    enum { INTERPOLANTS };
    uint32_t before = t->abstraction->predicates.size;
    if (t->options->tree_predicates == INTERPOLANTS)
        refine_by_interpolants(t, path);
    else
        refine_system(t, path);
    return t->abstraction->predicates.size > before;
}

void tree_adopt_predicates(struct tree *t, const u32s *path) {
    term_list atoms = {0};
    vec_each (const uint32_t, v, path)
        vec_each (const uint32_t, c, &tree_node(t, *v)->label) {
            const struct cube *cube = t->conjuncts.data[*c].cube;
            for (uint32_t i = 0; cube && i < cube->size; i++)
                vec_push(&atoms, t->atoms.formulas.data[pdr_index(cube->literals[i])]);
        }
    add_predicates(t, &atoms);
    vec_free(&atoms);
}
