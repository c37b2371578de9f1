/* BMC: bounded model checking. Looks for counterexamples of length 1, 2, 3, ... from the reset states.
 *
 * After: Biere, Cimatti, Clarke & Zhu, "Symbolic Model Checking without BDDs", TACAS 1999, and for the
 *        incremental solver Een & Sorensson, "Temporal Induction by Incremental SAT Solving", BMC 2003.
 * Paper -> here:  unrolling -> unroll_at();  [[M, f]]_k -> search_round();  the loop over k -> search()
 * Invariants:     (1) the solver holds reset & C_0 & T_0 & ... & C_k-1 and consequences of it only;
 *                 (2) no open property has a counterexample of k steps or fewer, so traces are shortest;
 *                 (3) constraints are asserted up to the step that is searched, never beyond: a path may end
 *                     there.
 * Departures:     All properties are searched together: one query per step asks for any of them, and each
 *                 model is tried on all. bmc-step > 1 asks about several steps at once and goes back to
 *                 single steps on a hit. When the constraints let no path go on, the base case of an
 *                 induction of any depth holds, so the engine turns into k-induction without a base; likewise
 *                 after step 0 of a circuit without latches. Clauses that hold always, as others say and a
 *                 proof here confirms, are asserted in every step.
 */
#include "engine/bit/bit.h"
#include "engine/bit/bounded.h"
#include "engine/bit/induction.h"
#include "engine/bit/known.h"

static const char *const bound_reached = "bound reached";

/* Nothing open can be violated, whatever the depth: looks for a depth at which induction shows it. There need
 * not be one without simple paths. */
static const char *prove_pending(struct pending *pending, uint32_t depth) {
    struct induction *step = induction_new(pending, pending->task->options->simple_path, NULL);
    const char *reason = NULL;
    for (uint32_t k = 0; k < depth; k++) induction_deepen(step);
    while (pending->count) {
        if (depth > (uint64_t)pending->task->options->bmc_bound + 1) {
            reason = bound_reached;
            break;
        }
        if (!induction_prove(step)) break;
        induction_deepen(step);
        pending->task->stats->frames = ++depth;
    }
    induction_free(step);
    return reason;
}

/* Steps that others have searched are searched several at a time: they do not count until they have been, but a
 * counterexample is not to be expected there. */
static uint64_t stride(const struct pending *pending, const struct bounded *bounded) {
    enum { MOST = 10 };
    uint64_t step = (uint64_t)pending->task->options->bmc_step, heard = pending_heard(pending),
             depth = bounded_depth(bounded), ahead = heard > depth ? heard - depth : 0;
    if (ahead > MOST) ahead = MOST;
    return ahead > step ? ahead : step;
}

static const char *search(struct pending *pending, struct bounded *bounded, struct known *known) {
    const struct engine_task *task = pending->task;
    while (pending->count) {
        known_listen(known);
        if (!pending->count) break;
        uint64_t left = (uint64_t)task->options->bmc_bound + 1 - bounded_depth(bounded);
        if (!left) return bound_reached;
        uint64_t step = stride(pending, bounded);
        enum bounded_result result = bounded_search(bounded, (uint32_t)(step < left ? step : left));
        if (result == BOUNDED_STOPPED) return NULL;
        if (result == BOUNDED_EXHAUSTED || !task->model.circuit->latches.size)
            return prove_pending(pending, bounded_depth(bounded));
    }
    return NULL;
}

static const char *bmc_run(struct engine_task *task) {
    struct pending pending;
    struct known known;
    pending_init(&pending, task);
    known_init(&known, &pending);
    struct bounded *bounded = bounded_new(&pending, &known);
    const char *reason = search(&pending, bounded, &known);
    bounded_free(bounded);
    known_fini(&known);
    pending_fini(&pending);
    return reason;
}

const struct engine engine_bmc = {
    .name = "bmc",
    .level = LEVEL_CIRCUIT,
    .paper = "Biere, Cimatti, Clarke & Zhu, TACAS 1999",
    .summary = "bounded model checking: finds shortest counterexamples; proves only where no path goes on",
    .groups = "bmc preprocess",
    .simple_paths = true,
    .run = bmc_run,
};
