/* Confinement of a program that is not ours to trust, by seccomp (Debian's libseccomp, opened on first use) and
 * resource limits.
 *
 * The filter is in place before the program's first instruction. Allowed are: the start of the program itself, memory
 * of its own that is not executable, to end, to write to standard output and error (which go nowhere), and to write to
 * the pipe for the report, the latter only from one instruction. A few calls with which the C library starts are
 * refused without harm. Everything else, opening files, sockets, processes, signals to others, kills it (SIGSYS). */
#ifndef INDUCT_CHECK_REPLAY_CONFINE_H
#define INDUCT_CHECK_REPLAY_CONFINE_H

#include "base/process.h"

enum {
    CONFINE_REPORT = 3, /* the descriptor of the pipe in the program */
    CONFINE_SHARED = 5  /* of memory that it shares with us, if it does */
};

struct confinement {
    const char *program; /* path: a static executable, of this machine or its 32-bit mode */
    bool ilp32;          /* that mode */
    uint64_t caller;     /* the address behind the only instruction that may write to the pipe */
    double seconds;      /* of processor time and of wall time */
    uint64_t memory;     /* bytes of address space */
    int shared;          /* a descriptor of memory of a fixed size that it may map and write to; 0: none */
};

struct confined_end {
    struct text report;           /* what it wrote to the pipe, up to some length */
    struct process_result result; /* PROCESS_MEMORY: it does not fit into what a child may have */
    bool scarce;                  /* it had less memory than was meant for it, because of that bound */
};

/* Runs it to its end. False, and `why` says so: confinement cannot be had, and nothing was run. The caller frees the
 * report. */
bool confine_run(const struct confinement *, struct limits *, struct confined_end *, struct text *why);

#endif
