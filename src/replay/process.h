/* Calling a compiler: a child process with its output collected. */
#ifndef INDUCT_REPLAY_PROCESS_H
#define INDUCT_REPLAY_PROCESS_H

#include "base/clock.h"
#include "base/text.h"

/* Runs a program of PATH, for which TMPDIR is `folder`; what it writes to standard output and error goes to `said`, up to a limit. Returns its exit status; -1, and `said`
 * says why: it could not be run, was killed, or the limits (may be NULL) ran out, then all that it started
 * is killed with it. */
int process_call(const char *const *arguments, const char *folder, struct text *said, struct limits *);

#endif
