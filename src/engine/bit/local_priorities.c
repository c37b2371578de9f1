/* Priorities of latches from the clauses that ic3 learns ([BIMM12] section III.A).
 *
 *   PM1   the first bound at which a clause mentions the latch;
 *   PM2   the least distance between the bound and the highest frame that a clause with the latch reaches, 0 for
 *         unbounded invariants;
 *   PM3   0 when any clause mentions it.
 *
 * A lower number is a higher priority. Clauses are heard when they are learnt (after pushing, so at the highest frame
 * that they reach then) and each time they move up, which matters to PM2 alone. */
#include "engine/bit/local_internal.h"

#include "pdr/frames.h"

static uint32_t priority(enum priority_method method, uint32_t level, uint32_t bound) {
    switch (method) {
    case PRIORITY_PM1: return bound;
    case PRIORITY_PM2: return level < bound ? bound - level : 0; /* infinity is above every bound */
    case PRIORITY_PM3: return 0;
    }
    return PRIORITY_NEVER;
}

void local_prioritize(struct local *s, const struct abstraction *a, const pdr_lit *cube, uint32_t n,
                      uint32_t level, uint32_t bound) {
    uint32_t value = priority((enum priority_method)s->options->local_priority, level, bound);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *known = &s->priorities[a->latches.data[pdr_index(cube[i])]];
        s->stats->local_prioritized += *known == PRIORITY_NEVER;
        if (value < *known) *known = value;
    }
}

uint32_t local_highest_priority(const struct local *s, const uint32_t *latches, uint32_t n) {
    uint32_t best = PRIORITY_NEVER;
    for (uint32_t i = 0; i < n; i++)
        if (s->priorities[latches[i]] < best) best = s->priorities[latches[i]];
    return best;
}
