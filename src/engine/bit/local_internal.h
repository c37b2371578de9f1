/* What the files of the ic3-local engine share. Start reading at local.c. */
#ifndef INDUCT_ENGINE_BIT_LOCAL_INTERNAL_H
#define INDUCT_ENGINE_BIT_LOCAL_INTERNAL_H

#include "engine/bit/bounded.h"
#include "engine/bit/local_abstraction.h"
#include "engine/bit/switched.h"
#include "pdr/cube.h"
#include "engine/engine.h"

enum { PRIORITY_NEVER = 0xffffffffu }; /* the infinity of [BIMM12]: no clause mentions the latch */
enum priority_method { PRIORITY_PM1, PRIORITY_PM2, PRIORITY_PM3 }; /* the words of local-priority */
enum hints { HINTS_RM2, HINTS_RM1, HINTS_NONE };                   /* the words of local-hints */

struct local {
    struct engine_task *task;
    const struct circuit *circuit;
    const struct options *options;
    struct stats *stats;
    struct pending pending; /* the open properties */
    int64_t *told;          /* per property: the depth of its last EVENT_DEPTH; -1: none */
    const char *broken;     /* an invariant that a debugging check found violated */

    uint64_t left; /* work that the phase at hand may still use, in propagations */

    uint32_t *priorities; /* per latch, lower is more important; PRIORITY_NEVER */

    /* The abstraction. */
    bool *included; /* per latch */
    bool *seed;     /* per latch: proof-based abstraction leaves it alone while localization lasts */
    bool *needed;   /* per latch: in the core of the last depth that was finished; a subset of `included` */
    uint32_t clear; /* it has no counterexample of `clear` steps or fewer to an open property */

    cubes lemmas; /* of the last run of ic3, over latches of the circuit */

    /* Bounded model checking of the abstraction (local_bmc.c). */
    struct switched *formula;
    sat_lits paths;         /* per step t: the constraints hold in steps 0..t */
    VEC(sat_lit *) targets; /* per step: per property, bad and paths; made on demand */
    sat_lits any;           /* per step t: implies that a property of any_for is violated in a step 0..t */
    uint32_t any_for;       /* the number of open properties for which `any` was made */
    sat_lits assumptions;   /* scratch */
};

static inline bool local_stopped(struct local *s) {
    return s->broken || limits_stopped_slow(s->task->limits);
}
static inline void local_charge(struct local *s, uint64_t work) {
    s->left -= work < s->left ? work : s->left;
}

/* local.c */
/* No priorities, nothing included, every property open but those that local_init can prove: with a bad literal that is
 * the constant false. */
void local_init(struct local *, struct engine_task *);
void local_fini(struct local *);
void local_tell_depth(struct local *, uint32_t property, uint64_t depth); /* to the task, if it is news */

/* local_priorities.c */
/* A lemma of a run of ic3 on this abstraction, as struct ic3_observer tells it. */
void local_prioritize(struct local *, const struct abstraction *, const pdr_lit *cube, uint32_t n,
                      uint32_t level, uint32_t bound);
/* The least of the priorities of these latches. */
uint32_t local_highest_priority(const struct local *, const uint32_t *latches, uint32_t n);

/* local_bmc.c */
void local_bmc_start(struct local *); /* afresh: an empty formula */
void local_bmc_end(struct local *);
/* Is an open property violated in one of the steps 0..last of a path of the abstraction? */
enum sat_result local_bmc(struct local *, uint32_t last);
/* After SAT_SATISFIED: such a path, as a counterexample of the abstraction, cut to the first violation. */
struct trace *local_bmc_trace(struct local *, const struct abstraction *, uint32_t last);
/* After SAT_REFUTED: the switch of this included latch took part. */
bool local_bmc_failed(struct local *, uint32_t latch);
/* The literal "the constraints hold in steps 0..step and the property is violated in step". */
sat_lit local_bmc_target(struct local *, uint32_t property, uint32_t step);
/* Puts the switches of the abstraction into s->assumptions, and nothing else. */
void local_bmc_assume_abstraction(struct local *);

/* local_explain.c */
/* The cutpoints (latches of the circuit, ascending) that a counterexample of the abstraction depends on, after
 * minimization. Empty when it depends on none, so that it is a real one. */
void local_explain(struct local *, const struct abstraction *, const struct trace *, u32s *cutpoints);

/* A value of a counterexample: of an input of the abstraction, a cutpoint or not, in a step. */
struct assigned {
    uint32_t input, step;
    bool value;
};
typedef VEC(struct assigned) assigned_list;
/* Ternary analysis: values that force the violation and all constraints whatever the rest is. */
void local_justify(const struct abstraction *, const struct trace *, assigned_list *);

/* local_localize.c */
/* Localization from scratch, until the work of this phase is used up, everything is decided, or the abstraction has
 * settled down. */
void local_localize(struct local *);
/* Makes the abstraction free of counterexamples in the steps 0..last, while there is work left. */
void local_deepen(struct local *, uint32_t last);
/* The abstraction has this counterexample: reports it if it is real, else refines. */
void local_refine(struct local *, const struct abstraction *, const struct trace *);
struct abstraction *local_abstraction(struct local *); /* as of now, for the open properties; caller frees */

/* local_decide.c */
/* Runs ic3 on the whole circuit and sets the priorities. */
void local_probe(struct local *);
/* Runs ic3 on the abstraction, which spurious counterexamples refine. */
void local_decide(struct local *);
void local_forget_lemmas(struct local *);

#endif
