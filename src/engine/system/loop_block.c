/* Proof obligations at work (recBlock of [CGMT14] figure 2, with a queue).
 *
 * The queue is shared by all properties: an obligation knows which one it would violate. */
#include "engine/system/loop.h"

bool loop_oblige(struct loop *l, uint32_t level, const pdr_lits *cube, struct obligation *successor,
                 uint32_t goal, uint32_t record) {
    struct obligation *o = obligation_new(0, level, cube_new(cube->data, cube->size), NULL, successor, goal);
    o->record = record;
    l->stats->obligations++;
    enum smt_result initial = loop_initial(l, cube->data, cube->size, NULL);
    if (initial == SMT_UNSAT) {
        obligations_push(&l->obligations, o);
        return true;
    }
    if (initial == SMT_SAT)
        loop_counterexample(l, o);
    else
        loop_give_up(l, loop_excuse(l));
    obligation_unref(o);
    return false;
}

/* The cube is inductive relative to F[level-1]; `cube` is a core of that. Turns it into a lemma as strong as
 * effort allows; returns the lemma's level. */
static uint32_t learn(struct loop *l, const struct obligation *o, pdr_lits *cube) {
    pdr_lits guard = {0};
    vec_append(&guard, o->cube->literals, o->cube->size);
    if (cube->size < guard.size) loop_exclude_initial(l, cube, &guard);
    vec_free(&guard);
    loop_generalize(l, o->level, cube, o);
    if (l->stopped) return o->level;
    uint32_t level = loop_push_cube(l, o->level, cube);
    if (!l->stopped) loop_add_lemma(l, level, cube->data, cube->size);
    return level;
}

/* Works on one obligation; consumes the reference. */
static void discharge(struct loop *l, struct obligation *o) {
    const struct lemma *known = frames_blocking(l->frames, 0, o->level, o->cube);
    if (known) {
        obligations_requeue(&l->obligations, o, known->level, l->options, l->stats);
        return;
    }
    assert(o->level > 0); /* an obligation without initial state is excluded from F[0] = init */
    o->activity += 1;
    pdr_lits cube = {0};
    vec_append(&cube, o->cube->literals, o->cube->size);
    loop_sort(l, &cube);
    /* F[level-1] & C & not q & T & q' unsat?  [CGMT14 eq. 3; CG12 eq. 1] */
    switch (loop_consecution(l, o->level - 1, cube.data, cube.size, true)) {
    case SMT_UNSAT:
        loop_core(l, &cube);
        loop_end(l);
        obligations_requeue(&l->obligations, o, learn(l, o, &cube), l->options, l->stats);
        break;
    case SMT_SAT:
        if (l->domain->predecessors(l, o))
            obligations_push(&l->obligations, o); /* its predecessor may not be the only one: look again */
        else
            obligation_unref(o);
        break;
    case SMT_UNKNOWN:
        loop_end(l);
        loop_give_up(l, loop_excuse(l));
        obligation_unref(o);
        break;
    }
    vec_free(&cube);
}

/* Discharges the obligations of levels up to `level`. */
static enum block_result discharge_all(struct loop *l, uint32_t level, uint32_t property, uint64_t since) {
    struct obligation *o;
    while (!l->stopped && (o = obligations_pop(&l->obligations, level))) {
        l->stats->obligations_open = obligations_size(&l->obligations);
        loop_share(l, false);
        if (l->goals.list[o->goal].decided)
            obligation_unref(o);
        else
            discharge(l, o);
        if (l->task->meanwhile && !l->stopped) l->stopped = l->task->meanwhile(l->task->client);
        if (l->stopped) break;
        loop_rebuild(l);
        if (l->goals.list[property].decided) return BLOCK_DECIDED;
        if (goals_over_budget(&l->goals, l->stats->smt_queries - since)) {
            obligations_drop_goal(&l->obligations, property);
            return BLOCK_POSTPONED;
        }
    }
    return l->stopped ? BLOCK_STOPPED : BLOCK_DONE;
}

enum block_result loop_block(struct loop *l, uint32_t level, uint32_t property) {
    uint64_t since = l->stats->smt_queries;
    enum block_result result;
    while ((result = discharge_all(l, level, property, since)) == BLOCK_DONE) {
        switch (loop_reaches_bad(l, property, level)) {
        case SMT_UNSAT: return BLOCK_DONE;
        case SMT_SAT: l->domain->bad(l, property, level); break;
        case SMT_UNKNOWN: loop_give_up(l, loop_excuse(l)); return BLOCK_STOPPED;
        }
        if (l->stopped) return BLOCK_STOPPED;
        if (l->goals.list[property].decided) return BLOCK_DECIDED;
    }
    return result;
}
