#define _GNU_SOURCE /* O_DIRECTORY */
#include "cli/agent_task.h"

#include "api/induct.h"
#include "base/clock.h"
#include "base/folder.h"
#include "cli/supervise.h"
#include "cluster/cage.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* From the working process; beside WIRE_DONE. */
enum said {
    SAID_ANSWER = 100, /* property, number: verdict; bytes: depth, reason, NUL, evidence */
    SAID_ENGINE,       /* bytes: who decided last */
    SAID_FAILED        /* bytes: why nothing can be decided */
};

static const char folder_start[] = "induct-task-";

struct work {
    const struct agent_task *plan;
    char *folder; /* for files of the task; locked while it is worked on */
    int lock;
    struct text packet; /* in the working process */
    struct task_result *result;
    struct induct *problem;
    uint64_t started_us;
    int pipe;
    size_t evidence; /* bytes so far */
    bool unwanted;
};

/* ---- in the working process ---- */

static void on_verdict(void *client, struct induct *problem, unsigned property) {
    struct work *w = client;
    const struct induct_result *result = induct_result(problem, property);
    enum message_verdict verdict = (enum message_verdict)result->verdict;
    struct text bytes = {0};
    char *evidence = NULL;
    size_t size = 0;
    const char *reason = result->reason;
    if (verdict != MESSAGE_UNKNOWN) {
        if (induct_evidence(problem, property, "pack", &evidence, &size) != INDUCT_OK ||
            size > MESSAGE_EVIDENCE) {
            verdict = MESSAGE_UNKNOWN;
            reason = "unsupported: evidence that cannot be sent";
            size = 0;
        }
        induct_forget_evidence(problem, property);
    }
    text_bytes(&bytes, &result->depth, sizeof result->depth);
    text_bytes(&bytes, reason, strlen(reason) + 1);
    if (size) text_bytes(&bytes, evidence, size);
    wire_send_text(w->pipe, SAID_ENGINE, 0, 0, induct_engine(problem));
    wire_send(w->pipe, (struct wire_message){SAID_ANSWER, property, verdict, bytes.size, bytes.data});
    free(evidence);
    text_fini(&bytes);
}

/* Lemmas go out and come in by the bridge; this process has no network. */
static void carry(void *client, struct induct_exchange *x) {
    enum { MOST = 4096 };
    struct work *w = client;
    const void *packet;
    size_t size;
    bool lasting;
    for (int i = 0; i < MOST && induct_exchange_next(x, &packet, &size, &lasting); i++)
        bridge_say(w->plan->bridge, lasting, packet, size);
    for (int i = 0; i < MOST && bridge_hear(w->plan->bridge, &w->packet); i++)
        induct_exchange_put(x, w->packet.data, w->packet.size);
}

static bool set_options(struct induct *problem, const struct task *task) {
    vec_each (char *const, option, &task->options) {
        char *name = mem_format("%.*s", (int)strcspn(*option, "="), *option);
        enum induct_status status = induct_set_option(problem, name, strchr(*option, '=') + 1);
        mem_free(name);
        if (status != INDUCT_OK) return false;
    }
    return true;
}

static bool configure(struct work *w) {
    const struct task *t = w->plan->task;
    struct induct *p = w->problem;
    const bool automatic = !*t->engine || !strcmp(t->engine, "auto");
    const uint64_t jobs = t->jobs && t->jobs < w->plan->jobs ? t->jobs : w->plan->jobs;
    induct_set_seed(p, t->seed);
    if (automatic) induct_set_jobs(p, (unsigned)jobs);
    return (automatic || induct_set_engine(p, t->engine) == INDUCT_OK) &&
           (!*t->format || induct_set_format(p, t->format) == INDUCT_OK) &&
           (!*t->data_model || induct_set_data_model(p, t->data_model) == INDUCT_OK) &&
           (!*t->entry || induct_set_entry(p, t->entry) == INDUCT_OK) &&
           (!*t->theory || induct_set_theory(p, t->theory) == INDUCT_OK) &&
           (!*t->judge || induct_set_judge(p, t->judge) == INDUCT_OK) &&
           induct_set_option(p, "minimize", "off") == INDUCT_OK && set_options(p, t);
}

/* False after telling why. Without a cage only what needs no compiler is read. */
static bool enter_cage(const struct work *w) {
    static const char *const plain[] = {"aiger", "btor2", "vmt"};
    struct text why = {0};
    const char *format = w->plan->task->format;
    bool good = false;
    if (cage_ready(&why)) {
        text_clear(&why);
        good = w->folder && cage_enter(w->folder, &why);
    } else {
        for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) good = good || !strcmp(format, plain[i]);
    }
    if (!good) {
        char *text = mem_format("unsupported: this host has no confinement for such a task: %s",
                                why.data ? why.data : "no folder");
        wire_send_text(w->pipe, SAID_FAILED, 0, 0, text);
        mem_free(text);
    }
    text_fini(&why);
    return good;
}

static enum induct_status run(struct work *w) {
    const struct agent_task *plan = w->plan;
    const double seconds = (double)plan->task->milliseconds / 1000;
    char *name = mem_format("model%s", plan->task->suffix);
    induct_on_verdict(w->problem, on_verdict, w);
    if (plan->bridge) induct_on_exchange(w->problem, carry, w);
    induct_set_timeout(w->problem, seconds);
    enum induct_status status = configure(w) ? INDUCT_OK : INDUCT_USAGE;
    if (status == INDUCT_OK)
        status = induct_load_memory(w->problem, plan->model->data, plan->model->size, name);
    mem_free(name);
    if (status == INDUCT_OK && *plan->task->property) {
        long found = induct_find_property(w->problem, plan->task->property);
        status = found < 0 ? INDUCT_USAGE : induct_select(w->problem, (unsigned)found);
        if (found < 0) wire_send_text(w->pipe, SAID_FAILED, 0, 0, "there is no such property");
    }
    induct_set_elapsed(w->problem, (double)(clock_us() - w->started_us) / 1e6);
    return status == INDUCT_OK ? induct_run(w->problem) : status;
}

static void work(void *client, int pipe) {
    struct work *w = client;
    w->pipe = pipe;
    w->problem = induct_new();
    if (!enter_cage(w)) return;
    enum induct_status status = run(w);
    if (status == INDUCT_OK) return;
    const char *error = induct_error(w->problem);
    wire_send_text(pipe, SAID_FAILED, 0, 0,
                   *error                     ? error
                   : status == INDUCT_STOPPED ? "timeout"
                                              : "the task cannot be done");
}

static void interrupt(void *client) {
    struct work *w = client;
    if (w->problem) induct_interrupt(w->problem);
}

/* ---- here ---- */

static void keep_word(char **word, const char *value, size_t most) {
    mem_free(*word);
    *word = mem_format("%.*s", (int)text_cut(value, most), value);
}

/* More evidence than a result may have is left out: the verdicts are then unknown. */
static void keep_answer(struct work *w, const struct wire_message *message) {
    struct message_answer answer = {.property = message->property,
                                    .verdict = (enum message_verdict)message->number};
    memcpy(&answer.depth, message->bytes, sizeof answer.depth);
    const char *reason = message->bytes + sizeof answer.depth, *evidence = reason + strlen(reason) + 1;
    const size_t size = (size_t)(message->bytes + message->size - evidence);
    enum { OTHERS = 8 << 20 };
    if (w->evidence + size > MESSAGE_RESULT - OTHERS) {
        answer.verdict = MESSAGE_UNKNOWN;
        reason = "unsupported: too much evidence for one result";
    } else if (size) {
        text_bytes(&answer.evidence, evidence, size);
        w->evidence += size;
    }
    keep_word(&answer.reason, reason, MESSAGE_TEXT);
    vec_push(&w->result->answers, answer);
}

static bool receive(void *client, const struct wire_message *message) {
    struct work *w = client;
    switch (message->kind) {
    case SAID_ANSWER: keep_answer(w, message); break;
    case SAID_ENGINE: keep_word(&w->result->engine, message->bytes, MESSAGE_WORD); break;
    case SAID_FAILED: keep_word(&w->result->failure, message->bytes, MESSAGE_TEXT); break;
    default: break;
    }
    return true;
}

/* The supervisor answers a signal by ending the work. */
static void tick(void *client) {
    struct work *w = client;
    if (w->unwanted || w->plan->wanted(w->plan->client)) return;
    w->unwanted = true;
    kill(getpid(), SIGTERM);
}

static uint64_t least_limit(uint64_t a, uint64_t b) {
    return !a ? b : !b ? a : a < b ? a : b;
}

static bool make_folder(struct work *w) {
    w->folder = folder_make(folder_start);
    if (!w->folder) return false;
    w->lock = open(w->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return w->lock >= 0 && !flock(w->lock, LOCK_EX | LOCK_NB);
}

static void remove_folder(struct work *w) {
    if (w->folder) folder_remove(w->folder);
    if (w->lock >= 0) close(w->lock);
    mem_free(w->folder);
}

void agent_task_sweep(void) {
    const char *place = getenv("TMPDIR");
    if (!place || !*place) place = "/tmp";
    DIR *all = opendir(place);
    for (struct dirent *entry; all && (entry = readdir(all));) {
        if (strncmp(entry->d_name, folder_start, strlen(folder_start)) != 0) continue;
        char *path = mem_format("%s/%s", place, entry->d_name);
        int lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        struct stat info;
        const bool own = lock >= 0 && !fstat(lock, &info) && info.st_uid == geteuid();
        if (own && !flock(lock, LOCK_EX | LOCK_NB)) folder_remove(path);
        if (lock >= 0) close(lock);
        mem_free(path);
    }
    if (all) closedir(all);
}

enum agent_end agent_task_run(const struct agent_task *plan, struct task_result *result) {
    struct work w = {.plan = plan, .result = result, .started_us = clock_us(), .lock = -1};
    struct supervision supervision = {.timeout = (double)plan->task->milliseconds / 1000,
                                      .started_us = w.started_us,
                                      .memory_mb = least_limit(plan->task->megabytes, plan->memory_mb),
                                      .client = &w,
                                      .work = work,
                                      .interrupt = interrupt,
                                      .receive = receive,
                                      .tick = tick,
                                      .tick_us = 50000};
    if (!make_folder(&w))
        keep_word(&result->failure, "this host has no place for temporary files", MESSAGE_TEXT);
    struct ending ending = {.kind = ENDING_DONE};
    if (!*result->failure) ending = supervise(&supervision);
    remove_folder(&w);
    if (w.unwanted) return AGENT_UNWANTED;
    if (ending.interrupted) return AGENT_INTERRUPTED;
    if (ending.kind != ENDING_DONE && !*result->failure) {
        mem_free(result->failure);
        result->failure = ending_reason(&ending);
    }
    return AGENT_DONE;
}
