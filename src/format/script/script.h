/* The common part of the SMT-LIB scripts about a system: definitions of its formulas as functions of one step, and
 * calls of them at copies of the variables. Whoever reads them uses the same names. */
#ifndef INDUCT_FORMAT_SCRIPT_SCRIPT_H
#define INDUCT_FORMAT_SCRIPT_SCRIPT_H

#include "base/text.h"
#include "model/system.h"

struct script {
    const struct system *system;
    struct text *out;
    struct system_unrolling unrolling;
    char *prefix; /* of the functions we define: "induct.", longer when the system uses such names */
    /* From variables that are called like an operator (and@now for and) to their parameters, and back. */
    struct substitution renaming, naming;
};

void script_init(struct script *, const struct system *, struct text *);
void script_fini(struct script *);

/* Which property: (set-info :induct-property INDEX) (set-info :induct-property-name "NAME") */
void script_property(struct script *, uint32_t property);
/* set-logic, sorts, functions, and the copies of all variables at the steps [0..steps[, for everything that is in
 * the formulas (over now, inputs and next). */
void script_declare(struct script *, const term *formulas, uint32_t n, uint32_t steps);
/* (define-fun induct.NAME ((x Int) ...) Bool formula). Parameters are called like the variables, or as `renaming`
 * says. */
void script_define(struct script *, const char *name, term formula, bool over_next);
/* (induct.NAME x@step ...) */
void script_call(struct script *, const char *name, uint32_t step, bool over_next);
/* (assert (induct.NAME ...)), or its negation */
void script_assert(struct script *, const char *name, uint32_t step, bool over_next, bool negated);
/* The system's own: init, trans, constraint, good. */
void script_define_system(struct script *, uint32_t property);

#endif
