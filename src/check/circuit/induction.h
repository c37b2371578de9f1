/* Is a formula inductive on a circuit? The common core of judging invariants and certificates.
 *
 * Base, step and safety are those of evidence/circuit_evidence.h. Three things make it fast without making it less
 * exact: what follows by folding constants and equalities never reaches the solver; equalities are shown one
 * by one, lower ones first, and folded once shown; a disjunction of large cubes in phi is taken as so many
 * cases, each of which folds. */
#ifndef INDUCT_CHECK_CIRCUIT_INDUCTION_H
#define INDUCT_CHECK_CIRCUIT_INDUCTION_H

#include "check/circuit/phi.h"
#include "check/circuit/unroll.h"

struct induction_question {
    const struct circuit *circuit;
    const struct phi *phi;
    uint32_t depth; /* k >= 1 */
    bool simple_path;
    aig_lit bad; /* of the circuit; phi & C => not bad */
    struct limits *limits;
};

enum induction_part { INDUCTION_BASE, INDUCTION_SAFETY, INDUCTION_STEP };

struct induction_answer {
    /* SAT_REFUTED: it is inductive; SAT_SATISFIED: it is not; SAT_UNKNOWN: limits ran out. */
    enum sat_result result;
    enum induction_part part; /* what fails, */
    uint32_t origin;          /* the origin of a conjunct of phi that can be false (not for safety), */
    uint32_t step;            /* and how many steps into the path */
};

struct induction_answer induction_ask(const struct induction_question *);

#endif
