/* Simplifying construction of terms, in banks made with TERMS_SIMPLIFY. Private to logic/.
 *
 * Every rule is local: it looks at the operator, its arguments and a bounded number of terms below, and never calls
 * itself deeper than a small constant; so making a term takes time linear in its arity. A rule that is not here belongs into
 * a transform. */
#ifndef INDUCT_LOGIC_SIMPLIFY_H
#define INDUCT_LOGIC_SIMPLIFY_H

#include "logic/term.h"

/* Nested conjunctions, disjunctions, sums and products are flattened up to this many arguments; larger ones stay
 * arguments, so that building a long chain one by one stays linear. */
enum { SIMPLIFY_FLAT = 32 };

/* Any operator; `args` may point into the bank. */
term simplify(struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0, uint32_t p1);

#endif
