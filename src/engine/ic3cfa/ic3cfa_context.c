/* Generalization contexts ([LPNNK18] sections 3.4 to 3.6), an LRU cache per step.
 *
 * A context says that a cube is inductive relative to the frame that it was found with. The frames of one
 * location only get stronger with time and with smaller levels, so `F(i-1, l) implies F` of Theorem 3 is a
 * comparison of levels. For Theorem 4 the other direction is needed, that F(i-1, l) has got no clause that F
 * had not: the log of arrivals tells at which level each of its lemmas was then. */
#include "engine/ic3cfa/ic3cfa.h"

void ic3cfa_contexts_fini(context_list *contexts) {
    vec_each (struct context, c, contexts) {
        cube_free(c->cube);
        cube_free(c->general);
    }
    vec_free(contexts);
}

const struct context *ic3cfa_upper_bound(struct ic3cfa *g, uint32_t step, uint32_t level,
                                         const pdr_lits *cube) {
    context_list *contexts = &g->steps.data[step].contexts;
    if (!g->options->upper_bounds || !contexts->size) return NULL;
    struct cube *wanted = cube_new(cube->data, cube->size);
    struct context *best = NULL;
    vec_each (struct context, c, contexts) {
        if (c->level < level) continue;
        if (best && best->general->size <= c->general->size) continue;
        if (cube_subsumes(c->general, wanted)) best = c;
    }
    cube_free(wanted);
    if (best) best->used = ++g->uses;
    return best;
}

static const struct arrival *arrival_at(const struct ic3cfa *g, uint64_t time) {
    uint32_t low = 0, high = g->arrivals.size;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->arrivals.data[middle].time <= time)
            low = middle;
        else
            high = middle;
    }
    assert(low < high && g->arrivals.data[low].time == time);
    return &g->arrivals.data[low];
}

/* The level that the lemma had at that time; 0: there was no such lemma. */
static uint32_t level_then(const struct ic3cfa *g, const struct lemma *lemma, uint64_t time) {
    uint32_t level = lemma->level;
    for (uint64_t born = lemma->born; born > time;) {
        const struct arrival *a = arrival_at(g, born);
        level = a->from;
        born = a->previous;
    }
    return level;
}

/* Whether F(level, location) has only clauses that F(before, location) had at that time. */
static bool implied_by(const struct ic3cfa *g, uint32_t location, uint32_t level, uint32_t before,
                       uint64_t time) {
    if (before > level) return false;
    if (g->places[location].changed.data[level] <= time) return true;
    for (uint32_t i = level; i <= g->frames->top + 1; i++) {
        uint32_t at = i <= g->frames->top ? i : FRAMES_INFINITY;
        vec_each (const struct lemma_entry, e, frames_at(g->frames, location, at))
            if (level_then(g, e->lemma, time) < before) return false;
    }
    return true;
}

const struct cube *ic3cfa_lower_bound(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube) {
    const struct step *s = &g->steps.data[step];
    if (!g->options->lower_bounds || !s->contexts.size) return NULL;
    struct cube *wanted = cube_new(cube->data, cube->size);
    const struct cube *found = NULL;
    vec_each (struct context, c, &s->contexts) {
        if (c->effort != CONTEXT_MINIMAL || !cube_equal(c->cube, wanted)) continue;
        if (!implied_by(g, s->from, level, c->level, c->time)) continue;
        c->used = ++g->uses;
        found = c->general;
    }
    cube_free(wanted);
    return found;
}

void ic3cfa_remember(struct ic3cfa *g, uint32_t step, uint32_t level, const pdr_lits *cube,
                     const pdr_lits *general, enum context_effort effort) {
    if (!g->options->upper_bounds && !g->options->lower_bounds) return;
    context_list *contexts = &g->steps.data[step].contexts;
    struct context fresh = {.cube = cube_new(cube->data, cube->size),
                            .general = cube_new(general->data, general->size),
                            .level = level,
                            .effort = effort,
                            .time = g->frames->clock,
                            .used = ++g->uses};
    struct context *oldest = NULL;
    vec_each (struct context, c, contexts) {
        bool replaced = c->level <= level && c->effort <= effort && cube_equal(c->general, fresh.general) &&
                        cube_equal(c->cube, fresh.cube);
        if (replaced || !oldest || c->used < oldest->used) oldest = c;
        if (replaced) oldest->used = 0;
    }
    if (oldest && (!oldest->used || contexts->size >= (uint64_t)g->options->contexts)) {
        cube_free(oldest->cube);
        cube_free(oldest->general);
        *oldest = fresh;
    } else {
        vec_push(contexts, fresh);
    }
}
