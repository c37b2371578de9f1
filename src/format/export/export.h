/* Writing transition systems and programs in the languages of other tools: Horn clauses, plain SMT-LIB, Graphviz.
 * (VMT-LIB is written by format/vmt, BTOR2 by format/btor2, AIGER by format/aiger.) Invariant constraints are respected
 * in each.
 *
 * Horn clauses, for `z3 fp.engine=spacer` and its like: one predicate that holds in the reachable states,
 *
 *     init(x, i)                          =>  Inv(x, r)
 *     Inv(x, r), C(x, i), trans(x, i, x') =>  Inv(x', r')
 *     Inv(x, r), C(x, i), not good(x, i)  =>  false                 for every property
 *
 * where C is the conjunction of the constraints and all variables are universally quantified; `sat` means
 * safe. The inputs r that the initial condition mentions are arguments of the predicate too (the same input
 * value must satisfy the initial condition, the constraints and the first transition), and uninterpreted
 * functions become arrays that never change.
 *
 * Of an automaton, one predicate per location over the variables that are live there:
 *
 *     L_initial(x),    L_from(x), T(x, i, x')  =>  L_to(x') for every edge,    L_error(x)  =>  false
 *
 * Plain SMT-LIB: one function each for init, trans, the constraints and every property, with the variables as
 * parameters, to be instantiated by whoever reads it. */
#ifndef INDUCT_FORMAT_EXPORT_EXPORT_H
#define INDUCT_FORMAT_EXPORT_EXPORT_H

#include "base/text.h"
#include "model/program.h"
#include "model/system.h"

enum { EXPORT_ALL = 0xffffffff };

/* `property`: a position in system->properties, or EXPORT_ALL. */
void export_chc(struct text *, const struct system *, uint32_t property);
void export_smtlib(struct text *, const struct system *);

/* The automaton as Horn clauses. Terms are made in its bank; it must have no unsupported edge, for which
 * there is no clause that means the same. */
void export_program_chc(struct text *, struct program *);

/* The automaton as a picture for Graphviz, with lines and variables of the source; whatever its edges are. Edges with a
 * part that could not be expressed are dashed and name it: tags lead to it in the automaton as read (NULL: there are
 * none). */
void export_program_dot(struct text *, const struct program *, const struct program *as_read);

#endif
