/* Separating half-spaces: one linear inequality that holds of one polyhedron and of no point of another
 * (after Albarghouthi & McMillan, "Beautiful Interpolants", CAV 2013).
 *
 * By Farkas' lemma, `w.x <= d` holds of the polyhedron R.x <= e iff some non-negative combination of its rows
 * gives it. So w and d are unknowns of a query in linear arithmetic, beside the multipliers. Small integer
 * weights are tried first; then as many further samples as possible are put on their right side, because a
 * predicate that separates many samples is likely to be the one that the proof needs; then the weights are
 * made small and d zero, if that can be. */
#ifndef INDUCT_REFINE_SEPARATE_H
#define INDUCT_REFINE_SEPARATE_H

#include "base/clock.h"
#include "logic/linear.h"

/* A polyhedron over subjects (see linear.h): rows `form <= 0`, or `< 0` when strict. */
struct sample_row {
    struct linear form;
    bool strict;
};
struct sample {
    VEC(struct sample_row) rows;
};
typedef VEC(struct sample *) sample_list;

/* The rows of a cube. Literals that are not linear are left out, which makes the polyhedron larger; of a
 * disequation the one of x < y and y < x is taken that holds according to `below` (asked about x < y, as in
 * linear.h). */
struct sample *sample_new(struct terms *, const term_list *cube, bool (*below)(void *client, term less),
                          void *client);
void sample_free(struct sample *);

/* A half-space of `a` that excludes `b`, as a canonical predicate, extended to the samples of the pools
 * where possible (as: on the side of a; bs: on the side of b). The solver's work is taken off *patience.
 * TERM_NONE: there is none within the bounds, the limits stopped, or patience came to an end. */
term separate(struct terms *, const struct sample *a, const struct sample *b, const sample_list *as,
              const sample_list *bs, struct limits *, uint64_t *patience);

#endif
