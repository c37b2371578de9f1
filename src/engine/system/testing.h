/* For the tests of engines on transition systems: small systems, and a run that records what the engine
 * reports, replays its traces by evaluation and proves the obligations of its invariants with the default
 * solver. */
#ifndef INDUCT_ENGINE_SYSTEM_TESTING_H
#define INDUCT_ENGINE_SYSTEM_TESTING_H

#include "engine/system.h"
#include "model/verdict.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { TESTING_PROPERTIES = 8 };

struct outcome {
    enum verdict verdict;
    struct ts_invariant *invariant; /* safe */
    uint32_t steps;                 /* unsafe: of the trace */
    int64_t depth;                  /* of the last EVENT_DEPTH; -1: none */
};

struct run {
    const struct ts *ts;
    struct options options;
    struct stats stats;
    struct limits limits;
    struct outcome outcomes[TESTING_PROPERTIES];
    const char *reason;
};

/* The value of a formula in step i of a trace, next being step i + 1. */
static inline bool testing_holds(const struct ts *ts, const struct ts_trace *t, uint32_t step, term formula) {
    struct evaluation e;
    evaluation_init(&e, ts->terms);
    vec_each (const struct function_value, f, &t->functions) evaluation_define(&e, f);
    for (uint32_t i = 0; i < ts->states.size; i++) {
        evaluation_set(&e, ts->states.data[i].now, t->states.data[step * ts->states.size + i]);
        if (step + 1 < t->steps)
            evaluation_set(&e, ts->states.data[i].next, t->states.data[(step + 1) * ts->states.size + i]);
    }
    for (uint32_t i = 0; i < ts->inputs.size; i++)
        evaluation_set(&e, ts->inputs.data[i].now, t->inputs.data[step * ts->inputs.size + i]);
    bool holds = term_is(ts->terms, evaluate(&e, formula), TERM_TRUE);
    evaluation_fini(&e);
    return holds;
}

static inline void testing_replay(const struct ts *ts, uint32_t property, const struct ts_trace *t) {
    assert_true(t->steps >= 1);
    assert_int_equal(t->states.size, t->steps * ts->states.size);
    assert_int_equal(t->inputs.size, t->steps * ts->inputs.size);
    assert_true(testing_holds(ts, t, 0, ts_init_formula(ts)));
    for (uint32_t step = 0; step < t->steps; step++) {
        assert_true(testing_holds(ts, t, step, ts_constraint_formula(ts)));
        if (step + 1 < t->steps) assert_true(testing_holds(ts, t, step, ts_trans_formula(ts)));
    }
    assert_false(testing_holds(ts, t, t->steps - 1, ts->properties.data[property].good));
}

/* Invariants: base, step and safety of evidence/system.h. */

struct testing_judge {
    const struct ts *ts;
    struct ts_unrolling at;
    struct smt *smt;
    term phi;
};

static inline void testing_assert(struct testing_judge *j, term formula, uint32_t step) {
    smt_assert(j->smt, ts_at(&j->at, formula, step));
}

static inline void testing_refuted(struct testing_judge *j) {
    assert_int_equal(smt_check(j->smt, NULL, 0), SMT_UNSAT);
}

static inline void testing_connect(struct testing_judge *j, uint32_t steps) {
    for (uint32_t i = 0; i <= steps; i++) {
        testing_assert(j, ts_constraint_formula(j->ts), i);
        if (i < steps) testing_assert(j, ts_trans_formula(j->ts), i);
    }
}

static inline void testing_base(struct testing_judge *j, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++) {
        smt_push(j->smt);
        testing_assert(j, ts_init_formula(j->ts), 0);
        testing_connect(j, i);
        testing_assert(j, term_not(j->ts->terms, j->phi), i);
        testing_refuted(j);
        smt_pop(j->smt);
    }
}

static inline void testing_step(struct testing_judge *j, const struct ts_invariant *invariant) {
    struct terms *bank = j->ts->terms;
    smt_push(j->smt);
    testing_connect(j, invariant->depth);
    for (uint32_t i = 0; i < invariant->depth; i++) testing_assert(j, j->phi, i);
    testing_assert(j, term_not(bank, j->phi), invariant->depth);
    for (uint32_t a = 0; invariant->simple_path && a <= invariant->depth; a++)
        for (uint32_t b = a + 1; b <= invariant->depth; b++) {
            term_list same = {0};
            for (uint32_t x = 0; x < j->ts->states.size; x++)
                vec_push(&same, term_eq(bank, ts_state_at(&j->at, x, a), ts_state_at(&j->at, x, b)));
            smt_assert(j->smt, term_not(bank, term_and(bank, same.data, same.size)));
            vec_free(&same);
        }
    testing_refuted(j);
    smt_pop(j->smt);
}

static inline void testing_judge(const struct ts *ts, uint32_t property,
                                 const struct ts_invariant *invariant) {
    struct testing_judge j = {.ts = ts};
    ts_unrolling_init(&j.at, ts, "@");
    j.phi = term_and(ts->terms, invariant->conjuncts.data, invariant->conjuncts.size);
    j.smt = smt_new(ts->terms, &(struct smt_settings){.theories = ts_theories(ts), .purpose = SMT_JUDGE});
    testing_base(&j, invariant->depth);
    testing_step(&j, invariant);
    smt_push(j.smt);
    testing_assert(&j, j.phi, 0);
    testing_assert(&j, ts_constraint_formula(ts), 0);
    testing_assert(&j, term_not(ts->terms, ts->properties.data[property].good), 0);
    testing_refuted(&j);
    smt_pop(j.smt);
    smt_free(j.smt);
    ts_unrolling_fini(&j.at);
}

/* Running an engine. */

static inline void testing_proved(void *client, uint32_t property, struct ts_invariant *invariant) {
    struct run *run = client;
    struct outcome *o = &run->outcomes[property];
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    testing_judge(run->ts, property, invariant);
    o->verdict = VERDICT_SAFE;
    o->invariant = invariant;
}

static inline void testing_found(void *client, uint32_t property, struct ts_trace *trace) {
    struct run *run = client;
    struct outcome *o = &run->outcomes[property];
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    assert_int_equal(trace->property, property);
    testing_replay(run->ts, property, trace);
    o->verdict = VERDICT_UNSAFE;
    o->steps = trace->steps;
    ts_trace_free(trace);
}

static inline void testing_listen(void *client, const struct event *event) {
    if (event->kind != EVENT_DEPTH) return;
    struct outcome *o = &((struct run *)client)->outcomes[event->property];
    assert_true(o->depth < (int64_t)event->number);
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    o->depth = (int64_t)event->number;
}

/* Default options with checked frames, no limits; all may be changed before testing_run. */
static inline void testing_init(struct run *run, const struct ts *ts) {
    assert_null(ts_check(ts));
    assert_true(ts->properties.size <= TESTING_PROPERTIES);
    *run = (struct run){.ts = ts};
    options_init(&run->options);
    run->options.check_frames = true;
    limits_init(&run->limits, 0);
    for (uint32_t i = 0; i < TESTING_PROPERTIES; i++) run->outcomes[i].depth = -1;
}

static inline void testing_run(struct run *run, const char *(*engine)(struct system_task *)) {
    struct events events = {testing_listen, run};
    struct system_task task = {.ts = run->ts,
                               .options = &run->options,
                               .stats = &run->stats,
                               .limits = &run->limits,
                               .events = &events,
                               .proved = testing_proved,
                               .refuted = testing_found,
                               .client = run};
    run->reason = engine(&task);
}

static inline void testing_fini(struct run *run) {
    for (uint32_t i = 0; i < TESTING_PROPERTIES; i++) ts_invariant_free(run->outcomes[i].invariant);
}

/* Systems. A state variable with its initial value and update (TERM_NONE: none). */
static inline term testing_state(struct ts *ts, const char *name, sort s) {
    return ts_add_state(ts, name, s, NULL)->now;
}

static inline struct ts_state *testing_of(struct ts *ts, term now) {
    vec_each (struct ts_state, s, &ts->states)
        if (term_same(s->now, now)) return s;
    fail_msg("no such state");
    return NULL;
}

static inline void testing_rule(struct ts *ts, term now, term first, term update) {
    struct ts_state *s = testing_of(ts, now);
    s->first = first;
    s->update = update;
}

#endif
