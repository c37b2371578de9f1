/* Generalization ([LPNNK18] section 3): step by step, merged over the steps into a location.
 *
 * For each step the literals that make the cube inductive along it are found: by a context, by a predecessor
 * cube, else by dropping literals of the core one by one. Their union is inductive along all of them, for a cube with
 * more literals is inductive whenever one with fewer is. So literals that an earlier step needs are free for
 * a later one: steps that need no solver go first, and no literal that is already in is tried. With each-edge every
 * step is generalized by itself, as the paper has it. */
#include "engine/ic3cfa/ic3cfa.h"

static void copy(pdr_lits *to, const pdr_lits *from) {
    vec_clear(to);
    vec_append(to, from->data, from->size);
}

struct dropping {
    struct ic3cfa *g;
    uint32_t step, level;    /* of the frame before the step */
    const pdr_lits *general; /* what other steps need; none, with each-edge */
    pdr_lits work;           /* inductive along the step */
    pdr_lits tried, core;    /* scratch */
};

/* Tries the work cube without a literal. */
static bool drop(struct dropping *d, pdr_lit lit) {
    vec_clear(&d->tried);
    vec_each (const pdr_lit, l, &d->work)
        if (l->code != lit.code) vec_push(&d->tried, *l);
    d->g->stats->drops_tried++;
    if (ic3cfa_ask(d->g, d->step, d->level, &d->tried, &d->core) != SMT_UNSAT) return false;
    d->g->stats->drops_done += d->work.size - d->core.size;
    copy(&d->work, &d->core);
    return true;
}

/* Drops what can be dropped, except literals that are free or that `kept` (may be NULL) advises to keep. */
static enum context_effort drop_all(struct dropping *d, const struct cube *kept) {
    enum context_effort effort = CONTEXT_MINIMAL;
    pdr_lits order = {0};
    copy(&order, &d->work);
    ic3cfa_order(d->g, &order);
    vec_each (const pdr_lit, lit, &order) {
        if (d->g->stopped || !pdr_contains(&d->work, *lit)) continue;
        bool advised = kept && cube_contains(kept, *lit);
        d->g->stats->lower_kept += advised;
        if (advised || pdr_contains(d->general, *lit))
            effort = CONTEXT_ADVISED;
        else
            (void)drop(d, *lit);
    }
    vec_free(&order);
    return effort;
}

/* The literals that the step needs, in d->work; `start` is inductive along it. */
static void generalize_step(struct dropping *d, const pdr_lits *cube, const pdr_lits *start) {
    struct ic3cfa *g = d->g;
    /* Perhaps what the others need suffices. */
    if (d->general->size && ic3cfa_ask(g, d->step, d->level, d->general, &d->work) == SMT_UNSAT) {
        ic3cfa_remember(g, d->step, d->level, cube, &d->work, CONTEXT_ADVISED);
        return;
    }
    copy(&d->work, start);
    const struct cube *kept = ic3cfa_lower_bound(g, d->step, d->level, cube);
    g->stats->lower_hits += kept != NULL;
    enum context_effort effort = drop_all(d, kept);
    if (!g->stopped) ic3cfa_remember(g, d->step, d->level, cube, &d->work, effort);
}

void ic3cfa_generalize(struct ic3cfa *g, uint32_t location, uint32_t level, pdr_lits *cube) {
    if (!g->options->generalize) return;
    const u32s *incoming = &g->places[location].incoming;
    const struct reason *why = g->reasons.data;
    pdr_lits general = {0}, none = {0};
    struct dropping d = {.g = g, .level = level - 1, .general = g->options->each_edge ? &none : &general};
    for (uint32_t i = 0; i < incoming->size; i++)
        if (why[i].effort != CONTEXT_CORE) pdr_merge(&general, &why[i].core);
    for (uint32_t i = 0; i < incoming->size; i++) {
        if (why[i].effort != CONTEXT_CORE) continue;
        d.step = incoming->data[i];
        generalize_step(&d, cube, &why[i].core);
        pdr_merge(&general, &d.work);
    }
    if (!g->stopped) {
        copy(cube, &general);
        (void)pdr_tidy(cube);
        ic3cfa_bump(g, cube);
    }
    vec_free(&general);
    vec_free(&d.work);
    vec_free(&d.tried);
    vec_free(&d.core);
}
