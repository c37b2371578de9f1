/* What a campaign shows while it runs, on standard error: a line that is rewritten in place when that is a
 * terminal, and a line of its own for every wrong verdict, terminal or not. */
#ifndef INDUCT_BENCH_PROGRESS_H
#define INDUCT_BENCH_PROGRESS_H

#include "bench/results.h"

struct progress {
    bool terminal, shown;
    uint64_t start; /* clock_us */
    uint32_t pairs; /* of the whole campaign */
    uint32_t done, done_before;
    uint32_t wrong;
    u32s solved; /* per tool */
};

void progress_init(struct progress *, const struct plan *, const struct results *);
void progress_fini(struct progress *); /* clears the line */
void progress_result(struct progress *, const struct plan *, const struct result *);
void progress_show(struct progress *, const struct plan *, uint32_t instance, uint32_t tool);

#endif
