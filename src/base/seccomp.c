#define _GNU_SOURCE /* memfd_create */
#include "base/seccomp.h"

#include "base/shared.h"

#include <sys/mman.h>
#include <unistd.h>

/* The library's functions, found when they are needed: checking circuits must not pay for them. */
struct seccomp_library seccomp;
static struct shared library_file = SHARED("libseccomp", "install libseccomp2");

static void open_once(void) {
    shared_open(&library_file, "libseccomp.so.2");
    shared_find(&library_file, "seccomp_init", &seccomp.init);
    shared_find(&library_file, "seccomp_release", &seccomp.release);
    shared_find(&library_file, "seccomp_arch_native", &seccomp.arch_native);
    shared_find(&library_file, "seccomp_arch_add", &seccomp.arch_add);
    shared_find(&library_file, "seccomp_syscall_resolve_name", &seccomp.resolve);
    shared_find(&library_file, "seccomp_rule_add_array", &seccomp.rule_add_array);
    shared_find(&library_file, "seccomp_export_bpf", &seccomp.export_bpf);
    shared_find(&library_file, "seccomp_load", &seccomp.load);
}

bool seccomp_open(struct text *why) {
    return shared_ready(&library_file, open_once, why);
}

bool seccomp_rule(scmp_filter_ctx filter, uint32_t action, const char *call,
                  const struct scmp_arg_cmp *conditions, unsigned n) {
    int number = seccomp.resolve(call);
    return number != __NR_SCMP_ERROR && seccomp.rule_add_array(filter, action, number, n, conditions) >= 0;
}

struct scmp_arg_cmp seccomp_is(unsigned argument, uint64_t value) {
    return (struct scmp_arg_cmp){.arg = argument, .op = SCMP_CMP_EQ, .datum_a = value};
}

struct scmp_arg_cmp seccomp_is_int(unsigned argument, int value) {
    return (struct scmp_arg_cmp){
        .arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = 0xffffffff, .datum_b = (uint32_t)value};
}

struct scmp_arg_cmp seccomp_without(unsigned argument, uint64_t bits) {
    return (struct scmp_arg_cmp){.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = bits, .datum_b = 0};
}

bool seccomp_bytes(scmp_filter_ctx filter, struct text *program) {
    int file = memfd_create("filter", MFD_CLOEXEC);
    if (file < 0) return false;
    bool good = seccomp.export_bpf(filter, file) == 0 && lseek(file, 0, SEEK_SET) == 0;
    char buffer[4096];
    for (ssize_t n = 1; good && n > 0;) {
        n = read(file, buffer, sizeof buffer);
        good = n >= 0;
        if (n > 0) text_bytes(program, buffer, (size_t)n);
    }
    close(file);
    return good;
}
