/* The invariant of a proof: the lemmas of an inductive frame. */
#include "engine/system/loop.h"

static void add_lemmas(struct loop *l, uint32_t level, term_list *conjuncts) {
    vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, level)) {
        const struct cube *cube = e->lemma->cube;
        vec_push(conjuncts, term_not(l->bank, atoms_cube(&l->atoms, cube->literals, cube->size)));
    }
}

struct system_invariant *loop_invariant(struct loop *l, uint32_t level) {
    struct system_invariant *invariant = system_invariant_new();
    for (uint32_t i = level; level != FRAMES_INFINITY && i <= l->frames->top; i++)
        add_lemmas(l, i, &invariant->conjuncts);
    add_lemmas(l, FRAMES_INFINITY, &invariant->conjuncts);
    return invariant;
}
