/* IC3 for other engines: a run of it that can be watched, and stopped when it refutes something. */
#ifndef INDUCT_ENGINE_BIT_IC3_H
#define INDUCT_ENGINE_BIT_IC3_H

#include "engine/engine.h"
#include "pdr/frames.h"

struct ic3_observer {
    /* A clause, the negation of the cube over latches, was learnt or moved up: it holds in F[1] .. F[level]
     * (FRAMES_INFINITY: in all reachable states) while `bound` is the highest frame. NULL: nobody listens. */
    void (*lemma)(void *client, const pdr_lit *cube, uint32_t n, uint32_t level, uint32_t bound);
    /* At the end of the run, once for each lemma in the frames, highest level first. NULL: nobody listens. */
    void (*last)(void *client, const struct cube *, uint32_t level);
    void *client;
    /* Cubes over latches whose negations may be worth having: those that hold in F[1] become lemmas. Of
     * two where one subsumes the other the first counts, so the better ones come first. */
    struct cube *const *candidates;
    uint32_t candidate_count;
    /* Looked at after each call of the task's `refuted`: true ends the run. */
    bool stop;
};

/* As engine_ic3.run; the observer may be NULL. */
const char *ic3_run(struct engine_task *, struct ic3_observer *);

#endif
