/* A run: preprocess, let an engine work, and judge each piece of evidence before anybody hears the verdict.
 *
 *     circuit --pipeline_run--> result --engine--> evidence about result
 *                                                     | pipeline_*_back
 *     bytes of the file --read again--> pristine --check_*--> verdict callback
 *
 * Evidence time counts against the limits of the run. A verdict whose evidence was rejected is unknown, and a
 * bug. */
#include "api/context.h"

#include "check/check.h"
#include "evidence/slice.h"
#include "transform/transform.h"

struct run {
    struct induct *context;
    struct pipeline *pipeline;
    u32s chosen; /* position in the result's properties -> number of the entry */
};

static void send(struct induct *c, struct induct_event event) {
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

static void give_up(struct induct *c, uint32_t number, const char *reason) {
    struct entry *entry = &c->entries.data[number];
    mem_free(entry->reason);
    entry->reason = mem_strdup(reason);
    entry->result.verdict = INDUCT_UNKNOWN;
    entry->result.reason = entry->reason;
    settle(c, number);
}

static void accept(struct induct *c, uint32_t number) {
    struct entry *entry = &c->entries.data[number];
    entry->result.reason = "";
    entry->result.verified = c->verify;
    if (entry->trace) {
        entry->result.verdict = INDUCT_UNSAFE;
        entry->result.depth = (int64_t)entry->trace->steps - 1;
        if (entry->trace->steps > c->stats->trace_steps) c->stats->trace_steps = entry->trace->steps;
    } else {
        entry->result.verdict = INDUCT_SAFE;
        entry->result.conjuncts = entry->invariant->conjuncts.size;
        entry->result.induction = entry->invariant->depth;
        entry->result.simple_path = entry->invariant->simple_path;
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

/* Asks the checker about the evidence in the entry and settles the property. */
static void judge(struct induct *c, uint32_t number) {
    struct entry *entry = &c->entries.data[number];
    if (!c->verify) {
        accept(c, number);
        return;
    }
    uint64_t start = clock_us();
    struct text why = {0};
    enum check_result result = entry->trace
                                   ? check_trace(context_pristine(c), entry->position, entry->trace, &why)
                                   : judge_invariant(c, entry, &why);
    c->stats->verify_us += clock_us() - start;
    if (result == CHECK_ACCEPTED) {
        c->stats->accepted++;
        accept(c, number);
    } else if (result == CHECK_REJECTED) {
        c->stats->rejected++;
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "property %s: the checker rejected the evidence of engine %s, please report this: %s",
                      entry->name, c->engine->name, why.data ? why.data : "");
        entry_forget(entry);
        give_up(c, number, "evidence rejected");
    } else {
        entry_forget(entry);
        give_up(c, number,
                limits_reason(&c->limits) == STOP_INTERRUPTED ? "interrupted" : "evidence check timeout");
    }
    text_fini(&why);
}

/* An engine must decide each property at most once; evidence for a decided one is dropped. */
static struct entry *undecided(struct run *run, uint32_t position, uint32_t *number) {
    assert(position < run->chosen.size);
    *number = run->chosen.data[position];
    struct entry *entry = &run->context->entries.data[*number];
    assert(!entry->decided);
    return entry->decided ? NULL : entry;
}

static void proved(void *client, uint32_t position, struct invariant *invariant) {
    struct run *run = client;
    struct induct *c = run->context;
    uint32_t number;
    struct entry *entry = undecided(run, position, &number);
    if (!entry) {
        invariant_free(invariant);
        return;
    }
    send(c, (struct induct_event){INDUCT_EVENT_PROVED, number, 0, NULL});
    entry->invariant = pipeline_invariant_back(run->pipeline, invariant);
    c->stats->invariant_clauses += entry->invariant->conjuncts.size;
    judge(c, number);
}

static void refuted(void *client, uint32_t position, struct trace *trace) {
    struct run *run = client;
    struct induct *c = run->context;
    uint32_t number;
    struct entry *entry = undecided(run, position, &number);
    if (!entry) {
        trace_free(trace);
        return;
    }
    send(c, (struct induct_event){INDUCT_EVENT_REFUTED, number, trace->steps - 1, NULL});
    entry->trace = pipeline_trace_back(run->pipeline, trace);
    judge(c, number);
}

/* Events of the stages speak of positions in the result; ours of numbers in the file. What is proved and
 * refuted we say ourselves. */
static void translate(void *listener, const struct event *event) {
    struct run *run = listener;
    struct induct *c = run->context;
    struct induct_event told = {.number = event->number, .text = event->text};
    switch (event->kind) {
    case EVENT_STAGE: told.kind = INDUCT_EVENT_STAGE; break;
    case EVENT_FRAME: told.kind = INDUCT_EVENT_FRAME; break;
    case EVENT_LEMMA: told.kind = INDUCT_EVENT_LEMMA; break;
    case EVENT_DEPTH: {
        assert(event->property < run->chosen.size);
        told.kind = INDUCT_EVENT_DEPTH;
        told.property = run->chosen.data[event->property];
        struct entry *entry = &c->entries.data[told.property];
        if (entry->decided || (int64_t)told.number <= entry->result.depth) return;
        entry->result.depth = (int64_t)told.number;
        break;
    }
    case EVENT_PROVED:
    case EVENT_REFUTED: return;
    }
    send(c, told);
}

/* Preprocesses for the chosen properties and lets the engine work on the result. Returns why the engine gave
 * up, or NULL. */
static const char *attempt(struct run *run, const struct options *options, uint64_t work) {
    struct induct *c = run->context;
    struct events events = {translate, run};
    u32s positions = {0};
    vec_each (const uint32_t, number, &run->chosen) vec_push(&positions, c->entries.data[*number].position);
    struct transform_context stages = {options, c->stats, &c->limits, &events};
    run->pipeline = pipeline_run(c->circuit, positions.data, positions.size, &stages);
    vec_free(&positions);
    const char *gave_up = NULL;
    if (!limits_stopped_slow(&c->limits)) {
        send(c, (struct induct_event){INDUCT_EVENT_STAGE, 0, 0, c->engine->name});
        struct engine_task task = {.circuit = run->pipeline->result,
                                   .options = options,
                                   .stats = c->stats,
                                   .limits = &c->limits,
                                   .events = &events,
                                   .proved = proved,
                                   .refuted = refuted,
                                   .client = run,
                                   .work = work};
        gave_up = c->engine->run(&task);
    }
    pipeline_free(run->pipeline);
    uint32_t open = 0;
    vec_each (const uint32_t, number, &run->chosen)
        if (!c->entries.data[*number].decided) run->chosen.data[open++] = *number;
    vec_shrink(&run->chosen, open);
    return gave_up;
}

/* Sweeping and signal correspondence cost about as much as several hundred propagations per gate; an engine
 * that decides within that time need not wait for them. */
static void presearch(struct run *run) {
    enum { PER_GATE = 600, LEAST = 1000000, MOST = 20000000 };
    struct induct *c = run->context;
    struct options light = c->options;
    light.sweep = light.scorr = light.simple_path = false;
    uint64_t work = LEAST + (uint64_t)PER_GATE * c->circuit->graph->gates;
    uint32_t before = run->chosen.size;
    attempt(run, &light, work < MOST ? work : MOST);
    c->stats->presearch_decided += before - run->chosen.size;
}

static void solve(struct run *run) {
    struct induct *c = run->context;
    struct options o = c->options;
    if (!c->engine->simple_paths) o.simple_path = false;
    if (c->engine->presearch && o.presearch && o.preprocess && (o.sweep || o.scorr)) presearch(run);
    const char *gave_up = NULL;
    if (run->chosen.size && !limits_stopped_slow(&c->limits)) gave_up = attempt(run, &o, 0);
    enum stop_reason stop = limits_reason(&c->limits);
    if (!gave_up)
        gave_up = stop == STOP_TIMEOUT       ? "timeout"
                  : stop == STOP_INTERRUPTED ? "interrupted"
                                             : "internal error: the engine ended without a verdict";
    vec_each (const uint32_t, number, &run->chosen) give_up(c, *number, gave_up);
}

static void reset_results(struct induct *c) {
    vec_each (struct entry, e, &c->entries) {
        entry_forget(e);
        e->decided = e->minimized = false;
        e->result = (struct induct_result){.reason = "not run", .depth = -1};
    }
    *c->stats = (struct stats){.inputs = c->stats->inputs,
                               .latches = c->stats->latches,
                               .ands = c->stats->ands,
                               .properties = c->stats->properties};
}

enum induct_status induct_run(struct induct *c) {
    struct position at = {.file = c->file};
    if (!c->circuit)
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, at, "no model is loaded");
    if (!c->entries.size)
        return (enum induct_status)messages_fail(
            &c->messages, STATUS_MALFORMED, at,
            "has no property: no output, no bad state, no justice property");
    reset_results(c);
    context_start(c);
    struct run run = {.context = c};
    for (uint32_t i = 0; i < c->entries.size; i++) {
        const struct entry *entry = &c->entries.data[i];
        if (!entry->selected) continue;
        if (entry->safety)
            vec_push(&run.chosen, i);
        else
            give_up(c, i, "unsupported: justice property");
    }
    if (run.chosen.size) solve(&run);
    vec_free(&run.chosen);
    context_stop(c);
    return INDUCT_OK;
}
