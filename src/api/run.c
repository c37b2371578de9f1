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
#include "solve/exchange.h"

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

/* Why no run of a program was compared with its automaton, where one was wanted. */
static void explain(struct induct *c, uint32_t number, const char *why) {
    messages_warn(&c->messages, (struct position){.file = c->file},
                  "property %s: no run of the program was compared with what was read: %s",
                  c->entries.data[number].name, why);
}

/* Which of the properties that were joined it is that fails. */
static void find_cause(struct induct *c, struct evidence *e) {
    struct check_case check = context_check_case(c);
    struct entry *entry = &c->entries.data[e->property];
    if (e->refutes && e->property == c->joined) check_find_cause(&check, e);
    entry->result.violated = e->property;
    if (e->property != (uint32_t)(entry - c->entries.data))
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "not all properties hold: '%s' does not", c->entries.data[e->property].name);
}

static void take(void *client, struct evidence e, const struct solve_opinion *opinion) {
    struct induct *c = client;
    const uint32_t number = e.property;
    struct entry *entry = &c->entries.data[number];
    struct induct_result *result = &entry->result;
    find_cause(c, &e);
    int64_t none_before = result->depth; /* no counterexample is known to be so short, or shorter */
    entry->evidence = e;
    reason_set(result, "");
    result->verdict = e.refutes ? INDUCT_UNSAFE : INDUCT_SAFE;
    result->verified = c->verify;
    result->approximate = c->model.level == LEVEL_PROGRAM && c->source.read_theory != C_BV;
    result->interpreted = opinion->interpreted;
    result->not_executed = c->verify && e.level == LEVEL_PROGRAM && !opinion->executed;
    mem_free(entry->lines);
    entry->lines = opinion->lines.size ? mem_strdup(opinion->lines.data) : NULL;
    if (result->not_executed && opinion->why.size) explain(c, number, opinion->why.data);
    if (e.refutes) {
        uint32_t steps = evidence_steps(&e);
        result->depth = (int64_t)steps - 1;
        if (steps > c->stats->trace_steps) c->stats->trace_steps = steps;
    } else {
        result->conjuncts = evidence_conjuncts(&e, c->model);
        result->induction = evidence_depth(&e);
        result->simple_path = evidence_needs_simple_paths(&e);
        context_look_for_vacuity(c, number);
    }
    entry->shorten = c->shorten && e.refutes && e.level != LEVEL_PROGRAM && none_before < result->depth - 1;
}

static void accept(void *client, struct evidence e, const struct solve_opinion *opinion) {
    struct induct *c = client;
    const uint32_t number = e.property;
    take(c, e, opinion);
    if (context_reuses(c, c->asked) && c->verify) context_keep(c, number);
    if (!c->entries.data[number].shorten) settle(c, number);
}

/* Rejected evidence is a bug. */
static void complain(void *client, uint32_t number, const char *why) {
    struct induct *c = client;
    messages_warn(&c->messages, (struct position){.file = c->file},
                  "property %s: the checker rejected the evidence of engine %s, please report this: %s",
                  c->entries.data[number].name, c->running, why ? why : "");
}

static void judge(void *client, struct evidence *e, struct solve_opinion *opinion) {
    struct induct *c = client;
    uint64_t start = clock_us();
    struct check_answer answer = {.result = CHECK_ACCEPTED};
    if (e->level == LEVEL_SYSTEM) evidence_reread(e, c->model.system, context_pristine(c).system);
    if (c->verify || evidence_is_guess(e)) { /* a guess is none before somebody looked */
        struct check_case check = context_check_case(c);
        check.replay = check.replay && c->verify;
        answer = check_evidence(&check, e);
    }
    c->stats->verify_us += clock_us() - start;
    c->stats->sliced += answer.sliced;
    opinion->accepted = answer.result == CHECK_ACCEPTED;
    opinion->interpreted = answer.interpreted;
    opinion->executed = answer.executed;
    if (answer.why.size) text_add(&opinion->why, answer.why.data);
    if (answer.lines.size) text_add(&opinion->lines, answer.lines.data);
    if (opinion->accepted) {
        c->stats->accepted += c->verify;
    } else {
        opinion->rejected = answer.result == CHECK_REJECTED && !answer.reason && !evidence_is_guess(e);
        opinion->reason = check_answer_reason(&answer, &c->limits);
        c->stats->rejected += opinion->rejected;
    }
    check_answer_fini(&answer);
}

static struct model as_judged(void *client) {
    return context_pristine(client);
}

static void tell(void *client, const struct event *event) {
    struct induct *c = client;
    struct induct_event told = {.number = event->number, .text = event->text, .property = event->property};
    switch (event->kind) {
    case EVENT_STAGE: told.kind = INDUCT_EVENT_STAGE; break;
    case EVENT_FRAME: told.kind = INDUCT_EVENT_FRAME; break;
    case EVENT_LEMMA: told.kind = INDUCT_EVENT_LEMMA; break;
    case EVENT_WORKER: told.kind = INDUCT_EVENT_WORKER; break;
    case EVENT_PROVED: told.kind = INDUCT_EVENT_PROVED; break;
    case EVENT_REFUTED: told.kind = INDUCT_EVENT_REFUTED; break;
    case EVENT_DEPTH: {
        told.kind = INDUCT_EVENT_DEPTH;
        struct entry *entry = &c->entries.data[told.property];
        if (entry->decided || entry->shorten || (int64_t)told.number <= entry->result.depth) return;
        entry->result.depth = (int64_t)told.number;
        break;
    }
    }
    send(c, told);
}

static void reset_results(struct induct *c) {
    vec_each (struct entry, e, &c->entries) {
        evidence_free(&e->evidence);
        mem_free(e->lines);
        e->lines = NULL;
        e->decided = e->minimized = e->shorten = false;
        e->result = (struct induct_result){.depth = -1, .cover = e->result.cover};
        reason_set(&e->result, induct_reason_word(INDUCT_REASON_NOT_RUN));
    }
    *c->stats = (struct stats){.properties = c->entries.size};
    c->vacuity_looked = false;
    c->vacuity_work = 0;
    c->dead_end = -1;
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

/* The program is made ready to be run while engines work. */
static void prepare(void *client) {
    struct induct *c = client;
    struct check_case check = context_check_case(c);
    if (!c->verify) return;
    c->observer = check_prepare(&check);
    c->second = check_prepare_second(&check);
}

/* ---- earlier runs ---- */

/* Decides what evidence of earlier runs decides, and takes it out of the list; candidates for the rest. */
static struct evidence reuse(struct induct *c, u32s *chosen) {
    struct evidence lemmas = {0};
    uint32_t open = 0;
    c->asked = chosen->size;
    if (!context_reuses(c, c->asked)) return lemmas;
    if (c->on_event) send(c, (struct induct_event){.kind = INDUCT_EVENT_STAGE, .text = "cache"});
    for (uint32_t i = 0; i < chosen->size; i++) {
        const uint32_t property = chosen->data[i];
        struct solve_opinion opinion = {0};
        struct evidence e = {0};
        if (context_reuse(c, property, &opinion, &e)) {
            take(c, e, &opinion);
            if (!c->entries.data[property].shorten) settle(c, property);
        } else {
            context_lemmas(c, property, &lemmas);
            chosen->data[open++] = property;
        }
        solve_opinion_fini(&opinion);
    }
    vec_shrink(chosen, open);
    return lemmas;
}

/* ---- shorter counterexamples ---- */

static void accept_shorter(void *client, struct evidence e, const struct solve_opinion *opinion) {
    struct induct *c = client;
    struct entry *entry = &c->entries.data[e.property];
    (void)opinion;
    if (!e.refutes || evidence_steps(&e) >= evidence_steps(&entry->evidence)) {
        evidence_free(&e);
        return;
    }
    evidence_free(&entry->evidence);
    find_cause(c, &e);
    entry->evidence = e;
    entry->result.depth = (int64_t)evidence_steps(&e) - 1;
}

static void keep(void *client, uint32_t number, const char *why) {
    (void)client, (void)number, (void)why; /* what is known stands */
}

/* Lets bmc look below the counterexamples that were found, as long as there is time. */
static void shorten(struct induct *c, const struct solve_case *like) {
    for (uint32_t i = 0; i < c->entries.size; i++) {
        struct entry *entry = &c->entries.data[i];
        if (!entry->shorten) continue;
        struct options options = c->options;
        struct solve_case run = *like;
        options.bmc_bound = entry->result.depth - 1;
        options.bmc_step = 1;
        run.options = &options;
        run.choice = (struct solve_choice){{0}};
        run.jobs = 0;
        run.prepare = NULL;
        run.accept = accept_shorter;
        run.give_up = run.complain = keep;
        solve_choose(&run.choice, "bmc");
        if (!limits_stopped_slow(&c->limits)) solve(&run, &i, 1);
        entry->shorten = false;
        settle(c, i);
    }
}

/* In another process nobody hears us; what that one prepares for itself ends with it. */
static void copied(void *client, struct stats *stats) {
    struct induct *c = client;
    c->stats = stats;
    c->on_event = NULL;
    c->on_verdict = NULL;
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
    struct evidence lemmas = reuse(c, &chosen);
    struct exchange_bridge bridge = {c, context_carry};
    struct solve_case run = {.model = c->model,
                             .bridge = c->on_exchange ? &bridge : NULL,
                             .file = c->file,
                             .choice = c->choice,
                             .options = &c->options,
                             .stats = c->stats,
                             .limits = &c->limits,
                             .walks = c->source.read_theory == C_BV,
                             .jobs = c->jobs,
                             .lemmas = &lemmas,
                             .prepare = prepare,
                             .copied = copied,
                             .judge = judge,
                             .as_judged = as_judged,
                             .accept = accept,
                             .give_up = give_up,
                             .complain = complain,
                             .tell = tell,
                             .client = c,
                             .engine = &c->running};
    solve(&run, chosen.data, chosen.size);
    shorten(c, &run);
    lockstep_unprepare(c->observer);
    lockstep_unprepare_second(c->second);
    c->observer = NULL;
    c->second = NULL;
    evidence_free(&lemmas);
    vec_free(&chosen);
    context_stop(c);
    return INDUCT_OK;
}
