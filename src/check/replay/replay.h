/* Replay: a program that is not ours to trust is compiled together with a harness, which supplies its
 * inputs, and run in confinement until it calls an error function, or does not.
 *
 *     struct replay_task task = {.program = llvm, .harness = text, .supplied = names, .n_supplied = n};
 *     enum replay_outcome outcome = replay(&task, limits, &why);
 *
 * The program is LLVM's text of what was read for proving, too (format/c/c.h): no file is looked at again. It is made
 * safe to assemble (guard.h) and compiled by clang without optimisation to assembly. There every reference to a
 * function that the harness supplies is redirected to the harness (redirect.h), so that it does not matter whether the
 * program has a definition of its own, even a static one, or the C library has one. Likewise redirected is what the
 * program declares, uses and does not define (externals.h): such functions do nothing and return zero, or end the run
 * if they are declared not to return, and such variables are zero, also where the C library has something of that name.
 * Three kinds of functions are excepted: those that the harness supplies; those in `kept`, which are the C library's;
 * and malloc and calloc, which end the run (REPLAY_STARVED) where there is no memory. free does nothing, too. What the
 * program itself defines is unknown to the C library, whatever it is called.
 *
 * The harness is C in which symbols are named by asm labels, so that no names of the program are in its way:
 *
 *     int f(void) INDUCT_SUPPLIED("__VERIFIER_nondet_int");   // what the program knows under that name
 *     int f(void) { return 5; }
 *
 * It is compiled with INDUCT_REPLAY defined, after a prologue that has INDUCT_SUPPLIED, INDUCT_PROGRAM and the function
 * by which it ends the run,
 *
 *     static void induct_report(const char *what);       // "error": an error function was called
 *
 * That writes into a pipe, by the only instruction from which the system takes it: the filter knows its address, a call
 * from anywhere else ends the program, and so does any attempt to make memory executable. There is no secret that a
 * program could read and tell. What it can still do is jump to addresses that are no functions of its own, which has no
 * meaning in C; check/program/program_replay.h therefore believes no run that the automaton does not have.
 *
 * Confinement (confine.h) begins before the first instruction of the program: no files, no network, no processes,
 * limits on time and memory. Where it cannot be had nothing is run. */
#ifndef INDUCT_CHECK_REPLAY_REPLAY_H
#define INDUCT_CHECK_REPLAY_REPLAY_H

#include "base/clock.h"
#include "base/text.h"
#include "check/replay/externals.h"

/* Who makes assembly of the program. */
enum replay_translator {
    REPLAY_LLVM,      /* clang, of LLVM's text */
    REPLAY_GCC,       /* the others: of the text in C. gcc with optimisation */
    REPLAY_GCC_PLAIN, /* and without */
    REPLAY_CLANG,     /* with optimisation */
    REPLAY_ZEROS,     /* clang, with traps where a rule of the language is broken; locals are zero at first */
    REPLAY_PATTERNS   /* the same, but locals are something else at first */
};

struct replay_task {
    const char *program; /* LLVM's text, without debug information */
    enum replay_translator translator;
    const char *text;       /* of which it was made: preprocessed C (guard_text.h); NULL for REPLAY_LLVM */
    bool gnu89_inline, c23; /* how it was compiled */
    bool ilp32;             /* a 32-bit program: -m32 */
    const char *compiler;   /* NULL: clang-19 */
    const char *harness;    /* C */
    const char *const *supplied; /* functions of the harness that the program may call; [0..n_supplied[ */
    uint32_t n_supplied;
    const char *const *kept; /* functions that are the C library's where the program has none; [0..n_kept[ */
    uint32_t n_kept;
    /* The harness has the main function, and calls the program's function to be run. That is the program's
     * own main, whose name is then INDUCT_HIDDEN_MAIN (a string, for an asm label), or `entry`, which may be
     * static, and has the label INDUCT_PROGRAM("entry"). */
    bool hides_main;
    const char *entry; /* NULL: main */
    double seconds;    /* wall and processor time that the program may take; 0: REPLAY_SECONDS */
    uint64_t memory;   /* bytes that it may have; 0: REPLAY_MEMORY */
};
enum { REPLAY_SECONDS = 10 };
#define REPLAY_MEMORY ((uint64_t)1 << 30)

enum replay_outcome {
    REPLAY_REACHED, /* it called an error function */
    REPLAY_ENDED,   /* it ended otherwise: returned, exited, or aborted */
    REPLAY_CRASHED, /* it accessed memory that it does not have */
    REPLAY_ILLEGAL, /* it came to an instruction that is none: a trap of the compiler's */
    REPLAY_TRAPPED, /* an arithmetic operation without result: division by zero, or of the most negative number by -1 */
    REPLAY_STARVED, /* it asked for more memory than it may have */
    REPLAY_STOPPED, /* it asked the system for something that it may not have, and was stopped */
    REPLAY_TIMEOUT, /* it did not end in its time, or the limits ran out */
    REPLAY_FAILED   /* it was not run: no compiler, no confinement, or guard.h refuses it */
};

/* `why` gets a sentence on anything but REPLAY_REACHED. Limits may be NULL. */
enum replay_outcome replay(const struct replay_task *, struct limits *, struct text *why);

/* The same in two steps, for those who run it often: NULL, and a sentence, if it cannot be built. With `shared` (0:
 * none), a descriptor, the program has that memory at CONFINE_SHARED (confine.h). Everything in the task but the
 * harness must live as long. */
struct replay *replay_new(const struct replay_task *, int shared, struct limits *, struct text *why);
enum replay_outcome replay_run(struct replay *, struct limits *, struct text *why);
void replay_free(struct replay *); /* NULL is fine */

/* What a program declares, uses and does not define; appended. */
void replay_externals(const char *program, external_list *);

#endif
