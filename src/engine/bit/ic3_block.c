/* Proof obligations at work ([W14] listing 3, removeCTI).
 *
 * Listing 3 asks for the highest frame relative to which the cube is inductive, learns there, and goes on with a
 * predecessor in the frame above: option block=bradley. By default (pdr) only the frame below the obligation is asked,
 * as Een, Mishchenko & Brayton do it (FMCAD 2011): when it has a predecessor there, that one is next. The lemmas on the
 * way down seldom save what their queries cost: on 12 circuits that both decide, 105,800 queries against 106,000, and
 * 13 % more time.
 *
 * The queue is shared by all properties: an obligation knows which one it would violate, so one that turns
 * out to be initial refutes that property whichever is at hand. */
#include "engine/bit/ic3_internal.h"

/* The cube was found inductive: turns it into a lemma as strong as effort allows; returns the lemma's level.
 */
static uint32_t learn(struct ic3 *s, const struct obligation *o, uint32_t at, pdr_lits *cube) {
    ic3_core(s, s->solvers.data[at - 1], cube);
    ic3_generalize(s, at, cube, effort_for(s->options, s->stats, o, 1));
    if (s->stopped) return at;
    uint32_t level = ic3_push_cube(s, at, cube);
    if (!s->stopped) ic3_add_lemma(s, level, cube->data, cube->size);
    return level;
}

/* The cube is not inductive relative to F[level-1]: learns at the highest level at which it can be excluded, and
 * returns the frame in which it has predecessors then, the model of one of which is in that frame's solver; o->level
 * when there is none any more. [W14 listing 3, lines 25-31] */
static uint32_t fall_back(struct ic3 *s, const struct obligation *o, const pdr_lits *cube) {
    uint32_t j = o->level - 1; /* inductive relative to F[j-1]? */
    while (j && !s->stopped) {
        /* F[j-1] & C & not q & T & q' unsatisfiable? */
        if (ic3_inductive(s, s->solvers.data[j - 1], cube->data, cube->size, true)) break;
        j--;
    }
    if (j && !s->stopped) {
        pdr_lits lemma = {0};
        vec_append(&lemma, cube->data, cube->size);
        uint32_t above = learn(s, o, j, &lemma);
        s->stats->fall_backs++;
        vec_free(&lemma);
        j = above < o->level ? above : o->level;
    }
    /* what was learnt may exclude predecessors of higher frames, too */
    while (j < o->level && !s->stopped && ic3_inductive(s, s->solvers.data[j], cube->data, cube->size, true))
        j++;
    return j;
}

static void go_back(struct ic3 *s, struct obligation *o, struct cdcl *solver, const pdr_lits *cube,
                    uint32_t level) {
    pdr_lits state = {0}, inputs = {0};
    ic3_predecessor(s, solver, cube->data, cube->size, 0, &state, &inputs);
    struct obligation *before = obligation_new(0, level, cube_new(state.data, state.size),
                                               cube_new(inputs.data, inputs.size), o, o->goal);
    s->stats->obligations++;
    obligations_push(&s->obligations, before);
    vec_free(&state);
    vec_free(&inputs);
}

/* Works on one obligation; consumes the reference. */
static void discharge(struct ic3 *s, struct obligation *o) {
    const struct lemma *known = frames_blocking(s->frames, 0, o->level, o->cube);
    if (known) {
        obligations_requeue(&s->obligations, o, known->level, s->options, s->stats);
        return;
    }
    o->activity += 1;
    if (s->options->drop_obligations && o->activity > (double)s->options->drop_from) {
        s->stats->dropped_obligations++;
        obligation_unref(o);
        return;
    }
    enum { PDR, BRADLEY };
    pdr_lits cube = {0};
    vec_append(&cube, o->cube->literals, o->cube->size);
    ic3_sort(s, cube.data, cube.size, true);
    struct cdcl *solver = s->solvers.data[o->level - 1];
    uint32_t level = o->level - 1; /* of predecessors */
    /* F[level] & C & not q & T & q' unsatisfiable? */
    if (ic3_inductive(s, solver, cube.data, cube.size, true)) {
        obligations_requeue(&s->obligations, o, learn(s, o, o->level, &cube), s->options, s->stats);
        vec_free(&cube);
        return;
    }
    if (s->options->block == BRADLEY && !s->stopped) level = fall_back(s, o, &cube);
    if (s->stopped) {
        obligation_unref(o);
    } else {
        if (level < o->level) go_back(s, o, s->solvers.data[level], &cube, level);
        obligations_push(&s->obligations, o); /* its predecessor may not be the only one: look again */
    }
    vec_free(&cube);
}

/* Discharges the obligations of levels up to `level`. */
static enum block_result discharge_all(struct ic3 *s, uint32_t level, uint32_t property, uint64_t since) {
    struct obligation *o;
    while ((o = obligations_pop(&s->obligations, level))) {
        s->stats->obligations_open = obligations_size(&s->obligations);
        ic3_share(s);
        if (s->goals.list[o->goal].decided) {
            obligation_unref(o);
        } else if (ic3_initial(s, o->cube->literals, o->cube->size)) {
            ic3_refute(s, o->goal, ic3_trace(s, o));
            obligation_unref(o);
        } else {
            discharge(s, o);
        }
        if (s->stopped || limits_stopped(s->task->limits)) return BLOCK_STOPPED;
        if (s->task->meanwhile && s->task->meanwhile(s->task->client)) return BLOCK_STOPPED;
        if (s->goals.list[property].decided) return BLOCK_DECIDED;
        if (goals_over_budget(&s->goals, s->stats->queries - since)) {
            obligations_drop_goal(&s->obligations, property);
            return BLOCK_POSTPONED;
        }
    }
    return BLOCK_DONE;
}

enum block_result ic3_block(struct ic3 *s, uint32_t level, uint32_t property) {
    uint64_t since = s->stats->queries;
    pdr_lits state = {0}, inputs = {0};
    enum block_result result;
    while ((result = discharge_all(s, level, property, since)) == BLOCK_DONE) {
        struct cdcl *solver = s->solvers.data[level];
        if (!ic3_reaches_bad(s, solver, property)) break;
        ic3_predecessor(s, solver, NULL, 0, property, &state, &inputs);
        struct obligation *bad = obligation_new(0, level, cube_new(state.data, state.size),
                                                cube_new(inputs.data, inputs.size), NULL, property);
        s->stats->obligations++;
        obligations_push(&s->obligations, bad);
    }
    vec_free(&state);
    vec_free(&inputs);
    return s->stopped ? BLOCK_STOPPED : result;
}
