/* campaign.json and campaign.html: a campaign as data, and as a page for a browser (src/report/). */
#ifndef INDUCT_BENCH_PAGE_H
#define INDUCT_BENCH_PAGE_H

#include "bench/results.h"

/* The data, as docs/REPORTS.md describes it. `against`: the folder of another campaign, which is compared with this one
 * by the names of files and tools; NULL: none is. STATUS_MALFORMED, STATUS_IO: its results.csv is none, or cannot be
 * read. */
enum status page_data(const struct plan *, const struct results *, const char *against, struct text *,
                      struct messages *);
/* Whether the folder has such a campaign; better asked before anything runs. */
enum status page_check(const char *against, struct messages *);
/* The page of that data. */
void page_write(const struct plan *, const struct text *data, struct text *page);

#endif
