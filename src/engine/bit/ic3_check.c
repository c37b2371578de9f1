/* The debug routine of ic3: verifies the frame invariants of ic3.c with the batch solver. Slow; option
 * check-frames. */
#include "engine/bit/ic3_internal.h"

#include "sat/sat.h"

struct checker {
    struct ic3 *ic3;
    struct sat *sat;
    sat_lits levels; /* [0..top + 1]: assuming literal i switches on F[i]; the last one is infinity */
    sat_lits query;
};

static void fail(struct checker *c, const char *what) {
    if (!c->ic3->broken) c->ic3->broken = what;
}

/* F[i] is made of the lemmas of levels >= i: the switch of level i turns on that of i + 1. */
static void add_level(struct checker *c, const lemma_list *list, sat_lit on) {
    vec_each (const struct lemma_entry, e, list) {
        sat_lit clause = ic3_add_switched(c->ic3, c->sat, e->lemma->cube);
        sat_add2(c->sat, sat_not(on), clause);
    }
}

static void add_frames(struct checker *c) {
    struct ic3 *s = c->ic3;
    for (uint32_t i = 0; i <= s->frames->top + 1; i++)
        vec_push(&c->levels, sat_make(sat_variable(c->sat), false));
    for (uint32_t i = 1; i <= s->frames->top; i++) {
        add_level(c, frames_at(s->frames, 0, i), c->levels.data[i]);
        sat_add2(c->sat, sat_not(c->levels.data[i]), c->levels.data[i + 1]);
    }
    add_level(c, frames_at(s->frames, 0, FRAMES_INFINITY), c->levels.data[s->frames->top + 1]);
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        if (s->reset[i] <= 1)
            sat_add2(c->sat, sat_not(c->levels.data[0]), sat_not_if(s->current[i], !s->reset[i]));
}

static bool refuted(struct checker *c) {
    enum sat_result result = sat_solve(c->sat, c->query.data, c->query.size);
    if (result == SAT_UNKNOWN) c->ic3->stopped = true;
    return result != SAT_SATISFIED;
}

/* Consecution of the lemmas in a list: F[from] & C & T => lemma'. */
static void check_consecution(struct checker *c, const lemma_list *list, uint32_t from) {
    vec_each (const struct lemma_entry, e, list) {
        const struct cube *cube = e->lemma->cube;
        if (ic3_initial(c->ic3, cube->literals, cube->size)) fail(c, "P1: a lemma excludes an initial state");
        vec_clear(&c->query);
        vec_push(&c->query, c->levels.data[from]);
        for (uint32_t i = 0; i < cube->size; i++) vec_push(&c->query, ic3_next(c->ic3, cube->literals[i]));
        if (!refuted(c)) fail(c, "P4: a lemma does not follow from the frame before");
        c->ic3->stats->frame_checks++;
        if (c->ic3->stopped) return;
    }
}

static void check_safety(struct checker *c) {
    struct ic3 *s = c->ic3;
    for (uint32_t p = 0; p < s->circuit->properties.size; p++) {
        if (s->goals.list[p].decided) continue;
        for (uint32_t i = 0; i < s->goals.list[p].depth && i <= s->frames->top && !s->stopped; i++) {
            vec_clear(&c->query);
            vec_push(&c->query, c->levels.data[i]);
            vec_push(&c->query, encoding_lit(&s->encoding, s->circuit->properties.data[p].bad));
            if (!refuted(c)) fail(c, "P3: a frame that was done contains bad states");
            s->stats->frame_checks++;
        }
    }
}

void ic3_check_frames(struct ic3 *s) {
    const char *structure = frames_check(s->frames);
    if (structure) {
        s->broken = structure;
        return;
    }
    struct checker c = {.ic3 = s, .sat = ic3_batch_solver(s)};
    add_frames(&c);
    /* A lemma of level i must follow from F[i-1]; those of infinity from infinity itself. */
    for (uint32_t i = 1; i <= s->frames->top && !s->stopped; i++)
        check_consecution(&c, frames_at(s->frames, 0, i), i - 1);
    check_consecution(&c, frames_at(s->frames, 0, FRAMES_INFINITY), s->frames->top + 1);
    if (!s->stopped) check_safety(&c);
    vec_free(&c.levels);
    vec_free(&c.query);
    sat_free(c.sat);
}
