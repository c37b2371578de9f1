/* What the files of the imc engine share. Start reading at imc.c. */
#ifndef INDUCT_ENGINE_BIT_IMC_H
#define INDUCT_ENGINE_BIT_IMC_H

#include "engine/bit/bounded.h"
#include "engine/bit/steps.h"
#include "itp/cones.h"

struct sequence {
    aig_lits frames; /* F_0 .. F_k-1, where k is the next bound */
    /* Per frame, a state that kept it from being a fixpoint: in F_i, not in the frames before it. One bit per latch; empty
     * when none is known. Frames only shrink, so while it is in F_i there is no need to ask again. */
    VEC(u8s) witnesses;
    bool postponed;
};

struct imc {
    struct engine_task *task;
    struct pending pending;
    struct encoding encoding;

    /* the queries of all bounds */
    struct proof *proof;
    struct sat *sat;
    struct steps *steps;
    uint32_t constrained; /* steps whose constraints are asserted */

    /* frames */
    struct aig *graph; /* node 1 + i is latch i */
    aig_lit initial;
    struct sequence *sequences; /* per property */
    uint32_t spare;             /* gates from which the graph is collected */
    struct cones cones;         /* compares them; constraints hold there */

    int64_t budget;     /* conflicts */
    const char *broken; /* an interpolant or an invariant that a check found wrong */
};

/* imc_check.c: verifies the invariants of imc.c for a property with CaDiCaL, in debug builds and under the option
 * check-interpolants; sets s->broken on failure. */
void imc_check(struct imc *, uint32_t property);

#endif
