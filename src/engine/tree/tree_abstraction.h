/* Inside the implicit abstraction of trees: tree_ia.c, tree_refine.c. */
#ifndef INDUCT_ENGINE_TREE_TREE_ABSTRACTION_H
#define INDUCT_ENGINE_TREE_TREE_ABSTRACTION_H

#include "engine/tree/tree.h"
#include "refine/divergence.h"
#include "refine/refine.h"

struct tree_abstraction {
    term_list predicates;
    struct hash_map known;                                        /* predicate -> 1 */
    VEC(u32s) variables;                                          /* per predicate */
    struct system view;                                           /* over the automaton's bank */
    u32s edges;                                                   /* those in the view */
    term_list takes;                                              /* per edge of the view */
    struct refiner *refiner;                                      /* NULL: no view yet */
    struct divergence divergence;                                 /* of interpolants */
    bool diverged;                                                /* of the last few */
    uint64_t reductions_asked, reductions_tried, reductions_done; /* of minterms */
};

/* Of these formulas the atoms, as far as they are over the automaton's variables. */
void tree_add_predicates(struct tree *, const term_list *atoms);
void tree_drop_view(struct tree_abstraction *);

#endif
