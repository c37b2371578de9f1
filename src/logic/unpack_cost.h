/* What it costs to make a term, before it is made: an upper bound, in units of about a machine word that is looked at
 * or kept. Private to logic/, for bytes that nobody vouches for (pack.h).
 *
 * Most constructors look at their arguments and at a bounded number of terms below. The others: folding of constants,
 * which may grow; sums and products, which copy the numbers of their arguments; array values, which are searched,
 * sorted and rebuilt; and parts of bit vectors, which are looked for along chains of operators. */
#ifndef INDUCT_LOGIC_UNPACK_COST_H
#define INDUCT_LOGIC_UNPACK_COST_H

#include "logic/bank.h"

/* Of a term that was made. */
struct term_cost {
    /* bit-vector operators in a row that a search for a part goes through, at most; saturating. */
    uint32_t chain;
    uint64_t bulk; /* of a value: how many words it has when nothing is shared; saturating */
};

struct term_cost term_cost_of(const struct terms *, term, const struct term_cost *args, uint32_t n);
uint64_t term_cost_kept(const struct terms *, term); /* the size of a constant that may just have been made */
uint64_t term_cost_make(const struct terms *, enum term_op, const term *args, const struct term_cost *costs,
                        uint32_t n);

#endif
