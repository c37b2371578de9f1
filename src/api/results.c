/* Results: reading verdicts, and evidence as files. */
#include "api/context.h"

#include "check/check.h"
#include "check/program/program_induction.h"
#include "check/program/program_replay.h"
#include "format/btor2/btor2_witness.h"
#include "format/aiger/certificate.h"
#include "evidence/minimize.h"
#include "format/script/obligations.h"
#include "check/program/program_harness.h"
#include "check/program/program_script.h"
#include "format/witness/program_witness.h"
#include "format/script/system_witness.h"
#include "format/aiger/witness.h"
#include "format/aiger/aiger.h"

#include <string.h>

const struct induct_result *induct_result(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return &c->entries.data[property].result;
}

void induct_forget_evidence(struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    entry_forget(&c->entries.data[property]);
}

/* Keeps the smaller invariant only if the checker accepts it as well, so that what is written has been
 * judged. */
static void minimize(struct induct *c, struct entry *entry) {
    if (entry->minimized || !c->options.minimize) return;
    entry->minimized = true;
    struct invariant *smaller = invariant_copy(entry->invariant);
    uint32_t removed = invariant_minimize(smaller, context_pristine(c), entry->position, &c->limits);
    bool better = removed || smaller->depth < entry->invariant->depth;
    struct text why = {0};
    enum check_result result = CHECK_ACCEPTED;
    if (better && c->verify)
        result = check_invariant(context_pristine(c), entry->position, smaller, &c->limits, &why);
    if (better && result == CHECK_ACCEPTED) {
        struct invariant *larger = entry->invariant;
        entry->invariant = smaller;
        smaller = larger;
        c->stats->minimized_clauses += removed;
    } else if (result == CHECK_REJECTED) {
        messages_warn(&c->messages, (struct position){.file = c->file},
                      "property %s: the checker rejected the minimized invariant, please report this: %s",
                      entry->name, why.data ? why.data : "");
    }
    text_fini(&why);
    invariant_free(smaller);
}

static enum status write_aiw(struct induct *c, struct entry *entry, struct text *text) {
    witness_write_aiger(text, context_pristine(c), entry->trace);
    return STATUS_OK;
}

static enum status write_vcd(struct induct *c, struct entry *entry, struct text *text) {
    witness_write_vcd(text, context_pristine(c), entry->trace);
    return STATUS_OK;
}

static enum status write_txt(struct induct *c, struct entry *entry, struct text *text) {
    witness_write_text(text, context_pristine(c), entry->trace);
    return STATUS_OK;
}

static enum status write_certificate(struct induct *c, struct entry *entry, bool binary, struct text *text) {
    minimize(c, entry);
    struct circuit *certificate = certificate_build(context_pristine(c), entry->position, entry->invariant);
    if (!certificate)
        return messages_fail(&c->messages, STATUS_UNSUPPORTED, (struct position){.file = c->file},
                             "property %s: a simple-path proof has no AIGER certificate", entry->name);
    aiger_write(text, certificate, binary);
    circuit_free(certificate);
    return STATUS_OK;
}

static enum status write_aig(struct induct *c, struct entry *entry, struct text *text) {
    return write_certificate(c, entry, true, text);
}

static enum status write_aag(struct induct *c, struct entry *entry, struct text *text) {
    return write_certificate(c, entry, false, text);
}

static enum status write_btorwit(struct induct *c, struct entry *entry, struct text *text) {
    return btor2_witness_write(text, context_pristine_system(c), entry->system_trace, &c->messages);
}

static enum status write_system_txt(struct induct *c, struct entry *entry, struct text *text) {
    system_witness_text(text, context_pristine_system(c), entry->system_trace);
    return STATUS_OK;
}

static enum status write_script(struct induct *c, struct entry *entry, struct text *text) {
    system_witness_script(text, context_pristine_system(c), entry->system_trace);
    return STATUS_OK;
}

static enum status write_obligations(struct induct *c, struct entry *entry, struct text *text) {
    obligations_write(text, context_pristine_system(c), entry->position, entry->system_invariant);
    return STATUS_OK;
}

static enum status write_program_obligations(struct induct *c, struct entry *entry, struct text *text) {
    if (entry->program_depth > 1) {
        program_induction_script(text, c->program, entry->program_invariant, entry->program_depth);
        return STATUS_OK;
    }
    struct text why = {0};
    enum status status = STATUS_OK;
    if (!program_script_write(text, c->program, entry->program_invariant, &why))
        status = messages_fail(&c->messages, STATUS_UNSUPPORTED, (struct position){.file = c->file},
                               "property %s: no certificate: %s", entry->name, why.data);
    text_fini(&why);
    return status;
}

/* Both parties agree that an accepted trace runs. */
static enum status written(struct induct *c, const struct entry *entry, bool good) {
    if (good) return STATUS_OK;
    return messages_fail(&c->messages, STATUS_UNSUPPORTED, (struct position){.file = c->file},
                         "property %s: the trace does not run", entry->name);
}

static enum status write_program_txt(struct induct *c, struct entry *entry, struct text *text) {
    struct origin origin;
    origin_init(&origin, c);
    bool good = program_witness_text(text, c->program, entry->program_trace, &origin.program);
    origin_fini(&origin);
    return written(c, entry, good);
}

static enum status write_program_yml(struct induct *c, struct entry *entry, struct text *text) {
    struct origin origin;
    origin_init(&origin, c);
    bool good = program_witness_yaml(text, c->program, entry->program_trace, &origin.program);
    origin_fini(&origin);
    return written(c, entry, good);
}

static enum status write_harness(struct induct *c, struct entry *entry, struct text *text) {
    struct origin origin;
    struct program_inputs inputs;
    origin_init_to_run(&origin, c);
    bool good = program_inputs_of(&inputs, c->program, entry->program_trace);
    if (good) {
        program_inputs_settle(&inputs, c->program, entry->program_trace);
        struct program_externals externals;
        check_program_externals(&origin.program, &externals);
        program_harness(text, c->program, &inputs, &origin.program, &externals);
        program_externals_fini(&externals);
        program_inputs_fini(&inputs);
    }
    origin_fini(&origin);
    return written(c, entry, good);
}

static enum status write_invariants_txt(struct induct *c, struct entry *entry, struct text *text) {
    program_invariants_text(text, c->program, entry->program_invariant);
    if (!text->size) text_add(text, PROGRAM_NO_INVARIANTS "\n");
    return STATUS_OK;
}

static enum status write_invariants_yml(struct induct *c, struct entry *entry, struct text *text) {
    struct origin origin;
    origin_init(&origin, c);
    program_certificate_yaml(text, c->program, entry->program_invariant, &origin.program);
    origin_fini(&origin);
    return STATUS_OK;
}

typedef enum status write_evidence(struct induct *, struct entry *, struct text *);

/* The formats of evidence, by file extension: for which verdict, and how each kind of model has it (NULL: not
 * at all). */
static const struct writer {
    const char *extension;
    enum induct_verdict verdict;
    write_evidence *circuit, *system, *program;
} writers[] = {
    {"aiw", INDUCT_UNSAFE, write_aiw, NULL, NULL},
    {"btorwit", INDUCT_UNSAFE, NULL, write_btorwit, NULL},
    {"vcd", INDUCT_UNSAFE, write_vcd, NULL, NULL},
    {"txt", INDUCT_UNSAFE, write_txt, write_system_txt, write_program_txt},
    {"yml", INDUCT_UNSAFE, NULL, NULL, write_program_yml},
    {"c", INDUCT_UNSAFE, NULL, NULL, write_harness},
    {"smt2", INDUCT_UNSAFE, NULL, write_script, NULL},
    {"aig", INDUCT_SAFE, write_aig, NULL, NULL},
    {"aag", INDUCT_SAFE, write_aag, NULL, NULL},
    {"smt2", INDUCT_SAFE, NULL, write_obligations, write_program_obligations},
    {"yml", INDUCT_SAFE, NULL, NULL, write_invariants_yml},
    {"txt", INDUCT_SAFE, NULL, NULL, write_invariants_txt},
};
enum { WRITERS = sizeof writers / sizeof *writers };

static const struct writer *writer_for(const char *extension, enum induct_verdict verdict) {
    for (int i = 0; i < WRITERS; i++)
        if (!strcmp(extension, writers[i].extension) && writers[i].verdict == verdict) return &writers[i];
    return NULL;
}

static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash + 1 : path, '.');
    return dot ? dot + 1 : "";
}

bool induct_evidence_fits(const char *path, enum induct_verdict verdict) {
    return writer_for(extension_of(path), verdict) != NULL;
}

/* How the model that is loaded has the format; NULL: not at all. */
static write_evidence *write_for(const struct induct *c, const struct writer *writer) {
    if (c->system && writer->system == write_btorwit && !btor2_witness_fits(c->system)) return NULL;
    return c->circuit ? writer->circuit : c->system ? writer->system : writer->program;
}

static enum status refuse_format(struct induct *c, const char *extension, enum induct_verdict verdict) {
    struct text fitting = {0};
    for (int i = 0; i < WRITERS; i++)
        if (writers[i].verdict == verdict && write_for(c, &writers[i]))
            text_format(&fitting, "%s.%s", fitting.size ? ", " : "", writers[i].extension);
    enum status status = messages_fail(&c->messages, STATUS_USAGE, (struct position){.file = c->file},
                                       "'.%s' is no format for a %s of this %s; there is %s", extension,
                                       verdict == INDUCT_SAFE ? "proof" : "counterexample",
                                       c->circuit  ? "circuit"
                                       : c->system ? "transition system"
                                                   : "program",
                                       fitting.data);
    text_fini(&fitting);
    return status;
}

enum induct_status induct_can_write_evidence(struct induct *c, const char *path,
                                             enum induct_verdict verdict) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    const char *extension = extension_of(path);
    const struct writer *writer = writer_for(extension, verdict);
    if (writer && write_for(c, writer)) return INDUCT_OK;
    return (enum induct_status)refuse_format(c, extension, verdict);
}

static enum status render(struct induct *c, unsigned property, const char *extension, struct text *text) {
    assert(property < c->entries.size);
    struct entry *entry = &c->entries.data[property];
    struct position at = {.file = c->file};
    if (!entry_has_evidence(entry))
        return messages_fail(&c->messages, STATUS_USAGE, at, "property %s has no evidence", entry->name);
    const struct writer *writer = writer_for(extension, entry->result.verdict);
    write_evidence *write = writer ? write_for(c, writer) : NULL;
    return write ? write(c, entry, text) : refuse_format(c, extension, entry->result.verdict);
}

enum induct_status induct_write_evidence(struct induct *c, unsigned property, const char *path) {
    struct text text = {0};
    enum status status = render(c, property, extension_of(path), &text);
    if (status == STATUS_OK) status = text_write_file(&text, path, &c->messages);
    text_fini(&text);
    return (enum induct_status)status;
}

enum induct_status induct_evidence(struct induct *c, unsigned property, const char *format, char **data,
                                   size_t *size) {
    struct text text = {0};
    enum status status = render(c, property, format, &text);
    *size = text.size;
    *data = status == STATUS_OK ? text_take(&text) : NULL;
    text_fini(&text);
    return (enum induct_status)status;
}
