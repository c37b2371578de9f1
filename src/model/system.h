/* A symbolic transition system: states and inputs are variables of any sort, everything else is terms.
 *
 * A state assigns the state variables, a step also the inputs. A path s_0 i_0, s_1 i_1, ..., s_n i_n
 * satisfies
 *
 *     init(s_0, i_0),   trans(s_j, i_j, s_j+1),   constraint(s_j, i_j) for every constraint and j in [0..n]
 *
 * and violates a property when `good(s_n, i_n)` is false. A path may end anywhere: states without successor
 * are allowed.
 *
 * Where the input gives them, initial values and next states stay functions: init is the conjunction of
 * `init` and of `now = first` for every variable with `first`; trans is the conjunction of `trans` and of
 * `next = update` for every variable with `update`. So a system from BTOR2 has `init` and `trans` true. A
 * variable with neither, and not mentioned primed in trans, takes any value in the next step.
 *
 * Invariants of the structure, checked by system_check(): now, next and inputs are variables of the bank, all
 * different, next of the sort of now; `first` and `init` use now and inputs; `update` and the constraints and
 * properties use now and inputs; only `trans` uses next. */
#ifndef INDUCT_MODEL_SYSTEM_H
#define INDUCT_MODEL_SYSTEM_H

#include "base/status.h"
#include "logic/term.h"
#include "logic/walk.h"
#include "model/design.h"

struct system_state {
    term now, next;
    term first;    /* TERM_NONE: none */
    term update;   /* TERM_NONE: none */
    char *name;    /* the user's; never NULL */
    uint64_t node; /* of a BTOR2 file: the id of its line; else 0 */
};
struct system_input {
    term now;
    char *name;    /* the user's; never NULL */
    uint64_t node; /* as of states */
};
struct system_property {
    term good;
    char *name;     /* printable, blanks as '_'; else the index in decimal */
    uint32_t index; /* 0-based position in the user's file */
    bool cover; /* the violation is what the user wants to see: a cover property is covered or unreachable */
    /* Over states and inputs: the property asserts something only where this is true, as of an assertion under an
     * `if`; TERM_NONE: everywhere, or nobody knows. */
    term condition;
};
/* Something the file asks for that we do not decide: `unknown NAME (unsupported: WHAT)`. */
struct system_unsupported {
    char *name, *what;
    /* It is no property: the file has fairness constraints and nothing that they would matter for. */
    bool fairness;
};
/* A named term of the file that is no part of the meaning: BTOR2 outputs, kept for conversion and display. */
struct system_output {
    term now;
    char *name;
};

struct system {
    struct terms *terms; /* owned */
    VEC(struct system_state) states;
    VEC(struct system_input) inputs;
    term init, trans;
    term_list constraints;
    VEC(struct system_property) properties;
    VEC(struct system_unsupported) unsupported;
    VEC(struct system_output) outputs;
    struct design design; /* what the file calls things; only of systems as read */
};

struct system *system_new(enum terms_mode); /* empty: init and trans are true */
void system_free(struct system *);

/* Declares a state variable `name` and a next-state variable named after it (name + "'" or `next_name`). */
struct system_state *system_add_state(struct system *, const char *name, sort, const char *next_name);
struct system_input *system_add_input(struct system *, const char *name, sort);
void system_add_property(struct system *, term good, const char *name, uint32_t index); /* name may be NULL */

/* The whole of init and trans as one formula each, functions included; the conjunction of the constraints. */
term system_init_formula(const struct system *);
term system_trans_formula(const struct system *);
term system_constraint_formula(const struct system *);

unsigned system_theories(const struct system *); /* bits of enum theory */
const char *
system_check(const struct system *); /* NULL when the structure is right, else a static sentence */

/* Copies of the system's terms at time steps: variable x at step i is `x@i`, made on demand in the bank (or,
 * for the disconnected copies of refinement, any other prefix).
 *
 *     struct system_unrolling u;  system_unrolling_init(&u, system, "@");
 *     term t = system_at(&u, formula_over_now_next_and_inputs, i);     // next becomes step i+1
 *     term x = system_state_at(&u, position, i);
 *     system_unrolling_fini(&u);
 */
struct system_unrolling {
    const struct system *system;
    char *prefix; /* lengthened when a variable of the system already looks like a copy */
    VEC(struct substitution) steps;
    struct substitution primed; /* every now by its next */
};
void system_unrolling_init(struct system_unrolling *, const struct system *, const char *prefix);
void system_unrolling_fini(struct system_unrolling *);
term system_at(struct system_unrolling *, term, uint32_t step);
term system_state_at(struct system_unrolling *, uint32_t position, uint32_t step);
term system_input_at(struct system_unrolling *, uint32_t position, uint32_t step);
/* A formula over now (no inputs, no next) with every now replaced by its next. */
term system_primed(struct system_unrolling *, term);

#endif
