/* Inductive generalization on literals of any theory: from one unreachable cube to a clause that excludes
 * many.
 *
 * Literals are dropped one at a time while the rest stays inductive relative to the frame before, those of
 * low activity first, those that a lemma of the frame before also has last. With CTG, a state that stands in
 * the way of a drop is itself excluded one frame below if that is possible, else the candidate is joined with
 * it; how often an obligation has come back decides whether that is worth its queries. CTG needs states as
 * cubes, so it is for predicate domains. */
#include "engine/system/loop.h"

static struct effort effort(struct loop *l, const struct obligation *o) {
    const double patience =
        4; /* SMT queries are dear: CTG comes later than on circuits, for the same options */
    return l->domain->predicates ? effort_for(l->options, l->stats, o, patience) : (struct effort){0, 0};
}

static void bump(struct loop *l, const pdr_lits *cube) {
    const double largest = 1e100;
    if (!l->options->activity) return;
    activities_bump(&l->activities, cube->data, cube->size, largest);
    l->stats->activity_bumps += cube->size;
}

/* Literals of the parent lemma (may be NULL) go last. */
static void order(struct loop *l, pdr_lits *cube, const struct lemma *parent) {
    activities_order(l->options->activity ? &l->activities : NULL, cube, parent ? parent->cube : NULL,
                     ACTIVITIES_OLDEST_FIRST);
}

void loop_sort(struct loop *l, pdr_lits *cube) {
    order(l, cube, NULL);
}

static void order_for_drops(struct loop *l, uint32_t level, pdr_lits *cube) {
    const struct lemma *parent = NULL;
    if (l->options->parent && level >= 2) {
        struct cube *sorted = cube_new(cube->data, cube->size);
        parent = frames_parent(l->frames, 0, level - 1, sorted);
        cube_free(sorted);
        l->stats->parent_hits += parent != NULL;
    }
    order(l, cube, parent);
}

static void copy(pdr_lits *to, const pdr_lits *from) {
    vec_clear(to);
    vec_append(to, from->data, from->size);
}

/* One generalization: the cube so far, and the candidate at hand. */
struct generalization {
    struct loop *loop;
    uint32_t level;
    struct effort effort;
    pdr_lits cube;        /* in order; inductive relative to F[level-1] */
    uint32_t needed;      /* its first so many literals could not be dropped */
    pdr_lits guard;       /* a part of it that excludes the initial states */
    pdr_lits trial;       /* the candidate */
    pdr_lits trial_guard; /* the same for the candidate */
    pdr_lits state, scratch;
};

static void generalize(struct loop *, uint32_t level, pdr_lits *cube, struct effort);

/* Tries to exclude the state that stands in the way from F[level] (one below the cube at hand). */
static bool block_ctg(struct loop *l, uint32_t level, pdr_lits *state, struct effort effort) {
    pdr_lits guard = {0};
    bool blocked = false;
    if (level && loop_initial(l, state->data, state->size, &guard) == SMT_UNSAT) {
        /* F[level-1] & C & not s & T & s' unsat? */
        blocked = loop_consecution(l, level - 1, state->data, state->size, true) == SMT_UNSAT;
        if (blocked) loop_core(l, state);
        loop_end(l);
    }
    if (blocked) {
        loop_exclude_initial(l, state, &guard);
        generalize(l, level, state, effort);
        if (!l->stopped) level = loop_push_cube(l, level, state);
    }
    vec_free(&guard);
    if (!blocked || l->stopped) return false;
    l->stats->ctgs_blocked++;
    loop_add_lemma(l, level, state->data, state->size);
    return true;
}

/* Keeps the literals of the candidate that hold in the state. False when a needed one would go. */
static bool join(struct generalization *g) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->trial.size; i++) {
        pdr_lit lit = g->trial.data[i];
        if (pdr_contains(&g->state, lit)) {
            g->trial.data[kept++] = lit;
            continue;
        }
        for (uint32_t j = 0; j < g->needed; j++)
            if (g->cube.data[j].code == lit.code) return false;
    }
    vec_shrink(&g->trial, kept);
    return loop_initial(g->loop, g->trial.data, g->trial.size, &g->trial_guard) == SMT_UNSAT;
}

/* Makes the candidate inductive by excluding or joining what stands in the way; true when it has become so,
 * and is a core. */
static bool down(struct generalization *g) {
    struct loop *l = g->loop;
    struct effort nested = effort_nested(g->effort);
    uint32_t blocked = 0;
    while (!l->stopped) {
        /* F[level-1] & C & not c & T & c' unsat? */
        enum smt_result result = loop_consecution(l, g->level - 1, g->trial.data, g->trial.size, true);
        if (result == SMT_UNSAT) loop_core(l, &g->trial);
        if (result == SMT_SAT && g->effort.ctg_max) loop_minterm(l, true, &g->state);
        loop_end(l);
        if (result == SMT_UNSAT) return true;
        if (result == SMT_UNKNOWN || !g->effort.ctg_max) return false;
        copy(&g->scratch, &g->state);
        if (blocked < g->effort.ctg_max && block_ctg(l, g->level - 1, &g->scratch, nested)) {
            blocked++;
            continue;
        }
        blocked = 0;
        if (l->stopped || !join(g)) return false;
    }
    return false;
}

/* The candidate is the new cube. What is left of the needed literals stays needed; the guard may bring back
 * others. */
static void accept(struct generalization *g) {
    loop_exclude_initial(g->loop, &g->trial, &g->trial_guard);
    uint32_t needed = 0, kept = 0;
    for (uint32_t i = 0; i < g->cube.size; i++) {
        if (!pdr_contains(&g->trial, g->cube.data[i])) continue;
        needed += i < g->needed;
        g->cube.data[kept++] = g->cube.data[i];
    }
    vec_shrink(&g->cube, kept);
    g->needed = needed;
    copy(&g->guard, &g->trial_guard);
}

/* Tries to drop the literal after the needed ones. */
static void try_drop(struct generalization *g) {
    struct loop *l = g->loop;
    pdr_lit lit = g->cube.data[g->needed];
    vec_clear(&g->trial);
    vec_each (const pdr_lit, c, &g->cube)
        if (c->code != lit.code) vec_push(&g->trial, *c);
    copy(&g->trial_guard, &g->guard);
    bool possible = !pdr_contains(&g->guard, lit) ||
                    loop_initial(l, g->trial.data, g->trial.size, &g->trial_guard) == SMT_UNSAT;
    if (possible) {
        l->stats->drops_tried++;
        if (down(g)) {
            l->stats->drops_done++;
            accept(g);
            return;
        }
    }
    g->needed++;
}

static void generalize(struct loop *l, uint32_t level, pdr_lits *cube, struct effort effort) {
    if (!l->options->generalize) return;
    assert(level >= 1);
    order_for_drops(l, level, cube);
    struct generalization g = {.loop = l, .level = level, .effort = effort};
    copy(&g.cube, cube);
    if (loop_initial(l, cube->data, cube->size, &g.guard) == SMT_UNSAT) /* else stopped */
        while (g.needed < g.cube.size && g.cube.size > 1 && !l->stopped) try_drop(&g);
    copy(cube, &g.cube);
    bump(l, cube);
    vec_free(&g.cube);
    vec_free(&g.guard);
    vec_free(&g.trial);
    vec_free(&g.trial_guard);
    vec_free(&g.state);
    vec_free(&g.scratch);
}

void loop_generalize(struct loop *l, uint32_t level, pdr_lits *cube, const struct obligation *o) {
    generalize(l, level, cube, effort(l, o));
}
