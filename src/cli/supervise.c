#define _GNU_SOURCE
#include "cli/supervise.h"

#include "base/clock.h"
#include "base/deep.h"
#include "base/folder.h"
#include "base/process.h"
#include "base/tree.h"
#include "cli/leftovers.h"
#include "cli/outlet.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    GRACE_US = 300000,     /* between the limit, or an interrupt, and the kill */
    MEMORY_POLL_US = 4000, /* between two looks at the memory, at least; */
    MEMORY_SHARE = 4,      /* and so many times as long as a look takes */
    MEMORY_SLACK_MB = 48,  /* what a process may allocate beyond the limit before it is seen */
    LAST_US = 1000000,     /* between the limit and the end of this process, if nobody takes what it says */
    NEVER = -1
};

struct watch {
    const struct supervision *plan;
    pid_t worker;
    int pipe, signals, errors; /* errors: what the worker writes to standard error */
    uint64_t kill_at_us;       /* 0: not set */
    uint64_t next_tick_us, next_memory_us;
    struct tree_memory memory;
    uint64_t peak_kb; /* the most that was seen */
    bool interrupted, over_time, over_memory, killed, done;
    struct wire_inbox inbox;
    char mark[40]; /* of the worker's folders */
};

/* The worker's side. */

static const struct supervision *current; /* for the signal handler */

static void on_signal(int signal) {
    (void)signal;
    int kept = errno;
    if (current->interrupt) current->interrupt(current->client);
    errno = kept;
}

/* Small enough that a quarter more is a number, too. */
static uint64_t bytes_of(uint64_t megabytes) {
    const uint64_t most = UINT64_C(1) << 42;
    return (megabytes < most ? megabytes : most) << 20;
}

/* What can be written is more than what is used: room for a deep stack and for what allocators have in hand. Not
 * address space: allocators that are refused their reserves, and libraries, find slow ways around. The sanitizers
 * reserve terabytes, so their builds go without. */
static void bound_memory(uint64_t megabytes) {
#if defined(__SANITIZE_ADDRESS__)
    (void)megabytes;
#else
    uint64_t bytes = bytes_of(megabytes) + bytes_of(megabytes) / 4 + bytes_of(64) + DEEP_STACK;
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit)) return;
    if (bytes < limit.rlim_max) limit.rlim_cur = bytes; /* the hard limit stays: children have others */
    setrlimit(RLIMIT_DATA, &limit);
#endif
    process_bound_memory(bytes_of(megabytes) + bytes_of(MEMORY_SLACK_MB));
}

static _Noreturn void work(const struct watch *w, int pipe, const sigset_t *old_mask) {
    const struct supervision *plan = w->plan;
    current = plan;
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGHUP, SIG_IGN);
    sigprocmask(SIG_SETMASK, old_mask, NULL);
    dup2(w->errors, STDERR_FILENO);
    folder_mark(w->mark);
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    if (plan->memory_mb) bound_memory(plan->memory_mb);
    plan->work(plan->client, pipe);
    wire_send(pipe, (struct wire_message){.kind = WIRE_DONE});
    _exit(0); /* without freeing: the memory goes with the process */
}

/* The supervisor's side. */

static void end_worker(struct watch *w) {
    kill(w->worker, SIGKILL);
    w->killed = true;
    w->kill_at_us = 0;
}

static void deliver(struct watch *w) {
    struct wire_message message;
    while (!w->done && wire_take(&w->inbox, &message)) {
        if (message.kind == WIRE_DONE)
            w->done = true;
        else if (!w->plan->receive(w->plan->client, &message)) {
            w->done = true;
            end_worker(w);
        }
    }
}

/* Reads what is there; false at the end of the pipe, when the worker is gone. */
static bool drain(struct watch *w) {
    bool more = wire_read(&w->inbox, w->pipe);
    deliver(w);
    return more;
}

static void take_signals(struct watch *w) {
    struct signalfd_siginfo info;
    while (read(w->signals, &info, sizeof info) == sizeof info) {
        if (w->interrupted) {
            end_worker(w);
        } else {
            w->interrupted = true;
            kill(w->worker, SIGTERM);
            uint64_t soon = clock_us() + GRACE_US;
            if (!w->kill_at_us || soon < w->kill_at_us) w->kill_at_us = soon;
        }
    }
}

/* The sum over all processes counts: the worker's, ours, and of the compilers and solvers that it has started. */
static void look_at_memory(struct watch *w) {
    uint64_t start = clock_us(), limit_kb = bytes_of(w->plan->memory_mb) >> 10;
    uint64_t used_kb = tree_memory_kb(&w->memory, limit_kb), took = clock_us() - start;
    if (used_kb > w->peak_kb) w->peak_kb = used_kb;
    w->next_memory_us = start + (took * MEMORY_SHARE > MEMORY_POLL_US ? took * MEMORY_SHARE : MEMORY_POLL_US);
    if (used_kb <= limit_kb) return;
    w->over_memory = true;
    end_worker(w);
    tree_signal(SIGKILL); /* nobody may go on until the worker's memory has been taken back */
}

/* Does what is due now and returns the milliseconds until the next thing is. */
static int do_due(struct watch *w) {
    uint64_t now = clock_us(), next = UINT64_MAX;
    if (w->plan->memory_mb) {
        if (now >= w->next_memory_us) look_at_memory(w);
        next = w->next_memory_us;
    }
    if (w->plan->tick) {
        if (now >= w->next_tick_us) {
            w->next_tick_us = now + w->plan->tick_us;
            w->plan->tick(w->plan->client);
        }
        if (w->next_tick_us < next) next = w->next_tick_us;
    }
    if (w->kill_at_us) {
        if (now >= w->kill_at_us) {
            w->over_time = true;
            end_worker(w);
        } else if (w->kill_at_us < next) {
            next = w->kill_at_us;
        }
    }
    if (next == UINT64_MAX) return NEVER;
    uint64_t milliseconds = next > now ? (next - now + 999) / 1000 : 0;
    return milliseconds > 1000000 ? 1000000 : (int)milliseconds;
}

static void watch_worker(struct watch *w) {
    struct pollfd waits[] = {{.fd = w->pipe, .events = POLLIN}, {.fd = w->signals, .events = POLLIN}};
    for (;;) {
        int timeout = do_due(w);
        if (poll(waits, 2, timeout) < 0 && errno != EINTR) break;
        if (waits[1].revents) take_signals(w);
        if (waits[0].revents && (!drain(w) || w->done)) break;
        if (w->killed) break;
    }
    if (w->killed && !w->done) drain(w);
}

/* Waits for the worker; false when it was killed and is not gone soon (the system needs time to take back
 * gigabytes, and our answer does not wait for that). */
static bool reap(struct watch *w, int *status, struct rusage *usage) {
    enum { PAUSE_US = 5000, PAUSES = 40 };
    for (int i = 0; i < PAUSES; i++) {
        pid_t got = wait4(w->worker, status, w->killed ? WNOHANG : 0, usage);
        if (got == w->worker) return true;
        if (got < 0 && errno != EINTR) return false;
        if (got == 0) usleep(PAUSE_US);
    }
    return false;
}

/* Whether the worker complained of memory before it died: the C++ runtime does so for refused allocations. */
static bool errors_mention_memory(int errors) {
    char text[4096];
    ssize_t got = pread(errors, text, sizeof text - 1, 0);
    if (got <= 0) return false;
    text[got] = 0;
    return strstr(text, "bad_alloc") != NULL;
}

static void show_errors(int errors) {
    char text[4096];
    off_t at = 0;
    for (ssize_t got; (got = pread(errors, text, sizeof text, at)) > 0; at += got)
        if (fwrite(text, 1, (size_t)got, stderr) != (size_t)got) return;
}

static struct ending judge_ending(struct watch *w) {
    int status = SIGKILL; /* as the worker's status will be if we killed it and do not wait */
    struct rusage usage = {0};
    reap(w, &status, &usage);
    struct ending ending = {.memory_kb = (uint64_t)usage.ru_maxrss, .interrupted = w->interrupted};
    if (w->peak_kb > ending.memory_kb) ending.memory_kb = w->peak_kb;
    bool signalled = WIFSIGNALED(status);
    ending.detail = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    if (w->done)
        ending.kind = ENDING_DONE;
    else if (w->over_memory)
        ending.kind = ENDING_MEMORY;
    else if (signalled && ending.detail == SIGKILL)
        /* not ours: the system's answer to exhausted memory */
        ending.kind = w->interrupted ? ENDING_INTERRUPTED : w->over_time ? ENDING_TIMEOUT : ENDING_MEMORY;
    else if (!signalled && ending.detail == MEM_EXIT)
        ending.kind = ENDING_MEMORY;
    else if (signalled && ending.detail == SIGABRT && errors_mention_memory(w->errors))
        ending.kind = ENDING_MEMORY;
    else
        ending.kind = signalled ? ENDING_CRASHED : ENDING_EXITED;
    if (ending.kind == ENDING_CRASHED || ending.kind == ENDING_EXITED) show_errors(w->errors);
    return ending;
}

/* Another one in every run: others with the same number may have the same place for files. */
static void draw_mark(struct watch *w) {
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits) bits = clock_us();
    snprintf(w->mark, sizeof w->mark, "%ld-%016llx", (long)getpid(), (unsigned long long)bits);
}

/* What is left is to say how it ended. Those who read it get a moment after the limit, or the signal. */
static void expire_soon(const struct watch *w) {
    uint64_t soon = clock_us() + GRACE_US, limit = UINT64_MAX;
    if (w->plan->timeout > 0) limit = clock_later(w->plan->started_us, w->plan->timeout + LAST_US / 1e6);
    if (w->interrupted)
        outlet_expire(soon);
    else if (limit != UINT64_MAX)
        outlet_expire(limit > soon ? limit : soon);
}

struct ending supervise(const struct supervision *plan) {
    struct watch w = {.plan = plan};
    int ends[2];
    sigset_t mask, old_mask;
    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGTERM);
    sigaddset(&mask, SIGHUP);
    signal(SIGINT, SIG_DFL); /* shells start background jobs with SIGINT ignored; we answer it all the same */
    signal(SIGTERM, SIG_DFL);
    sigprocmask(SIG_BLOCK, &mask, &old_mask);
    w.signals = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
    w.errors = memfd_create("errors", MFD_CLOEXEC);
    if (w.errors < 0) w.errors = open("/dev/null", O_RDWR | O_CLOEXEC); /* then nothing is kept */
    if (w.signals < 0 || w.errors < 0 || pipe2(ends, O_CLOEXEC)) {
        perror("induct: cannot start a process");
        exit(3);
    }
    w.pipe = ends[0];
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (plan->timeout > 0) w.kill_at_us = clock_later(plan->started_us, plan->timeout + GRACE_US / 1e6);
    w.next_tick_us = clock_us() + plan->tick_us;
    draw_mark(&w);
    leftovers_adopt(true);
    fflush(NULL);
    w.worker = process_fork(SIGKILL);
    if (w.worker < 0) {
        perror("induct: cannot start a process");
        exit(3);
    }
    if (!w.worker) {
        close(ends[0]);
        close(w.signals);
        work(&w, ends[1], &old_mask);
    }
    close(ends[1]);
    if (plan->prints) outlet_open();
    watch_worker(&w);
    struct ending ending = judge_ending(&w);
    if (w.killed || ending.kind != ENDING_DONE) leftovers_remove(w.mark);
    leftovers_adopt(false);
    if (plan->prints) expire_soon(&w);
    close(w.pipe);
    close(w.signals);
    close(w.errors);
    wire_fini(&w.inbox);
    sigprocmask(SIG_SETMASK, &old_mask, NULL);
    return ending;
}

void ending_stop(struct ending *ending) {
    if (ending->kind == ENDING_DONE) ending->kind = ending->interrupted ? ENDING_INTERRUPTED : ENDING_TIMEOUT;
}

enum induct_reason ending_cause(const struct ending *ending) {
    switch (ending->kind) {
    case ENDING_TIMEOUT: return INDUCT_REASON_TIMEOUT;
    case ENDING_INTERRUPTED: return INDUCT_REASON_INTERRUPTED;
    case ENDING_MEMORY: return INDUCT_REASON_MEMORY;
    default: return INDUCT_REASON_INTERNAL;
    }
}

char *ending_reason(const struct ending *ending) {
    const char *word = induct_reason_word(ending_cause(ending));
    switch (ending->kind) {
    case ENDING_CRASHED: return mem_format("%s: signal %d", word, ending->detail);
    case ENDING_EXITED: return mem_format("%s: exit status %d", word, ending->detail);
    case ENDING_DONE: return mem_format("%s: ended without an answer", word);
    default: return mem_strdup(word);
    }
}
