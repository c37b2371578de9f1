#include "engine/system/simulate.h"

void simulation_fini(struct simulation *s) {
    unfold_free(s->unfold);
}

enum smt_result simulation_run(struct simulation *s, const struct obligation *first,
                               struct system_trace **trace) {
    struct loop *l = s->loop;
    if (!s->unfold) s->unfold = unfold_new(l->system, l->task);
    struct unfold *u = s->unfold;
    uint32_t step = 0;
    smt_push(u->smt);
    smt_assert(u->smt, unfold_at(u, u->init, 0));
    for (const struct obligation *o = first; o; o = o->successor, step++) {
        if (step) unfold_connect(u, step - 1);
        unfold_constrain(u, step);
        smt_assert(u->smt, unfold_at(u, atoms_cube(&l->atoms, o->cube->literals, o->cube->size), step));
    }
    term good = l->system->properties.data[first->goal].good;
    smt_assert(u->smt, term_not(l->bank, unfold_at(u, good, step - 1)));
    enum smt_result result = unfold_check(u, NULL, 0);
    l->stats->simulations++;
    if (result == SMT_SAT) {
        *trace = unfold_trace(u, first->goal, step);
        if (!*trace) {
            loop_give_up(l, "the SMT solver gave no values");
            result = SMT_UNKNOWN;
        }
    } else if (result == SMT_UNKNOWN) {
        loop_give_up(l, loop_excuse(l));
    }
    smt_pop(u->smt);
    return result;
}
