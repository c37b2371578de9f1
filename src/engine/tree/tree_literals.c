/* Cubes and conjuncts of trees. */
#include "engine/tree/tree.h"

#include "logic/linear.h"

struct asking {
    struct tree *tree;
    struct route *route;
};

static bool holds(void *client, term less) {
    const struct asking *a = client;
    return term_is(a->tree->bank, route_value(a->route, less), TERM_TRUE);
}

void tree_add_literals(struct tree *t, struct route *route, term formula, pdr_lits *cube) {
    term_list literals = {0};
    linear_literals(t->bank, formula, holds, &(struct asking){t, route}, &literals);
    vec_each (const term, l, &literals)
        if (!term_is(t->bank, *l, TERM_TRUE)) vec_push(cube, atoms_literal(&t->atoms, *l));
    vec_free(&literals);
}

struct cube *tree_cube(pdr_lits *lits) {
    return pdr_tidy(lits) ? cube_new(lits->data, lits->size) : NULL;
}

static uint32_t add_conjunct(struct tree *t, term formula, struct cube *cube) {
    uint32_t found = hash_map_get(&t->conjunct_of, formula.id);
    if (found != HASH_NONE) {
        struct tree_conjunct *known = &t->conjuncts.data[found];
        if (known->cube)
            cube_free(cube);
        else
            known->cube = cube;
        return found;
    }
    vec_push(&t->conjuncts, (struct tree_conjunct){formula, cube});
    hash_map_put(&t->conjunct_of, formula.id, t->conjuncts.size - 1);
    return t->conjuncts.size - 1;
}

uint32_t tree_clause(struct tree *t, struct cube *cube) {
    return add_conjunct(t, term_not(t->bank, atoms_cube(&t->atoms, cube->literals, cube->size)), cube);
}

uint32_t tree_conjunct(struct tree *t, term formula) {
    return add_conjunct(t, formula, NULL);
}

term tree_label(const struct tree *t, uint32_t v) {
    const struct tree_node *n = tree_node(t, v);
    if (n->dead) return term_false(t->bank);
    term_list parts = {0};
    vec_each (const uint32_t, c, &n->label) vec_push(&parts, tree_formula(t, *c));
    term result = term_and(t->bank, parts.data, parts.size);
    vec_free(&parts);
    return result;
}

bool tree_subsumes(const struct tree *t, uint32_t stronger, uint32_t weaker) {
    if (stronger == weaker) return true;
    const struct cube *a = t->conjuncts.data[stronger].cube, *b = t->conjuncts.data[weaker].cube;
    return a && b && cube_subsumes(a, b);
}

bool tree_has(const struct tree *t, uint32_t v, uint32_t conjunct) {
    if (tree_node(t, v)->dead) return true;
    vec_each (const uint32_t, c, &tree_node(t, v)->label)
        if (tree_subsumes(t, *c, conjunct)) return true;
    return false;
}

struct route *tree_state(struct tree *t, uint32_t location) {
    struct route **state = &t->state[location];
    if (!*state) *state = route_new(&t->routes, NULL, 0, SMT_INCREMENTAL);
    return *state;
}

void tree_assume_label(struct tree *t, struct route *route, uint32_t v) {
    vec_each (const uint32_t, c, &tree_node(t, v)->label) route_assume(route, tree_formula(t, *c));
}
