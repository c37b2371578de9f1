/* From a chain of obligations to a concrete counterexample, if there is one. */
#include "engine/system/loop.h"
#include "engine/system/unfold.h"

/* init(X_0) & s_0(X_0) & T(X_0, X_1) & s_1(X_1) & ... & s_n(X_n) & not P(X_n), with the constraints of every
 * step, for the cubes s_i from the obligation along its successors; returns how many there are. */
static uint32_t assert_chain(struct loop *l, const struct obligation *first) {
    struct unfold *u = l->simulation;
    uint32_t step = 0;
    smt_assert(u->smt, unfold_at(u, u->init, 0));
    for (const struct obligation *o = first; o; o = o->successor, step++) {
        if (step) unfold_connect(u, step - 1);
        unfold_constrain(u, step);
        smt_assert(u->smt, unfold_at(u, atoms_cube(&l->atoms, o->cube->literals, o->cube->size), step));
    }
    term good = l->system->properties.data[first->goal].good;
    smt_assert(u->smt, term_not(l->bank, unfold_at(u, good, step - 1)));
    return step;
}

void loop_counterexample(struct loop *l, const struct obligation *first) {
    if (!l->simulation) l->simulation = unfold_new(l->system, l->task);
    struct unfold *u = l->simulation;
    smt_push(u->smt);
    uint32_t steps = assert_chain(l, first);
    enum smt_result result = unfold_check(u, NULL, 0);
    struct system_trace *trace = result == SMT_SAT ? unfold_trace(u, first->goal, steps) : NULL;
    l->stats->simulations++;
    smt_pop(u->smt);
    if (trace)
        loop_refute(l, first->goal, trace);
    else if (result == SMT_UNSAT)
        l->domain->spurious(l, first);
    else
        loop_give_up(l, result == SMT_SAT ? "the SMT solver gave no values" : loop_excuse(l));
}
