/* The task of an engine on transition systems: as engine.h has it for circuits.
 *
 * Properties and constraints of the system may mention inputs; an engine that needs them over states alone
 * (implicit abstraction does) first asks transform/ for it (system_lift_inputs). */
#ifndef INDUCT_ENGINE_SYSTEM_H
#define INDUCT_ENGINE_SYSTEM_H

#include "engine/engine.h"
#include "evidence/system.h"
#include "model/system.h"

struct system_task {
    const struct system *system;
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    const struct events *events; /* EVENT_DEPTH carries positions in system->properties */
    /* Called once per decided property, by position. The evidence changes hands; its terms are in the bank of
     * system. */
    void (*proved)(void *client, uint32_t property, struct system_invariant *);
    void (*refuted)(void *client, uint32_t property, struct system_trace *);
    bool (*meanwhile)(void *client); /* as in engine.h */
    void *client;
};

#endif
