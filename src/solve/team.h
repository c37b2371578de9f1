/* A team: copies of this process that work on one problem at the same time, or in turns, and tell this one.
 *
 *     this process ──fork──> member 0, at once
 *          │                 member 1, a moment later: what is easy is over by then
 *          │  <──messages──  ...
 *          └ ends all of them when it has heard enough, the limits are reached, or nobody is left
 *
 * Who cannot go on ends, and the next one that has not worked yet takes the place. With one place two members take
 * turns: one works, the other waits, and turns grow. So what either of the two decides takes about twice the time that
 * it takes alone. Turns are amounts of work, which the member counts itself (limits_spend), so that the same happens
 * each time; only who is stuck in something that does not count is stopped, after several times the time that the turn
 * should have taken.
 *
 * A member that dies takes nothing with it but what it knew; its processes die with it (base/process.h). With a bound
 * on memory the team is watched, too: when the sum comes close to it one has to go, unless it is the only one. That is
 * the least promising: not who is about to tell something that matters, rather not the first, else who has not got on
 * for the longest time, and of those alike who joined last. */
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
    struct stats *stats; /* portfolio-turns, portfolio-interrupted */
    void *client;
    /* In the member's process, which ends when this returns. */
    void (*work)(void *client, uint32_t member, int pipe);
    /* In this process. True: the team has done what it is for. */
    bool (*receive)(void *client, uint32_t member, const struct wire_message *);
    bool (*ended)(void *client, uint32_t member, enum team_end);
    bool (*tick)(void *client); /* now and then */
    /* Whether the member is about to tell something that matters, so that it should not have to stop; NULL: never. */
    bool (*is_concluding)(void *client, uint32_t member);
    /* When it last got on, on clock_us(); NULL: nobody knows. */
    uint64_t (*got_on)(void *client, uint32_t member);
};

/* Returns when one of the callbacks said true, the limits were reached, or no member is left. None is then. False: no
 * process could be started. */
bool team_run(const struct team *);

/* How many processors this process may use: those it may run on and, if that is less, the share of processor time that
 * its control groups get. At least 1. */
uint32_t team_processors(void);

#endif
