#include "engine/system/reach.h"

#include "engine/system/unfold.h"

void agenda_init(struct agenda *a, struct engine_task *task) {
    const struct system *system = task->model.system;
    *a = (struct agenda){.task = task, .open = mem_new_array(bool, system->properties.size + 1)};
    a->count = system->properties.size;
    for (uint32_t p = 0; p < system->properties.size; p++) a->open[p] = true;
    for (uint32_t p = 0; p < system->properties.size; p++)
        if (term_is(system->terms, system->properties.data[p].good, TERM_TRUE))
            agenda_prove(a, p, system_invariant_new());
}

void agenda_fini(struct agenda *a) {
    mem_free(a->open);
}

static void close_property(struct agenda *a, uint32_t property) {
    assert(a->open[property]);
    a->open[property] = false;
    a->count--;
}

void agenda_prove(struct agenda *a, uint32_t property, struct system_invariant *invariant) {
    close_property(a, property);
    a->task->found(a->task->client, evidence_of_system_invariant(property, invariant));
}

void agenda_refute(struct agenda *a, uint32_t property, struct system_trace *trace) {
    close_property(a, property);
    a->task->found(a->task->client, evidence_of_system_trace(trace));
}

/* The solver holds, for k = depth:  init_0 & C_0 & T_0 & ... & C_k-1 & T_k-1, and what follows from it. */
struct reach {
    struct agenda *agenda;
    struct engine_task *task;
    struct unfold *unfold;
    uint32_t depth;
    bool partial; /* some path may have no next step: there are constraints or a relation */
    bool exhausted;
};

struct reach *reach_new(struct agenda *agenda) {
    struct reach *r = mem_new(struct reach);
    const struct system *system = agenda->task->model.system;
    *r = (struct reach){.agenda = agenda, .task = agenda->task, .unfold = unfold_new(system, agenda->task)};
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
        if (r->agenda->open[p] &&
            term_is(r->task->model.system->terms, smt_value(r->unfold->smt, good_at(r, p)), TERM_FALSE))
            vec_push(&violated, p);
    bool complete = violated.size > 0;
    vec_each (const uint32_t, p, &violated) {
        struct system_trace *trace = unfold_trace(r->unfold, *p, r->depth + 1);
        if (!trace) {
            complete = false;
            break;
        }
        agenda_refute(r->agenda, *p, trace);
    }
    vec_free(&violated);
    return complete;
}

/* SMT_SAT when something was refuted, SMT_UNSAT when nothing is left to find at this depth. */
static enum smt_result search_round(struct reach *r) {
    smt_lits bads = {0};
    for (uint32_t p = 0; p < r->task->model.system->properties.size; p++)
        if (r->agenda->open[p]) vec_push(&bads, smt_not(smt_label(r->unfold->smt, good_at(r, p))));
    smt_push(r->unfold->smt);
    smt_clause(r->unfold->smt, bads.data, bads.size);
    /* init_0 & C_0 & T_0 & ... & C_k & (some open property is violated in step k)  sat? */
    enum smt_result result = unfold_check(r->unfold, NULL, 0);
    if (result == SMT_SAT && !refute_by_model(r)) {
        r->agenda->reason = "the SMT solver gave no values";
        result = SMT_UNKNOWN;
    } else if (result == SMT_UNKNOWN) {
        r->agenda->reason = smt_excuse(r->task);
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

static void send_depth(const struct reach *r) {
    for (uint32_t p = 0; p < r->task->model.system->properties.size; p++)
        if (r->agenda->open[p])
            events_send(r->task->events,
                        (struct event){.kind = EVENT_DEPTH, .property = p, .number = r->depth});
}

/* init_0 & C_0 & T_0 & ... & C_k & T_k  unsat? An answer is welcome, but nothing depends on it. */
static bool find_exhausted(struct reach *r) {
    enum { EXHAUSTION_WORK = 200000 };
    if (!r->partial || !r->agenda->count) return false;
    smt_work_limit(r->unfold->smt, EXHAUSTION_WORK);
    enum smt_result result = unfold_check(r->unfold, NULL, 0);
    smt_work_limit(r->unfold->smt, 0);
    return result == SMT_UNSAT;
}

enum reach_result reach_search(struct reach *r) {
    if (r->exhausted) return REACH_EXHAUSTED;
    unfold_constrain(r->unfold, r->depth);
    while (r->agenda->count) {
        enum smt_result result = search_round(r);
        if (result == SMT_UNKNOWN) return REACH_STOPPED;
        if (result == SMT_UNSAT) break;
    }
    send_depth(r);
    unfold_connect(r->unfold, r->depth);
    r->task->stats->frames = ++r->depth;
    r->exhausted = find_exhausted(r);
    return r->exhausted ? REACH_EXHAUSTED : REACH_CLEAR;
}
