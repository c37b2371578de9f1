/* For the tests of engines on programs: automata written by hand, and a run whose evidence the judge has
 * accepted. */
#ifndef INDUCT_ENGINE_TESTING_PROGRAM_H
#define INDUCT_ENGINE_TESTING_PROGRAM_H

#include "check/program/program.h"
#include "engine/program.h"
#include "model/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct run {
    struct cfa *cfa;
    struct options options;
    struct stats stats;
    struct limits limits;
    enum verdict verdict;
    const char *reason;
    uint32_t steps; /* unsafe: edges of the trace */
    int64_t depth;  /* of the last EVENT_DEPTH; -1: none */
};

static inline void testing_accept(enum check_result result, struct text *why) {
    if (result != CHECK_ACCEPTED) print_error("the judge says: %s\n", why->data ? why->data : "nothing");
    assert_int_equal(result, CHECK_ACCEPTED);
    text_fini(why);
}

static inline void testing_proved(void *client, struct cfa_invariant *invariant) {
    struct run *r = client;
    struct text why = {0};
    assert_int_equal(r->verdict, VERDICT_UNKNOWN);
    testing_accept(check_program_invariant(r->cfa, invariant, CHECK_BY_DEFAULT, NULL, &why), &why);
    r->verdict = VERDICT_SAFE;
    cfa_invariant_free(invariant);
}

static inline void testing_refuted(void *client, struct cfa_trace *trace) {
    struct run *r = client;
    struct text why = {0};
    assert_int_equal(r->verdict, VERDICT_UNKNOWN);
    testing_accept(check_program_trace(r->cfa, trace, NULL, &why), &why);
    r->verdict = VERDICT_UNSAFE;
    r->steps = trace->edges.size;
    cfa_trace_free(trace);
}

static inline void testing_event(void *listener, const struct event *event) {
    if (event->kind == EVENT_DEPTH) ((struct run *)listener)->depth = (int64_t)event->number;
}

/* A run with default options; the automaton is the run's from now on. */
static inline void testing_init(struct run *r, struct cfa *cfa) {
    *r = (struct run){.cfa = cfa, .verdict = VERDICT_UNKNOWN, .depth = -1};
    cfa_index(cfa);
    assert_null(cfa_check(cfa));
    options_init(&r->options);
    limits_init(&r->limits, 60);
}
static inline void testing_fini(struct run *r) {
    cfa_free(r->cfa);
}

/* The engine's task; `events` must live as long. */
static inline struct program_task testing_task(struct run *r, const struct events *events) {
    return (struct program_task){.cfa = r->cfa,
                                 .options = &r->options,
                                 .stats = &r->stats,
                                 .limits = &r->limits,
                                 .events = events,
                                 .proved = testing_proved,
                                 .refuted = testing_refuted,
                                 .client = r};
}

static inline enum verdict testing_run(struct run *r, const struct engine *engine) {
    struct events events = {testing_event, r};
    struct program_task task = testing_task(r, &events);
    r->reason = engine->run_program(&task);
    return r->verdict;
}

/* Automata by hand: locations by name, in the order of first use; the first is initial, "E" the error location. */
static inline struct cfa *testing_automaton(void) {
    struct cfa *cfa = cfa_new(TERMS_SIMPLIFY);
    cfa->initial = cfa_add_location(cfa, "start", (struct cfa_position){0});
    cfa->error = cfa_add_location(cfa, "E", (struct cfa_position){0});
    return cfa;
}

static inline uint32_t testing_location(struct cfa *cfa, const char *name) {
    for (uint32_t l = 0; l < cfa->locations.size; l++)
        if (!strcmp(cfa->locations.data[l].name, name)) return l;
    return cfa_add_location(cfa, name, (struct cfa_position){0});
}

static inline term testing_variable(struct cfa *cfa, const char *name, sort s) {
    uint32_t v = cfa_add_variable(cfa, name, s);
    return cfa->variables.data[v].now;
}

static inline uint32_t testing_edge(struct cfa *cfa, const char *from, cfa_command command, const char *to) {
    uint32_t source = testing_location(cfa, from), target = testing_location(cfa, to);
    return cfa_add_edge(cfa, source, command, target, (struct cfa_position){0});
}

static inline cfa_command testing_assign(struct cfa *cfa, term variable, term value) {
    return cfa_assign(cfa, cfa_find_variable(cfa, variable), value);
}

static inline cfa_command testing_havoc(struct cfa *cfa, term variable) {
    uint32_t v = cfa_find_variable(cfa, variable);
    return cfa_havoc(cfa, cfa_add_site(cfa, CFA_INPUT, v, "input", (struct cfa_position){0}));
}

/* Commands one after the other; SEQUENCE counts them. */
static inline cfa_command testing_sequence(struct cfa *cfa, const cfa_command *commands, uint32_t n) {
    cfa_command all = cfa_skip(cfa);
    for (uint32_t i = n; i-- > 0;) all = cfa_then(cfa, commands[i], all);
    return all;
}
#define SEQUENCE(cfa, ...)                                                                                   \
    testing_sequence((cfa), (const cfa_command[]){__VA_ARGS__},                                              \
                     sizeof((const cfa_command[]){__VA_ARGS__}) / sizeof(cfa_command))

#endif
