/* Lemmas moving up: adding, pushing at once, propagation, and the infinity frame. */
#include "engine/system/loop.h"

uint32_t loop_push_cube(struct loop *l, uint32_t level, pdr_lits *cube) {
    pdr_lits guard = {0};
    while (l->options->push_now && level < l->frames->top && !l->stopped) {
        /* F[level] & C & not c & T & c' unsat? Then the core holds at level + 1. */
        enum smt_result result = loop_consecution(l, level, cube->data, cube->size, true);
        if (result == SMT_UNSAT) {
            vec_clear(&guard);
            vec_append(&guard, cube->data, cube->size);
            loop_core(l, cube);
        }
        loop_end(l);
        if (result != SMT_UNSAT) break;
        if (cube->size < guard.size) loop_exclude_initial(l, cube, &guard);
        l->stats->pushed_now++;
        level++;
    }
    vec_free(&guard);
    return level;
}

static void add_clause(struct loop *l, uint32_t level, const struct cube *cube) {
    frame_solver_add(&l->step, level, cube);
    frame_solver_add(&l->state, level, cube);
}

/* F[from] .. F[to] have become stronger. */
static void touch(struct loop *l, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i <= to && i < l->changed.size; i++) l->changed.data[i] = l->frames->clock;
}

static uint64_t *removed(struct loop *l) {
    return &l->stats->subsumed;
}

static void add(struct loop *l, uint32_t level, const pdr_lit *literals, uint32_t n) {
    uint64_t before = l->stats->subsumed;
    struct lemma *lemma = frames_add(l->frames, 0, level, cube_new(literals, n), removed(l));
    l->step.dead += l->stats->subsumed - before;
    add_clause(l, level, lemma->cube);
    touch(l, 1, level);
}

void loop_add_lemma(struct loop *l, uint32_t level, const pdr_lit *cube, uint32_t n) {
    add(l, level, cube, n);
    loop_share_lemma(l, cube, n, level);
    l->stats->lemmas++;
    l->stats->lemma_literals += n;
    l->stats->lemmas_live = frames_count(l->frames);
    events_send(l->task->events, (struct event){.kind = EVENT_LEMMA, .number = n});
}

/* The lemma holds at `level` too, as the smaller cube if a core has shrunk it. */
static void raise_lemma(struct loop *l, struct lemma *lemma, uint32_t level, const pdr_lits *cube) {
    l->step.dead++;
    if (level == FRAMES_INFINITY) loop_share_lemma(l, cube->data, cube->size, level);
    if (cube->size == lemma->cube->size) {
        uint32_t from = lemma->level + 1;
        uint64_t before = l->stats->subsumed;
        add_clause(l, level, lemma->cube);
        frames_raise(l->frames, lemma, level, removed(l));
        l->step.dead += l->stats->subsumed - before;
        touch(l, from, level);
    } else {
        frames_remove(l->frames, lemma);
        add(l, level, cube->data, cube->size);
    }
}

void loop_open_frame(struct loop *l) {
    frames_extend(l->frames);
    frame_solver_open(&l->step, l->frames->top);
    frame_solver_open(&l->state, l->frames->top);
    vec_push(&l->changed, l->frames->clock);
    l->stats->frames = l->frames->top;
    events_send(l->task->events, (struct event){.kind = EVENT_FRAME, .number = l->frames->top});
}

/* F[level] & C & [not c] & T & c' unsat for the lemma's cube? l->work is then a core that excludes the initial
 * states. */
static bool holds_above(struct loop *l, uint32_t level, const struct cube *cube, bool strengthen) {
    pdr_lits guard = {0};
    vec_clear(&l->work);
    vec_append(&l->work, cube->literals, cube->size);
    enum smt_result result = loop_consecution(l, level, l->work.data, l->work.size, strengthen);
    if (result == SMT_UNSAT) loop_core(l, &l->work);
    loop_end(l);
    if (result == SMT_UNSAT && l->work.size < cube->size) {
        vec_append(&guard, cube->literals, cube->size);
        loop_exclude_initial(l, &l->work, &guard);
    }
    vec_free(&guard);
    return result == SMT_UNSAT;
}

static void push_lemma(struct loop *l, struct lemma *lemma) {
    uint32_t level = lemma->level;
    /* The last attempt failed with the same frame: it would fail again. */
    if (l->options->triggered_push && lemma->obstacle_time > l->changed.data[level]) {
        l->stats->push_skipped++;
        return;
    }
    /* F[level] & C & T & c' unsat? (the clause itself is in F[level]) */
    if (holds_above(l, level, lemma->cube, false)) {
        l->stats->pushed++;
        raise_lemma(l, lemma, level + 1, &l->work);
        return;
    }
    if (l->stopped) return;
    l->stats->push_failed++;
    lemma->obstacle_time = l->frames->clock + 1;
}

static bool push_up(void *engine, struct lemma *lemma) {
    struct loop *l = engine;
    push_lemma(l, lemma);
    return !l->stopped;
}

/* A lemma of the top level that is inductive relative to the infinity frame alone joins it. */
static bool push_to_infinity(void *engine, struct lemma *lemma) {
    struct loop *l = engine;
    /* F[infinity] & C & not c & T & c' unsat? */
    if (holds_above(l, FRAMES_INFINITY, lemma->cube, true)) {
        l->stats->infinity_lemmas++;
        raise_lemma(l, lemma, FRAMES_INFINITY, &l->work);
    }
    return !l->stopped;
}

void loop_propagate(struct loop *l) {
    for (uint32_t level = 1; level < l->frames->top && !l->stopped; level++)
        frames_sweep(l->frames, 0, level, push_up, l);
    if (l->options->infinity && !l->stopped) frames_sweep(l->frames, 0, l->frames->top, push_to_infinity, l);
    l->stats->lemmas_live = frames_count(l->frames);
}

static bool raise_whole(void *engine, struct lemma *lemma) {
    struct loop *l = engine;
    vec_clear(&l->work);
    vec_append(&l->work, lemma->cube->literals, lemma->cube->size);
    raise_lemma(l, lemma, FRAMES_INFINITY, &l->work);
    return true;
}

void loop_raise_to_infinity(struct loop *l, uint32_t level) {
    for (uint32_t i = level; i <= l->frames->top; i++) frames_sweep(l->frames, 0, i, raise_whole, l);
}
