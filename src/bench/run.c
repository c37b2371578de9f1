#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "bench/run.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define KILL_PATIENCE 20.0 /* seconds to wait for killed processes to disappear */

/* Everything the supervisor knows about the run that it watches. */
struct watch {
    struct run_limits limits;
    int output, errors;
    sigset_t signals; /* blocked, and taken with sigtimedwait */
    pid_t shell;
    uint64_t start, end; /* clock_us; end is 0 while the shell runs */
    bool late;           /* a limit of time has been reached, */
    double late_since;   /* after so many seconds */
    bool warned;         /* SIGTERM was sent, too */
    struct run_report report;
};

static void limit_cpu(double seconds) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    rlim_t limit = (rlim_t)ceil(2 * seconds * (double)(cores > 0 ? cores : 1)) + 1;
    struct rlimit both = {.rlim_cur = limit, .rlim_max = limit + 5};
    setrlimit(RLIMIT_CPU, &both);
}

static _Noreturn void become_command(const struct watch *watch, const char *command) {
    setsid(); /* Ctrl-C at the terminal is for us alone */
    int input = open("/dev/null", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(watch->output, STDOUT_FILENO);
    dup2(watch->errors, STDERR_FILENO);
    if (input > STDERR_FILENO) close(input);
    limit_cpu(watch->limits.seconds);
    process_reset_signals();
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Collects all processes that have ended; notes the shell's own end. */
static void reap(struct watch *watch) {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (pid != watch->shell) continue;
        watch->end = clock_us();
        if (watch->late) continue; /* however it ends now, it timed out */
        watch->report.end = WIFEXITED(status) ? RUN_EXITED : RUN_SIGNALLED;
        watch->report.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    }
}

static bool flooded(const struct watch *watch) {
    const off_t limit = (off_t)RUN_OUTPUT_MB << 20;
    struct stat output, errors;
    return fstat(watch->output, &output) || fstat(watch->errors, &errors) || output.st_size > limit ||
           errors.st_size > limit;
}

/* Looks at the limits; false when the run must end now. */
static bool within_limits(struct watch *watch) {
    const struct run_limits *limits = &watch->limits;
    struct tree_usage used = tree_usage();
    if (used.resident_kb > watch->report.peak_kb) watch->report.peak_kb = used.resident_kb;
    double elapsed = (double)(clock_us() - watch->start) * 1e-6;
    if (limits->megabytes && used.resident_kb > limits->megabytes * 1024) {
        watch->report.end = RUN_MEMORY;
        return false;
    }
    if (flooded(watch)) {
        watch->report.end = RUN_FLOOD;
        return false;
    }
    bool over =
        elapsed >= limits->seconds || (limits->cpu_seconds > 0 && used.cpu_seconds >= limits->cpu_seconds);
    if (!watch->late && over) {
        watch->late = true;
        watch->late_since = elapsed;
        watch->report.end = RUN_TIMEOUT;
    }
    if (!watch->late) return true;
    if (elapsed >= watch->late_since + RUN_GRACE / 2 && !watch->warned) {
        watch->warned = true;
        tree_signal(SIGTERM);
    }
    return elapsed < watch->late_since + RUN_GRACE;
}

static void watch_until_end(struct watch *watch) {
    const struct timespec poll = {.tv_nsec = (long)(RUN_POLL * 1e9)};
    while (!watch->end) {
        int signal = sigtimedwait(&watch->signals, NULL, &poll);
        reap(watch);
        if (watch->end) return;
        if (signal == SIGTERM || signal == SIGINT || signal == SIGHUP) {
            watch->report.end = RUN_INTERRUPTED;
            return;
        }
        if (!within_limits(watch)) return;
    }
}

static void measure(struct watch *watch) {
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN,
              &usage); /* all descendants: orphans became our children before they were reaped */
    watch->report.wall = (double)(watch->end - watch->start) * 1e-6;
    watch->report.cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    if ((uint64_t)usage.ru_maxrss > watch->report.peak_kb) watch->report.peak_kb = (uint64_t)usage.ru_maxrss;
}

/* The supervisor's whole life; see run.h. */
static _Noreturn void supervise(struct watch *watch, const char *command, int descriptor) {
    sigemptyset(&watch->signals);
    sigaddset(&watch->signals, SIGCHLD);
    sigaddset(&watch->signals, SIGTERM);
    sigaddset(&watch->signals, SIGINT);
    sigaddset(&watch->signals, SIGHUP);
    sigprocmask(SIG_BLOCK, &watch->signals, NULL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);

    watch->start = clock_us();
    watch->shell = process_fork(SIGKILL);
    if (!watch->shell) become_command(watch, command);
    if (watch->shell > 0)
        watch_until_end(watch);
    else
        watch->report.end = RUN_BROKEN;
    if (!watch->end) watch->end = clock_us(); /* the decision to kill, not its completion */
    if (!tree_kill(KILL_PATIENCE)) watch->report.end = RUN_BROKEN;
    measure(watch);
    ssize_t put = write(descriptor, &watch->report, sizeof watch->report);
    _exit(put == sizeof watch->report ? 0 : 1);
}

bool run_start(struct run *run, const char *command, struct run_limits limits) {
    int ends[2] = {-1, -1};
    *run = (struct run){.supervisor = -1, .descriptor = -1};
    run->output = memfd_create("output", MFD_CLOEXEC);
    run->errors = memfd_create("errors", MFD_CLOEXEC);
    if (run->output >= 0 && run->errors >= 0 && !pipe2(ends, O_CLOEXEC)) {
        fcntl(run->output, F_SETFL, O_APPEND); /* processes that open /dev/stdout anew must not overwrite */
        fcntl(run->errors, F_SETFL, O_APPEND);
        sigset_t death, before; /* word of our death must not come before it is listened to */
        sigemptyset(&death);
        sigaddset(&death, SIGTERM);
        sigprocmask(SIG_BLOCK, &death, &before);
        run->supervisor = process_fork(SIGTERM);
        if (!run->supervisor) {
            struct watch watch = {.limits = limits, .output = run->output, .errors = run->errors};
            supervise(&watch, command, ends[1]);
        }
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    int reason = errno;
    if (ends[1] >= 0) close(ends[1]);
    run->descriptor = ends[0];
    if (run->supervisor > 0) return true;
    if (ends[0] >= 0) close(ends[0]);
    if (run->output >= 0) close(run->output);
    if (run->errors >= 0) close(run->errors);
    errno = reason;
    return false;
}

void run_stop(const struct run *run) {
    kill(run->supervisor, SIGTERM);
}

static void read_all(struct text *text, int descriptor) {
    char buffer[1 << 16];
    text_clear(text);
    off_t offset = 0;
    for (ssize_t got; (got = pread(descriptor, buffer, sizeof buffer, offset)) > 0; offset += got)
        text_bytes(text, buffer, (size_t)got);
    text_bytes(text, "", 0); /* never NULL */
    close(descriptor);
}

void run_finish(struct run *run, struct run_report *report, struct text *output, struct text *errors) {
    ssize_t got;
    do got = read(run->descriptor, report, sizeof *report);
    while (got < 0 && errno == EINTR);
    if (got != sizeof *report) *report = (struct run_report){.end = RUN_BROKEN};
    close(run->descriptor);
    while (waitpid(run->supervisor, NULL, 0) < 0 && errno == EINTR) {
    }
    read_all(output, run->output);
    read_all(errors, run->errors);
    *run = (struct run){.supervisor = -1, .descriptor = -1, .output = -1, .errors = -1};
}
