/* BMC on transition systems: looks for counterexamples of length 1, 2, 3, ... from the initial states.
 *
 * After: Biere, Cimatti, Clarke & Zhu, "Symbolic Model Checking without BDDs", TACAS 1999, with an SMT solver
 *        for SAT.
 * Paper -> here:  unrolling -> unfold_at();  [[M, f]]_k -> search_round() of reach.c;  the loop over k ->
 *                 search()
 * Invariants:     (1) the solver holds init & C_0 & T_0 & ... & C_k-1 & T_k-1 and consequences of it only;
 *                 (2) no open property has a counterexample of k steps or fewer, so traces are shortest;
 *                 (3) constraints and transitions are asserted up to the step that is searched, never beyond:
 *                     a path may end there.
 * Departures:     All properties are searched together: one query per step asks for any of them, and each
 *                 model is tried on all. When no path goes on, the base case of an induction of any depth
 *                 holds, so the engine turns into k-induction without a base; likewise after step 0 of a
 *                 system without states.
 */
#include "engine/system/known_terms.h"
#include "engine/system/system_engines.h"
#include "engine/system/stepcase.h"

static const char *const bound_reached = "bound reached";

/* Nothing open can be violated, whatever the depth: looks for a depth at which induction shows it. There need
 * not be one without simple paths. */
static void prove_open(struct pending *pending, uint32_t depth) {
    struct stepcase *step = stepcase_new(pending, pending->task->options->simple_path, NULL);
    for (uint32_t k = 0; k < depth; k++) stepcase_deepen(step);
    while (pending->count) {
        if (depth > (uint64_t)pending->task->options->bmc_bound + 1) {
            pending->reason = bound_reached;
            break;
        }
        if (!stepcase_prove(step)) break;
        stepcase_deepen(step);
        pending->task->stats->frames = ++depth;
    }
    stepcase_free(step);
}

static void search(struct pending *pending, struct reach *reach, struct known_terms *known) {
    while (pending->count) {
        known_terms_listen(known);
        if (!pending->count) return;
        if (reach_depth(reach) > (uint64_t)pending->task->options->bmc_bound) {
            pending->reason = bound_reached;
            return;
        }
        enum reach_result result = reach_search(reach);
        if (result == REACH_STOPPED) return;
        if (result == REACH_EXHAUSTED || !pending->task->model.system->states.size) {
            prove_open(pending, reach_depth(reach));
            return;
        }
    }
}

static const char *run(struct engine_task *task) {
    struct pending pending;
    struct known_terms known;
    pending_init(&pending, task);
    known_terms_init(&known, &pending);
    struct reach *reach = reach_new(&pending, &known);
    search(&pending, reach, &known);
    reach_free(reach);
    known_terms_fini(&known);
    pending_fini(&pending);
    return pending.reason;
}

const struct engine engine_smt_bmc = {
    .name = "bmc",
    .level = LEVEL_SYSTEM,
    .paper = "Biere, Cimatti, Clarke & Zhu, TACAS 1999",
    .groups = "bmc",
    .run = run,
};
