/* Inside api/: what the paths from a model to verdicts share. run.c judges and tells; run_circuit.c,
 * run_system.c and run_program.c let engines work at their level. */
#ifndef INDUCT_API_RUN_H
#define INDUCT_API_RUN_H

#include "api/context.h"

#include "transform/between/bitblast.h"
#include "transform/program/integers.h"
#include "transform/between/program_to_system.h"
#include "transform/circuit/transform.h"
#include "transform/system/cone.h"
#include "transform/system/view.h"

/* The engine that the user chose, at each level that has one of the name; all NULL: the default is wanted. */
struct engine_choice {
    const struct engine *circuit, *system, *program;
};

struct run {
    struct induct *context;
    struct engine_choice choice;
    const struct engine *engine; /* the one that works */
    u32s chosen; /* the open properties: position in what the engine sees -> number of the entry */
    /* Circuits. */
    const struct circuit *circuit; /* the user's, or the one made from the user's system by `blast` */
    struct bitblast *blast;        /* NULL: the user's model is a circuit */
    struct pipeline *pipeline;
    /* Systems. */
    const struct system *system;       /* the user's, or the one made from the user's program by `encoding` */
    struct program_encoding *encoding; /* NULL: the user's model is no program */
    const struct system *whole;        /* before it was narrowed to what the engine needs to see: */
    struct system *functional;         /* with functions in the place of relations; NULL: as it was */
    struct system_cone *cone;          /* of the chosen properties; NULL: all of it */
    /* Programs. */
    struct program *prepared;          /* the user's program, sliced and in large blocks */
    struct program_integers *integers; /* NULL: engines see `prepared` itself */
    struct program *seen;              /* what they see */
    bool left_out;                     /* unsupported edges are not in `prepared` */
    struct walker *walker;             /* NULL: nobody walks beside the engine */
    uint64_t worked_us, seen_us;       /* the engine's time so far; clock_cpu_us() when it was looked at */
    uint64_t walked;                   /* operations that the walker was given since */
    uint32_t unsupported_edge;         /* of the user's program: what a trace led over; PROGRAM_NONE: none */
};

/* The user chose no engine. */
static inline bool run_by_default(const struct run *run) {
    return !run->choice.circuit && !run->choice.system && !run->choice.program;
}

void run_send(struct run *, struct induct_event);
/* Passes events of stages and engines on: they speak of positions in what the engine sees, ours of numbers.
 * */
void run_translate(void *run, const struct event *);

/* An engine must decide each property at most once; evidence for a decided one is dropped (NULL). */
struct entry *run_undecided(struct run *, uint32_t position, uint32_t *number);
/* The evidence stands in the entry, about the pristine model: has it judged, and settles the property. */
void run_judge(struct run *, uint32_t number);
/* The same for evidence that is tried beside the engine: the property is settled only when it is accepted, else the evidence is gone. */
bool run_judge_guess(struct run *, uint32_t number);
void run_give_up(struct run *, uint32_t number, const char *reason);
/* Leaves in `chosen` what is still undecided. */
void run_drop_decided(struct run *);

/* Let the engine decide what is chosen. Each returns why it gave up on the rest, a phrase that lives as long
 * as the context's messages, or NULL. */
const char *run_circuit(struct run *);
const char *run_system(struct run *);
const char *run_program(struct run *);
/* Lets an engine that asks the SMT solver work where its recursion has room, base/deep.h; returns what `decide` does. */
const char *run_deeply(struct run *, const char *(*decide)(struct run *));
/* "unsupported: WHAT", to be returned by these, and "unsupported: WHAT at FILE:LINE" where the place is known. */
const char *run_refuse(struct induct *, const char *what);
const char *run_refuse_at(struct induct *, const char *what, const struct program_position *);

/* Walks through the program, engine/walk/walk.h: before the engine, in the midst of its work (`meanwhile` of tasks;
 * the client is the run), and the end of them. A walk to the error location is judged at once. */
void run_walks_first(struct run *);
bool run_walks_meanwhile(void *run);
void run_walks_last(struct run *);
bool run_walks_decided(const struct run *);

/* The judges of evidence about programs, which stands in the entry. `why` gets a sentence on anything but
 * acceptance; *reason, where it is set, is why the verdict is unknown, else check's word decides. */
enum check_result judge_program_invariant(struct induct *, struct entry *, struct text *why);
enum check_result judge_program_trace(struct induct *, struct entry *, struct text *why, const char **reason);

/* Evidence about run->system: maps it to the user's model, has it judged and settles the property. Consumed. */
void run_system_proved(struct run *, uint32_t number, struct system_invariant *);
void run_system_refuted(struct run *, uint32_t number, struct system_trace *);
/* The same where run->system is an encoding of a program. */
void run_encoding_proved(struct run *, uint32_t number, struct system_invariant *);
void run_encoding_refuted(struct run *, uint32_t number, struct system_trace *);

#endif
