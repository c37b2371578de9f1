/* Bits as integers: from an automaton over bit vectors to one over integers with the same runs.
 *
 * Solvers answer questions about linear arithmetic ten times as fast as about bit vectors. So every variable of w bits
 * becomes an integer variable that holds its value as a signed or unsigned number, whichever its uses ask for,
 * and operations become integer terms that are exact: where a sum or multiple can leave the range, the
 * wrap-around is a case (or `mod`). An analysis of ranges (intervals at every location) first finds where it
 * cannot. Edges assume the ranges of the variables that they read, so that engines need not discover them;
 * inputs are in the range of their type.
 *
 *     x + 1 < y  (unsigned, 8 bits)        x + 1 <= 255 and x + 2 <= y, or x = 255 and 1 <= y
 *     x := 3 * y (8 bits, y in 0..100)     x := ite(3 y <= 255, 3 y, 3 y - 256)
 *     x & 7, x >> 3 (unsigned)             x mod 8, x div 8
 *
 * What has no such form makes the whole automaton declined: products of variables, divisions by variables, shifts by
 * variable amounts, bitwise operations of two variables (unless one has very few values or both never have the same
 * bit), arrays, words of more than 64 bits.
 *
 * Locations, edges, variables and sites keep their numbers. Evidence comes back as evidence about the automaton over
 * bits: values as bits, formulas in bit vectors wide enough that nothing in them overflows. The ranges that
 * the encoding relies on are inductive and made part of the invariant, so that a judge needs to
 * trust nothing here. */
#ifndef INDUCT_TRANSFORM_PROGRAM_INTEGERS_H
#define INDUCT_TRANSFORM_PROGRAM_INTEGERS_H

#include "evidence/program_evidence.h"

struct program_integers; /* borrows the automaton over bits */

/* The automaton is indexed. STATUS_UNSUPPORTED with a message that names the operation that has no encoding. */
enum status program_integers_run(struct program_integers **, const struct program *bits, struct messages *);
void program_integers_free(struct program_integers *);
struct program *
program_integers_automaton(struct program_integers *); /* indexed; lives as long as the encoding */
/* Whether engines can be expected to do better on it than on the bits: not where words are taken apart by shifts. */
bool program_integers_pays(const struct program_integers *);

/* Evidence about the automaton over integers as evidence about the one over bits; terms in its bank. NULL: the
 * invariant has a formula that is no linear arithmetic with constant divisors. */
struct program_trace *program_integers_trace(const struct program_integers *, const struct program_trace *);
struct program_invariant *program_integers_invariant(const struct program_integers *,
                                                     const struct program_invariant *);

/* Lemmas, conjunct by conjunct: the same truth wherever variables lie within the ranges of the location. Those without
 * words on the other side are dropped, and those that speak of what has no range: of variables that do not matter
 * at their location, of the initial location, of locations that are out of reach. */
struct program_invariant *program_integers_lemmas_back(const struct program_integers *,
                                                       const struct program_invariant *);
struct program_invariant *program_integers_lemmas_forward(const struct program_integers *,
                                                          const struct program_invariant *);

#endif
