/* Work in a process of its own, under limits that hold whatever the work does.
 *
 * The supervising process does nothing but wait: for messages of the worker, for signals, for the time limit,
 * for the next look at the worker's memory. So it can always answer, within a second:
 *
 *     time      the worker knows the deadline and should stop by itself; a moment later it is killed
 *     signals   SIGINT, SIGTERM, SIGHUP: the worker is told to stop, and killed if it does not within
 *               the same moment, or at the second signal
 *     memory    the memory of the worker, of all that it started and of the supervisor itself is polled, as a sum in
 *               which shared pages count once; besides, what each may allocate is bounded somewhat above the limit, so
 *               that one huge allocation fails there and not on the machine
 *     crash     any other end of the worker is seen as what it is
 *
 * A worker, and all that it starts (base/process.h), dies with its supervisor. The folders for temporary files of a
 * worker that had to be killed, or crashed, are removed, and what it started is ended (leftovers.h). What it writes to
 * standard error is kept and shown only if it crashed: a library that is refused memory says things there that would
 * only confuse. */
#ifndef INDUCT_CLI_SUPERVISE_H
#define INDUCT_CLI_SUPERVISE_H

#include "api/induct.h"
#include "cli/check_wire.h"

struct supervision {
    double timeout; /* seconds since started_us; 0: none */
    uint64_t started_us;
    uint64_t memory_mb; /* 0: none */
    void *client;
    void (*work)(void *client, int pipe);                       /* in the worker; ends with WIRE_DONE */
    void (*interrupt)(void *client);                            /* in the worker, in a signal handler */
    bool (*receive)(void *client, const struct wire_message *); /* false: enough, end the worker */
    void (*tick)(void *client);                                 /* every tick_us; NULL: no ticks */
    uint64_t tick_us;
    /* What the callbacks say on standard output and error, and what is said and written after the end, does not delay
     * the limits and signals (outlet.h). outlet_finish() is due. */
    bool prints;
};

enum ending_kind {
    ENDING_DONE,        /* the worker came to its end, or receive said enough */
    ENDING_TIMEOUT,     /* it had to be killed */
    ENDING_INTERRUPTED, /* likewise */
    ENDING_MEMORY,      /* it needed more than the limit, or the system refused more */
    ENDING_CRASHED,     /* a signal ended it */
    ENDING_EXITED       /* it ended too early */
};

struct ending {
    enum ending_kind kind;
    int detail;         /* the signal or exit status */
    uint64_t memory_kb; /* peak of the worker or, with a limit on memory, of the sum over all processes */
    bool interrupted;   /* a signal asked us to stop, whether or not the worker then came to its end */
};

struct ending supervise(const struct supervision *);

/* Why the worker did not come to its end; and the same as users read it: "timeout", "memory", "interrupted",
 * "internal error: ...", which the caller frees. */
enum induct_reason ending_cause(const struct ending *);
char *ending_reason(const struct ending *);

/* The worker came to its end because the limits, or an interrupt, stopped its work: an ending like any other that they
 * brought about. */
void ending_stop(struct ending *);

#endif
