#define _GNU_SOURCE /* memfd_create, AT_EMPTY_PATH */
#include "check/replay/filter.h"

#include "base/shared.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* The library's functions, found when they are needed: checking circuits must not pay for them. */
static struct {
    __typeof__(seccomp_init) *init;
    __typeof__(seccomp_release) *release;
    __typeof__(seccomp_arch_native) *arch_native;
    __typeof__(seccomp_arch_add) *arch_add;
    __typeof__(seccomp_syscall_resolve_name) *resolve;
    __typeof__(seccomp_rule_add_array) *rule_add;
    __typeof__(seccomp_export_bpf) *export_bpf;
} library;
static struct shared library_file = SHARED("libseccomp", "install libseccomp2");

static void open_once(void) {
    shared_open(&library_file, "libseccomp.so.2");
    shared_find(&library_file, "seccomp_init", &library.init);
    shared_find(&library_file, "seccomp_release", &library.release);
    shared_find(&library_file, "seccomp_arch_native", &library.arch_native);
    shared_find(&library_file, "seccomp_arch_add", &library.arch_add);
    shared_find(&library_file, "seccomp_syscall_resolve_name", &library.resolve);
    shared_find(&library_file, "seccomp_rule_add_array", &library.rule_add);
    shared_find(&library_file, "seccomp_export_bpf", &library.export_bpf);
}

struct filter {
    scmp_filter_ctx context;
    const char *failed; /* the call whose rule was refused */
};

static void rule(struct filter *f, uint32_t action, const char *name, const struct scmp_arg_cmp *conditions,
                 unsigned n) {
    int number = library.resolve(name);
    if (number == __NR_SCMP_ERROR || library.rule_add(f->context, action, number, n, conditions) < 0)
        f->failed = name;
}

static struct scmp_arg_cmp argument(unsigned i, uint64_t value) {
    return (struct scmp_arg_cmp){.arg = i, .op = SCMP_CMP_EQ, .datum_a = value};
}

/* An int: the upper half of the register does not count. */
static struct scmp_arg_cmp int_argument(unsigned i, int value) {
    return (struct scmp_arg_cmp){
        .arg = i, .op = SCMP_CMP_MASKED_EQ, .datum_a = 0xffffffff, .datum_b = (uint32_t)value};
}

/* None of these bits. */
static struct scmp_arg_cmp without(unsigned i, uint64_t bits) {
    return (struct scmp_arg_cmp){.arg = i, .op = SCMP_CMP_MASKED_EQ, .datum_a = bits, .datum_b = 0};
}

/* Code stays as it was linked, and where: no memory becomes executable, and nothing is put in the place of something
 * else. */
static void allow_memory(struct filter *f, const char *call) {
    const struct scmp_arg_cmp conditions[] = {without(2, PROT_EXEC), without(3, MAP_FIXED)};
    rule(f, SCMP_ACT_ALLOW, call, conditions, 2);
}

/* Before another architecture is added: the program's own start, and a call that has its arguments in memory there. */
static void allow_start(struct filter *f, const struct filter_start *start) {
    const struct scmp_arg_cmp conditions[] = {
        int_argument(0, start->file), argument(1, (uintptr_t)start->path),
        argument(2, (uintptr_t)start->arguments), argument(3, (uintptr_t)start->environment),
        int_argument(4, AT_EMPTY_PATH)};
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
    const struct scmp_arg_cmp data = without(2, PROT_EXEC);
    rule(f, SCMP_ACT_ALLOW, "mprotect", &data, 1);
    for (int file = 1; file <= 2; file++) {
        struct scmp_arg_cmp condition = int_argument(0, file);
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

static bool export(struct filter *f, struct text *program) {
    int file = memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) return false;
    bool good = library.export_bpf(f->context, file) == 0 && lseek(file, 0, SEEK_SET) == 0;
    char buffer[4096];
    for (ssize_t n = 1; good && n > 0;) {
        n = read(file, buffer, sizeof buffer);
        good = n >= 0;
        if (n > 0) text_bytes(program, buffer, (size_t)n);
    }
    close(file);
    return good;
}

bool filter_make(struct text *program, const struct filter_start *start, const struct filter_report *report,
                 struct text *why) {
    if (!shared_ready(&library_file, open_once, why)) return false;
    struct filter f = {.context = library.init(SCMP_ACT_KILL_PROCESS)};
    if (!f.context) {
        text_add(why, "libseccomp refuses to make a filter");
        return false;
    }
    allow_start(&f, start);
    if (library.arch_native() == SCMP_ARCH_X86_64 && library.arch_add(f.context, SCMP_ARCH_X86) != 0)
        f.failed = "32-bit programs";
    allow_program(&f);
    allow_report(program, report);
    if (f.failed)
        text_format(why, "libseccomp refuses a rule for %s", f.failed);
    else if (!export(&f, program))
        f.failed = "export", text_add(why, "libseccomp cannot write its filter");
    library.release(f.context);
    return !f.failed;
}
