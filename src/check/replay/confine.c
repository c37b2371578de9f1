#define _GNU_SOURCE /* execveat, close_range */
#include "check/replay/confine.h"

#include "check/replay/filter.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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

/* What is to be confined, and how. */
struct start {
    const struct confinement *confinement;
    const struct sock_fprog *filter;
    uint64_t memory; /* as process_memory() has it */
};

static bool limit_all(const struct start *start) {
    const struct confinement *c = start->confinement;
    rlim_t seconds = (rlim_t)c->seconds + 1;
    return (!start->memory || limit(RLIMIT_DATA, start->memory)) && limit(RLIMIT_CPU, seconds) &&
           limit(RLIMIT_STACK, STACK_BYTES) && limit(RLIMIT_AS, (rlim_t)c->memory + STACK_BYTES) &&
           limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NPROC, 0) &&
           limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_NOFILE, PROGRAM + 1);
}

/* It comes with the pipe as standard output, with the executable, and perhaps with memory to share. Descriptors 0 to 2
 * go nowhere, then the pipe, then the executable, then that memory; no others are left. */
static bool arrange_files(bool shares) {
    enum { FREE = 64 };
    int program = fcntl(PROCESS_FIRST_EXTRA, F_DUPFD, FREE), report = fcntl(STDOUT_FILENO, F_DUPFD, FREE),
        shared = shares ? fcntl(PROCESS_FIRST_EXTRA + 1, F_DUPFD, FREE) : 0,
        nowhere = open("/dev/null", O_RDWR);
    if (program < 0 || report < 0 || shared < 0 || nowhere < 0) return false;
    for (int i = 0; i < 3; i++)
        if (dup2(nowhere, i) < 0) return false;
    return dup2(report, CONFINE_REPORT) >= 0 && dup3(program, PROGRAM, O_CLOEXEC) >= 0 &&
           (!shares || dup2(shared, CONFINE_SHARED) >= 0) &&
           close_range((shares ? CONFINE_SHARED : PROGRAM) + 1, ~0u, 0) == 0;
}

static void become(void *client) {
    const struct start *start = client;
    bool ready = prctl(PR_SET_DUMPABLE, 0) == 0 && arrange_files(start->confinement->shared) &&
                 limit_all(start) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                 prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, start->filter) == 0;
    if (ready) syscall(SYS_execveat, PROGRAM, no_path, program_arguments, no_environment, AT_EMPTY_PATH);
    _exit(NOT_CONFINED);
}

/* In the parent. */

/* Bytes of the executable that are its own in memory, before it has asked for any. */
static uint64_t static_bytes(int program) {
    union {
        Elf64_Ehdr large;
        Elf32_Ehdr small;
    } header;
    uint64_t sum = 0;
    if (pread(program, &header, sizeof header, 0) != sizeof header) return 0;
    bool large = header.large.e_ident[EI_CLASS] == ELFCLASS64;
    for (unsigned i = 0; i < (large ? header.large.e_phnum : header.small.e_phnum); i++) {
        Elf64_Phdr part;
        Elf32_Phdr small;
        if (large) {
            if (pread(program, &part, sizeof part, (off_t)(header.large.e_phoff + i * sizeof part)) < 0)
                return 0;
        } else {
            if (pread(program, &small, sizeof small, (off_t)(header.small.e_phoff + i * sizeof small)) < 0)
                return 0;
            part = (Elf64_Phdr){.p_type = small.p_type, .p_flags = small.p_flags, .p_memsz = small.p_memsz};
        }
        if (part.p_type == PT_LOAD && part.p_flags & PF_W) sum += part.p_memsz;
    }
    return sum;
}

static bool run(const struct confinement *c, const struct sock_fprog *filter, int program,
                struct limits *limits, struct confined_end *end) {
    struct start start = {c, filter, process_memory()};
    if (start.memory && static_bytes(program) > start.memory) { /* the system would kill it at its start */
        end->result = (struct process_result){.end = PROCESS_MEMORY};
        return true;
    }
    const struct process child = {.body = become,
                                  .client = &start,
                                  .extra = {program, c->shared},
                                  .output = &end->report,
                                  .most = REPORT_MOST,
                                  .seconds = c->seconds};
    end->result = process_run(&child, limits);
    end->scarce = start.memory && start.memory < c->memory;
    errno = end->result.code;
    return end->result.end != PROCESS_FAILED;
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
        int program = open(c->program, O_RDONLY | O_CLOEXEC);
        good = program >= 0 && run(c, &filter, program, limits, end);
        if (!good) text_format(why, "the program cannot be started: %s", strerror(errno));
        if (program >= 0) close(program);
    }
    text_fini(&code);
    if (good && end->result.end == PROCESS_EXITED && end->result.code == NOT_CONFINED && !end->report.size) {
        text_add(why, "the program cannot be confined: the system refuses the limits or the filter");
        good = false;
    }
    if (!good) text_fini(&end->report);
    return good;
}
