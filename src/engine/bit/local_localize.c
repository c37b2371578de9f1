/* Localization: which latches to include ([BIMM12] section IV).
 *
 * For depth 0, 1, 2, ... counterexample-based abstraction (CBA) refines the abstraction until it has no counterexample
 * of that depth; then proof-based abstraction (PBA) drops the latches that the refutation did without. */
#include "engine/bit/local_internal.h"

#include "engine/bit/unroll.h"

struct abstraction *local_abstraction(struct local *s) {
    return abstraction_new(s->circuit, s->included, s->pending.open);
}

static void include(struct local *s, uint32_t latch) {
    assert(!s->included[latch]);
    s->included[latch] = true;
}

/* [BIMM12] RM1: of the cutpoints that a counterexample depends on, only those of the highest priority are refined.
 * Latches that no clause mentions share the lowest one. */
static void choose(const struct local *s, u32s *cutpoints) {
    if (s->options->local_hints == HINTS_NONE) return;
    uint32_t best = local_highest_priority(s, cutpoints->data, cutpoints->size), kept = 0;
    vec_each (const uint32_t, latch, cutpoints)
        if (s->priorities[*latch] == best) cutpoints->data[kept++] = *latch;
    vec_shrink(cutpoints, kept);
}

/* Simulation, twice over the abstraction and once over the circuit, in terms of propagations. */
static uint64_t simulation_work(const struct abstraction *a, const struct trace *trace) {
    enum { NODES_PER_UNIT = 8 };
    uint64_t nodes = 2 * (uint64_t)aig_size(a->circuit->graph) + aig_size(a->original->graph);
    return nodes * trace->steps / NODES_PER_UNIT;
}

void local_refine(struct local *s, const struct abstraction *a, const struct trace *trace) {
    local_charge(s, simulation_work(a, trace));
    struct trace *real = abstraction_trace_back(a, trace);
    if (real) {
        pending_decide(&s->pending, evidence_of_trace(real));
        return;
    }
    u32s cutpoints = {0};
    local_explain(s, a, trace, &cutpoints);
    if (!cutpoints.size)
        s->broken = "internal error: the circuit does not follow a counterexample without cutpoints";
    choose(s, &cutpoints);
    vec_each (const uint32_t, latch, &cutpoints) include(s, *latch);
    s->stats->local_refinements++;
    s->stats->local_refined += cutpoints.size;
    vec_free(&cutpoints);
}

/* The refutation is a proof about the latches in its core; the others may go. RM2's seed stays until localization is
 * over, since what it is for shows at depths to come. */
static void drop_unneeded(struct local *s) {
    for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
        if (!s->included[i]) continue;
        s->needed[i] = !s->options->local_pba || local_bmc_failed(s, i);
        s->included[i] = s->needed[i] || s->seed[i];
        s->stats->local_dropped += !s->included[i];
    }
}

/* The abstraction of the last depth that was finished: without what RM2 started with but no proof needed, and without
 * refinements for a depth that the work did not suffice for. Those were not yet pruned; if they matter, a
 * counterexample of IC3 will tell. */
static void return_to_core(struct local *s) {
    for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
        s->seed[i] = false;
        if (!s->clear) continue;
        s->stats->local_dropped += s->included[i] && !s->needed[i];
        s->included[i] = s->needed[i];
    }
}

/* For debugging: the abstraction, built and unrolled separately, has no counterexample in steps 0..last. */
static void check_clear(struct local *s, uint32_t last) {
    struct abstraction *a = local_abstraction(s);
    struct sat *sat = sat_cadical(s->task->limits);
    struct unroll *u = unroll_new(a->circuit, sat, UNROLL_RESET);
    for (uint32_t step = 0; step <= last && !s->broken; step++) {
        unroll_assert_constraints(u, step);
        for (uint32_t p = 0; p < a->properties.size; p++) {
            sat_lit bad = unroll_encode(u, unroll_at(u, a->circuit->properties.data[p].bad, step));
            if (sat_solve(sat, &bad, 1) == SAT_SATISFIED)
                s->broken = "internal error: the abstraction has a counterexample that localization excluded";
        }
    }
    s->stats->local_checks++;
    unroll_free(u);
    sat_free(sat);
    abstraction_free(a);
}

/* Latches that were included once and are no more leave their cones in the formula, where the solver has to assign
 * them. When they are the majority, a formula without them is worth more than what the solver has learnt. */
static void forget_dropped(struct local *s) {
    uint32_t included = 0, dropped = 0;
    for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
        included += s->included[i];
        dropped += !s->included[i] && switched_has_switch(s->formula, i);
    }
    if (dropped > included) local_bmc_start(s);
}

/* CBA, then PBA, for steps 0..last. False when the work is used up or the limits stopped it. */
static bool clear_until(struct local *s, uint32_t last) {
    while (s->pending.count && !local_stopped(s)) {
        enum sat_result result = local_bmc(s, last);
        if (result == SAT_UNKNOWN) return false;
        if (result == SAT_REFUTED) {
            drop_unneeded(s);
            forget_dropped(s);
            s->clear = last + 1;
            for (uint32_t p = 0; p < s->circuit->properties.size; p++)
                if (s->pending.open[p]) local_tell_depth(s, p, last);
            if (s->options->local_check) check_clear(s, last);
            return true;
        }
        struct abstraction *a = local_abstraction(s);
        struct trace *trace = local_bmc_trace(s, a, last);
        local_refine(s, a, trace);
        trace_free(trace);
        abstraction_free(a);
    }
    return false;
}

void local_deepen(struct local *s, uint32_t last) {
    while (s->clear <= last && clear_until(s, s->clear)) continue;
}

/* [BIMM12] RM2: starts with all latches of the highest priority. */
static void plant_seed(struct local *s) {
    uint32_t n = s->circuit->latches.size, best = PRIORITY_NEVER;
    s->stats->local_seeded = 0;
    for (uint32_t i = 0; i < n; i++) {
        s->included[i] = s->needed[i] = s->seed[i] = false;
        if (s->priorities[i] < best) best = s->priorities[i];
    }
    if (s->options->local_hints != HINTS_RM2 || best == PRIORITY_NEVER) return;
    for (uint32_t i = 0; i < n; i++)
        if (s->priorities[i] == best) include(s, i), s->seed[i] = true, s->stats->local_seeded++;
}

/* The size of the abstraction so far; what is included but not in its cone does not count. */
static void record_size(struct local *s) {
    struct abstraction *a = abstraction_new(s->circuit, s->clear ? s->needed : s->included, s->pending.open);
    s->stats->local_depth = s->clear;
    s->stats->local_latches = s->stats->local_final = a->latches.size;
    s->stats->local_cutpoints = a->cutpoints;
    abstraction_free(a);
}

void local_localize(struct local *s) {
    plant_seed(s);
    local_bmc_start(s);
    s->clear = 0;
    uint64_t changes = s->stats->local_refinements + s->stats->local_dropped;
    int64_t settled = 0;
    while (s->pending.count && settled < s->options->local_settled && clear_until(s, s->clear)) {
        uint64_t now = s->stats->local_refinements + s->stats->local_dropped;
        settled = now == changes ? settled + 1 : 0;
        changes = now;
        record_size(s);
    }
    return_to_core(s);
    if (s->options->local_check && s->clear && s->pending.count) check_clear(s, s->clear - 1);
    record_size(s);
}
