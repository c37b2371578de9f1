#define _GNU_SOURCE /* memfd_create */
#include "check/program/observe.h"

#include "check/program/program_harness.h"
#include "check/replay/confine.h"

#include <sys/mman.h>
#include <unistd.h>

enum { MOST_EVENTS = 1 << 16, SECONDS = 2 };

/* As the harness declares it: the same in both data models. */
struct shared {
    uint32_t whole, count, inputs, taken;
    struct observed_input input[OBSERVE_INPUTS];
    struct observed_event events[MOST_EVENTS];
};

struct observer {
    struct replay *replay;
    struct replay_task task;
    program_names_list supplied, kept;
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
    text_format(out,
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
                MOST_EVENTS, OBSERVE_INPUTS, PROT_READ | PROT_WRITE, MAP_SHARED, CONFINE_SHARED, OBSERVE_MODEST, OBSERVED_INPUT);
    static const struct {
        const char *name, *parameters;
        int kind;
        const char *number, *value;
    } rows[] = {{"head", "unsigned n", OBSERVED_HEAD, "n", "0"},
                {"value", "unsigned n, unsigned long long v", OBSERVED_VALUE, "n", "v"},
                {"result", "unsigned n, unsigned long long v", OBSERVED_RESULT, "n", "v"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        text_format(out,
                    "void induct_on_%s(%s) INDUCT_SUPPLIED(\"induct_observe_%s\");\n"
                    "void induct_on_%s(%s) { induct_say(%d, %s, %s); }\n",
                    rows[i].name, rows[i].parameters, rows[i].name, rows[i].name, rows[i].parameters, rows[i].kind,
                    rows[i].number, rows[i].value);
}

static void choose_functions(struct observer *o, const struct program *program, const struct program_origin *origin) {
    static const char *const own[] = {"induct_observe_head", "induct_observe_value", "induct_observe_result"};
    program_harness_supplied(program, origin, &o->supplied);
    vec_append(&o->supplied, own, 3);
    program_harness_kept(program, true, &o->kept);
    o->task = (struct replay_task){.program = origin->llvm,
                                   .ilp32 = origin->ilp32,
                                   .supplied = o->supplied.data,
                                   .n_supplied = o->supplied.size,
                                   .kept = o->kept.data,
                                   .n_kept = o->kept.size,
                                   .hides_main = program_harness_has_main(program, &o->arguments, origin),
                                   .entry = program_starts_at_main(origin) ? NULL : origin->entry,
                                   .seconds = SECONDS};
}

/* ---- building and running ---- */

static bool share(struct observer *o, struct text *why) {
    o->file = memfd_create("observed", MFD_CLOEXEC);
    bool good = o->file >= 0 && ftruncate(o->file, sizeof *o->shared) == 0;
    void *memory = good ? mmap(NULL, sizeof *o->shared, PROT_READ | PROT_WRITE, MAP_SHARED, o->file, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        text_add(why, "the system gives no memory to share");
        return false;
    }
    o->shared = memory;
    return true;
}

struct observer *observe_new(const struct program *program, const struct program_origin *origin, struct limits *limits,
                             struct text *why) {
    if (!origin->is_observed) {
        text_add(why, "the program has functions that are called as those of the comparison are");
        return NULL;
    }
    struct observer *o = mem_new(struct observer);
    struct text harness = {0};
    *o = (struct observer){.file = -1};
    choose_arguments(&o->arguments, program, origin);
    choose_functions(o, program, origin);
    machinery(&harness);
    program_harness_functions(&harness, program, &o->arguments, origin);
    o->task.harness = harness.data;
    if (share(o, why)) o->replay = replay_new(&o->task, o->file, limits, why);
    text_fini(&harness);
    if (o->replay) return o;
    observe_free(o);
    return NULL;
}

void observe_free(struct observer *o) {
    if (!o) return;
    replay_free(o->replay);
    if (o->shared) munmap(o->shared, sizeof *o->shared);
    if (o->file >= 0) close(o->file);
    program_inputs_fini(&o->arguments);
    vec_free(&o->supplied);
    vec_free(&o->kept);
    mem_free(o);
}

struct observed_run observe_run(struct observer *o, const observed_inputs *inputs, bool whole, struct limits *limits,
                               struct text *why) {
    struct shared *s = o->shared;
    uint32_t n = inputs->size < OBSERVE_INPUTS ? inputs->size : OBSERVE_INPUTS;
    s->whole = whole;
    s->count = s->taken = 0;
    s->inputs = n;
    if (n) memcpy(s->input, inputs->data, n * sizeof *inputs->data);
    struct observed_run run = {.outcome = replay_run(o->replay, limits, why), .events = s->events};
    run.n = s->count < MOST_EVENTS ? s->count : MOST_EVENTS;
    run.cut = run.n == MOST_EVENTS || (run.outcome == REPLAY_ENDED && why->data && strstr(why->data, ": cut"));
    return run;
}
