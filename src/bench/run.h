/* Running one command under limits.
 *
 * Each run has a supervisor, a forked copy of this process that starts the command with /bin/sh, watches it
 * and everything that it starts, enforces the limits, reaps all of it and reports through a pipe:
 *
 *     this process ── supervisor (subreaper) ── /bin/sh -c COMMAND ── ...
 *
 *     run_start ──> running ──(descriptor becomes readable)──> run_finish
 *                      └── run_stop asks the supervisor to kill everything; run_finish is still due
 *
 * Standard input is /dev/null; standard output and standard error are collected in memory files. If this
 * process is killed, even by SIGKILL, the supervisor hears of it, kills the command and exits.
 *
 * Limits. Wall time: at the limit the run has timed out, whatever it still says; but a tool that watches its own time
 * may end by itself for half of RUN_GRACE seconds and write what it knows, then all its processes get SIGTERM, and
 * after RUN_GRACE seconds SIGKILL. CPU time: the sum over all processes, looked at every RUN_POLL seconds; at the limit
 * the same happens. Memory: the sum of the resident sizes, looked at as often. Besides, the kernel limits each process
 * to twice the CPU time that the wall time allows on all cores, a safety net in case the supervisor itself is stuck. */
#ifndef INDUCT_BENCH_RUN_H
#define INDUCT_BENCH_RUN_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define RUN_GRACE 1.0
#define RUN_POLL  0.02
enum { RUN_OUTPUT_MB = 64 }; /* more output than this ends the run */

struct run_limits {
    double seconds;     /* wall time, > 0 */
    uint64_t megabytes; /* 0: none */
    double cpu_seconds; /* 0: none */
};

enum run_end {
    RUN_EXITED,      /* code is the exit status */
    RUN_SIGNALLED,   /* code is the signal that ended /bin/sh */
    RUN_TIMEOUT,     /* the limit of wall or CPU time was reached; code is 0 */
    RUN_MEMORY,      /* the memory limit was exceeded */
    RUN_FLOOD,       /* the output was too large */
    RUN_INTERRUPTED, /* stopped from outside; the run means nothing */
    RUN_BROKEN       /* the system failed (no process, a process that would not die); the run means nothing */
};

struct run_report {
    enum run_end end;
    int code;
    double wall, cpu; /* seconds; cpu is user and system time of all processes */
    /* The largest sum of resident sizes seen, or of a single process as the kernel has it. */
    uint64_t peak_kb;
};

struct run {
    pid_t supervisor;
    int descriptor;     /* poll this for reading */
    int output, errors; /* what the command writes */
};

/* False, with errno, when the system has no descriptors or processes left. The command is copied. */
bool run_start(struct run *, const char *command, struct run_limits);
void run_stop(const struct run *);
/* Waits for the end and releases the run. The texts are replaced by what the command wrote. */
void run_finish(struct run *, struct run_report *, struct text *output, struct text *errors);

#endif
