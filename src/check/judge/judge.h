/* The judge: one function for all evidence, whoever found it. `check` asks before it prints a verdict, `verify` about
 * what it reads from files (verify.h).
 *
 *     circuit     check/circuit: replay by simulation; obligations by CaDiCaL
 *     system      check/system: replay by evaluation; obligations by CaDiCaL, Z3 or cvc5
 *     program     check/program: obligations over the automaton as read; traces are executed there, and the program
 *                 itself is run (check/replay)
 *
 * A counterexample of a program in unbounded numbers (--theory int, real) is believed only if the machine's arithmetic
 * agrees: the program calls the error function when it is run or, where it is not run, the same inputs lead to the
 * error in the automaton over bits. */
#ifndef INDUCT_CHECK_JUDGE_JUDGE_H
#define INDUCT_CHECK_JUDGE_JUDGE_H

#include "base/clock.h"
#include "base/options.h"
#include "base/stats.h"
#include "check/program/lockstep.h"
#include "check/program/program_inputs.h"
#include "check/result.h"
#include "evidence/evidence.h"

/* What evidence is held against. */
struct check_case {
    struct model model; /* as read from the file, in a bank that simplifies nothing */
    const char *file;   /* its name, where a position in a program has none */
    enum check_judge judge;
    struct limits *limits;
    const struct options *options;
    struct stats *stats;
    uint64_t started_us; /* of the work on the case, on clock_us() */
    /* Of a program. */
    bool replay;               /* counterexamples are run, and the program beside its proof */
    struct observer *observer; /* of check_prepare(); NULL: none is prepared */
    struct second *second; /* of check_prepare_second(), in the same way: then it is made when it is needed */
    const struct program_origin *(*origin)(void *client); /* for those who run it */
    struct program *(*in_bits)(
        void *client); /* read again in machine arithmetic; the caller's. NULL: it is so */
    void *client;
};

struct check_answer {
    enum check_result result;
    struct text why;   /* a sentence on anything but acceptance */
    char *reason;      /* why the verdict is unknown; NULL: the result says it all */
    bool interpreted;  /* a run depends on what no environment supplies: the automaton was executed instead */
    bool executed;     /* of a program: some run of it was compared with the automaton */
    struct text lines; /* of what was executed, as struct lockstep_plan has them */
    bool sliced;       /* a part of the invariant was accepted, and is what is left of it */
};
void check_answer_fini(struct check_answer *);
/* Of one that does not accept: why the verdict is unknown, as users read it. The caller's. */
char *check_answer_reason(const struct check_answer *, struct limits *);

/* Judges evidence about its property. It may become smaller (sliced), not another. */
struct check_answer check_evidence(const struct check_case *, struct evidence *);

/* A counterexample to a property that joins those before it (format/files/properties.h) becomes one to the property
 * that it violates, if the judge accepts that. */
void check_find_cause(const struct check_case *, struct evidence *);

/* Makes the invariant of a circuit or of a system smaller, where that is possible; with `verify` only if the judge
 * accepts what is left as well, so that what is written has been judged (that of a system is left alone without).
 * `why` gets a sentence if he rejects it. */
void check_minimize(const struct check_case *, struct evidence *, bool verify, struct text *why);

/* Prepares the program of a case to be run while others look for evidence; NULL: it will not be, or not as it is.
 * lockstep_unprepare() ends it. */
struct observer *check_prepare(const struct check_case *);
/* The same for a second compiler (check/program/second.h), if the options want one; lockstep_unprepare_second() ends
 * it. */
struct second *check_prepare_second(const struct check_case *);

/* Inside check/judge: invariants of systems; how many conjuncts have left. */
uint32_t minimize_system(const struct check_case *, struct evidence *);
/* Inside check/judge: the counterexamples of programs. */
void judge_program_trace(const struct check_case *, const struct program_trace *, struct check_answer *);

#endif
