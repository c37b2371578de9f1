/* The cone of influence of a system, word by word: what the properties depend on, before anything is blasted or given to a
 * solver.
 *
 * A state is in the cone when a property, a constraint, init or trans mentions it, or the first value or update of a
 * state in the cone does. A state outside is *free*: it loses its first value and its update, nothing mentions
 * it any more, and every path of the new system becomes one of the old system when the free states are given their values. So
 * an invariant of the new system is one of the old; traces get these values by evaluation.
 *
 * Nothing is cut away where that could go wrong: states whose first values depend on each other in a circle (there may
 * be none that fit) stay in the cone, and a system that divides or has uninterpreted functions stays whole (a trace would have to
 * say how they act in what is missing). */
#ifndef INDUCT_TRANSFORM_TS_CONE_H
#define INDUCT_TRANSFORM_TS_CONE_H

#include "evidence/system.h"
#include "model/ts.h"

struct ts_cone {
    const struct ts *from; /* borrowed */
    struct ts *to;         /* everything at its old position; freed by ts_cone_free, never by ts_free */
    u8s inside;            /* by state */
    u32s free;             /* states outside, in an order in which first values can be computed */
};

struct ts_cone *ts_cone_new(const struct ts *);
void ts_cone_free(struct ts_cone *); /* NULL is fine */

/* A trace of `to` as a trace of `from`. Takes over its argument. */
struct ts_trace *ts_cone_trace(const struct ts_cone *, struct ts_trace *);

#endif
