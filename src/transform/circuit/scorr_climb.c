/* Signal correspondence: states made up to split many classes without a query.
 *
 * A state that satisfies the hypotheses and violates an equality in the next step is a counterexample, reachable
 * or not. Where each class that falls apart makes the next one fall (the bits of a counter, one after the other),
 * every such state would cost a round of queries. But the next one is often a neighbour: the same state, in which
 * what has just come off its class has another value. Others are found among states far from the initial ones.
 */
#include "transform/circuit/scorr_internal.h"

enum {
    PATIENCE = 2,    /* attempts without a split */
    NEIGHBOURS = 32, /* the lanes of neighbours; the others get distant states */
    WORK_MOST =
        700000000 /* for climbing: a budget of its own, of which nothing is used where nothing is gained */
};

void scorr_note_heads(struct scorr *s) {
    for (uint32_t i = 0; i < s->circuit->latches.size; i++)
        s->before[i] = s->classes.head[aig_node(s->circuit->latches.data[i].lit)];
}

/* The state, changed in what has come off: everywhere, or here and there; then with noise besides. */
static uint64_t neighbour(struct scorr *s, uint32_t latch, bool came_off) {
    uint64_t word = s->state[latch] ? ~UINT64_C(0) : 0;
    uint64_t noise = random_word(&s->random) & random_word(&s->random) & random_word(&s->random);
    if (came_off) word ^= random_word(&s->random) | 1;
    return word ^ (noise & 0xffff0000);
}

/* Nearly all of it unlike the initial states: lane by lane less of it like them. */
static uint64_t distant(struct scorr *s, uint32_t node) {
    enum { DENSITIES = 12 };
    uint64_t word = 0;
    for (uint32_t k = 0; k < DENSITIES; k++) word |= random_word(&s->random) & ~UINT64_C(0) << 2 * k;
    word |= ~UINT64_C(0) << 2 * DENSITIES;
    return word ^ (s->classes.phase[node] ? ~UINT64_C(0) : 0);
}

static void make_up(struct scorr *s) {
    const struct circuit *c = s->circuit;
    const uint64_t near = (UINT64_C(1) << NEIGHBOURS) - 1;
    for (uint32_t i = 0; i < c->latches.size; i++) {
        uint32_t n = aig_node(c->latches.data[i].lit);
        s->latches[i] = (neighbour(s, i, s->classes.head[n] != s->before[i]) & near) | distant(s, n)
                                                                                           << NEIGHBOURS;
        s->begun[i] = s->latches[i];
    }
    for (uint32_t i = 0; i < (s->depth + 1) * c->inputs.size; i++) s->inputs[i] = random_word(&s->random);
    s->lanes = 64;
}

void scorr_climb(struct scorr *s) {
    const uint64_t most = (uint64_t)WORK_MOST / 100 * (uint64_t)s->context->options->scorr_effort,
                   work = s->work;
    s->from_reset = false;
    s->frames = s->depth + 1;
    s->climbing = true;
    for (uint32_t idle = 0; idle < PATIENCE && s->climbed < most && !limits_stopped(s->context->limits);) {
        uint32_t splits = s->splits;
        make_up(s);
        s->broken = 0;
        scorr_note_heads(s);
        scorr_simulate_models(s);
        s->climbed += s->work - work + 4 * s->circuit->latches.size;
        s->work = work;
        idle = s->splits > splits ? 0 : idle + 1;
        if (!s->broken) continue;
        uint32_t lane = (uint32_t)__builtin_ctzll(s->broken);
        for (uint32_t i = 0; i < s->circuit->latches.size; i++) s->state[i] = s->begun[i] >> lane & 1;
    }
    s->climbing = false;
}
