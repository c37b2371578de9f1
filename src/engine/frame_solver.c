#include "engine/frame_solver.h"

void frame_solver_start(struct frame_solver *s, const struct atoms *atoms, struct smt *smt) {
    smt_free(s->smt);
    s->atoms = atoms;
    s->smt = smt;
    s->labels = s->dead = 0;
    vec_clear(&s->levels);
    vec_clear(&s->now);
    vec_clear(&s->next);
}

void frame_solver_fini(struct frame_solver *s) {
    smt_free(s->smt);
    vec_free(&s->levels);
    vec_free(&s->now);
    vec_free(&s->next);
    vec_free(&s->clause);
}

static smt_lit *slot(smt_lits *table, uint32_t index) {
    while (table->size <= index) vec_push(table, LABEL_NONE);
    return &table->data[index];
}

smt_lit frame_solver_now(struct frame_solver *s, pdr_lit lit) {
    smt_lit *label = slot(&s->now, pdr_index(lit));
    if (label->code == LABEL_NONE.code) {
        *label = smt_label(s->smt, s->atoms->formulas.data[pdr_index(lit)]);
        s->labels++;
    }
    return pdr_sign(lit) ? smt_not(*label) : *label;
}

smt_lit frame_solver_next(struct frame_solver *s, pdr_lit lit, term after) {
    struct terms *bank = s->atoms->bank;
    smt_lit *label = slot(&s->next, lit.code);
    if (label->code == LABEL_NONE.code) {
        *label = smt_switch(s->smt, bank, pdr_sign(lit) ? term_not(bank, after) : after);
        s->labels++;
    }
    return *label;
}

void frame_solver_open(struct frame_solver *s, uint32_t top) {
    while (s->levels.size <= top) vec_push(&s->levels, smt_new_label(s->smt));
}

void frame_solver_add(struct frame_solver *s, uint32_t level, const struct cube *cube) {
    vec_clear(&s->clause);
    if (level != FRAMES_INFINITY) vec_push(&s->clause, smt_not(s->levels.data[level]));
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&s->clause, smt_not(frame_solver_now(s, cube->literals[i])));
    if (s->clause.size)
        smt_clause(s->smt, s->clause.data, s->clause.size);
    else
        smt_assert(s->smt, term_false(s->atoms->bank)); /* nothing is reachable here */
}

void frame_solver_fill(struct frame_solver *s, const struct frames *frames, uint32_t location) {
    frame_solver_open(s, frames->top);
    for (uint32_t i = 0; i <= frames->top; i++) {
        uint32_t level = i ? i : FRAMES_INFINITY;
        vec_each (const struct lemma_entry, e, frames_at(frames, location, level))
            frame_solver_add(s, level, e->lemma->cube);
    }
}

void frame_solver_assume(const struct frame_solver *s, const struct frames *frames, uint32_t location,
                         uint32_t level, smt_lits *assumptions) {
    for (uint32_t i = level ? level : 1; i <= frames->top; i++)
        if (frames_at(frames, location, i)->size) vec_push(assumptions, s->levels.data[i]);
}
