/* Cuts: sets of at most four nodes (leaves) that determine a node, with the function they determine it by. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_CUTS_H
#define INDUCT_TRANSFORM_CIRCUIT_CUTS_H

#include "transform/circuit/network.h"

enum { CUT_LEAVES = 4, CUTS_PER_NODE = 6 };

struct cut {
    uint32_t leaves[CUT_LEAVES]; /* ascending; [0..size[ */
    uint32_t signature;          /* a bit for each leaf, by its number modulo 32 */
    uint16_t truth;              /* over the leaves in order; does not depend on variables from `size` on */
    uint8_t size;
};

struct cut_set {
    struct cut cuts[CUTS_PER_NODE];
    uint8_t size; /* 0: only the node itself */
};

struct cuts {
    VEC(struct cut_set) sets; /* per node; nodes beyond the end have only themselves */
};

void cuts_fini(struct cuts *);

/* Finds the cuts of a gate from those of its fan-ins, which must be resolved. Leaves on which the function
 * does not depend are left out: a cut may come out with one leaf, or none. */
const struct cut_set *cuts_find(struct cuts *, const struct network *, uint32_t node);

#endif
