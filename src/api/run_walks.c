/* Walks beside the engine: before it starts, and in the midst of its work whenever it has done so much more of
 * that that a small share of it lets a walker go on.
 *
 * Shares are counted in work, not in time, so that runs can be repeated: about a tenth of what the engine takes. A walker
 * works on the program as read, bits as they are, whatever the engine sees. */
#include "api/run.h"

#include "engine/cfa/walk.h"

enum {
    FIRST = 6000000, /* operations before the engine starts: some hundredths of a second */
    FIRST_FORCED =
        100000000, /* more of these as long as there is nothing to choose, so that no other walk will come */
    LEAST = 1000000,    /* not worth going on for less */
    PER_QUERY = 30000,  /* for a query of an SMT solver */
    PER_PROPAGATION = 4 /* in a SAT solver */
};

/* Traces of walks are judged in its name. */
static const struct engine walks = {.name = "walks"};

enum { WALKS_DEFAULT, WALKS_ON, WALKS_OFF }; /* as the words of `walks` */

static bool wanted(const struct run *run) {
    const struct induct *c = run->context;
    bool by_default = !run->choice.program && !run->choice.circuit && !run->choice.system;
    if (c->source.theory != C_BV || c->options.walks == WALKS_OFF) return false;
    return by_default || c->options.walks == WALKS_ON;
}

static void conclude(struct run *run, struct cfa_trace *trace) {
    struct induct *c = run->context;
    uint32_t number;
    struct entry *entry = run_undecided(run, 0, &number);
    run_send(run, (struct induct_event){INDUCT_EVENT_REFUTED, number, trace->edges.size, NULL});
    entry->cfa_trace = trace;
    const struct engine *engine = run->engine;
    run->engine = c->running = &walks;
    run_judge(run, number);
    run->engine = engine;
}

static void walk(struct run *run, uint64_t work) {
    struct induct *c = run->context;
    uint64_t start = clock_us();
    run->walked += work;
    struct cfa_trace *trace = walker_run(run->walker, work, &c->limits, c->stats);
    c->stats->walk_us += clock_us() - start;
    if (trace) conclude(run, trace);
}

void run_walks_first(struct run *run) {
    struct induct *c = run->context;
    if (!wanted(run)) return;
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, "walk"});
    uint64_t start = clock_us();
    run->walker = walker_new(c->cfa, (uint64_t)c->options.seed);
    c->stats->walk_us += clock_us() - start;
    walk(run, FIRST);
    if (!run_walks_decided(run) && walker_is_forced(run->walker)) walk(run, FIRST_FORCED);
    run->walked = 0;
    run_drop_decided(run);
}

bool run_walks_decided(const struct run *run) {
    return run->chosen.size && run->context->entries.data[run->chosen.data[0]].decided;
}

bool run_walks_meanwhile(void *client) {
    struct run *run = client;
    const struct stats *stats = run->context->stats;
    if (!run->walker || !walker_has_more(run->walker)) return false;
    uint64_t due = PER_QUERY * stats->smt_queries + PER_PROPAGATION * stats->propagations;
    if (due < run->walked + LEAST) return false;
    walk(run, due - run->walked);
    return run_walks_decided(run);
}

void run_walks_last(struct run *run) {
    walker_free(run->walker);
    run->walker = NULL;
}
