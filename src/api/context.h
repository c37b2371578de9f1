/* Inside libinduct: the object behind `struct induct`, and what its files share. */
#ifndef INDUCT_API_CONTEXT_H
#define INDUCT_API_CONTEXT_H

#include "api/induct.h"
#include "check/judge/judge.h"
#include "format/files/formats.h"
#include "format/files/properties.h"
#include "format/wave/map.h"
#include "solve/solve.h"

/* One property of the user's file with what is known about it. */
struct entry {
    char *name, *code;
    const char *unsupported; /* NULL: it can be decided; else what stands in the way, for `unknown (...)` */
    bool selected;
    bool decided; /* the verdict callback has run */
    struct induct_result result;
    char *lines;              /* of a program, executed beside its proof; NULL: not known */
    char *reason;             /* owns result.reason when that is not a literal */
    struct evidence evidence; /* about the pristine model, or none */
    bool minimized;
    bool shorten; /* decided, but a shorter counterexample is still looked for */
};

struct induct {
    struct messages messages;
    struct text bytes;           /* the file, decompressed, to be read a second time for the judge */
    char *file;                  /* its name */
    strings covers;              /* patterns of the names of cover properties */
    char *cache;                 /* the folder; NULL: there is none */
    char *map_path;              /* NULL: there is no map */
    struct map map;              /* of the model, when there is one */
    const struct format *format; /* what it was read as */
    struct model model;          /* as read: what is transformed and solved */
    /* Read again, without simplification: what evidence is judged against and written for. None: not yet. Programs
     * are read once: engines get a copy. */
    struct model pristine;
    VEC(struct entry) entries; /* safety properties at their positions in the model, then others */
    bool narrowed;             /* some were selected; else all are, or the one that joins them */
    uint32_t joined;           /* the property that joins all; NO_PROPERTY: none does */

    const struct format *forced_format; /* NULL: recognise it */
    struct source source;
    struct solve_choice choice;
    const char *running; /* the engine that the last run used; NULL: none */
    enum check_judge judge;
    enum context_vacuity { CONTEXT_VACUITY_WARN, CONTEXT_VACUITY_OFF, CONTEXT_VACUITY_ERROR } vacuity;
    uint32_t asked;        /* properties, in this run */
    bool vacuity_looked;   /* in this run, for runs */
    int dead_end;          /* the step that no run gets to, -1: not known */
    uint64_t vacuity_work; /* spent in this run */
    struct options options;
    double timeout, elapsed;
    bool verify, replay, shorten;
    uint32_t jobs; /* 0: no portfolio */

    struct limits limits;
    _Atomic bool interrupted;
    uint64_t started_us;
    struct observer *observer; /* of the run at hand; NULL: none */
    struct second *second;     /* the same */
    struct stats own_stats, *stats;
    char *judgement; /* owns the reason of the last verification */

    void (*on_event)(void *, struct induct *, const struct induct_event *);
    void (*on_verdict)(void *, struct induct *, unsigned);
    void *event_client, *verdict_client;
    void (*on_exchange)(void *, struct induct_exchange *);
    void *exchange_client;
};

/* For other machines, in a run (machines.c). */
struct exchange_view;
void context_carry(void *induct, struct exchange_view *);

/* Starts the clock of a run or a check: limits from the settings, an earlier interrupt taken into account. */
void context_start(struct induct *);
/* Ends it: total time and peak memory into the statistics, the interrupt forgotten. */
void context_stop(struct induct *);

/* Evidence of earlier runs (reuse.c): whether it is looked for; what decides the property, judged; candidates for
 * lemmas, added; and what is known from now on. */
bool context_reuses(const struct induct *, uint32_t properties);
bool context_reuse(struct induct *, uint32_t property, struct solve_opinion *, struct evidence *);
void context_lemmas(struct induct *, uint32_t property, struct evidence *lemmas);
void context_keep(struct induct *, uint32_t property);

/* After a proof: whether it is vacuous, into the result and a warning. */
void context_look_for_vacuity(struct induct *, uint32_t property);

/* The model, as read and indexed, becomes the one of an object that has none. Takes it over. */
void context_take(struct induct *, struct model);
void context_unload(struct induct *);        /* forgets the model, and all that is known of it */
bool context_has_model(struct induct *);     /* else the error has been said */
void context_warn_of_judge(struct induct *); /* when the model is not one for the judge that was chosen */

struct reading context_reading(struct induct *);       /* of the file that is loaded */
struct model context_pristine(struct induct *);        /* read a second time from the bytes of the file */
struct check_case context_check_case(struct induct *); /* what evidence is held against */
/* Where a program comes from; `to_run`: for those who run it. */
const struct program_origin *context_origin(void *induct, bool to_run);

static inline enum induct_status context_fail(struct induct *c, enum status status, const char *text) {
    return (enum induct_status)messages_fail(&c->messages, status, (struct position){.file = c->file}, "%s",
                                             text);
}

/* Why a verdict is unknown: a text is the word of its reason, or the word, ": " and what it is about; what else an
 * engine says of itself is INDUCT_REASON_INCOMPLETE. So those who pass a text on need not carry the reason beside
 * it. */
enum induct_reason reason_of(const char *text);                /* "": INDUCT_REASON_NONE */
void reason_set(struct induct_result *, const char *borrowed); /* both fields */

#endif
