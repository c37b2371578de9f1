#define _GNU_SOURCE /* pipe2, execveat, close_range */
#include "replay/confine.h"

#include "base/pipe.h"
#include "replay/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    REPORT_MOST = 4096,
    PROGRAM = CONFINE_REPORT + 1, /* the descriptor of the executable, closed when it starts */
    NOT_CONFINED = 113            /* exit status of a child that did not get to the program */
};
#define STACK_BYTES ((rlim_t)256 << 20)

static char *const no_environment[] = {NULL};
static char program_name[] = "program";
static char *const program_arguments[] = {program_name, NULL};
static const char no_path[] = "";

/* In the child: nothing but system calls from here on. */

static bool limit(int resource, rlim_t value) {
    struct rlimit now, wanted = {value, value};
    if (getrlimit(resource, &now)) return false;
    if (now.rlim_max != RLIM_INFINITY && value > now.rlim_max)
        wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
    return setrlimit(resource, &wanted) == 0;
}

static bool limit_all(const struct confinement *c) {
    rlim_t seconds = (rlim_t)c->seconds + 1;
    return limit(RLIMIT_CPU, seconds) && limit(RLIMIT_STACK, STACK_BYTES) &&
           limit(RLIMIT_AS, (rlim_t)c->memory + STACK_BYTES) && limit(RLIMIT_CORE, 0) &&
           limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NPROC, 0) && limit(RLIMIT_MEMLOCK, 0) &&
           limit(RLIMIT_NOFILE, PROGRAM + 1);
}

/* Descriptors 0 to 2 go nowhere, then the pipe, then the executable; no others are left. */
static bool arrange_files(int nowhere, int report, int program) {
    int high_report = fcntl(report, F_DUPFD, 64), high_program = fcntl(program, F_DUPFD, 64),
        high_nowhere = fcntl(nowhere, F_DUPFD, 64);
    if (high_report < 0 || high_program < 0 || high_nowhere < 0) return false;
    for (int i = 0; i < 3; i++)
        if (dup2(high_nowhere, i) < 0) return false;
    return dup2(high_report, CONFINE_REPORT) >= 0 && dup3(high_program, PROGRAM, O_CLOEXEC) >= 0 &&
           close_range(PROGRAM + 1, ~0u, 0) == 0;
}

static void restore_signals(void) {
    for (int s = 1; s < SIGRTMIN; s++) signal(s, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become(const struct confinement *c, const struct sock_fprog *filter, int nowhere,
                             int report, int program) {
    restore_signals();
    bool ready = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0 &&
                 arrange_files(nowhere, report, program) && limit_all(c) &&
                 prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                 prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) == 0;
    if (ready) syscall(SYS_execveat, PROGRAM, no_path, program_arguments, no_environment, AT_EMPTY_PATH);
    _exit(NOT_CONFINED);
}

/* In the parent. */

static void await(pid_t child, bool kill_it, int *state) {
    if (kill_it) kill(child, SIGKILL);
    while (waitpid(child, state, 0) < 0 && errno == EINTR) {
    }
}

static bool run(const struct confinement *c, const struct sock_fprog *filter, int nowhere, int program,
                struct limits *limits, struct confined_end *end) {
    int pipes[2];
    if (pipe2(pipes, O_CLOEXEC)) return false;
    uint64_t deadline = clock_later(clock_us(), c->seconds);
    pid_t child = fork();
    if (child == 0) become(c, filter, nowhere, pipes[1], program);
    close(pipes[1]);
    if (child > 0) {
        end->timeout = !pipe_collect(pipes[0], &end->report, REPORT_MOST, deadline, limits);
        /* A program that closed the pipe, or shut everything up, still has only its time. */
        for (int done = 0; !done && !end->timeout;) {
            siginfo_t info = {0};
            done = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
            if (!done) poll(NULL, 0, 1);
            end->timeout = !done && (clock_us() >= deadline || (limits && limits_stopped_slow(limits)));
        }
        await(child, end->timeout, &end->state);
    }
    close(pipes[0]);
    return child > 0;
}

bool confine_run(const struct confinement *c, struct limits *limits, struct confined_end *end,
                 struct text *why) {
    *end = (struct confined_end){0};
    struct text code = {0};
    const struct filter_start start = {PROGRAM, no_path, program_arguments, no_environment};
    const struct filter_report report = {CONFINE_REPORT, c->ilp32, c->caller};
    bool good = filter_make(&code, &start, &report, why);
    if (good) {
        struct sock_fprog filter = {.len = (unsigned short)(code.size / sizeof(struct sock_filter)),
                                    .filter = (struct sock_filter *)(void *)code.data};
        int program = open(c->program, O_RDONLY | O_CLOEXEC), nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        good = program >= 0 && nowhere >= 0 && run(c, &filter, nowhere, program, limits, end);
        if (!good) text_format(why, "the program cannot be started: %s", strerror(errno));
        if (program >= 0) close(program);
        if (nowhere >= 0) close(nowhere);
    }
    text_fini(&code);
    if (good && !end->timeout && WIFEXITED(end->state) && WEXITSTATUS(end->state) == NOT_CONFINED &&
        !end->report.size) {
        text_add(why, "the program cannot be confined: the system refuses the limits or the filter");
        good = false;
    }
    if (!good) text_fini(&end->report);
    return good;
}
