/* The debug routine of imc. It expands the circuit by unroll.h, not by steps.h, whose work it checks. */
#include "engine/bit/imc.h"

#include "engine/bit/unroll.h"

/* The formula about the states of a step, in the expansion. */
static aig_lit formula_at(const struct imc *s, struct unroll *u, aig_lit formula, uint32_t step) {
    const struct circuit *c = s->task->model.circuit;
    aig_lit *map = mem_alloc(aig_size(s->graph) * sizeof *map);
    memset(map, 0xff, aig_size(s->graph) * sizeof *map); /* AIG_NONE */
    map[0] = AIG_FALSE;
    for (uint32_t i = 0; i < c->latches.size; i++) map[1 + i] = unroll_at(u, c->latches.data[i].lit, step);
    aig_lit image = aig_copy_cone(unroll_graph(u), s->graph, formula, map);
    mem_free(map);
    return image;
}

/* F_i & C & formula (over the first step and the next state) unsatisfiable? */
static bool excluded(const struct imc *s, aig_lit frame, bool next, aig_lit formula) {
    struct sat *sat = sat_cadical(s->task->limits);
    struct unroll *u = unroll_new(s->task->model.circuit, sat, UNROLL_ANY);
    unroll_assert_constraints(u, 0);
    unroll_assert(u, formula_at(s, u, frame, 0));
    unroll_assert(u, next ? formula_at(s, u, formula, 1) : unroll_at(u, formula, 0));
    bool result = sat_solve(sat, NULL, 0) != SAT_SATISFIED;
    unroll_free(u);
    sat_free(sat);
    return result;
}

void imc_check(struct imc *s, uint32_t property) {
#ifdef NDEBUG
    if (!s->task->options->check_interpolants) return;
#endif
    const aig_lits *frames = &s->sequences[property].frames;
    if (!aig_same(frames->data[0], s->initial)) s->broken = "F_0 is not the initial states";
    for (uint32_t i = 0; i < frames->size && !s->broken; i++) {
        if (!excluded(s, frames->data[i], false, s->task->model.circuit->properties.data[property].bad))
            s->broken = "P3: a frame contains bad states";
        if (i + 1 < frames->size && !excluded(s, frames->data[i], true, aig_not(frames->data[i + 1])))
            s->broken = "P4: a frame does not follow from the one before";
        s->task->stats->frame_checks++;
    }
}
