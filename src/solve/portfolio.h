/* The portfolio: strategies in processes of their own, each with an engine and options of a table (members.c). What one
 * of them decides, and its judge accepts, is decided.
 *
 *     model as read ── common stages ──┬── member 0: the default ── evidence ── judge ──┐
 *                                      ├── member 1: ...                              ├──> accepted: here
 *                                      └── ...                                        ┘
 *
 * Members are copies of this process (team.h), so the model and what rows have in common is made once. Evidence comes
 * as bytes (evidence/pack.h), after the member's judge has accepted it, and is believed here: the member is this very
 * program, on this machine. What members gave up counts when nobody is left, the default's word first. When the default
 * gives up, the others get as much time again: some of them only look for counterexamples, and never end. When it dies
 * they go on as long as they like. */
#ifndef INDUCT_SOLVE_PORTFOLIO_H
#define INDUCT_SOLVE_PORTFOLIO_H

#include "solve/run.h"

/* A strategy: who works, and how. */
struct member {
    const char *name;
    const char *engine;  /* NULL: the default */
    const char *options; /* "name=value ..."; those that the user chose stay as they are */
    bool differently;    /* with another seed */
};

/* Those for the model, the first one by default; for the user's information, too. */
uint32_t members_for(struct model, const struct member **list);

/* Decides the properties, or gives them up. The chain is empty. */
void portfolio_decide(struct run *, const uint32_t *properties, uint32_t n);

#endif
