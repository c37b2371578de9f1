/* Judging evidence from files: no engine, no transform, the model as read. */
#include "api/context.h"

#include "format/script/script_read.h"
#include "api/verify.h"
#include "base/deep.h"
#include "check/check.h"
#include "format/btor2/btor2_witness.h"
#include "format/aiger/witness.h"
#include "format/aiger/aiger.h"

static enum induct_judgement judgement_of(enum check_result result) {
    return result == CHECK_ACCEPTED   ? INDUCT_ACCEPTED
           : result == CHECK_REJECTED ? INDUCT_REJECTED
                                      : INDUCT_UNDECIDED;
}

void verify_judged(struct induct *c, struct induct_verification *v, enum check_result result,
                   struct text *why) {
    v->judgement = judgement_of(result);
    bool stopped = limits_reason(&c->limits) != STOP_NONE;
    if (v->judgement == INDUCT_UNDECIDED && (stopped || !why->size)) {
        text_clear(why);
        bool interrupted = limits_reason(&c->limits) == STOP_INTERRUPTED;
        text_add(why, induct_reason_word(interrupted ? INDUCT_REASON_INTERRUPTED : INDUCT_REASON_TIMEOUT));
    }
    mem_free(c->judgement);
    c->judgement = text_take(why);
    v->reason = v->judgement == INDUCT_ACCEPTED ? "" : c->judgement;
    v->cause = v->judgement == INDUCT_UNDECIDED ? reason_of(c->judgement) : INDUCT_REASON_NONE;
}

static enum status verify_witness(struct induct *c, const struct text *bytes, const char *name,
                                  struct induct_verification *v) {
    struct trace *trace = NULL;
    enum status status = witness_read_aiger(&trace, c->circuit, bytes->data, bytes->size, name, &c->messages);
    if (status != STATUS_OK) return status;
    struct text why = {0};
    const struct entry *entry =
        &c->entries.data[trace->property]; /* safety properties come first, in order */
    *v = (struct induct_verification){.property = trace->property, .verdict = INDUCT_UNSAFE};
    enum check_result result = CHECK_REJECTED;
    if (!entry->selected)
        text_format(&why, "the witness is about property %s", entry->name);
    else
        result = check_trace(c->circuit, trace->property, trace, &why);
    verify_judged(c, v, result, &why);
    trace_free(trace);
    return STATUS_OK;
}

/* The first property that the certificate is accepted for; else what the checker says about the first one. */
static enum status verify_certificate(struct induct *c, const struct text *bytes, const char *name,
                                      struct induct_verification *v) {
    struct circuit *witness = NULL;
    enum status status = aiger_read(&witness, bytes->data, bytes->size, name, &c->messages);
    if (status != STATUS_OK) return status;
    *v = (struct induct_verification){.verdict = INDUCT_SAFE};
    enum check_result result = CHECK_REJECTED;
    struct text reason = {0};
    uint32_t tried = 0;
    for (uint32_t i = 0; i < c->entries.size && result == CHECK_REJECTED; i++) {
        if (c->entries.data[i].unsupported || !c->entries.data[i].selected) continue;
        struct text why = {0};
        v->property = i;
        result = check_certificate(c->circuit, c->entries.data[i].position, witness, &c->limits, &why);
        if (!tried++) text_bytes(&reason, why.data ? why.data : "", why.size);
        text_fini(&why);
    }
    if (tried > 1 && result == CHECK_REJECTED) {
        struct text all = {0};
        text_format(&all, "it proves none of the %u properties; for the first one: %s", tried, reason.data);
        text_fini(&reason);
        reason = all;
    }
    circuit_free(witness);
    verify_judged(c, v, result, &reason);
    return STATUS_OK;
}

static bool decidable_selected(const struct induct *c) {
    vec_each (const struct entry, e, &c->entries)
        if (!e->unsupported && e->selected) return true;
    return false;
}

static enum status verify_system_trace(struct induct *c, struct system_trace *trace,
                                       struct induct_verification *v) {
    struct text why = {0};
    const struct entry *entry = &c->entries.data[trace->property]; /* properties come first, in order */
    *v = (struct induct_verification){.property = trace->property, .verdict = INDUCT_UNSAFE};
    enum check_result result = CHECK_REJECTED;
    if (!entry->selected)
        text_format(&why, "the witness is about property %s", entry->name);
    else
        result = check_system_trace(context_pristine_system(c), trace->property, trace, &c->limits, &why);
    verify_judged(c, v, result, &why);
    system_trace_free(trace);
    return STATUS_OK;
}

static enum status verify_system_invariant(struct induct *c, uint32_t property,
                                           struct system_invariant *invariant,
                                           struct induct_verification *v) {
    struct text why = {0};
    const struct entry *entry = &c->entries.data[property];
    *v = (struct induct_verification){.property = property, .verdict = INDUCT_SAFE};
    enum check_result result = CHECK_REJECTED;
    if (!entry->selected)
        text_format(&why, "the certificate is about property %s", entry->name);
    else
        result = check_system_invariant(context_pristine_system(c), property, invariant, c->judge, &c->limits,
                                        &why);
    verify_judged(c, v, result, &why);
    system_invariant_free(invariant);
    return STATUS_OK;
}

bool verify_is_script(const struct text *bytes) {
    bool comment = false;
    for (size_t i = 0; i < bytes->size; i++) {
        char byte = bytes->data[i];
        if (byte == '\n') comment = false;
        if (byte == ';') comment = true;
        if (!comment && !strchr(" \t\r\n", byte)) return byte == '(';
    }
    return false;
}

static enum status verify_script(struct induct *c, const struct text *bytes, const char *path,
                                 struct induct_verification *v) {
    struct script_evidence e;
    enum status status =
        script_evidence_read(&e, context_pristine_system(c), bytes->data, bytes->size, path, &c->messages);
    if (status != STATUS_OK) return status;
    return e.trace ? verify_system_trace(c, e.trace, v)
                   : verify_system_invariant(c, e.property, e.invariant, v);
}

static enum status verify_system(struct induct *c, const struct text *bytes, const char *path,
                                 struct induct_verification *v) {
    if (verify_is_script(bytes)) return verify_script(c, bytes, path, v);
    const struct system *system = context_pristine_system(c);
    if (!btor2_witness_fits(system))
        return messages_fail(
            &c->messages, STATUS_MALFORMED, (struct position){.file = path, .line = 1, .column = 1},
            "expected an SMT-LIB certificate or witness: BTOR2 witnesses have no such sorts as "
            "the system");
    struct system_trace *trace = NULL;
    enum status status = btor2_witness_read(&trace, system, bytes->data, bytes->size, path, &c->messages);
    return status == STATUS_OK ? verify_system_trace(c, trace, v) : status;
}

static enum status verify_circuit(struct induct *c, const struct text *bytes, const char *path,
                                  struct induct_verification *v) {
    return aiger_recognise(bytes->data, bytes->size) ? verify_certificate(c, bytes, path, v)
                                                     : verify_witness(c, bytes, path, v);
}

struct verify_call {
    struct induct *context;
    const struct text *bytes;
    const char *name;
    struct induct_verification *verification;
    enum status status;
};

static void verify_terms(void *argument) {
    struct verify_call *call = argument;
    struct induct *c = call->context;
    call->status =
        (c->system ? verify_system : verify_program)(c, call->bytes, call->name, call->verification);
}

/* Evidence over terms goes to the SMT solver, whose recursion needs room. */
static enum status verify_bytes(struct induct *c, const struct text *bytes, const char *name,
                                struct induct_verification *v) {
    if (c->circuit) return verify_circuit(c, bytes, name, v);
    struct verify_call call = {c, bytes, name, v, STATUS_OK};
    deep_call(verify_terms, &call);
    return call.status;
}

enum induct_status induct_verify(struct induct *c, const char *path, struct induct_verification *v) {
    struct position at = {.file = c->file};
    if (!context_has_model(c)) return INDUCT_USAGE;
    if (!c->entries.size)
        return (enum induct_status)messages_fail(&c->messages, STATUS_MALFORMED, at,
                                                 "has no property to verify");
    if (!decidable_selected(c))
        return (enum induct_status)messages_fail(&c->messages, STATUS_UNSUPPORTED, at,
                                                 "evidence about justice and fairness is unsupported");
    struct text bytes = {0};
    const char *name = text_file_name(path);
    enum status status = text_read_file(&bytes, path, &c->messages);
    context_warn_of_judge(c);
    context_start(c);
    if (status == STATUS_OK) status = verify_bytes(c, &bytes, name, v);
    context_stop(c);
    text_fini(&bytes);
    return (enum induct_status)status;
}
