/* Walks beside the engine: before it starts, and in the midst of its work, a tenth of the processor's time that it
 * takes.
 *
 * Time decides when walks go on, not which walks there are: one that gets to the error location is the same
 * whenever that happens, and proofs do not depend on any. A walker works on the program as read, bits as they
 * are, whatever the engine sees. */
#include "solve/run.h"

#include "engine/walk/walk.h"

enum {
    FIRST = 6000000,         /* operations before the engine starts: some hundredths of a second */
    FIRST_FORCED = 24000000, /* more of these while there is nothing to choose: no other walk will come */
    LEAST = 1000000,         /* not worth going on for less */
    SHARE = 20               /* for a microsecond of the engine's time: a tenth of what can be done in it */
};

static const char name[] = "walks"; /* who decided, for reports */

const char *run_walks_engine(void) {
    return name;
}

enum { WALKS_DEFAULT, WALKS_ON, WALKS_OFF }; /* as the words of `walks` */

static bool wanted(const struct run *r) {
    if (!r->c->walks || r->c->options->walks == WALKS_OFF) return false;
    return run_by_default(r) || r->c->options->walks == WALKS_ON;
}

/* A trace that is not believed, because it depends on what is undefined, say, ends the walks: the engine has
 * the last word. */
static void conclude(struct run *r, struct program_trace *trace) {
    const char *engine = *r->c->engine;
    *r->c->engine = name;
    run_tell(r, (struct event){.kind = EVENT_STAGE, .text = name});
    if (run_conclude(r, evidence_of_program_trace(trace), false)) return;
    *r->c->engine = engine;
    run_walks_last(r);
}

/* The same for the proof that there is one run only. */
void run_walks_decide(struct run *r) {
    if (!r->only_run || !r->open) return;
    r->only_run = false; /* it is tried once */
    struct program_invariant *run = program_invariant_new(r->c->model.program);
    run->only_run = true;
    const char *engine = *r->c->engine;
    *r->c->engine = name;
    run_tell(r, (struct event){.kind = EVENT_STAGE, .text = name});
    if (!run_conclude(r, evidence_of_program_invariant(run), false)) *r->c->engine = engine;
}

/* An invariant says more than a run, so the engine may look for one, within bounds. */
static bool has_tried_enough(const struct stats *stats) {
    enum { QUERIES = 1000, PROPAGATIONS = 10000000 };
    return stats->smt_queries >= QUERIES || stats->propagations >= PROPAGATIONS;
}

static void walk(struct run *r, uint64_t work) {
    uint64_t start = clock_us();
    r->walked += work;
    struct program_trace *trace = walker_run(r->walker, work, r->c->limits, r->c->stats);
    r->c->stats->walk_us += clock_us() - start;
    if (trace) conclude(r, trace);
}

void run_walks_first(struct run *r) {
    if (!wanted(r)) return;
    run_tell(r, (struct event){.kind = EVENT_STAGE, .text = name});
    uint64_t start = clock_us();
    r->walker = walker_new(r->c->model.program, (uint64_t)r->c->options->seed);
    r->c->stats->walk_us += clock_us() - start;
    walk(r, FIRST);
    if (r->walker && r->open && walker_is_forced(r->walker)) walk(r, FIRST_FORCED);
    r->only_run = r->walker && walker_found_only_run(r->walker);
    r->walked = 0;
    r->worked_us = 0;
    r->seen_us = clock_cpu_us();
}

/* The engine may have a thread of its own, whose clock starts anew. Neither other threads of a host nor the walks
 * count, lest walks make further walks due. */
static uint64_t engine_us(struct run *r) {
    uint64_t now = clock_cpu_us();
    r->worked_us += now < r->seen_us ? now : now - r->seen_us;
    r->seen_us = now;
    return r->worked_us;
}

bool run_walks_meanwhile(void *client) {
    struct run *r = client;
    if (r->only_run && has_tried_enough(r->c->stats)) {
        run_walks_decide(r);
        if (!r->open) return true;
    }
    if (!r->walker || !walker_has_more(r->walker)) return false;
    uint64_t due = SHARE * engine_us(r);
    if (due < r->walked + LEAST) return false;
    walk(r, due - r->walked);
    r->seen_us = clock_cpu_us();
    return !r->open;
}

void run_walks_last(struct run *r) {
    walker_free(r->walker);
    r->walker = NULL;
}
