#include "engine/atoms.h"

void atoms_init(struct atoms *a, struct terms *bank) {
    *a = (struct atoms){.bank = bank};
}

void atoms_fini(struct atoms *a) {
    vec_free(&a->formulas);
    hash_map_free(&a->index_of);
}

pdr_lit atoms_literal(struct atoms *a, term formula) {
    bool negated = false;
    term predicate = term_predicate(a->bank, formula, &negated);
    uint32_t index = hash_map_get(&a->index_of, predicate.id);
    if (index == HASH_NONE) {
        index = a->formulas.size;
        vec_push(&a->formulas, predicate);
        hash_map_put(&a->index_of, predicate.id, index);
    }
    return pdr_make(index, negated);
}

bool atoms_know(const struct atoms *a, term formula) {
    bool negated = false;
    return hash_map_get(&a->index_of, term_predicate(a->bank, formula, &negated).id) != HASH_NONE;
}

term atoms_term(const struct atoms *a, pdr_lit lit) {
    term atom = a->formulas.data[pdr_index(lit)];
    return pdr_sign(lit) ? term_not(a->bank, atom) : atom;
}

term atoms_cube(const struct atoms *a, const pdr_lit *cube, uint32_t n) {
    term_list literals = {0};
    for (uint32_t i = 0; i < n; i++) vec_push(&literals, atoms_term(a, cube[i]));
    term result = term_and(a->bank, literals.data, literals.size);
    vec_free(&literals);
    return result;
}
