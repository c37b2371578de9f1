/* Facts about bits as facts about words.
 *
 * Circuit engines prove invariants bit by bit: `bit 3 of x is 0`, `bits 0 of x and y are equal`. Said of words they are
 * shorter, for people and for solvers:
 *
 *     all bits known        x = 5                 all bits equal      x = y
 *     some bits known       x & 0xf8 = 0          some bits equal     (x xor y) & 0x0f = 0
 */
#ifndef INDUCT_TRANSFORM_BETWEEN_WORDS_H
#define INDUCT_TRANSFORM_BETWEEN_WORDS_H

#include "logic/walk.h"

/* Replaces conjuncts about two or more bits of the same word, or of the same two words, by one; others stay. The
 * conjunction means the same. */
void conjuncts_in_words(struct terms *, term_list *conjuncts);

#endif
