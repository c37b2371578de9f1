/* From and-inverter graphs to clauses, for the judge alone.
 *
 * A `struct encode` is a SAT solver with a literal for "true" and a table of the AND gates it knows. An
 * `encode_frame` is one copy of a graph in that solver: gates are encoded on demand, so only the cones that a
 * question needs cost anything; leaves are asked of the frame's owner, once each. Constants are folded and
 * equal gates are shared across frames, so that a formula that is a copy of another becomes the same literal.
 */
#ifndef INDUCT_CHECK_CIRCUIT_ENCODE_H
#define INDUCT_CHECK_CIRCUIT_ENCODE_H

#include "aig/aig.h"
#include "base/hash.h"
#include "sat/sat.h"

struct encode {
    struct sat *sat;
    sat_lit truth;
    struct hash_map gates; /* (left literal, right literal) -> literal code */
    sat_lits same;         /* variable -> a literal that it equals, of smaller or the same variable */
    u8s marks;             /* literal code -> whether the clause at hand has it */
};

void encode_init(struct encode *, struct limits *); /* a CaDiCaL instance */
void encode_fini(struct encode *);

sat_lit encode_variable(struct encode *); /* a fresh, free literal */
sat_lit encode_and(struct encode *, sat_lit, sat_lit);
sat_lit encode_equal(struct encode *, sat_lit, sat_lit);
void encode_equate(struct encode *, sat_lit, sat_lit); /* adds the fact that they are equal */

static inline sat_lit encode_constant(const struct encode *e, bool value) {
    return sat_not_if(e->truth, !value);
}
static inline bool encode_is(const struct encode *e, sat_lit l, bool value) {
    return l.code == encode_constant(e, value).code;
}

struct encode_frame {
    struct encode *encode;
    const struct aig *graph;
    sat_lit *literals; /* [0..aig_size(graph)[, code UINT32_MAX: not encoded yet */
    sat_lit (*leaf)(void *owner, uint32_t time, uint32_t node);
    void *owner;
    uint32_t time; /* handed to `leaf` */
    /* NULL, or for a leaf the literal of this frame that it equals (AIG_NONE: none); acyclic. */
    const aig_lit *alias;
};

void encode_frame_init(struct encode_frame *, struct encode *, const struct aig *,
                       sat_lit (*leaf)(void *owner, uint32_t time, uint32_t node), void *owner,
                       uint32_t time);
void encode_frame_fini(struct encode_frame *);

/* The solver's literal for a literal of the graph. */
sat_lit encode_literal(struct encode_frame *, aig_lit);

/* The literal as a clause: appends solver literals whose disjunction is equivalent to it. A negated AND tree
 * becomes one clause over the tree's leaves without variables of its own. Returns false, and an unspecified
 * clause, when the clause is true by itself. */
bool encode_clause(struct encode_frame *, aig_lit, sat_lits *clause);

/* Adds the literal as a fact. */
void encode_assert(struct encode_frame *, aig_lit);

#endif
