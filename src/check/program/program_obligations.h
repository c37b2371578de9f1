/* What an invariant of a program has to satisfy (evidence/program_evidence.h), as implications between formulas.
 *
 *     struct program_obligations *all = program_obligations_new(program, invariant, &why);
 *     if (!all) ... // malformed, `why` says so
 *     struct program_obligation o = {0};
 *     while (program_obligations_next(all, &o)) ... show that o.fact implies every o.goals ...
 *     program_obligation_fini(&o);
 *     program_obligations_free(all);
 *
 * There is an obligation for the formula at the initial location, and one for every location of the set, and the
 * initial one, from which a path leads somewhere that claims something. The paths from such a location to the next ones
 * of the set form a graph without cycles; they are not enumerated. The graph is walked once in topological order, with
 * one formula for "the path gets here" and one term per variable for its value here; where paths meet, values meet in
 * if-then-else. Free Booleans choose among edges (and among the branches of a command), so that exactly one path
 * belongs to any values of the variables, and guards that do not exclude each other do no harm. Values are terms over
 * the variables at the start, the values that enter at sites (a variable of its own for each edge and site) and these
 * Booleans; all of them are universally quantified in the obligation.
 *
 * A path over an edge that the reader could not express counts as one to the error location.
 *
 * This is the encoding of the judge and of certificates. Engines have theirs (model/program.h). */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_OBLIGATIONS_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_OBLIGATIONS_H

#include "evidence/program_evidence.h"

struct program_claim {
    uint32_t to;      /* the location that the paths lead to */
    term reached;     /* they do */
    term_list values; /* by variable, there; TERM_NONE: its formula does not depend on it */
};
struct program_obligation {
    bool initial;  /* the formula at the initial location is valid: fact and claims are not used */
    uint32_t from; /* where the paths start */
    term fact;     /* the formula there; `true` when it has none */
    /* The locations that are led to and whose formula is not `true`, ascending; the error location is last and has no
     * values. */
    VEC(struct program_claim) claims;
    /* From every claim: `reached` implies a conjunct of the formula there, at its values. */
    term_list goals;
    u32s goal_at; /* by goal: the location */
};
void program_obligation_fini(struct program_obligation *);

struct program_obligations;
/* NULL when the invariant is no invariant of this automaton whatever it means (sizes, sorts, foreign variables), or
 * leaves a cycle uncut. Borrows both. */
struct program_obligations *program_obligations_new(const struct program *, const struct program_invariant *,
                                                    struct text *why);
void program_obligations_free(struct program_obligations *);
/* The next one, in place of what was there; false: that was the last. */
bool program_obligations_next(struct program_obligations *, struct program_obligation *);

#endif
