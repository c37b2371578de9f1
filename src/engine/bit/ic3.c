/* IC3 on circuits.
 *
 * After: Wolff, "Model Checking with IC3" [W14], section 3 (Bradley's IC3), with what later implementations
 * taught: one solver per frame restricted to the cone of each query; lifting of predecessors; generalization
 * with counterexamples to generalization; pushing at once; an infinity frame; triggered pushing.
 *
 * Paper -> here:
 *   prove                     ic3_run(), search()
 *   extendFrontier            ic3_block(): excludes the bad states of one property from one frame
 *   removeCTI                 ic3_block.c: discharge()
 *   inductiveGeneralization   ic3_generalize()
 *   propagateClauses          ic3_propagate()
 *   F_i, frontier k           s->frames, levels 1..top; s->solvers[i] answers queries about F[i]
 *   CTI, proof obligation     struct obligation
 *
 * Invariants (P1-P4 of the paper, checked by ic3_check_frames() under the option check-frames):
 *   (1) every initial state satisfies every lemma: its cube has a literal that the resets contradict;
 *   (2) F[i] => F[i+1]: a lemma of level i belongs to F[1] .. F[i];
 *   (3) F[j] excludes the bad states of a goal for all j < goal.depth;
 *   (4) F[i] & C & T => F[i+1]', and F[infinity] & C & T => F[infinity]'.
 *
 * Departures:
 *   - Frames never contain a property: they over-approximate reachability whatever is asked. So one run
 *     decides all properties of a file, no undecided or refuted property is ever assumed, and what one proof
 *     leaves behind helps the next. A goal is proved when some F[i] = F[i+1] excludes its bad states, or the
 *     infinity frame does.
 *   - Bad states are looked for in the current step (F[k] & C & bad), which allows properties over inputs.
 *   - Constraints C hold in every step: they are clauses of every solver, and lifting preserves them. A cube
 *     that contains an initial state in the sense of the resets is a counterexample, because its states all
 *     satisfy C.
 *   - Uninitialised latches need nothing special: the resets are a cube over the other latches.
 *   - With several properties a hard one is postponed when it has used its budget of queries, and resumed
 *     when only such are left.
 */
#include "engine/bit/ic3_internal.h"

#include "engine/bit/bit.h"

enum { FIRST_BUDGET = 2000 };

/* What a variable of the netlist stands for. */
static void index_variables(struct ic3 *s) {
    const struct circuit *c = s->circuit;
    uint32_t variables = s->encoding.netlist->variables;
    s->leaf_of = mem_new_array(struct leaf, variables + 1);
    for (uint32_t i = 0; i < c->inputs.size; i++)
        s->leaf_of[sat_variable_of(encoding_lit(&s->encoding, c->inputs.data[i].lit))] =
            (struct leaf){LEAF_INPUT, i};
    vec_resize(&s->next_begin, variables + 1);
    for (uint32_t i = 0; i < c->latches.size; i++) {
        s->leaf_of[sat_variable_of(s->current[i])] = (struct leaf){LEAF_LATCH, i};
        s->next_begin.data[sat_variable_of(s->next[i])]++;
    }
    for (uint32_t v = 0, sum = 0; v <= variables; v++) sum = s->next_begin.data[v] += sum;
    vec_resize(&s->next_of, c->latches.size);
    for (uint32_t i = c->latches.size; i-- > 0;)
        s->next_of.data[--s->next_begin.data[sat_variable_of(s->next[i])]] = i;
}

static void setup(struct ic3 *s, struct engine_task *task, struct ic3_observer *observer) {
    *s = (struct ic3){.task = task, .observer = observer};
    s->circuit = task->model.circuit;
    s->options = task->options;
    s->stats = task->stats;
    uint32_t latches = s->circuit->latches.size;
    encoding_init(&s->encoding, s->circuit);
    if (task->options->eliminate) encoding_eliminate(&s->encoding, s->circuit);
    s->current = mem_new_array(sat_lit, latches);
    s->next = mem_new_array(sat_lit, latches);
    s->reset = mem_new_array(uint8_t, latches);
    activities_init(&s->activities, latches);
    activities_scatter(&s->activities, (uint64_t)s->options->seed);
    for (uint32_t i = 0; i < latches; i++) {
        const struct latch *l = &s->circuit->latches.data[i];
        assert(!latch_has_function(l));
        s->current[i] = encoding_lit(&s->encoding, l->lit);
        s->next[i] = encoding_lit(&s->encoding, l->next);
        s->reset[i] = latch_is_free(l) ? 2 : aig_same(l->reset, AIG_TRUE);
    }
    index_variables(s);
    s->frames = frames_new(1, s->options->subsume);
    goals_init(&s->goals, s->circuit->properties.size, FIRST_BUDGET);
    s->last_propagation = task->work ? s->stats->propagations + task->work : UINT64_MAX;
    s->lifting = ic3_new_solver(s);
    s->infinity = ic3_new_solver(s);
    vec_each (const struct signal, c, &s->circuit->constraints) {
        sat_lit constraint = encoding_lit(&s->encoding, c->lit);
        cdcl_add_clause(s->infinity, &constraint, 1);
    }
    ic3_share_begin(s);
    ic3_open_frame(s); /* F[0] */
}

static void teardown(struct ic3 *s) {
    ic3_share_end(s);
    vec_each (struct cdcl *, solver, &s->solvers) cdcl_free(*solver);
    vec_free(&s->solvers);
    cdcl_free(s->lifting);
    cdcl_free(s->infinity);
    ic3_reject_free(s);
    ic3_relevance_free(s);
    obligations_fini(&s->obligations);
    frames_free(s->frames);
    encoding_fini(&s->encoding);
    mem_free(s->current);
    mem_free(s->next);
    mem_free(s->reset);
    mem_free(s->leaf_of);
    vec_free(&s->next_begin);
    vec_free(&s->next_of);
    activities_fini(&s->activities);
    goals_fini(&s->goals);
    vec_free(&s->assumptions);
    vec_free(&s->temporary);
    vec_free(&s->work);
    vec_free(&s->order);
}

void ic3_refute(struct ic3 *s, uint32_t property, struct trace *trace) {
    goals_decide(&s->goals, property);
    s->task->found(s->task->client, evidence_of_trace(trace));
    if (s->observer && s->observer->stop) s->stopped = true;
}

/* The lemmas of levels >= level and of infinity form an inductive set that excludes the bad states. */
static void prove(void *engine, uint32_t property, uint32_t level) {
    struct ic3 *s = engine;
    goals_decide(&s->goals, property);
    s->task->found(s->task->client, evidence_of_invariant(property, ic3_invariant(s, level, property)));
}

static void raise_to_infinity(void *engine, uint32_t level) {
    ic3_raise_to_infinity(engine, level);
}

static bool excluded_at_infinity(void *engine, uint32_t property) {
    struct ic3 *s = engine;
    /* F[infinity] & C & bad unsatisfiable? */
    return !s->stopped && !ic3_reaches_bad(s, s->infinity, property) && !s->stopped;
}

static const struct goals_conclusion conclusion = {prove, raise_to_infinity, excluded_at_infinity};

/* Works on a goal until its frames are done up to the top. */
static void advance(struct ic3 *s, uint32_t property) {
    while (goals_waits(&s->goals, property, s->frames->top) && !s->stopped && !s->broken) {
        enum block_result result = s->block(s, s->goals.list[property].depth, property);
        if (result == BLOCK_STOPPED) s->stopped = true;
        goals_note(&s->goals, property, result, s->task->events);
    }
}

static void search(struct ic3 *s) {
    while (s->goals.open && !s->stopped && !s->broken) {
        for (uint32_t p = 0; p < s->goals.count && !s->stopped; p++) advance(s, p);
        if (!s->goals.open || s->stopped || s->broken) break;
        if (goals_resume(&s->goals)) continue;
        ic3_open_frame(s);
        if (s->frames->top == 1) ic3_adopt(s);
        ic3_propagate(s);
        ic3_share(s);
        if (s->stopped) break;
        if (s->options->check_frames) ic3_check_frames(s);
        goals_at_fixpoints(&s->goals, s->frames, s->options, &conclusion, s);
        if (!s->stopped) goals_at_infinity(&s->goals, s->frames, s->options, s->stats, &conclusion, s);
    }
}

const char *ic3_run_with(struct engine_task *task, struct ic3_observer *observer, ic3_blocker block) {
    struct ic3 s;
    setup(&s, task, observer);
    s.block = block;
    search(&s);
    const char *broken = s.broken;
    ic3_bequeath(&s);
    teardown(&s);
    return broken;
}

const char *ic3_run(struct engine_task *task, struct ic3_observer *observer) {
    return ic3_run_with(task, observer, ic3_block);
}

static const char *run(struct engine_task *task) {
    struct ic3_heritage heritage;
    struct ic3_observer observer = ic3_inherit(&heritage, task);
    const char *broken = ic3_run(task, &observer);
    ic3_pass_on(&heritage, task);
    return broken;
}

const struct engine engine_ic3 = {
    .name = "ic3",
    .level = LEVEL_CIRCUIT,
    .paper = "[W14] section 3",
    .summary = "IC3 with per-frame solvers, lifting, CTG, an infinity frame and triggered pushing",
    .groups = "ic3 eliminate frames pdr lifting ctg preprocess evidence",
    .presearch = true,
    .run = run,
};
