#include "subject.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATIENCE = 20 }; /* seconds: no run is meant to take that long */

void subject_init(struct subject *s, unsigned number, struct tally *tally) {
    *s = (struct subject){.object = induct_new(),
                          .number = number,
                          .verify = true,
                          .replay = true,
                          .timeout = PATIENCE,
                          .tally = tally};
    induct_set_timeout(s->object, PATIENCE);
    expect(s, !*induct_error(s->object) && !induct_messages(s->object), "a new object has messages");
}

/* The caller's memory outlives the object. */
void subject_fini(struct subject *s) {
    induct_free(s->object);
    free(s->memory);
}

void subject_loaded(struct subject *s, const struct known *model) {
    s->model = model;
    s->read_numbers = s->numbers && model && model->kind == MODEL_PROGRAM;
    s->done = s->narrowed = false;
    for (unsigned i = 0; i < MODEL_PROPERTIES; i++) {
        s->selected[i] = true;
        s->evidence[i] = false;
        s->results[i] = (struct induct_result){.cause = INDUCT_REASON_NOT_RUN, .depth = -1};
    }
}

void subject_status(struct subject *s, enum induct_status status, bool wrong, const char *call) {
    expect(s, wrong == (status != INDUCT_OK), "%s: status %d (%s)", call, (int)status,
           induct_error(s->object));
    if (wrong) {
        expect(s, status == INDUCT_USAGE, "%s: status %d instead of INDUCT_USAGE", call, (int)status);
        expect(s, *induct_error(s->object), "%s was refused without a message", call);
    }
}

/* ---- listeners ---- */

static void on_event(void *client, struct induct *object, const struct induct_event *event) {
    struct subject *s = client;
    expect(s, object == s->object && s->running, "an event of another object, or of none that runs");
    s->events++;
    int64_t truth = event->property < s->model->properties ? s->model->depth[event->property] : MODEL_SAFE;
    switch (event->kind) {
    case INDUCT_EVENT_STAGE: expect(s, event->text && *event->text, "a stage without a name"); break;
    case INDUCT_EVENT_DEPTH:
        expect(s, event->property < s->model->properties, "a depth of no property");
        expect(s, truth < 0 || (int64_t)event->number < truth, "depth %llu of property %u: it fails at %lld",
               (unsigned long long)event->number, event->property, (long long)truth);
        break;
    case INDUCT_EVENT_PROVED:
        expect(s, truth == MODEL_SAFE, "property %u is proved, but unsafe", event->property);
        break;
    case INDUCT_EVENT_REFUTED:
        expect(s, truth != MODEL_SAFE, "property %u is refuted, but safe", event->property);
        break;
    default: break;
    }
    if (s->listener == LISTEN_INTERRUPT_EVENT && s->events == 1 + s->at % 12) {
        s->interrupt = true;
        induct_interrupt(object);
    }
    struct subject *other = s->other;
    if (s->listener == LISTEN_RUN && s->events == 1 && other && other != s && other->object &&
        !other->running) {
        enum listener kept = other->listener;
        if (kept == LISTEN_RUN) other->listener = LISTEN_ONLY;
        subject_run(other);
        other->listener = kept;
    }
}

static void check_result(struct subject *s, unsigned property);

static void on_verdict(void *client, struct induct *object, unsigned property) {
    struct subject *s = client;
    expect(s, object == s->object && s->running, "a verdict of another object, or of none that runs");
    expect(s, property < s->model->properties, "a verdict of no property");
    s->verdicts[property]++;
    expect(s, s->selected[property], "a verdict of property %u, which is not selected", property);
    check_result(s, property);
    if (s->listener == LISTEN_INTERRUPT_VERDICT) {
        s->interrupt = true;
        induct_interrupt(object);
    }
    enum induct_verdict verdict = induct_result(object, property)->verdict;
    s->evidence[property] = verdict != INDUCT_UNKNOWN;
    if (s->listener == LISTEN_EVIDENCE || s->listener == LISTEN_FORGET) {
        size_t size;
        free(subject_evidence(s, property, "txt", &size));
    }
    if (s->listener == LISTEN_FORGET) {
        induct_forget_evidence(object, property);
        s->evidence[property] = false;
    }
}

/* ---- results ---- */

static bool could_be(const struct subject *s, enum induct_reason cause) {
    switch (cause) {
    case INDUCT_REASON_TIMEOUT:
    case INDUCT_REASON_EVIDENCE_TIMEOUT: return s->timeout > 0;
    case INDUCT_REASON_INTERRUPTED: return s->interrupt;
    case INDUCT_REASON_UNSUPPORTED:
    case INDUCT_REASON_BOUND:
    case INDUCT_REASON_INCOMPLETE: return s->engine || s->options || s->read_numbers;
    case INDUCT_REASON_NOT_REPRODUCED: return s->read_numbers;
    default: return false;
    }
}

/* Of a selected property, when its verdict is final. */
static void check_result(struct subject *s, unsigned property) {
    const struct induct_result *r = induct_result(s->object, property);
    int64_t truth = s->model->depth[property];
    if (r->verdict == INDUCT_UNKNOWN) {
        expect(s, could_be(s, r->cause), "property %u is unknown for no reason: %s", property, r->reason);
        expect(s, truth < 0 || r->depth < truth,
               "property %u has no counterexample up to %lld, but one of depth %lld", property,
               (long long)r->depth, (long long)truth);
        expect(s,
               r->cause == INDUCT_REASON_INCOMPLETE ||
                   strstr(r->reason, induct_reason_word(r->cause)) == r->reason,
               "'%s' does not begin with '%s'", r->reason, induct_reason_word(r->cause));
        expect(s, !r->verified, "an unknown verdict is verified");
        return;
    }
    expect(s, (r->verdict == INDUCT_SAFE) == (truth == MODEL_SAFE), "property %u is called %s", property,
           induct_verdict_word(r->verdict));
    expect(s, r->cause == INDUCT_REASON_NONE && !*r->reason, "property %u is decided and has a reason: %s",
           property, r->reason);
    expect(s, r->verified == s->verify, "property %u: verified is %d", property, r->verified);
    expect(s, r->approximate == s->read_numbers, "property %u: approximate is %d", property, r->approximate);
    if (r->verdict == INDUCT_UNSAFE)
        expect(s, r->depth >= 0 && r->depth >= truth, "property %u is refuted at depth %lld; %lld is least",
               property, (long long)r->depth, (long long)truth);
    else
        expect(s, r->induction >= 1, "property %u is %u-inductive", property, r->induction);
}

static void remember(struct subject *s, unsigned property) {
    s->results[property] = *induct_result(s->object, property);
    s->results[property].reason = NULL;
}

static void count(struct subject *s, unsigned property) {
    const struct induct_result *r = induct_result(s->object, property);
    struct tally *t = s->tally;
    uint64_t *which = r->verdict == INDUCT_SAFE     ? &t->safe
                      : r->verdict == INDUCT_UNSAFE ? &t->unsafe
                      : s->interrupt                ? &t->interrupted
                                                    : &t->unknown;
    __atomic_add_fetch(which, 1, __ATOMIC_RELAXED);
    if (r->verdict == INDUCT_UNKNOWN && s->timeout == PATIENCE &&
        (r->cause == INDUCT_REASON_TIMEOUT || r->cause == INDUCT_REASON_EVIDENCE_TIMEOUT))
        __atomic_add_fetch(&t->slow, 1, __ATOMIC_RELAXED);
}

static void check_run(struct subject *s, bool stopped_before) {
    uint64_t decided = 0, value = 0;
    for (unsigned i = 0; i < s->model->properties; i++) {
        const struct induct_result *r = induct_result(s->object, i);
        if (s->listener != LISTEN_NOT)
            expect(s, s->verdicts[i] == s->selected[i], "property %u: %u verdicts were told", i,
                   s->verdicts[i]);
        if (s->selected[i]) {
            check_result(s, i);
            count(s, i);
            if (stopped_before)
                expect(s, r->verdict == INDUCT_UNKNOWN,
                       "property %u is decided in a run that was interrupted before", i);
        } else {
            expect(s, r->verdict == INDUCT_UNKNOWN && r->cause == INDUCT_REASON_NOT_RUN && r->depth == -1,
                   "property %u was not selected, and has a result", i);
        }
        decided += r->verdict != INDUCT_UNKNOWN;
        if (s->listener != LISTEN_FORGET) s->evidence[i] = r->verdict != INDUCT_UNKNOWN;
        remember(s, i);
    }
    expect(s, induct_statistic(s->object, "accepted", &value) && value == (s->verify ? decided : 0),
           "%llu pieces of evidence accepted, %llu verdicts", (unsigned long long)value,
           (unsigned long long)decided);
    expect(s, induct_statistic(s->object, "rejected", &value) && !value, "evidence was rejected");
    expect(s,
           strcmp(induct_engine(s->object), "default") || stopped_before || s->interrupt ||
               s->timeout < PATIENCE,
           "no engine ran");
}

void subject_run(struct subject *s) {
    bool stopped_before = s->interrupt;
    s->events = 0;
    for (unsigned i = 0; i < MODEL_PROPERTIES; i++) s->verdicts[i] = s->evidence[i] = 0;
    bool listens = s->listener != LISTEN_NOT;
    induct_on_event(s->object, listens ? on_event : NULL, s);
    induct_on_verdict(s->object, listens ? on_verdict : NULL, s);
    s->running = s->model != NULL;
    enum induct_status status = induct_run(s->object);
    s->running = false;
    subject_status(s, status, !s->model, "run");
    __atomic_add_fetch(&s->tally->runs, 1, __ATOMIC_RELAXED);
    if (status != INDUCT_OK || !s->model) return;
    check_run(s, stopped_before);
    s->done = true;
    s->interrupt = false;
}

char *subject_evidence(struct subject *s, unsigned property, const char *format, size_t *size) {
    char path[32], *data = (char *)1;
    snprintf(path, sizeof path, "x.%s", format);
    const struct induct_result *r = induct_result(s->object, property);
    bool any = s->evidence[property];
    bool fits = any && induct_can_write_evidence(s->object, path, r->verdict) == INDUCT_OK;
    expect(s, !fits || induct_evidence_fits(path, r->verdict), ".%s fits the model, but no %s", format,
           induct_verdict_word(r->verdict));
    enum induct_status status = induct_evidence(s->object, property, format, &data, size);
    if (status == INDUCT_UNSUPPORTED && fits && r->simple_path) {
        expect(s, !data, "unsupported evidence has bytes");
        return NULL;
    }
    subject_status(s, status, !fits, "evidence");
    expect(s, (status == INDUCT_OK) == (data != NULL), "evidence: status %d, %s", (int)status,
           data ? "bytes" : "no bytes");
    if (data)
        expect(s, *size == strlen(data) || !strcmp(format, "aig"), "the evidence does not end where it ends");
    return data;
}

/* ---- between calls ---- */

void subject_check(struct subject *s) {
    if (!s->object) return;
    unsigned n = s->model ? s->model->properties : 0;
    const char *format = induct_format(s->object);
    expect(s, (format != NULL) == (s->model != NULL), "the format is %s", format ? format : "none");
    expect(s, induct_properties(s->object) == n, "%u properties instead of %u", induct_properties(s->object),
           n);
    for (unsigned i = 0; i < n && i < induct_properties(s->object); i++) {
        struct induct_result r = *induct_result(s->object, i);
        expect(s, r.reason, "property %u: the reason is NULL", i);
        r.reason = NULL;
        const struct induct_result *was = &s->results[i];
        expect(s,
               r.verdict == was->verdict && r.cause == was->cause && r.depth == was->depth &&
                   r.verified == was->verified && r.conjuncts == was->conjuncts &&
                   r.induction == was->induction && r.time_us == was->time_us,
               "the result of property %u has changed without a run", i);
    }
    bool any = false;
    for (unsigned i = 0; i < induct_messages(s->object); i++) {
        bool error = false;
        const char *message = induct_message(s->object, i, &error);
        expect(s, *message, "message %u is empty", i);
        if (error && !any)
            expect(s, !strcmp(message, induct_error(s->object)), "the first error is not induct_error()");
        any |= error;
        expect(s, !strstr(message, "please report"), "%s", message);
    }
    expect(s, any == (*induct_error(s->object) != 0), "induct_error() is no message");
}
