/* The state of a run of a program: a value for each variable, for an array that is used a table that is written to. A
 * long run that fills a large array so costs no more than one that does not.
 *
 *     struct program_state s;
 *     program_state_init(&s, program, NULL);
 *     while (...) {
 *         program_state_keep(&s);
 *         if (!program_run(&s, command, inputs, TERM_NONE, NULL, NULL)) ...    s is what it was
 *         if (program_state_changed(&s, variable)) ... program_state_get(&s, variable) ...
 *     }
 *     program_state_fini(&s);
 */
#ifndef INDUCT_MODEL_PROGRAM_STATE_H
#define INDUCT_MODEL_PROGRAM_STATE_H

#include "logic/value.h"
#include "model/program.h"

/* What was there before a write. */
struct program_change {
    uint32_t variable;
    term index;                /* of the element; TERM_NONE: all of the variable */
    term old;                  /* TERM_NONE: the table */
    struct array_table *table; /* owned; NULL: a value, or an element */
};

struct program_state {
    const struct program *program;
    struct evaluation evaluation;       /* scratch */
    term_list values;                   /* by variable; TERM_NONE: it has a table */
    VEC(struct array_table *) tables;   /* by variable; NULL: it has a value */
    VEC(struct program_change) changes; /* since the state was kept */
    bool kept;
    uint64_t by_zero; /* divisions by zero in assignments and values, as evaluations count them */
};

/* values: one for each variable; NULL: the defaults of their sorts. */
void program_state_init(struct program_state *, const struct program *, const term *values);
/* In place of nothing; nothing is kept in the copy. */
void program_state_copy(struct program_state *, const struct program_state *from);
void program_state_fini(struct program_state *);

/* A variable's value; of an array this costs as much as it is large. */
term program_state_get(const struct program_state *, uint32_t variable);
void program_state_set(struct program_state *, uint32_t variable, term value);
/* What a term over the variables has for a value. */
term program_state_value(struct program_state *, term);
/* Gives an evaluation, after a reset, all variables; it holds until the state changes. */
void program_state_load(struct program_state *, struct evaluation *);
/* All at once. */
void program_state_assign(struct program_state *, const struct program_assignment *, uint32_t n);

/* Keeps the state as it is now, and brings it back, as often as wanted. */
void program_state_keep(struct program_state *);
void program_state_return(struct program_state *);
/* Whether the variable has another value than when the state was kept. */
bool program_state_changed(const struct program_state *, uint32_t variable);

/* As program_execute. A state that was not kept is, after a run that fails, something between. */
bool program_run(struct program_state *, program_command, const term *inputs, term post, u32s *tags,
                 u32s *sites);

#endif
