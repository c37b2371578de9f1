/* For the tests of engines on transition systems: small systems, and a run that records what the engine
 * reports, replays its traces by evaluation and proves the obligations of its invariants with the default
 * solver. */
#ifndef INDUCT_ENGINE_SYSTEM_TESTING_SYSTEM_ENGINE_H
#define INDUCT_ENGINE_SYSTEM_TESTING_SYSTEM_ENGINE_H

#include "engine/engine.h"
#include "model/verdict.h"
#include "smt/smt.h"
#include "transform/chain.h"
#include "transform/system/system_stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { TESTING_PROPERTIES = 8 };

struct outcome {
    enum verdict verdict;
    struct system_invariant *invariant; /* safe */
    uint32_t steps;                     /* unsafe: of the trace */
    int64_t depth;                      /* of the last EVENT_DEPTH; -1: none */
};

struct run {
    const struct system *system;
    struct options options;
    struct stats stats;
    struct limits limits;
    struct chain chain;
    struct outcome outcomes[TESTING_PROPERTIES];
    const char *reason;
};

/* The value of a formula in step i of a trace, next being step i + 1. */
static inline bool testing_holds(const struct system *system, const struct system_trace *t, uint32_t step,
                                 term formula) {
    struct evaluation e;
    evaluation_init(&e, system->terms);
    vec_each (const struct function_value, f, &t->functions) evaluation_define(&e, f);
    for (uint32_t i = 0; i < system->states.size; i++) {
        evaluation_set(&e, system->states.data[i].now, t->states.data[step * system->states.size + i]);
        if (step + 1 < t->steps)
            evaluation_set(&e, system->states.data[i].next,
                           t->states.data[(step + 1) * system->states.size + i]);
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(&e, system->inputs.data[i].now, t->inputs.data[step * system->inputs.size + i]);
    bool holds = term_is(system->terms, evaluate(&e, formula), TERM_TRUE);
    evaluation_fini(&e);
    return holds;
}

static inline void testing_replay(const struct system *system, uint32_t property,
                                  const struct system_trace *t) {
    assert_true(t->steps >= 1);
    assert_int_equal(t->states.size, t->steps * system->states.size);
    assert_int_equal(t->inputs.size, t->steps * system->inputs.size);
    assert_true(testing_holds(system, t, 0, system_init_formula(system)));
    for (uint32_t step = 0; step < t->steps; step++) {
        assert_true(testing_holds(system, t, step, system_constraint_formula(system)));
        if (step + 1 < t->steps) assert_true(testing_holds(system, t, step, system_trans_formula(system)));
    }
    assert_false(testing_holds(system, t, t->steps - 1, system->properties.data[property].good));
}

/* Invariants: base, step and safety of evidence/system_evidence.h. */

struct testing_judge {
    const struct system *system;
    struct system_unrolling at;
    struct smt *smt;
    term phi;
};

static inline void testing_assert(struct testing_judge *j, term formula, uint32_t step) {
    smt_assert(j->smt, system_at(&j->at, formula, step));
}

static inline void testing_refuted(struct testing_judge *j) {
    assert_int_equal(smt_check(j->smt, NULL, 0), SMT_UNSAT);
}

static inline void testing_connect(struct testing_judge *j, uint32_t steps) {
    for (uint32_t i = 0; i <= steps; i++) {
        testing_assert(j, system_constraint_formula(j->system), i);
        if (i < steps) testing_assert(j, system_trans_formula(j->system), i);
    }
}

static inline void testing_base(struct testing_judge *j, uint32_t depth) {
    for (uint32_t i = 0; i < depth; i++) {
        smt_push(j->smt);
        testing_assert(j, system_init_formula(j->system), 0);
        testing_connect(j, i);
        testing_assert(j, term_not(j->system->terms, j->phi), i);
        testing_refuted(j);
        smt_pop(j->smt);
    }
}

static inline void testing_step(struct testing_judge *j, const struct system_invariant *invariant) {
    struct terms *bank = j->system->terms;
    smt_push(j->smt);
    testing_connect(j, invariant->depth);
    for (uint32_t i = 0; i < invariant->depth; i++) testing_assert(j, j->phi, i);
    testing_assert(j, term_not(bank, j->phi), invariant->depth);
    for (uint32_t a = 0; invariant->simple_path && a <= invariant->depth; a++)
        for (uint32_t b = a + 1; b <= invariant->depth; b++) {
            term_list same = {0};
            for (uint32_t x = 0; x < j->system->states.size; x++)
                vec_push(&same, term_eq(bank, system_state_at(&j->at, x, a), system_state_at(&j->at, x, b)));
            smt_assert(j->smt, term_not(bank, term_and(bank, same.data, same.size)));
            vec_free(&same);
        }
    testing_refuted(j);
    smt_pop(j->smt);
}

static inline void testing_judge(const struct system *system, uint32_t property,
                                 const struct system_invariant *invariant) {
    struct testing_judge j = {.system = system};
    system_unrolling_init(&j.at, system, "@");
    j.phi = term_and(system->terms, invariant->conjuncts.data, invariant->conjuncts.size);
    j.smt = smt_new(system->terms,
                    &(struct smt_settings){.theories = system_theories(system), .purpose = SMT_JUDGE});
    testing_base(&j, invariant->depth);
    testing_step(&j, invariant);
    smt_push(j.smt);
    testing_assert(&j, j.phi, 0);
    testing_assert(&j, system_constraint_formula(system), 0);
    testing_assert(&j, term_not(system->terms, system->properties.data[property].good), 0);
    testing_refuted(&j);
    smt_pop(j.smt);
    smt_free(j.smt);
    system_unrolling_fini(&j.at);
}

/* Running an engine, behind the stages that make what it works on; its evidence is judged in front of them. */

static inline void testing_proved(void *client, uint32_t property, struct system_invariant *invariant) {
    struct run *run = client;
    struct outcome *o = &run->outcomes[property];
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    testing_judge(run->system, property, invariant);
    o->verdict = VERDICT_SAFE;
    o->invariant = invariant;
}

static inline void testing_shown(void *client, uint32_t property, struct system_trace *trace) {
    struct run *run = client;
    struct outcome *o = &run->outcomes[property];
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    assert_int_equal(trace->property, property);
    testing_replay(run->system, property, trace);
    o->verdict = VERDICT_UNSAFE;
    o->steps = trace->steps;
    system_trace_free(trace);
}

static inline void testing_found(void *client, struct evidence e) {
    struct run *run = client;
    struct text why = {0};
    assert_int_equal(chain_back(&run->chain, &e, &why), STAGE_CARRIED);
    if (e.refutes)
        testing_shown(client, e.property, e.system_trace);
    else
        testing_proved(client, e.property, e.system_invariant);
}

static inline void testing_listen(void *client, const struct event *event) {
    if (event->kind != EVENT_DEPTH) return;
    struct outcome *o = &((struct run *)client)->outcomes[event->property];
    assert_true(o->depth < (int64_t)event->number);
    assert_int_equal(o->verdict, VERDICT_UNKNOWN);
    o->depth = (int64_t)event->number;
}

/* Default options with checked frames, no limits; all may be changed before testing_run. */
static inline void testing_init(struct run *run, const struct system *system) {
    assert_null(system_check(system));
    assert_true(system->properties.size <= TESTING_PROPERTIES);
    *run = (struct run){.system = system};
    options_init(&run->options);
    run->options.check_frames = true;
    limits_init(&run->limits, 0);
    for (uint32_t i = 0; i < TESTING_PROPERTIES; i++) run->outcomes[i].depth = -1;
}

static inline void testing_run(struct run *run, const struct engine *engine) {
    static const struct stage_kind *const stages[] = {&stage_needed, &stage_definitions, &stage_states};
    static const uint32_t all[TESTING_PROPERTIES] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct events events = {testing_listen, run};
    struct stage_context context = {
        .options = &run->options, .stats = &run->stats, .limits = &run->limits, .events = &events};
    chain_init(&run->chain, model_of_system(run->system), all, run->system->properties.size);
    for (int i = 0; engine->over_states && i < 3; i++)
        assert_int_equal(chain_apply(&run->chain, stages[i], &context, NULL), STATUS_OK);
    struct engine_task task = {.model = chain_last(&run->chain),
                               .options = &run->options,
                               .stats = &run->stats,
                               .limits = &run->limits,
                               .events = &events,
                               .found = testing_found,
                               .client = run};
    run->reason = engine->run(&task);
    chain_fini(&run->chain);
}

static inline void testing_fini(struct run *run) {
    for (uint32_t i = 0; i < TESTING_PROPERTIES; i++) system_invariant_free(run->outcomes[i].invariant);
}

/* Systems. A state variable with its initial value and update (TERM_NONE: none). */
static inline term testing_state(struct system *system, const char *name, sort s) {
    return system_add_state(system, name, s, NULL)->now;
}

static inline struct system_state *testing_of(struct system *system, term now) {
    vec_each (struct system_state, s, &system->states)
        if (term_same(s->now, now)) return s;
    fail_msg("no such state");
    return NULL;
}

static inline void testing_rule(struct system *system, term now, term first, term update) {
    struct system_state *s = testing_of(system, now);
    s->first = first;
    s->update = update;
}

#endif
