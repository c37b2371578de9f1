/* k-induction: a property holds if the first k steps are good, and if k good steps always lead to a good one.
 *
 * After: Sheeran, Singh & Stalmarck, "Checking Safety Properties Using Induction and a SAT-Solver", FMCAD
 *        2000, and Een & Sorensson, "Temporal Induction by Incremental SAT Solving", BMC 2003.
 * Paper -> here:  base_k -> bounded_search();  step_k -> induction_prove();  the loop over k -> deepen();
 *                 uniqueness of states, added where a model breaks it -> refine_paths()
 * Invariants:     (1) before the step is tried at depth k, no open property has a counterexample in steps
 *                     0..k-1;
 *                 (2) a property is assumed in its own step and, once proved without simple paths, in the
 *                     steps of others, whose evidence then contains its invariant; an open or refuted one
 *                     never is.
 *                 (3) clauses that hold always are assumed in every step once they are proved to be inductive
 *                     together; evidence whose step needs them contains all of them.
 * Departures:     Several properties share both solvers, and many steps are tried by one query. A proof is
 *                 marked as a simple-path one only if its core contains the disequalities. Uniqueness is
 *                 among all k+1 states of the step, not with initial states.
 */
#include "engine/bit/bit.h"
#include "engine/bit/bounded.h"
#include "engine/bit/induction.h"
#include "engine/bit/known.h"

static const char *deepen(struct pending *pending, struct bounded *base, struct induction *step,
                          struct known *known) {
    for (int64_t k = 1; pending->count; k++) {
        if (k > pending->task->options->kind_bound) return "bound reached";
        if (!pending->task->options->simple_path) known_listen(known);
        pending_settle(pending);
        /* BOUNDED_EXHAUSTED is fine: when no path goes on, the base case holds for every k. */
        if (bounded_search(base, 1) == BOUNDED_STOPPED) return NULL;
        induction_deepen(step);
        if (!induction_prove(step)) return NULL;
        pending->task->stats->frames = (uint64_t)k;
    }
    return NULL;
}

static const char *kind_run(struct engine_task *task) {
    struct pending pending;
    struct known known;
    pending_init(&pending, task);
    known_init(&known, &pending);
    struct bounded *base = bounded_new(&pending, &known);
    struct induction *step = induction_new(&pending, task->options->simple_path, &known);
    const char *reason = deepen(&pending, base, step, &known);
    induction_free(step);
    bounded_free(base);
    known_fini(&known);
    pending_fini(&pending);
    return reason;
}

const struct engine engine_kind = {
    .name = "kind",
    .level = LEVEL_CIRCUIT,
    .paper = "Sheeran, Singh & Stalmarck, FMCAD 2000",
    .summary = "k-induction, with simple paths on request",
    .groups = "kind preprocess",
    .simple_paths = true,
    .run = kind_run,
};
