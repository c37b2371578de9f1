/* The runs of ic3: on the whole circuit for the priorities, and on the abstraction for the verdict. */
#include "engine/bit/ic3.h"
#include "engine/bit/local_internal.h"

/* This part of the work left may go into deepening after a spurious counterexample. */
enum { DEEPEN_PART = 4 };

/* A run of ic3 on an abstraction, and what it has to say. */
struct attempt {
    struct local *local;
    const struct abstraction *abstraction;
    struct ic3_observer observer;
    bool priorities;        /* the lemmas set priorities */
    cubes candidates;       /* clauses of the run before, over the latches of this abstraction */
    struct trace *spurious; /* the counterexample of the abstraction that ended the run; NULL: none */
};

static void hear_lemma(void *client, const pdr_lit *cube, uint32_t n, uint32_t level, uint32_t bound) {
    struct attempt *t = client;
    if (t->priorities) local_prioritize(t->local, t->abstraction, cube, n, level, bound);
}

/* Kept over the latches of the circuit, for a run on another abstraction. */
static void keep_lemma(void *client, const struct cube *cube, uint32_t level) {
    (void)level;
    struct attempt *t = client;
    pdr_lits literals = {0};
    for (uint32_t i = 0; i < cube->size; i++) {
        pdr_lit l = cube->literals[i];
        vec_push(&literals, pdr_make(t->abstraction->latches.data[pdr_index(l)], pdr_sign(l)));
    }
    vec_push(&t->local->lemmas, cube_new(literals.data, literals.size));
    vec_free(&literals);
}

/* Those of the clauses kept that speak of latches of this abstraction only. */
static void find_candidates(struct attempt *t) {
    uint32_t n = t->local->circuit->latches.size;
    uint32_t *position = mem_alloc((n + 1) * sizeof *position);
    memset(position, 0xff, n * sizeof *position);
    for (uint32_t i = 0; i < t->abstraction->latches.size; i++) position[t->abstraction->latches.data[i]] = i;
    pdr_lits literals = {0};
    vec_each (struct cube *const, cube, &t->local->lemmas) {
        vec_clear(&literals);
        for (uint32_t i = 0; i < (*cube)->size; i++) {
            pdr_lit l = (*cube)->literals[i];
            if (position[pdr_index(l)] == UINT32_MAX) break;
            vec_push(&literals, pdr_make(position[pdr_index(l)], pdr_sign(l)));
        }
        if (literals.size == (*cube)->size) vec_push(&t->candidates, cube_new(literals.data, literals.size));
    }
    vec_free(&literals);
    mem_free(position);
}

static void free_cubes(cubes *v) {
    vec_each (struct cube *, cube, v) cube_free(*cube);
    vec_free(v);
}

void local_forget_lemmas(struct local *s) {
    free_cubes(&s->lemmas);
}

static void proved(struct attempt *t, uint32_t property, struct invariant *invariant) {
    struct invariant *back = abstraction_invariant_back(t->abstraction, invariant);
    invariant_free(invariant);
    pending_decide(&t->local->pending,
                   evidence_of_invariant(t->abstraction->properties.data[property], back));
}

/* A counterexample that the circuit does not follow ends the run: a finer abstraction is needed. */
static void refuted(struct attempt *t, struct trace *trace) {
    struct trace *real = abstraction_trace_back(t->abstraction, trace);
    if (real) {
        trace_free(trace);
        pending_decide(&t->local->pending, evidence_of_trace(real));
        return;
    }
    assert(t->abstraction->cutpoints);
    t->spurious = trace;
    t->observer.stop = true;
}

static void found(void *client, struct evidence e) {
    if (e.refutes)
        refuted(client, e.trace);
    else
        proved(client, e.property, e.invariant);
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
    struct engine_task task = {.model = model_of_circuit(t->abstraction->circuit),
                               .options = s->options,
                               .stats = s->stats,
                               .limits = s->task->limits,
                               .events = &events,
                               .found = found,
                               .client = t,
                               .work = s->left};
    /* Priorities tell when a run found that it needs a clause; clauses that it had from the start would spoil them. */
    if (s->options->local_reuse && !t->priorities) find_candidates(t);
    local_forget_lemmas(s);
    t->observer = (struct ic3_observer){.lemma = hear_lemma, .last = keep_lemma, .client = t};
    t->observer.candidates = t->candidates.data;
    t->observer.candidate_count = t->candidates.size;
    uint64_t before = s->stats->propagations;
    const char *broken = ic3_run(&task, &t->observer);
    if (broken) s->broken = broken;
    local_charge(s, s->stats->propagations - before);
    free_cubes(&t->candidates);
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
            /* Better that the next run does not stop at another counterexample of this depth. But bounded model
             * checking may be hard so deep. */
            uint64_t reserve = s->left - s->left / DEEPEN_PART;
            s->left -= reserve;
            local_deepen(s, last);
            s->left += reserve;
        }
        trace_free(t.spurious);
        abstraction_free(a);
    }
}
