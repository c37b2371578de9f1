/* Evidence about C programs for people, and as SV-COMP witnesses (YAML, format 2.0).
 *
 * The text of a counterexample says line by line what the program is given and what its variables become:
 *
 *     prog.c: a run to the error, found by induct
 *     line 4 (main): __VERIFIER_nondet_int() returns 5
 *     line 4 (main): x = 5
 *     line 6 (main): x = 6
 *     line 9 (main): the error is reached
 *
 * Where the function has parameters, "line 3 (f): argument x is 5" comes first. What enters otherwise
 * (uninitialised variables) is named when the run depends on such values.
 *
 * The violation witness has a segment for every input (function_return at the closing parenthesis of the
 * call, with the value as a constraint) and the target. Values of parameters are an assumption at the
 * function's first statement. The correctness witness has the invariants at the heads of loops that C can
 * express over variables of the source: loop_invariant where the head is before the condition, location_invariant at
 * the first statement of a do loop's body and at labels; none where the source does not show the loop. */
#ifndef INDUCT_FORMAT_WITNESS_PROGRAM_WITNESS_H
#define INDUCT_FORMAT_WITNESS_PROGRAM_WITNESS_H

#include "check/program/program_inputs.h"
#include "evidence/program_playback.h"

/* False: the trace does not run in the automaton, which is the one as read. The second may not notice. */
bool program_witness_text(struct text *, struct program *, const struct program_trace *,
                          const struct program_origin *);
bool program_witness_yaml(struct text *, struct program *, const struct program_trace *,
                          const struct program_origin *);
/* The same as the text for programs to read (evidence/steps.h). */
bool program_witness_steps(struct text *, struct program *, const struct program_trace *);

/* A value for people: 5, {[0] = 5, others 0}. */
void program_value(struct text *, const struct terms *, term value, bool is_signed);
/* Of a run that is played back: whether the last step changed a variable of the source, and what that is then; of an
 * array with many elements those that were written. */
bool program_is_change(const struct program_playback *, uint32_t variable);
void program_changed_value(struct text *, const struct program_playback *, uint32_t variable);

/* What holds whenever the head of a loop is reached: an expression of C over variables that are visible there. Where a
 * function was inlined several times, one of its copies' invariants holds: a disjunction. */
struct loop_invariant {
    struct program_position position;
    bool by_goto; /* the loop is no statement */
    char *expression;
};
typedef VEC(struct loop_invariant) loop_invariants;
/* In order of position; heads about which nothing can be said are left out. The invariant is one of the automaton as
 * read. Appended. */
void program_loop_invariants(loop_invariants *, struct program *, const struct program_invariant *);
void loop_invariants_free(loop_invariants *);

struct program_source;
/* What the SV-COMP format calls an invariant at the head of a loop, and where it has it: a loop's at the keyword,
 * because it holds whenever the condition is about to be evaluated. The head of a do loop is elsewhere, at the first
 * statement of its body, and so is that of a loop by goto, at its label. NULL: it cannot be said where, because a macro
 * hides it, say. */
const char *program_invariant_place(const struct program_source *, const struct program_position *head,
                                    bool by_goto, struct program_position *at);

/* "prog.c:12: x <= 10", one line each. No line: the proof claims nothing of loops, or nothing that C can say; in a file
 * that is the line PROGRAM_NO_INVARIANTS. */
#define PROGRAM_NO_INVARIANTS "# no loop invariants"
void program_invariants_text(struct text *, struct program *, const struct program_invariant *);
void program_certificate_yaml(struct text *, struct program *, const struct program_invariant *,
                              const struct program_origin *);

#endif
