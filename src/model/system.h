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
 * Invariants of the structure, checked by ts_check(): now, next and inputs are variables of the bank, all
 * different, next of the sort of now; `first` and `init` use now and inputs; `update` and the constraints and
 * properties use now and inputs; only `trans` uses next. */
#ifndef INDUCT_MODEL_SYSTEM_H
#define INDUCT_MODEL_SYSTEM_H

#include "base/status.h"
#include "logic/term.h"
#include "logic/walk.h"

struct ts_state {
    term now, next;
    term first;  /* TERM_NONE: none */
    term update; /* TERM_NONE: none */
    char *name;  /* the user's; never NULL */
};
struct ts_input {
    term now;
    char *name; /* the user's; never NULL */
};
struct ts_property {
    term good;
    char *name;     /* printable, blanks as '_'; else the index in decimal */
    uint32_t index; /* 0-based position in the user's file */
};
/* Something the file asks for that we do not decide: `unknown NAME (unsupported: WHAT)`. */
struct ts_unsupported {
    char *name, *what;
    bool
        fairness; /* it is no property: the file has fairness constraints and nothing that they would matter for */
};
/* A named term of the file that is no part of the meaning: BTOR2 outputs, kept for conversion and display. */
struct ts_output {
    term now;
    char *name;
};

struct ts {
    struct terms *terms; /* owned */
    VEC(struct ts_state) states;
    VEC(struct ts_input) inputs;
    term init, trans;
    term_list constraints;
    VEC(struct ts_property) properties;
    VEC(struct ts_unsupported) unsupported;
    VEC(struct ts_output) outputs;
};

struct ts *ts_new(enum terms_mode); /* empty: init and trans are true */
void ts_free(struct ts *);

/* Declares a state variable `name` and a next-state variable named after it (name + "'" or `next_name`). */
struct ts_state *ts_add_state(struct ts *, const char *name, sort, const char *next_name);
struct ts_input *ts_add_input(struct ts *, const char *name, sort);
void ts_add_property(struct ts *, term good, const char *name, uint32_t index); /* name may be NULL */

/* The whole of init and trans as one formula each, functions included; the conjunction of the constraints. */
term ts_init_formula(const struct ts *);
term ts_trans_formula(const struct ts *);
term ts_constraint_formula(const struct ts *);

unsigned ts_theories(const struct ts *); /* bits of enum theory */
const char *ts_check(const struct ts *); /* NULL when the structure is right, else a static sentence */

/* Copies of the system's terms at time steps: variable x at step i is `x@i`, made on demand in the bank (or,
 * for the disconnected copies of refinement, any other prefix).
 *
 *     struct ts_unrolling u;  ts_unrolling_init(&u, ts, "@");
 *     term t = ts_at(&u, formula_over_now_next_and_inputs, i);     // next becomes step i+1
 *     term x = ts_state_at(&u, position, i);
 *     ts_unrolling_fini(&u);
 */
struct ts_unrolling {
    const struct ts *ts;
    char *prefix; /* lengthened when a variable of the system already looks like a copy */
    VEC(struct substitution) steps;
    struct substitution primed; /* every now by its next */
};
void ts_unrolling_init(struct ts_unrolling *, const struct ts *, const char *prefix);
void ts_unrolling_fini(struct ts_unrolling *);
term ts_at(struct ts_unrolling *, term, uint32_t step);
term ts_state_at(struct ts_unrolling *, uint32_t position, uint32_t step);
term ts_input_at(struct ts_unrolling *, uint32_t position, uint32_t step);
/* A formula over now (no inputs, no next) with every now replaced by its next. */
term ts_primed(struct ts_unrolling *, term);

#endif
