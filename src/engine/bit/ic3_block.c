/* Proof obligations at work ([W14] listing 3, removeCTI).
 *
 * The queue is shared by all properties: an obligation knows which one it would violate, so one that turns
 * out to be initial refutes that property whichever is at hand. */
#include "engine/bit/ic3_internal.h"

/* The cube was found inductive: turns it into a lemma as strong as effort allows; returns the lemma's level.
 */
static uint32_t learn(struct ic3 *s, const struct obligation *o, pdr_lits *cube) {
    ic3_core(s, s->solvers.data[o->level - 1], cube);
    ic3_generalize(s, o->level, cube, effort_for(s->options, s->stats, o, 1));
    if (s->stopped) return o->level;
    uint32_t level = ic3_push_cube(s, o->level, cube);
    if (!s->stopped) ic3_add_lemma(s, level, cube->data, cube->size);
    return level;
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
    pdr_lits cube = {0}, state = {0}, inputs = {0};
    vec_append(&cube, o->cube->literals, o->cube->size);
    ic3_sort(s, cube.data, cube.size, true);
    struct cdcl *solver = s->solvers.data[o->level - 1];
    /* F[level-1] & C & not q & T & q' unsatisfiable?  [W14 listing 3, lines 22-25] */
    if (ic3_inductive(s, solver, cube.data, cube.size, true)) {
        obligations_requeue(&s->obligations, o, learn(s, o, &cube), s->options, s->stats);
    } else if (s->stopped) {
        obligation_unref(o);
    } else {
        ic3_predecessor(s, solver, cube.data, cube.size, 0, &state, &inputs);
        struct obligation *before = obligation_new(0, o->level - 1, cube_new(state.data, state.size),
                                                   cube_new(inputs.data, inputs.size), o, o->goal);
        s->stats->obligations++;
        obligations_push(&s->obligations, before);
        obligations_push(&s->obligations, o); /* its predecessor may not be the only one: look again */
    }
    vec_free(&cube);
    vec_free(&state);
    vec_free(&inputs);
}

/* Discharges the obligations of levels up to `level`. */
static enum block_result discharge_all(struct ic3 *s, uint32_t level, uint32_t property, uint64_t since) {
    struct obligation *o;
    while ((o = obligations_pop(&s->obligations, level))) {
        s->stats->obligations_open = obligations_size(&s->obligations);
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
