/* A circuit unfolded in time whose latches can be switched off: one formula for all abstractions by cutpoints.
 *
 * After: Een, Mishchenko & Amla, "A single-instance incremental SAT formulation of proof- and counterexample-based
 * abstraction", FMCAD 2010.
 *
 * In every step each latch is a variable x of its own. That it behaves as a latch is said under its switch s:
 *
 *     s => x_0 = reset          s => x_t = next_{t-1}        (a free reset says nothing)
 *
 * A latch whose switch is assumed true is part of the abstraction; with the switch assumed false, or without one,
 * it is a cutpoint: free in every step. So the switches in an unsatisfiable core are a proof-based abstraction, and
 * what the solver learns under one abstraction stays valid under all.
 *
 * Everything is made on demand: a latch without a switch ends the expansion, so the formula contains only what some
 * abstraction so far depends on. */
#ifndef INDUCT_ENGINE_BIT_SWITCHED_H
#define INDUCT_ENGINE_BIT_SWITCHED_H

#include "base/stats.h"
#include "model/circuit.h"
#include "sat/sat.h"

struct switched;

/* The circuit is borrowed and must not change any more; its resets are constant or free. The solver is CaDiCaL;
 * queries are counted in stats. */
struct switched *switched_new(const struct circuit *, struct limits *, struct stats *);
void switched_free(struct switched *);
struct sat *switched_solver(struct switched *);

/* The literal of a signal in a step. */
sat_lit switched_at(struct switched *, aig_lit, uint32_t step);
/* The literal of a conjunction. */
sat_lit switched_and(struct switched *, sat_lit, sat_lit);
sat_lit switched_true(struct switched *);
sat_lit switched_literal(struct switched *); /* a new variable, free */

/* The switch of a latch, made by the first call. */
sat_lit switched_switch(struct switched *, uint32_t latch);
bool switched_has_switch(const struct switched *, uint32_t latch);

/* Solves under assumptions with at most *work units of work (see WORK_ below), and deducts what was used.
 * SAT_UNKNOWN when that was not enough or the limits stopped it. `conflicts` is a further bound; < 0: none. */
enum sat_result switched_solve(struct switched *, const sat_lit *assumptions, uint32_t n, int64_t conflicts,
                               uint64_t *work);

/* One unit of work is about one propagated literal of the incremental solver. A query costs each variable once,
 * and so much per conflict. */
enum { WORK_PER_CONFLICT = 1000 };

/* After SAT_SATISFIED: the value of an input or latch; false when the formula does not mention it. */
bool switched_value(const struct switched *, aig_lit leaf, uint32_t step);

#endif
