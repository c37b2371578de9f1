/* Inside libinduct: the object behind `struct induct`, and what its files share. */
#ifndef INDUCT_API_CONTEXT_H
#define INDUCT_API_CONTEXT_H

#include "api/formats.h"
#include "api/induct.h"
#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "check/system.h"
#include "evidence/evidence.h"
#include "evidence/system.h"
#include "model/circuit.h"
#include "model/ts.h"

/* One property of the user's file with what is known about it. */
struct entry {
    char *name, *code;
    const char *unsupported; /* NULL: it can be decided; else what stands in the way, for `unknown (...)` */
    bool selected;
    bool decided;      /* the verdict callback has run */
    uint32_t position; /* among the properties of the model, when it can be decided */
    struct induct_result result;
    char *reason; /* owns result.reason when that is not a literal */
    /* Evidence, about the pristine model; at most one of the four. */
    struct trace *trace;
    struct invariant *invariant;
    struct ts_trace *ts_trace;
    struct ts_invariant *ts_invariant;
    bool minimized;
};

struct induct {
    struct messages messages;
    struct text bytes;           /* the file, decompressed, to be read a second time for the judge */
    char *file;                  /* its name */
    const struct format *format; /* what it was read as */
    /* The model as read: what is transformed and solved. One of the two; both NULL: no model. */
    struct circuit *circuit;
    struct ts *ts;
    /* Read again, without simplification: what evidence is judged against and written for. NULL: not yet. */
    struct circuit *pristine;
    struct ts *pristine_ts;
    VEC(struct entry) entries; /* safety properties in order, then justice */
    bool narrowed;             /* some were selected; else all are */

    const struct format *forced_format; /* NULL: recognise it */
    const struct engine *engine,
        *system_engine;           /* the chosen one at each level; both NULL: the default for the model */
    const struct engine *running; /* the one that the last run used */
    enum check_judge judge;
    struct options options;
    double timeout, elapsed;
    bool verify;

    struct limits limits;
    _Atomic bool interrupted;
    uint64_t started_us;
    struct stats own_stats, *stats;
    char *refusal;   /* owns the reason why no engine could work */
    char *judgement; /* owns the reason of the last verification */

    void (*on_event)(void *, struct induct *, const struct induct_event *);
    void (*on_verdict)(void *, struct induct *, unsigned);
    void *event_client, *verdict_client;
};

/* Starts the clock of a run or a check: limits from the settings, an earlier interrupt taken into account. */
void context_start(struct induct *);
/* Ends it: total time and peak memory into the statistics, the interrupt forgotten. */
void context_stop(struct induct *);

/* Whether there is one; else the error has been said. */
bool context_has_model(struct induct *);

/* The model read a second time from the bytes of the file. */
const struct circuit *context_pristine(struct induct *);
const struct ts *context_pristine_ts(struct induct *);

void entry_forget(struct entry *); /* frees the evidence */
bool entry_has_evidence(const struct entry *);

/* The engine of that name for circuits and for transition systems, or NULL; and the defaults. */
const struct engine *engines_find(const char *name);
const struct engine *engines_find_system(const char *name);
const struct engine *engines_default(void);
const struct engine *engines_default_system(void);

#endif
