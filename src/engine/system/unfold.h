/* A system unfolded into steps inside one batch solver: what bounded search, induction and simulation share.
 *
 *     struct unfold *u = unfold_new(system, task);
 *     smt_assert(u->smt, unfold_at(u, init, 0));
 *     ... smt_check ... unfold_trace(u, property, steps)
 *     unfold_free(u);
 */
#ifndef INDUCT_ENGINE_SYSTEM_UNFOLD_H
#define INDUCT_ENGINE_SYSTEM_UNFOLD_H

#include "engine/engine.h"
#include "smt/smt.h"

struct unfold {
    const struct system *system;
    struct engine_task *task; /* options, limits and statistics; its system need not be ours */
    struct smt *smt;          /* SMT_BATCH */
    struct system_unrolling at;
    term init, trans, constraint; /* of one step */
    u32s functions;               /* uninterpreted ones of the system, and its divisions by zero */
};

struct unfold *unfold_new(const struct system *, struct engine_task *);
void unfold_free(struct unfold *);

/* A term over now, next and inputs at a step. */
term unfold_at(struct unfold *, term, uint32_t step);
/* Asserts the constraints of a step; the transition from a step to the next one. */
void unfold_constrain(struct unfold *, uint32_t step);
void unfold_connect(struct unfold *, uint32_t step);
/* SMT_UNKNOWN when the limits stopped it, or the solver gave up. */
enum smt_result unfold_check(struct unfold *, const smt_lit *assumptions, uint32_t n);
/* After SMT_SAT: the steps 0..steps-1 of the model. NULL when the solver cannot give a value. */
struct system_trace *unfold_trace(struct unfold *, uint32_t property, uint32_t steps);

/* Whether a path from the initial states follows the cubes, one per step, and violates the property in the last one;
 * with SMT_SAT, the path, or NULL when the solver cannot give a value. Nothing stays asserted. */
enum smt_result unfold_follow(struct unfold *, uint32_t property, const term_list *cubes, uint32_t steps,
                              struct system_trace **);

/* A solver for the terms of a system, with the task's limits, statistics and seed. */
struct smt *smt_for_system(const struct system *, struct engine_task *, enum smt_purpose);

/* Why an engine gives up when the solver answers `unknown` although no limit stopped it; NULL when one did.
 */
const char *smt_excuse(const struct engine_task *);

#endif
