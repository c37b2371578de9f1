/* Inside libinduct: the object behind `struct induct`, and what its files share. */
#ifndef INDUCT_API_CONTEXT_H
#define INDUCT_API_CONTEXT_H

#include "api/formats.h"
#include "api/induct.h"
#include "api/reason.h"
#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "engine/engine.h"
#include "check/system/system.h"
#include "evidence/evidence.h"
#include "evidence/program.h"
#include "check/program/program_inputs.h"
#include "evidence/system.h"
#include "format/c/c.h"
#include "model/program.h"
#include "model/circuit.h"
#include "model/system.h"

/* One property of the user's file with what is known about it. */
struct entry {
    char *name, *code;
    const char *unsupported; /* NULL: it can be decided; else what stands in the way, for `unknown (...)` */
    bool selected;
    bool decided;      /* the verdict callback has run */
    uint32_t position; /* among the properties of the model, when it can be decided */
    struct induct_result result;
    char *reason; /* owns result.reason when that is not a literal */
    /* Evidence, about the pristine model; at most one of the six. */
    struct trace *trace;
    struct invariant *invariant;
    struct system_trace *system_trace;
    struct system_invariant *system_invariant;
    struct program_trace *program_trace;
    struct program_invariant *program_invariant;
    uint32_t program_depth; /* the depth at which program_invariant is inductive */
    bool minimized;
};

/* How programs are read. */
struct source {
    enum c_data_model data_model;
    enum c_theory theory;
    char *entry, *spec; /* NULL: none; spec is a path */
    strings includes, defines;
    strings read; /* paths of what the program that was read includes */
    char *start,
        *error; /* of the program that was read: where it starts, the error function; NULL: the usual */
};
void source_fini(struct source *);
enum status source_read(struct induct *); /* c->bytes, as the settings say; sets c->program */
/* The program that is loaded, as it was compiled, in LLVM's text form: for who runs it. Borrowed. */
const char *source_llvm(struct induct *);
/* The program that is loaded in machine arithmetic, whatever the theory; the caller's. NULL: a message says why. */
struct program *source_read_bits(struct induct *);

/* Where the program comes from, for those who run it or write witnesses; borrows from the object. */
struct origin {
    struct program_origin program;
    strings options;
};
void origin_init(struct origin *, const struct induct *);
void origin_init_to_run(struct origin *, struct induct *); /* for who runs it */
void origin_fini(struct origin *);

struct induct {
    struct messages messages;
    struct text bytes;           /* the file, decompressed, to be read a second time for the judge */
    char *file;                  /* its name */
    struct c_compiled compiled;  /* of a program: what was compiled of it, once for all who read or run it */
    struct text llvm;            /* the same in LLVM's text form, when somebody has asked for it */
    const struct format *format; /* what it was read as */
    /* The model as read: what is transformed and solved. One of the three; all NULL: no model. A program is read once, without
     * simplification: engines get a copy that program_prepare makes, so that it is pristine as well. */
    struct circuit *circuit;
    struct system *system;
    struct program *program;
    /* Read again, without simplification: what evidence is judged against and written for. NULL: not yet. */
    struct circuit *pristine;
    struct system *pristine_system;
    VEC(struct entry) entries; /* safety properties in order, then justice */
    bool narrowed;             /* some were selected; else all are */

    const struct format *forced_format; /* NULL: recognise it */
    struct source source;
    /* The chosen one at each level; all NULL: the default for the model. */
    const struct engine *engine, *system_engine, *program_engine;
    const struct engine *running; /* the one that the last run used */
    enum check_judge judge;
    struct options options;
    double timeout, elapsed;
    bool verify, replay;

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

/* The automaton, as read and indexed, becomes the model of an object that has none. Takes it over. */
void context_take_program(struct induct *, struct program *);

/* Whether there is one; else the error has been said. */
bool context_has_model(struct induct *);
/* Says so when the model is not one for the judge that was chosen. */
void context_warn_of_judge(struct induct *);

/* The model read a second time from the bytes of the file. */
const struct circuit *context_pristine(struct induct *);
const struct system *context_pristine_system(struct induct *);

void entry_forget(struct entry *); /* frees the evidence */
bool entry_has_evidence(const struct entry *);

/* The engine of that name for circuits, for transition systems and for programs, or NULL; and the defaults. */
const struct engine *engines_find(const char *name);
const struct engine *engines_find_system(const char *name);
const struct engine *engines_find_program(const char *name);
const struct engine *engines_default(void);
const struct engine *engines_default_system(void);
const char *engines_default_program(void); /* a name at any level */

#endif
