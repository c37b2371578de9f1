/* From terms to linear arithmetic over the integers, for the judge alone: the second way to show an obligation about
 * words, beside bits.h. That sums of multiples of several words agree takes a SAT solver minutes, and linear arithmetic
 * no time.
 *
 *     struct numbers n;  numbers_init(&n, bank, roots, count);       // everything that will be asked
 *     numbers_assume(&n, facts, count);                              // once, first
 *     term goal = numbers_formula(&n, formula);                      // of the bank n.to
 *     ... n.facts, not goal: unsatisfiable? ...
 *     numbers_fini(&n);
 *
 * A word of w bits is represented by an integer term that is congruent to it modulo 2^w, and by an interval in which
 * the term lies. So bvadd, bvsub, bvneg, bvnot, and bvmul and bvshl by constants, are the operations on integers,
 * without any case. Where the value itself matters (a comparison, an extension, a quotient) the term e is brought into
 * the range [m..m + 2^w[ of w bits, signed or unsigned: e - 2^w * q with q = floor((e - m) / 2^w), which is a constant
 * when the interval leaves one, and else SMT-LIB's `div` by a constant. Nothing is rounded and nothing is assumed about
 * overflow. Variables start with the interval that bounds among the facts (x <= 10) give them, which makes many q
 * constant.
 *
 * Why `unsatisfiable` is a proof. Take any values of the words and Booleans of the bank that make the assumed facts
 * true. They extend to values of the variables of `to` such that n.facts are true and every formula made by
 * numbers_formula has the truth of the original: a variable of the bank gives its own number, which lies in its range
 * and, as the facts are true, within their bounds; and a term that has no encoding here (a product of two variables, an
 * element of an array, ...) is a new variable, which gets the value of that term. All else in n.facts are intervals of
 * quotients, which follow from those of what is divided. Hence a counterexample over words is one over the integers,
 * and if there is none over the integers, there is none over words. The converse fails because of the terms without
 * encoding: a model over the integers refutes nothing until its values (numbers_value) have been evaluated in the
 * original formulas.
 *
 * The integer encoding that engines work on (transform/program/integers.h) rests on the same congruences, but nothing
 * is shared with it: neither code, nor the ranges that it finds by analysing the program. What is known here is what
 * the facts of the obligation say. The bank, its evaluation and linear.h (which takes sums apart) are common ground, as
 * they are for every judge. */
#ifndef INDUCT_CHECK_SYSTEM_NUMBERS_H
#define INDUCT_CHECK_SYSTEM_NUMBERS_H

#include "base/hash.h"
#include "logic/term.h"

/* A word as an integer term within [low..high], or (width 0) a formula. Never changed once made. */
struct number {
    term term;
    mpz_t low, high;
};

/* What the facts say about a variable in its reading. */
struct number_bounds {
    mpz_t low, high;
};

struct numbers {
    struct terms *from, *to; /* `to` is owned: a plain bank, Booleans and integers only */
    term_list facts;         /* of `to`: what was assumed, ranges, definitions */
    VEC(struct number *) all;
    VEC(const struct number *) of; /* by term of `from`; NULL: not made yet */
    u8s unsigned_reading;          /* by term of `from`: how variables are represented best */
    struct hash_map bounded;       /* variable of `from` -> position in `bounds` */
    VEC(struct number_bounds) bounds;
    struct hash_map made; /* term of `to` that is a variable, quotient or choice -> position in `all` */
};

static inline bool numbers_read_unsigned(const struct numbers *n, term t) {
    return t.id < n->unsigned_reading.size && n->unsigned_reading.data[t.id];
}

void numbers_init(struct numbers *, struct terms *from, const term *roots, uint32_t n);
void numbers_fini(struct numbers *);
/* An equivalent of a formula; definitions that it needs are added to the facts. */
term numbers_formula(struct numbers *, term formula);
/* Adds facts, before any formula was made. Conjunctions are taken apart; an equation `variable = t` whose variable is
 * new makes it the number of t. */
void numbers_assume(struct numbers *, const term *facts, uint32_t n);
/* The value in `from` of one of its variables that have been met, when its number has this value of sort Int or
 * Bool. */
term numbers_value(const struct numbers *, term variable, term value);
/* The term of `to` that stands for a variable; TERM_NONE: it was not met, or is neither word nor Boolean. */
term numbers_of(const struct numbers *, term variable);

/* Arithmetic, for numbers_words.c: results belong to `numbers`. */
const struct number *number_constant(struct numbers *, mpz_srcptr);
const struct number *number_integer(struct numbers *, long);
const struct number *number_new(struct numbers *, mpz_srcptr low, mpz_srcptr high); /* a new variable */
const struct number *number_add(struct numbers *, const struct number *, const struct number *);
const struct number *number_scale(struct numbers *, const struct number *, mpz_srcptr factor);
const struct number *number_sub(struct numbers *, const struct number *, const struct number *);
/* The same number, known to lie within [low..high], too. */
const struct number *number_within(struct numbers *, const struct number *, mpz_srcptr low, mpz_srcptr high);
/* Rounded towards minus infinity; divisor > 0. */
const struct number *number_quotient(struct numbers *, const struct number *, mpz_srcptr divisor);
const struct number *number_remainder(struct numbers *, const struct number *, mpz_srcptr divisor);
const struct number *number_choose(struct numbers *, term condition, const struct number *then,
                                   const struct number *otherwise);
/* The value of a word as a signed or unsigned number of its width. */
const struct number *number_reduce(struct numbers *, const struct number *, uint32_t width, bool is_signed);
term number_le(struct numbers *, const struct number *, const struct number *);
/* Whether they are the same word. */
term number_congruent(struct numbers *, const struct number *, const struct number *, uint32_t width);
/* The least and the greatest of a word of that width. */
void number_range(uint32_t width, bool is_signed, mpz_ptr low, mpz_ptr high);
static inline bool number_is_constant(const struct number *x) {
    return !mpz_cmp(x->low, x->high);
}

/* numbers_bounds.c: if a fact is a bound of a variable, or the negation of one, notes it; and what is known of a
 * variable. */
void numbers_note_bound(struct numbers *, term fact);
const struct number_bounds *numbers_bounds_of(const struct numbers *, term variable); /* NULL: nothing */

/* numbers_words.c: whether an operator has an encoding when its arguments are words and Booleans; and the encoding of
 * one that makes a word. NULL: these arguments have none. */
bool numbers_operator(enum term_op);
const struct number *numbers_word(struct numbers *, term, const struct number *const *arguments);

#endif
