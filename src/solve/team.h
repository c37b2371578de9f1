/* A team: copies of this process that work on one problem at the same time, or in turns, and tell this one.
 *
 *     this process ──fork──> member 0, at once
 *          │                 member 1, a moment later: what is easy is over by then
 *          │  <──messages──  ...
 *          └ ends all of them when it has heard enough, the limits are reached, or nobody is left
 *
 * Who cannot go on ends, and the next one that has not worked yet takes the place. With one place two members take
 * turns: one works, the other is stopped, and turns grow. So what either of the two decides takes about twice the time
 * that it takes alone. Turns are wall time, not work: nothing interrupts a solver's question after a given amount of
 * work.
 *
 * A member that dies takes nothing with it but what it knew; its processes die with it (base/process.h). With a bound
 * on memory the team is watched, too: when the sum comes close to it the member that joined last is ended, unless it is
 * the only one. */
#ifndef INDUCT_SOLVE_TEAM_H
#define INDUCT_SOLVE_TEAM_H

#include "base/clock.h"
#include "base/wire.h"

enum team_end {
    TEAM_ENDED,  /* it came to its end */
    TEAM_FAILED, /* it broke off, or a signal ended it: a bug, or somebody's kill */
    TEAM_MEMORY  /* it needed too much memory, or was ended because all together did */
};

struct team {
    uint32_t members, jobs; /* jobs: places, of members that work at the same time; both at least 1 */
    struct limits *limits;
    void *client;
    /* In the member's process, which ends when this returns. */
    void (*work)(void *client, uint32_t member, int pipe);
    /* In this process. True: the team has done what it is for. */
    bool (*receive)(void *client, uint32_t member, const struct wire_message *);
    bool (*ended)(void *client, uint32_t member, enum team_end);
    bool (*tick)(void *client); /* now and then */
    /* Whether the member is about to tell something that matters, so that it should not have to stop; NULL: never. */
    bool (*is_concluding)(void *client, uint32_t member);
};

/* Returns when one of the callbacks said true, the limits were reached, or no member is left. None is then. False: no
 * process could be started. */
bool team_run(const struct team *);

/* How many processors this process may use: those it may run on and, if that is less, the share of processor time that
 * its control groups get. At least 1. */
uint32_t team_processors(void);

#endif
