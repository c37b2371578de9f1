/* The runs of ic3: on the whole circuit for the priorities, and on the abstraction for the verdict. */
#include "engine/bit/ic3.h"
#include "engine/bit/local_internal.h"

/* A run of ic3 on an abstraction, and what it has to say. */
struct attempt {
    struct local *local;
    const struct abstraction *abstraction;
    struct ic3_observer observer;
    bool priorities;        /* the lemmas set priorities */
    struct trace *spurious; /* the counterexample of the abstraction that ended the run; NULL: none */
};

static void hear_lemma(void *client, const pdr_lit *cube, uint32_t n, uint32_t level, uint32_t bound) {
    struct attempt *t = client;
    if (t->priorities) local_prioritize(t->local, t->abstraction, cube, n, level, bound);
}

static void proved(void *client, uint32_t property, struct invariant *invariant) {
    struct attempt *t = client;
    struct invariant *back = abstraction_invariant_back(t->abstraction, invariant);
    invariant_free(invariant);
    local_prove(t->local, t->abstraction->properties.data[property], back);
}

/* A counterexample that the circuit does not follow ends the run: a finer abstraction is needed. */
static void refuted(void *client, uint32_t property, struct trace *trace) {
    struct attempt *t = client;
    struct trace *real = abstraction_trace_back(t->abstraction, trace);
    if (real) {
        trace_free(trace);
        local_refute(t->local, t->abstraction->properties.data[property], real);
        return;
    }
    assert(t->abstraction->cutpoints);
    t->spurious = trace;
    t->observer.stop = true;
}

/* Without a counterexample in the abstraction there is none in the circuit. */
static void listen(void *listener, const struct event *event) {
    const struct attempt *t = listener;
    if (event->kind == EVENT_DEPTH)
        local_tell_depth(t->local, t->abstraction->properties.data[event->property], event->number);
    else if (event->kind == EVENT_FRAME || event->kind == EVENT_LEMMA)
        events_send(t->local->task->events, *event);
}

static void run(struct attempt *t) {
    struct local *s = t->local;
    struct events events = {listen, t};
    struct engine_task task = {.circuit = t->abstraction->circuit,
                               .options = s->options,
                               .stats = s->stats,
                               .limits = s->task->limits,
                               .events = &events,
                               .proved = proved,
                               .refuted = refuted,
                               .client = t,
                               .work = s->left};
    t->observer = (struct ic3_observer){.lemma = hear_lemma, .client = t};
    uint64_t before = s->stats->propagations;
    const char *broken = ic3_run(&task, &t->observer);
    if (broken) s->broken = broken;
    local_charge(s, s->stats->propagations - before);
}

void local_probe(struct local *s) {
    uint32_t n = s->circuit->latches.size;
    s->stats->local_prioritized = 0;
    for (uint32_t i = 0; i < n; i++) s->priorities[i] = PRIORITY_NEVER;
    if (!s->left) return; /* to ic3, no bound on work would mean any amount */
    bool *all = mem_new_array(bool, n + 1);
    for (uint32_t i = 0; i < n; i++) all[i] = true;
    struct abstraction *whole = abstraction_new(s->circuit, all, s->pending.open);
    struct attempt t = {.local = s, .abstraction = whole, .priorities = true};
    run(&t);
    abstraction_free(whole);
    mem_free(all);
}

/* Ends when all is decided or the work is used up: a counterexample of the abstraction is real, or refines it. */
void local_decide(struct local *s) {
    while (s->pending.count && s->left && !local_stopped(s)) {
        struct abstraction *a = local_abstraction(s);
        struct attempt t = {.local = s, .abstraction = a};
        s->stats->local_final = a->latches.size;
        run(&t);
        if (t.spurious) {
            uint32_t last = t.spurious->steps - 1;
            s->stats->local_spurious++;
            local_refine(s, a, t.spurious);
            /* The next run starts over: better that it does not stop at the next counterexample of this depth. But
             * bounded model checking may be hard so deep. */
            uint64_t reserve = s->left / 2;
            s->left -= reserve;
            local_deepen(s, last);
            s->left += reserve;
        }
        trace_free(t.spurious);
        abstraction_free(a);
    }
}
