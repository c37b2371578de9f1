/* IPDR: IC3 whose frontier is extended by interpolation.
 *
 * After: Wolff, "Model Checking with IC3" [W14], section 4.4, Listing 7, which follows Vizel & Gurfinkel,
 *        "Interpolating Property Directed Reachability", CAV 2014.
 * Paper -> here:
 *   extendFrontier (Listing 7)      ipdr_block(), in place of ic3_block()
 *   line 87, the restricted query   refute()
 *   line 89, sequenceInterpolant    steps_interpolate()
 *   line 92, F_i := cnf(...)        clausify(), one level after the other
 *   everything else                 ic3.c: propagation, fixpoints, the infinity frame, evidence
 * Invariants: P1-P4 of ic3.c, checked by the same routine (check-frames). Moreover, when level i has been clausified,
 *   (5) F[i] => H_i, where H_i = G_0 or ... or G_i, G_0 = I, G_j = F_j & J_j for the frames F_j before the call.
 * Departures:
 *   - Line 92 prints F_i & J_i or ... or F_k & J_k. Those frames would shrink the wrong way: P2 needs H_i => H_i+1 and P4
 *     needs H_i & C & T => H_i+1', which hold for the disjunction over 0 <= j <= i.
 *   - Bad states are looked for in the current step, as everywhere in ic3: the query is
 *     F_0(X_0) & C & T & ... & F_k(X_k) & C & bad(X_k), and interpolants J_1 .. J_k strengthen F_1 .. F_k.
 *   - The query is asked only if F_k & C & bad is satisfiable; if not, the interpolants would all be true.
 *   - A level is clausified cube by cube. While F[i] & not H_i has a state s, H_i & s is refuted and the core of s is a
 *     cube d of states outside H_i. ipdr-frames=cnf shrinks d to a minimal cube and adds its clause: in the end F[i] is the
 *     conjunction of prime implicates of H_i, the paper's CNF. ipdr-frames=ic3 uses that F[i-1] => H_i-1 implies
 *     F[i-1] & C & T => not d': d is generalized inductively and pushed, as an obligation would be. Then H_i need not
 *     imply F[i], but every lemma is one that IC3 could have learnt. Clausifying ends early when F_k excludes the bad
 *     states.
 */
#include "engine/bit/bit.h"
#include "engine/bit/ic3_internal.h"
#include "engine/bit/steps.h"
#include "itp/cones.h"

enum { FRAMES_CNF = 0, FRAMES_IC3 = 1 }; /* values of the option ipdr-frames */

enum { CONFLICTS_PER_QUERY = 20 }; /* of the goal's budget, which counts queries of IC3 */

/* The query and its interpolants. */

static void restrict_step(struct steps *steps, uint32_t step, const lemma_list *list) {
    u32s cube = {0};
    vec_each (const struct lemma_entry, e, list) {
        vec_clear(&cube);
        for (uint32_t i = 0; i < e->lemma->cube->size; i++) vec_push(&cube, e->lemma->cube->literals[i].code);
        steps_exclude(steps, cube.data, cube.size, step);
    }
    vec_free(&cube);
}

/* F_level(X_step) & C, of which the reset states need no lemma */
static void add_step(struct ic3 *s, struct steps *steps, uint32_t step, uint32_t level) {
    steps_assert_constraints(steps, step);
    for (uint32_t i = level; level && i <= s->frames->top; i++)
        restrict_step(steps, step, frames_at(s->frames, 0, i));
    if (level) restrict_step(steps, step, frames_at(s->frames, 0, FRAMES_INFINITY));
}

/* F_first(X_0) & C & T & ... & F_k(X_k-first) & C & bad(X_k-first), with k = level, unsatisfiable? */
static enum sat_result query(struct ic3 *s, struct steps *steps, struct sat *sat, uint32_t first,
                             uint32_t level, uint32_t property) {
    sat_lit bad = steps_at(steps, s->circuit->properties.data[property].bad, level - first);
    for (uint32_t i = first; i <= level; i++) add_step(s, steps, i - first, i);
    if (s->open > 1) sat_set_conflicts(sat, (int64_t)s->budget * CONFLICTS_PER_QUERY);
    return sat_solve(sat, &bad, 1);
}

/* BLOCK_DONE: refuted, with J_first+1 .. J_k in the sequence. BLOCK_DECIDED: satisfiable; a counterexample when first
 * is 0. */
static enum block_result refute(struct ic3 *s, uint32_t first, uint32_t level, uint32_t property,
                                struct aig *graph, aig_lits *sequence) {
    struct proof *proof = proof_new();
    struct sat *sat = sat_cdcl_logging(s->task->limits, s->stats, proof);
    struct steps *steps = steps_new(s->circuit, &s->encoding, sat, proof, !first);
    enum block_result outcome = BLOCK_STOPPED;
    enum sat_result result = query(s, steps, sat, first, level, property);
    if (result == SAT_SATISFIED) {
        if (!first) ic3_refute(s, property, steps_trace(steps, property, level));
        outcome = BLOCK_DECIDED;
    } else if (result == SAT_UNKNOWN && !limits_stopped_slow(s->task->limits)) {
        outcome = BLOCK_POSTPONED;
    } else if (result == SAT_REFUTED &&
               steps_interpolate(steps, s->task, level - first, graph, sequence, &s->broken)) {
        outcome = BLOCK_DONE;
    }
    steps_free(steps);
    sat_free(sat);
    proof_free(proof);
    return outcome;
}

/* Clauses from interpolants. */

struct clausifier {
    struct ic3 *ic3;
    struct aig *graph;  /* node 1 + i is latch i */
    aig_lits frames;    /* [0..top + 1]: F_i before the call; the last is infinity */
    aig_lits targets;   /* [0..level]: H_i */
    struct cones cones; /* of the graph */
    sat_lits
        switches; /* [0..top + 1]: turns on the lemmas that were added at this level since; the last: infinity */
    sat_lits query;
    pdr_lits state, cube;
};

static aig_lit clause_of(struct clausifier *c, const struct cube *cube) {
    aig_lits literals = {0};
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&literals, aig_make(1 + pdr_index(cube->literals[i]), pdr_sign(cube->literals[i])));
    aig_lit conjunction = aig_and_all(c->graph, literals.data, literals.size);
    vec_free(&literals);
    return aig_not(conjunction);
}

static aig_lit with_lemmas(struct clausifier *c, aig_lit above, const lemma_list *list) {
    aig_lits clauses = {0};
    vec_push(&clauses, above);
    vec_each (const struct lemma_entry, e, list) vec_push(&clauses, clause_of(c, e->lemma->cube));
    aig_lit frame = aig_and_all(c->graph, clauses.data, clauses.size);
    vec_free(&clauses);
    return frame;
}

static aig_lit initial_states(struct clausifier *c) {
    const struct ic3 *s = c->ic3;
    aig_lits values = {0};
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        if (s->reset[i] <= 1) vec_push(&values, aig_make(1 + i, !s->reset[i]));
    aig_lit initial = aig_and_all(c->graph, values.data, values.size);
    vec_free(&values);
    return initial;
}

static void clausifier_init(struct clausifier *c, struct ic3 *s, uint32_t first, struct aig *graph,
                            const aig_lits *sequence) {
    uint32_t top = s->frames->top;
    *c = (struct clausifier){.ic3 = s, .graph = graph};
    cones_init(&c->cones, graph, s->task->limits, s->stats);
    vec_resize(&c->frames, top + 2);
    c->frames.data[top + 1] = with_lemmas(c, AIG_TRUE, frames_at(s->frames, 0, FRAMES_INFINITY));
    for (uint32_t i = top; i >= 1; i--)
        c->frames.data[i] = with_lemmas(c, c->frames.data[i + 1], frames_at(s->frames, 0, i));
    c->frames.data[0] = initial_states(c);
    for (uint32_t i = 0; i <= first; i++) vec_push(&c->targets, c->frames.data[i]);
    for (uint32_t i = first; i < first + sequence->size; i++) {
        aig_lit strengthened = aig_and(graph, c->frames.data[i + 1], sequence->data[i - first]);
        vec_push(&c->targets, aig_or(graph, c->targets.data[i], strengthened));
    }
    for (uint32_t i = 0; i <= top + 1; i++) vec_push(&c->switches, cones_free_lit(&c->cones));
}

static void clausifier_fini(struct clausifier *c) {
    cones_fini(&c->cones);
    vec_free(&c->frames);
    vec_free(&c->targets);
    vec_free(&c->switches);
    vec_free(&c->query);
    vec_free(&c->state);
    vec_free(&c->cube);
}

static enum sat_result solve(struct clausifier *c) {
    enum sat_result result = cones_solve(&c->cones, c->query.data, c->query.size);
    if (result == SAT_UNKNOWN) c->ic3->stopped = true;
    return result;
}

static sat_lit literal(struct clausifier *c, pdr_lit l) {
    return cones_lit(&c->cones, aig_make(1 + pdr_index(l), pdr_sign(l)));
}

/* The solver learns of a lemma. */
static void note_lemma(struct clausifier *c, uint32_t level, const pdr_lit *cube, uint32_t n) {
    uint32_t last = c->ic3->frames->top + 1;
    vec_clear(&c->query);
    vec_push(&c->query, sat_not(c->switches.data[level == FRAMES_INFINITY ? last : level]));
    for (uint32_t i = 0; i < n; i++) vec_push(&c->query, sat_not(literal(c, cube[i])));
    cones_add_clause(&c->cones, c->query.data, c->query.size);
}

/* F[i] & not H_i satisfiable? By the lemmas that the solver knows of; the state is over the latches of the query. */
static bool find_state(struct clausifier *c, uint32_t level) {
    struct ic3 *s = c->ic3;
    vec_clear(&c->query);
    vec_push(&c->query, cones_lit(&c->cones, c->frames.data[level]));
    vec_push(&c->query, sat_not(cones_lit(&c->cones, c->targets.data[level])));
    for (uint32_t i = level; i <= s->frames->top + 1; i++) vec_push(&c->query, c->switches.data[i]);
    if (solve(c) != SAT_SATISFIED) return false;
    vec_clear(&c->state);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        if (cones_known(&c->cones, 1 + i)) vec_push(&c->state, pdr_make(i, !cones_value(&c->cones, 1 + i)));
    return true;
}

/* H_i & cube unsatisfiable? Then the cube becomes its core; as in ic3_query.c, literals at the back stay rather. */
static bool outside_target(struct clausifier *c, uint32_t level, pdr_lits *cube) {
    vec_clear(&c->query);
    vec_push(&c->query, cones_lit(&c->cones, c->targets.data[level]));
    for (uint32_t i = cube->size; i-- > 0;) vec_push(&c->query, literal(c, cube->data[i]));
    if (solve(c) != SAT_REFUTED) return false;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cube->size; i++)
        if (cdcl_failed(c->cones.solver, literal(c, cube->data[i]))) cube->data[kept++] = cube->data[i];
    vec_shrink(cube, kept);
    return true;
}

/* Drops literals while the cube stays outside H_i: its clause becomes a prime implicate. */
static void minimize(struct clausifier *c, uint32_t level, pdr_lits *cube) {
    pdr_lits trial = {0};
    for (uint32_t i = cube->size; i-- > 0 && !c->ic3->stopped;) {
        if (i >= cube->size) continue; /* a core took more than one */
        vec_clear(&trial);
        vec_append(&trial, cube->data, i);
        vec_append(&trial, cube->data + i + 1, cube->size - i - 1);
        if (!outside_target(c, level, &trial)) continue;
        vec_clear(cube);
        vec_append(cube, trial.data, trial.size);
    }
    vec_free(&trial);
}

/* As for an obligation; returns the level of the lemma that the cube has become. */
static uint32_t generalize(struct clausifier *c, uint32_t level, pdr_lits *cube) {
    struct ic3 *s = c->ic3;
    struct cdcl *solver = s->solvers.data[level - 1];
    ic3_sort(s, cube->data, cube->size, true);
    /* F[level-1] & C & not d & T & d' is unsatisfiable by invariant (5) */
    if (!ic3_inductive(s, solver, cube->data, cube->size, true)) {
        if (!s->stopped) s->broken = "a cube outside the strengthened frame can be reached";
        return level;
    }
    ic3_core(s, solver, cube);
    ic3_generalize(s, level, cube, ic3_effort(s, NULL));
    return s->stopped ? level : ic3_push_cube(s, level, cube);
}

static void exclude(struct clausifier *c, uint32_t level, pdr_lits *cube) {
    struct ic3 *s = c->ic3;
    uint32_t reached = level;
    assert(!ic3_initial(s, cube->data, cube->size));
    if (s->options->ipdr_frames == FRAMES_CNF)
        minimize(c, level, cube);
    else
        reached = generalize(c, level, cube);
    if (s->stopped || s->broken) return;
    ic3_add_lemma(s, reached, cube->data, cube->size);
    note_lemma(c, reached, cube->data, cube->size);
}

/* A lemma that the solver has not heard of (of a counterexample to generalization, say) may exclude the state. */
static bool excluded_already(struct clausifier *c, uint32_t level) {
    struct cube *state = cube_new(c->state.data, c->state.size);
    const struct lemma *known = frames_blocking(c->ic3->frames, 0, level, state);
    if (known) note_lemma(c, known->level, known->cube->literals, known->cube->size);
    cube_unref(state);
    return known;
}

/* F[level] => H_level */
static void clausify(struct clausifier *c, uint32_t level) {
    struct ic3 *s = c->ic3;
    while (!s->stopped && !s->broken && find_state(c, level)) {
        if (excluded_already(c, level)) continue;
        vec_clear(&c->cube);
        vec_append(&c->cube, c->state.data, c->state.size);
        ic3_sort(s, c->cube.data, c->cube.size, true);
        if (!outside_target(c, level, &c->cube)) {
            if (!s->stopped) s->broken = "a state is both inside and outside the strengthened frame";
            return;
        }
        s->stats->ipdr_cubes++;
        exclude(c, level, &c->cube);
        if (limits_stopped(s->task->limits)) s->stopped = true;
    }
}

static void strengthen(struct ic3 *s, uint32_t first, uint32_t level, uint32_t property, struct aig *graph,
                       const aig_lits *sequence) {
    struct clausifier c;
    clausifier_init(&c, s, first, graph, sequence);
    for (uint32_t i = first + 1; i <= level && !s->stopped && !s->broken; i++) {
        clausify(&c, i);
        if (s->stopped || s->broken || !ic3_reaches_bad(s, s->solvers.data[level], property)) break;
    }
    clausifier_fini(&c);
}

static enum block_result ipdr_block(struct ic3 *s, uint32_t level, uint32_t property) {
    if (!ic3_reaches_bad(s, s->solvers.data[level], property)) return s->stopped ? BLOCK_STOPPED : BLOCK_DONE;
    struct aig *graph = steps_graph(s->circuit);
    aig_lits sequence = {0};
    enum block_result result;
    uint32_t first, length = 1;
    do {
        first = s->options->ipdr_suffix && length < level ? level - length : 0;
        result = refute(s, first, level, property, graph, &sequence);
        length *= 2;
    } while (first && result == BLOCK_DECIDED);
    if (result == BLOCK_DONE) strengthen(s, first, level, property, graph, &sequence);
    vec_free(&sequence);
    aig_free(graph);
    return s->stopped || s->broken ? BLOCK_STOPPED : result;
}

static const char *run(struct engine_task *task) {
    return ic3_run_with(task, NULL, ipdr_block);
}

const struct engine engine_ipdr = {
    .name = "ipdr",
    .level = "circuit",
    .paper = "[W14] section 4.4, listing 7",
    .summary = "IC3 whose frontier is extended by sequence interpolants",
    .groups = "ipdr itp ic3 preprocess",
    .run = run,
};
