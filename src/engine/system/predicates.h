/* The predicates of the abstract domains: where they come from, and how a refinement adds some. */
#ifndef INDUCT_ENGINE_SYSTEM_PREDICATES_H
#define INDUCT_ENGINE_SYSTEM_PREDICATES_H

#include "engine/system/loop.h"
#include "refine/refine.h"

/* Appends the atoms of formulas over states, equalities of numbers as two inequalities, constants left out. */
void predicates_of(struct terms *, const term_list *formulas, term_list *out);
/* The formulas whose atoms are the first predicates for a property: init and the property; with ia-booleans also all
 * Boolean states. */
void predicates_first(const struct system *, const struct options *, uint32_t property, term_list *formulas);

/* Makes the atoms of formulas over states predicates, equalities of numbers two each, and labels them; true
 * when one is new. */
bool predicates_add(struct loop *, const term *formulas, uint32_t n);
/* After loop_literal made atoms: labels and counts them. */
void predicates_added(struct loop *);
/* Drops all obligations: after new predicates, cubes over the old ones are no minterms any more. */
void predicates_restart(struct loop *);
/* Adds the first predicates for a property, and restarts. */
void predicates_begin(struct loop *, uint32_t property);

/* Refines so that the chain of obligations from `first` on is no abstract path any more, and restarts; gives
 * up when that fails. */
void predicates_refine(struct loop *, struct refiner *, const struct obligation *first);

#endif
