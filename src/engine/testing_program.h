/* For the tests of engines on programs: automata written by hand, and a run whose evidence the judge has
 * accepted. */
#ifndef INDUCT_ENGINE_TESTING_PROGRAM_H
#define INDUCT_ENGINE_TESTING_PROGRAM_H

#include "check/program/check_program.h"
#include "engine/engine.h"
#include "engine/testing_gossip.h"
#include "model/verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct run {
    struct program *program;
    struct options options;
    struct stats stats;
    struct limits limits;
    enum verdict verdict;
    const char *reason;
    uint32_t steps;  /* unsafe: edges of the trace */
    int64_t depth;   /* of the last EVENT_DEPTH; -1: none */
    uint64_t gossip; /* there are others who tell lies, chosen by this number; 0: nobody */
};

static inline void testing_accept(enum check_result result, struct text *why) {
    if (result != CHECK_ACCEPTED) print_error("the judge says: %s\n", why->data ? why->data : "nothing");
    assert_int_equal(result, CHECK_ACCEPTED);
    text_fini(why);
}

static inline void testing_proved(void *client, struct program_invariant *invariant) {
    struct run *r = client;
    struct text why = {0};
    assert_int_equal(r->verdict, VERDICT_UNKNOWN);
    testing_accept(check_program_invariant(r->program, invariant, CHECK_BY_DEFAULT, NULL, &why), &why);
    r->verdict = VERDICT_SAFE;
    program_invariant_free(invariant);
}

static inline void testing_refuted(void *client, struct program_trace *trace) {
    struct run *r = client;
    struct text why = {0};
    assert_int_equal(r->verdict, VERDICT_UNKNOWN);
    testing_accept(check_program_trace(r->program, trace, NULL, &why), &why);
    r->verdict = VERDICT_UNSAFE;
    r->steps = trace->edges.size;
    program_trace_free(trace);
}

static inline void testing_found(void *client, struct evidence e) {
    if (e.refutes)
        testing_refuted(client, e.program_trace);
    else
        testing_proved(client, e.program_invariant);
}

static inline void testing_event(void *listener, const struct event *event) {
    if (event->kind == EVENT_DEPTH) ((struct run *)listener)->depth = (int64_t)event->number;
}

/* A run with default options; the automaton is the run's from now on. */
static inline void testing_init(struct run *r, struct program *program) {
    *r = (struct run){.program = program, .verdict = VERDICT_UNKNOWN, .depth = -1};
    program_index(program);
    assert_null(program_check(program));
    options_init(&r->options);
    limits_init(&r->limits, 60);
}
static inline void testing_fini(struct run *r) {
    program_free(r->program);
}

/* The engine's task; `events` must live as long. */
static inline struct engine_task testing_task(struct run *r, const struct events *events) {
    return (struct engine_task){.model = model_of_program(r->program),
                                .options = &r->options,
                                .stats = &r->stats,
                                .limits = &r->limits,
                                .events = events,
                                .found = testing_found,
                                .client = r};
}

static inline enum verdict testing_run(struct run *r, const struct engine *engine) {
    struct events events = {testing_event, r};
    struct engine_task task = testing_task(r, &events);
    struct gossip gossip;
    gossip_init(&gossip, r->program, r->gossip);
    if (r->gossip) task.port = &gossip.port;
    r->reason = engine->run(&task);
    gossip_fini(&gossip);
    return r->verdict;
}

/* Automata by hand: locations by name, in the order of first use; the first is initial, "E" the error location. */
static inline struct program *testing_automaton(void) {
    struct program *program = program_new(TERMS_SIMPLIFY);
    program->initial = program_add_location(program, "start", (struct program_position){0});
    program->error = program_add_location(program, "E", (struct program_position){0});
    return program;
}

static inline uint32_t testing_location(struct program *program, const char *name) {
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (!strcmp(program->locations.data[l].name, name)) return l;
    return program_add_location(program, name, (struct program_position){0});
}

static inline term testing_variable(struct program *program, const char *name, sort s) {
    uint32_t v = program_add_variable(program, name, s);
    return program->variables.data[v].now;
}

static inline uint32_t testing_edge(struct program *program, const char *from, program_command command,
                                    const char *to) {
    uint32_t source = testing_location(program, from), target = testing_location(program, to);
    return program_add_edge(program, source, command, target, (struct program_position){0});
}

static inline program_command testing_assign(struct program *program, term variable, term value) {
    return program_assign(program, program_find_variable(program, variable), value);
}

static inline program_command testing_havoc(struct program *program, term variable) {
    uint32_t v = program_find_variable(program, variable);
    return program_havoc(program,
                         program_add_site(program, PROGRAM_INPUT, v, "input", (struct program_position){0}));
}

/* Commands one after the other; SEQUENCE counts them. */
static inline program_command testing_sequence(struct program *program, const program_command *commands,
                                               uint32_t n) {
    program_command all = program_skip(program);
    for (uint32_t i = n; i-- > 0;) all = program_then(program, commands[i], all);
    return all;
}
#define SEQUENCE(program, ...)                                                                               \
    testing_sequence((program), (const program_command[]){__VA_ARGS__},                                      \
                     sizeof((const program_command[]){__VA_ARGS__}) / sizeof(program_command))

#endif
