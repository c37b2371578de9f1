/* Counterexamples as files: the AIGER witness format (.aiw) and readable text. */
#ifndef INDUCT_FORMAT_AIGER_WITNESS_H
#define INDUCT_FORMAT_AIGER_WITNESS_H

#include "base/text.h"
#include "evidence/circuit_evidence.h"

/* `1`, `b<index>` (`o<index>` is read too), the latch line, one input line per step, `.`. */
void witness_write_aiger(struct text *, const struct circuit *, const struct trace *);
/* Reads such a witness; the property is found by its index. Positioned messages; STATUS_MALFORMED when it
 * does not fit the circuit. Accepts `x` values, comments (`c ...`) and witnesses without the leading status
 * line; and what ABC's `write_cex -a` writes, which does not name its property: that is WITNESS_ANY then. */
enum { WITNESS_ANY = 0x7fffffff };
enum status witness_read_aiger(struct trace **, const struct circuit *, const char *data, size_t size,
                               const char *name, struct messages *);
/* For people: step by step, the named signals that change. */
void witness_write_text(struct text *, const struct circuit *, const struct trace *);
void witness_write_steps(struct text *, const struct circuit *, const struct trace *); /* evidence/steps.h */

#endif
