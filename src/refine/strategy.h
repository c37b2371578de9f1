/* Inside refine/: the refiner and its strategies.
 *
 * A strategy has up to two parts. `candidates` looks at all cuts of the path together and proposes predicates; they
 * need not suffice. `separator` is then asked, cut by cut, for predicates that tell apart two cubes which
 * cannot hold together, until the abstract path is gone; this always succeeds when every separation does. */
#ifndef INDUCT_REFINE_STRATEGY_H
#define INDUCT_REFINE_STRATEGY_H

#include "refine/divergence.h"
#include "refine/glued.h"
#include "refine/part.h"
#include "refine/separate.h"

/* A separation that is wanted: the last query of `glued` was satisfiable at this cut. */
struct disagreement {
    struct glued *glued;
    uint32_t cut;
    term_list reached, leaves; /* cubes over now, from the model */
};

struct strategy {
    const char *name;
    void (*candidates)(struct refiner *, const struct spurious_path *, term_list *out); /* may be NULL */
    /* NULL: the candidates suffice, or another strategy takes its place */
    void (*separator)(struct refiner *, struct disagreement *, term_list *out);
    bool part; /* works in the part of the path that is infeasible by itself (part.h) */
    bool dear; /* its work is limited when others can take its place */
};
extern const struct strategy strategy_pool, strategy_local, strategy_proof, strategy_lift, strategy_wp,
    strategy_cores, strategy_interpolants;

struct refiner {
    const struct system *system;
    struct terms *bank; /* of system */
    const struct options *options;
    struct stats *stats;
    struct limits *limits;
    unsigned theories;
    struct smt_context *context; /* of the many small solvers of the strategies; the path's has its own */
    const struct strategy *strategy;
    uint32_t switches;           /* how often `auto` changed it */
    uint64_t patience;           /* solver work that is left for the refinement at hand */
    sample_list reached, leaves; /* the pools of strategy_pool, over all refinements */
    struct parts *parts;
    struct lifting *lifting; /* of strategy_lift; NULL: not yet */
    struct divergence divergence;
};

/* Separators that several strategies use: a half-space, or the literals of a core. */
void separate_by_half_space(struct refiner *, struct disagreement *, term_list *out);
void separate_by_core(struct refiner *, struct disagreement *, term_list *out);
/* proof.c: the candidates of strategy `proof` for a path of any system, in the bank of the refiner. */
void proof_candidates(struct refiner *, const struct system *, const struct spurious_path *, term_list *out);

/* Arithmetic equalities become pairs of inequalities, in the whole formula. */
term refine_split_equalities(struct terms *, term formula);

/* Appends the canonical predicates of a formula's atoms: without negation, arithmetic equalities as two
 * inequalities. */
void refine_atoms(struct refiner *, term formula, term_list *out);

/* lift.c: runs `find` on the path over integers, and makes predicates over words of what it appends. */
void lift_candidates(struct refiner *, const struct spurious_path *,
                     void (*find)(struct refiner *, const struct system *, const struct spurious_path *,
                                  term_list *out),
                     term_list *out);
void lifting_free(struct lifting *);

#endif
