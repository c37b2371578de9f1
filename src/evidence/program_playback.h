/* A trace of a program as read, step by step.
 *
 *     struct program_playback p;
 *     program_playback_init(&p, program, trace);
 *     while (program_playback_next(&p)) ... p.step, p.edge, p.state, p.sites ...
 *     bool complete = p.step == trace->edges.size;      // else it does not run
 *     program_playback_fini(&p);
 */
#ifndef INDUCT_EVIDENCE_PROGRAM_PLAYBACK_H
#define INDUCT_EVIDENCE_PROGRAM_PLAYBACK_H

#include "evidence/program_evidence.h"
#include "model/program_state.h"

struct program_playback {
    struct program *program;
    const struct program_trace *trace;
    uint32_t step;              /* how many edges were taken */
    uint32_t edge;              /* the last one */
    struct program_state state; /* kept before it */
    u32s sites;                 /* where values entered on the edge, in order */
    term_list inputs;           /* by site: what entered there on the edge */
    uint32_t first, read;       /* of the trace's inputs: those of the last step */
};

/* Borrows both. */
void program_playback_init(struct program_playback *, struct program *, const struct program_trace *);
void program_playback_fini(struct program_playback *);
bool program_playback_next(struct program_playback *); /* false: the end, or the edge cannot be taken */

/* The first rule of the language that the run of a program as read breaks; NULL: none, as far as the reader says.
 * Borrowed. */
const struct program_violation *program_violation(struct program *, const struct program_trace *);

#endif
