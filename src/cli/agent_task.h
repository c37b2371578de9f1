/* One task of a job, as `induct worker` does it: in a process of its own, under the task's limits, in a cage.
 *
 * The task comes from strangers. It names no file: the model is bytes, read under a name that is made here. Where there
 * is no cage (cluster/cage.h), nothing is done for which a compiler would have to be run. */
#ifndef INDUCT_CLI_AGENT_TASK_H
#define INDUCT_CLI_AGENT_TASK_H

#include "cluster/bridge.h"

#include <stdbool.h>

struct agent_task {
    const struct task *task;
    const struct text *model;
    uint64_t jobs;         /* processes, unless the task wants fewer */
    uint64_t memory_mb;    /* 0: no limit but the task's */
    struct bridge *bridge; /* to those who work on the same model elsewhere; NULL: there is nobody */
    /* Called while the work goes on, from time to time. False: nobody wants it any more. */
    bool (*wanted)(void *client);
    void *client;
};

enum agent_end {
    AGENT_DONE,       /* there is a result */
    AGENT_UNWANTED,   /* `wanted` said so */
    AGENT_INTERRUPTED /* by a signal to this process */
};

/* The result was initialised, and is the caller's in any case. */
enum agent_end agent_task_run(const struct agent_task *, struct task_result *);

/* Removes the folders of workers that were killed. */
void agent_task_sweep(void);

#endif
