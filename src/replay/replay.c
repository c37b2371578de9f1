#include "replay/replay.h"

#include "base/folder.h"
#include "replay/build.h"
#include "replay/confine.h"

#include <errno.h>
#include <signal.h>

/* What the program said of its end; NULL: nothing. */
static const char *reported(const struct build *b, const struct text *report) {
    const char *said = report->data ? strstr(report->data, b->secret) : NULL;
    return said ? said + strlen(b->secret) + 1 : NULL;
}

static enum replay_outcome conclude(struct build *b, const struct confined_end *end) {
    const char *said = reported(b, &end->report);
    if (said && !strcmp(said, "error\n")) return REPLAY_REACHED;
    enum process_end kind = end->result.end;
    int number = kind == PROCESS_SIGNALLED ? end->result.code : 0;
    bool exhausted = number == SIGXCPU || number == SIGKILL; /* the system has no more to give */
    if (kind == PROCESS_MEMORY) mem_exhausted(0);
    if (kind == PROCESS_TIMEOUT || kind == PROCESS_STOPPED || exhausted) {
        text_add(b->why, "the program did not end in time");
        return REPLAY_TIMEOUT;
    }
    if (said && !strcmp(said, "memory\n")) {
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
    bool crashed = number == SIGSEGV || number == SIGBUS;
    text_format(b->why, "the program %s: %s", crashed ? "crashed" : "ended without an error",
                strsignal(number));
    if (crashed) return REPLAY_CRASHED;
    return number == SIGFPE ? REPLAY_TRAPPED : REPLAY_ENDED;
}

static enum replay_outcome run(struct build *b) {
    const struct confinement c = {.program = b->program,
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
        if (build_read(&b) && build_link(&b)) outcome = run(&b);
        build_fini(&b);
        folder_remove(folder);
        mem_free(folder);
    } else {
        text_format(why, "no folder for the replay: %s", strerror(errno));
    }
    if (outcome == REPLAY_FAILED && limits && limits_reason(limits) != STOP_NONE) outcome = REPLAY_TIMEOUT;
    return outcome;
}

bool replay_externals(const struct replay_task *task, struct limits *limits, external_list *out,
                      bool *gnu89_inline, struct text *why) {
    char *folder = folder_make("induct-replay-");
    if (!folder) {
        text_format(why, "no folder for compiling: %s", strerror(errno));
        return false;
    }
    struct build b = {.task = task, .limits = limits, .why = why, .folder = folder};
    bool good = build_read(&b);
    if (good) {
        *out = b.externals;
        *gnu89_inline = b.gnu89_inline;
        b.externals = (external_list){0};
    }
    build_fini(&b);
    folder_remove(folder);
    mem_free(folder);
    return good;
}
