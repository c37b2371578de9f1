/* Refinement: predicates that rule out a spurious abstract counterexample.
 *
 * Given a system and an abstract path (a cube over predicates at each step) without concrete counterpart,
 * find predicates over the state variables such that the path is infeasible in the refined abstraction: every
 * step made of disconnected copies X_i, Y_i glued only by equal truth values of all predicates. Each strategy
 * is one function; `refine` runs the one the options choose, and the default switches when refinements
 * diverge. */
#ifndef INDUCT_REFINE_REFINE_H
#define INDUCT_REFINE_REFINE_H

#include "base/options.h"
#include "evidence/system_evidence.h"
#include "smt/smt.h"

struct refiner; /* pooled samples and divergence statistics, kept across refinements of one problem */

struct refiner *refiner_new(const struct system *, const struct options *, struct stats *, struct limits *);
void refiner_free(struct refiner *);

struct spurious_path {
    uint32_t property;      /* its negation holds in the last step */
    uint32_t steps;         /* states s_0 .. s_steps-1 */
    const term_list *cubes; /* [0..steps[: literals over `now` that hold in that state; may be empty */
    bool inner_start;       /* s_0 need not be initial: a part of a path */
    bool inner_end;         /* the last state need not violate the property: likewise */
    const term *trans;      /* [0..steps-1[, each step's instead of the system's, for refine_among; NULL */
};
/* Appends new predicates (canonical, none of `known`). STATUS_OK: the glued path is unsatisfiable over known
 * and new ones together. STATUS_UNSUPPORTED: no strategy succeeded; STATUS_STOPPED: limits. */
enum status refine(struct refiner *, const struct spurious_path *, const term_list *known, term_list *fresh);

/* The same by predicates that somebody proposes, without a search: of them those that are needed (all, without
 * reduce-predicates). The context serves the solver. STATUS_UNSUPPORTED: they do not suffice, or it is not known. */
enum status refine_among(const struct system *, struct smt_context *, const struct spurious_path *,
                         const term_list *known, const term_list *proposed, const struct options *,
                         struct stats *, struct limits *, term_list *fresh);

#endif
