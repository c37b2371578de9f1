/* IPDR: IC3 whose frontier is extended by interpolation.
 *
 * After: Wolff, "Model Checking with IC3" [W14], section 4.4, Listing 7, which follows Vizel & Gurfinkel,
 *        "Interpolating Property Directed Reachability", CAV 2014.
 * Paper -> here:
 *   extendFrontier (Listing 7)      ipdr_block(), in place of ic3_block()
 *   line 87, the restricted query   refute()
 *   line 89, sequenceInterpolant    steps_interpolate()
 *   line 92, F_i := cnf(...)        ipdr_strengthen(), one level after the other
 *   everything else                 ic3.c: propagation, fixpoints, the infinity frame, evidence
 * Invariants: P1-P4 of ic3.c, checked by the same routine (check-frames). Moreover, when level i has been clausified,
 *   (5) F[i] => H_i, where H_i = G_0 or ... or G_i, G_0 = I, G_j = F_j & J_j for the frames F_j before the call.
 * Departures:
 *   - Erratum 5: line 92 prints F_i & J_i or ... or F_k & J_k. Those frames would shrink the wrong way: P2 needs H_i =>
 *     H_i+1 and P4 needs H_i & C & T => H_i+1', which hold for the disjunction over 0 <= j <= i.
 *   - Bad states are looked for in the current step, as everywhere in ic3: the query is
 *     F_0(X_0) & C & T & ... & F_k(X_k) & C & bad(X_k), and interpolants J_1 .. J_k strengthen F_1 .. F_k.
 *   - The query is asked only if F_k & C & bad is satisfiable; if not, the interpolants would all be true.
 *   - The query starts at a late frame F_m first, and earlier only as long as it is satisfiable: m = k-1, k-2, k-4,
 *     ..., 0. For m > 0 a refutation gives J_m+1 .. J_k, and G_m = F_m takes the place of G_0 .. G_m; since I => F_m,
 *     all of the above holds for the levels above m, and those up to m stay as they are. ipdr-suffix=off asks for m = 0
 *     only.
 *   - Clauses come cube by cube (ipdr_clausify.c), and with ipdr-frames=ic3 they are stronger than H_i.
 */
#include "engine/bit/ipdr.h"

#include "engine/bit/bit.h"
#include "engine/bit/steps.h"

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
    if (s->goals.open > 1) sat_set_conflicts(sat, (int64_t)s->goals.budget * CONFLICTS_PER_QUERY);
    return sat_solve(sat, &bad, 1);
}

/* The encoding has forgotten what matters to the circuit as it is written, but to none of its functions: a simulation
 * that knows three values does not see that such an input can be anything. */
static struct trace *complete(struct trace *trace) {
    vec_each (uint8_t, v, &trace->values)
        if (*v == TRACE_X) *v = 0;
    vec_each (uint8_t, v, &trace->initial)
        if (*v == TRACE_X) *v = 0;
    return trace;
}

/* BLOCK_DONE: refuted, with J_first+1 .. J_k in the sequence. BLOCK_DECIDED: satisfiable; a counterexample when first
 * is 0. */
static enum block_result refute(struct ic3 *s, uint32_t first, uint32_t level, uint32_t property,
                                struct aig *graph, aig_lits *sequence) {
    struct proof *proof = proof_new();
    struct sat *sat = sat_cdcl_logging(s->task->limits, s->stats, proof);
    sat_seed(sat, (uint64_t)s->options->seed);
    struct steps *steps = steps_new(s->circuit, &s->encoding, sat, proof, !first);
    enum block_result outcome = BLOCK_STOPPED;
    enum sat_result result = query(s, steps, sat, first, level, property);
    if (result == SAT_SATISFIED) {
        if (!first) ic3_refute(s, property, complete(steps_trace(steps, property, level)));
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
    if (result == BLOCK_DONE) ipdr_strengthen(s, first, level, property, graph, sequence.data);
    vec_free(&sequence);
    aig_free(graph);
    return s->stopped || s->broken ? BLOCK_STOPPED : result;
}

static const char *run(struct engine_task *task) {
    return ic3_run_with(task, NULL, ipdr_block);
}

const struct engine engine_ipdr = {
    .name = "ipdr",
    .level = LEVEL_CIRCUIT,
    .paper = "[W14] section 4.4, listing 7",
    .summary = "IC3 whose frontier is extended by sequence interpolants",
    .groups = "ipdr itp ic3 eliminate frames pdr ctg preprocess",
    .run = run,
};
