#include "check/replay/replay.h"

#include "base/folder.h"
#include "check/replay/build.h"
#include "check/replay/confine.h"
#include "check/replay/prologue.h"

#include <errno.h>
#include <signal.h>

static enum replay_outcome conclude(struct build *b, const struct confined_end *end) {
    const char *said = end->report.size ? end->report.data : NULL;
    if (said && !strcmp(said, "error")) return REPLAY_REACHED;
    enum process_end kind = end->result.end;
    int number = kind == PROCESS_SIGNALLED ? end->result.code : 0;
    bool exhausted = number == SIGXCPU || number == SIGKILL; /* the system has no more to give */
    if (kind == PROCESS_MEMORY) mem_exhausted(0);
    if (kind == PROCESS_TIMEOUT || kind == PROCESS_STOPPED || exhausted) {
        text_add(b->why, "the program did not end in time");
        return REPLAY_TIMEOUT;
    }
    if (said && !strcmp(said, "memory")) {
        if (end->scarce) mem_exhausted(0);
        text_add(b->why, "the program asked for more memory than a replay has");
        return REPLAY_STARVED;
    }
    if (said) {
        text_format(b->why, "the program ended without an error: %.*s", (int)strcspn(said, "\n"), said);
        return REPLAY_ENDED;
    }
    if (!number) {
        text_format(b->why, "the program ended without an error, with status %d", end->result.code);
        return REPLAY_ENDED;
    }
    if (number == SIGSYS) {
        text_add(b->why, "the program was stopped: it made a system call that is not allowed in a replay");
        return REPLAY_STOPPED;
    }
    if (number == SIGTRAP) {
        text_add(
            b->why,
            "the program was stopped: it came to inline assembly, which is not replayed, or a breakpoint");
        return REPLAY_STOPPED;
    }
    bool crashed = number == SIGSEGV || number == SIGBUS;
    text_format(b->why, "the program %s: %s", crashed ? "crashed" : "ended without an error",
                strsignal(number));
    if (crashed) return REPLAY_CRASHED;
    if (number == SIGILL && b->task->translator != REPLAY_LLVM) return REPLAY_ILLEGAL;
    return number == SIGFPE ? REPLAY_TRAPPED : REPLAY_ENDED;
}

static enum replay_outcome run(struct build *b, int shared) {
    const struct confinement c = {.program = b->program,
                                  .ilp32 = b->task->ilp32,
                                  .caller = PROLOGUE_CALLER,
                                  .seconds = b->task->seconds > 0 ? b->task->seconds : REPLAY_SECONDS,
                                  .memory = b->task->memory ? b->task->memory : REPLAY_MEMORY,
                                  .shared = shared};
    struct confined_end end;
    if (!confine_run(&c, b->limits, &end, b->why)) return REPLAY_FAILED;
    enum replay_outcome outcome = conclude(b, &end);
    text_fini(&end.report);
    return outcome;
}

/* ---- once built, run often ---- */

struct replay {
    struct replay_task task;
    struct build build;
    char *folder;
    int shared; /* 0: nothing */
};

struct replay *replay_new(const struct replay_task *task, int shared, struct limits *limits,
                          struct text *why) {
    char *folder = folder_make("induct-replay-");
    if (!folder) {
        text_format(why, "no folder for the replay: %s", strerror(errno));
        return NULL;
    }
    struct replay *r = mem_new(struct replay);
    *r = (struct replay){.task = *task, .folder = folder, .shared = shared};
    r->build = (struct build){.task = &r->task, .limits = limits, .why = why, .folder = folder};
    build_read(&r->build);
    bool good = build_link(&r->build);
    r->task.harness = NULL; /* who gave it may drop it now */
    if (good) return r;
    replay_free(r);
    return NULL;
}

void replay_free(struct replay *r) {
    if (!r) return;
    build_fini(&r->build);
    folder_remove(r->folder);
    mem_free(r->folder);
    mem_free(r);
}

enum replay_outcome replay_run(struct replay *r, struct limits *limits, struct text *why) {
    r->build.limits = limits;
    r->build.why = why;
    return run(&r->build, r->shared);
}

enum replay_outcome replay(const struct replay_task *task, struct limits *limits, struct text *why) {
    struct replay *r = replay_new(task, 0, limits, why);
    enum replay_outcome outcome = r ? replay_run(r, limits, why) : REPLAY_FAILED;
    replay_free(r);
    if (outcome == REPLAY_FAILED && limits && limits_reason(limits) != STOP_NONE) outcome = REPLAY_TIMEOUT;
    return outcome;
}

void replay_externals(const char *program, external_list *out) {
    struct hash_names defined = {0};
    externals_read(program, out, &defined);
    hash_names_free(&defined);
}
