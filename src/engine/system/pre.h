/* Steps backwards: states that lead to a cube, as cubes.
 *
 * A transition is split into what the states determine and what is chosen: next states with an update are
 * functions of states and inputs; the inputs, and the next values of states without update, are *choices*.
 * With the updates substituted, "X and these choices lead into the target" is one formula over X and the
 * choices,
 *
 *     lead(target) = C(X) & trans & C(X') & target(X')      where X' is update(X, inputs) or a choice,
 *
 * so that only the cone of the target is looked at. Two ways to make a cube of its states:
 *
 *     pre_image   an implicant of the formula that holds in the model, with the choices projected away
 *                 (model-based): every state of the cube has some choices that lead into the target;
 *     pre_lift    from a cube of the model's state, the literals that suffice when the choices are those of
 *                 the model. Because choices are fixed and updates are total, this is a test on states, also
 *                 for a nondeterministic system. */
#ifndef INDUCT_ENGINE_SYSTEM_PRE_H
#define INDUCT_ENGINE_SYSTEM_PRE_H

#include "engine/system/loop.h"

struct pre {
    struct loop *loop;
    term_list choices;          /* inputs, and next variables of states without update */
    struct frame_solver solver; /* for pre_lift, see there, and pre_image_around; without frames */
    struct smt *smt;            /* the solver's */
    smt_lit no_step;            /* implies that step_formula does not hold, in smt */
};

void pre_init(struct pre *, struct loop *);
void pre_fini(struct pre *);

/* lead(target) as above; target over X. */
term pre_lead(struct pre *, term target);

/* After SMT_SAT in `smt`: appends the literals of a term that holds in the model, as literals of the loop.
 * Conjunctions are taken apart, equalities of numbers become two inequalities, disequalities the one that
 * holds. */
void pre_add_literal(struct loop *, struct smt *, term literal, pdr_lits *cube);
/* The model's state itself: `x = value` for every state (bit by bit for bit vectors). False when a value is
 * not available. */
bool pre_point(struct loop *, struct smt *, pdr_lits *cube);

/* After SMT_SAT in l->step, in whose model the target holds next: a cube of predecessors. When projection
 * fails, the point. False: not even that. */
bool pre_image(struct pre *, term target, pdr_lits *cube);
/* Without a query before: `state` is a formula that fixes every state, and the choices lead from there into
 * the target. Appends the literals of a cube of predecessors of the target that the state is in, as terms:
 * they need not be atoms of the loop. False: Z3 failed, or the limits stopped it. */
bool pre_image_around(struct pre *, term state, const term_list *values, term target, term_list *literals);

/* After SMT_SAT in l->step: the values of the choices. False when one is not available. */
bool pre_choices(struct pre *, term_list *values);
/* cube & choices = values & not lead(target) unsat? Then the cube becomes a core. False: it is not so, or not
 * known.
 *
 * The solver holds no formula but behind labels; a query adds a clause of them that says "something of
 * lead(target) fails", and the choices. */
bool pre_lift(struct pre *, const term_list *values, const struct cube *target, pdr_lits *cube);

#endif
