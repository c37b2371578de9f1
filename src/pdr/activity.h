/* Activities: how often an index (a latch, an atom) was needed in lemmas, where late lemmas count more.
 *
 * Literals that lemmas seldom need are the first to be given up when a cube is generalized. Instead of
 * letting all activities decay, what is added grows. */
#ifndef INDUCT_PDR_ACTIVITY_H
#define INDUCT_PDR_ACTIVITY_H

#include "pdr/cube.h"

typedef VEC(double) doubles;

struct activities {
    doubles of;  /* by index */
    double step; /* what a bump adds */
};

void activities_init(struct activities *, uint32_t count);
void activities_fini(struct activities *);
/* With a seed other than 0, indices start with different activities below that of one bump, the same for the same seed:
 * of literals that no lemma has needed yet, others are given up first. */
void activities_scatter(struct activities *, uint64_t seed);
/* One more index, of activity 0. */
void activities_extend(struct activities *);

/* Adds the step to the indices of the literals, then lets it grow by 1/0.99. All activities and the step are
 * divided by `largest` as soon as one activity is above it. */
void activities_bump(struct activities *, const pdr_lit *, uint32_t n, double largest);

/* Which of two literals of the same activity goes first. */
enum activities_ties { ACTIVITIES_OLDEST_FIRST, ACTIVITIES_NEWEST_FIRST };
/* Least active first; literals of the cube `late` (may be NULL) after all others. With NULL for activities
 * only the rest counts. */
void activities_order(const struct activities *, pdr_lits *, const struct cube *late, enum activities_ties);

#endif
