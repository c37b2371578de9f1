/* Whether conjuncts follow from facts, asked of Z3 over the integers. */
#ifndef INDUCT_CHECK_SYSTEM_BY_NUMBERS_H
#define INDUCT_CHECK_SYSTEM_BY_NUMBERS_H

#include "check/circuit/check_circuit.h"
#include "logic/term.h"

/* The facts and the negated conjuncts as numbers (numbers.h), to Z3 with default settings in a fresh context, which may
 * do so much work (smt_work_limit). CHECK_ACCEPTED: it finds them unsatisfiable, which is a proof. CHECK_REJECTED: its
 * model, evaluated in the formulas as they are given, makes every fact true and conjunct *failing false.
 * CHECK_UNDECIDED: neither; *hopeless then says that it will not do better with more work: the model is none because of
 * terms without encoding, there are too many terms, Z3 is not installed. */
enum check_result by_numbers(struct terms *, const term_list *facts, const term *conjuncts, uint32_t n,
                             uint64_t work, struct limits *, uint32_t *failing, bool *hopeless);

#endif
