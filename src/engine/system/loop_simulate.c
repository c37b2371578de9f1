/* From a chain of obligations to a concrete counterexample, if there is one. */
#include "engine/system/loop.h"
#include "engine/system/unfold.h"

void loop_counterexample(struct loop *l, const struct obligation *first) {
    if (!l->simulation) l->simulation = unfold_new(l->system, l->task);
    VEC(term_list) cubes = {0};
    for (const struct obligation *o = first; o; o = o->successor) {
        term_list cube = {0};
        vec_push(&cube, atoms_cube(&l->atoms, o->cube->literals, o->cube->size));
        vec_push(&cubes, cube);
    }
    struct system_trace *trace = NULL;
    enum smt_result result = unfold_follow(l->simulation, first->goal, cubes.data, cubes.size, &trace);
    vec_each (term_list, cube, &cubes) vec_free(cube);
    vec_free(&cubes);
    if (trace)
        loop_refute(l, first->goal, trace);
    else if (result == SMT_UNSAT)
        l->domain->spurious(l, first);
    else
        loop_give_up(l, result == SMT_SAT ? "the SMT solver gave no values" : loop_excuse(l));
}
