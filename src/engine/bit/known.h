/* What bounded searches know about every reachable state: clauses over latches that others found to hold always
 * (engine/port.h), and that were found here to be inductive together,
 *
 *     reset => S        S & C & T & C' => S'
 *
 * so they may be assumed in every step of a path from reset, and in every step of an induction whose evidence contains
 * them. What is not inductive together with the rest is forgotten: it comes again if it is worth having. */
#ifndef INDUCT_ENGINE_BIT_KNOWN_H
#define INDUCT_ENGINE_BIT_KNOWN_H

#include "engine/bit/unroll.h"
#include "engine/pending.h"

struct known {
    struct pending *pending;
    VEC(u32s) clauses; /* S: literals are 2 * latch + sign, as of invariant_add_clause */
    struct prover *prover;
};

/* Without a port nothing will ever be known. */
void known_init(struct known *, struct pending *);
void known_fini(struct known *);

/* When it is due: closes properties that others have decided, and takes what they say. More clauses may be known
 * then, behind those that were. */
void known_listen(struct known *);

/* How many of the clauses it makes sense to assume in so many steps; `told` of them are already. */
uint32_t known_worth(const struct known *, uint32_t told, uint32_t steps);

/* Gives the clauses [from .. from + n[ to the solver of an expansion for one step; when `condition` holds, unless it is
 * NULL. */
void known_assert(const struct known *, uint32_t from, uint32_t n, const struct circuit *, struct sat *,
                  struct unroll *, uint32_t step, const sat_lit *condition);

#endif
