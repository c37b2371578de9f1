/* How a program is to be compiled and run (check/replay/replay.h), but for the harness's text. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_TASK_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_TASK_H

#include "check/program/program_harness.h"
#include "check/replay/replay.h"

struct program_task {
    struct replay_task replay;
    program_names_list supplied, kept; /* owned, with their strings: the automaton may go before */
};

/* With `library` its functions do what they do; without they do nothing. The `own` functions of the harness,
 * [0..n_own[, are supplied besides. What the origin points to must live as long. */
void program_task_init(struct program_task *, const struct program *, const struct program_inputs *,
                       const struct program_origin *, bool library, const char *const *own, uint32_t n_own);
void program_task_fini(struct program_task *);

#endif
