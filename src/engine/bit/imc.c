/* IMC: interpolation-sequence model checking.
 *
 * After: Wolff, "Model Checking with IC3" [W14], section 4.4 (IMC), which follows Vizel & Grumberg,
 *        "Interpolation-Sequence Based Model Checking", FMCAD 2009.
 * Paper -> here:
 *   I & T & ... & T & not P  (the query of bound k)       search_bound()
 *   sequence interpolant J_1 .. J_k of its parts          steps_interpolate()
 *   F_i := F_i & J_i                                      strengthen()
 *   F_i => F_j for some j < i                             imc_fixpoint()
 * Invariants, per open property, of F_0 .. F_k-1 where k is the next bound (checked by imc_check() with
 * check-interpolants and in debug builds):
 *   (1) F_0 is the initial states;
 *   (2) P3: F_i & C => not bad;
 *   (3) P4: F_i & C & T => F_i+1'.
 *   So F_i contains what is reachable in exactly i steps; unlike frames of IC3, F_i need not imply F_i+1.
 * Departures:
 *   - Bad states are looked for in step k (C_k & bad_k), so that properties may depend on inputs; J_k excludes
 *     them as a set of states. F_k starts as "true", not as P, for the same reason.
 *   - The paper ends when F_i => F_j for some j < i. The invariant is then F_0 or ... or F_i-1, for which
 *     F_i => F_0 or ... or F_i-1 is enough: that is what is asked unless imc-fixpoint=pair. Both may assume C.
 *   - An interpolant that a frame implies already is not conjoined.
 *   - One solver, with one proof log, serves all bounds and properties: clauses learnt for one bound stay, the bad
 *     states are an assumption. When the log gets large both are made anew.
 *   - Each property has its own frames, so that a hard one does not keep the others from their fixpoints. One that
 *     exceeds its budget of conflicts is postponed until all that are open have.
 */
#include "engine/bit/imc.h"

#include "engine/bit/bit.h"
#include "engine/bit/itp_sweep.h"

enum {
    FIRST_BUDGET = 2000, /* conflicts per bound, with several properties */
    BUDGET_GROWTH = 4,
    IMPLIED_CONFLICTS = 200, /* for finding out that a frame implies an interpolant already */
    LARGEST_LOG = 1 << 26,   /* antecedents */
    INVARIANT_EFFORT =
        20,             /* times that of frames, for sweeping: what is checked and written should be small */
    SPARE_GATES = 20000 /* that the graph of frames may have beyond twice what is in use */
};

static const char *const bound_reached = "bound reached";

/* The solver of the bounds. */

static void open_solver(struct imc *s) {
    s->proof = proof_new();
    s->sat = sat_cdcl_logging(s->task->limits, s->task->stats, s->proof);
    sat_seed(s->sat, (uint64_t)s->task->options->seed);
    s->steps = steps_new(s->task->model.circuit, &s->encoding, s->sat, s->proof, true);
    s->constrained = 0;
}

static void close_solver(struct imc *s) {
    steps_free(s->steps);
    sat_free(s->sat);
    proof_free(s->proof);
}

/* The graph of frames, and the solver that compares them: constraints hold there. */

static aig_lit initial_states(struct imc *s) {
    aig_lits values = {0};
    for (uint32_t i = 0; i < s->task->model.circuit->latches.size; i++) {
        const struct latch *l = &s->task->model.circuit->latches.data[i];
        if (!latch_is_free(l)) vec_push(&values, aig_make(1 + i, aig_same(l->reset, AIG_FALSE)));
    }
    aig_lit initial = aig_and_all(s->graph, values.data, values.size);
    vec_free(&values);
    return initial;
}

static void assert_constraints(struct imc *s) {
    const struct circuit *c = s->task->model.circuit;
    if (!c->constraints.size) return;
    aig_lit *map = mem_alloc(aig_size(c->graph) * sizeof *map);
    memset(map, 0xff, aig_size(c->graph) * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    for (uint32_t i = 0; i < c->latches.size; i++)
        map[aig_node(c->latches.data[i].lit)] = aig_make(1 + i, false);
    vec_each (const struct signal, input, &c->inputs) map[aig_node(input->lit)] = aig_leaf(s->graph);
    vec_each (const struct signal, constraint, &c->constraints) {
        sat_lit l = cones_lit(&s->cones, aig_copy_cone(s->graph, c->graph, constraint->lit, map));
        cones_add_clause(&s->cones, &l, 1);
    }
    mem_free(map);
}

static void open_graph(struct imc *s) {
    s->graph = steps_graph(s->task->model.circuit);
    cones_init(&s->cones, s->graph, s->task->limits, s->task->stats);
    assert_constraints(s);
    s->initial = initial_states(s);
}

static void close_graph(struct imc *s) {
    cones_fini(&s->cones);
    aig_free(s->graph);
}

/* Keeps only what the frames of open properties are made of; a good time to look for equivalent gates in them. */
static void collect_graph(struct imc *s) {
    struct aig *old = s->graph;
    cones_fini(&s->cones);
    open_graph(s);
    aig_lit *map = mem_alloc(aig_size(old) * sizeof *map);
    memset(map, 0xff, aig_size(old) * sizeof *map); /* AIG_NONE */
    for (uint32_t i = 0; i <= s->task->model.circuit->latches.size; i++) map[i] = aig_make(i, false);
    for (uint32_t p = 0; p < s->task->model.circuit->properties.size; p++)
        for (uint32_t i = 0; s->pending.open[p] && i < s->sequences[p].frames.size; i++) {
            aig_lit *frame = &s->sequences[p].frames.data[i];
            *frame = sweep_copy_cone(s->graph, old, *frame, map, (uint32_t)s->task->options->imc_sweep,
                                     s->task->limits, s->task->stats);
        }
    mem_free(map);
    aig_free(old);
    s->spare = 2 * s->graph->gates + SPARE_GATES;
}

/* F_i & C & not J_i unsatisfiable? */
static bool implied(struct imc *s, aig_lit frame, aig_lit interpolant) {
    if (aig_same(frame, interpolant) || aig_same(interpolant, AIG_TRUE)) return true;
    const sat_lit query[] = {cones_lit(&s->cones, frame), sat_not(cones_lit(&s->cones, interpolant))};
    cdcl_set_conflicts(s->cones.solver, IMPLIED_CONFLICTS);
    return cones_solve(&s->cones, query, 2) == SAT_REFUTED;
}

/* F_i := F_i & J_i, the frame of the new bound starting as true. */
static void strengthen(struct imc *s, aig_lits *frames, const aig_lits *interpolants) {
    bool *separated = imc_separated(s, frames->data + 1, interpolants->data, interpolants->size - 1);
    for (uint32_t i = 0; i + 1 < interpolants->size; i++) {
        aig_lit *frame = &frames->data[1 + i], interpolant = interpolants->data[i];
        if (separated[i] || !implied(s, *frame, interpolant)) *frame = aig_and(s->graph, *frame, interpolant);
    }
    vec_push(frames, vec_last(interpolants));
    mem_free(separated);
}

/* F_0 or ... or F_i-1 */
static struct invariant *make_invariant(struct imc *s, const aig_lits *frames, uint32_t i) {
    struct invariant *invariant = invariant_new(s->task->model.circuit);
    aig_lit reached = aig_or_all(s->graph, frames->data, i);
    uint32_t effort = INVARIANT_EFFORT * (uint32_t)s->task->options->imc_sweep;
    aig_lit *map = mem_alloc(aig_size(s->graph) * sizeof *map);
    memset(map, 0xff, aig_size(s->graph) * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    for (uint32_t l = 0; l < s->task->model.circuit->latches.size; l++)
        map[1 + l] = invariant->latches.data[l];
    invariant_add(invariant, sweep_copy_cone(invariant->graph, s->graph, reached, map, effort,
                                             s->task->limits, s->task->stats));
    mem_free(map);
    return invariant;
}

/* The property is not violated in step k: new interpolants, and perhaps the end. */
static void extend(struct imc *s, uint32_t property, uint32_t k) {
    struct sequence *q = &s->sequences[property];
    aig_lits interpolants = {0};
    if (!k) {
        vec_push(&q->frames, s->initial);
    } else if (steps_interpolate(s->steps, s->task, k, s->graph, &interpolants, &s->broken)) {
        strengthen(s, &q->frames, &interpolants);
        imc_check(s, property);
        uint32_t fixpoint = s->broken ? 0 : imc_fixpoint(s, &q->frames);
        if (fixpoint)
            pending_decide(&s->pending,
                           evidence_of_invariant(property, make_invariant(s, &q->frames, fixpoint)));
    }
    vec_free(&interpolants);
    if (s->graph->gates > s->spare) collect_graph(s);
}

/* reset & C_0 & T_0 & ... & C_k & bad_k  satisfiable? */
static void search_bound(struct imc *s, uint32_t property) {
    uint32_t k = s->sequences[property].frames.size;
    while (s->constrained <= k) steps_assert_constraints(s->steps, s->constrained++);
    sat_lit bad = steps_at(s->steps, s->task->model.circuit->properties.data[property].bad, k);
    if (s->pending.count > 1) sat_set_conflicts(s->sat, s->budget);
    enum sat_result result = sat_solve(s->sat, &bad, 1);
    if (result == SAT_SATISFIED) {
        pending_decide(&s->pending, evidence_of_trace(steps_trace(s->steps, property, k)));
    } else if (result == SAT_REFUTED) {
        events_send(s->task->events, (struct event){.kind = EVENT_DEPTH, .property = property, .number = k});
        if (s->task->stats->frames < k) s->task->stats->frames = k;
        extend(s, property, k);
    } else {
        s->sequences[property].postponed = true;
    }
}

static bool stopped(const struct imc *s) {
    return s->broken || limits_stopped_slow(s->task->limits);
}

/* One bound more for each open property that has budget left. False: every one has reached the bound. */
static bool search_round(struct imc *s) {
    bool within = false;
    for (uint32_t p = 0; p < s->task->model.circuit->properties.size && !stopped(s); p++) {
        if (!s->pending.open[p] || s->sequences[p].frames.size > s->task->options->imc_bound) continue;
        within = true;
        if (s->sequences[p].postponed) continue;
        search_bound(s, p);
        if (s->proof->antecedents.size < LARGEST_LOG) continue;
        close_solver(s);
        open_solver(s);
    }
    return within;
}

static void renew_budgets(struct imc *s) {
    uint32_t properties = s->task->model.circuit->properties.size;
    for (uint32_t p = 0; p < properties; p++)
        if (s->pending.open[p] && !s->sequences[p].postponed) return;
    s->budget *= BUDGET_GROWTH;
    for (uint32_t p = 0; p < properties; p++) s->sequences[p].postponed = false;
}

static const char *search(struct imc *s) {
    while (s->pending.count && !stopped(s)) {
        pending_settle(&s->pending);
        if (!search_round(s)) return stopped(s) ? s->broken : bound_reached;
        renew_budgets(s);
    }
    return s->broken;
}

static const char *run(struct engine_task *task) {
    struct imc s = {.task = task, .budget = FIRST_BUDGET, .spare = SPARE_GATES};
    uint32_t properties = task->model.circuit->properties.size;
    pending_init(&s.pending, task);
    s.sequences = mem_new_array(struct sequence, properties + 1);
    encoding_init(&s.encoding, task->model.circuit);
    open_solver(&s);
    open_graph(&s);
    const char *reason = search(&s);
    close_graph(&s);
    close_solver(&s);
    encoding_fini(&s.encoding);
    for (uint32_t p = 0; p < properties; p++) vec_free(&s.sequences[p].frames);
    witnesses_fini(&s.witnesses);
    mem_free(s.sequences);
    pending_fini(&s.pending);
    return reason;
}

const struct engine engine_imc = {
    .name = "imc",
    .level = LEVEL_CIRCUIT,
    .paper = "[W14] section 4.4",
    .summary = "interpolation-sequence model checking",
    .groups = "imc itp preprocess",
    .run = run,
};
