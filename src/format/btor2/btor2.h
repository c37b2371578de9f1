/* BTOR2: word-level circuits, one node per line.
 *
 *     1 sort bitvec 8              a sort
 *     2 zero 1                     a constant of sort 1
 *     3 state 1 counter            a state with a symbol
 *     4 init 1 3 2
 *     5 inc 1 3
 *     6 next 1 3 5
 *     ...
 *     9 bad 8
 *
 * The format is that of Niemetz, Preiner, Wolf, Biere, "Btor2, BtorMC and Boolector 3.0", CAV 2018, read as
 * its authors' parser reads it, with a little more tolerance for blanks and line ends. An operand may be
 * negated (-5 is the bitwise complement of node 5) wherever a bit vector is an operand.
 *
 * Meaning: a state with `init` starts with that value, one without starts with any; a state without `next`
 * takes any value in every later step, like an input. Initial values use no inputs, and only nodes before the
 * state. `rol` and `ror` rotate by the amount modulo the width.
 *
 * BTOR2 has no Booleans. Here a node of width 1 is a Boolean term where it can be one (comparisons and
 * logic), and a bit vector where it must be (variables, concatenations, arithmetic), with as few conversions
 * between the two as possible. */
#ifndef INDUCT_FORMAT_BTOR2_BTOR2_H
#define INDUCT_FORMAT_BTOR2_BTOR2_H

#include "base/text.h"
#include "model/system.h"

enum { BTOR2_WIDTH = 1 << 20 }; /* the widest bit vector that is read */

/* Reads a file into a system over a new bank of the given mode: `first` and `update` are set, init and trans stay true.
 * States, inputs, outputs, constraints and properties stand in the order of the file, so a property's index is its
 * number among the `bad`s. A state or input has its symbol as name, made unique, else `node` and its id; a property its
 * symbol, else its index, with "_<index>" appended if that name is taken. Every `justice` becomes an entry of
 * `unsupported`, and `fair`, too, when there is nothing else; beside a `bad`, where it does not matter, it leaves a
 * warning.
 *
 * Every symbol, of whatever node, is an entry of `design`, with the source that the comment of its line tells; so is
 * every property and every constraint. A property has its condition where it is written as one: `bad` of
 * `and condition (not claim)` or of the negation of `implies condition claim`.
 *
 * STATUS_MALFORMED or STATUS_UNSUPPORTED (bit vectors wider than BTOR2_WIDTH) with one positioned message,
 * and NULL. */
enum status btor2_read(struct system **, enum terms_mode, const char *bytes, size_t size, const char *file,
                       struct messages *);
/* Whether the bytes look like BTOR2: the first line that is neither blank nor a comment is `<number> sort
 * ...` (the only thing a file can begin with). */
bool btor2_recognise(const char *bytes, size_t size);
/* Writes a system of Booleans, bit vectors and arrays of these; Booleans become bit vectors of width 1. What
 * is not a function becomes inputs, states and constraints: `trans` constrains guessed next states, one step
 * later (because a path may end in a state without successor), and `init`, as well as initial values that use
 * inputs, constrain the first step. STATUS_UNSUPPORTED with a message when the system has something that
 * BTOR2 lacks. */
enum status btor2_write(struct text *, const struct system *, struct messages *);

#endif
