/* A cage: from now on this process, and all that it starts, may compile and run what strangers wrote.
 *
 *     files      libraries, compilers and their headers may be read and run; `folder` alone may be written to
 *                (Landlock). Nobody's home, no secret of the machine, no environment of another process
 *     network    none: no socket can be made (seccomp)
 *     others     no process outside can be traced or signalled; no call that mounts, loads or watches (seccomp)
 *
 * It cannot be left. Programs that are run to reproduce a counterexample are confined much more tightly on top of it
 * (check/replay/confine.h). */
#ifndef INDUCT_CLUSTER_CAGE_H
#define INDUCT_CLUSTER_CAGE_H

#include "base/text.h"

/* Opens what cage_enter() needs. False: this system has no cage, and `why` says what is missing. */
bool cage_ready(struct text *why);

/* The folder is also where temporary files go (TMPDIR). False: the process is not caged, or only in part, and must not
 * go on. It must have one thread only. */
bool cage_enter(const char *folder, struct text *why);

#endif
