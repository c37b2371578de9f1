#define _GNU_SOURCE /* memmem */
#include "check/judge/verify.h"

#include "base/deep.h"
#include "check/circuit/check_circuit.h"
#include "evidence/pack.h"
#include "format/aiger/aiger.h"
#include "format/aiger/witness.h"
#include "format/btor2/btor2.h"
#include "format/btor2/btor2_witness.h"
#include "format/script/script_read.h"

/* Has evidence about one property judged; it changes hands. With `keep`, what is accepted is the caller's. */
static void judge(const struct verify_case *c, struct evidence e, const char *property, struct verified *v,
                  bool keep) {
    *v = (struct verified){.property = e.property, .refutes = e.refutes, .result = CHECK_REJECTED};
    if (!c->selected[e.property]) {
        text_format(&v->why, "the %s is about property %s", e.refutes ? "witness" : "certificate", property);
    } else {
        struct check_answer answer = check_evidence(&c->check, &e);
        v->result = answer.result;
        v->why = answer.why;
        answer.why = (struct text){0};
        check_answer_fini(&answer);
    }
    if (keep && v->result == CHECK_ACCEPTED)
        v->evidence = e;
    else
        evidence_free(&e);
}

/* ---- circuits ---- */

/* A witness that does not say which property it refutes: the first one that it does refute; else what is said of the
 * last one. */
static enum status judge_any(const struct verify_case *c, struct trace *trace, struct verified *v) {
    *v = (struct verified){.refutes = true, .result = CHECK_REJECTED};
    for (uint32_t i = 0; i < c->check.model.circuit->properties.size && v->result == CHECK_REJECTED; i++) {
        if (!c->selected[i]) continue;
        trace->property = v->property = i;
        struct evidence e = evidence_of_trace(trace);
        struct check_answer answer = check_evidence(&c->check, &e);
        v->result = answer.result;
        text_fini(&v->why);
        v->why = answer.why;
        answer.why = (struct text){0};
        check_answer_fini(&answer);
    }
    trace_free(trace);
    return STATUS_OK;
}

static enum status verify_witness(const struct verify_case *c, const struct text *bytes, const char *name,
                                  struct verified *v) {
    const struct circuit *circuit = c->check.model.circuit;
    struct trace *trace = NULL;
    enum status status = witness_read_aiger(&trace, circuit, bytes->data, bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    if (trace->property == WITNESS_ANY) return judge_any(c, trace, v);
    judge(c, evidence_of_trace(trace), circuit->properties.data[trace->property].name, v, false);
    return STATUS_OK;
}

/* The first property that the certificate is accepted for; else what the checker says about the first one. */
static enum status verify_certificate(const struct verify_case *c, const struct text *bytes, const char *name,
                                      struct verified *v) {
    const struct circuit *circuit = c->check.model.circuit;
    struct circuit *witness = NULL;
    enum status status = aiger_read(&witness, bytes->data, bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    *v = (struct verified){.result = CHECK_REJECTED};
    uint32_t tried = 0;
    for (uint32_t i = 0; i < circuit->properties.size && v->result == CHECK_REJECTED; i++) {
        if (!c->selected[i]) continue;
        struct text why = {0};
        v->property = i;
        v->result = check_certificate(circuit, i, witness, c->check.limits, &why);
        if (!tried++) text_bytes(&v->why, why.data ? why.data : "", why.size);
        text_fini(&why);
    }
    if (tried > 1 && v->result == CHECK_REJECTED) {
        struct text all = {0};
        text_format(&all, "it proves none of the %u properties; for the first one: %s", tried, v->why.data);
        text_fini(&v->why);
        v->why = all;
    }
    circuit_free(witness);
    return STATUS_OK;
}

/* ---- systems ---- */

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

static enum status read_script(const struct verify_case *c, const struct text *bytes, const char *name,
                               struct evidence *e) {
    struct script_evidence read;
    enum status status =
        script_evidence_read(&read, c->check.model.system, bytes->data, bytes->size, name, c->messages);
    if (status != STATUS_OK) return status;
    *e = read.trace ? evidence_of_system_trace(read.trace)
                    : evidence_of_system_invariant(read.property, read.invariant);
    return STATUS_OK;
}

static enum status read_btor2_witness(const struct verify_case *c, const struct text *bytes, const char *name,
                                      struct evidence *e) {
    const struct system *system = c->check.model.system;
    if (!btor2_witness_fits(system))
        return messages_fail(
            c->messages, STATUS_MALFORMED, (struct position){.file = name, .line = 1, .column = 1},
            "expected an SMT-LIB certificate or witness: BTOR2 witnesses have no such sorts as the system");
    struct system_trace *trace = NULL;
    enum status status = btor2_witness_read(&trace, system, bytes->data, bytes->size, name, c->messages);
    if (status == STATUS_OK) *e = evidence_of_system_trace(trace);
    return status;
}

/* What format/proof writes says what it is in its first line. */
static bool is_for_people(const struct text *bytes) {
    static const char mark[] = ": an invariant, proved by induct";
    const char *end = bytes->size ? memchr(bytes->data, '\n', bytes->size) : NULL;
    return end && memmem(bytes->data, (size_t)(end - bytes->data), mark, strlen(mark));
}

static enum status verify_system(const struct verify_case *c, const struct text *bytes, const char *name,
                                 struct verified *v) {
    struct evidence e = {0};
    if (is_for_people(bytes))
        return messages_fail(
            c->messages, STATUS_MALFORMED, (struct position){.file = name, .line = 1, .column = 1},
            "this is a proof for people and other tools; verify reads the same one as .smt2");
    if (btor2_recognise(bytes->data, bytes->size)) return verify_words(c, bytes, name, v);
    enum status status = (verify_is_script(bytes) ? read_script : read_btor2_witness)(c, bytes, name, &e);
    if (status == STATUS_OK) judge(c, e, c->check.model.system->properties.data[e.property].name, v, false);
    return status;
}

/* ---- all of them ---- */

static bool is_packed(const struct text *bytes) {
    static const char start[] = "indE";
    return bytes->size >= strlen(start) && !memcmp(bytes->data, start, strlen(start));
}

static const char *name_of(struct model m, uint32_t property) {
    return m.level == LEVEL_CIRCUIT  ? m.circuit->properties.data[property].name
           : m.level == LEVEL_SYSTEM ? m.system->properties.data[property].name
                                     : "unreach-call";
}

/* What one process tells another: all levels. */
static enum status verify_packed(const struct verify_case *c, const struct text *bytes, const char *name,
                                 struct verified *v) {
    struct evidence e = {0};
    struct text why = {0};
    enum status status = evidence_unpack(bytes->data, bytes->size, c->check.model, &e, &why);
    if (status == STATUS_OK)
        judge(c, e, name_of(c->check.model, e.property), v, true);
    else
        status = messages_fail(c->messages, status == STATUS_UNSUPPORTED ? STATUS_FOREIGN : status,
                               (struct position){.file = name}, "%s", why.data);
    text_fini(&why);
    return status;
}

static enum status verify_circuit(const struct verify_case *c, const struct text *bytes, const char *name,
                                  struct verified *v) {
    bool certificate = aiger_recognise(bytes->data, bytes->size);
    return (certificate ? verify_certificate : verify_witness)(c, bytes, name, v);
}

struct verify_call {
    const struct verify_case *c;
    const struct text *bytes;
    const char *name;
    struct verified *verified;
    enum status status;
};

static void verify_terms(void *argument) {
    struct verify_call *call = argument;
    call->status = (is_packed(call->bytes) ? verify_packed
                    : call->c->check.model.level == LEVEL_SYSTEM
                        ? verify_system
                        : verify_program)(call->c, call->bytes, call->name, call->verified);
}

/* Evidence over terms is deep, for those who read it, too. */
enum status verify_evidence(const struct verify_case *c, const struct text *bytes, const char *name,
                            struct verified *v) {
    struct verify_call call = {c, bytes, name, v, STATUS_OK};
    if (c->check.model.level == LEVEL_CIRCUIT)
        call.status = (is_packed(bytes) ? verify_packed : verify_circuit)(c, bytes, name, v);
    else
        deep_call(verify_terms, &call);
    if (call.status != STATUS_FOREIGN) return call.status;
    char *why = messages_take_last(c->messages);
    *v = (struct verified){.result = CHECK_REJECTED};
    text_add(&v->why, why);
    mem_free(why);
    return STATUS_OK;
}
