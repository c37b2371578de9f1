/* Judges traces of systems: replays them by evaluation. */
#include "check/system/check_system.h"

#include "smt/smt.h"

struct system_replay {
    const struct system *system;
    const struct system_trace *trace;
    struct evaluation evaluation;
    uint64_t by_zero; /* divisions whose result the trace does not give, in the steps before */
};

/* Whether the term exists in the bank and is a value of the sort. */
static bool is_value(const struct terms *b, term t, sort s) {
    return t.id > 0 && t.id < terms_size(b) && term_is_value(b, t) && sort_same(term_sort(b, t), s);
}

static sort state_sort(const struct system *system, uint32_t i) {
    return term_sort(system->terms, system->states.data[i].now);
}

static const char *malformed_function(const struct system *system, const struct function_value *f) {
    struct terms *b = system->terms;
    bool zero = function_is_by_zero(f->function);
    sort number = f->function == function_by_zero(TERM_DIVIDE) ? sort_real() : sort_int();
    if (zero && f->function != function_by_zero(TERM_DIVIDE) && f->function != function_by_zero(TERM_DIV) &&
        f->function != function_by_zero(TERM_MOD))
        return "a function of the trace is not known";
    if (!zero && f->function >= functions_size(b)) return "a function of the trace is not the system's";
    uint32_t arity = zero ? 1 : function_arity(b, f->function);
    if (f->arity != arity || f->points.size % (arity + 1)) return "a function of the trace has a wrong arity";
    sort range = zero ? number : function_range(b, f->function);
    if (!is_value(b, f->otherwise, range))
        return "a function of the trace has a default that is no value of its sort";
    for (uint32_t i = 0; i < f->points.size; i++) {
        uint32_t column = i % (arity + 1);
        sort s = column == arity ? range : zero ? number : function_domain(b, f->function, column);
        if (!is_value(b, f->points.data[i], s)) return "a function of the trace has a point that is no value";
    }
    return NULL;
}

static const char *malformed(const struct system *system, uint32_t property, const struct system_trace *t) {
    if (property >= system->properties.size) return "the system has no such property";
    if (!t->steps) return "the trace has no steps";
    if (t->states.size != (uint64_t)t->steps * system->states.size ||
        t->inputs.size != (uint64_t)t->steps * system->inputs.size)
        return "the trace does not have a value of every state and input in every step";
    for (uint32_t i = 0; i < t->states.size; i++)
        if (!is_value(system->terms, t->states.data[i], state_sort(system, i % system->states.size)))
            return "a state of the trace has no value of its sort";
    for (uint32_t i = 0; i < t->inputs.size; i++)
        if (!is_value(system->terms, t->inputs.data[i],
                      term_sort(system->terms, system->inputs.data[i % system->inputs.size].now)))
            return "an input of the trace has no value of its sort";
    vec_each (const struct function_value, f, &t->functions) {
        const char *problem = malformed_function(system, f);
        if (problem) return problem;
    }
    return NULL;
}

static term state_value(const struct system_replay *r, uint32_t step, uint32_t i) {
    return r->trace->states.data[(size_t)step * r->system->states.size + i];
}

static term input_value(const struct system_replay *r, uint32_t step, uint32_t i) {
    return r->trace->inputs.data[(size_t)step * r->system->inputs.size + i];
}

/* Sets the variables to a step, and the next states if there is one. */
static void enter(struct system_replay *r, uint32_t step) {
    const struct system *system = r->system;
    r->by_zero += r->evaluation.by_zero;
    evaluation_reset(&r->evaluation);
    for (uint32_t i = 0; i < system->states.size; i++) {
        evaluation_set(&r->evaluation, system->states.data[i].now, state_value(r, step, i));
        if (step + 1 < r->trace->steps)
            evaluation_set(&r->evaluation, system->states.data[i].next, state_value(r, step + 1, i));
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(&r->evaluation, system->inputs.data[i].now, input_value(r, step, i));
}

static bool holds(struct system_replay *r, term formula) {
    return term_is(r->system->terms, evaluate(&r->evaluation, formula), TERM_TRUE);
}

static bool equals(struct system_replay *r, term t, term value) {
    return term_same(evaluate(&r->evaluation, t), value);
}

static bool initial(struct system_replay *r, struct text *why) {
    for (uint32_t i = 0; i < r->system->states.size; i++) {
        const struct system_state *s = &r->system->states.data[i];
        if (term_is_none(s->first) || equals(r, s->first, state_value(r, 0, i))) continue;
        text_format(why, "%s does not have its initial value in the first step", s->name);
        return false;
    }
    if (holds(r, r->system->init)) return true;
    text_add(why, "the first step violates the initial condition");
    return false;
}

static bool follows(struct system_replay *r, uint32_t step, struct text *why) {
    for (uint32_t i = 0; i < r->system->states.size; i++) {
        const struct system_state *s = &r->system->states.data[i];
        if (term_is_none(s->update) || equals(r, s->update, state_value(r, step + 1, i))) continue;
        text_format(why, "%s does not get its next value in step %u", s->name, step + 1);
        return false;
    }
    if (holds(r, r->system->trans)) return true;
    text_format(why, "step %u does not follow from the step before it", step + 1);
    return false;
}

static bool replay_step(struct system_replay *r, uint32_t property, uint32_t step, struct text *why) {
    enter(r, step);
    if (step == 0 && !initial(r, why)) return false;
    for (uint32_t i = 0; i < r->system->constraints.size; i++) {
        if (holds(r, r->system->constraints.data[i])) continue;
        text_format(why, "constraint %u is violated in step %u", i, step);
        return false;
    }
    if (step + 1 < r->trace->steps) return follows(r, step, why);
    if (!holds(r, r->system->properties.data[property].good)) return true;
    text_add(why, "the property holds in the last step");
    return false;
}

/* Everything that a trace must satisfy in a step, with the values put in: only functions are left, division by
 * zero among them. */
static void instantiate(struct system_replay *r, uint32_t property, uint32_t step, struct smt *s) {
    const struct system *system = r->system;
    struct terms *b = system->terms;
    bool last = step + 1 == r->trace->steps;
    struct substitution values;
    substitution_init(&values, b);
    for (uint32_t i = 0; i < system->states.size; i++) {
        substitution_bind(&values, system->states.data[i].now, state_value(r, step, i));
        if (!last) substitution_bind(&values, system->states.data[i].next, state_value(r, step + 1, i));
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        substitution_bind(&values, system->inputs.data[i].now, input_value(r, step, i));
    if (!step) smt_assert(s, substitution_apply(&values, system_init_formula(system)));
    if (!last) smt_assert(s, substitution_apply(&values, system_trans_formula(system)));
    smt_assert(s, substitution_apply(&values, system_constraint_formula(system)));
    if (last) smt_assert(s, substitution_apply(&values, term_not(b, system->properties.data[property].good)));
    substitution_fini(&values);
}

/* SMT-LIB lets a model choose what division by zero gives: asks whether some choice makes the trace right. */
static enum check_result choose(struct system_replay *r, uint32_t property, struct limits *limits,
                                struct text *why) {
    text_clear(why);
    if (!smt_available(why)) return CHECK_UNDECIDED;
    struct smt *s = smt_new(r->system->terms, &(struct smt_settings){.theories = system_theories(r->system),
                                                                     .purpose = SMT_JUDGE,
                                                                     .limits = limits});
    for (uint32_t step = 0; step < r->trace->steps; step++) instantiate(r, property, step, s);
    enum smt_result result = smt_check(s, NULL, 0);
    if (result == SMT_UNSAT) text_add(why, "no meaning of division by zero makes the trace right");
    if (result == SMT_UNKNOWN) text_format(why, "division by zero: Z3 says %s", smt_reason(s));
    smt_free(s);
    return result == SMT_SAT ? CHECK_ACCEPTED : result == SMT_UNSAT ? CHECK_REJECTED : CHECK_UNDECIDED;
}

static enum check_result replay(struct system_replay *r, uint32_t property, struct limits *limits,
                                struct text *why) {
    bool good = true;
    for (uint32_t step = 0; step < r->trace->steps && good; step++) {
        if (limits && limits_stopped_slow(limits)) {
            text_add(why, "the limits ran out");
            return CHECK_UNDECIDED;
        }
        good = replay_step(r, property, step, why);
    }
    if (r->by_zero + r->evaluation.by_zero) return choose(r, property, limits, why);
    return good ? CHECK_ACCEPTED : CHECK_REJECTED;
}

enum check_result check_system_trace(const struct system *system, uint32_t property,
                                     const struct system_trace *trace, struct limits *limits,
                                     struct text *why) {
    const char *problem = malformed(system, property, trace);
    if (problem) {
        text_add(why, problem);
        return CHECK_REJECTED;
    }
    struct system_replay r = {.system = system, .trace = trace};
    evaluation_init(&r.evaluation, system->terms);
    vec_each (const struct function_value, f, &trace->functions) evaluation_define(&r.evaluation, f);
    enum check_result result = replay(&r, property, limits, why);
    evaluation_fini(&r.evaluation);
    return result;
}

uint32_t check_system_trace_cause(const struct system *system, const struct system_trace *trace) {
    uint32_t cause = trace->property;
    if (malformed(system, trace->property, trace)) return cause;
    struct system_replay r = {.system = system, .trace = trace};
    evaluation_init(&r.evaluation, system->terms);
    vec_each (const struct function_value, f, &trace->functions) evaluation_define(&r.evaluation, f);
    enter(&r, trace->steps - 1);
    for (uint32_t i = 0; i < trace->property && cause == trace->property; i++)
        if (!system->properties.data[i].cover && !holds(&r, system->properties.data[i].good)) cause = i;
    evaluation_fini(&r.evaluation);
    return cause;
}
