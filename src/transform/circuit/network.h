/* An and-inverter graph under change: nodes are replaced by others, and reference counts tell what a change
 * saves.
 *
 * Built on struct aig, whose nodes it edits; their numbers are then in no topological order. A replaced node
 * forwards to the literal that stands for it. A node without references is dead but keeps its structure and
 * may be revived.
 *
 * Invariants:
 *   (1) references[n] counts the live gates that have n as a fan-in, after forwarding, and the outside uses.
 *   (2) A dead node holds no references to its fan-ins.
 *   (3) The unique table finds every live gate whose fan-ins do not forward. */
#ifndef INDUCT_TRANSFORM_CIRCUIT_NETWORK_H
#define INDUCT_TRANSFORM_CIRCUIT_NETWORK_H

#include "model/circuit.h"

struct network {
    struct aig *graph;
    u32s references;  /* per node */
    aig_lits forward; /* per node: what stands for it; itself as long as it was not replaced */
    u32s stack;       /* scratch */
};

/* The circuit's graph, hashed. `image` gets the literal of each of its nodes (AIG_NONE: unused). */
void network_init(struct network *, const struct circuit *, aig_lit *image);
void network_fini(struct network *);

/* Follows forwarding. */
aig_lit network_resolve(struct network *, aig_lit);
static inline bool network_is_replaced(const struct network *w, uint32_t node) {
    return aig_node(w->forward.data[node]) != node;
}

/* The gate a & b if there is one (constants and equal operands are simplified), else AIG_NONE. The operands
 * must be resolved; so is the result. */
aig_lit network_find(struct network *, aig_lit a, aig_lit b);
/* The same, made when there is none: dead, without references. */
aig_lit network_and(struct network *, aig_lit a, aig_lit b);

/* Releases what only this node keeps alive, down to nodes that have other references; returns the number of
 * gates that died, the node included. The node must be live, and stays dead until network_revive, which
 * undoes it. */
uint32_t network_kill(struct network *, uint32_t node);
void network_revive(struct network *, uint32_t node);

/* Moves all references of a live node to the literal and kills it. The literal must not depend on the
 * node. */
void network_replace(struct network *, uint32_t node, aig_lit by);

/* Validator: counts references anew. */
bool network_check(struct network *, const struct circuit *, const aig_lit *image);

#endif
