/* Bounded model checking of the abstraction, in the one formula that serves all abstractions (switched.h).
 *
 * Every query asks about all steps up to the last one, not about the last alone: its core is then an abstraction
 * without counterexamples in any of them, which a core for the last step need not be. */
#include "engine/bit/local_internal.h"

void local_bmc_end(struct local *s) {
    switched_free(s->formula);
    s->formula = NULL;
    vec_each (sat_lit *, targets, &s->targets) mem_free(*targets);
    vec_free(&s->targets);
    vec_free(&s->paths);
    vec_free(&s->any);
}

void local_bmc_start(struct local *s) {
    local_bmc_end(s);
    s->formula = switched_new(s->circuit, s->task->limits, s->stats);
}

static sat_lit path(struct local *s, uint32_t step) {
    while (s->paths.size <= step) {
        uint32_t t = s->paths.size;
        sat_lit all = t ? s->paths.data[t - 1] : switched_true(s->formula);
        vec_each (const struct signal, c, &s->circuit->constraints)
            all = switched_and(s->formula, all, switched_at(s->formula, c->lit, t));
        vec_push(&s->paths, all);
    }
    return s->paths.data[step];
}

sat_lit local_bmc_target(struct local *s, uint32_t property, uint32_t step) {
    uint32_t n = s->circuit->properties.size;
    while (s->targets.size <= step) {
        sat_lit *fresh = mem_alloc(n * sizeof *fresh);
        memset(fresh, 0xff, n * sizeof *fresh);
        vec_push(&s->targets, fresh);
    }
    sat_lit *target = &s->targets.data[step][property];
    if (target->code == UINT32_MAX) {
        sat_lit bad = switched_at(s->formula, s->circuit->properties.data[property].bad, step);
        *target = switched_and(s->formula, path(s, step), bad);
    }
    return *target;
}

/* Extends the chain  any_t => any_{t-1} or some target in step t;  a decided property begins a new one. */
static sat_lit any_until(struct local *s, uint32_t last) {
    struct sat *sat = switched_solver(s->formula);
    if (s->any_for != s->pending.count) vec_clear(&s->any);
    s->any_for = s->pending.count;
    sat_lits clause = {0};
    while (s->any.size <= last) {
        uint32_t t = s->any.size;
        vec_clear(&clause);
        if (t) vec_push(&clause, s->any.data[t - 1]);
        for (uint32_t p = 0; p < s->circuit->properties.size; p++)
            if (s->pending.open[p]) vec_push(&clause, local_bmc_target(s, p, t));
        sat_lit any = switched_literal(s->formula);
        vec_push(&clause, sat_not(any));
        sat_add(sat, clause.data, clause.size);
        vec_push(&s->any, any);
    }
    vec_free(&clause);
    return s->any.data[last];
}

void local_bmc_assume_abstraction(struct local *s) {
    vec_clear(&s->assumptions);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
        if (s->included[i])
            vec_push(&s->assumptions, switched_switch(s->formula, i));
        else if (switched_has_switch(s->formula, i))
            vec_push(&s->assumptions, sat_not(switched_switch(s->formula, i)));
    }
}

enum sat_result local_bmc(struct local *s, uint32_t last) {
    sat_lit any = any_until(s, last);
    local_bmc_assume_abstraction(s);
    vec_push(&s->assumptions, any);
    /* abstraction & T_0 & ... & T_last-1 & (C_0 & ... & C_t & bad_t for some t <= last)  satisfiable? */
    return switched_solve(s->formula, s->assumptions.data, s->assumptions.size, -1, &s->left);
}

bool local_bmc_failed(struct local *s, uint32_t latch) {
    return sat_failed(switched_solver(s->formula), switched_switch(s->formula, latch));
}

/* The first violation in the model. */
static void find_violation(struct local *s, const struct abstraction *a, uint32_t last, uint32_t *property,
                           uint32_t *step) {
    for (*step = 0; *step <= last; ++*step)
        for (*property = 0; *property < a->properties.size; ++*property) {
            sat_lit target = local_bmc_target(s, a->properties.data[*property], *step);
            if (sat_value(switched_solver(s->formula), target)) return;
        }
    assert(!"a model without a violation");
}

struct trace *local_bmc_trace(struct local *s, const struct abstraction *a, uint32_t last) {
    const struct circuit *c = s->circuit;
    uint32_t property, end;
    find_violation(s, a, last, &property, &end);
    struct trace *trace = trace_new(a->circuit, property);
    for (uint32_t i = 0; i < a->latches.size; i++) {
        const struct latch *latch = &c->latches.data[a->latches.data[i]];
        trace->initial.data[i] = latch_is_free(latch) ? switched_value(s->formula, latch->lit, 0)
                                                      : aig_same(latch->reset, AIG_TRUE);
    }
    for (uint32_t step = 0; step <= end; step++) {
        uint8_t *values = trace_add_step(trace);
        for (uint32_t i = 0; i < a->inputs.size; i++) {
            struct leaf leaf = a->inputs.data[i];
            aig_lit lit =
                leaf.kind == LEAF_INPUT ? c->inputs.data[leaf.index].lit : c->latches.data[leaf.index].lit;
            values[i] = switched_value(s->formula, lit, step);
        }
    }
    return trace;
}
