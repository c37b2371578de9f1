#define _GNU_SOURCE /* pipe2, close_range, execvpe, memfd_create */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
    REPORT = PROCESS_FIRST_EXTRA + PROCESS_EXTRAS, /* the keeper's descriptor, for its report */
    FILES = REPORT + 1,
    POLL_MS = 10,   /* between two looks at the limits */
    LAST_MS = 100,  /* how long the last words of what was killed are waited for */
    TAIL = 1 << 14, /* how much of what was said last is searched for complaints about memory */
    CRASHED = 64    /* exit statuses from here on are no answers of a compiler or solver */
};

static uint64_t bound; /* of process_bound_memory() */

void process_bound_memory(uint64_t bytes) {
    bound = bytes;
}

uint64_t process_memory_bound(void) {
    return bound;
}

/* What is in memory of this process, and is not of files. */
static uint64_t own_memory(void) {
    char text[128];
    unsigned long long resident, shared;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    if (got <= 0) return 0;
    text[got] = 0;
    if (sscanf(text, "%*u %llu %llu", &resident, &shared) != 2 || shared > resident) return 0;
    return (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t process_memory(void) {
    if (!bound) return 0;
    uint64_t own = own_memory();
    return own < bound ? bound - own : 1;
}

pid_t process_fork(int death_signal) {
    pid_t parent = getpid(), child = fork();
    if (child) return child;
    prctl(PR_SET_PDEATHSIG, death_signal);
    if (getppid() != parent) _exit(1); /* it died before the line above */
    return 0;
}

void process_reset_signals(void) {
    for (int s = 1; s < SIGRTMIN; s++) signal(s, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

int process_file(const char *name, const void *bytes, size_t size) {
    int file = memfd_create(name, MFD_CLOEXEC);
    const char *next = bytes;
    while (file >= 0 && size) {
        ssize_t put = write(file, next, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) {
            int kept = errno;
            close(file);
            errno = kept;
            return -1;
        }
        next += put;
        size -= (size_t)put;
    }
    if (file >= 0) lseek(file, 0, SEEK_SET);
    return file;
}

/* ---- in the child: nothing but system calls, because other threads of the parent may have held any lock ---- */

/* What a child needs, made before the fork. */
struct birth {
    const struct process *plan;
    const char *const *environment;
    uint64_t memory;  /* bytes that it may allocate; 0: any number */
    int files[FILES]; /* what its descriptors are to be; -1: closed */
};

struct report {
    int error; /* 0, or why the program could not be started */
    int state; /* as of wait() */
};

static void take_group(int signal) {
    (void)signal;
    kill(0, SIGKILL);
}

/* All sources are moved out of the way of the targets first. */
static bool arrange_files(const int *files) {
    int high[FILES];
    for (int i = 0; i < FILES; i++) {
        high[i] = files[i] < 0 ? -1 : fcntl(files[i], F_DUPFD_CLOEXEC, FILES);
        if (files[i] >= 0 && high[i] < 0) return false;
    }
    for (int i = 0; i < FILES; i++) {
        if (high[i] < 0)
            close(i);
        else if (dup3(high[i], i, i == REPORT ? O_CLOEXEC : 0) < 0)
            return false;
    }
    return close_range(FILES, ~0u, 0) == 0;
}

static void limit_memory(uint64_t bytes) {
    struct rlimit limit;
    if (!bytes || getrlimit(RLIMIT_DATA, &limit)) return;
    if (bytes < limit.rlim_max) limit.rlim_cur = bytes;
    setrlimit(RLIMIT_DATA, &limit);
}

static void no_core(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

/* The keeper is suspended until the program has started, and shares its memory with it until then. */
static _Noreturn void keep(const struct birth *birth) {
    volatile struct report report = {0};
    limit_memory(birth->memory);
    pid_t keeper = getpid(), program = vfork();
    if (program == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == keeper)
            execvpe(birth->plan->arguments[0], (char *const *)birth->plan->arguments,
                    (char *const *)birth->environment);
        report.error = errno;
        _exit(127);
    }
    if (program < 0) report.error = errno;
    close_range(0, REPORT - 1, 0); /* the program's output is to end when the program does */
    int state = 0;
    while (program > 0 && waitpid(program, &state, 0) < 0 && errno == EINTR) {
    }
    report.state = state;
    struct report copy = {report.error, report.state};
    ssize_t put = write(REPORT, &copy, sizeof copy);
    _exit(put == sizeof copy ? 0 : 1);
}

/* Signals are blocked since before the fork, so that none comes before it is known what to do. */
static _Noreturn void live(const struct birth *birth) {
    const struct process *plan = birth->plan;
    setpgid(0, 0);
    for (int s = 1; s < SIGRTMIN; s++) signal(s, SIG_DFL);
    if (!plan->body) signal(SIGTERM, take_group);
    no_core();
    sigset_t none;
    sigemptyset(&none);
    if (!arrange_files(birth->files)) _exit(1);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (!plan->body) keep(birth);
    plan->body(plan->client);
    _exit(0);
}

/* ---- in the parent ---- */

typedef VEC(const char *) words;

static bool is_set(const char *entry, const char *const *settings) {
    size_t name = strcspn(entry, "=") + 1;
    for (; settings && *settings; settings++)
        if (!strncmp(entry, *settings, name)) return true;
    return false;
}

static void make_environment(words *out, const char *const *settings) {
    for (char **e = environ; e && *e; e++)
        if (!is_set(*e, settings)) vec_push(out, *e);
    for (; settings && *settings; settings++) vec_push(out, *settings);
    vec_push(out, NULL);
}

/* A child and what comes from it. */
struct child {
    const struct process *plan;
    pid_t id;
    int ends[3]; /* reading ends: output, errors, the keeper's report; -1: closed */
    struct text report;
    struct text tails[2]; /* of output and errors, the last that was said */
};

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

static void keep_tail(struct text *tail, const char *bytes, size_t size) {
    text_bytes(tail, bytes, size);
    if (tail->size <= 2 * TAIL) return;
    memmove(tail->data, tail->data + tail->size - TAIL, TAIL);
    tail->size = TAIL;
    tail->data[TAIL] = 0;
}

static void take(struct child *c, int which, const char *bytes, size_t size) {
    if (which == 2) {
        text_bytes(&c->report, bytes, size);
        return;
    }
    struct text *out = which == 1 && c->plan->errors ? c->plan->errors : c->plan->output;
    keep_tail(&c->tails[which], bytes, size);
    if (!out) return;
    size_t most = c->plan->most ? c->plan->most : SIZE_MAX, room = out->size < most ? most - out->size : 0;
    text_bytes(out, bytes, size < room ? size : room);
}

/* Reads what is there, or waits for it; false when all ends are closed. */
static bool listen(struct child *c, int milliseconds) {
    struct pollfd ready[3];
    bool open = false;
    for (int i = 0; i < 3; i++) {
        ready[i] = (struct pollfd){.fd = c->ends[i], .events = POLLIN};
        open |= c->ends[i] >= 0;
    }
    if (!open || poll(ready, 3, milliseconds) <= 0) return open;
    for (int i = 0; i < 3; i++) {
        char buffer[1 << 16];
        if (!ready[i].revents) continue;
        ssize_t got = read(c->ends[i], buffer, sizeof buffer);
        if (got > 0) take(c, i, buffer, (size_t)got);
        if (got == 0 || (got < 0 && errno != EINTR)) close_end(&c->ends[i]);
    }
    return open;
}

static bool has_ended(pid_t id) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
}

/* Until it ends: PROCESS_EXITED, of whatever it died; or until its time is over. */
static enum process_end await(struct child *c, struct limits *limits) {
    uint64_t deadline = c->plan->seconds > 0 ? clock_later(clock_us(), c->plan->seconds) : UINT64_MAX;
    bool open = true;
    for (;;) {
        open = open && listen(c, POLL_MS);
        if (!open) poll(NULL, 0, 1); /* all its files are closed: it ends soon, or keeps silent */
        if (has_ended(c->id)) return PROCESS_EXITED;
        if (limits && limits_stopped_slow(limits)) return PROCESS_STOPPED;
        if (clock_us() >= deadline) return PROCESS_TIMEOUT;
    }
}

/* Ends it and all that it started, which is still one group: its number is taken as long as nobody has waited for its
 * leader. */
static int end_group(struct child *c) {
    int state = 0;
    kill(-c->id, SIGKILL);
    kill(c->id, SIGKILL); /* in case it has no group yet */
    while (waitpid(c->id, &state, 0) < 0 && errno == EINTR) {
    }
    uint64_t deadline = clock_us() + LAST_MS * 1000;
    while (listen(c, POLL_MS) && clock_us() < deadline) {
    }
    return state;
}

static bool mentions_any(const struct text *text, const char *const *words, size_t n) {
    for (size_t i = 0; i < n && text->data; i++)
        if (strstr(text->data, words[i])) return true;
    return false;
}

/* Whether it failed for want of memory. Nobody says so reliably: by its own words when it crashed or, where there is a
 * bound, whenever it crashed or complained in one of the ways of loaders, linkers and solvers. */
static bool starved(const struct child *c, struct process_result result) {
    static const char *const surely[] = {"LLVM ERROR: out of memory", "bad_alloc", "error: out of memory"};
    static const char *const probably[] = {"out of memory allocating",       "emory exhausted",
                                           "annot allocate memory",          "cannot map zero-fill pages",
                                           "failed to map segment",          "command failed due to signal",
                                           "unable to execute command: Segm"};
    bool crashed = result.end == PROCESS_SIGNALLED || result.code >= CRASHED, foreign = !c->plan->body;
    if (foreign && result.end == PROCESS_SIGNALLED && result.code == SIGKILL) return true;
    for (int i = 0; i < 2; i++) {
        if (crashed && mentions_any(&c->tails[i], surely, sizeof surely / sizeof *surely)) return true;
        if (bound && foreign && result.code &&
            mentions_any(&c->tails[i], probably, sizeof probably / sizeof *probably))
            return true;
    }
    return false;
}

static struct process_result judge(const struct child *c, enum process_end end, int state) {
    if (end != PROCESS_EXITED) return (struct process_result){.end = end};
    struct report report = {.state = state};
    if (c->report.size == sizeof report) memcpy(&report, c->report.data, sizeof report);
    if (report.error)
        return (struct process_result){report.error == ENOMEM && bound ? PROCESS_MEMORY : PROCESS_FAILED,
                                       report.error};
    struct process_result result = {PROCESS_EXITED, WEXITSTATUS(report.state)};
    if (WIFSIGNALED(report.state))
        result = (struct process_result){PROCESS_SIGNALLED, WTERMSIG(report.state)};
    if (starved(c, result)) result.end = PROCESS_MEMORY;
    return result;
}

/* Both sides of the pipes; false: errno says why. */
static bool make_pipes(struct child *c, int *writers) {
    for (int i = 0; i < 3; i++) c->ends[i] = writers[i] = -1;
    for (int i = 0; i < 3; i++) {
        int both[2];
        if (pipe2(both, O_CLOEXEC)) return false;
        c->ends[i] = both[0];
        writers[i] = both[1];
    }
    return true;
}

static void fork_child(struct child *c, const int *writers, int nowhere) {
    const struct process *plan = c->plan;
    struct birth birth = {.plan = plan, .memory = process_memory()};
    words environment = {0};
    make_environment(&environment, plan->settings);
    birth.environment = environment.data;
    birth.files[0] = plan->input == PROCESS_NOWHERE ? nowhere : plan->input;
    birth.files[1] = writers[0];
    birth.files[2] = writers[plan->errors ? 1 : 0];
    for (int i = 0; i < PROCESS_EXTRAS; i++)
        birth.files[PROCESS_FIRST_EXTRA + i] = plan->extra[i] ? plan->extra[i] : -1;
    birth.files[REPORT] = plan->body ? -1 : writers[2];
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    c->id = process_fork(plan->body ? SIGKILL : SIGTERM);
    if (!c->id) live(&birth);
    int kept = errno;
    if (c->id > 0) setpgid(c->id, c->id); /* whoever comes first */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    vec_free(&environment);
    errno = kept;
}

struct process_result process_run(const struct process *plan, struct limits *limits) {
    struct child c = {.plan = plan, .id = -1};
    int writers[3], nowhere = open("/dev/null", O_RDWR | O_CLOEXEC), error = 0;
    if (nowhere >= 0 && make_pipes(&c, writers)) fork_child(&c, writers, nowhere);
    if (c.id < 0) error = errno;
    for (int i = 0; i < 3 && nowhere >= 0; i++) close_end(&writers[i]);
    close_end(&nowhere);
    struct process_result result = {error == ENOMEM ? PROCESS_MEMORY : PROCESS_FAILED, error};
    if (c.id > 0) {
        enum process_end end = await(&c, limits);
        result = judge(&c, end, end_group(&c));
    }
    for (int i = 0; i < 3; i++) close_end(&c.ends[i]);
    text_fini(&c.report);
    for (int i = 0; i < 2; i++) text_fini(&c.tails[i]);
    return result;
}

void process_describe(struct text *out, const char *name, struct process_result result) {
    switch (result.end) {
    case PROCESS_EXITED: text_format(out, "%s ended with status %d", name, result.code); break;
    case PROCESS_SIGNALLED: text_format(out, "%s was killed: %s", name, strsignal(result.code)); break;
    case PROCESS_TIMEOUT: text_format(out, "%s did not end in time", name); break;
    case PROCESS_STOPPED: text_format(out, "the limits ran out while %s ran", name); break;
    case PROCESS_MEMORY: text_format(out, "%s needs more memory than there is", name); break;
    case PROCESS_FAILED: text_format(out, "%s cannot be run: %s", name, strerror(result.code)); break;
    }
}
