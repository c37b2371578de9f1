#define _GNU_SOURCE
#include "cluster/cage.h"

#include "base/seccomp.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files ---- */

/* What the kernel of Debian 12 knows (version 2 of Landlock); newer kernels know more, older ones less. */
#define READ_FILES (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITE_FILES                                                                                          \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |        \
     LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG)
#define NEVER                                                                                                \
    (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |            \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)
#define OF_FILES (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE)

static int landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/* A path that is not there needs no permission. */
static bool allow(int rules, const char *path, uint64_t access, bool directory) {
    struct landlock_path_beneath_attr rule = {.allowed_access = directory ? access : access & OF_FILES};
    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return errno == ENOENT;
    bool good = !syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
    return good;
}

static bool allow_all(int rules, const char *folder) {
    static const char *const folders[] = {"/usr",
                                          "/lib",
                                          "/lib32",
                                          "/lib64",
                                          "/libx32",
                                          "/bin",
                                          "/sbin",
                                          "/etc/alternatives",
                                          "/etc/ld.so.conf.d",

                                          "/opt",
                                          "/sys/devices/system/cpu",
                                          "/sys/fs/cgroup"};
    static const char *const files[] = {
        "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.preload", "/etc/localtime",
        "/proc/cpuinfo",    "/proc/meminfo",   "/proc/stat",         "/proc/sys/vm/overcommit_memory",
        "/dev/urandom"};
    bool good = true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        good = good && allow(rules, folders[i], READ_FILES, true);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        good = good && allow(rules, files[i], READ_FILES, false);
    return good && allow(rules, "/dev/null", READ_FILES | WRITE_FILES, false) &&
           allow(rules, "/dev/zero", READ_FILES | WRITE_FILES, false) &&
           allow(rules, folder, READ_FILES | WRITE_FILES, true);
}

static bool lock_files(const char *folder) {
    struct landlock_ruleset_attr handled = {.handled_access_fs = READ_FILES | WRITE_FILES | NEVER};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof handled.handled_access_fs, 0);
    if (rules < 0) return false;
    bool good = allow_all(rules, folder) && !syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return good;
}

/* ---- calls ---- */

/* Compilers and solvers have no use for any of these. Sockets include those of io_uring. A pair of connected sockets
 * leads nowhere else. Linkers change the mode of what they write, so that stays allowed. */
static const char *const refused[] = {"socket",
                                      "socketcall",
                                      "connect",
                                      "bind",
                                      "listen",
                                      "accept",
                                      "accept4",
                                      "io_uring_setup",
                                      "io_uring_enter",
                                      "io_uring_register",
                                      "ptrace",
                                      "process_vm_readv",
                                      "process_vm_writev",
                                      "process_madvise",
                                      "pidfd_getfd",
                                      "pidfd_open",
                                      "pidfd_send_signal",
                                      "kcmp",
                                      "mount",
                                      "umount2",
                                      "move_mount",
                                      "fsopen",
                                      "fsconfig",
                                      "fsmount",
                                      "open_tree",
                                      "mount_setattr",
                                      "pivot_root",
                                      "chroot",
                                      "unshare",
                                      "setns",
                                      "bpf",
                                      "perf_event_open",
                                      "userfaultfd",
                                      "keyctl",
                                      "add_key",
                                      "request_key",
                                      "init_module",
                                      "finit_module",
                                      "delete_module",
                                      "kexec_load",
                                      "kexec_file_load",
                                      "reboot",
                                      "swapon",
                                      "swapoff",
                                      "settimeofday",
                                      "clock_settime",
                                      "adjtimex",
                                      "clock_adjtime",
                                      "sethostname",
                                      "setdomainname",
                                      "acct",
                                      "quotactl",
                                      "syslog",
                                      "name_to_handle_at",
                                      "open_by_handle_at",
                                      "fanotify_init",
                                      "inotify_init1",
                                      "setuid",
                                      "setgid",
                                      "setreuid",
                                      "setregid",
                                      "setresuid",
                                      "setresgid",
                                      "setgroups",
                                      "setfsuid",
                                      "setfsgid",

                                      "chown",
                                      "lchown",
                                      "fchownat",
                                      "utime",
                                      "utimes",
                                      "utimensat",
                                      "futimesat",
                                      "setxattr",
                                      "lsetxattr",
                                      "fsetxattr",
                                      "removexattr",
                                      "lremovexattr",
                                      "mknod",
                                      "mknodat",
                                      "link",
                                      "linkat",
                                      "shmget",
                                      "shmat",
                                      "semget",
                                      "msgget",
                                      "mq_open",
                                      "iopl",
                                      "ioperm",
                                      "personality",
                                      "sched_setaffinity",
                                      "setpriority",
                                      "ioprio_set"};

static bool lock_calls(void) {
    scmp_filter_ctx filter = seccomp.init(SCMP_ACT_ALLOW);
    if (!filter) return false;
    bool good = true;
    if (seccomp.arch_native() == SCMP_ARCH_X86_64) good = !seccomp.arch_add(filter, SCMP_ARCH_X86);
    for (size_t i = 0; good && i < sizeof refused / sizeof *refused; i++) {
        int number = seccomp.resolve(refused[i]);
        if (number == __NR_SCMP_ERROR)
            continue; /* younger than the library; such a kernel has Landlock against it */
        good = !seccomp.rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), number, 0, NULL);
    }
    good = good && !seccomp.load(filter);
    seccomp.release(filter);
    return good;
}

/* ---- both ---- */

bool cage_ready(struct text *why) {
    if (!seccomp_open(why)) return false;
    enum { LEAST = 1 };
    if (landlock_version() >= LEAST) return true;
    if (why) text_add(why, "this kernel has no Landlock");
    return false;
}

bool cage_enter(const char *folder, struct text *why) {
    if (!cage_ready(why)) return false;
    setenv("TMPDIR", folder, 1);
    const char *failed = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ? "no new privileges"
                         : !lock_files(folder)                  ? "Landlock"
                         : !lock_calls()                        ? "seccomp"
                                                                : NULL;
    if (failed) text_format(why, "%s: %s", failed, strerror(errno));
    return !failed;
}
