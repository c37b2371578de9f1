/* Engines: what decides properties.
 *
 * An engine gets a task, works until every property of the task's model is decided or the limits stop it,
 * and reports each decision with its evidence at once. It never prints, never looks at the user's file, and
 * may be wrong without harm: the evidence is mapped back and judged by check/ before anybody hears of it. */
#ifndef INDUCT_ENGINE_ENGINE_H
#define INDUCT_ENGINE_ENGINE_H

#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "engine/port.h"
#include "evidence/evidence.h"

struct engine_task {
    /* Of the engine's level. Circuits: resets are constant or free, never functions. Programs: indexed, and there is
     * one property, that the error location cannot be reached. */
    struct model model;
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    const struct events *events; /* EVENT_DEPTH carries positions among the model's properties */
    /* Called once per decided property, with evidence about the model; terms are in its bank. */
    void (*found)(void *client, struct evidence);
    /* NULL, or for engines that have the default's place: to be called in the midst of the work, for each
     * obligation, say. True: somebody else has decided, the engine stops. */
    bool (*meanwhile)(void *client);
    void *client;
    /* Of engines that say `presearch`, for more than one of them on the way to a verdict. What an engine leaves behind
     * when it ends, best first, each conjunct by itself: no more than likely to hold. NULL: nobody wants it. */
    void (*learnt)(void *client, struct evidence);
    const struct evidence *lemmas; /* what another one left behind, about this model; NULL: nothing */
    const struct port *port;       /* to others that work at the same time; NULL: there are none */
    /* Propagations in the SAT solvers that the engine may spend, counted in stats; 0: no bound. Only engines
     * that say `presearch` are given one; they stop when it is used up, the rest undecided. */
    uint64_t work;
};

struct engine {
    const char *name, *paper, *summary;
    enum level level;   /* of the models that it works on */
    const char *groups; /* the option groups it reads, blank-separated: "ic3 preprocess" */
    bool presearch;     /* a short run is worth trying before expensive preprocessing */
    bool over_states;   /* of a system: init, constraints and properties must be over states alone */
    /* It reads the option simple-path; such proofs speak of all latches, so none may be merged. */
    bool simple_paths;
    /* Why the engine gave up on the undecided properties, a static phrase for `unknown (...)`; NULL when it
     * decided all or the limits stopped it. */
    const char *(*run)(struct engine_task *);
};

#endif
