/* Lemmas moving up: adding, pushing at once, propagation, and the infinity frame. */
#include "engine/bit/ic3_internal.h"

#include "sat/sat.h"

uint32_t ic3_push_cube(struct ic3 *s, uint32_t level, pdr_lits *cube) {
    if (!s->options->push_now) return level;
    while (level < s->frames->top) {
        struct cdcl *solver = s->solvers.data[level];
        /* F[level] & C & not c & T & c' unsatisfiable? Then the core holds at level + 1. */
        if (!ic3_inductive(s, solver, cube->data, cube->size, true)) break;
        ic3_core(s, solver, cube);
        s->stats->pushed_now++;
        level++;
    }
    return level;
}

static void add_clause(struct ic3 *s, struct cdcl *solver, const pdr_lit *cube, uint32_t n) {
    vec_clear(&s->temporary);
    for (uint32_t i = 0; i < n; i++) vec_push(&s->temporary, sat_not(ic3_current(s, cube[i])));
    cdcl_add_clause(solver, s->temporary.data, n);
}

/* Solvers of levels from..to; the infinity level means every solver from `from` on, and the one of infinity.
 */
static void add_to_solvers(struct ic3 *s, uint32_t from, uint32_t to, const pdr_lit *cube, uint32_t n) {
    bool infinite = to == FRAMES_INFINITY;
    for (uint32_t i = from; i <= (infinite ? s->frames->top : to); i++)
        add_clause(s, s->solvers.data[i], cube, n);
    if (infinite) add_clause(s, s->infinity, cube, n);
}

struct lemma *ic3_add_lemma(struct ic3 *s, uint32_t level, const pdr_lit *cube, uint32_t n) {
    add_to_solvers(s, 1, level, cube, n);
    struct lemma *lemma = frames_add(s->frames, 0, level, cube_new(cube, n), &s->stats->subsumed);
    ic3_tell(s, cube, n, level);
    ic3_share_lemma(s, cube, n, level);
    s->stats->lemmas++;
    s->stats->lemma_literals += n;
    s->stats->lemmas_live = frames_count(s->frames);
    events_send(s->task->events, (struct event){.kind = EVENT_LEMMA, .number = n});
    return lemma;
}

/* The lemma holds at `level` too, as the smaller cube if a core has shrunk it. */
static void raise_lemma(struct ic3 *s, struct lemma *lemma, uint32_t level, const pdr_lits *cube) {
    ic3_tell(s, cube->data, cube->size, level);
    if (level == FRAMES_INFINITY) ic3_share_lemma(s, cube->data, cube->size, level);
    if (cube->size == lemma->cube->size) {
        add_to_solvers(s, lemma->level + 1, level, cube->data, cube->size);
        frames_raise(s->frames, lemma, level, &s->stats->subsumed);
    } else {
        frames_remove(s->frames, lemma);
        add_to_solvers(s, 1, level, cube->data, cube->size);
        frames_add(s->frames, 0, level, cube_new(cube->data, cube->size), &s->stats->subsumed);
    }
}

void ic3_open_frame(struct ic3 *s) {
    struct cdcl *solver = ic3_new_solver(s);
    vec_each (const struct signal, c, &s->circuit->constraints) {
        sat_lit constraint = encoding_lit(&s->encoding, c->lit);
        cdcl_add_clause(solver, &constraint, 1);
    }
    if (!s->solvers.size) { /* F[0]: the initial states */
        for (uint32_t i = 0; i < s->circuit->latches.size; i++) {
            if (s->reset[i] > 1) continue;
            sat_lit value = sat_not_if(s->current[i], !s->reset[i]);
            cdcl_add_clause(solver, &value, 1);
        }
    } else {
        frames_extend(s->frames);
        const lemma_list *infinity = frames_at(s->frames, 0, FRAMES_INFINITY);
        for (uint32_t i = 0; i < infinity->size; i++) {
            const struct cube *cube = infinity->data[i].lemma->cube;
            add_clause(s, solver, cube->literals, cube->size);
        }
    }
    vec_push(&s->solvers, solver);
    s->stats->frames = s->frames->top;
    events_send(s->task->events, (struct event){.kind = EVENT_FRAME, .number = s->frames->top});
}

/* The literals of a cube, in the order in which they are to be given up. */
static void work_cube(struct ic3 *s, const struct cube *cube) {
    vec_clear(&s->work);
    vec_append(&s->work, cube->literals, cube->size);
    ic3_sort(s, s->work.data, s->work.size, true);
}

static void push_lemma(struct ic3 *s, struct lemma *lemma) {
    uint32_t level = lemma->level;
    struct cdcl *solver = s->solvers.data[level];
    if (s->options->triggered_push && lemma->obstacle &&
        !frames_touched_since(s->frames, 0, level, lemma->obstacle, lemma->obstacle_time)) {
        lemma->obstacle_time = s->frames->clock;
        s->stats->push_skipped++;
        return;
    }
    work_cube(s, lemma->cube);
    /* F[level] & C & T & c' unsatisfiable? (the clause itself is in F[level]) */
    if (ic3_inductive(s, solver, s->work.data, s->work.size, false)) {
        ic3_core(s, solver, &s->work);
        s->stats->pushed++;
        raise_lemma(s, lemma, level + 1, &s->work);
        return;
    }
    if (s->stopped) return;
    s->stats->push_failed++;
    if (!s->options->triggered_push) return;
    cube_free(lemma->obstacle);
    lemma->obstacle = ic3_model_state(s, solver);
    lemma->obstacle_time = s->frames->clock;
}

static bool push_up(void *engine, struct lemma *lemma) {
    struct ic3 *s = engine;
    push_lemma(s, lemma);
    return !s->stopped;
}

/* A lemma of the top level that is inductive relative to the infinity frame alone joins it. */
static bool push_to_infinity(void *engine, struct lemma *lemma) {
    struct ic3 *s = engine;
    work_cube(s, lemma->cube);
    /* F[infinity] & C & not c & T & c' unsatisfiable? */
    if (ic3_inductive(s, s->infinity, s->work.data, s->work.size, true)) {
        ic3_core(s, s->infinity, &s->work);
        s->stats->infinity_lemmas++;
        raise_lemma(s, lemma, FRAMES_INFINITY, &s->work);
    }
    return !s->stopped;
}

struct sat *ic3_batch_solver(struct ic3 *s) {
    struct sat *sat = sat_cadical(s->task->limits);
    const struct netlist *n = s->encoding.netlist;
    for (uint32_t v = 0; v < n->variables; v++) (void)sat_variable(sat);
    for (uint32_t at = 0; at < n->clauses.size; at += n->clauses.data[at] + 1)
        sat_add(sat, (const sat_lit *)(n->clauses.data + at + 1), n->clauses.data[at]);
    vec_each (const struct signal, c, &s->circuit->constraints)
        sat_add1(sat, encoding_lit(&s->encoding, c->lit));
    return sat;
}

sat_lit ic3_add_switched(struct ic3 *s, struct sat *sat, const struct cube *cube) {
    sat_lit on = sat_make(sat_variable(sat), false);
    vec_clear(&s->temporary);
    vec_push(&s->temporary, sat_not(on));
    for (uint32_t i = 0; i < cube->size; i++)
        vec_push(&s->temporary, sat_not(ic3_current(s, cube->literals[i])));
    sat_add(sat, s->temporary.data, s->temporary.size);
    return on;
}

/* The greatest set S of top lemmas with F[infinity] & C & S & T => S' ([W14] erratum 3). */
static void propagate_jointly(struct ic3 *s) {
    lemma_list *top = frames_at(s->frames, 0, s->frames->top),
               *infinity = frames_at(s->frames, 0, FRAMES_INFINITY);
    VEC(struct lemma *) set = {0};
    sat_lits switches = {0}, query = {0};
    struct sat *sat = ic3_batch_solver(s);
    vec_each (const struct lemma_entry, e, infinity) sat_add1(sat, ic3_add_switched(s, sat, e->lemma->cube));
    vec_each (const struct lemma_entry, e, top) {
        vec_push(&set, e->lemma);
        vec_push(&switches, ic3_add_switched(s, sat, e->lemma->cube));
    }
    bool stable = false;
    while (!stable && !s->stopped) {
        stable = true;
        for (uint32_t i = 0; i < set.size && !s->stopped;) {
            vec_clear(&query);
            vec_append(&query, switches.data, switches.size);
            const struct cube *cube = set.data[i]->cube;
            for (uint32_t j = 0; j < cube->size; j++) vec_push(&query, ic3_next(s, cube->literals[j]));
            enum sat_result result = sat_solve(sat, query.data, query.size);
            s->stopped |= result == SAT_UNKNOWN;
            if (result == SAT_REFUTED) {
                i++;
                continue;
            }
            stable = false;
            set.data[i] = vec_pop(&set);
            switches.data[i] = vec_pop(&switches);
        }
    }
    for (uint32_t i = 0; i < set.size && !s->stopped; i++) {
        work_cube(s, set.data[i]->cube);
        /* none of one level subsumes another: all stay valid */
        raise_lemma(s, set.data[i], FRAMES_INFINITY, &s->work);
        s->stats->infinity_joint++;
    }
    vec_free(&set);
    vec_free(&switches);
    vec_free(&query);
    sat_free(sat);
}

void ic3_propagate(struct ic3 *s) {
    for (uint32_t level = 1; level < s->frames->top && !s->stopped; level++)
        frames_sweep(s->frames, 0, level, push_up, s);
    if (s->options->infinity && !s->stopped) frames_sweep(s->frames, 0, s->frames->top, push_to_infinity, s);
    if (s->options->infinity && s->options->joint_infinity && !s->stopped) propagate_jointly(s);
    s->stats->lemmas_live = frames_count(s->frames);
}

static bool raise_whole(void *engine, struct lemma *lemma) {
    struct ic3 *s = engine;
    work_cube(s, lemma->cube);
    raise_lemma(s, lemma, FRAMES_INFINITY, &s->work);
    return true;
}

void ic3_raise_to_infinity(struct ic3 *s, uint32_t level) {
    for (uint32_t i = level; i <= s->frames->top; i++) frames_sweep(s->frames, 0, i, raise_whole, s);
}

/* The stronger clause is not the better one: in the run that it comes from it did not get as far up. */
static bool subsumes_any(const lemma_list *list, const struct cube *cube) {
    vec_each (const struct lemma_entry, e, list)
        if (cube_subsumes(cube, e->lemma->cube)) return true;
    return false;
}

void ic3_adopt(struct ic3 *s) {
    assert(s->frames->top == 1);
    for (uint32_t i = 0; s->observer && i < s->observer->candidate_count && !s->stopped; i++) {
        const struct cube *cube = s->observer->candidates[i];
        if (ic3_initial(s, cube->literals, cube->size) || frames_blocking(s->frames, 0, 1, cube) ||
            subsumes_any(frames_at(s->frames, 0, 1), cube))
            continue;
        work_cube(s, cube);
        /* F[0] & C & T & c' unsatisfiable? */
        if (!ic3_inductive(s, s->solvers.data[0], s->work.data, s->work.size, false)) continue;
        s->stats->adopted++;
        ic3_add_lemma(s, 1, s->work.data, s->work.size);
    }
}

void ic3_bequeath(const struct ic3 *s) {
    if (!s->observer || !s->observer->last) return;
    const uint32_t top = s->frames->top;
    for (uint32_t i = 0; i <= top; i++) {
        uint32_t level = i ? top + 1 - i : FRAMES_INFINITY;
        vec_each (const struct lemma_entry, e, frames_at(s->frames, 0, level))
            s->observer->last(s->observer->client, e->lemma->cube, level);
    }
}
