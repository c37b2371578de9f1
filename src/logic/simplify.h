/* Simplifying construction of terms, in banks made with TERMS_SIMPLIFY. Private to logic/.
 *
 * Every rule is local: it looks at the operator, its arguments and a bounded number of terms below, and nests other
 * constructors at most a constant number of times; so making a term takes time linear in its arity and the
 * stack stays flat. What is left of the operators (simplify_*.c have the rules):
 *
 *   - xor is `not (= a b)`; < is `not (>=)`, bvult and bvslt likewise; Boolean = and ite have no negated first
 *     argument;
 *   - and, or: flat, ascending, no constants, duplicates or complements;
 *   - + is flat, ascending by subject, the constant last; a multiple is (* number subject), a product has no numbers;
 *   - <= has coprime integer coefficients, positive ones on the left; over Int the first is positive;
 *   - commutative operators have a value second, otherwise ascending arguments. */
#ifndef INDUCT_LOGIC_SIMPLIFY_H
#define INDUCT_LOGIC_SIMPLIFY_H

#include "logic/linear.h"

/* Nested conjunctions, disjunctions, sums and products are flattened up to this many arguments; larger ones stay
 * arguments, so that building a long chain one by one stays linear. */
enum { SIMPLIFY_FLAT = 32 };
/* How far reads look through a chain of writes. */
enum { SIMPLIFY_STORES = 256 };

/* Any operator; `args` may point into the bank. */
term simplify(struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0, uint32_t p1);

/* By sort. Arguments are outside the bank, and not all of them are values (which simplify() folds). */
term simplify_sum(struct terms *, const term *args, uint32_t n);
term simplify_product(struct terms *, const term *args, uint32_t n);
term simplify_number(struct terms *, enum term_op, const term *args, uint32_t n); /* the others on numbers */
term simplify_number_eq(struct terms *, term, term);
term simplify_bits(struct terms *, enum term_op, const term *args, uint32_t n, uint32_t p0, uint32_t p1);
term simplify_bits_eq(struct terms *, term, term); /* a value, if any, is second */
term simplify_select(struct terms *, term array, term index);
term simplify_store(struct terms *, term array, term index, term element);

/* Bits as Booleans: a bit that is a constant or an ite between constants is *condition turned into a bit. */
bool simplify_is_flag(struct terms *, term bit, term *condition);
term simplify_flag(struct terms *, term condition);

/* Inside linear.c, for the constructors. */
void linear_push(struct linear *, term subject, mpq_srcptr coefficient); /* leaves the form not normal */
void linear_normalize(struct linear *);
void linear_negate(struct linear *);
/* The monomials of one sign (0: all; -1: negated) and perhaps the constant, as a term that nothing simplifies. */
term linear_sum(struct terms *, const struct linear *, int sign, bool with_constant);
enum linear_truth { LINEAR_OPEN, LINEAR_TRUE, LINEAR_FALSE };
/* Makes a normal form canonical (linear.h), except that nothing is made a term. */
enum linear_truth linear_canonicalize(struct linear *, enum linear_relation *);

#endif
