/* Atoms, cubes and conjuncts of trees. */
#include "engine/cfa/tree.h"

#include "logic/linear.h"

pdr_lit tree_literal(struct tree *t, term formula) {
    bool negated = false;
    term predicate = term_predicate(t->bank, formula, &negated);
    uint32_t index = hash_map_get(&t->atom_of, predicate.id);
    if (index == HASH_NONE) {
        index = t->atoms.size;
        vec_push(&t->atoms, predicate);
        hash_map_put(&t->atom_of, predicate.id, index);
    }
    return pdr_make(index, negated);
}

term tree_literal_term(const struct tree *t, pdr_lit lit) {
    term atom = t->atoms.data[pdr_index(lit)];
    return pdr_sign(lit) ? term_not(t->bank, atom) : atom;
}

term tree_cube_term(const struct tree *t, const struct cube *cube) {
    term_list literals = {0};
    for (uint32_t i = 0; i < cube->size; i++) vec_push(&literals, tree_literal_term(t, cube->literals[i]));
    term result = term_and(t->bank, literals.data, literals.size);
    vec_free(&literals);
    return result;
}

static bool is_number(const struct terms *bank, term t) {
    enum sort_kind kind = sort_kind(bank, term_sort(bank, t));
    return kind == SORT_INT || kind == SORT_REAL;
}

static void add_plain(struct tree *t, term literal, pdr_lits *cube) {
    if (!term_is(t->bank, literal, TERM_TRUE)) vec_push(cube, tree_literal(t, literal));
}

void tree_add_literals(struct tree *t, struct chain *chain, term formula, pdr_lits *cube) {
    struct terms *b = t->bank;
    term_list conjuncts = {0};
    term_conjuncts(b, formula, &conjuncts);
    vec_each (const term, c, &conjuncts) {
        bool negated = term_is(b, *c, TERM_NOT);
        term atom = negated ? term_arg(b, *c, 0) : *c;
        if (!term_is(b, atom, TERM_EQ) || !is_number(b, term_arg(b, atom, 0))) {
            add_plain(t, *c, cube);
            continue;
        }
        term x = term_arg(b, atom, 0), y = term_arg(b, atom, 1);
        term below = negated ? term_lt(b, x, y) : term_le(b, x, y);
        term above = negated ? term_lt(b, y, x) : term_le(b, y, x);
        bool is_below = !negated || term_is(b, chain_value(chain, below), TERM_TRUE);
        if (is_below) add_plain(t, below, cube);
        if (!negated || !is_below) add_plain(t, above, cube);
    }
    vec_free(&conjuncts);
}

struct cube *tree_cube(pdr_lits *lits) {
    return pdr_tidy(lits) ? cube_new(lits->data, lits->size) : NULL;
}

static uint32_t add_conjunct(struct tree *t, term formula, struct cube *cube) {
    uint32_t found = hash_map_get(&t->conjunct_of, formula.id);
    if (found != HASH_NONE) {
        struct tree_conjunct *known = &t->conjuncts.data[found];
        if (known->cube)
            cube_unref(cube);
        else
            known->cube = cube;
        return found;
    }
    vec_push(&t->conjuncts, (struct tree_conjunct){formula, cube});
    hash_map_put(&t->conjunct_of, formula.id, t->conjuncts.size - 1);
    return t->conjuncts.size - 1;
}

uint32_t tree_clause(struct tree *t, struct cube *cube) {
    return add_conjunct(t, term_not(t->bank, tree_cube_term(t, cube)), cube);
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

void tree_assume_label(struct tree *t, struct chain *chain, uint32_t v) {
    vec_each (const uint32_t, c, &tree_node(t, v)->label) chain_assume(chain, tree_formula(t, *c));
}
