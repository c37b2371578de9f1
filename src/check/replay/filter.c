#define _GNU_SOURCE /* AT_EMPTY_PATH */
#include "check/replay/filter.h"

#include "base/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>

struct filter {
    scmp_filter_ctx context;
    const char *failed; /* the call whose rule was refused */
};

static void rule(struct filter *f, uint32_t action, const char *name, const struct scmp_arg_cmp *conditions,
                 unsigned n) {
    if (!seccomp_rule(f->context, action, name, conditions, n)) f->failed = name;
}

/* Code stays as it was linked, and where: no memory becomes executable, and nothing is put in the place of something
 * else. */
static void allow_memory(struct filter *f, const char *call) {
    const struct scmp_arg_cmp conditions[] = {seccomp_without(2, PROT_EXEC), seccomp_without(3, MAP_FIXED)};
    rule(f, SCMP_ACT_ALLOW, call, conditions, 2);
}

/* Before another architecture is added: the program's own start, and a call that has its arguments in memory there. */
static void allow_start(struct filter *f, const struct filter_start *start) {
    const struct scmp_arg_cmp conditions[] = {
        seccomp_is_int(0, start->file), seccomp_is(1, (uintptr_t)start->path),
        seccomp_is(2, (uintptr_t)start->arguments), seccomp_is(3, (uintptr_t)start->environment),
        seccomp_is_int(4, AT_EMPTY_PATH)};
    rule(f, SCMP_ACT_ALLOW, "execveat", conditions, 5);
    allow_memory(f, "mmap");
}

static void allow_program(struct filter *f) {
    static const char *const allowed[] = {/* to end */ "exit",
                                          "exit_group",
                                          /* memory */ "brk",
                                          "munmap",
                                          "madvise",
                                          /* the thread that it is */ "arch_prctl",
                                          "set_thread_area",
                                          "set_tid_address",
                                          "set_robust_list",
                                          "rt_sigprocmask",
                                          "restart_syscall"};
    /* What the C library tries at the start, on output and in abort(), and can do without. */
    static const char *const refused[] = {"rseq",         "prlimit64",     "ugetrlimit",      "getrandom",
                                          "readlink",     "readlinkat",    "fstat",           "fstat64",
                                          "newfstatat",   "fstatat64",     "statx",           "ioctl",
                                          "uname",        "getpid",        "gettid",          "rt_sigaction",
                                          "tgkill",       "clock_gettime", "clock_gettime64", "time",
                                          "gettimeofday", "mremap"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        rule(f, SCMP_ACT_ALLOW, allowed[i], NULL, 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        rule(f, SCMP_ACT_ERRNO(EPERM), refused[i], NULL, 0);
    allow_memory(f, "mmap2");
    const struct scmp_arg_cmp data = seccomp_without(2, PROT_EXEC);
    rule(f, SCMP_ACT_ALLOW, "mprotect", &data, 1);
    for (int file = 1; file <= 2; file++) {
        struct scmp_arg_cmp condition = seccomp_is_int(0, file);
        rule(f, SCMP_ACT_ALLOW, "write", &condition, 1);
        rule(f, SCMP_ACT_ALLOW, "writev", &condition, 1);
    }
}

/* Where a call comes from is nothing that libseccomp can ask, so these instructions stand before its own, which know
 * nothing of the file. A call that is not the report goes on to them. */
static void allow_report(struct text *program, const struct filter_report *report) {
    enum { WRITE_64 = 1, WRITE_32 = 4 };
    const struct {
        size_t offset;
        uint32_t value;
    } tests[] = {{offsetof(struct seccomp_data, arch), report->ilp32 ? AUDIT_ARCH_I386 : AUDIT_ARCH_X86_64},
                 {offsetof(struct seccomp_data, nr), report->ilp32 ? WRITE_32 : WRITE_64},
                 {offsetof(struct seccomp_data, instruction_pointer), (uint32_t)report->caller},
                 {offsetof(struct seccomp_data, instruction_pointer) + 4, (uint32_t)(report->caller >> 32)},
                 {offsetof(struct seccomp_data, args), (uint32_t)report->file}};
    enum { TESTS = sizeof tests / sizeof *tests };
    for (unsigned i = 0; i < TESTS; i++) {
        const struct sock_filter step[] = {
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)tests[i].offset),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, tests[i].value, 0, (uint8_t)(2 * (TESTS - 1 - i) + 1))};
        text_bytes(program, step, sizeof step);
    }
    const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    text_bytes(program, &allow, sizeof allow);
}

bool filter_make(struct text *program, const struct filter_start *start, const struct filter_report *report,
                 struct text *why) {
    if (!seccomp_open(why)) return false;
    struct filter f = {.context = seccomp.init(SCMP_ACT_KILL_PROCESS)};
    if (!f.context) {
        text_add(why, "libseccomp refuses to make a filter");
        return false;
    }
    allow_start(&f, start);
    if (seccomp.arch_native() == SCMP_ARCH_X86_64 && seccomp.arch_add(f.context, SCMP_ARCH_X86) != 0)
        f.failed = "32-bit programs";
    allow_program(&f);
    allow_report(program, report);
    if (f.failed)
        text_format(why, "libseccomp refuses a rule for %s", f.failed);
    else if (!seccomp_bytes(f.context, program))
        f.failed = "export", text_add(why, "libseccomp cannot write its filter");
    seccomp.release(f.context);
    return !f.failed;
}
