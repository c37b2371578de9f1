#include "engine/smt/unfold.h"

struct smt *smt_for_system(const struct ts *ts, struct system_task *task, enum smt_purpose purpose) {
    struct smt_settings settings = {.theories = ts_theories(ts),
                                    .purpose = purpose,
                                    .limits = task->limits,
                                    .stats = task->stats,
                                    .seed = (uint32_t)task->options->seed};
    return smt_new(ts->terms, &settings);
}

struct unfold *unfold_new(const struct ts *ts, struct system_task *task) {
    struct unfold *u = mem_new(struct unfold);
    u->ts = ts;
    u->task = task;
    u->smt = smt_for_system(ts, task, SMT_BATCH);
    ts_unrolling_init(&u->at, ts, "@");
    u->init = ts_init_formula(ts);
    u->trans = ts_trans_formula(ts);
    u->constraint = ts_constraint_formula(ts);
    term_list roots = {0};
    vec_push(&roots, u->init);
    vec_push(&roots, u->trans);
    vec_push(&roots, u->constraint);
    vec_each (const struct ts_property, p, &ts->properties) vec_push(&roots, p->good);
    term_functions(ts->terms, roots.data, roots.size, &u->functions);
    vec_free(&roots);
    return u;
}

void unfold_free(struct unfold *u) {
    if (!u) return;
    smt_free(u->smt);
    ts_unrolling_fini(&u->at);
    vec_free(&u->functions);
    mem_free(u);
}

term unfold_at(struct unfold *u, term t, uint32_t step) {
    return ts_at(&u->at, t, step);
}

void unfold_constrain(struct unfold *u, uint32_t step) {
    smt_assert(u->smt, unfold_at(u, u->constraint, step));
}

void unfold_connect(struct unfold *u, uint32_t step) {
    smt_assert(u->smt, unfold_at(u, u->trans, step));
}

enum smt_result unfold_check(struct unfold *u, const smt_lit *assumptions, uint32_t n) {
    if (limits_stopped_slow(u->task->limits)) return SMT_UNKNOWN;
    return smt_check(u->smt, assumptions, n);
}

static bool add_value(struct unfold *u, term variable, term_list *values) {
    term value = smt_value(u->smt, variable);
    vec_push(values, value);
    return !term_is_none(value);
}

static bool add_step(struct unfold *u, struct ts_trace *trace, uint32_t step) {
    bool complete = true;
    for (uint32_t i = 0; i < u->ts->states.size; i++)
        complete &= add_value(u, ts_state_at(&u->at, i, step), &trace->states);
    for (uint32_t i = 0; i < u->ts->inputs.size; i++)
        complete &= add_value(u, ts_input_at(&u->at, i, step), &trace->inputs);
    return complete;
}

struct ts_trace *unfold_trace(struct unfold *u, uint32_t property, uint32_t steps) {
    struct ts_trace *trace = ts_trace_new(property);
    trace->steps = steps;
    bool complete = true;
    for (uint32_t step = 0; step < steps; step++) complete &= add_step(u, trace, step);
    vec_each (const uint32_t, f, &u->functions) {
        struct function_value value = {0};
        if (smt_function_value(u->smt, *f, &value))
            vec_push(&trace->functions, value);
        else
            complete = false;
    }
    if (complete) return trace;
    ts_trace_free(trace);
    return NULL;
}

smt_lit smt_switch(struct smt *smt, struct terms *bank, term formula) {
    term on = term_fresh(bank, "on", sort_bool());
    smt_assert(smt, term_implies(bank, on, formula));
    return smt_label(smt, on);
}

const char *smt_excuse(const struct system_task *task) {
    return limits_stopped_slow(task->limits) ? NULL : "the SMT solver gave up";
}
