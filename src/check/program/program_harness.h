/* The inputs of a counterexample as C: functions that return them one after the other, to be compiled
 * together with the program.
 *
 *     clang-19 -O0 -fwrapv prog.c harness.c -o replay && ./replay
 *
 * prints what is given, and that the error was reached when an error function is called that the program does not
 * define itself; then the exit status is 1. Where runs do not start at main, or main has arguments, the harness has a
 * main that calls the function where they start with the arguments; the program's own main is then compiled as
 * other_main. The functions are weak, so that the program's own definitions go before them. What the program leaves
 * undefined is in it, too: functions that do nothing, variables that are zero; but for what the C library is asked
 * for. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_HARNESS_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_HARNESS_H

#include "check/program/program_inputs.h"

typedef VEC(const char *) program_names_list;

void program_harness(struct text *, const struct program *, const struct program_inputs *,
                     const struct program_origin *, const struct program_externals *);
/* The same for a replay (check/replay/replay.h), which redirects the program's calls and to which the outcome is
 * reported by induct_report(). Nobody reads it: hundreds of thousands of inputs are compiled in no time, and every
 * function has a label. */
void program_harness_replay(struct text *, const struct program *, const struct program_inputs *,
                            const struct program_origin *);
/* The part of it that is the same whoever supplies inputs, by induct_next(function). */
void program_harness_functions(struct text *, const struct program *, const struct program_inputs *,
                               const struct program_origin *);
/* Whether it has the main function, so that the program's own must be out of its way. */
bool program_harness_has_main(const struct program *, const struct program_inputs *,
                              const struct program_origin *);
/* The functions in it whose definitions replace the program's: those that return inputs, and the error functions.
 * Borrowed from the automaton and the origin; appended. */
void program_harness_supplied(const struct program *, const struct program_origin *, program_names_list *);
/* The functions without a body that do what the C library's do, because the automaton gives them a meaning
 * (format/c/c.h); with `library` also those of which it knows only that they have one, PROGRAM_LIBRARY. The same
 * ownership. */
void program_harness_kept(const struct program *, bool library, program_names_list *);

#endif
