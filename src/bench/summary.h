/* summary.md: the tables of a campaign, in Markdown, wrong verdicts first. */
#ifndef INDUCT_BENCH_SUMMARY_H
#define INDUCT_BENCH_SUMMARY_H

#include "bench/results.h"

/* With more tools than this, pairs are formed with the first tool only. */
enum { SUMMARY_ALL_PAIRS = 6 };

/* Whether tables and plots have this pair of tools. */
bool summary_has_pair(const struct plan *, uint32_t left, uint32_t right);

void summary_write(const struct plan *, const struct results *, struct text *);

#endif
