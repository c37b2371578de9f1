/* All-SMT: every combination of truth values that some labels can have together, each once.
 *
 * After: Lahiri, Nieuwenhuis & Oliveras, "SMT Techniques for Fast Predicate Abstraction", CAV 2006. There may be two to
 * the number of labels of them, so the work is bounded. */
#ifndef INDUCT_ENGINE_EXPLICIT_ALL_SMT_H
#define INDUCT_ENGINE_EXPLICIT_ALL_SMT_H

#include "smt/smt.h"

enum all_smt_result {
    ALL_SMT_DONE,
    ALL_SMT_SPENT,  /* the work is used up */
    ALL_SMT_STOPPED /* by the limits, or the solver gave up */
};

struct all_smt {
    struct smt *smt;
    const smt_lit *labels;
    uint32_t n;
    uint64_t work; /* that may be done, in the unit of smt_work; what is left afterwards */
    struct limits *limits;
    void (*row)(void *client, const bool *values); /* [0..n[ */
    void *client;
};

/* What it asserts (that there be no combination twice) stays in the solver. */
enum all_smt_result all_smt(struct all_smt *);

#endif
