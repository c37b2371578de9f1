/* libseccomp, opened on first use: filters on the system calls of programs that are started.
 *
 *     if (!seccomp_open(why)) ...
 *     scmp_filter_ctx filter = seccomp.init(SCMP_ACT_KILL_PROCESS);
 *     ... seccomp.rule_add_array(filter, ...) ...
 *     if (seccomp_bytes(filter, &program)) ...          // an array of struct sock_filter, for the kernel; or
 *     if (!seccomp.load(filter)) ...                    // for this process, and those that it starts
 *     seccomp.release(filter);
 */
#ifndef INDUCT_BASE_SECCOMP_H
#define INDUCT_BASE_SECCOMP_H

#include "base/text.h"

#include <seccomp.h>

struct seccomp_library {
    __typeof__(seccomp_init) *init;
    __typeof__(seccomp_release) *release;
    __typeof__(seccomp_arch_native) *arch_native;
    __typeof__(seccomp_arch_add) *arch_add;
    __typeof__(seccomp_syscall_resolve_name) *resolve;
    __typeof__(seccomp_rule_add_array) *rule_add_array;
    __typeof__(seccomp_export_bpf) *export_bpf;
    __typeof__(seccomp_load) *load;
};
extern struct seccomp_library seccomp; /* valid once seccomp_open returned true */

/* False: it is not there; `why` says so. */
bool seccomp_open(struct text *why);

/* Adds a rule; false: the library refuses, or does not know the call. */
bool seccomp_rule(scmp_filter_ctx, uint32_t action, const char *call, const struct scmp_arg_cmp *conditions,
                  unsigned n);
/* Conditions: the argument is that value; that int, of which the upper half of the register is none; has none of these
 * bits. */
struct scmp_arg_cmp seccomp_is(unsigned argument, uint64_t value);
struct scmp_arg_cmp seccomp_is_int(unsigned argument, int value);
struct scmp_arg_cmp seccomp_without(unsigned argument, uint64_t bits);

/* The filter as the kernel takes it, appended. */
bool seccomp_bytes(scmp_filter_ctx, struct text *program);

#endif
