/* Judging a run: what its outcome is, and whether what the tool said is true.
 *
 * The outcome is `safe` or `unsafe` only if every property was decided within the limits. Being right is
 * judged property by property, whatever the outcome: a wrong verdict on one property is wrong even if the run
 * then times out. A tool is wrong when
 *
 *   (1) it calls a property unsafe of a file that is expected to be safe;
 *   (2) it calls every property safe of a file that is expected to be unsafe or not-safe;
 *   (3) it answers a property of PROPERTIES.csv differently, matched by name, or, if none of the names match
 * and both sides are complete, finds another number of unsafe properties. */
#ifndef INDUCT_BENCH_JUDGE_H
#define INDUCT_BENCH_JUDGE_H

#include "bench/plan.h"

enum outcome {
    OUTCOME_SAFE,
    OUTCOME_UNSAFE,
    OUTCOME_UNKNOWN, /* the tool gave up, or decided only some of the properties */
    OUTCOME_TIMEOUT,
    OUTCOME_MEMORY,
    OUTCOME_ERROR, /* it crashed, or said nothing that its adapter understands */
    OUTCOME_COUNT
};
const char *outcome_name(enum outcome);
bool outcome_parse(const char *name, enum outcome *);

enum check {
    CHECK_NONE,    /* nothing to check: undecided, or nothing known */
    CHECK_CORRECT, /* decided as expected, or rightly left open where only `safe` would be wrong */
    CHECK_WRONG,
    CHECK_COUNT
};
const char *check_name(enum check);
bool check_parse(const char *name, enum check *);

struct result {
    uint32_t instance, tool; /* indices into the plan */
    enum outcome outcome;
    enum check check;
    double wall, cpu; /* seconds */
    double memory;    /* MB */
    int exit_code;    /* minus the signal when a signal ended it, or when we did */
    struct answers answers;
    char *note; /* owned, "" when there is nothing to say */
};
void result_fini(struct result *);
/* Decided completely, within the limits, and not wrong; or rightly left open. */
bool result_solved(const struct result *);

/* Judges a run that has ended by itself or by a limit. The output is read by the tool's adapter. */
void judge_run(const struct plan *, uint32_t instance, uint32_t tool, const struct run_report *,
               const char *output, struct result *);

/* Whether two tools contradict each other on the same instance: on a property of the same name, or one finds
 * everything safe and the other something unsafe. */
bool judge_contradiction(const struct result *, const struct result *);

#endif
