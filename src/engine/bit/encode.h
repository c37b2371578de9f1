/* A circuit as a netlist for the incremental SAT solver (sat/cdcl).
 *
 * One variable per input and latch, and per gate that survives the mapping: if-then-else and exclusive-or
 * patterns and trees of AND gates become one gate each when their inner nodes are used nowhere else, which
 * saves a third to a half of the variables. There is one copy of the circuit: a next-state literal is the
 * literal of the latch's next-state function, so "the cube holds in the next state" is an assumption about
 * those. */
#ifndef INDUCT_ENGINE_BIT_ENCODE_H
#define INDUCT_ENGINE_BIT_ENCODE_H

#include "model/circuit.h"
#include "sat/cdcl/cdcl.h"

struct encoding {
    struct netlist *netlist;
    sat_lit *nodes; /* [0..aig_size[: the literal of a node, code UINT32_MAX where it has none */
};

/* Encodes the cones of all next-state functions, properties and constraints. */
void encoding_init(struct encoding *, const struct circuit *);
/* Leaves fewer gates (sat/cdcl/eliminate.h). What encoding_lit answers for stays, with the same meaning. */
void encoding_eliminate(struct encoding *, const struct circuit *);
void encoding_fini(struct encoding *);

/* The literal must be a root of the encoded cones (a next-state function, a property, a constraint), an input, a latch
 * or a constant. */
static inline sat_lit encoding_lit(const struct encoding *e, aig_lit l) {
    assert(e->nodes[aig_node(l)].code != UINT32_MAX);
    return sat_not_if(e->nodes[aig_node(l)], aig_sign(l));
}

#endif
