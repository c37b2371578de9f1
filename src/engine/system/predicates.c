#include "engine/system/predicates.h"

static void add_atom(struct terms *b, term atom, term_list *out) {
    if (term_is(b, atom, TERM_TRUE) || term_is(b, atom, TERM_FALSE)) return;
    if (term_is(b, atom, TERM_EQ)) {
        term x = term_arg(b, atom, 0), y = term_arg(b, atom, 1);
        enum sort_kind kind = sort_kind(b, term_sort(b, x));
        if (kind == SORT_INT || kind == SORT_REAL) {
            add_atom(b, term_le(b, x, y), out);
            add_atom(b, term_le(b, y, x), out);
            return;
        }
    }
    vec_push(out, atom);
}

void predicates_of(struct terms *b, const term_list *formulas, term_list *out) {
    term_list atoms = {0};
    term_atoms(b, formulas->data, formulas->size, &atoms);
    vec_each (const term, atom, &atoms) add_atom(b, *atom, out);
    vec_free(&atoms);
}

void predicates_first(const struct system *system, const struct options *options, uint32_t property,
                      term_list *formulas) {
    vec_push(formulas, system_init_formula(system));
    vec_push(formulas, system->properties.data[property].good);
    vec_each (const struct system_state, s, &system->states)
        if (options->ia_booleans && sort_same(term_sort(system->terms, s->now), sort_bool()))
            vec_push(formulas, s->now);
}

void predicates_added(struct loop *l) {
    loop_label_predicates(l);
    l->stats->predicates = l->notes.size;
}

bool predicates_add(struct loop *l, const term *formulas, uint32_t n) {
    uint32_t before = l->notes.size;
    term_list list = {0}, atoms = {0};
    vec_append(&list, formulas, n);
    predicates_of(l->bank, &list, &atoms);
    vec_each (const term, atom, &atoms) (void)loop_literal(l, *atom);
    vec_free(&list);
    vec_free(&atoms);
    if (l->notes.size == before) return false;
    predicates_added(l);
    return true;
}

void predicates_restart(struct loop *l) {
    for (uint32_t p = 0; p < l->system->properties.size; p++) obligations_drop_goal(&l->obligations, p);
}

void predicates_begin(struct loop *l, uint32_t property) {
    term_list formulas = {0};
    predicates_first(l->system, l->options, property, &formulas);
    if (predicates_add(l, formulas.data, formulas.size)) predicates_restart(l);
    vec_free(&formulas);
}

static void refine_path(struct loop *l, struct refiner *refiner, const struct spurious_path *path) {
    term_list known = {0}, fresh = {0};
    vec_append(&known, l->atoms.formulas.data, l->atoms.formulas.size);
    switch (refine(refiner, path, &known, &fresh)) {
    case STATUS_OK:
        if (!predicates_add(l, fresh.data, fresh.size)) loop_give_up(l, "refinement found no new predicate");
        predicates_restart(l);
        break;
    case STATUS_STOPPED: loop_give_up(l, NULL); break;
    default: loop_give_up(l, "no refinement found"); break;
    }
    vec_free(&known);
    vec_free(&fresh);
}

void predicates_refine(struct loop *l, struct refiner *refiner, const struct obligation *first) {
    VEC(term_list) cubes = {0};
    for (const struct obligation *o = first; o; o = o->successor) {
        term_list cube = {0};
        for (uint32_t i = 0; i < o->cube->size; i++)
            vec_push(&cube, atoms_term(&l->atoms, o->cube->literals[i]));
        vec_push(&cubes, cube);
    }
    struct spurious_path path = {.property = first->goal, .steps = cubes.size, .cubes = cubes.data};
    refine_path(l, refiner, &path);
    vec_each (term_list, cube, &cubes) vec_free(cube);
    vec_free(&cubes);
}
