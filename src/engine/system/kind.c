/* k-induction on transition systems: a property holds if the first k steps are good, and if k good steps
 * always lead to a good one.
 *
 * After: Sheeran, Singh & Stalmarck, "Checking Safety Properties Using Induction and a SAT-Solver", FMCAD
 *        2000, and de Moura, Ruess & Sorea, "Bounded Model Checking and Induction: From Refutation to
 *        Verification", CAV 2003, for infinite-state systems.
 * Paper -> here:  base_k -> reach_search();  step_k -> stepcase_prove();  the loop over k -> deepen();
 *                 uniqueness of states, added where a model breaks it -> refine_paths()
 * Invariants:     (1) before the step is tried at depth k, no open property has a counterexample in steps
 *                     0..k-1;
 *                 (2) a property is assumed in its own step and, once proved without simple paths, in the
 *                     steps of others, whose evidence then contains its invariant; an open or refuted one
 *                     never is.
 * Departures:     Several properties share both solvers. A proof is marked as a simple-path one only if its
 *                 core contains the disequalities. Uniqueness is among all k+1 states of the step, not with
 *                 initial states.
 */
#include "engine/system/known_terms.h"
#include "engine/system/system_engines.h"
#include "engine/system/stepcase.h"

static void deepen(struct pending *pending, struct reach *base, struct stepcase *step,
                   struct known_terms *known) {
    for (int64_t k = 1; pending->count; k++) {
        if (k > pending->task->options->kind_bound) {
            pending->reason = "bound reached";
            return;
        }
        if (!pending->task->options->simple_path) known_terms_listen(known);
        pending_settle(pending);
        /* REACH_EXHAUSTED is fine: when no path goes on, the base case holds for every k. */
        if (reach_search(base) == REACH_STOPPED) return;
        stepcase_deepen(step);
        if (!stepcase_prove(step)) return;
    }
}

static const char *run(struct engine_task *task) {
    struct pending pending;
    struct known_terms known;
    pending_init(&pending, task);
    known_terms_init(&known, &pending);
    struct reach *base = reach_new(&pending, &known);
    struct stepcase *step = stepcase_new(&pending, task->options->simple_path, &known);
    deepen(&pending, base, step, &known);
    stepcase_free(step);
    reach_free(base);
    known_terms_fini(&known);
    pending_fini(&pending);
    return pending.reason;
}

const struct engine engine_smt_kind = {
    .name = "kind",
    .level = LEVEL_SYSTEM,
    .paper = "Sheeran, Singh & Stalmarck, FMCAD 2000",
    .groups = "kind",
    .simple_paths = true,
    .run = run,
};
