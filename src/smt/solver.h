/* What the files of this folder know of `struct smt`.
 *
 * State of a solver, after the last call:
 *
 *     CHANGED   assertions changed since the last query: neither model nor core
 *     SAT       the model is fetched by whoever asks first (model.c) and dropped by the next change or query
 *     UNSAT     likewise the core
 *     UNKNOWN   neither; `reason` says why
 */
#ifndef INDUCT_SMT_SOLVER_H
#define INDUCT_SMT_SOLVER_H

#include "logic/walk.h"
#include "smt/bridge.h"
#include "smt/smt.h"

struct smt_meaning {
    Z3_ast positive, negative; /* held for good */
};
struct model_element {
    Z3_ast value; /* kept alive by the model */
    sort sort;
    uint32_t number;
};

struct smt_context {
    struct bridge bridge;
    uint32_t solvers; /* alive */
};

struct smt {
    struct smt_context *context;
    bool own;              /* the context is this solver's alone and ends with it */
    struct bridge *bridge; /* the context's */
    struct smt_settings settings;
    Z3_solver solver;
    uint64_t work_limit;

    VEC(struct smt_meaning) labels;
    struct hash_map label_of; /* term id -> label */
    struct hash_map codes;    /* AST id of a label or its negation -> literal code */

    uint32_t depth;    /* of pushes */
    z3_asts permanent; /* facts told for good inside of pushes, told again after each pop; held */
    uint32_t axioms;   /* of the bridge, asserted so far */

    enum { STATE_CHANGED, STATE_SAT, STATE_UNSAT, STATE_UNKNOWN } state;
    char *reason;
    smt_lits assumptions; /* of the last query */
    u32s position_of;     /* literal code -> its first position there; stale entries of older queries */
    bool core_known;
    u32s core;
    u8s in_core; /* by position */

    Z3_model model; /* NULL: not fetched */
    VEC(struct model_element) elements;
    struct evaluation values; /* the model's values of the variables asked for so far */
    struct hash_map loaded;   /* variables and functions (high bit) that `values` has */
    bool exact; /* our evaluation agrees with the model: no division by zero, all values representable */
};

/* model.c: the model as values. */
void model_drop(struct smt *);
bool model_fetch(struct smt *);
/* The model's truth value of a Boolean term (1 or 0; -1: Z3 failed). model_load must have seen a term that contains
 * it. */
int model_truth(struct smt *, term);
/* Gets the values of everything in the roots. */
void model_load(struct smt *, const term *roots, uint32_t n);

#endif
