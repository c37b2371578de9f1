/* The results of a campaign on disk, so that a killed campaign loses nothing but the runs under way.
 *
 * The folder holds settings.csv, written once, which says what is being run, and results.csv, to which each
 * finished run is appended as one line and forced to the disk. When a campaign starts on a folder that has
 * them, the settings must be the same; a last line without its end is dropped, and the other lines are
 * results already had.
 *
 *     opened ──results_add──> ...     one process at a time: results.csv is locked while it is open
 *
 * `verdicts` lists the answers as NAME:ANSWER, separated by spaces. */
#ifndef INDUCT_BENCH_RESULTS_H
#define INDUCT_BENCH_RESULTS_H

#include "bench/judge.h"

struct results {
    VEC(struct result) list; /* owned, in the order of the runs' ends */
    u32s index;              /* instance * tools + tool -> position in list + 1; 0: not run yet */
    uint32_t tools;
    int descriptor; /* results.csv, open for appending; -1: none */
    char *path;     /* of results.csv */
};

/* Opens the folder, making it and those above it if there are none, and loads what is there. STATUS_USAGE
 * when it holds a campaign with other settings or is in use; STATUS_MALFORMED when a line is none of ours.
 * results_fini is due in any case. */
enum status results_open(struct results *, const struct plan *, const char *directory, struct messages *);
void results_fini(struct results *);

/* Adds what the folder of a campaign has, a shard of this one or a part of it, in the order of its runs. STATUS_USAGE:
 * its settings are not the same, but for shard, jobs and the place of the manifest, or a result is there already. */
enum status results_merge(struct results *, const struct plan *, const char *directory, struct messages *);

/* The result of a pair, NULL when it has not been run. Borrowed until the next results_add. */
const struct result *results_find(const struct results *, uint32_t instance, uint32_t tool);
/* Takes over the result and appends it to the file. */
enum status results_add(struct results *, const struct plan *, struct result, struct messages *);

#endif
