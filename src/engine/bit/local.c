/* IC3-guided localization: what a short run of IC3 learns says which latches an abstraction should include.
 *
 * After: Baumgartner, Ivrii, Matsliah & Mony, "IC3-Guided Abstraction", FMCAD 2012 [BIMM12].
 *
 * Paper -> here:
 *   hint generation (III.A)   local_probe(): a bounded run of ic3; PM1-PM3: local_prioritize()
 *   localization (IV)         local_localize(); the abstraction: local_abstraction.c
 *   CBA                       local_bmc() finds a counterexample of the abstraction, local_refine() includes cutpoints
 *   trace minimization        local_explain(): ternary analysis, then SAT analysis
 *   PBA                       local_localize.c: drop_unneeded(), from the core of the last query
 *   RM1, RM2                  local_localize.c: choose(), plant_seed()
 *   IC3 on the result (V.B)   local_decide()
 *   120, 300 and 900 seconds  the options local-probe, local-localize, local-decide: shares of the work, see below
 *
 * Invariants:
 *   (1) the paths of the circuit are paths of the abstraction, so proofs and depths hold for the circuit;
 *   (2) the abstraction has no counterexample of s->clear steps or fewer to an open property, unless the last
 *       deepening ran out of work: then it only grows; checked by check_clear() under the option local-check;
 *   (3) `needed` is a subset of `included`;
 *   (4) no property is assumed, open or decided: only resets, transitions and constraints are in the formulas.
 *
 * Departures:
 *   - Several properties are localized together, for their disjunction: a counterexample is one of any of them.
 *   - CBA and PBA share one formula and one solver, after Een, Mishchenko & Amla, FMCAD 2010 (the paper's [6]);
 *     every query covers all steps up to its depth, so that a core excludes counterexamples of all of them.
 *   - PBA at small depths would undo RM2 at once. So it spares the latches RM2 starts with until localization ends;
 *     then those that the last core does without go, too, and so do refinements for a depth that was not finished.
 *   - After a spurious counterexample of IC3 the abstraction is made free of all others of that depth before IC3
 *     starts again, as far as a part of the work left goes.
 *   - IC3 does not start from nothing: the clauses of the run before, the first one included, that hold after one step
 *     of the abstraction at hand become lemmas, and propagation finds out how far up they go.
 *   - Resources are work, not time, so that runs are reproducible: one unit is one propagated literal in IC3's solver,
 *     and switched.h says how the work of CaDiCaL is estimated. A time limit of T seconds is worth T times
 *     WORK_PER_SECOND units, whatever the machine; without one local-work says. The three phases have shares of that.
 *     If all is used up and there is time, the next round has GROWTH times as much and starts from scratch, so the
 *     engine is complete.
 *   - Without hints (local-hints=none) IC3's first run still happens: its verdicts and clauses count, its hints do not.
 */
#include "engine/bit/bit.h"
#include "engine/bit/local_internal.h"

enum { WORK_PER_SECOND = 5000000, GROWTH = 4 };

void local_init(struct local *s, struct engine_task *task) {
    uint32_t latches = task->model.circuit->latches.size, properties = task->model.circuit->properties.size;
    *s = (struct local){.task = task};
    s->circuit = task->model.circuit;
    s->options = task->options;
    s->stats = task->stats;
    s->told = mem_new_array(int64_t, properties + 1);
    for (uint32_t i = 0; i < properties; i++) s->told[i] = -1;
    s->priorities = mem_new_array(uint32_t, latches + 1);
    for (uint32_t i = 0; i < latches; i++) s->priorities[i] = PRIORITY_NEVER;
    s->included = mem_new_array(bool, latches + 1);
    s->seed = mem_new_array(bool, latches + 1);
    s->needed = mem_new_array(bool, latches + 1);
    pending_init(&s->pending, task);
}

void local_fini(struct local *s) {
    local_bmc_end(s);
    local_forget_lemmas(s);
    pending_fini(&s->pending);
    mem_free(s->told);
    mem_free(s->priorities);
    mem_free(s->included);
    mem_free(s->seed);
    mem_free(s->needed);
    vec_free(&s->assumptions);
}

void local_tell_depth(struct local *s, uint32_t property, uint64_t depth) {
    if ((int64_t)depth <= s->told[property]) return;
    s->told[property] = (int64_t)depth;
    events_send(s->task->events, (struct event){.kind = EVENT_DEPTH, .property = property, .number = depth});
}

/* Gives a phase its share of the round's work, on top of what the one before has left, and runs it. */
static void phase(struct local *s, const char *name, void (*work)(struct local *), uint64_t share,
                  uint64_t *time) {
    if (!s->pending.count || local_stopped(s)) return;
    uint64_t start = clock_us();
    events_send(s->task->events, (struct event){.kind = EVENT_STAGE, .text = name});
    s->left += share;
    work(s);
    *time += clock_us() - start;
}

static void round_of(struct local *s, double work) {
    const struct options *o = s->options;
    double unit = work / (double)(o->local_probe + o->local_localize + o->local_decide);
    s->stats->local_rounds++;
    s->left = 0;
    phase(s, "hints", local_probe, (uint64_t)(unit * (double)o->local_probe), &s->stats->local_probe_us);
    phase(s, "localize", local_localize, (uint64_t)(unit * (double)o->local_localize),
          &s->stats->local_localize_us);
    phase(s, "decide", local_decide, (uint64_t)(unit * (double)o->local_decide), &s->stats->local_decide_us);
}

/* Before expensive preprocessing, with a bound on work, only IC3's first run is worth while. */
static const char *run(struct engine_task *task) {
    const struct options *o = task->options;
    const double most = 0x1p62; /* work is counted in 64 bits */
    double work = o->timeout_ms ? (double)o->timeout_ms / 1e3 * WORK_PER_SECOND : (double)o->local_work * 1e3;
    struct local s;
    local_init(&s, task);
    if (task->work) {
        phase(&s, "hints", local_probe, task->work, &s.stats->local_probe_us);
    } else {
        for (; s.pending.count && !local_stopped(&s); work *= GROWTH) {
            round_of(&s, work < most ? work : most);
            pending_settle(&s.pending);
        }
    }
    const char *broken = s.broken;
    local_fini(&s);
    return broken;
}

const struct engine engine_ic3_local = {
    .name = "ic3-local",
    .level = LEVEL_CIRCUIT,
    .paper = "[BIMM12]",
    .summary = "IC3 on an abstraction: localization guided by the clauses of a short IC3 run",
    .groups = "ic3 eliminate frames pdr lifting ctg local preprocess evidence",
    .presearch = true,
    .run = run,
};
