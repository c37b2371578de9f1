/* The seccomp filter of confine.h as a program for the kernel. */
#ifndef INDUCT_CHECK_REPLAY_FILTER_H
#define INDUCT_CHECK_REPLAY_FILTER_H

#include "base/text.h"

/* The one call of execveat() that is allowed, by its arguments as they stand in registers. The pointers are those of
 * the process that makes the call: the program that it becomes cannot know them, and has no such file open. */
struct filter_start {
    int file;
    const char *path;
    char *const *arguments, *const *environment;
};

/* How the report is written: by write() to a file, in the program's own mode, and from one instruction. */
struct filter_report {
    int file;
    bool ilp32;
    uint64_t caller; /* the address behind the instruction */
};

/* The bytes of an array of struct sock_filter, appended. False: libseccomp is missing, or refuses. */
bool filter_make(struct text *program, const struct filter_start *, const struct filter_report *,
                 struct text *why);

#endif
