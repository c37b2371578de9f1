/* Walks beside the engine: before it starts, and in the midst of its work, a tenth of the processor's time that it takes.
 *
 * Time decides when walks go on, not which walks there are: one that gets to the error location is the same
 * whenever that happens, and proofs do not depend on any. A walker works on the program as read, bits as they
 * are, whatever the engine sees. */
#include "api/run.h"

#include "engine/walk/walk.h"

enum {
    FIRST = 6000000,         /* operations before the engine starts: some hundredths of a second */
    FIRST_FORCED = 24000000, /* more of these while there is nothing to choose: no other walk will come */
    LEAST = 1000000,         /* not worth going on for less */
    SHARE = 20               /* for a microsecond of the engine's time: a tenth of what can be done in it */
};

/* Who decided, for reports. */
static const struct engine walks = {.name = "walks"};

enum { WALKS_DEFAULT, WALKS_ON, WALKS_OFF }; /* as the words of `walks` */

static bool wanted(const struct run *run) {
    const struct induct *c = run->context;
    if (c->source.theory != C_BV || c->options.walks == WALKS_OFF) return false;
    return run_by_default(run) || c->options.walks == WALKS_ON;
}

/* A trace that is not believed, because it depends on what is undefined, say, ends the walks: the engine has
 * the last word. */
static void conclude(struct run *run, struct program_trace *trace) {
    struct induct *c = run->context;
    uint32_t number;
    struct entry *entry = run_undecided(run, 0, &number);
    const struct engine *running = c->running;
    c->running = &walks;
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, walks.name});
    run_send(run, (struct induct_event){INDUCT_EVENT_REFUTED, number, trace->edges.size, NULL});
    entry->program_trace = trace;
    if (run_judge_guess(run, number)) return;
    c->running = running;
    run_walks_last(run);
}

static void walk(struct run *run, uint64_t work) {
    struct induct *c = run->context;
    uint64_t start = clock_us();
    run->walked += work;
    struct program_trace *trace = walker_run(run->walker, work, &c->limits, c->stats);
    c->stats->walk_us += clock_us() - start;
    if (trace) conclude(run, trace);
}

void run_walks_first(struct run *run) {
    struct induct *c = run->context;
    if (!wanted(run)) return;
    run_send(run, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, walks.name});
    uint64_t start = clock_us();
    run->walker = walker_new(c->program, (uint64_t)c->options.seed);
    c->stats->walk_us += clock_us() - start;
    walk(run, FIRST);
    if (run->walker && !run_walks_decided(run) && walker_is_forced(run->walker)) walk(run, FIRST_FORCED);
    run->walked = 0;
    run->worked_us = 0;
    run->seen_us = clock_cpu_us();
    run_drop_decided(run);
}

bool run_walks_decided(const struct run *run) {
    return run->chosen.size && run->context->entries.data[run->chosen.data[0]].decided;
}

/* The engine may have a thread of its own, whose clock starts anew. Neither other threads of a host nor the walks count,
 * lest walks make further walks due. */
static uint64_t engine_us(struct run *run) {
    uint64_t now = clock_cpu_us();
    run->worked_us += now < run->seen_us ? now : now - run->seen_us;
    run->seen_us = now;
    return run->worked_us;
}

bool run_walks_meanwhile(void *client) {
    struct run *run = client;
    if (!run->walker || !walker_has_more(run->walker)) return false;
    uint64_t due = SHARE * engine_us(run);
    if (due < run->walked + LEAST) return false;
    walk(run, due - run->walked);
    run->seen_us = clock_cpu_us();
    return run_walks_decided(run);
}

void run_walks_last(struct run *run) {
    walker_free(run->walker);
    run->walker = NULL;
}
