/* The plan of a campaign: which files, which tools, which limits, and what is known about the files.
 *
 * A manifest is a CSV file with at least the columns `path` (relative to the manifest's folder) and
 * `expected`: safe; unsafe; not-safe (anything but safe is right); unknown or empty (not known); convention (what
 * is right is a matter of convention: the row is skipped). Where present, `properties` is the number of properties
 * of the file, and `data_model` and `options` say how it is to be read; a file may be listed once for each of these.
 * A PROPERTIES.csv beside the manifest (path, property, expected) says more about single properties.
 *
 * Selection: rows that satisfy every --where condition and are no convention, then, with --sample N, the N of them
 * whose hash of seed and name (base/hash.h) is smallest, so that a sample depends on nothing else and grows without
 * exchanging members. Selected instances keep the order of the manifest. */
#ifndef INDUCT_BENCH_PLAN_H
#define INDUCT_BENCH_PLAN_H

#include "bench/command.h"

struct expectation {
    const char *property; /* name or number, as in the table; borrowed from it */
    enum answer expected;
};

struct instance {
    const char *path; /* as in the manifest, borrowed from it */
    char *name;   /* the path; with data model and options, "PATH [ilp32]", if it is listed several times */
    char *file;   /* absolute */
    char *family; /* the first folder below those that all instances share; "-" when there is none */
    uint32_t row; /* of the manifest */
    uint32_t properties; /* 0: not known */
    enum answer expected;
    VEC(struct expectation) each; /* of single properties */
};

struct plan {
    char *manifest_path; /* absolute */
    struct csv manifest, properties;
    VEC(struct instance) instances;
    VEC(struct tool) tools;
    strings where; /* COLUMN=PATTERN and COLUMN!=PATTERN */
    struct run_limits limits;
    uint32_t jobs, sample;  /* sample 0: all */
    uint32_t shard, shards; /* one of several parts, from 1 on; 0: the whole */
    uint32_t conventions;   /* selected rows that were skipped */
    uint64_t seed;
};
void plan_fini(struct plan *);

/* Reads the manifest and its PROPERTIES.csv and selects the instances; tools, conditions, limits and sample
 * are set before. Fails when a file is missing, a condition or command names no column, or nothing is left to
 * do. */
enum status plan_load(struct plan *, const char *manifest, struct messages *);

/* Whether the instance is one of the plan's shard: every so manieth of the selected ones, so that neighbours, which
 * are often alike, go to different machines. */
bool plan_has(const struct plan *, uint32_t instance);
uint32_t plan_runs(const struct plan *); /* pairs of instance and tool in the shard */

/* Everything that the results depend on, as rows setting,value: what a resumed campaign must agree with. */
void plan_settings(const struct plan *, struct text *);

#endif
