/* Candidate equivalence classes of the nodes of a graph, refined by simulation.
 *
 * A class is a list of nodes in ascending order; its head, the smallest, is the representative. Node 0 heads
 * the class of the constants. Equality is up to complement: `phase` is each node's value in one reference
 * pattern, and members are equal after each is complemented by its phase. Classes are only ever split. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_CLASSES_H
#define INDUCT_TRANSFORM_CIRCUIT_CLASSES_H

#include "aig/aig.h"

struct classes {
    uint32_t size;
    uint32_t *head;  /* [0..size[ the representative; the node itself when it is one, or alone */
    uint32_t *next;  /* [0..size[ the next member; 0: none */
    uint8_t *phase;  /* [0..size[ */
    u32s live;       /* the heads that have members, and perhaps some that had */
    uint32_t merged; /* number of nodes that are not heads */
};

/* One class of the candidates, which include node 0. Phases are bit 0 of the values (simulation words). */
void classes_init(struct classes *, uint32_t size, const bool *candidate, const uint64_t *values);
void classes_fini(struct classes *);

/* Splits classes whose members differ, complemented by their phases, in the patterns of the mask. Returns the
 * number of nodes that got another head. */
uint32_t classes_refine(struct classes *, const uint64_t *values, uint64_t mask);

/* Makes a node that is not a head a class of its own. */
void classes_remove(struct classes *, uint32_t node);

/* The literal that stands for a node: its head, complemented if their phases differ. */
static inline aig_lit classes_representative(const struct classes *c, uint32_t node) {
    uint32_t head = c->head[node];
    return aig_make(head, c->phase[node] != c->phase[head]);
}

/* The patterns in which all candidate equalities hold. */
uint64_t classes_hold(const struct classes *, const uint64_t *values);

#endif
