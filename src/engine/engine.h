/* Engines: what decides properties.
 *
 * An engine gets a task, works until every property of the task's circuit is decided or the limits stop it,
 * and reports each decision with its evidence at once. It never prints, never looks at the user's file, and
 * may be wrong without harm: the evidence is mapped back and judged by check/ before anybody hears of it. */
#ifndef INDUCT_ENGINE_ENGINE_H
#define INDUCT_ENGINE_ENGINE_H

#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "evidence/evidence.h"
#include "model/circuit.h"

struct engine_task {
    const struct circuit *circuit; /* resets are constant or free, never functions */
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    const struct events *events; /* EVENT_DEPTH carries positions in circuit->properties */
    /* Called once per decided property, by position in circuit->properties. The evidence changes hands. */
    void (*proved)(void *client, uint32_t property, struct invariant *);
    void (*refuted)(void *client, uint32_t property, struct trace *);
    /* NULL, or for engines that have the default's place: to be called in the midst of the work, for each
     * obligation, say. True: somebody else has decided, the engine stops. */
    bool (*meanwhile)(void *client);
    void *client;
    /* Propagations in the SAT solvers that the engine may spend, counted in stats; 0: no bound. Only engines
     * that say `presearch` are given one; they stop when it is used up, the rest undecided. */
    uint64_t work;
};

struct system_task;  /* engine/system.h */
struct program_task; /* engine/program.h */

struct engine {
    const char *name, *level, *paper, *summary;
    const char *groups; /* the option groups it reads, blank-separated: "ic3 preprocess" */
    bool presearch;     /* a short run is worth trying before expensive preprocessing */
    /* It reads the option simple-path; such proofs speak of all latches, so none may be merged. */
    bool simple_paths;
    /* Why the engine gave up on the undecided properties, a static phrase for `unknown (...)`; NULL when it
     * decided all or the limits stopped it. */
    const char *(*run)(struct engine_task *);
    /* The same for transition systems and for programs. Each may be NULL: the engine is not for that level. */
    const char *(*run_system)(struct system_task *);
    const char *(*run_program)(struct program_task *);
};

#endif
