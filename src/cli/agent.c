/* induct worker: takes tasks of a job until there are none. */
#include "cli/agent_task.h"
#include "cli/commands.h"
#include "cli/join.h"

#include "api/induct.h"
#include "base/clock.h"
#include "base/process.h"
#include "cluster/bridge.h"
#include "cluster/cage.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

struct settings {
    const char *join, *name;
    uint64_t tasks, jobs, memory_mb;
    double patience;
    bool quiet;
};

#define FIELD(name) offsetof(struct settings, name)
static const struct argument rows[] = {
    JOIN_ROW(struct settings, join, JOIN_HELP),
    {"tasks", 0, "N", ARGUMENT_COUNT, FIELD(tasks), NULL, "so many tasks at a time; default 1"},
    {"jobs", 0, "N", ARGUMENT_COUNT, FIELD(jobs), NULL,
     "processes for each task, at most; default: the processors that induct may use, divided by the tasks"},
    {"memory", 0, "MB", ARGUMENT_COUNT, FIELD(memory_mb), NULL,
     "megabytes of memory for each task, at most; default: as the job says"},
    {"patience", 0, "SECONDS", ARGUMENT_SECONDS, FIELD(patience), NULL,
     "end when there was no server, or no such job, for so long; default 300"},
    {"name", 0, "NAME", ARGUMENT_TEXT, FIELD(name), NULL,
     "what it is called; default: the host, a number and chance"},
    {"quiet", 0, NULL, ARGUMENT_FLAG, FIELD(quiet), NULL, "say nothing but what is wrong"},
};

enum { EXIT_DONE = 0, EXIT_BARRED = 1, EXIT_GAVE_UP = 3 };

struct agent {
    const struct settings *settings;
    struct queue queue;
    struct lease lease;     /* the task that it works on */
    struct carrier carrier; /* of its lemmas */
    uint64_t jobs, renew_us, heard_us, sender;
    bool barred;
};

static volatile sig_atomic_t stopped;
static void on_signal(int signal) {
    stopped = signal;
}

/* But for the time of a task, when they are its supervisor's. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

/* ---- one task ---- */

/* Whether the task is still wanted. Without a connection it is; and where the lease was lost another one works on it,
 * too, but perhaps not faster. */
static bool is_wanted(void *client) {
    struct agent *a = client;
    const uint64_t now = clock_us();
    carrier_work(&a->carrier);
    if (now < a->renew_us) return true;
    enum queue_answer answer = queue_renew(&a->queue, &a->lease);
    a->renew_us = clock_us() + (answer == QUEUE_AWAY ? 500000 : a->queue.lease_ms * 1000 / 3);
    a->barred = answer == QUEUE_BARRED;
    return answer != QUEUE_BARRED && answer != QUEUE_CLOSED && answer != QUEUE_OVER;
}

static void say(const struct agent *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(const struct agent *a, const char *format, ...) {
    if (a->settings->quiet) return;
    struct text line = {0}, shown = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vformat(&line, format, arguments);
    va_end(arguments);
    text_in_line(&shown, line.data);
    fprintf(stderr, "%s: %s\n", a->queue.worker, shown.data);
    text_fini(&line);
    text_fini(&shown);
}

/* Until the server has it; a server that stays away for too long loses it. */
static enum queue_answer deliver(struct agent *a, const struct task_result *result) {
    const uint64_t ends = clock_later(clock_us(), a->settings->patience);
    enum queue_answer answer;
    while ((answer = queue_finish(&a->queue, &a->lease, result)) == QUEUE_AWAY && clock_us() < ends)
        usleep(100000);
    return answer;
}

static void set(char **word, const char *value) {
    mem_free(*word);
    *word = mem_strdup(value);
}

static enum agent_end do_task(struct agent *a, const struct text *model, struct task_result *result) {
    const struct task *task = &a->lease.task;
    struct bridge *bridge = task->share ? bridge_new() : NULL;
    if (bridge) carrier_open(&a->carrier, bridge, &a->queue, task->model, a->sender);
    enum agent_end end = agent_task_run(&(struct agent_task){.task = task,
                                                             .model = model,
                                                             .jobs = a->jobs,
                                                             .memory_mb = a->settings->memory_mb,
                                                             .bridge = bridge,
                                                             .wanted = is_wanted,
                                                             .client = a},
                                        result);
    catch_signals();
    if (bridge) {
        say(a, "task %.12s: %llu packets sent, %llu received, %llu refused", a->lease.name,
            (unsigned long long)a->carrier.sent, (unsigned long long)a->carrier.received,
            (unsigned long long)a->carrier.refused);
        carrier_close(&a->carrier);
    }
    bridge_free(bridge);
    return end;
}

/* False: the worker is to end. */
static bool work_on(struct agent *a) {
    struct task_result result;
    struct text model = {0};
    task_result_init(&result);
    set(&result.worker, a->queue.worker);
    a->renew_us = clock_us() + a->queue.lease_ms * 1000 / 3;
    enum agent_end end = AGENT_DONE;
    enum queue_answer got;
    while ((got = queue_get_model(&a->queue, a->lease.task.model, &model)) == QUEUE_AWAY && is_wanted(a))
        usleep(100000);
    if (got == QUEUE_AWAY)
        end = AGENT_UNWANTED;
    else if (got != QUEUE_OK)
        set(&result.failure, a->queue.error.data);
    else
        end = do_task(a, &model, &result);
    text_fini(&model);
    if (end == AGENT_DONE) {
        enum queue_answer answer = deliver(a, &result);
        a->barred = answer == QUEUE_BARRED;
        say(a, "task %.12s: %u answers%s%s%s", a->lease.name, result.answers.size,
            *result.failure ? ", " : "", result.failure, answer == QUEUE_OK ? "" : "; not delivered");
    } else {
        say(a, "task %.12s: %s", a->lease.name,
            end == AGENT_INTERRUPTED ? "interrupted" : "no longer wanted");
    }
    if (end == AGENT_INTERRUPTED) (void)queue_release(&a->queue, &a->lease);
    task_result_fini(&result);
    return end != AGENT_INTERRUPTED;
}

/* ---- all of them ---- */

/* Whether to go on waiting. */
static bool is_patient(const struct agent *a, const char *for_what) {
    if (clock_us() < clock_later(a->heard_us, a->settings->patience)) {
        usleep(200000);
        return true;
    }
    fprintf(stderr, "induct worker: gave up after %g s: %s\n", a->settings->patience, for_what);
    return false;
}

/* The exit status. */
static int take_tasks(struct agent *a) {
    enum { WAIT_S = 1 };
    a->heard_us = clock_us();
    catch_signals();
    while (!stopped) {
        switch (queue_take(&a->queue, WAIT_S, &a->lease)) {
        case QUEUE_OK: {
            const bool more = work_on(a);
            lease_fini(&a->lease);
            a->heard_us = clock_us();
            if (!more) return EXIT_DONE;
            break;
        }
        case QUEUE_NOTHING:
            if (a->queue.lease_ms) /* there is a job */
                a->heard_us = clock_us();
            else if (!is_patient(a, "there is no such job"))
                return EXIT_GAVE_UP;
            break;
        case QUEUE_AWAY:
            if (!is_patient(a, redis_error(a->queue.redis))) return EXIT_GAVE_UP;
            break;
        case QUEUE_CLOSED: say(a, "the job is closed"); return EXIT_DONE;
        case QUEUE_BARRED: a->barred = true; break;
        default: /* what is said to be wrong may pass: a server that starts, permissions */
            if (!is_patient(a, a->queue.error.data)) return EXIT_GAVE_UP;
        }
        if (a->barred) {
            fprintf(stderr, "induct worker: %s is barred: its evidence was rejected\n", a->queue.worker);
            return EXIT_BARRED;
        }
    }
    return EXIT_DONE;
}

/* No two have the same name, also after a host was restarted. */
static char *make_name(const struct settings *settings, unsigned slot) {
    char host[65] = "";
    uint32_t chance = 0;
    if (settings->name) return slot ? mem_format("%s.%u", settings->name, slot) : mem_strdup(settings->name);
    if (gethostname(host, sizeof host - 1)) snprintf(host, sizeof host, "host");
    if (getrandom(&chance, sizeof chance, GRND_NONBLOCK) != sizeof chance) chance = (uint32_t)clock_us();
    return mem_format("%s-%ld-%08x", host, (long)getpid(), chance);
}

static int work_in_slot(const struct settings *settings, struct address *address, unsigned slot) {
    struct agent a = {.settings = settings, .jobs = settings->jobs};
    char *name = make_name(settings, slot);
    if (!a.jobs) a.jobs = (induct_processors() + settings->tasks - 1) / settings->tasks;
    queue_init(&a.queue, address, name, induct_version());
    mem_free(name);
    if (getrandom(&a.sender, sizeof a.sender, GRND_NONBLOCK) != sizeof a.sender) a.sender = clock_us();
    int status = take_tasks(&a);
    queue_fini(&a.queue);
    return status;
}

/* Several slots are as many processes, which end with this one. */
static int work_in_slots(const struct settings *settings, struct address *address) {
    VEC(pid_t) slots = {0};
    catch_signals();
    for (unsigned i = 0; i < settings->tasks; i++) {
        pid_t slot = process_fork(SIGTERM);
        if (!slot) {
            process_reset_signals();
            _exit(work_in_slot(settings, address, i));
        }
        if (slot > 0) vec_push(&slots, slot);
    }
    int worst = slots.size ? EXIT_DONE : EXIT_GAVE_UP, status;
    for (uint32_t left = slots.size; left;) {
        pid_t ended = wait(&status);
        if (ended < 0 && errno != EINTR) break;
        if (stopped)
            vec_each (pid_t, slot, &slots) kill(*slot, SIGTERM);
        if (ended < 0) continue;
        left--;
        if (WIFEXITED(status) && WEXITSTATUS(status) > worst) worst = WEXITSTATUS(status);
    }
    vec_free(&slots);
    return worst;
}

static bool is_name(const char *name) {
    return *name && strlen(name) <= 100 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") == strlen(name);
}

static int start(struct settings *settings, const struct command *command) {
    struct address address;
    if (!settings->tasks) settings->tasks = 1;
    if (settings->patience == 0) settings->patience = 300;
    if (!settings->join) return arguments_complain(command, JOIN_MISSING);
    if (settings->name && !is_name(settings->name))
        return arguments_complain(command, "--name takes letters, digits, '.', '-' and '_'");
    if (settings->tasks > 1024 || settings->jobs > 1024)
        return arguments_complain(command, "more than 1024 tasks or processes");
    if (!join_address(&address, settings->join, command)) return EXIT_WRONG;
    struct text why = {0};
    if (!cage_ready(&why))
        fprintf(stderr, "induct worker: warning: no C programs here, for want of confinement: %s\n",
                why.data);
    text_fini(&why);
    agent_task_sweep();
    int status =
        settings->tasks == 1 ? work_in_slot(settings, &address, 0) : work_in_slots(settings, &address);
    address_fini(&address);
    return status;
}

static int run(int argc, char **argv, const struct command *command) {
    struct settings settings = {0};
    arguments_list positional = {0};
    enum arguments_result parsed = arguments_parse(command, argc, argv, &settings, &positional);
    int status = parsed == ARGUMENTS_SHOWN ? 0 : EXIT_WRONG;
    if (parsed == ARGUMENTS_RUN) status = start(&settings, command);
    vec_free(&positional);
    return status;
}

const struct command worker_command = {
    .name = "worker",
    .usage = "--join redis://HOST[:PORT]/JOB [option]...",
    .summary = "Works on tasks of a job that 'induct serve' has on a Redis server, until the job is over.",
    .details = "Any number of workers, on any number of machines, may join at any time, also before the job "
               "begins, and\n"
               "may be killed at any time: what they had is done by others. Without a connection a worker "
               "goes on with its\n"
               "task and delivers later. SIGTERM gives the task back at once. Tasks are done in confinement: "
               "they see no\n"
               "files but those of compilers and libraries, and no network.\n"
               "\n"
               "Exit status: 0 the job is over, or the worker was told to end; 1 it is barred: evidence that "
               "it gave was\n"
               "rejected; 2 the call is wrong; 3 there was no server or no such job for too long, or the job "
               "is of another\n"
               "version.\n",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .run = run,
};
