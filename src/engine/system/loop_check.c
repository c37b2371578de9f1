/* The debug routine of the loop: verifies the frame invariants of loop.c in a solver with default settings.
 * Slow; option check-frames. */
#include "engine/system/loop.h"

#include "engine/system/unfold.h"

struct checker {
    struct loop *loop;
    struct smt *step, *state; /* with and without the transition */
};

static void fail(struct checker *c, const char *what) {
    loop_give_up(c->loop, what);
}

static struct smt *new_judge(struct loop *l) {
    struct smt_settings settings = {
        .theories = system_theories(l->system), .purpose = SMT_JUDGE, .limits = l->task->limits};
    struct smt *smt = smt_new(l->bank, &settings);
    smt_assert(smt, l->constraint);
    return smt;
}

static term clause_of(struct loop *l, const struct lemma_entry *e) {
    return term_not(l->bank, atoms_cube(&l->atoms, e->lemma->cube->literals, e->lemma->cube->size));
}

/* F[level] as a formula. */
static term frame(struct loop *l, uint32_t level) {
    if (!level) return l->init;
    term_list clauses = {0};
    for (uint32_t i = level; level != FRAMES_INFINITY && i <= l->frames->top; i++)
        vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, i))
            vec_push(&clauses, clause_of(l, e));
    vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, FRAMES_INFINITY))
        vec_push(&clauses, clause_of(l, e));
    term result = term_and(l->bank, clauses.data, clauses.size);
    vec_free(&clauses);
    return result;
}

/* premise => conclusion, in this solver? What the solver cannot tell passes. */
static bool follows(struct checker *c, struct smt *smt, term premise, term conclusion) {
    smt_push(smt);
    smt_assert(smt, premise);
    smt_assert(smt, term_not(c->loop->bank, conclusion));
    enum smt_result result = smt_check(smt, NULL, 0);
    smt_pop(smt);
    c->loop->stats->frame_checks++;
    if (limits_stopped_slow(c->loop->task->limits)) c->loop->stopped = true;
    return result != SMT_SAT;
}

static void check_level(struct checker *c, uint32_t level, uint32_t before) {
    struct loop *l = c->loop;
    term premise = frame(l, before);
    vec_each (const struct lemma_entry, e, frames_at(l->frames, 0, level)) {
        term lemma = clause_of(l, e);
        if (!follows(c, c->state, l->init, lemma)) fail(c, "(1) broken: a lemma excludes an initial state");
        if (!follows(c, c->step, premise, system_primed(&l->primes, lemma)))
            fail(c, "(4) broken: a lemma does not follow from the frame before");
        if (l->stopped) return;
    }
}

static void check_safety(struct checker *c) {
    struct loop *l = c->loop;
    for (uint32_t p = 0; p < l->system->properties.size; p++) {
        if (l->goals.list[p].decided) continue;
        for (uint32_t i = 0; i < l->goals.list[p].depth && i <= l->frames->top && !l->stopped; i++)
            if (!follows(c, c->state, frame(l, i), l->system->properties.data[p].good))
                fail(c, "(3) broken: a frame that was done contains bad states");
    }
}

void loop_check_frames(struct loop *l) {
    const char *structure = frames_check(l->frames);
    if (structure) {
        loop_give_up(l, structure);
        return;
    }
    struct checker c = {.loop = l, .step = new_judge(l), .state = new_judge(l)};
    smt_assert(c.step, l->trans);
    smt_assert(c.step, system_primed(&l->primes, l->constraint));
    for (uint32_t i = 1; i <= l->frames->top && !l->stopped; i++) check_level(&c, i, i - 1);
    if (!l->stopped) check_level(&c, FRAMES_INFINITY, FRAMES_INFINITY);
    if (!l->stopped) check_safety(&c);
    smt_free(c.step);
    smt_free(c.state);
}
