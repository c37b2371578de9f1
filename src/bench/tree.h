/* The processes below this one, as /proc shows them.
 *
 * A benchmarked command may start helpers, and helpers may leave its process group and session. The one
 * relation they cannot leave is descent: the caller makes itself a subreaper (prctl PR_SET_CHILD_SUBREAPER),
 * so that a process whose parent dies becomes its child. What /proc lists may be out of date when it is read;
 * killing therefore repeats until the kernel says that there is no child any more. */
#ifndef INDUCT_BENCH_TREE_H
#define INDUCT_BENCH_TREE_H

#include <stdbool.h>
#include <stdint.h>

struct tree_usage {
    uint64_t resident_kb; /* of all descendants; pages that processes share count once for each */
    double cpu_seconds;   /* user and system time of all that live, and of those that were waited for */
};
struct tree_usage tree_usage(void);

/* Sends a signal to all descendants that can be seen now. */
void tree_signal(int signal);

/* Kills and reaps all descendants. False when some would not die within the given time (stuck in the kernel).
 */
bool tree_kill(double seconds);

#endif
