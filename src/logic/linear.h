/* Linear arithmetic: sums of monomials and canonical atoms.
 *
 * A linear form is sum(coefficient * subject) + constant; a subject is any arithmetic term that is not itself a sum or
 * a multiple (a variable, an ite, a select, a product of variables, to_real of one, ...). Subjects are sorted by term
 * index.
 *
 * A canonical atom is `form <= 0`, `form < 0` or `form = 0` with coprime integer coefficients. Over Int there is no
 * `<`, the constant is tightened to an integer (2x <= 5 is x <= 2), and equalities without integer solution are false.
 * For `=` the first coefficient is positive. As predicates, an atom and its negation are the same: the lead coefficient
 * of a predicate is positive, so `not (x <= 3)` is given by sign (over Int, -x + 4 <= 0 is the negation of x - 3 <=
 * 0). */
#ifndef INDUCT_LOGIC_LINEAR_H
#define INDUCT_LOGIC_LINEAR_H

#include "logic/term.h"

struct monomial {
    mpq_t coefficient; /* not zero */
    term subject;
};
struct linear {
    VEC(struct monomial) monomials; /* ascending by subject */
    mpq_t constant;
    sort sort; /* Int or Real */
};
enum linear_relation { LINEAR_LE, LINEAR_LT, LINEAR_EQ };

void linear_init(struct linear *, sort);
void linear_fini(struct linear *);
void linear_copy(struct linear *to, const struct linear *from); /* to: initialised */
/* form += factor * other */
void linear_add(struct linear *, const struct linear *other, mpq_srcptr factor);
void linear_add_term(struct linear *, const struct terms *, term, mpq_srcptr factor);
term linear_term(struct terms *, const struct linear *); /* as a sum */

/* Takes a comparison (<=, <, = between numbers, or its negation, except a negated =) apart. False: it is none. */
bool linear_atom(const struct terms *, term atom, struct linear *, enum linear_relation *);
/* Makes it canonical and returns the term of `form relation 0`, written with the constant on the right-hand side; true
 * or false when it has no subjects. Changes its argument. */
term linear_canonical(struct terms *, struct linear *, enum linear_relation);
/* Appends literals whose conjunction implies the formula: its conjuncts, an equation of numbers as two inequalities,
 * and a disequation as the one of x < y and y < x that holds according to `below` (asked about x < y). Without `below`
 * disequations stay, and the conjunction is equivalent. */
void linear_literals(struct terms *, term formula, bool (*below)(void *client, term less), void *client,
                     term_list *out);
/* The canonical predicate of any Boolean term, and in *negated whether the term is its negation. Terms that are no
 * linear comparison come back as they are, without an outer `not`. */
term term_predicate(struct terms *, term, bool *negated);

#endif
