/* Implicit predicate abstraction on the tree (TreeIC3+IA of [CGMT14]).
 *
 * The cubes of path blocking are truth values of predicates, so blocking is a search in the abstraction although every
 * query has the concrete T of its edge. A cube is reduced to literals that alone force the step which the model takes
 * (tree_reduce): all its states lead on, so it stays a cube of the abstract preimage. When a cube gets to the root, the
 * concrete path decides; if it is infeasible, predicates are found that rule it out in the abstraction, too
 * (tree_refine.c), and blocking starts again.
 *
 * Labels are clauses over predicates. Where no predicates can be found for a path, or those that there are do not
 * support a clause that strengthening is about, it is blocked concretely, and the atoms of the clauses become
 * predicates. */
#include "engine/tree/tree_abstraction.h"

void tree_abstraction_new(struct tree *t) {
    t->abstraction = mem_new(struct tree_abstraction);
    *t->abstraction = (struct tree_abstraction){0};
}

void tree_abstraction_free(struct tree *t) {
    struct tree_abstraction *a = t->abstraction;
    if (!a) return;
    tree_drop_view(a);
    vec_each (u32s, v, &a->variables) vec_free(v);
    vec_free(&a->variables);
    vec_free(&a->predicates);
    vec_free(&a->edges);
    hash_map_free(&a->known);
    divergence_fini(&a->divergence);
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

void tree_add_predicates(struct tree *t, const term_list *formulas) {
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

/* A minterm that forces nothing costs a query for nothing; where that is the rule, few are tried. */
static bool is_worth_reducing(struct tree_abstraction *a) {
    enum { FIRST = 32, SAMPLE = 16 };
    a->reductions_asked++;
    return a->reductions_tried < FIRST || a->reductions_done * SAMPLE >= a->reductions_tried ||
           a->reductions_asked % SAMPLE == 0;
}

/* "The step of the model leads into the target", over X: inputs have their values. TERM_NONE: one is missing. */
static term forced(struct tree *t, struct route *route, term target) {
    struct substitution fixed;
    bool complete = true;
    substitution_init(&fixed, t->bank);
    vec_each (const term, input, &route->inputs) {
        term value = route_value(route, *input);
        complete = complete && !term_is_none(value);
        if (complete) substitution_bind(&fixed, *input, value);
    }
    term lead = term_and2(t->bank, route->guard, route_after(route, target));
    term result = complete ? substitution_apply(&fixed, lead) : TERM_NONE;
    substitution_fini(&fixed);
    return result;
}

void tree_reduce(struct tree *t, struct route *route, uint32_t location, term target, struct cube **cube) {
    struct tree_abstraction *a = t->abstraction;
    if (!t->options->lift || !*cube || !is_worth_reducing(a)) return;
    term lead = forced(t, route, target);
    if (term_is_none(lead)) return;
    struct route *state = tree_state(t, location);
    route_begin(state);
    for (uint32_t i = 0; i < (*cube)->size; i++)
        route_assume(state, atoms_term(&t->atoms, (*cube)->literals[i]));
    route_also(state, term_not(t->bank, lead));
    a->reductions_tried++;
    /* cube & not (guard & target after the step, with the model's inputs) unsat? */
    if (route_try(state) != SMT_UNSAT) return;
    a->reductions_done++;
    pdr_lits kept = {0};
    for (uint32_t i = 0; i < (*cube)->size; i++)
        if (route_in_core(state, i)) vec_push(&kept, (*cube)->literals[i]);
    t->stats->lifted += (*cube)->size - kept.size;
    cube_free(*cube);
    *cube = cube_new(kept.data, kept.size);
    vec_free(&kept);
}

void tree_adopt_predicates(struct tree *t, const u32s *path) {
    term_list atoms = {0};
    vec_each (const uint32_t, v, path)
        vec_each (const uint32_t, c, &tree_node(t, *v)->label) {
            const struct cube *cube = t->conjuncts.data[*c].cube;
            for (uint32_t i = 0; cube && i < cube->size; i++)
                vec_push(&atoms, t->atoms.formulas.data[pdr_index(cube->literals[i])]);
        }
    tree_add_predicates(t, &atoms);
    vec_free(&atoms);
}
