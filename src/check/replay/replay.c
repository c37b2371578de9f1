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
    return number == SIGFPE ? REPLAY_TRAPPED : REPLAY_ENDED;
}

static enum replay_outcome run(struct build *b) {
    const struct confinement c = {.program = b->program,
                                  .ilp32 = b->task->ilp32,
                                  .caller = PROLOGUE_CALLER,
                                  .seconds = b->task->seconds > 0 ? b->task->seconds : REPLAY_SECONDS,
                                  .memory = b->task->memory ? b->task->memory : REPLAY_MEMORY};
    struct confined_end end;
    if (!confine_run(&c, b->limits, &end, b->why)) return REPLAY_FAILED;
    enum replay_outcome outcome = conclude(b, &end);
    text_fini(&end.report);
    return outcome;
}

enum replay_outcome replay(const struct replay_task *task, struct limits *limits, struct text *why) {
    enum replay_outcome outcome = REPLAY_FAILED;
    char *folder = folder_make("induct-replay-");
    if (folder) {
        struct build b = {.task = task, .limits = limits, .why = why, .folder = folder};
        build_read(&b);
        if (build_link(&b)) outcome = run(&b);
        build_fini(&b);
        folder_remove(folder);
        mem_free(folder);
    } else {
        text_format(why, "no folder for the replay: %s", strerror(errno));
    }
    if (outcome == REPLAY_FAILED && limits && limits_reason(limits) != STOP_NONE) outcome = REPLAY_TIMEOUT;
    return outcome;
}

void replay_externals(const char *program, external_list *out) {
    struct hash_names defined = {0};
    externals_read(program, out, &defined);
    hash_names_free(&defined);
}
