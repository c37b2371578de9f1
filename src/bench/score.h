/* The numbers that a campaign comes down to.
 *
 * A run is solved when every property was decided within the limits and no verdict is wrong, or when nothing but
 * `safe` would have been wrong and it says unknown. PAR-2 is the
 * mean time per instance, where a run that is not solved counts twice the time limit. Ratios are
 * geometric means of times over the instances that both tools solved, with times below a millisecond
 * taken as one. */
#ifndef INDUCT_BENCH_SCORE_H
#define INDUCT_BENCH_SCORE_H

#include "bench/results.h"

#define SCORE_TRIVIAL 0.1 /* seconds; instances that neither tool needs longer for say little about speed */

struct score {
    uint32_t runs, solved, wrong;
    uint32_t unique; /* solved by no other tool */
    uint32_t unverified;
    uint32_t outcomes[OUTCOME_COUNT]; /* wrong runs count under `wrong` instead */
    double par2, wall, cpu;           /* seconds; the last two are sums over all runs */
    double memory;                    /* MB, the largest of the solved runs */
};

/* Of one tool; `family` restricts it, NULL means all. */
struct score score_tool(const struct plan *, const struct results *, uint32_t tool, const char *family);

struct comparison {
    uint32_t both, only_left, only_right; /* instances solved */
    uint32_t left_faster, right_faster;   /* of both: by more than a tenth */
    double ratio;                         /* left over right; 0 when there is no such instance */
    uint32_t both_hard;                   /* of both: where either needs more than SCORE_TRIVIAL */
    double ratio_hard, ratio_hard_cpu;    /* of wall and of CPU times; the latter forgives a busy machine */
};
struct comparison score_compare(const struct plan *, const struct results *, uint32_t left, uint32_t right);

/* Instances on which some pair of tools contradicts each other; appends their indices. */
void score_contradictions(const struct plan *, const struct results *, u32s *instances);

/* The time that counts, its limit and its name: wall time, or CPU time in a campaign that limits that. */
double score_time(const struct plan *, const struct result *);
double score_limit(const struct plan *);
const char *score_clock(const struct plan *); /* "wall", "CPU" */

/* Sorted times of the runs that a tool solved. */
typedef VEC(double) times;
void score_times(const struct plan *, const struct results *, uint32_t tool, times *);

#endif
