/* Inside solve/: a run, and the rows of the table of strategies. */
#ifndef INDUCT_SOLVE_RUN_H
#define INDUCT_SOLVE_RUN_H

#include "engine/engine.h"
#include "solve/solve.h"
#include "transform/chain.h"

struct walker;
struct correspondent;

struct run {
    struct solve_case *c;
    struct options options; /* the user's, as far as they make sense for the row at hand */
    struct chain chain;
    struct evidence lemmas;       /* what engines left behind, about a model of the chain */
    uint32_t lemmas_at;           /* behind so many of its stages */
    struct events events;         /* of stages and engines, to be told in the positions of the model */
    bool *decided;                /* by position in the model */
    uint32_t open;                /* how many of the properties that are asked about are not */
    char *refusal;                /* owns the reason why nobody could work */
    struct correspondent *others; /* of the portfolio; NULL: there are none */
    /* Programs. */
    bool leave_out;              /* unsupported edges are not in what engines see */
    uint32_t unsupported_edge;   /* what a trace led over; PROGRAM_NONE: none */
    struct walker *walker;       /* NULL: nobody walks beside the engine */
    uint64_t worked_us, seen_us; /* the engine's time so far; clock_cpu_us() when it was looked at */
    bool only_run;               /* walks found that there is one run, without an error */
    uint64_t walked;             /* operations that the walker was given since */
};

/* One way of deciding a model of a level. rows.c lists them in the order in which they are tried. */
struct row {
    const char *name;
    enum level level;
    const struct stage_kind *stages[6]; /* from a model of this level on */
    uint32_t common; /* so many of the stages are what other rows of the level begin with, too */
    bool deeper;     /* the rows of the level that the stages lead to go on; else its engine works */
    bool last;       /* later rows are for models that the stages do not apply to */
    bool (*wanted)(const struct run *);  /* NULL: always */
    bool (*fits)(struct model);          /* what the stages made of it; NULL: yes */
    bool (*insists)(const struct run *); /* that the stages do not apply is why nobody works; NULL: no */
    uint64_t (*share)(
        struct model); /* of the work, given the model before the stages; NULL: all that there is */
};

extern const struct row rows[];
extern const unsigned row_count;

/* The engine that works at a level: the user's choice, or the default. */
const struct engine *run_engine(const struct run *, enum level);
bool run_by_default(const struct run *); /* the user chose no engine */

void run_tell(struct run *, struct event);
/* Lets the engines of a case's choice decide what is open. Why they gave up; NULL: nothing is open. */
const char *run_all(struct run *);
/* Applies the stages that every row of the model's level begins with. */
void run_begin_chain(struct run *);
/* Has evidence about the model judged, and the verdict told if it is accepted; else, with `last`, that it is unknown.
 * Whether it was accepted. It is freed or has changed hands. */
bool run_conclude(struct run *, struct evidence, bool last);
/* Walks through the program, engine/walk/walk.h: before the engine, in the midst of its work (`meanwhile` of
 * tasks; the client is the run), and the end of them. A walk to the error location is judged at once. */
void run_walks_first(struct run *);
bool run_walks_meanwhile(void *run);
void run_walks_last(struct run *);
const char *run_walks_engine(void); /* the name of who decided, then */
/* After the engine gave up: a program with one run is decided by it. */
void run_walks_decide(struct run *);

#endif
