/* Same-step definitions: drops state variables that are functions of others in every step.
 *
 * Systems made from dataflow languages give every signal a state variable, and say of most of them, in init
 * and again for the next state in trans, what they are made of. A *fact* is a conjunct f(X) of init that
 * trans says of the next state, or that an update makes true (x' = e(X') where f is x = e), or that rewriting
 * leads back to facts: it holds in every reachable state. A fact that says `v = e` lets v be replaced by e
 * everywhere, and the variable goes; other facts become constraints, which hold in every step, too. Paths of
 * both systems correspond one to one. A variable whose next value comes from the current step stays, unless
 * its definition makes that superfluous: it is what the system remembers.
 *
 * Evidence comes back: in a trace, dropped states are evaluated; to an invariant the facts are added, which
 * are inductive by themselves (one step deep). The new system lives in the bank of the old one. */
#ifndef INDUCT_TRANSFORM_SYSTEM_DEFINITIONS_H
#define INDUCT_TRANSFORM_SYSTEM_DEFINITIONS_H

#include "evidence/system_evidence.h"
#include "model/system.h"

struct system_inlined {
    const struct system *from; /* borrowed */
    struct system *to;         /* freed by system_inlined_free, never by system_free */
    term_list facts;           /* over the states of `from` */
    u32s kept;                 /* state positions of `from`, for the states of `to` */
    u32s dropped;              /* state positions of `from` */
    term_list values;          /* of the dropped, over the states of `to` */
};

/* Properties, constraints and inputs keep their positions. To be done before functional.h puts first values
 * into init. */
struct system_inlined *system_inline_definitions(const struct system *);
void system_inlined_free(struct system_inlined *);

/* A trace of `to` as a trace of `from`. Takes over its argument. */
struct system_trace *system_inlined_trace(const struct system_inlined *, struct system_trace *);
/* Adds the facts, so that an inductive set of conjuncts about `to` becomes one about `from`. */
void system_inlined_conjuncts(const struct system_inlined *, term_list *conjuncts);

#endif
