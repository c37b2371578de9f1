/* What the files of the imc engine share. Start reading at imc.c. */
#ifndef INDUCT_ENGINE_BIT_IMC_H
#define INDUCT_ENGINE_BIT_IMC_H

#include "engine/bit/bounded.h"
#include "engine/bit/steps.h"
#include "engine/bit/itp_cones.h"

struct sequence {
    aig_lits frames; /* F_0 .. F_k-1, where k is the next bound */
    bool postponed;
};

/* States that queries about frames have found, the last few hundred: 64 to a word, with a word per latch. */
struct witnesses {
    VEC(u64s) words;
    uint32_t found; /* so far */
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
    struct witnesses witnesses;

    int64_t budget;     /* conflicts */
    const char *broken; /* an interpolant or an invariant that a check found wrong */
};

/* imc_fixpoint.c: the least i such that the frames F_0 .. F_i-1 contain F_i (all of them together, or one of them, as
 * the option imc-fixpoint says); 0 when there is none, or the limits stopped it. */
uint32_t imc_fixpoint(struct imc *, const aig_lits *frames);
/* Whether a witness shows that F_i does not imply J_i: [0..n[ answers, which the caller frees. */
bool *imc_separated(const struct imc *, const aig_lit *frames, const aig_lit *interpolants, uint32_t n);
void witnesses_fini(struct witnesses *);

/* imc_check.c: verifies the invariants of imc.c for a property with CaDiCaL, in debug builds and under the option
 * check-interpolants; sets s->broken on failure. */
void imc_check(struct imc *, uint32_t property);

#endif
