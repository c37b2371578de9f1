/* The part of a spurious path that makes it infeasible.
 *
 * Often a few steps contradict the cubes around them, and what is before and after does not matter.
 * Predicates for such a part rule out the whole path, and are found at the price of a short one. */
#ifndef INDUCT_REFINE_PART_H
#define INDUCT_REFINE_PART_H

#include "refine/refine.h"

struct parts; /* a solver with the system's steps, kept over all refinements */

struct parts *parts_new(const struct system *, struct stats *, struct limits *);
void parts_free(struct parts *);
/* A part of the path, infeasible by itself, that is so no longer without its first or without its last
 * state. The path itself when nothing shorter is found. Its cubes are those of the path. */
struct spurious_path parts_shortest(struct parts *, const struct spurious_path *);

#endif
