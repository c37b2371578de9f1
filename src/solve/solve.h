/* Strategies: from a model to evidence. Which chain of stages, which engine, with which options, in which order
 * and with which share of the work stands in rows.c, a table to be read in a page; this is how it is used.
 *
 *     struct solve_case c = {.model = model, .options = ..., .judge = ..., .give_up = ...};
 *     solve(&c, positions, n);        every one of these properties is judged or given up, once
 *
 * Nothing here decides whether evidence is good: that is the judge's, who sees the file and no strategy. */
#ifndef INDUCT_SOLVE_SOLVE_H
#define INDUCT_SOLVE_SOLVE_H

#include "base/clock.h"
#include "base/events.h"
#include "base/options.h"
#include "base/stats.h"
#include "evidence/evidence.h"

struct engine;
struct exchange_bridge;

/* The engine of a name at each level that has one; all NULL: the default is wanted. */
struct solve_choice {
    const struct engine *at[LEVELS];
};
bool solve_choose(struct solve_choice *, const char *name); /* false: no engine is called that */
const char *solve_choice_name(const struct solve_choice *); /* NULL: the default */

/* What the judge says of evidence. Starts as zero bytes. */
struct solve_opinion {
    bool accepted, rejected;    /* neither: nobody knows, for the reason */
    bool interpreted, executed; /* of what was accepted, as in check/judge/judge.h */
    char *reason;               /* unless accepted: of the verdict, if it is to be unknown; owned */
    /* A sentence, on a rejection, which is a bug; and on what was accepted but not executed. */
    struct text why;
    struct text lines; /* of a program: what was executed, as in check/judge/judge.h */
};
void solve_opinion_fini(struct solve_opinion *);

struct solve_case {
    struct model model;
    const char *file; /* its name, where a position in a program has none */
    struct solve_choice choice;
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    bool walks; /* the program is over bits as they are in the machine: walks may look for errors */
    /* 0: one engine after the other as the rows say, in this process. Else, unless an engine was chosen: a portfolio of
     * so many processes at a time (portfolio.h). */
    uint32_t jobs;
    /* About the model: conjuncts that may hold, for engines that try such. They change hands; NULL: there are none. */
    struct evidence *lemmas;
    /* Of portfolios, to other machines (exchange.h); NULL: there is none. */
    const struct exchange_bridge *bridge;

    /* Called before anything is decided, in the process where that happens first. NULL: nothing is to be done. */
    void (*prepare)(void *client);
    /* Called in a process that is a copy of this one and works for it: from now on the client keeps its own statistics
     * there, and what happens is told by these functions alone. Only with `jobs`. */
    void (*copied)(void *client, struct stats *);

    /* Judges evidence about the model. Nothing is told. What is accepted may be smaller then, and is about the model as
     * the judge has read it. */
    void (*judge)(void *client, struct evidence *, struct solve_opinion *);
    struct model (*as_judged)(void *client);
    /* What was accepted changes hands, in the process that called solve(), and the verdict is told. */
    void (*accept)(void *client, struct evidence, const struct solve_opinion *);
    void (*give_up)(void *client, uint32_t property, const char *reason); /* the verdict is told */
    /* There is a bug: why evidence was rejected, or is none. The verdict may come from elsewhere. */
    void (*complain)(void *client, uint32_t property, const char *why);
    void (*tell)(void *client, const struct event *); /* properties are positions in the model */
    void *client;

    const char **engine; /* where the name of who works is kept; NULL there: nobody yet */
};

/* Lets engines decide these properties, by their positions in the model. */
void solve(struct solve_case *, const uint32_t *properties, uint32_t n);

/* The engines that there are, and the options that one of them (NULL: any) reads, for users. */
void engines_text(struct text *);
void engines_json(struct text *);
bool engines_options(struct text *, const char *engine, bool json); /* false: no engine is called that */

#endif
