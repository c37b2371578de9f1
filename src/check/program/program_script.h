/* Invariants of programs as self-contained SMT-LIB scripts: certificates that any solver can check, as obligations.h
 * has them for systems.
 *
 *     ; what this is
 *     (set-info :induct-property-name "unreach-call")
 *     (set-logic QF_BV)
 *     (declare-fun x@0 () (_ BitVec 32)) ...                               values at a path's start, inputs, choices
 *     (define-fun |induct.at NAME| ((x@0 (_ BitVec 32)) ...) Bool ...)     the formula at location NAME
 *     (push 1) ; from NAME
 *     (assert (|induct.at NAME| x@0 ...))
 *     (assert (not (and (=> path-to-OTHER (|induct.at OTHER| value ...)) ... (not path-to-error))))
 *     (check-sat)
 *     (pop 1) ...
 *
 * Every check-sat must answer unsat: then the obligations of program_obligations.h hold. A reader takes the definitions
 * from the script and nothing else. */
#ifndef INDUCT_CHECK_PROGRAM_PROGRAM_SCRIPT_H
#define INDUCT_CHECK_PROGRAM_PROGRAM_SCRIPT_H

#include "base/text.h"
#include "check/program/program_obligations.h"

/* False, and `why` says so: the invariant is malformed. */
bool program_script_write(struct text *, const struct program *, const struct program_invariant *,
                          struct text *why);
/* The definitions of the formulas alone. */
void program_script_definitions(struct text *, const struct program *, const struct program_invariant *);
/* One obligation as a script with a single check-sat, without definitions. */
void program_script_obligation(struct text *, const struct program *, const struct program_obligation *);

/* The names in scripts. */
struct program_names {
    const struct program *program;
    term_list variables;         /* by variable of the automaton: what scripts call it (x@0 for x) */
    struct substitution naming;  /* from the automaton's to these, */
    struct substitution reading; /* and back */
};
#define PROGRAM_SCRIPT_AT "induct.at "
void program_names_init(struct program_names *, const struct program *);
void program_names_fini(struct program_names *);

#endif
