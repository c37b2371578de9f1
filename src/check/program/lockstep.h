/* Lockstep: the program is run, and its automaton is walked beside it on the same inputs.
 *
 * A proof is about the automaton that format/c made of the program. Here the two are compared where both can be
 * watched: at loop heads, where functions return numbers, before branches that lead to an error function and before
 * calls of functions that call one, at inputs and at their ends (format/c/probes.h). What is run is the bitcode as
 * clang made it, before any rewriting or pass of ours, compiled as it is; the automaton is walked by an interpreter of
 * the judge's own. On each run
 *
 *     - both pass the same places and take the same inputs, in the same order;
 *     - at a loop head they agree on every integer variable of the source that the automaton still has;
 *     - at the other places they agree on the operands: what is returned, compared, or passed;
 *     - the automaton gets to the error location if and only if the program calls an error function;
 *     - the automaton always has a way to go on, an edge or an end (struct program_end), and where that ends the
 *       program, the program ends;
 *     - what was proved holds in the states of the automaton.
 *
 * The automaton may know less than the program: what is uninitialised, what functions of the library do, and the like
 * are open in it. Such values are taken from the run where it tells them. Where it does not, whatever depends on them
 * says nothing: conditions that do may come out either way, and from there on a difference is none. The automaton may
 * also end earlier, where it says that no error can come any more (format/c/cone.c). And where a run breaks a rule of
 * the language (struct program_violation), or comes to what is not supported, the comparison ends.
 *
 * What was never executed was never compared: a difference shows a bug, agreement proves nothing. */
#ifndef INDUCT_CHECK_PROGRAM_LOCKSTEP_H
#define INDUCT_CHECK_PROGRAM_LOCKSTEP_H

#include "check/program/program_inputs.h"
#include "base/clock.h"
#include "check/result.h"
#include "evidence/program_evidence.h"

/* How much is done: verdicts are to be the same each time, so it is counted in runs, with a cap on time. */
struct lockstep_plan {
    uint32_t runs;
    double seconds;
    uint64_t seed;
    /* Runs that go with a quarter of the others, in a quarter of the time; NULL: none do. */
    struct second *second;
    /* Where the lines of the program are listed, a line each: "+FILE:LINE" for one that was executed in agreement,
     * "-FILE:LINE" for another one on an edge, which was never compared. NULL: nobody asks. */
    struct text *lines;
};

struct lockstep {
    uint32_t second_runs; /* by another compiler (second.h) */
    /* CHECK_UNDECIDED for that reason: what the program does depends on what is unspecified. */
    bool unspecified;
    uint32_t runs;           /* that were compared */
    uint64_t probes, values; /* on them: places, inputs and ends; variables and operands */
    uint64_t states;         /* of the automaton, in which the invariant holds */
    uint32_t lines, of; /* lines of the source on edges that were passed in agreement, and lines on edges */
};

/* The program, to be run with what it tells (observe.h): compiled while others work. NULL where one is wanted: made
 * there. */
struct observer;
struct second;
struct observer *lockstep_prepare(const struct program *, const struct program_origin *, struct limits *);
void lockstep_unprepare(struct observer *); /* NULL is fine */
/* The same by a second compiler (second.h); NULL: the program has no text for it. */
struct second *lockstep_prepare_second(const struct program *, const struct program_origin *,
                                       struct limits *);
void lockstep_unprepare_second(struct second *);

/* The invariant (NULL: none) is one of the automaton. CHECK_ACCEPTED: no run differs, of as many as fit (also none:
 * `runs` is 0, and `why` says why). CHECK_REJECTED: one does; `why` says where, and with which inputs. CHECK_UNDECIDED:
 * the limits ran out, or `unspecified`. */
enum check_result check_lockstep(struct program *, const struct program_invariant *,
                                 const struct program_origin *, struct observer *,
                                 const struct lockstep_plan *, struct limits *, struct lockstep *,
                                 struct text *why);

#endif
