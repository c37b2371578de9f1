/* The steps of a counterexample as the worker tells them (evidence/steps.h), for those who put them into other formats.
 *
 *     struct steps_read s;
 *     steps_open(&s, row->steps);                        // also of NULL: no steps
 *     for (uint32_t i = 0; i < s.n; i++) { steps_get(&s, i, &step); ... }
 *     steps_close(&s);
 */
#ifndef INDUCT_CLI_STEP_LIST_H
#define INDUCT_CLI_STEP_LIST_H

#include "base/json.h"
#include "base/text.h"

struct steps_read {
    json_t *json;
    const json_t *told; /* the steps */
    uint32_t n;
    uint64_t omitted; /* how many were left out, in the middle */
};

struct step {
    uint64_t number, line, column; /* 0: not known */
    const char *file, *function;   /* NULL: not known; a file: the one that was given */
    const char *text;              /* NULL: nothing but values */
    const json_t *values;          /* [{"name", "value"}]; NULL */
};

void steps_open(struct steps_read *, const char *json);
void steps_close(struct steps_read *);
struct step steps_get(const struct steps_read *, uint32_t i);
/* "__VERIFIER_nondet_int() returns 5; x = 5, y = 6", of at most so many values. */
void steps_describe(struct text *, const struct step *, uint32_t most);

#endif
