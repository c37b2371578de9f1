#include "check/program/second.h"

struct second {
    struct program_origin origin;
    struct observer *observer;
};

struct second *second_new(const struct program *program, const struct program_origin *origin,
                          struct limits *limits) {
    if (!origin->text) return NULL;
    struct second *s = mem_new(struct second);
    *s = (struct second){.origin = *origin};
    s->observer = observe_translated(program, &s->origin, REPLAY_GCC, limits);
    return s;
}

void second_free(struct second *s) {
    if (!s) return;
    observe_free(s->observer);
    mem_free(s);
}

bool second_wait(struct second *s, struct limits *limits, struct text *why) {
    return observe_wait(s->observer, limits, why);
}

/* ---- inputs ---- */

static const struct observed_event *next_input(const struct observed_run *run, uint32_t *at) {
    while (*at < run->n && run->events[*at].kind != OBSERVED_INPUT) ++*at;
    return *at < run->n ? &run->events[(*at)++] : NULL;
}

/* Whether the runs take inputs of the same functions, until one of them takes no more. */
static bool same_order(const struct observed_run *a, const struct observed_run *b) {
    for (uint32_t i = 0, j = 0;;) {
        const struct observed_event *x = next_input(a, &i), *y = next_input(b, &j);
        if (!x || !y) return true;
        if (x->number != y->number) return false;
    }
}

/* ---- what an error means ---- */

/* How the run with these inputs ends, by another translator; REPLAY_FAILED: it cannot be run. */
static enum replay_outcome outcome_of(struct second *s, const struct program *program,
                                      enum replay_translator by, const observed_inputs *inputs,
                                      struct limits *limits) {
    struct text ignored = {0};
    struct observer *o = observe_translated(program, &s->origin, by, limits);
    enum replay_outcome outcome = REPLAY_FAILED;
    if (observe_wait(o, limits, &ignored)) outcome = observe_run(o, inputs, false, limits, &ignored).outcome;
    observe_free(o);
    text_fini(&ignored);
    return outcome;
}

/* A run that is seen through to its end, with traps, and does not depend on what variables start from. */
static bool is_defined(struct second *s, const struct program *program, const observed_inputs *inputs,
                       struct limits *limits) {
    enum replay_outcome zeros = outcome_of(s, program, REPLAY_ZEROS, inputs, limits);
    if (zeros != REPLAY_REACHED && zeros != REPLAY_ENDED) return false;
    return outcome_of(s, program, REPLAY_PATTERNS, inputs, limits) == zeros;
}

/* Whether the program asks what the compiler knows, which is more where it optimises. */
static bool asks_compiler(const struct second *s, struct limits *limits) {
    static const char *const questions[] = {"__builtin_constant_p", "__builtin_object_size",
                                            "__builtin_dynamic_object_size"};
    struct text text = {0};
    bool asks = false;
    if (s->origin.text(&s->origin, limits, &text) && text.size)
        for (size_t i = 0; i < sizeof questions / sizeof *questions && !asks; i++)
            asks = strstr(text.data, questions[i]) != NULL;
    text_fini(&text);
    return asks;
}

static enum second_end clear_up(struct second *s, const struct program *program, bool in_order,
                                const observed_inputs *inputs, struct limits *limits, struct text *why) {
    if (!is_defined(s, program, inputs, limits)) return SECOND_AGREES;
    bool gcc = observe_translator(s->observer) == REPLAY_GCC;
    bool open = !in_order || asks_compiler(s, limits) ||
                (gcc && outcome_of(s, program, REPLAY_GCC_PLAIN, inputs, limits) == REPLAY_REACHED &&
                 outcome_of(s, program, REPLAY_CLANG, inputs, limits) == REPLAY_ENDED);
    text_format(why, "compiled by %s, the program calls an error function", gcc ? "gcc -O2" : "clang -O2");
    return open ? SECOND_UNSPECIFIED : SECOND_REJECTED;
}

enum second_end second_run(struct second *s, const struct program *program, const struct observed_run *first,
                           const observed_inputs *inputs, struct limits *limits, struct text *why) {
    struct text ended = {0};
    struct observed_run run = observe_run(s->observer, inputs, false, limits, &ended);
    text_fini(&ended);
    if (run.outcome != REPLAY_REACHED || first->outcome == REPLAY_REACHED) return SECOND_AGREES;
    return clear_up(s, program, same_order(first, &run), inputs, limits, why);
}
