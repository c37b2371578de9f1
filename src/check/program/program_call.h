/* Inside harnesses (program_harness.h): main, which calls the function where runs start. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_CALL_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_CALL_H

#include "check/program/program_inputs.h"

/* Its own main, with the table of arguments; only where program_harness_has_main says so. */
void program_call(struct text *, const struct program *, const struct program_inputs *,
                  const struct program_origin *);

#endif
