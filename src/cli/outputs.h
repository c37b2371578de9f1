/* The files that induct check writes: that they can be written and overwrite nothing, before any work; and those that
 * say how the run as a whole went, at its end. Evidence is written by the worker. */
#ifndef INDUCT_CLI_OUTPUTS_H
#define INDUCT_CLI_OUTPUTS_H

#include "cli/check.h"

/* False, and it has been said: a file cannot be written, or is an input or another output. */
bool outputs_fit(const struct check_settings *);
/* In the worker, when the model has been read: the same for what it includes. */
bool outputs_keep(struct check *);
/* Whether some file tells counterexamples step by step. */
bool outputs_want_steps(const struct check_settings *);
/* What fails is said; nothing else follows from it. */
void outputs_write(struct check *, int exit_status);

#endif
