#include "engine/bit/bounded.h"

#include "engine/bit/known.h"
#include "engine/bit/unroll.h"

/* Work allowed for asking whether any path is left, in conflicts: an answer is welcome, but nothing depends
 * on it. */
enum { EXHAUSTION_CONFLICTS = 1000 };

/* The solver holds, for k = depth:  reset & C_0 & T_0 & ... & C_k-1, and what has been found to follow from
 * it, among which is what is known of every step: the first `told` clauses in steps 0..k-1. */
struct bounded {
    struct pending *pending;
    const struct known *known;
    uint32_t told;
    struct engine_task *task;
    struct sat *sat;
    struct unroll *unroll;
    uint32_t depth;
    bool exhausted;
};

struct bounded *bounded_new(struct pending *pending, const struct known *known) {
    struct bounded *b = mem_new(struct bounded);
    b->pending = pending;
    b->task = pending->task;
    b->known = known;
    b->sat = sat_cadical(b->task->limits);
    sat_seed(b->sat, (uint64_t)b->task->options->seed);
    b->unroll = unroll_new(b->task->model.circuit, b->sat, UNROLL_RESET);
    return b;
}

void bounded_free(struct bounded *b) {
    if (!b) return;
    unroll_free(b->unroll);
    sat_free(b->sat);
    mem_free(b);
}

uint32_t bounded_depth(const struct bounded *b) {
    return b->depth;
}

static enum sat_result solve(struct bounded *b, const sat_lit *assumptions, uint32_t n) {
    if (limits_stopped_slow(b->task->limits)) return SAT_UNKNOWN;
    enum sat_result result = sat_solve(b->sat, assumptions, n);
    b->task->stats->queries++;
    b->task->stats->queries_sat += result == SAT_SATISFIED;
    return result;
}

/* Is one of the literals true in some model? */
static enum sat_result solve_any(struct bounded *b, const sat_lit *literals, uint32_t n) {
    if (n == 1) return solve(b, literals, 1);
    sat_lit some = sat_make(sat_variable(b->sat), false);
    sat_lits clause = {0};
    vec_push(&clause, sat_not(some));
    vec_append(&clause, literals, n);
    sat_add(b->sat, clause.data, clause.size);
    vec_free(&clause);
    return solve(b, &some, 1);
}

static void assert_known(struct bounded *b, uint32_t from, uint32_t n, uint32_t step) {
    known_assert(b->known, from, n, b->task->model.circuit, b->sat, b->unroll, step, NULL);
}

/* What is new, in the steps so far. */
static void learn(struct bounded *b) {
    uint32_t known = known_worth(b->known, b->told, b->depth);
    for (uint32_t step = 0; step < b->depth && known > b->told; step++)
        assert_known(b, b->told, known - b->told, step);
    b->told = known;
}

/* The path goes to the next step. */
static void go_on(struct bounded *b) {
    unroll_assert_constraints(b->unroll, b->depth);
    if (b->told) assert_known(b, 0, b->told, b->depth);
}

static aig_lit bad_at(struct bounded *b, uint32_t property, uint32_t step) {
    return unroll_at(b->unroll, b->task->model.circuit->properties.data[property].bad, step);
}

/* Reports every open property that the model violates in the last step. */
static void refute_by_model(struct bounded *b, uint32_t step) {
    for (uint32_t p = 0; p < b->task->model.circuit->properties.size; p++) {
        if (!b->pending->open[p]) continue;
        if (unroll_value(b->unroll, b->task->model.circuit->properties.data[p].bad, step) == 1)
            pending_decide(b->pending, evidence_of_trace(unroll_trace(b->unroll, p, step)));
    }
}

/* One round of search_step: SAT_SATISFIED when something was refuted, SAT_REFUTED when nothing is left to
 * find. */
static enum sat_result search_round(struct bounded *b) {
    sat_lits bads = {0};
    for (uint32_t p = 0; p < b->task->model.circuit->properties.size; p++)
        if (b->pending->open[p]) vec_push(&bads, unroll_encode(b->unroll, bad_at(b, p, b->depth)));
    /* reset & C_0 & T_0 & ... & C_k & (bad_k of some open property)  sat? */
    enum sat_result result = solve_any(b, bads.data, bads.size);
    if (result == SAT_SATISFIED) refute_by_model(b, b->depth);
    if (result == SAT_REFUTED)
        vec_each (const sat_lit, bad, &bads) sat_add1(b->sat, sat_not(*bad));
    vec_free(&bads);
    return result;
}

/* reset & C_0 & T_0 & ... & C_k  unsat? */
static bool find_exhausted(struct bounded *b) {
    if (!b->task->model.circuit->constraints.size || !b->pending->count) return false;
    sat_set_conflicts(b->sat, EXHAUSTION_CONFLICTS);
    return solve(b, NULL, 0) == SAT_REFUTED;
}

static enum bounded_result search_step(struct bounded *b) {
    go_on(b);
    while (b->pending->count) {
        enum sat_result result = search_round(b);
        if (result == SAT_UNKNOWN) return BOUNDED_STOPPED;
        if (result == SAT_REFUTED) break;
    }
    b->exhausted = find_exhausted(b);
    pending_clear(b->pending, b->depth++);
    return b->exhausted ? BOUNDED_EXHAUSTED : BOUNDED_CLEAR;
}

/* The targets of a query over steps k..k+n-1: bad in one of them, with the constraints up to that one. A path
 * may end in a bad state that no constraint lets go on, so the later constraints must not be asserted. */
static void collect_targets(struct bounded *b, uint32_t n, sat_lits *targets) {
    aig_lit path = AIG_TRUE;
    for (uint32_t step = b->depth; step < b->depth + n; step++) {
        path = aig_and(unroll_graph(b->unroll), path, unroll_constraints(b->unroll, step));
        for (uint32_t p = 0; p < b->task->model.circuit->properties.size; p++) {
            if (!b->pending->open[p]) continue;
            aig_lit target = aig_and(unroll_graph(b->unroll), path, bad_at(b, p, step));
            vec_push(targets, unroll_encode(b->unroll, target));
        }
    }
}

/* True when one query shows that no open property is violated in the next n steps, which are then done. */
static bool skip_steps(struct bounded *b, uint32_t n) {
    sat_lits targets = {0};
    collect_targets(b, n, &targets);
    bool skipped = solve_any(b, targets.data, targets.size) == SAT_REFUTED;
    if (skipped) {
        vec_each (const sat_lit, target, &targets) sat_add1(b->sat, sat_not(*target));
        for (uint32_t i = 0; i < n; i++, b->depth++) go_on(b);
        pending_clear(b->pending, b->depth - 1);
        b->exhausted = find_exhausted(b);
    }
    vec_free(&targets);
    return skipped;
}

enum bounded_result bounded_search(struct bounded *b, uint32_t n) {
    if (b->exhausted) return BOUNDED_EXHAUSTED;
    uint32_t end = b->depth + n;
    learn(b);
    enum bounded_result result = BOUNDED_CLEAR;
    if (n == 1 || !b->pending->count || !skip_steps(b, n))
        while (b->pending->count && b->depth < end && result == BOUNDED_CLEAR) result = search_step(b);
    b->task->stats->frames = b->depth;
    return b->exhausted ? BOUNDED_EXHAUSTED : result;
}
