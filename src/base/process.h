/* Child processes: the one way in which this program starts others.
 *
 *     struct text said = {0};
 *     const char *const words[] = {"clang-19", "-c", "x.c", NULL};
 *     struct process_result end = process_run(&(struct process){.arguments = words, .output = &said}, limits);
 *     if (end.end == PROCESS_EXITED && end.code == 0) ...
 *
 * What holds for every child, whatever it does:
 *
 *     death     No child outlives the process that started it, even if that is killed by SIGKILL. A program that is
 *               started may have children of its own, of which the kernel tells nobody; so between it and us stands a
 *               keeper, a copy of this process that leads a process group with the program in it. The keeper hears of
 *               our death and takes the whole group with it.
 *
 *                   this process ── keeper ── program ── ...        one process group, killed at once
 *
 *     limits    When its time, or the limits that it works for, are over, the whole group is killed.
 *     memory    process_bound_memory() bounds what this process and a child may allocate together. That is a backstop
 *               for whoever watches the sum over all processes (tree.h): it makes a single huge allocation fail.
 *               PROCESS_MEMORY tells that a child failed for want of memory.
 *     files     A child has its standard input, output and error, and what the plan gives it, nothing else of ours.
 *     signals   Handlers and masks are the system's defaults in a child.
 *
 * Several threads may start children at once. So children run nothing but system calls until they are another program,
 * unless they say otherwise (`body`): what else such a body calls must not wait for a lock that some other thread held
 * at the fork. */
#ifndef INDUCT_BASE_PROCESS_H
#define INDUCT_BASE_PROCESS_H

#include "base/clock.h"
#include "base/text.h"

#include <sys/types.h>

enum { PROCESS_NOWHERE = 0, PROCESS_FIRST_EXTRA = 3, PROCESS_EXTRAS = 3 };

/* What to run, and what becomes of its files. Zero bytes are the defaults: input from nowhere, output dropped, no
 * limits. */
struct process {
    const char *const *arguments; /* ends with NULL; the program is looked for in PATH */
    const char *const *
        settings; /* NAME=VALUE, in addition to or instead of those of the environment; ends with NULL; NULL: none */
    /* Instead of `arguments`: a function to call in the child, which ends when it returns. Then there is no keeper, and
     * it must not start processes. */
    void (*body)(void *client);
    void *client;
    int input;                 /* a descriptor that becomes standard input; PROCESS_NOWHERE: /dev/null */
    int extra[PROCESS_EXTRAS]; /* descriptors that become PROCESS_FIRST_EXTRA and those after it; 0: none */
    struct text *output;       /* standard output is appended; NULL: dropped */
    struct text *errors;       /* standard error; NULL: goes the way of the output */
    size_t most;               /* bytes that are kept of each, further ones are read and dropped; 0: all */
    double seconds;            /* of wall time; 0: none */
};

enum process_end {
    PROCESS_EXITED,    /* code: its exit status */
    PROCESS_SIGNALLED, /* code: the signal that ended it */
    PROCESS_TIMEOUT,   /* its seconds were over, and it was killed */
    PROCESS_STOPPED,   /* the limits were, or we were interrupted, and it was killed */
    PROCESS_MEMORY,    /* it was refused memory, and ended for that reason; or the system killed it */
    PROCESS_FAILED     /* it could not be started; code: errno */
};

struct process_result {
    enum process_end end;
    int code;
};

/* Runs it to its end; limits may be NULL. */
struct process_result process_run(const struct process *, struct limits *);

/* Says how it ended, of which `name` is the subject: "clang-19 cannot be run: No such file or directory". */
void process_describe(struct text *, const char *name, struct process_result);

/* A copy of this process, as of fork(), that gets the signal when the thread that called this ends; with its parent
 * already dead it does not return. For those that watch what they start by themselves: supervisors. */
pid_t process_fork(int death_signal);

/* In a child, before it becomes another program: signals as the system has them, and nothing blocked. */
void process_reset_signals(void);

/* From now on a child may have so many bytes, less what this process has when it starts; 0: any number. Pages of files,
 * as of programs and libraries, do not count. A `body` has the limits of this process, and is to set its own. */
void process_bound_memory(uint64_t bytes);
uint64_t process_memory_bound(void); /* what was set */
/* What a child may have that is started now; 0: any number. */
uint64_t process_memory(void);

/* A file in memory, to be given to a child: its bytes are those given, and it will be read from the start. -1: errno
 * says why. */
int process_file(const char *name, const void *bytes, size_t size);

#endif
