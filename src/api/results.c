/* Results: reading verdicts, and evidence as files. */
#include "api/context.h"

#include "format/files/evidence_files.h"

const struct induct_result *induct_result(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return &c->entries.data[property].result;
}

const char *induct_executed_lines(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return c->entries.data[property].lines;
}

void induct_forget_evidence(struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    evidence_free(&c->entries.data[property].evidence);
}

static void minimize(struct induct *c, struct entry *entry) {
    if (entry->minimized || !c->options.minimize) return;
    entry->minimized = true;
    struct text why = {0};
    struct check_case check = context_check_case(c);
    check_minimize(&check, &entry->evidence, c->verify, &why);
    if (why.size)
        messages_warn(&c->messages, (struct position){.file = c->file}, "property %s: %s, please report this",
                      entry->name, why.data);
    text_fini(&why);
}

bool induct_evidence_fits(const char *path, enum induct_verdict verdict) {
    return evidence_format_exists(evidence_extension(path), verdict == INDUCT_UNSAFE);
}

static enum status refuse_format(struct induct *c, const char *extension, bool refutes) {
    static const char *const kinds[] = {"circuit", "transition system", "program"};
    struct text fitting = {0};
    evidence_formats(&fitting, refutes, c->model);
    enum status status =
        messages_fail(&c->messages, STATUS_USAGE, (struct position){.file = c->file},
                      "'.%s' is no format for a %s of this %s; there is %s", extension,
                      refutes ? "counterexample" : "proof", kinds[c->model.level], fitting.data);
    text_fini(&fitting);
    return status;
}

enum induct_status induct_can_write_evidence(struct induct *c, const char *path,
                                             enum induct_verdict verdict) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    const char *extension = evidence_extension(path);
    bool refutes = verdict == INDUCT_UNSAFE;
    if (evidence_writer(extension, refutes, c->model)) return INDUCT_OK;
    return (enum induct_status)refuse_format(c, extension, refutes);
}

/* Terms that showing evidence may evaluate: a part of a second's work, or of the run's. */
static uint64_t effort(const struct induct *c) {
    enum { LEAST = 1500000, PER_SECOND = 300000 };
    return LEAST + (clock_us() - c->started_us) / 1000 * PER_SECOND / 1000;
}

static enum status render(struct induct *c, unsigned property, const char *extension, struct text *text) {
    assert(property < c->entries.size);
    struct entry *entry = &c->entries.data[property];
    struct evidence *e = &entry->evidence;
    if (!e->any)
        return messages_fail(&c->messages, STATUS_USAGE, (struct position){.file = c->file},
                             "property %s has no evidence", entry->name);
    write_evidence *write = evidence_writer(extension, e->refutes, c->model);
    if (!write) return refuse_format(c, extension, e->refutes);
    if (e->level != LEVEL_PROGRAM && !e->refutes && strcmp(extension, "show")) minimize(c, entry);
    struct writing writing = {.model = context_pristine(c),
                              .evidence = e,
                              .file = c->file,
                              .property = entry->name,
                              .origin = context_origin,
                              .client = c,
                              .map = c->map.file ? &c->map : NULL,
                              .effort = effort(c),
                              .messages = &c->messages};
    return write(&writing, text);
}

enum induct_status induct_write_evidence(struct induct *c, unsigned property, const char *path) {
    struct text text = {0};
    enum status status = render(c, property, evidence_extension(path), &text);
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
