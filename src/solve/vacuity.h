/* Vacuity: a proof may hold because nothing can happen. After a proof, two questions about the model as read:
 *
 *     runs        do its assumptions allow any run? Not if they contradict each other in the first step; nor, from then
 *                 on, if no run that satisfies them gets beyond some step
 *     condition   can the condition under which a property asserts something be true at all?
 *
 * Both are asked of a copy of the system with other properties, within a budget; "nobody knows" is a frequent answer,
 * and a good one. That assumptions allow no run is exact up to the depth that is looked at (a complete search), that a
 * condition is never true is a proof, which the client confirms. */
#ifndef INDUCT_SOLVE_VACUITY_H
#define INDUCT_SOLVE_VACUITY_H

#include "base/clock.h"
#include "base/options.h"
#include "evidence/evidence.h"

enum { VACUITY_STEPS = 20 /* that are looked at */, VACUITY_UNKNOWN = -1 };

struct vacuity_case {
    const struct system *system; /* nothing is made in its bank */
    const char *file;
    const struct options *options;
    uint64_t work; /* the budget, counted as limits_spend() has it, so that a loaded machine finds the same */
    uint64_t *spent; /* of work, all questions together: added to */
    double seconds;  /* when it ends at the latest: work that nobody counts */
    /* Whether an invariant proves the property of the copy. */
    bool (*confirm)(void *client, const struct system *, uint32_t property, const struct system_invariant *,
                    struct limits *);
    void *client;
};

/* A circuit as a system; the caller's. */
struct system *vacuity_system(const struct circuit *);
/* The first step that no run gets to, or VACUITY_UNKNOWN: none was found. Then `conflict` gets the positions of
 * constraints that cannot all be satisfied up to that step, as few as the budget allowed to find. */
int vacuity_of_runs(const struct vacuity_case *, u32s *conflict);
/* Whether the condition of that property is proved to be false always; it has one. */
bool vacuity_of_condition(const struct vacuity_case *, uint32_t property);

#endif
