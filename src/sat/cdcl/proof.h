/* Resolution proofs, as our solver logs them on request.
 *
 * A proof is a list of steps, each a clause. An *original* step is a clause that was added to the solver; it belongs to
 * a part, a number that the user chooses (interpolation tells the parts apart). A *derived* step names its
 * antecedents, earlier steps, in the order of a linear chain of resolutions:
 *
 *     c0 = first antecedent,   c1 = c0 resolved with the second,   c2 = c1 resolved with the third,   ...
 *
 * where each resolution has exactly one pivot, and the last result is the clause of the step. Facts of the solver (unit
 * clauses that it holds at level 0) are derived steps too, so that a chain shows every literal that goes away.
 *
 *     struct proof *proof = proof_new();
 *     struct sat *sat = sat_cdcl_logging(limits, stats, proof);
 *     proof->part = 0;  sat_add(...);
 *     proof->part = 1;  sat_add(...);
 *     if (sat_solve(sat, assumptions, n) == SAT_REFUTED) use(proof, proof->refutation);
 *
 * The refutation is a step whose literals are negations of assumptions; the empty clause when none was needed. It is
 * PROOF_NONE when the assumptions contradict each other, for then nothing was refuted. Step numbers are valid until the
 * next call of sat_solve: clauses that the solver deletes keep their steps as long as others rest on them, but when
 * the log has grown large, what no clause of the solver rests on any more is dropped and the rest is renumbered. */
#ifndef INDUCT_SAT_CDCL_PROOF_H
#define INDUCT_SAT_CDCL_PROOF_H

#include "base/clock.h"
#include "base/stats.h"
#include "sat/sat.h"

enum { PROOF_NONE = 0xffffffffu };

struct proof_step {
    uint32_t literals, size;     /* in proof->literals */
    uint32_t antecedents, count; /* in proof->antecedents; an original step has none */
    uint32_t part;               /* of an original step */
};

struct proof {
    VEC(struct proof_step) steps;
    sat_lits literals;
    u32s antecedents;
    uint32_t part;                     /* of the clauses to come */
    uint32_t refutation;               /* after SAT_REFUTED, see above */
    uint64_t total_steps, total_links; /* ever added: steps, and antecedents */
};

struct proof *proof_new(void);
void proof_free(struct proof *);

/* Both return the number of the new step. */
uint32_t proof_add_original(struct proof *, const sat_lit *literals, uint32_t n);
uint32_t proof_add_derived(struct proof *, const sat_lit *literals, uint32_t n, const uint32_t *antecedents,
                           uint32_t count);

/* Drops derived steps that no live one rests on; originals stay. renumbered[i], for every i, becomes the new number of
 * step i or PROOF_NONE. */
void proof_trim(struct proof *, const u32s *live, u32s *renumbered);

static inline const sat_lit *proof_literals(const struct proof *p, const struct proof_step *s) {
    return p->literals.data + s->literals;
}
static inline const uint32_t *proof_antecedents(const struct proof *p, const struct proof_step *s) {
    return p->antecedents.data + s->antecedents;
}

/* Which steps the given one rests on, itself included: [0..steps[ marks, which the caller frees. */
bool *proof_core(const struct proof *, uint32_t step);

/* Our solver as an instance of the common interface that logs into the proof, which is borrowed and must outlive it.
 * No netlist, no domain. stats may be NULL. */
struct sat *sat_cdcl_logging(struct limits *, struct stats *, struct proof *);

/* Replays every step that the given one rests on (PROOF_NONE: every step). NULL when all is well, else a static
 * sentence about what is wrong; *where (may be NULL) is then the step. */
const char *proof_check(const struct proof *, uint32_t step, uint32_t *where);

#endif
