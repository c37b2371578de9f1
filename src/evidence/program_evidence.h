/* Evidence about programs (automata): the same two kinds as for circuits and systems.
 *
 * A `program_trace` refutes: values of the variables at the start, the edges that are taken one after the other
 * from the initial to the error location, and the values that enter at the sites on the way. A
 * `program_invariant` proves: a formula over the variables at each location of a set that cuts every cycle;
 * between these locations the automaton is followed as it is:
 *
 *     initial     the formula at the initial location, if one is given, is valid
 *     step        for every path without repetition from a location of the set (or the initial one) to the next
 *                 location of the set, formula and path imply the formula there
 *     safety      the same for the error location, whose formula is false
 *
 * Both speak of the automaton they were made for. program_trace_back and program_invariant_back carry them to
 * the automaton as read from the file, by `origin` and tags (model/program.h): whatever transformation keeps
 * variables' sorts needs no mapping of its own. */
#ifndef INDUCT_EVIDENCE_PROGRAM_EVIDENCE_H
#define INDUCT_EVIDENCE_PROGRAM_EVIDENCE_H

#include "logic/value.h"
#include "model/program.h"

struct program_input_value {
    uint32_t step; /* which of the edges, by position in the trace */
    uint32_t site;
    term value;
};
struct program_trace {
    term_list initial; /* by variable; every value is given */
    u32s edges;
    /* Ascending by step. Within a step in order of execution when the automaton is the one as read; else in
     * any order. What is missing may have any value. */
    VEC(struct program_input_value) inputs;
};
struct program_trace *program_trace_new(void);
void program_trace_free(struct program_trace *);

struct program_invariant {
    term_list at; /* by location; TERM_NONE: not in the set */
    /* k >= 1: at which it is inductive, a step being one from location of the set to the next. */
    uint32_t depth;
    /* There are no formulas: whatever values enter, the automaton as read has one run, and it ends without an error.
     * Running it shows that. */
    bool only_run;
};
struct program_invariant *program_invariant_new(const struct program *); /* TERM_NONE everywhere, depth 1 */
void program_invariant_free(struct program_invariant *);

/* From an automaton (`from`, any bank) to the one it was made of (`to`, as read). NULL: the trace does not
 * run in `from`, a bug of the engine. Sites that `from` no longer has get zero. An automaton without any tag
 * has the edges of `to`. Where `from` has turned an edge of `to` that is marked `unsupported` into one that
 * fails (transform/program/prepare.h), the trace ends with that edge, short of the error location. */
struct program_trace *program_trace_back(const struct program_trace *, struct program *from,
                                         struct program *to);
/* Locations of `to` from which the error location cannot be reached in the graph get `true`, those that
 * cannot be reached from the initial one `false`; others that `from` does not have are left out of the set.
 * Edges with an assumption that simplifies to false are no part of that graph; those marked `unsupported`
 * lead to the error location. */
struct program_invariant *program_invariant_back(const struct program_invariant *, const struct program *from,
                                                 struct program *to);

/* Lemmas, formula by formula, both ways between an automaton (`made`) and the one it was made of (`of`, as read). Back,
 * a location of `of` with copies has a formula where all of these have one. Forward, conjuncts about variables that
 * `made` has not are dropped. */
struct program_invariant *program_lemmas_back(const struct program_invariant *, const struct program *made,
                                              struct program *of);
struct program_invariant *program_lemmas_forward(const struct program_invariant *, struct program *of,
                                                 struct program *made);

#endif
