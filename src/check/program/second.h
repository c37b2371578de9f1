/* A second compiler: the program's text, compiled by another compiler with optimisation, is run with inputs that did
 * not lead to the error before.
 *
 * A proof, and the runs beside it (lockstep.h), rest on what clang made of the program. Here gcc -O2 makes something
 * else of the same preprocessed text; where there is no gcc, clang -O2. The program's source tells nothing at loop
 * heads, so inputs and ends are all that is seen. Where the error is reached,
 *
 *     - undefined behaviour is looked for first: the same run with clang's traps for it, twice, with variables that
 *       start from different bytes. A trap, any other end, or two ends: the run says nothing;
 *     - inputs that are taken in another order, compilers that differ whether or not they optimise, or a program that
 *       asks what its compiler knows (__builtin_constant_p) show that the language leaves it open: SECOND_UNSPECIFIED;
 *     - else SECOND_REJECTED.
 *
 * Where nothing can be compiled or run, nothing follows. */
#ifndef INDUCT_CHECK_PROGRAM_SECOND_H
#define INDUCT_CHECK_PROGRAM_SECOND_H

#include "check/program/observe.h"

enum second_end { SECOND_AGREES, SECOND_UNSPECIFIED, SECOND_REJECTED };

/* Compiles in a thread of its own; of the automaton nothing is needed later. It must live as long as it is used only
 * where something is to be cleared up, when the program is compiled once more. NULL: the program has no text. */
struct second;
struct second *second_new(const struct program *, const struct program_origin *, struct limits *);
void second_free(struct second *); /* NULL is fine */

/* Waits until it can be run; false: it cannot. */
bool second_wait(struct second *, struct limits *, struct text *why);
/* One run beside the first one, of these inputs, which must not have reached the error. `why`: a sentence, on anything
 * but agreement. */
enum second_end second_run(struct second *, const struct program *, const struct observed_run *first,
                           const observed_inputs *, struct limits *, struct text *why);

#endif
