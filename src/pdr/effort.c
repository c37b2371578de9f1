#include "pdr/effort.h"

/* How hard the chain of obligations has been: the highest activity among the next few. */
static double difficulty(const struct obligation *o) {
    enum { LOOK_AHEAD = 3 };
    double most = 0;
    for (int i = 0; o && i < LOOK_AHEAD; i++, o = o->successor)
        if (o->activity > most) most = o->activity;
    return most;
}

struct effort effort_for(const struct options *options, struct stats *stats, const struct obligation *o,
                         double patience) {
    enum { FIRST_CTGS = 2, ACTIVITY_PER_CTG = 15, MOST_CTGS = 5 };
    if (!options->ctg) return (struct effort){0, 0};
    if (!options->effort) return (struct effort){(uint32_t)options->ctg_max, (uint32_t)options->ctg_depth};
    double hard = difficulty(o) / patience, beyond = hard - (double)options->ctg_from;
    if (beyond < 0) return (struct effort){0, 0};
    stats->effort_raised++;
    if (hard >= (double)options->ctg_more_from) return (struct effort){MOST_CTGS, 2};
    return (struct effort){FIRST_CTGS + (uint32_t)(beyond / ACTIVITY_PER_CTG), 1};
}

struct effort effort_nested(struct effort e) {
    return e.ctg_depth <= 1 ? (struct effort){0, 0} : (struct effort){e.ctg_max, e.ctg_depth - 1};
}
