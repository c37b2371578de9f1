/* Listening to a child process. */
#ifndef INDUCT_BASE_PIPE_H
#define INDUCT_BASE_PIPE_H

#include "base/clock.h"
#include "base/text.h"

/* Reads from a pipe until its other end is closed, and appends the first `most` bytes; the rest is read and dropped, so that the
 * writer can go on. False: the limits (NULL: none) stopped it first, or the deadline (on clock_us(); 0: none) has come; both
 * are noticed within a few hundredths of a second. */
bool pipe_collect(int descriptor, struct text *, size_t most, uint64_t deadline_us, struct limits *);

#endif
