/* A run: let an engine work on the model, and judge each piece of evidence before anybody hears the verdict.
 *
 *     model --run_circuit.c, run_system.c, run_program.c--> evidence about the user's model
 *                                                                       |
 *     bytes of the file --read again--> pristine --check/, replay/--> verdict callback
 *
 * Evidence time counts against the limits of the run. A verdict whose evidence was rejected is unknown, and a
 * bug. */
#include "api/run.h"

#include "base/deep.h"
#include "check/check.h"
#include "evidence/slice.h"

void run_send(struct run *run, struct induct_event event) {
    struct induct *c = run->context;
    if (c->on_event) c->on_event(c->event_client, c, &event);
}

/* The verdict is final: tell. */
static void settle(struct induct *c, uint32_t number) {
    struct entry *entry = &c->entries.data[number];
    assert(!entry->decided);
    entry->decided = true;
    entry->result.time_us = clock_us() - c->started_us;
    if (c->on_verdict) c->on_verdict(c->verdict_client, c, number);
}

void run_give_up(struct run *run, uint32_t number, const char *reason) {
    struct induct *c = run->context;
    struct entry *entry = &c->entries.data[number];
    mem_free(entry->reason);
    entry->reason = mem_strdup(reason);
    entry->result.verdict = INDUCT_UNKNOWN;
    reason_set(&entry->result, entry->reason);
    settle(c, number);
}

static uint32_t conjuncts_at_locations(struct program *program, const struct program_invariant *invariant) {
    term_list conjuncts = {0};
    uint32_t n = 0;
    vec_each (const term, t, &invariant->at) {
        if (term_is_none(*t)) continue;
        vec_clear(&conjuncts);
        term_conjuncts(program->terms, *t, &conjuncts);
        n += conjuncts.size;
    }
    vec_free(&conjuncts);
    return n;
}

static void accept(struct induct *c, uint32_t number) {
    struct entry *entry = &c->entries.data[number];
    reason_set(&entry->result, "");
    entry->result.verified = c->verify;
    entry->result.approximate = c->program && c->source.theory != C_BV;
    if (entry->trace || entry->system_trace || entry->program_trace) {
        uint32_t steps = entry->trace          ? entry->trace->steps
                         : entry->system_trace ? entry->system_trace->steps
                                               : entry->program_trace->edges.size + 1;
        entry->result.verdict = INDUCT_UNSAFE;
        entry->result.depth = (int64_t)steps - 1;
        if (steps > c->stats->trace_steps) c->stats->trace_steps = steps;
    } else if (entry->invariant) {
        entry->result.verdict = INDUCT_SAFE;
        entry->result.conjuncts = entry->invariant->conjuncts.size;
        entry->result.induction = entry->invariant->depth;
        entry->result.simple_path = entry->invariant->simple_path;
    } else if (entry->program_invariant) {
        entry->result.verdict = INDUCT_SAFE;
        entry->result.conjuncts = conjuncts_at_locations(c->program, entry->program_invariant);
        entry->result.induction = entry->program_depth;
    } else {
        entry->result.verdict = INDUCT_SAFE;
        entry->result.conjuncts = entry->system_invariant->conjuncts.size;
        entry->result.induction = entry->system_invariant->depth;
        entry->result.simple_path = entry->system_invariant->simple_path;
    }
    settle(c, number);
}

/* With many properties most of an invariant is about others: the part about this one is tried first. */
static enum check_result judge_invariant(struct induct *c, struct entry *entry, struct text *why) {
    const struct circuit *model = context_pristine(c);
    struct invariant *part = invariant_slice(entry->invariant, model, entry->position);
    if (part) {
        enum check_result result = check_invariant(model, entry->position, part, &c->limits, why);
        if (result == CHECK_ACCEPTED) {
            invariant_free(entry->invariant);
            entry->invariant = part;
            c->stats->sliced++;
            return result;
        }
        invariant_free(part);
        text_clear(why);
    }
    return check_invariant(model, entry->position, entry->invariant, &c->limits, why);
}

static enum check_result ask(struct induct *c, struct entry *entry, struct text *why, const char **reason) {
    if (entry->program_trace) return judge_program_trace(c, entry, why, reason);
    if (entry->trace) return check_trace(context_pristine(c), entry->position, entry->trace, why);
    if (entry->invariant) return judge_invariant(c, entry, why);
    if (entry->program_invariant) return judge_program_invariant(c, entry, why);
    const struct system *system = context_pristine_system(c);
    if (entry->system_trace)
        return check_system_trace(system, entry->position, entry->system_trace, &c->limits, why);
    return check_system_invariant(system, entry->position, entry->system_invariant, c->judge, &c->limits,
                                  why);
}

struct question {
    struct induct *context;
    struct entry *entry;
    struct text *why;
    const char **reason;
    enum check_result answer;
};

static void ask_deeply(void *argument) {
    struct question *q = argument;
    q->answer = ask(q->context, q->entry, q->why, q->reason);
}

/* Invariants over terms go to the SMT solver. */
static enum check_result ask_with_room(struct induct *c, struct entry *entry, struct text *why,
                                       const char **reason) {
    if (!entry->system_invariant && !entry->program_invariant) return ask(c, entry, why, reason);
    struct question q = {c, entry, why, reason, CHECK_UNDECIDED};
    deep_call(ask_deeply, &q);
    return q.answer;
}

/* Rejected evidence is a bug. */
static void complain(struct induct *c, const struct entry *entry, const struct text *why) {
    c->stats->rejected++;
    messages_warn(&c->messages, (struct position){.file = c->file},
                  "property %s: the checker rejected the evidence of engine %s, please report this: %s",
                  entry->name, c->running->name, why->data ? why->data : "");
}

/* Accepts the evidence when its judge does, and forgets it else. *reason, where it is set, is why. */
static enum check_result judge(struct induct *c, uint32_t number, const char **reason) {
    struct entry *entry = &c->entries.data[number];
    uint64_t start = clock_us();
    struct text why = {0};
    enum check_result result = c->verify ? ask_with_room(c, entry, &why, reason) : CHECK_ACCEPTED;
    c->stats->verify_us += clock_us() - start;
    if (result == CHECK_ACCEPTED) {
        c->stats->accepted += c->verify;
        accept(c, number);
    } else {
        if (result == CHECK_REJECTED && !*reason) complain(c, entry, &why);
        if (result == CHECK_UNDECIDED && !*reason && why.size && !limits_stopped_slow(&c->limits))
            *reason =
                run_refuse(c, why.data); /* the judge is missing, or has no answer however long it thinks */
        entry_forget(entry);
    }
    text_fini(&why);
    return result;
}

void run_judge(struct run *run, uint32_t number) {
    const char *reason = NULL;
    enum check_result result = judge(run->context, number, &reason);
    if (result == CHECK_ACCEPTED) return;
    bool interrupted = limits_reason(&run->context->limits) == STOP_INTERRUPTED;
    if (!reason)
        reason = induct_reason_word(result == CHECK_REJECTED ? INDUCT_REASON_EVIDENCE_REJECTED
                                    : interrupted            ? INDUCT_REASON_INTERRUPTED
                                                             : INDUCT_REASON_EVIDENCE_TIMEOUT);
    run_give_up(run, number, reason);
}

bool run_judge_guess(struct run *run, uint32_t number) {
    const char *reason = NULL;
    return judge(run->context, number, &reason) == CHECK_ACCEPTED;
}

const char *run_refuse(struct induct *c, const char *what) {
    mem_free(c->refusal);
    c->refusal = mem_format("unsupported: %s", what);
    return c->refusal;
}

const char *run_refuse_at(struct induct *c, const char *what, const struct program_position *at) {
    if (!at->line) return run_refuse(c, what);
    mem_free(c->refusal);
    c->refusal = mem_format("unsupported: %s at %s:%u", what, at->file ? at->file : c->file, at->line);
    return c->refusal;
}

struct entry *run_undecided(struct run *run, uint32_t position, uint32_t *number) {
    assert(position < run->chosen.size);
    *number = run->chosen.data[position];
    struct entry *entry = &run->context->entries.data[*number];
    assert(!entry->decided);
    return entry->decided ? NULL : entry;
}

void run_translate(void *listener, const struct event *event) {
    struct run *run = listener;
    struct induct *c = run->context;
    struct induct_event told = {.number = event->number, .text = event->text};
    switch (event->kind) {
    case EVENT_STAGE: told.kind = INDUCT_EVENT_STAGE; break;
    case EVENT_FRAME: told.kind = INDUCT_EVENT_FRAME; break;
    case EVENT_LEMMA: told.kind = INDUCT_EVENT_LEMMA; break;
    case EVENT_DEPTH: {
        assert(event->property < run->chosen.size);
        if (run->left_out) return; /* not true of the whole program */
        told.kind = INDUCT_EVENT_DEPTH;
        told.property = run->chosen.data[event->property];
        struct entry *entry = &c->entries.data[told.property];
        if (entry->decided || (int64_t)told.number <= entry->result.depth) return;
        entry->result.depth = (int64_t)told.number;
        break;
    }
    }
    run_send(run, told);
}

void run_drop_decided(struct run *run) {
    uint32_t open = 0;
    vec_each (const uint32_t, number, &run->chosen)
        if (!run->context->entries.data[*number].decided) run->chosen.data[open++] = *number;
    vec_shrink(&run->chosen, open);
}

struct engine_call {
    struct run *run;
    const char *(*decide)(struct run *);
    const char *gave_up;
};

static void call_engine(void *argument) {
    struct engine_call *call = argument;
    call->gave_up = call->decide(call->run);
}

const char *run_deeply(struct run *run, const char *(*decide)(struct run *)) {
    struct engine_call call = {run, decide, NULL};
    deep_call(call_engine, &call);
    return call.gave_up;
}

static void solve(struct run *run) {
    struct induct *c = run->context;
    const struct engine_choice *choice = &run->choice;
    const char *gave_up;
    if (c->program) {
        gave_up = run_program(run);
    } else if (choice->program && !choice->system && !choice->circuit) {
        gave_up = "unsupported: the engine is for programs";
    } else if (c->system) {
        run->system = c->system;
        gave_up = run_system(run);
    } else if (choice->system && !choice->circuit) {
        gave_up = "unsupported: the engine is for transition systems, not for circuits";
    } else {
        run->circuit = c->circuit;
        run->engine = c->running = choice->circuit ? choice->circuit : engines_default();
        gave_up = run_circuit(run);
    }
    enum stop_reason stop = limits_reason(&c->limits);
    if (!gave_up)
        gave_up = stop == STOP_TIMEOUT       ? induct_reason_word(INDUCT_REASON_TIMEOUT)
                  : stop == STOP_INTERRUPTED ? induct_reason_word(INDUCT_REASON_INTERRUPTED)
                                             : "internal error: the engine ended without a verdict";
    vec_each (const uint32_t, number, &run->chosen) run_give_up(run, *number, gave_up);
}

static void reset_results(struct induct *c) {
    vec_each (struct entry, e, &c->entries) {
        entry_forget(e);
        e->decided = e->minimized = false;
        e->result = (struct induct_result){.depth = -1};
        reason_set(&e->result, induct_reason_word(INDUCT_REASON_NOT_RUN));
    }
    *c->stats = (struct stats){.inputs = c->stats->inputs,
                               .latches = c->circuit ? c->stats->latches : 0,
                               .ands = c->circuit ? c->stats->ands : 0,
                               .states = c->stats->states,
                               .locations = c->stats->locations,
                               .edges = c->stats->edges,
                               .variables = c->stats->variables,
                               .terms = c->stats->terms,
                               .properties = c->stats->properties};
}

enum induct_status induct_run(struct induct *c) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    if (!c->entries.size)
        return (enum induct_status)messages_fail(
            &c->messages, STATUS_MALFORMED, (struct position){.file = c->file},
            c->circuit ? "has no property: no output, no bad state, no justice property" : "has no property");
    if (c->circuit && c->circuit->properties.size && c->circuit->fairness.size)
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "fairness constraints are ignored: they do not influence safety");
    context_warn_of_judge(c);
    reset_results(c);
    context_start(c);
    struct run run = {.context = c, .choice = {c->engine, c->system_engine, c->program_engine}};
    for (uint32_t i = 0; i < c->entries.size; i++) {
        const struct entry *entry = &c->entries.data[i];
        if (!entry->selected) continue;
        if (!entry->unsupported) {
            vec_push(&run.chosen, i);
        } else {
            char *reason = mem_format("unsupported: %s", entry->unsupported);
            run_give_up(&run, i, reason);
            mem_free(reason);
        }
    }
    if (run.chosen.size) solve(&run);
    vec_free(&run.chosen);
    context_stop(c);
    return INDUCT_OK;
}
