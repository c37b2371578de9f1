/* The steps of a counterexample for programs to read, as one JSON object, whatever the level of the model:
 *
 *     {"steps": [
 *     {"step": 0, "file": "prog.c", "line": 7, "column": 9, "function": "main",
 *      "text": "__VERIFIER_nondet_int() returns 5", "values": [{"name": "x", "value": "5"}]},
 *     ...], "omitted": 0}
 *
 * `values` are those that are new in the step: names are what the user calls variables and signals. Models of hardware
 * have no places; `text` is there where a step has something to say besides. Of long runs only the beginning and the
 * end are told, and how many steps are left out between.
 *
 *     struct steps s;
 *     steps_begin(&s, out, n);                      // so many steps at most
 *     for each step: if (steps_next(&s, number)) { steps_place(...); steps_say(...); steps_value(...); }
 *     steps_end(&s);
 */
#ifndef INDUCT_EVIDENCE_STEPS_H
#define INDUCT_EVIDENCE_STEPS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { STEPS_SHOWN = 5000 /* at the beginning, and as many at the end */ };

struct steps {
    struct text *out;
    uint32_t n;
    bool any, valued; /* a step was begun; it has values */
};

void steps_begin(struct steps *, struct text *out, uint32_t n);
bool steps_next(struct steps *, uint32_t number); /* [0..n[, ascending; false: it is left out */
/* Of the step that began last, in this order. */
void steps_place(struct steps *, const char *file, const char *function, uint32_t line, uint32_t column);
void steps_say(struct steps *, const char *text);
void steps_value(struct steps *, const char *name, const char *value);
void steps_end(struct steps *);

#endif
