#define _GNU_SOURCE /* memfd_create, pthread_timedjoin_np */
#include "check/program/observe.h"

#include "check/program/program_task.h"
#include "check/replay/confine.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EVENTS = 1 << 16, SECONDS = 2 };

/* As the harness declares it: the same in both data models. */
struct shared {
    uint32_t whole, count, inputs, taken;
    struct observed_input input[OBSERVE_INPUTS];
    struct observed_event events[MOST_EVENTS];
};

struct observer {
    struct replay *replay; /* NULL: not built yet, or not to be built */
    struct text harness, text, trouble;
    const struct program_origin *origin; /* of a text that is not there yet; NULL: none is wanted */
    struct limits limits;                /* of the compiler */
    pthread_t builder;
    bool building;
    struct program_task task;
    struct program_inputs arguments;
    struct shared *shared;
    int file;
};

/* FNV-1a, as the harness computes it. */
uint32_t observe_name(const char *function) {
    uint32_t h = 2166136261u;
    for (; *function; function++) h = (h ^ (uint8_t)*function) * 16777619u;
    return h;
}

/* ---- arguments ---- */

/* main is started by the system, with one word; another function is called by the harness. */
bool observe_argument(const struct program *program, const struct program_origin *origin,
                      const struct program_parameter *p, uint64_t *value) {
    bool first = p == program->parameters.data;
    *value = program_starts_at_main(origin) ? 1 : 3;
    return p->kind == PROGRAM_PARAMETER_INTEGER && (first || !program_starts_at_main(origin));
}

static void choose_arguments(struct program_inputs *out, const struct program *program,
                             const struct program_origin *origin) {
    *out = (struct program_inputs){.complete = true};
    if (program_starts_at_main(origin)) return;
    vec_each (const struct program_parameter, p, &program->parameters) {
        uint64_t value;
        if (observe_argument(program, origin, p, &value) && p->site != PROGRAM_NONE)
            vec_push(&out->arguments, (struct program_argument){.name = mem_strdup(p->name), .bits = value});
    }
}

/* ---- the harness ---- */

static void machinery(struct text *out) {
    text_format(
        out,
        "enum { induct_events = %u, induct_most = %u };\n"
        "struct induct_shared {\n"
        "    unsigned whole, count, inputs, taken;\n"
        "    struct { unsigned long long value; unsigned owner, unused; } input[induct_most];\n"
        "    struct { unsigned kind, number; unsigned long long value; } events[induct_events];\n"
        "};\n"
        "static volatile struct induct_shared *induct_shared;\n"
        "extern void *induct_mmap(void *, __SIZE_TYPE__, int, int, int, long) __asm__(\"mmap\");\n"
        "static void induct_share(void) {\n"
        "    void *p = induct_mmap(0, sizeof *induct_shared, %d, %d, %d, 0);\n"
        "    if (p == (void *)-1L) induct_report(\"nothing is shared\");\n"
        "    induct_shared = p;\n"
        "}\n"
        "static void induct_say(unsigned kind, unsigned number, unsigned long long value) {\n"
        "    if (!induct_shared) induct_share();\n"
        "    unsigned at = induct_shared->count;\n"
        "    if (at >= induct_events && induct_shared->whole) return;\n"
        "    if (at >= induct_events) induct_report(\"cut\");\n"
        "    induct_shared->events[at].kind = kind;\n"
        "    induct_shared->events[at].number = number;\n"
        "    induct_shared->events[at].value = value;\n"
        "    induct_shared->count = at + 1;\n"
        "}\n"
        "static unsigned long long induct_next(const char *function) {\n"
        "    const char *open = \"__VERIFIER_nondet\", *f = function;\n"
        "    unsigned long long value = 0;\n"
        "    unsigned name = 2166136261u;\n"
        "    if (!induct_shared) induct_share();\n"
        "    unsigned at = induct_shared->taken;\n"
        "    while (*open && *open == *f) open++, f++;\n"
        "    for (; *function; function++) name = (name ^ (unsigned char)*function) * 16777619u;\n"
        "    if (at >= induct_shared->inputs || at >= induct_most) {\n"
        "        if (!induct_shared->whole) induct_report(\"cut\");\n"
        "    } else if (!induct_shared->input[at].owner || induct_shared->input[at].owner == name) {\n"
        "        value = induct_shared->input[at].value;\n"
        "        if (!induct_shared->input[at].owner && *open) value &= %d;\n"
        "        induct_shared->taken = at + 1;\n"
        "    }\n"
        "    induct_say(%d, name, value);\n"
        "    return value;\n"
        "}\n",
        MOST_EVENTS, OBSERVE_INPUTS, PROT_READ | PROT_WRITE, MAP_SHARED, CONFINE_SHARED, OBSERVE_MODEST,
        OBSERVED_INPUT);
    static const struct {
        const char *name, *parameters;
        int kind;
        const char *number, *value;
    } rows[] = {{"place", "unsigned n", OBSERVED_PLACE, "n", "0"},
                {"value", "unsigned n, unsigned long long v", OBSERVED_VALUE, "n", "v"},
                {"result", "unsigned n, unsigned long long v", OBSERVED_RESULT, "n", "v"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        text_format(out,
                    "void induct_on_%s(%s) INDUCT_SUPPLIED(\"induct_observe_%s\");\n"
                    "void induct_on_%s(%s) { induct_say(%d, %s, %s); }\n",
                    rows[i].name, rows[i].parameters, rows[i].name, rows[i].name, rows[i].parameters,
                    rows[i].kind, rows[i].number, rows[i].value);
}

/* ---- building and running ---- */

static void share(struct observer *o) {
    o->file = memfd_create("observed", MFD_CLOEXEC);
    bool good = o->file >= 0 && ftruncate(o->file, sizeof *o->shared) == 0;
    void *memory =
        good ? mmap(NULL, sizeof *o->shared, PROT_READ | PROT_WRITE, MAP_SHARED, o->file, 0) : MAP_FAILED;
    if (memory == MAP_FAILED)
        text_add(&o->trouble, "the system gives no memory to share");
    else
        o->shared = memory;
}

/* Compilers may also fail on what is not of all compilers. */
static void build_translated(struct observer *o) {
    struct text ignored = {0};
    if (!o->origin->text || !o->origin->text(o->origin, &o->limits, &o->text) || !o->text.size) {
        text_add(&o->trouble, "the text of the program is not to be had");
        return;
    }
    o->task.replay.text = o->text.data;
    bool first = o->task.replay.translator == REPLAY_GCC;
    o->replay = replay_new(&o->task.replay, o->file, &o->limits, first ? &ignored : &o->trouble);
    if (!o->replay && first && !limits_stopped_slow(&o->limits)) {
        o->task.replay.translator = REPLAY_CLANG;
        o->replay = replay_new(&o->task.replay, o->file, &o->limits, &o->trouble);
    }
    text_fini(&ignored);
}

static void *build(void *client) {
    struct observer *o = client;
    if (o->origin) {
        build_translated(o);
        return NULL;
    }
    o->replay = replay_new(&o->task.replay, o->file, &o->limits, &o->trouble);
    return NULL;
}

static struct observer *start(const struct program *program, const struct program_origin *origin,
                              bool library, enum replay_translator by, struct limits *limits) {
    static const char *const own[] = {"induct_observe_place", "induct_observe_value",
                                      "induct_observe_result"};
    struct observer *o = mem_new(struct observer);
    *o = (struct observer){.file = -1};
    limits_init(&o->limits, 0);
    if (limits) o->limits.deadline_us = limits->deadline_us;
    choose_arguments(&o->arguments, program, origin);
    program_task_init(&o->task, program, &o->arguments, origin, library, own, sizeof own / sizeof *own);
    machinery(&o->harness);
    program_harness_functions(&o->harness, program, &o->arguments, origin);
    o->task.replay.harness = o->harness.data;
    o->task.replay.seconds = SECONDS;
    o->task.replay.translator = by;
    if (by != REPLAY_LLVM) o->origin = origin;
    if (origin->is_observed)
        share(o);
    else
        text_add(&o->trouble, "the program has functions that are called as those of the comparison are");
    if (o->shared) {
        o->building = pthread_create(&o->builder, NULL, build, o) == 0;
        if (!o->building) build(o);
    }
    return o;
}

struct observer *observe_new(const struct program *program, const struct program_origin *origin, bool library,
                             struct limits *limits) {
    return start(program, origin, library, REPLAY_LLVM, limits);
}

struct observer *observe_translated(const struct program *program, const struct program_origin *origin,
                                    enum replay_translator by, struct limits *limits) {
    return start(program, origin, true, by, limits);
}

enum replay_translator observe_translator(const struct observer *o) {
    return o->task.replay.translator;
}

bool observe_wait(struct observer *o, struct limits *limits, struct text *why) {
    enum { STEP_NS = 5000000 };
    while (o->building) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += STEP_NS;
        if (soon.tv_nsec >= 1000000000) soon.tv_sec++, soon.tv_nsec -= 1000000000;
        if (limits && limits_stopped_slow(limits)) limits_interrupt(&o->limits);
        if (pthread_timedjoin_np(o->builder, NULL, &soon) != ETIMEDOUT) o->building = false;
    }
    if (!o->replay && o->trouble.size) text_add(why, o->trouble.data);
    return o->replay;
}

void observe_free(struct observer *o) {
    if (!o) return;
    limits_interrupt(&o->limits);
    if (o->building) pthread_join(o->builder, NULL);
    replay_free(o->replay);
    if (o->shared) munmap(o->shared, sizeof *o->shared);
    if (o->file >= 0) close(o->file);
    program_inputs_fini(&o->arguments);
    text_fini(&o->harness);
    text_fini(&o->text);
    text_fini(&o->trouble);
    program_task_fini(&o->task);
    mem_free(o);
}

struct observed_run observe_run(struct observer *o, const observed_inputs *inputs, bool whole,
                                struct limits *limits, struct text *why) {
    struct shared *s = o->shared;
    uint32_t n = inputs->size < OBSERVE_INPUTS ? inputs->size : OBSERVE_INPUTS;
    s->whole = whole;
    s->count = s->taken = 0;
    s->inputs = n;
    if (n) memcpy(s->input, inputs->data, n * sizeof *inputs->data);
    struct observed_run run = {.outcome = replay_run(o->replay, limits, why), .events = s->events};
    uint32_t count = *(volatile uint32_t *)&s->count; /* read once: it is the program's to write */
    run.n = count < MOST_EVENTS ? count : MOST_EVENTS;
    run.cut =
        run.n == MOST_EVENTS || (run.outcome == REPLAY_ENDED && why->data && strstr(why->data, ": cut"));
    return run;
}
