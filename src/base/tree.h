/* The processes below this one, as /proc shows them.
 *
 * A command may start helpers, and helpers may leave its process group and session. The one
 * relation they cannot leave is descent: the caller makes itself a subreaper (prctl PR_SET_CHILD_SUBREAPER),
 * so that a process whose parent dies becomes its child. What /proc lists may be out of date when it is read;
 * killing therefore repeats until the kernel says that there is no child any more. */
#ifndef INDUCT_BASE_TREE_H
#define INDUCT_BASE_TREE_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct tree_usage {
    uint64_t resident_kb; /* of all descendants; pages that processes share count once for each */
    double cpu_seconds;   /* user and system time of all that live, and of those that were waited for */
};
struct tree_usage tree_usage(void);

/* The memory of this process and all its descendants in kilobytes: proportional set sizes, in which a page that n
 * processes share counts 1/n for each. To find these takes milliseconds, so they are not asked for where less work
 * shows that the sum is `enough_kb` at most: the sum of the resident sizes is never less than it, and how much less it
 * was, a moment ago and for the same processes, is known. Starts as zero bytes. */
struct tree_memory {
    uint64_t names;     /* which processes these were */
    uint64_t shared_kb; /* what the resident sizes were more */
    uint64_t looked_us; /* when */
};
uint64_t tree_memory_kb(struct tree_memory *, uint64_t enough_kb);

/* Appends the numbers of the direct children. */
void tree_children(u32s *);

/* Sends a signal to all descendants that can be seen now. */
void tree_signal(int signal);

/* Kills and reaps all descendants. False when some would not die within the given time (stuck in the kernel).
 */
bool tree_kill(double seconds);

#endif
