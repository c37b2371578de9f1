/* A run: solve/ finds evidence, check/ judges each piece before anybody hears the verdict.
 *
 *     model --solve/--> evidence about it
 *                           |
 *     bytes of the file --read again--> pristine --check/--> verdict callback
 *
 * Evidence time counts against the limits of the run. A verdict whose evidence was rejected is unknown, and a
 * bug. */
#include "api/context.h"

#include "format/files/properties.h"

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

static void give_up(void *client, uint32_t number, const char *reason) {
    struct induct *c = client;
    struct entry *entry = &c->entries.data[number];
    mem_free(entry->reason);
    entry->reason = mem_strdup(reason);
    entry->result.verdict = INDUCT_UNKNOWN;
    reason_set(&entry->result, entry->reason);
    settle(c, number);
}

static void accept(struct induct *c, uint32_t number) {
    struct entry *entry = &c->entries.data[number];
    const struct evidence *e = &entry->evidence;
    struct induct_result *result = &entry->result;
    reason_set(result, "");
    result->verdict = e->refutes ? INDUCT_UNSAFE : INDUCT_SAFE;
    result->verified = c->verify;
    result->approximate = c->model.level == LEVEL_PROGRAM && c->source.read_theory != C_BV;
    if (e->refutes) {
        uint32_t steps = evidence_steps(e);
        result->depth = (int64_t)steps - 1;
        if (steps > c->stats->trace_steps) c->stats->trace_steps = steps;
    } else {
        result->conjuncts = evidence_conjuncts(e, c->model);
        result->induction = evidence_depth(e);
        result->simple_path = evidence_needs_simple_paths(e);
    }
    settle(c, number);
}

/* Rejected evidence is a bug. */
static void complain(struct induct *c, uint32_t number, const char *what, const char *of, const char *why) {
    c->stats->rejected++;
    messages_warn(&c->messages, (struct position){.file = c->file},
                  "property %s: %s of engine %s%s, please report this: %s", c->entries.data[number].name,
                  what, c->running, of, why ? why : "");
}

/* That a program has one run is tried, not claimed. */
static bool is_guess(const struct evidence *e) {
    return e->level == LEVEL_PROGRAM && !e->refutes && e->program_invariant->only_run;
}

/* Why no run of a program was compared with its automaton, where one was wanted. */
static void explain(struct induct *c, uint32_t number, const char *why) {
    messages_warn(&c->messages, (struct position){.file = c->file},
                  "property %s: no run of the program was compared with what was read: %s",
                  c->entries.data[number].name, why);
}

/* Accepts the evidence when its judge does, and forgets it else; *reason, where it is set, is why. */
static enum check_result judge(struct induct *c, struct evidence e, char **reason) {
    uint32_t number = e.property;
    uint64_t start = clock_us();
    struct check_answer answer = {.result = CHECK_ACCEPTED};
    send(c, (struct induct_event){.kind = e.refutes ? INDUCT_EVENT_REFUTED : INDUCT_EVENT_PROVED,
                                  .property = number,
                                  .number = e.refutes ? evidence_steps(&e) - 1 : 0});
    if (e.level == LEVEL_SYSTEM) evidence_reread(&e, c->model.system, context_pristine(c).system);
    if (c->verify) {
        struct check_case check = context_check_case(c);
        answer = check_evidence(&check, &e);
    }
    c->stats->verify_us += clock_us() - start;
    c->stats->sliced += answer.sliced;
    enum check_result result = answer.result;
    *reason = answer.reason;
    answer.reason = NULL;
    if (result == CHECK_ACCEPTED) {
        struct entry *entry = &c->entries.data[number];
        entry->evidence = e;
        entry->result.interpreted = answer.interpreted;
        entry->result.not_executed = c->verify && e.level == LEVEL_PROGRAM && !answer.executed;
        if (entry->result.not_executed && answer.why.size) explain(c, number, answer.why.data);
        c->stats->accepted += c->verify;
        accept(c, number);
    } else {
        if (result == CHECK_REJECTED && !*reason && !is_guess(&e))
            complain(c, number, "the checker rejected the evidence", "", answer.why.data);
        if (result == CHECK_UNDECIDED && !*reason && answer.why.size && !limits_stopped_slow(&c->limits))
            *reason =
                mem_format("unsupported: %s", answer.why.data); /* the judge is missing, or has no answer */
        evidence_free(&e);
    }
    check_answer_fini(&answer);
    return result;
}

static void judge_found(void *client, struct evidence e) {
    struct induct *c = client;
    uint32_t number = e.property;
    char *reason;
    enum check_result result = judge(c, e, &reason);
    if (result != CHECK_ACCEPTED) {
        bool interrupted = limits_reason(&c->limits) == STOP_INTERRUPTED;
        give_up(c, number,
                reason ? reason
                       : induct_reason_word(result == CHECK_REJECTED ? INDUCT_REASON_EVIDENCE_REJECTED
                                            : interrupted            ? INDUCT_REASON_INTERRUPTED
                                                                     : INDUCT_REASON_EVIDENCE_TIMEOUT));
    }
    mem_free(reason);
}

static bool judge_guess(void *client, struct evidence e) {
    char *reason;
    bool accepted = judge(client, e, &reason) == CHECK_ACCEPTED;
    mem_free(reason);
    return accepted;
}

static void reject(void *client, uint32_t number, const char *why) {
    struct induct *c = client;
    complain(c, number, "the evidence", " is no evidence about the program", why);
    give_up(c, number, induct_reason_word(INDUCT_REASON_EVIDENCE_REJECTED));
}

static void tell(void *client, const struct event *event) {
    struct induct *c = client;
    struct induct_event told = {.number = event->number, .text = event->text, .property = event->property};
    switch (event->kind) {
    case EVENT_STAGE: told.kind = INDUCT_EVENT_STAGE; break;
    case EVENT_FRAME: told.kind = INDUCT_EVENT_FRAME; break;
    case EVENT_LEMMA: told.kind = INDUCT_EVENT_LEMMA; break;
    case EVENT_DEPTH: {
        told.kind = INDUCT_EVENT_DEPTH;
        struct entry *entry = &c->entries.data[told.property];
        if (entry->decided || (int64_t)told.number <= entry->result.depth) return;
        entry->result.depth = (int64_t)told.number;
        break;
    }
    }
    send(c, told);
}

static void reset_results(struct induct *c) {
    vec_each (struct entry, e, &c->entries) {
        evidence_free(&e->evidence);
        e->decided = e->minimized = false;
        e->result = (struct induct_result){.depth = -1};
        reason_set(&e->result, induct_reason_word(INDUCT_REASON_NOT_RUN));
    }
    *c->stats = (struct stats){.properties = c->entries.size};
    model_count(c->model, c->stats);
}

/* The selected properties that can be decided; the others are given up. */
static u32s choose(struct induct *c) {
    u32s chosen = {0};
    for (uint32_t i = 0; i < c->entries.size; i++) {
        const struct entry *entry = &c->entries.data[i];
        if (!entry->selected) continue;
        if (!entry->unsupported) {
            vec_push(&chosen, i);
        } else {
            char *reason = mem_format("unsupported: %s", entry->unsupported);
            give_up(c, i, reason);
            mem_free(reason);
        }
    }
    return chosen;
}

enum induct_status induct_run(struct induct *c) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    bool circuit = c->model.level == LEVEL_CIRCUIT;
    if (!c->entries.size)
        return context_fail(c, STATUS_MALFORMED,
                            circuit ? "has no property: no output, no bad state, no justice property"
                                    : "has no property");
    if (circuit && c->model.circuit->properties.size && c->model.circuit->fairness.size)
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "fairness constraints are ignored: they do not influence safety");
    context_warn_of_judge(c);
    reset_results(c);
    context_start(c);
    u32s chosen = choose(c);
    struct solve_case run = {.model = c->model,
                             .file = c->file,
                             .choice = c->choice,
                             .options = &c->options,
                             .stats = c->stats,
                             .limits = &c->limits,
                             .walks = c->source.read_theory == C_BV,
                             .judge = judge_found,
                             .guess = judge_guess,
                             .reject = reject,
                             .give_up = give_up,
                             .tell = tell,
                             .client = c,
                             .engine = &c->running};
    struct check_case check = context_check_case(c);
    if (c->verify && chosen.size) {
        c->observer = check_prepare(&check);
        c->second = check_prepare_second(&check);
    }
    solve(&run, chosen.data, chosen.size);
    lockstep_unprepare(c->observer);
    lockstep_unprepare_second(c->second);
    c->observer = NULL;
    c->second = NULL;
    vec_free(&chosen);
    context_stop(c);
    return INDUCT_OK;
}
