/* Counterexamples of C programs, judged twice: by the judge's own executor on the automaton, and by running the program
 * itself (check/replay/replay.h). Neither is enough alone. What the automaton does is a reading of the program; and a
 * run can be led astray by the program, which may jump where it likes, or by a library. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_REPLAY_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_REPLAY_H

#include "check/program/check_program.h"
#include "check/program/program_inputs.h"

enum program_replay {
    PROGRAM_REPLAYED,    /* the program calls an error function */
    PROGRAM_INTERPRETED, /* it does not, but the run depends on what no environment can supply, and the judge's
                          * own executor gets to the error */
    PROGRAM_NOT_REPRODUCED, /* it does not, though the inputs decide the run */
    PROGRAM_REJECTED,       /* the trace does not run in the automaton either */
    PROGRAM_UNDECIDED /* the limits ran out; or the program could not be run: compiler, libraries or confinement
                       * are missing; or its run was cut off before an error could come: it crashed, or asked for
                       * what it may not have */
};

/* The trace is one of the automaton as read; it is executed first, by check_program_trace. `why` gets a sentence on
 * anything but PROGRAM_REPLAYED: for PROGRAM_INTERPRETED what the run depends on. In theories of numbers (--theory int,
 * real) PROGRAM_INTERPRETED says nothing about the machine. */
struct observer; /* observe.h; NULL: none is prepared */
enum program_replay check_program_replay(struct program *, const struct program_trace *,
                                         const struct program_origin *, struct observer *, struct limits *,
                                         struct text *why);

/* The same for inputs that were read from a witness: CHECK_ACCEPTED when the program calls an error function with them,
 * and the automaton, which is over bits, comes to the error location with the same ones. CHECK_UNDECIDED when the
 * program does not but the inputs are not complete, or as above; or when it does, and the automaton comes to something
 * that is not supported, or to a decision that depends on what is no input. */
enum check_result check_program_inputs(struct program *, const struct program_inputs *,
                                       const struct program_origin *, struct limits *, struct text *why);

/* What the program leaves undefined, for program_harness(). The caller frees it. */
void check_program_externals(const struct program_origin *, struct program_externals *);

#endif
