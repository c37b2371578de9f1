/* The debug routine of ic3cfa: verifies its invariants in solvers with default settings. Slow; option
 * check-frames. */
#include "engine/ic3cfa/ic3cfa.h"

static struct smt *judge(struct ic3cfa *g) {
    struct smt_settings settings = {.theories = g->theories, .purpose = SMT_JUDGE, .limits = g->task->limits};
    return smt_new(g->bank, &settings);
}

/* F(level, location) as a formula. */
static term frame(struct ic3cfa *g, uint32_t location, uint32_t level) {
    if (location == g->program->initial) return term_true(g->bank);
    if (!level) return term_false(g->bank);
    term_list list = {0};
    for (uint32_t i = level; i <= g->frames->top + 1; i++) {
        uint32_t at = i <= g->frames->top ? i : FRAMES_INFINITY;
        vec_each (const struct lemma_entry, e, frames_at(g->frames, location, at))
            vec_push(&list, term_not(g->bank,
                                     atoms_cube(&g->atoms, e->lemma->cube->literals, e->lemma->cube->size)));
    }
    term result = term_and(g->bank, list.data, list.size);
    vec_free(&list);
    return result;
}

/* What the solver cannot tell passes. */
static bool satisfiable(struct ic3cfa *g, struct smt *smt, const term *formulas, uint32_t n) {
    smt_push(smt);
    for (uint32_t i = 0; i < n; i++) smt_assert(smt, formulas[i]);
    enum smt_result result = smt_check(smt, NULL, 0);
    smt_pop(smt);
    g->stats->frame_checks++;
    return result == SMT_SAT;
}

/* Invariant (2) for one edge. */
static void check_edge(struct ic3cfa *g, struct smt *smt, const struct program_edge *e, uint32_t level) {
    term_list inputs = {0};
    term formulas[] = {frame(g, e->from, level), program_transition(g->program, e->command, NULL, &inputs),
                       term_not(g->bank, substitution_apply(&g->primed, frame(g, e->to, level + 1)))};
    if (e->unsupported) { /* as if it led to the error location */
        formulas[1] = term_true(g->bank);
        formulas[2] = term_not(g->bank, frame(g, g->program->error, level + 1));
    }
    if (satisfiable(g, smt, formulas, 3))
        ic3cfa_give_up(g, "(2) broken: a frame does not lead into the next");
    vec_free(&inputs);
}

/* Invariant (4): every state of a stored cube that satisfies the facts leads to the error location: here, to the cube
 * of its successor. */
void ic3cfa_check_obligation(struct ic3cfa *g, const struct obligation *o) {
    if (!o->successor) return;
    const struct step *s = &g->steps.data[o->record];
    const struct cube *to = o->successor->cube;
    if (s->inputs.size || !s->plain) return; /* would need a quantifier */
    term formulas[] = {
        atoms_cube(&g->atoms, o->cube->literals, o->cube->size),
        term_not(g->bank, program_wp(g->program, s->command, atoms_cube(&g->atoms, to->literals, to->size))),
        frame(g, o->location, g->frames->top + 1)};
    struct smt *smt = judge(g);
    if (satisfiable(g, smt, formulas, 3)) ic3cfa_give_up(g, "(4) broken: an obligation leads elsewhere");
    smt_free(smt);
}

void ic3cfa_check_frames(struct ic3cfa *g) {
    const char *structure = frames_check(g->frames);
    if (structure) {
        ic3cfa_give_up(g, structure);
        return;
    }
    struct smt *smt = judge(g);
    for (uint32_t level = 0; level < g->frames->top && !g->stopped; level++)
        vec_each (const struct program_edge, e, &g->program->edges) check_edge(g, smt, e, level);
    smt_free(smt);
}
