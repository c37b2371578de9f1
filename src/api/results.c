/* Results: reading verdicts, and evidence as files. */
#include "api/context.h"

#include "check/check.h"
#include "evidence/certificate.h"
#include "evidence/minimize.h"
#include "evidence/witness.h"
#include "front/aiger/aiger.h"

#include <string.h>

const struct induct_result *induct_result(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return &c->entries.data[property].result;
}

void induct_forget_evidence(struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    entry_forget(&c->entries.data[property]);
}

enum format { FORMAT_NONE, FORMAT_AIW, FORMAT_VCD, FORMAT_TXT, FORMAT_AIG, FORMAT_AAG };

static enum format format_of(const char *extension) {
    static const char *const names[] = {"", "aiw", "vcd", "txt", "aig", "aag"};
    for (int i = FORMAT_AIW; i <= FORMAT_AAG; i++)
        if (!strcmp(extension, names[i])) return (enum format)i;
    return FORMAT_NONE;
}

static enum induct_verdict kind_of(enum format format) {
    if (format == FORMAT_NONE) return INDUCT_UNKNOWN;
    return format >= FORMAT_AIG ? INDUCT_SAFE : INDUCT_UNSAFE;
}

static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash + 1 : path, '.');
    return dot ? dot + 1 : "";
}

enum induct_verdict induct_evidence_kind(const char *path) {
    return kind_of(format_of(extension_of(path)));
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

static enum status render(struct induct *c, unsigned property, const char *extension, struct text *text) {
    assert(property < c->entries.size);
    struct entry *entry = &c->entries.data[property];
    struct position at = {.file = c->file};
    enum format format = format_of(extension);
    if (!entry->trace && !entry->invariant)
        return messages_fail(&c->messages, STATUS_USAGE, at, "property %s has no evidence", entry->name);
    if (kind_of(format) != entry->result.verdict)
        return messages_fail(&c->messages, STATUS_USAGE, at,
                             "'.%s' is no format for evidence that property %s is %s", extension, entry->name,
                             induct_verdict_word(entry->result.verdict));
    switch (format) {
    case FORMAT_AIW: witness_write_aiger(text, context_pristine(c), entry->trace); break;
    case FORMAT_VCD: witness_write_vcd(text, context_pristine(c), entry->trace); break;
    case FORMAT_TXT: witness_write_text(text, context_pristine(c), entry->trace); break;
    case FORMAT_AIG: return write_certificate(c, entry, true, text);
    case FORMAT_AAG: return write_certificate(c, entry, false, text);
    case FORMAT_NONE: break;
    }
    return STATUS_OK;
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
