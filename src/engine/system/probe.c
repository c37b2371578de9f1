#include "engine/system/probe.h"

/* A query of the loop does 2,000 to 20,000 units of work, as far as was measured. */
enum { EARNED = 1200, LEAST = 10000 };

void probe_fini(struct probe *p) {
    unfold_free(p->unfold);
}

static void earn(struct probe *p) {
    uint64_t queries = p->loop->stats->smt_queries;
    p->saved += (queries - p->queries) * EARNED;
    p->queries = queries;
}

static void spend(struct probe *p, uint64_t work) {
    p->saved -= work < p->saved ? work : p->saved;
}

static term good_at(struct probe *p, uint32_t property) {
    return unfold_at(p->unfold, p->loop->system->properties.data[property].good, p->depth);
}

/* F[j] without bad states means no counterexample of j steps. */
static bool is_known(const struct probe *p, uint32_t property) {
    const struct goal *goal = &p->loop->goals.list[property];
    return goal->decided || p->depth < goal->depth;
}

/* The goals that are worth a search at this depth. */
static void open_goals(struct probe *p, u32s *goals) {
    vec_clear(goals);
    for (uint32_t i = 0; i < p->loop->system->properties.size; i++)
        if (!is_known(p, i)) vec_push(goals, i);
}

/* No counterexample ends here: goes one step on. */
static void advance(struct probe *p) {
    for (uint32_t i = 0; i < p->loop->system->properties.size; i++)
        if (!p->loop->goals.list[i].decided) smt_assert(p->unfold->smt, good_at(p, i));
    unfold_connect(p->unfold, p->depth++);
    unfold_constrain(p->unfold, p->depth);
    p->loop->stats->probe_depth = p->depth;
}

/* Reports the goals that the model violates. False: it has no values, or violates none. */
static bool refute_by_model(struct probe *p, const u32s *goals) {
    struct terms *bank = p->loop->bank;
    VEC(struct system_trace *) traces = {0};
    vec_each (const uint32_t, goal, goals) {
        if (!term_is(bank, smt_value(p->unfold->smt, good_at(p, *goal)), TERM_FALSE)) continue;
        struct system_trace *trace = unfold_trace(p->unfold, *goal, p->depth + 1);
        if (trace) vec_push(&traces, trace);
    }
    bool some = traces.size > 0;
    vec_each (struct system_trace *, trace, &traces) loop_refute(p->loop, (*trace)->property, *trace);
    vec_free(&traces);
    return some;
}

/* One query within the savings. False: the search rests. */
static bool search(struct probe *p, const u32s *goals) {
    struct smt *smt = p->unfold->smt;
    struct terms *bank = p->loop->bank;
    term_list bad = {0};
    vec_each (const uint32_t, goal, goals) vec_push(&bad, term_not(bank, good_at(p, *goal)));
    uint64_t before = smt_work(smt), limit = p->saved;
    smt_work_limit(smt, limit);
    smt_push(smt);
    smt_assert(smt, term_or(bank, bad.data, bad.size));
    vec_free(&bad);
    /* init_0 & C_0 & T_0 & ... & C_k & (some open property is violated in step k)  sat? */
    enum smt_result result = smt_check(smt, NULL, 0);
    bool going = result == SMT_UNSAT || (result == SMT_SAT && refute_by_model(p, goals));
    smt_pop(smt);
    uint64_t work = smt_work(smt) - before;
    spend(p, work + LEAST);
    if (result == SMT_UNSAT) advance(p);
    p->price = going ? work + work / 2 : 2 * limit; /* the next step takes a little more */
    return going;
}

void probe_run(struct probe *p) {
    struct loop *l = p->loop;
    if (!l->options->ia_probe) return;
    if (!p->unfold) {
        p->unfold = unfold_new(l->system, l->task);
        smt_assert(p->unfold->smt, unfold_at(p->unfold, p->unfold->init, 0));
        unfold_constrain(p->unfold, 0);
    }
    earn(p);
    u32s goals = {0};
    bool going = p->saved >= p->price && p->saved >= LEAST;
    while (going && l->goals.open && !limits_stopped_slow(l->task->limits)) {
        open_goals(p, &goals);
        if (goals.size)
            going = search(p, &goals) && p->saved >= p->price && p->saved >= LEAST;
        else
            advance(p);
    }
    p->queries = l->stats->smt_queries; /* its own earn nothing */
    vec_free(&goals);
}
