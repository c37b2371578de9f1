/* The task of an engine on programs: as engine.h has it for circuits. There is one property, that the error
 * location cannot be reached. */
#ifndef INDUCT_ENGINE_PROGRAM_H
#define INDUCT_ENGINE_PROGRAM_H

#include "engine/engine.h"
#include "evidence/program.h"

struct program_task {
    struct program
        *program; /* indexed; the engine may make terms and commands in it, and changes nothing else */
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    const struct events *events; /* EVENT_DEPTH carries property 0 */
    /* Called at most once, one of them. The evidence changes hands; its terms are in the bank of the
     * automaton. */
    void (*proved)(void *client, struct program_invariant *);
    void (*refuted)(void *client, struct program_trace *);
    bool (*meanwhile)(void *client); /* as in engine.h */
    void *client;
};

#endif
