/* What abstraction refinement is to engines without frames: predicates, and what becomes of an abstract
 * counterexample. Cubes are over predicates, one per step. */
#ifndef INDUCT_ENGINE_SYSTEM_CEGAR_H
#define INDUCT_ENGINE_SYSTEM_CEGAR_H

#include "engine/atoms.h"
#include "engine/pending.h"
#include "engine/system/unfold.h"
#include "refine/refine.h"

struct cegar {
    struct pending *pending;
    const struct system *system; /* the task's: init, constraints and properties are over states alone */
    struct atoms predicates;     /* canonical; never removed */
    struct refiner *refiner;
    struct unfold *simulation;
};

void cegar_init(struct cegar *, struct pending *);
void cegar_fini(struct cegar *);

/* Makes the atoms of init and of the property predicates; with ia-booleans also all Boolean states. */
void cegar_begin(struct cegar *, uint32_t property);

enum cegar_result {
    CEGAR_REFUTED, /* a concrete path follows the cubes: it was reported */
    CEGAR_REFINED, /* none does, and none follows them in the abstraction any more */
    CEGAR_STOPPED  /* by the limits, or nothing more can be found out: pending->reason */
};
/* cubes[i] holds in step i; the last step violates the property. */
enum cegar_result cegar_counterexample(struct cegar *, uint32_t property, const term_list *cubes,
                                       uint32_t steps);

/* For an abstraction over these predicates of which the property is known to hold: an inductive invariant that says
 * so, found by IC3 in that abstraction (certify.c). NULL: the limits stopped it, or the solver gave up
 * (pending->reason). */
struct system_invariant *cegar_certify(struct cegar *, uint32_t property);

#endif
