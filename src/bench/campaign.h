/* The campaign: every tool on every instance of a plan, several runs at a time.
 *
 * Runs are taken instance by instance: all tools one after the other on the same file, so that whatever the
 * machine does meanwhile hits them alike, starting with another tool each time. Pairs that have a result are
 * skipped. */
#ifndef INDUCT_BENCH_CAMPAIGN_H
#define INDUCT_BENCH_CAMPAIGN_H

#include "bench/results.h"

/* Runs what is left to run. A run that is wrong or ends in an error leaves its command and output in
 * DIRECTORY/logs/. STATUS_STOPPED after SIGINT, SIGTERM or SIGHUP: runs under way are killed and forgotten,
 * finished ones are kept. STATUS_IO when the system fails. */
enum status campaign_run(const struct plan *, struct results *, const char *directory, struct messages *);

#endif
