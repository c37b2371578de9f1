/* The symbolic encoding of a program: an automaton as a transition system with a program counter, so that
 * engines for systems and, after bit-blasting, for circuits run on programs ([CG12] section 2 and footnote 8).
 *
 * States are the bits of the counter, `pc0`, `pc1`, ..., lowest first, then the automaton's variables. Inputs
 * are bits that choose among the edges of a location, then the inputs of the edges' formulas (sites, and
 * choices inside commands). Every next state is a function:
 *
 *     at(l)      the counter is the code of location l, a number >= 1
 *     taken(e)   at(from), e is picked, and its guard holds
 *     pc_j'      some e with bit j in the code of its target is taken
 *     x'         the value that the picked edge gives x
 *
 * so that there are neither constraints nor a relation: what has no edge to take (the error location, too) gets
 * to code 0, where no edge starts, and stays there. A loop there rather than in every state keeps k-induction
 * as strong as on the relation; code 0 is why ceil(log2(n + 1)) bits are needed instead of the paper's
 * ceil(log2 n). An edge is picked by its guard where the guards of a location visibly exclude each other
 * (both branches of an `if`), by the choice bits where they may not.
 *
 * A variable that is dead at a location has the default value of its sort there, also in the beginning: states that
 * differ in what no longer matters are one. Every run of the automaton towards the error location is so a run of the
 * system; a formula about the system's states at a location is one about the automaton's with the default in
 * the place of dead variables.
 *
 * The one property is that the counter is not the code of the error location. The system lives in the bank of
 * the automaton. */
#ifndef INDUCT_TRANSFORM_BETWEEN_PROGRAM_TO_SYSTEM_H
#define INDUCT_TRANSFORM_BETWEEN_PROGRAM_TO_SYSTEM_H

#include "evidence/program_evidence.h"
#include "evidence/system_evidence.h"

struct program_encoding {
    struct program *program; /* borrowed */
    struct system *system;   /* freed by program_encoding_free, never by system_free */
    uint32_t bits;           /* of the counter: states [0..bits[; variable v is state bits + v */
    uint32_t choice_bits;    /* inputs [0..choice_bits[ */
    u8s live;                /* as program_live has it */
    u8s doomed;              /* by location: edges lead from it to the error location */
    u32s code;               /* by location */
    u32s location;           /* by code; PROGRAM_NONE: no location */
    u8s chosen;              /* by location: the choice bits pick the edge */
    term_list guards;        /* by edge */
    u32s site_input;         /* by site: position among the inputs; PROGRAM_NONE: on no edge */
};

static inline bool program_encoding_live(const struct program_encoding *e, uint32_t location,
                                         uint32_t variable) {
    return e->live.data[(size_t)location * e->program->variables.size + variable];
}

/* The automaton must be indexed, without unsupported edges, and stay as it is while the encoding is used. */
struct program_encoding *program_encode(struct program *);
void program_encoding_free(struct program_encoding *);

/* A trace of the system as one of the automaton. NULL: it is no path to the error location, a bug of the
 * engine. The argument is consumed. */
struct program_trace *program_encoding_trace(const struct program_encoding *, struct system_trace *);

/* An invariant of the system as one of the automaton: at each location the conjuncts with its code in the place of the
 * counter and defaults in that of dead variables. Where the error location is out of reach it is `true`; the initial
 * and the error location are left out. Inductive at the same depth, a step being an edge. NULL: it speaks of inputs, or
 * needs paths without repetition, for which programs have no evidence. The argument is consumed. */
struct program_invariant *program_encoding_invariant(const struct program_encoding *,
                                                     struct system_invariant *);

/* Lemmas, conjunct by conjunct; a formula of the system is taken apart by location. It says nothing of the counter
 * where that is the code of no location, and a formula of the automaton says at most something about live variables:
 * what else there is, or is said of locations that no edges lead from to the error, is dropped. */
struct program_invariant *program_encoding_lemmas_back(const struct program_encoding *,
                                                       const struct system_invariant *);
struct system_invariant *program_encoding_lemmas_forward(const struct program_encoding *,
                                                         const struct program_invariant *);

#endif
