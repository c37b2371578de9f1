#include "pdr/goals.h"

#include "base/mem.h"

#include <assert.h>

enum { BUDGET_GROWTH = 4 };

void goals_init(struct goals *g, uint32_t count, uint64_t first_budget) {
    *g = (struct goals){
        .list = mem_new_array(struct goal, count + 1), .count = count, .open = count, .budget = first_budget};
}

void goals_fini(struct goals *g) {
    mem_free(g->list);
}

void goals_decide(struct goals *g, uint32_t property) {
    assert(!g->list[property].decided);
    g->list[property].decided = true;
    g->open--;
}

bool goals_waits(const struct goals *g, uint32_t property, uint32_t top) {
    const struct goal *goal = &g->list[property];
    return !goal->decided && !goal->postponed && goal->depth <= top;
}

void goals_note(struct goals *g, uint32_t property, enum block_result result, const struct events *events) {
    struct goal *goal = &g->list[property];
    if (result == BLOCK_POSTPONED) goal->postponed = true;
    if (result != BLOCK_DONE) return;
    events_send(events, (struct event){.kind = EVENT_DEPTH, .property = property, .number = goal->depth});
    goal->depth++;
}

bool goals_resume(struct goals *g) {
    for (uint32_t p = 0; p < g->count; p++)
        if (!g->list[p].decided && !g->list[p].postponed) return false;
    for (uint32_t p = 0; p < g->count; p++) g->list[p].postponed = false;
    g->budget *= BUDGET_GROWTH;
    return g->open > 0;
}

/* F[level] is inductive. True when that proves a goal. */
static bool prove_deep_goals(struct goals *g, uint32_t level, const struct goals_conclusion *c,
                             void *engine) {
    bool proved = false;
    for (uint32_t p = 0; p < g->count; p++) {
        if (g->list[p].decided || g->list[p].depth <= level) continue;
        c->prove(engine, p, level);
        proved = true;
    }
    return proved;
}

void goals_at_fixpoints(struct goals *g, const struct frames *frames, const struct options *options,
                        const struct goals_conclusion *c, void *engine) {
    for (uint32_t i = frames_fixpoint(frames, 1); i && g->open; i = frames_fixpoint(frames, i + 1))
        if (prove_deep_goals(g, i, c, engine) && g->open && options->share) c->raise(engine, i + 1);
}

void goals_at_infinity(struct goals *g, const struct frames *frames, const struct options *options,
                       struct stats *stats, const struct goals_conclusion *c, void *engine) {
    if (!options->infinity || !frames_at(frames, 0, FRAMES_INFINITY)->size) return;
    for (uint32_t p = 0; p < g->count; p++) {
        bool first = g->open == g->count;
        if (g->list[p].decided || (!first && !options->share) || !c->excluded(engine, p)) continue;
        stats->shared_proofs += !first;
        c->prove(engine, p, FRAMES_INFINITY);
    }
}
