#include "pdr/activity.h"

#include "base/random.h"

#include <stdlib.h>

void activities_init(struct activities *a, uint32_t count) {
    *a = (struct activities){.step = 1};
    vec_resize(&a->of, count);
}

void activities_scatter(struct activities *a, uint64_t seed) {
    enum { STEPS = 1024 };
    struct random random;
    if (!seed) return;
    random_init(&random, seed);
    vec_each (double, activity, &a->of) *activity += a->step * random_below(&random, STEPS) / (2.0 * STEPS);
}

void activities_fini(struct activities *a) {
    vec_free(&a->of);
}

void activities_extend(struct activities *a) {
    vec_push(&a->of, 0);
}

void activities_bump(struct activities *a, const pdr_lit *cube, uint32_t n, double largest) {
    const double decay = 0.99;
    for (uint32_t i = 0; i < n; i++) {
        a->of.data[pdr_index(cube[i])] += a->step;
        if (a->of.data[pdr_index(cube[i])] <= largest) continue;
        vec_each (double, activity, &a->of) *activity /= largest;
        a->step /= largest;
    }
    a->step /= decay;
}

/* The order is kept in keys of their own, as qsort has no argument for the table. */
struct ranked {
    bool late;
    double activity;
    uint32_t tie;
    pdr_lit literal;
};

static int by_rank(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    if (x->late != y->late) return x->late ? 1 : -1;
    if (x->activity != y->activity) return x->activity < y->activity ? -1 : 1;
    return (x->tie > y->tie) - (x->tie < y->tie);
}

void activities_order(const struct activities *a, pdr_lits *cube, const struct cube *late,
                      enum activities_ties ties) {
    VEC(struct ranked) ranks = {0};
    vec_each (const pdr_lit, l, cube)
        vec_push(&ranks, (struct ranked){.late = late && cube_contains(late, *l),
                                         .activity = a ? a->of.data[pdr_index(*l)] : 0,
                                         .tie = ties == ACTIVITIES_NEWEST_FIRST ? ~l->code : l->code,
                                         .literal = *l});
    if (ranks.size) qsort(ranks.data, ranks.size, sizeof *ranks.data, by_rank);
    for (uint32_t i = 0; i < ranks.size; i++) cube->data[i] = ranks.data[i].literal;
    vec_free(&ranks);
}
