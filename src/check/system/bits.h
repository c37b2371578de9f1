/* From terms to clauses, for the judge alone: bit-vector and Boolean terms, and arrays small enough to be written out.
 *
 *     struct bits b;  bits_init(&b, bank, limits);
 *     bits_assert(&b, formula);
 *     sat_lit l = bits_literal(&b, other);             // equivalent to it
 *     sat_solve(b.encode.sat, &l, 1) ...
 *     bits_fini(&b);
 *
 * Every bit of a variable is a variable of the SAT solver; operators become gates (words.h), once per term. Nothing
 * here is shared with the bit-blasting that engines use. */
#ifndef INDUCT_CHECK_SYSTEM_BITS_H
#define INDUCT_CHECK_SYSTEM_BITS_H

#include "check/circuit/encode.h"
#include "logic/term.h"

enum { BITS_ARRAY = 1 << 16 }; /* the most bits that an array may have */

struct bits {
    struct encode encode;
    struct terms *bank;
    u64s offset;       /* by term id: 1 + where its word starts; 0: not made yet */
    sat_lit *literals; /* the words */
    uint64_t size, capacity;
};

/* Whether everything that the roots depend on can be made into bits. */
bool bits_fit(const struct terms *, const term *roots, uint32_t n);

void bits_init(struct bits *, struct terms *, struct limits *);
void bits_fini(struct bits *);
sat_lit bits_literal(struct bits *, term formula);
/* Adds a fact. A conjunction is taken apart; an equation `variable = t` whose variable is new makes it the word of
 * t. */
void bits_assert(struct bits *, term formula);

#endif
