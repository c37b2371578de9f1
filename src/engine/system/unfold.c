#include "engine/system/unfold.h"

struct smt *smt_for_system(const struct system *system, struct engine_task *task, enum smt_purpose purpose) {
    struct smt_settings settings = {.theories = system_theories(system),
                                    .purpose = purpose,
                                    .limits = task->limits,
                                    .stats = task->stats,
                                    .seed = (uint32_t)task->options->seed};
    return smt_new(system->terms, &settings);
}

/* The functions whose values a trace must give: those that the system declares, and division by zero, which a model
 * may choose, where a divisor is not a number. */
static void find_functions(struct unfold *u, const term_list *roots) {
    const struct terms *b = u->system->terms;
    static const enum term_op divisions[] = {TERM_DIVIDE, TERM_DIV, TERM_MOD};
    bool open[3] = {false};
    term_list all = {0};
    term_functions(u->system->terms, roots->data, roots->size, &u->functions);
    term_collect(b, roots->data, roots->size, &all);
    vec_each (const term, t, &all)
        for (uint32_t i = 0; i < 3; i++) {
            if (!term_is(b, *t, divisions[i])) continue;
            term divisor = term_arg(b, *t, 1);
            open[i] |= !term_is(b, divisor, TERM_NUMBER) || mpq_sgn(term_number(b, divisor)) == 0;
        }
    for (uint32_t i = 0; i < 3; i++)
        if (open[i]) vec_push(&u->functions, function_by_zero(divisions[i]));
    vec_free(&all);
}

struct unfold *unfold_new(const struct system *system, struct engine_task *task) {
    struct unfold *u = mem_new(struct unfold);
    u->system = system;
    u->task = task;
    u->smt = smt_for_system(system, task, SMT_BATCH);
    system_unrolling_init(&u->at, system, "@");
    u->init = system_init_formula(system);
    u->trans = system_trans_formula(system);
    u->constraint = system_constraint_formula(system);
    term_list roots = {0};
    vec_push(&roots, u->init);
    vec_push(&roots, u->trans);
    vec_push(&roots, u->constraint);
    vec_each (const struct system_property, p, &system->properties) vec_push(&roots, p->good);
    find_functions(u, &roots);
    vec_free(&roots);
    return u;
}

void unfold_free(struct unfold *u) {
    if (!u) return;
    smt_free(u->smt);
    system_unrolling_fini(&u->at);
    vec_free(&u->functions);
    mem_free(u);
}

term unfold_at(struct unfold *u, term t, uint32_t step) {
    return system_at(&u->at, t, step);
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

static bool add_step(struct unfold *u, struct system_trace *trace, uint32_t step) {
    bool complete = true;
    for (uint32_t i = 0; i < u->system->states.size; i++)
        complete &= add_value(u, system_state_at(&u->at, i, step), &trace->states);
    for (uint32_t i = 0; i < u->system->inputs.size; i++)
        complete &= add_value(u, system_input_at(&u->at, i, step), &trace->inputs);
    return complete;
}

struct system_trace *unfold_trace(struct unfold *u, uint32_t property, uint32_t steps) {
    struct system_trace *trace = system_trace_new(property);
    trace->steps = steps;
    bool complete = true;
    for (uint32_t step = 0; step < steps; step++) complete &= add_step(u, trace, step);
    vec_each (const uint32_t, f, &u->functions) {
        struct function_value value = {0};
        if (smt_function_value(u->smt, *f, &value)) {
            vec_push(&trace->functions, value);
            continue;
        }
        vec_free(&value.points);
        complete &= function_is_by_zero(*f); /* this model divides nothing by zero */
    }
    if (complete) return trace;
    system_trace_free(trace);
    return NULL;
}

enum smt_result unfold_follow(struct unfold *u, uint32_t property, const term_list *cubes, uint32_t steps,
                              struct system_trace **trace) {
    struct terms *bank = u->system->terms;
    smt_push(u->smt);
    /* init(X_0) & s_0(X_0) & T(X_0, X_1) & s_1(X_1) & ... & s_n(X_n) & not P(X_n), with the constraints of every step
     * [CGMT14 section 3.3, erratum 1] */
    smt_assert(u->smt, unfold_at(u, u->init, 0));
    for (uint32_t step = 0; step < steps; step++) {
        if (step) unfold_connect(u, step - 1);
        unfold_constrain(u, step);
        smt_assert(u->smt, unfold_at(u, term_and(bank, cubes[step].data, cubes[step].size), step));
    }
    term good = u->system->properties.data[property].good;
    smt_assert(u->smt, term_not(bank, unfold_at(u, good, steps - 1)));
    enum smt_result result = unfold_check(u, NULL, 0);
    *trace = result == SMT_SAT ? unfold_trace(u, property, steps) : NULL;
    u->task->stats->simulations++;
    smt_pop(u->smt);
    return result;
}

const char *smt_excuse(const struct engine_task *task) {
    return limits_stopped_slow(task->limits) ? NULL : "the SMT solver gave up";
}
