/* Sequence interpolants of an infeasible path, for engines that need more than predicates.
 *
 * For formulas F_1 .. F_n with F_1 & ... & F_n unsatisfiable: I_0 = true, I_n = false, I_i-1 & F_i |= I_i,
 * and I_i speaks only of the variables that `shared` says F_1..F_i and F_i+1..F_n have in common ([W14]
 * Definition 2). Every sequence is checked against this before it is given out. */
#ifndef INDUCT_REFINE_SEQUENCE_H
#define INDUCT_REFINE_SEQUENCE_H

#include "base/clock.h"
#include "base/stats.h"
#include "smt/smt.h"

/* The context serves most of the solvers; NULL: contexts of their own. Fills out[0..n-1[ with I_1 .. I_n-1; shared[i]
 * are the variables of I_i+1. STATUS_UNSUPPORTED: none was found, or the path is feasible; STATUS_STOPPED. */
enum status sequence_interpolants(struct terms *, struct smt_context *, const term *formulas, uint32_t n,
                                  const struct smt_link *shared, struct limits *, struct stats *, term *out);
/* Whether it is one. */
bool sequence_check(struct terms *, struct smt_context *, const term *formulas, uint32_t n,
                    const struct smt_link *shared, struct limits *, const term *interpolants);

#endif
