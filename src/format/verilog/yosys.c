#define _GNU_SOURCE /* execveat, AT_EMPTY_PATH, O_TMPFILE */
#include "format/verilog/yosys.h"

#include "base/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    BESIDE = PROCESS_FIRST_EXTRA,
    COMMANDS,
    PROGRAM, /* descriptors in the child; the last one is closed when the program starts */
    NOT_CONFINED = 113
};

static const char no_path[] = "";
static char words[][16] = {"yosys", "-Q", "-T", "-q", "-s", "/dev/fd/4"};
static char *const arguments[] = {words[0], words[1], words[2], words[3], words[4], words[5], NULL};
static char home[] = "HOME=/nonexistent", locale[] = "LC_ALL=C";
static char *const environment[] = {home, locale, NULL};

/* ---- the filter ---- */

static bool allow_start(scmp_filter_ctx f) {
    const struct scmp_arg_cmp conditions[] = {
        seccomp_is_int(0, PROGRAM), seccomp_is(1, (uintptr_t)no_path), seccomp_is(2, (uintptr_t)arguments),
        seccomp_is(3, (uintptr_t)environment), seccomp_is_int(4, AT_EMPTY_PATH)};
    return seccomp_rule(f, SCMP_ACT_ALLOW, "execveat", conditions, 5);
}

/* Files are opened for reading only. */
static bool allow_files(scmp_filter_ctx f) {
    const uint64_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
    const struct scmp_arg_cmp open_flags = seccomp_without(1, writing),
                              at_flags = seccomp_without(2, writing);
    bool good = seccomp_rule(f, SCMP_ACT_ALLOW, "open", &open_flags, 1) &&
                seccomp_rule(f, SCMP_ACT_ALLOW, "openat", &at_flags, 1);
    for (int file = 1; file <= 2; file++) {
        struct scmp_arg_cmp condition = seccomp_is_int(0, file);
        good = good && seccomp_rule(f, SCMP_ACT_ALLOW, "write", &condition, 1) &&
               seccomp_rule(f, SCMP_ACT_ALLOW, "writev", &condition, 1);
    }
    return good;
}

/* Everything that is not allowed fails, as it does for who has no right to it. */
static bool make_filter(struct text *program, struct text *why) {
    static const char *const allowed[] = {"exit",
                                          "exit_group",
                                          "brk",
                                          "mmap",
                                          "munmap",
                                          "mremap",
                                          "mprotect",
                                          "madvise",
                                          "arch_prctl",
                                          "set_tid_address",
                                          "set_robust_list",
                                          "rseq",
                                          "futex",
                                          "rt_sigaction",
                                          "rt_sigprocmask",
                                          "rt_sigreturn",
                                          "getrandom",
                                          "clock_gettime",
                                          "read",
                                          "readv",
                                          "pread64",
                                          "lseek",
                                          "close",
                                          "dup",
                                          "fstat",
                                          "newfstatat",
                                          "stat",
                                          "lstat",
                                          "statx",
                                          "access",
                                          "readlink",
                                          "readlinkat",
                                          "getcwd",
                                          "getrusage",
                                          "getpid",
                                          "gettid",
                                          "uname",
                                          "restart_syscall",
                                          "sched_yield",
                                          "sched_getaffinity",
                                          "sysinfo",
                                          "getuid",
                                          "geteuid",
                                          "getgid",
                                          "getegid"};
    if (!seccomp_open(why)) return false;
    scmp_filter_ctx f = seccomp.init(SCMP_ACT_ERRNO(EPERM));
    bool good = f && allow_start(f) && allow_files(f);
    for (size_t i = 0; good && i < sizeof allowed / sizeof *allowed; i++)
        good = seccomp_rule(f, SCMP_ACT_ALLOW, allowed[i], NULL, 0);
    good = good && seccomp_bytes(f, program);
    if (f) seccomp.release(f);
    if (!good) text_add(why, "libseccomp refuses to make a filter");
    return good;
}

/* ---- in the child: nothing but system calls ---- */

struct start {
    const struct sock_fprog *filter;
    uint64_t memory; /* as process_memory() has it */
};

static bool limit(int resource, rlim_t value) {
    struct rlimit now;
    if (getrlimit(resource, &now)) return false;
    if (value < now.rlim_max) now.rlim_cur = now.rlim_max = value;
    return setrlimit(resource, &now) == 0;
}

static void become(void *client) {
    const struct start *start = client;
    bool ready = (!start->memory || limit(RLIMIT_DATA, start->memory)) && limit(RLIMIT_CORE, 0) &&
                 fcntl(PROGRAM, F_SETFD, FD_CLOEXEC) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                 prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, start->filter) == 0;
    if (ready) syscall(SYS_execveat, PROGRAM, no_path, arguments, environment, AT_EMPTY_PATH);
    _exit(NOT_CONFINED);
}

/* ---- in the parent ---- */

/* Opened for reading; -1: there is none. */
static int find_program(const char *name) {
    if (name) return open(name, O_RDONLY | O_CLOEXEC);
    const char *path = getenv("PATH");
    for (const char *rest = path ? path : "/usr/bin:/bin"; *rest;) {
        size_t n = strcspn(rest, ":");
        char *candidate = mem_format("%.*s/yosys", (int)n, rest);
        struct stat info;
        bool good = n && !access(candidate, X_OK) && !stat(candidate, &info) && S_ISREG(info.st_mode);
        int file = good ? open(candidate, O_RDONLY | O_CLOEXEC) : -1;
        mem_free(candidate);
        if (file >= 0) return file;
        rest += n + (rest[n] == ':');
    }
    errno = ENOENT;
    return -1;
}

static bool run(const struct yosys_task *task, struct text *code, const int *files, struct limits *limits,
                struct process_result *result) {
    struct sock_fprog filter = {.len = (unsigned short)(code->size / sizeof(struct sock_filter)),
                                .filter = (struct sock_filter *)(void *)code->data};
    struct start start = {&filter, process_memory()};
    const struct process child = {.body = become,
                                  .client = &start,
                                  .input = files[0],
                                  .extra = {files[1], files[2], files[3]},
                                  .output = task->output,
                                  .errors = task->said};
    *result = process_run(&child, limits);
    return !(result->end == PROCESS_EXITED && result->code == NOT_CONFINED);
}

bool yosys_run(const struct yosys_task *task, struct limits *limits, struct process_result *result,
               struct text *why) {
    struct text code = {0};
    if (!make_filter(&code, why)) return text_fini(&code), false;
    enum { FILES = 4 };
    int files[FILES] = {process_file("source", task->source, task->source_size),
                        process_file("beside", task->beside, strlen(task->beside)),
                        process_file("commands", task->commands, strlen(task->commands)),
                        find_program(task->program)};
    bool good = true;
    for (int i = 0; i < FILES && good; i++) good = files[i] >= 0;
    if (!good)
        text_format(why, "yosys cannot be run: %s%s", strerror(errno),
                    errno == ENOENT ? " (install Debian's yosys)" : "");
    if (good && !run(task, &code, files, limits, result)) {
        text_add(why, "yosys cannot be confined: the system refuses the limits or the filter");
        good = false;
    }
    for (int i = 0; i < FILES; i++)
        if (files[i] >= 0) close(files[i]);
    text_fini(&code);
    return good;
}
