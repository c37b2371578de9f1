/* Predicate abstraction as it was before implicit abstraction: the abstract system is computed by All-SMT, a finite
 * model checker decides it, and a spurious counterexample brings new predicates and everything begins again.
 *
 * After: Cimatti, Griggio, Mover & Tonetta, "IC3 Modulo Theories via Implicit Predicate Abstraction", TACAS 2014
 *        [CGMT14], section 5.1: "a traditional CEGAR approach based on explicit predicate abstraction, using a
 *        bit-level IC3 as model checking algorithm and the same interpolation procedure". It solved 10 instances there,
 *        and is here to be compared with.
 * Paper -> here:  S^_P (section 2.3) -> abstraction_init();  All-SMT -> all_smt();  bit-level IC3 -> the engine ic3 of
 *                 circuits;  simulation, refine -> cegar_counterexample(), as in kind-ia
 * Invariants:     (1) the circuit's paths are those of the abstract system: exactly the combinations of predicates that
 *                     some concrete initial state, or step, has;
 *                 (2) a counterexample that a refinement ruled out is none of the next circuit.
 * Departures:     - Work is bounded: an abstraction for which All-SMT would need more than all-smt-work ends the search
 *                   without a verdict. Every row of the abstract system costs a query, and their number grows with two
 *                   to the number of predicates; the paper's runs ended by time or memory.
 *                 - The target of a step and its inputs are one: the circuit chooses the next abstract state by inputs
 *                   under a constraint (abstraction.h).
 *                 - Several properties are decided one after the other, with all predicates found so far.
 */
#include "engine/explicit/abstraction.h"
#include "engine/explicit/explicit.h"

#include "engine/bit/bit.h"
#include "engine/system/cegar.h"

struct search {
    struct engine_task *task;
    struct pending pending;
    struct cegar cegar;
    uint32_t property;
    int64_t told; /* the last depth that was reported; -1: none */
    const struct abstraction *abstraction;
    enum cegar_result result; /* of the round; CEGAR_STOPPED: nothing was found */
    const char *reason;       /* of the model checker */
};

static void refuted(struct search *s, struct trace *trace) {
    term_list *cubes = abstraction_cubes(s->abstraction, trace);
    s->result = cegar_counterexample(&s->cegar, s->property, cubes, trace->steps);
    for (uint32_t i = 0; i < trace->steps; i++) vec_free(&cubes[i]);
    mem_free(cubes);
    trace_free(trace);
}

static void proved(struct search *s, struct invariant *invariant) {
    struct system_invariant *back = abstraction_invariant(s->abstraction, invariant);
    invariant_free(invariant);
    if (!back) return;
    pending_decide(&s->pending, evidence_of_system_invariant(s->property, back));
    s->result = CEGAR_REFUTED;
}

static void found(void *client, struct evidence e) {
    struct search *s = client;
    if (e.refutes)
        refuted(s, e.trace);
    else
        proved(s, e.invariant);
}

/* Without a counterexample in the abstraction there is none in the system. */
static void listen(void *listener, const struct event *event) {
    struct search *s = listener;
    if (event->kind != EVENT_DEPTH || (int64_t)event->number <= s->told) return;
    s->told = (int64_t)event->number;
    events_send(s->task->events,
                (struct event){.kind = EVENT_DEPTH, .property = s->property, .number = event->number});
}

static void check_abstraction(struct search *s, const struct abstraction *a) {
    struct events events = {listen, s};
    struct engine_task task = {.model = model_of_circuit(a->circuit),
                               .options = s->task->options,
                               .stats = s->task->stats,
                               .limits = s->task->limits,
                               .events = &events,
                               .found = found,
                               .client = s};
    s->abstraction = a;
    s->result = CEGAR_STOPPED;
    s->reason = engine_ic3.run(&task);
    if (s->reason) s->pending.reason = s->reason;
}

/* One abstraction, and what becomes of it. */
static enum cegar_result round_of(struct search *s) {
    enum { MILLION = 1000000 };
    struct abstraction a;
    term_list predicates = {0}; /* the table grows while the circuit is in use */
    vec_append(&predicates, s->cegar.predicates.formulas.data, s->cegar.predicates.formulas.size);
    enum all_smt_result listed = abstraction_init(&a, s->task, &predicates, s->property,
                                                  (uint64_t)s->task->options->all_smt_work * MILLION);
    s->task->stats->all_smt_rows += a.rows;
    s->result = CEGAR_STOPPED;
    if (listed == ALL_SMT_DONE)
        check_abstraction(s, &a);
    else
        s->pending.reason =
            listed == ALL_SMT_SPENT ? "All-SMT needs more than all-smt-work" : smt_excuse(s->task);
    abstraction_fini(&a);
    vec_free(&predicates);
    return s->result;
}

static const char *run(struct engine_task *task) {
    struct search s = {.task = task};
    pending_init(&s.pending, task);
    cegar_init(&s.cegar, &s.pending);
    bool going = true;
    for (s.property = 0; going && s.property < s.cegar.system->properties.size; s.property++) {
        if (!s.pending.open[s.property]) continue;
        cegar_begin(&s.cegar, s.property);
        enum cegar_result result = CEGAR_REFINED;
        for (s.told = -1; result == CEGAR_REFINED;) result = round_of(&s);
        going = result != CEGAR_STOPPED;
    }
    cegar_fini(&s.cegar);
    pending_fini(&s.pending);
    return s.pending.reason;
}

const struct engine engine_cegar_pa = {
    .name = "cegar-pa",
    .level = LEVEL_SYSTEM,
    .over_states = true,
    .paper = "[CGMT14] 5.1",
    .summary = "explicit predicate abstraction by All-SMT, decided by ic3, refined",
    .groups = "cegar-pa predicates refine ic3 frames pdr lifting ctg",
    .run = run,
};
