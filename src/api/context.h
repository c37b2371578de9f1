/* Inside libinduct: the object behind `struct induct`, and what its files share. */
#ifndef INDUCT_API_CONTEXT_H
#define INDUCT_API_CONTEXT_H

#include "api/induct.h"
#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "evidence/evidence.h"
#include "model/circuit.h"

/* One property of the user's file with what is known about it. */
struct entry {
    char *name, *code;
    bool safety; /* else justice; position: in the circuit's properties, or in its justice list */
    bool selected;
    bool decided; /* the verdict callback has run */
    uint32_t position;
    struct induct_result result;
    char *reason;        /* owns result.reason when that is not a literal */
    struct trace *trace; /* of the user's circuit; at most one of the two */
    struct invariant *invariant;
    bool minimized;
};

struct induct {
    struct messages messages;
    struct text bytes;        /* the file, decompressed, to be read a second time for the judge */
    char *file;               /* its name */
    struct circuit *circuit;  /* as read: what is transformed and solved. NULL: no model */
    struct circuit *pristine; /* read again: what evidence is judged against and written for. NULL: not yet */
    VEC(struct entry) entries; /* safety properties in order, then justice */
    bool narrowed;             /* some were selected; else all are */

    bool forced_format;
    const struct engine *engine;
    struct options options;
    double timeout, elapsed;
    bool verify;

    struct limits limits;
    _Atomic bool interrupted;
    uint64_t started_us;
    struct stats own_stats, *stats;
    char *judgement; /* owns the reason of the last verification */

    void (*on_event)(void *, struct induct *, const struct induct_event *);
    void (*on_verdict)(void *, struct induct *, unsigned);
    void *event_client, *verdict_client;
};

/* Starts the clock of a run or a check: limits from the settings, an earlier interrupt taken into account. */
void context_start(struct induct *);
/* Ends it: total time and peak memory into the statistics, the interrupt forgotten. */
void context_stop(struct induct *);

/* The circuit read a second time from the bytes of the file. */
const struct circuit *context_pristine(struct induct *);

void entry_forget(struct entry *); /* frees the evidence */

/* The engine of that name, or NULL; and the first of the list. */
const struct engine *engines_find(const char *name);
const struct engine *engines_default(void);

#endif
