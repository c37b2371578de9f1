/* Evidence from files, and how the judge is asked. */
#include "api/context.h"

#include "check/judge/verify.h"

static const struct program_origin *origin_to_run(void *client) {
    return context_origin(client, true);
}

static struct program *in_bits(void *client) {
    struct reading reading = context_reading(client);
    return source_read_bits(&reading);
}

struct check_case context_check_case(struct induct *c) {
    return (struct check_case){.model = context_pristine(c),
                               .file = c->file,
                               .judge = c->judge,
                               .limits = &c->limits,
                               .options = &c->options,
                               .stats = c->stats,
                               .started_us = c->started_us,
                               .replay = c->replay,
                               .observer = c->observer,
                               .second = c->second,
                               .origin = origin_to_run,
                               .in_bits = c->source.read_theory == C_BV ? NULL : in_bits,
                               .client = c};
}

static enum induct_judgement judgement_of(enum check_result result) {
    return result == CHECK_ACCEPTED   ? INDUCT_ACCEPTED
           : result == CHECK_REJECTED ? INDUCT_REJECTED
                                      : INDUCT_UNDECIDED;
}

/* Takes over the sentence as the reason; when the limits ran out, that is the reason. */
static void answer(struct induct *c, struct verified *v, struct induct_verification *out) {
    *out = (struct induct_verification){.judgement = judgement_of(v->result),
                                        .property = v->property,
                                        .verdict = v->refutes ? INDUCT_UNSAFE : INDUCT_SAFE};
    enum stop_reason stop = limits_reason(&c->limits);
    if (out->judgement == INDUCT_UNDECIDED && (stop != STOP_NONE || !v->why.size)) {
        text_clear(&v->why);
        text_add(&v->why, induct_reason_word(stop == STOP_INTERRUPTED ? INDUCT_REASON_INTERRUPTED
                                                                      : INDUCT_REASON_TIMEOUT));
    }
    mem_free(c->judgement);
    c->judgement = text_take(&v->why);
    out->reason = out->judgement == INDUCT_ACCEPTED ? "" : c->judgement;
    out->cause = out->judgement == INDUCT_UNDECIDED ? reason_of(c->judgement) : INDUCT_REASON_NONE;
}

static enum status verify(struct induct *c, const struct text *bytes, const char *name,
                          struct induct_verification *out) {
    bool *selected = mem_new_array(bool, c->entries.size + 1);
    for (uint32_t i = 0; i < c->entries.size; i++) selected[i] = c->entries.data[i].selected;
    struct verify_case v = {context_check_case(c), selected, &c->messages};
    struct verified verified = {0};
    enum status status = verify_evidence(&v, bytes, name, &verified);
    if (status == STATUS_OK) answer(c, &verified, out);
    if (status == STATUS_OK && verified.evidence.any) {
        struct entry *entry = &c->entries.data[verified.property];
        evidence_free(&entry->evidence);
        entry->evidence = verified.evidence;
        entry->minimized = false;
    }
    mem_free(selected);
    return status;
}

static bool decidable_selected(const struct induct *c) {
    vec_each (const struct entry, e, &c->entries)
        if (!e->unsupported && e->selected) return true;
    return false;
}

enum induct_status induct_verify(struct induct *c, const char *path, struct induct_verification *v) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    if (!c->entries.size) return context_fail(c, STATUS_MALFORMED, "has no property to verify");
    if (!decidable_selected(c))
        return context_fail(c, STATUS_UNSUPPORTED, "evidence about justice and fairness is unsupported");
    struct text bytes = {0};
    enum status status = text_read_file(&bytes, path, &c->messages);
    context_warn_of_judge(c);
    context_start(c);
    if (status == STATUS_OK) status = verify(c, &bytes, text_file_name(path), v);
    context_stop(c);
    text_fini(&bytes);
    return (enum induct_status)status;
}
