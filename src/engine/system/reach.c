#include "engine/system/reach.h"

#include "engine/system/known_terms.h"

/* The solver holds, for k = depth:  init_0 & C_0 & T_0 & ... & C_k-1 & T_k-1, and what follows from it,
 * among which are the first `told` of what is known, in steps 0..k-1. */
struct reach {
    struct pending *pending;
    struct engine_task *task;
    struct unfold *unfold;
    uint32_t depth;
    const struct known_terms *known;
    uint32_t told;
    bool partial; /* some path may have no next step: there are constraints or a relation */
    bool exhausted;
};

struct reach *reach_new(struct pending *pending, const struct known_terms *known) {
    struct reach *r = mem_new(struct reach);
    const struct system *system = pending->task->model.system;
    *r = (struct reach){.pending = pending,
                        .task = pending->task,
                        .unfold = unfold_new(system, pending->task),
                        .known = known};
    r->partial = system->constraints.size > 0 || !term_is(system->terms, system->trans, TERM_TRUE) ||
                 !term_is(system->terms, system->init, TERM_TRUE);
    smt_assert(r->unfold->smt, unfold_at(r->unfold, r->unfold->init, 0));
    return r;
}

void reach_free(struct reach *r) {
    if (!r) return;
    unfold_free(r->unfold);
    mem_free(r);
}

uint32_t reach_depth(const struct reach *r) {
    return r->depth;
}

static term good_at(struct reach *r, uint32_t property) {
    return unfold_at(r->unfold, r->task->model.system->properties.data[property].good, r->depth);
}

/* Reports every open property that the model violates in the last step. False when the model cannot be read.
 */
static bool refute_by_model(struct reach *r) {
    u32s violated = {0};
    for (uint32_t p = 0; p < r->task->model.system->properties.size; p++)
        if (r->pending->open[p] &&
            term_is(r->task->model.system->terms, smt_value(r->unfold->smt, good_at(r, p)), TERM_FALSE))
            vec_push(&violated, p);
    bool complete = violated.size > 0;
    vec_each (const uint32_t, p, &violated) {
        struct system_trace *trace = unfold_trace(r->unfold, *p, r->depth + 1);
        if (!trace) {
            complete = false;
            break;
        }
        pending_decide(r->pending, evidence_of_system_trace(trace));
    }
    vec_free(&violated);
    return complete;
}

/* SMT_SAT when something was refuted, SMT_UNSAT when nothing is left to find at this depth. */
static enum smt_result search_round(struct reach *r) {
    smt_lits bads = {0};
    for (uint32_t p = 0; p < r->task->model.system->properties.size; p++)
        if (r->pending->open[p]) vec_push(&bads, smt_not(smt_label(r->unfold->smt, good_at(r, p))));
    smt_push(r->unfold->smt);
    smt_clause(r->unfold->smt, bads.data, bads.size);
    /* init_0 & C_0 & T_0 & ... & C_k & (some open property is violated in step k)  sat? */
    enum smt_result result = unfold_check(r->unfold, NULL, 0);
    if (result == SMT_SAT && !refute_by_model(r)) {
        r->pending->reason = "the SMT solver gave no values";
        result = SMT_UNKNOWN;
    } else if (result == SMT_UNKNOWN) {
        r->pending->reason = smt_excuse(r->task);
    }
    smt_pop(r->unfold->smt);
    if (result == SMT_UNSAT)
        vec_each (const smt_lit, bad, &bads) {
            smt_lit good = smt_not(*bad);
            smt_clause(r->unfold->smt, &good, 1);
        }
    vec_free(&bads);
    return result;
}

/* init_0 & C_0 & T_0 & ... & C_k & T_k  unsat? An answer is welcome, but nothing depends on it. */
static bool find_exhausted(struct reach *r) {
    enum { EXHAUSTION_WORK = 200000 };
    if (!r->partial || !r->pending->count) return false;
    smt_work_limit(r->unfold->smt, EXHAUSTION_WORK);
    enum smt_result result = unfold_check(r->unfold, NULL, 0);
    smt_work_limit(r->unfold->smt, 0);
    return result == SMT_UNSAT;
}

/* What is new, in the steps so far, and all that is known in the next one. */
static void learn(struct reach *r) {
    uint32_t known = r->known ? r->known->formulas.size : 0;
    if (!known) return;
    term fresh = known_terms_from(r->known, r->told), all = known_terms_from(r->known, 0);
    for (uint32_t step = 0; step < r->depth && known > r->told; step++)
        smt_assert(r->unfold->smt, unfold_at(r->unfold, fresh, step));
    smt_assert(r->unfold->smt, unfold_at(r->unfold, all, r->depth));
    r->told = known;
}

enum reach_result reach_search(struct reach *r) {
    if (r->exhausted) return REACH_EXHAUSTED;
    learn(r);
    unfold_constrain(r->unfold, r->depth);
    while (r->pending->count) {
        enum smt_result result = search_round(r);
        if (result == SMT_UNKNOWN) return REACH_STOPPED;
        if (result == SMT_UNSAT) break;
    }
    pending_clear(r->pending, r->depth);
    unfold_connect(r->unfold, r->depth);
    r->task->stats->frames = ++r->depth;
    r->exhausted = find_exhausted(r);
    return r->exhausted ? REACH_EXHAUSTED : REACH_CLEAR;
}
