/* IC3 for other engines: a run of it that can be watched, and stopped when it refutes something. */
#ifndef INDUCT_ENGINE_BIT_IC3_H
#define INDUCT_ENGINE_BIT_IC3_H

#include "engine/engine.h"
#include "pdr/frames.h"

struct ic3_observer {
    /* A clause, the negation of the cube over latches, was learnt or moved up: it holds in F[1] .. F[level]
     * (FRAMES_INFINITY: in all reachable states) while `bound` is the highest frame. NULL: nobody listens. */
    void (*lemma)(void *client, const pdr_lit *cube, uint32_t n, uint32_t level, uint32_t bound);
    void *client;
    /* Looked at after each call of the task's `refuted`: true ends the run. */
    bool stop;
};

/* As engine_ic3.run; the observer may be NULL. */
const char *ic3_run(struct engine_task *, struct ic3_observer *);

#endif
