/* The pictures of a campaign, as self-contained SVG files. */
#ifndef INDUCT_BENCH_PLOT_H
#define INDUCT_BENCH_PLOT_H

#include "bench/results.h"

/* For each tool, how many instances it solves (x) within which time each (y, logarithmic). */
void plot_cactus(const struct plan *, const struct results *, struct text *);

/* Every instance that either of two tools solves, by the wall times of both; what a tool does not solve lies
 * on the rim beyond the time limit. */
void plot_scatter(const struct plan *, const struct results *, uint32_t left, uint32_t right, struct text *);

#endif
