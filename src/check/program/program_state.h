/* The state of a run of a program: a value for each variable, for an array a table that is written to. A long run that
 * fills a large array so costs no more than one that does not. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_STATE_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_STATE_H

#include "logic/value.h"
#include "model/program.h"

struct program_state {
    const struct program *program;
    term_list values;               /* by variable; TERM_NONE: it has a table */
    VEC(struct array_table) tables; /* by variable; of arrays alone */
};

/* values: one for each variable. */
void program_state_init(struct program_state *, const struct program *, const term *values);
void program_state_copy(struct program_state *, const struct program_state *from); /* in place of nothing */
void program_state_fini(struct program_state *);

void program_state_set(struct program_state *, uint32_t variable, term value);
/* The evaluation is reset first. */
term program_state_value(const struct program_state *, struct evaluation *, term);
/* All at once. Divisions by zero on the way are returned, as evaluations count them. */
uint64_t program_state_assign(struct program_state *, struct evaluation *, const struct program_assignment *,
                              uint32_t n);

#endif
