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

/* The engine of a name at each level that has one; all NULL: the default is wanted. */
struct solve_choice {
    const struct engine *at[LEVELS];
};
bool solve_choose(struct solve_choice *, const char *name); /* false: no engine is called that */
const char *solve_choice_name(const struct solve_choice *); /* NULL: the default */

struct solve_case {
    struct model model;
    const char *file; /* its name, where a position in a program has none */
    struct solve_choice choice;
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    bool walks; /* the program is over bits as they are in the machine: walks may look for errors */

    /* Evidence about the model changes hands. The verdict on its property is told, whatever it is. */
    void (*judge)(void *client, struct evidence);
    /* The same for evidence that is tried beside the engine: false, and nothing told, if it is not believed. */
    bool (*guess)(void *client, struct evidence);
    /* What an engine or a stage called evidence is none, a bug; the verdict is told. */
    void (*reject)(void *client, uint32_t property, const char *why);
    void (*give_up)(void *client, uint32_t property, const char *reason);
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
