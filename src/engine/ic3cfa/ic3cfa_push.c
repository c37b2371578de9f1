/* Lemmas: adding, pushing at once, propagation, and the end of the search. */
#include "engine/ic3cfa/ic3cfa.h"

void ic3cfa_open_frame(struct ic3cfa *g) {
    frames_extend(g->frames);
    for (uint32_t l = 0; l < g->program->locations.size; l++)
        while (g->places[l].changed.size <= g->frames->top) vec_push(&g->places[l].changed, g->frames->clock);
    g->stats->frames = g->frames->top;
    events_send(g->task->events, (struct event){.kind = EVENT_FRAME, .number = g->frames->top});
}

/* The lemma has just arrived at its level, and F(from + 1 ..) have become stronger. */
static void note_arrival(struct ic3cfa *g, const struct lemma *lemma, uint32_t from, uint64_t previous) {
    u64s *changed = &g->places[lemma->location].changed;
    for (uint32_t i = from + 1; i < changed->size && i <= lemma->level; i++) changed->data[i] = lemma->born;
    vec_push(&g->arrivals, (struct arrival){lemma->born, previous, from});
}

struct lemma *ic3cfa_add_lemma(struct ic3cfa *g, uint32_t location, uint32_t level, const pdr_lits *cube) {
    uint64_t before = g->stats->subsumed;
    struct lemma *lemma =
        frames_add(g->frames, location, level, cube_new(cube->data, cube->size), &g->stats->subsumed);
    g->places[location].solver.dead += g->stats->subsumed - before;
    ic3cfa_add_clause(g, location, level, lemma->cube);
    note_arrival(g, lemma, 0, 0);
    g->stats->lemmas++;
    g->stats->lemma_literals += cube->size;
    g->stats->lemmas_live = frames_count(g->frames);
    events_send(g->task->events, (struct event){.kind = EVENT_LEMMA, .number = cube->size});
    return lemma;
}

void ic3cfa_add_fact(struct ic3cfa *g, uint32_t location, const pdr_lits *cube) {
    uint64_t subsumed = 0;
    const struct lemma *lemma =
        frames_add(g->frames, location, FRAMES_INFINITY, cube_new(cube->data, cube->size), &subsumed);
    g->places[location].solver.dead += subsumed;
    ic3cfa_add_clause(g, location, FRAMES_INFINITY, lemma->cube);
    note_arrival(g, lemma, 0, 0);
    ic3cfa_share_lemma(g, location, FRAMES_INFINITY, lemma->cube);
    g->stats->facts++;
}

/* Every step into the location leads to the cube from no state of F(level)? `core`, a part of it, is then such, too. */
static bool holds_above(struct ic3cfa *g, uint32_t location, uint32_t level, const pdr_lits *cube,
                        pdr_lits *core) {
    uint32_t open;
    if (ic3cfa_blocked(g, location, level, cube, &open) != SMT_UNSAT) return false;
    vec_clear(core);
    for (uint32_t i = 0; i < g->places[location].incoming.size; i++)
        pdr_merge(core, &g->reasons.data[i].core);
    (void)pdr_tidy(core);
    return true;
}

void ic3cfa_raise(struct ic3cfa *g, struct lemma *lemma) {
    uint32_t location = lemma->location, level = lemma->level;
    uint64_t before = g->stats->subsumed, born = lemma->born;
    ic3cfa_add_clause(g, location, level + 1, lemma->cube);
    frames_raise(g->frames, lemma, level + 1, &g->stats->subsumed);
    g->places[location].solver.dead += 1 + g->stats->subsumed - before;
    note_arrival(g, lemma, level, born);
}

/* Tries to raise a lemma by one level, as the core that suffices there. NULL: it does not hold there. */
static struct lemma *push(struct ic3cfa *g, struct lemma *lemma) {
    uint32_t location = lemma->location, level = lemma->level;
    pdr_lits cube = {0}, core = {0};
    vec_append(&cube, lemma->cube->literals, lemma->cube->size);
    if (!holds_above(g, location, level, &cube, &core)) {
        lemma = NULL;
    } else if (core.size < cube.size && g->options->generalize) {
        frames_remove(g->frames, lemma);
        g->places[location].solver.dead++;
        lemma = ic3cfa_add_lemma(g, location, level + 1, &core);
    } else {
        ic3cfa_raise(g, lemma);
    }
    vec_free(&cube);
    vec_free(&core);
    return lemma;
}

uint32_t ic3cfa_learn(struct ic3cfa *g, uint32_t location, uint32_t level, const pdr_lits *cube) {
    struct lemma *lemma = ic3cfa_add_lemma(g, location, level, cube);
    while (g->options->push_now && level < g->frames->top && !g->stopped) {
        struct lemma *pushed = push(g, lemma);
        if (!pushed) break;
        lemma = pushed;
        g->stats->pushed_now++;
        level++;
    }
    ic3cfa_share_lemma(g, location, level, lemma->cube);
    return level;
}

/* Whether a frame that matters to the lemma has changed since the last attempt to push it. */
static bool changed_since(const struct ic3cfa *g, const struct lemma *lemma) {
    vec_each (const uint32_t, step, &g->places[lemma->location].incoming)
        if (g->places[g->steps.data[*step].from].changed.data[lemma->level] >= lemma->obstacle_time)
            return true;
    return false;
}

static void propagate_lemma(struct ic3cfa *g, struct lemma *lemma) {
    if (g->options->triggered_push && lemma->obstacle_time && !changed_since(g, lemma)) {
        g->stats->push_skipped++;
    } else if (push(g, lemma)) {
        g->stats->pushed++;
    } else if (!g->stopped) {
        g->stats->push_failed++;
        lemma->obstacle_time = g->frames->clock + 1;
    }
}

static bool push_up(void *engine, struct lemma *lemma) {
    struct ic3cfa *g = engine;
    propagate_lemma(g, lemma);
    return !g->stopped;
}

void ic3cfa_propagate(struct ic3cfa *g) {
    for (uint32_t level = 1; level < g->frames->top && !g->stopped; level++)
        for (uint32_t l = 0; l < g->program->locations.size && !g->stopped; l++)
            frames_sweep(g->frames, l, level, push_up, g);
    g->stats->lemmas_live = frames_count(g->frames);
}

/* What F(level) has and F(level + 1) has not follows from the latter. */
static bool is_repeated(struct ic3cfa *g, uint32_t level) {
    bool same = true;
    for (uint32_t l = 0; l < g->program->locations.size && same && !g->stopped; l++)
        vec_each (const struct lemma_entry, e, frames_at(g->frames, l, level))
            if (same) same = ic3cfa_excludes(g, l, level + 1, e->lemma->cube);
    return same && !g->stopped;
}

/* Propagation leaves no lemma behind that holds in the next frame. Without it, the solver has to compare frames. */
uint32_t ic3cfa_fixpoint(struct ic3cfa *g) {
    uint32_t found = frames_fixpoint(g->frames, 1);
    for (uint32_t i = 1; !g->options->propagate && !found && i < g->frames->top && !g->stopped; i++)
        if (is_repeated(g, i)) found = i;
    return g->stopped ? 0 : found;
}
