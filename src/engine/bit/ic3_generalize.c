/* Inductive generalization: from one unreachable cube to a clause that excludes many.
 *
 * Literals are dropped one at a time while the rest stays inductive relative to the frame before ([W14]
 * section 3, "inductive generalization"). What is tried beyond that:
 *
 *   order    literals of low activity first (they seldom end up in lemmas); literals that a lemma of the
 *            frame before also has are tried last, because that clause was strong enough one frame earlier
 *   reject   a failed drop leaves a pair of states s -> t; a later candidate c with t in c and s not in c
 *            fails by the same pair, so no query is spent on it
 *   CTG      a failed drop shows a state s of F[level-1] that leads into the candidate; if s is itself
 *            inductive relative to F[level-2], it is excluded on the spot (generalized and pushed) and the
 *            drop is tried again; if not, the candidate is joined with s: only the literals that s
 *            satisfies remain
 *   effort   CTG costs queries and pays only on hard problems: how often an obligation has come back
 *            decides
 */
#include "engine/bit/ic3_internal.h"

void ic3_bump(struct ic3 *s, const pdr_lit *cube, uint32_t n) {
    const double largest = 1e30; /* keys of ic3_sort are floats */
    if (!s->options->activity) return;
    activities_bump(&s->activities, cube, n, largest);
    s->stats->activity_bumps += n;
}

/* One generalization. Cubes are sets of positions in `original`, as bits. */
struct generalization {
    struct ic3 *ic3;
    uint32_t level;
    struct cdcl *solver; /* of F[level-1] */
    struct effort effort;
    pdr_lits original;
    uint32_t words; /* 64-bit words per set */
    u64s alive;     /* the cube so far */
    u64s trial;     /* the candidate at hand */
};

static bool has(const u64s *set, uint32_t i) {
    return set->data[i / 64] >> (i & 63) & 1;
}

static void literals_of(const struct generalization *g, const u64s *set, pdr_lits *cube) {
    vec_clear(cube);
    for (uint32_t i = 0; i < g->original.size; i++)
        if (has(set, i)) vec_push(cube, g->original.data[i]);
}

/* The positions of a sub-cube, whose literals stand in the order of `original`. */
static void positions_of(const struct generalization *g, const pdr_lits *cube, u64s *set) {
    memset(set->data, 0, g->words * sizeof *set->data);
    for (uint32_t i = 0, j = 0; j < cube->size; i++) {
        assert(i < g->original.size);
        if (g->original.data[i].code != cube->data[j].code) continue;
        set->data[i / 64] |= UINT64_C(1) << (i & 63);
        j++;
    }
}

/* Tries to exclude the state that stands in the way from F[level] (one below the cube at hand). */
static bool block_ctg(struct ic3 *s, uint32_t level, pdr_lits *state, struct effort effort) {
    if (!level || ic3_initial(s, state->data, state->size)) return false;
    struct cdcl *solver = s->solvers.data[level - 1];
    /* F[level-1] & C & not s & T & s' unsatisfiable? */
    if (!ic3_inductive(s, solver, state->data, state->size, true)) return false;
    ic3_core(s, solver, state);
    ic3_generalize(s, level, state, effort);
    if (s->stopped) return false;
    level = ic3_push_cube(s, level, state);
    if (s->stopped) return false;
    s->stats->ctgs_blocked++;
    ic3_add_lemma(s, level, state->data, state->size);
    return true;
}

/* After a satisfiable query: keeps the literals of the candidate that hold in s. False when one at a position
 * below `first` would go: those are known to be needed. */
static bool join(struct generalization *g, pdr_lits *cube, const u64s *agree, uint32_t first) {
    positions_of(g, cube, &g->trial);
    for (uint32_t i = 0; i < first; i++)
        if (has(&g->trial, i) && !has(agree, i)) return false;
    for (uint32_t w = 0; w < g->words; w++) g->trial.data[w] &= agree->data[w];
    literals_of(g, &g->trial, cube);
    return true;
}

/* Where the state of the model satisfies the literals of the original cube. */
static void agreement(const struct generalization *g, u64s *agree) {
    memset(agree->data, 0, g->words * sizeof *agree->data);
    for (uint32_t i = 0; i < g->original.size; i++)
        if (cdcl_value(g->solver, ic3_current(g->ic3, g->original.data[i])))
            agree->data[i / 64] |= UINT64_C(1) << (i & 63);
}

/* CTG: excludes or joins what stands in the way until the cube is inductive (true) or hopeless. */
static bool down_ctg(struct generalization *g, pdr_lits *cube, uint32_t first) {
    struct ic3 *s = g->ic3;
    struct effort nested = effort_nested(g->effort);
    pdr_lits state = {0}, inputs = {0};
    u64s agree = {0};
    vec_resize(&agree, g->words);
    uint32_t blocked = 0;
    bool done = false;
    while (!ic3_initial(s, cube->data, cube->size)) {
        /* F[level-1] & C & not c & T & c' unsatisfiable? */
        if (ic3_inductive(s, g->solver, cube->data, cube->size, true)) {
            ic3_core(s, g->solver, cube);
            done = true;
            break;
        }
        if (s->stopped) break;
        agreement(g, &agree);
        ic3_predecessor(s, g->solver, cube->data, cube->size, 0, &state, &inputs);
        if (s->stopped) break;
        if (blocked < g->effort.ctg_max && block_ctg(s, g->level - 1, &state, nested)) {
            blocked++;
            continue;
        }
        blocked = 0;
        if (s->stopped || !join(g, cube, &agree, first)) break;
    }
    vec_free(&state);
    vec_free(&inputs);
    vec_free(&agree);
    return done && !s->stopped;
}

static bool down(struct generalization *g, pdr_lits *cube, uint32_t first) {
    if (g->effort.ctg_max) return down_ctg(g, cube, first);
    /* F[level-1] & C & not c & T & c' unsatisfiable? */
    if (ic3_inductive(g->ic3, g->solver, cube->data, cube->size, true)) {
        ic3_core(g->ic3, g->solver, cube);
        return true;
    }
    if (!g->ic3->stopped && g->ic3->options->reject) ic3_reject_record(g->ic3, g->level - 1);
    return false;
}

/* The order in which drops are tried: by activity, literals of the parent lemma last. */
static void order_literals(struct ic3 *s, uint32_t level, pdr_lits *cube) {
    ic3_sort(s, cube->data, cube->size, true);
    if (!s->options->parent || level < 2) return;
    struct cube *sorted = cube_new(cube->data, cube->size);
    const struct lemma *parent = frames_parent(s->frames, 0, level - 1, sorted);
    if (parent) {
        s->stats->parent_hits++;
        pdr_lits late = {0};
        uint32_t kept = 0;
        vec_each (const pdr_lit, l, cube) {
            if (cube_contains(parent->cube, *l))
                vec_push(&late, *l);
            else
                cube->data[kept++] = *l;
        }
        vec_shrink(cube, kept);
        vec_append(cube, late.data, late.size);
        vec_free(&late);
    }
    cube_free(sorted);
}

/* All queries of one generalization stay within the cones of the cube's literals. */
static void hold_domain(struct ic3 *s, struct cdcl *solver, const pdr_lits *cube) {
    vec_clear(&s->assumptions);
    vec_each (const pdr_lit, l, cube) {
        vec_push(&s->assumptions, ic3_next(s, *l));
        vec_push(&s->assumptions, ic3_current(s, *l));
    }
    cdcl_hold(solver, s->assumptions.data, s->assumptions.size);
}

/* Tries to drop the literal at this position; on success `alive` becomes the smaller cube. */
static void try_drop(struct generalization *g, uint32_t position, pdr_lits *candidate) {
    struct ic3 *s = g->ic3;
    memcpy(g->trial.data, g->alive.data, g->words * sizeof *g->trial.data);
    g->trial.data[position / 64] &= ~(UINT64_C(1) << (position & 63));
    literals_of(g, &g->trial, candidate);
    if (ic3_initial(s, candidate->data, candidate->size)) return;
    if (s->options->reject && !g->effort.ctg_max && ic3_reject(s, g->level - 1, candidate)) {
        s->stats->drops_rejected++;
        return;
    }
    s->stats->drops_tried++;
    if (!down(g, candidate, position)) return;
    s->stats->drops_done++;
    positions_of(g, candidate, &g->alive);
}

void ic3_generalize(struct ic3 *s, uint32_t level, pdr_lits *cube, struct effort effort) {
    if (!s->options->generalize) return;
    assert(level >= 1 && !ic3_initial(s, cube->data, cube->size));
    order_literals(s, level, cube);
    struct generalization g = {
        .ic3 = s, .level = level, .solver = s->solvers.data[level - 1], .effort = effort};
    vec_append(&g.original, cube->data, cube->size);
    g.words = (cube->size + 63) / 64;
    vec_resize(&g.alive, g.words);
    vec_resize(&g.trial, g.words);
    positions_of(&g, cube, &g.alive);
    hold_domain(s, g.solver, cube);
    for (uint32_t i = 0; i < g.original.size && !s->stopped; i++)
        if (has(&g.alive, i)) try_drop(&g, i, cube);
    literals_of(&g, &g.alive, cube);
    cdcl_release(g.solver);
    ic3_bump(s, cube->data, cube->size);
    vec_free(&g.original);
    vec_free(&g.alive);
    vec_free(&g.trial);
}
