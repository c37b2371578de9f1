/* The model: reading, naming its properties, selecting among them, writing it back. */
#include "api/context.h"

#include "front/aiger/aiger.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum induct_status induct_set_format(struct induct *c, const char *format) {
    c->forced_format = format != NULL;
    if (!format || !strcmp(format, "aiger")) return INDUCT_OK;
    c->forced_format = false;
    return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                             "this version does not read the format '%s'; it reads aiger",
                                             format);
}

static void unload(struct induct *c) {
    vec_each (struct entry, e, &c->entries) {
        entry_forget(e);
        mem_free(e->name);
        mem_free(e->code);
        mem_free(e->reason);
    }
    vec_clear(&c->entries);
    c->narrowed = false;
    circuit_free(c->circuit);
    circuit_free(c->pristine);
    c->circuit = c->pristine = NULL;
    text_fini(&c->bytes);
    mem_free(c->file);
    c->file = NULL;
    messages_clear(&c->messages);
}

static bool ends_in(const char *name, const char *extension) {
    size_t n = strlen(name), m = strlen(extension);
    return n >= m && !strcmp(name + n - m, extension);
}

/* Names that claim to be AIGER get the reader's own, positioned complaint. */
static bool named_like_aiger(const char *name) {
    static const char *const extensions[] = {".aag", ".aig", ".aag.gz", ".aig.gz"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (ends_in(name, extensions[i])) return true;
    return false;
}

static void add_entry(struct induct *c, bool safety, uint32_t position, char *name) {
    struct entry entry = {.name = name, .safety = safety, .selected = true, .position = position};
    entry.code = mem_format("%c%u", safety ? 'b' : 'j',
                            safety ? c->circuit->properties.data[position].index : position);
    entry.result = (struct induct_result){.reason = "not run", .depth = -1};
    vec_push(&c->entries, entry);
}

static char *justice_name(const struct circuit *circuit, uint32_t index) {
    const char *symbol = circuit->justice.data[index].name;
    char *name = symbol && *symbol ? mem_strdup(symbol) : mem_format("j%u", index);
    for (char *p = name; *p; p++)
        if (*p == ' ' || *p == '\t') *p = '_';
    return name;
}

static void count_model(struct induct *c) {
    c->stats->inputs = c->circuit->inputs.size;
    c->stats->latches = c->circuit->latches.size;
    c->stats->ands = c->circuit->graph->gates;
    c->stats->properties = c->entries.size;
}

/* c->bytes and c->file are set. */
static enum status parse(struct induct *c) {
    struct position start = {.file = c->file, .line = 1, .column = 1};
    if (!c->bytes.size) return messages_fail(&c->messages, STATUS_MALFORMED, start, "the file is empty");
    if (!c->forced_format && !named_like_aiger(c->file) && !aiger_recognise(c->bytes.data, c->bytes.size))
        return messages_fail(
            &c->messages, STATUS_MALFORMED, start,
            "not a format that this version reads; an AIGER file starts with 'aag' or 'aig'");
    enum status status = aiger_read(&c->circuit, c->bytes.data, c->bytes.size, c->file, &c->messages);
    if (status != STATUS_OK) return status;
    for (uint32_t i = 0; i < c->circuit->properties.size; i++)
        add_entry(c, true, i, mem_strdup(c->circuit->properties.data[i].name));
    for (uint32_t i = 0; i < c->circuit->justice.size; i++)
        add_entry(c, false, i, justice_name(c->circuit, i));
    if (c->circuit->fairness.size)
        messages_warn(
            &c->messages, (struct position){.file = c->file},
            "fairness constraints are ignored: they do not influence safety, and justice is unsupported");
    count_model(c);
    return STATUS_OK;
}

static enum induct_status loaded(struct induct *c, enum status status) {
    if (status == STATUS_OK) status = parse(c);
    return (enum induct_status)status;
}

enum induct_status induct_load_file(struct induct *c, const char *path) {
    unload(c);
    c->file = mem_strdup(text_file_name(path));
    return loaded(c, text_read_file(&c->bytes, path, &c->messages));
}

enum induct_status induct_load_memory(struct induct *c, const void *data, size_t size, const char *name) {
    unload(c);
    c->file = mem_strdup(name);
    return loaded(c, text_inflate(&c->bytes, data, size, name, &c->messages));
}

/* The bytes were read without complaint once, so they are again. */
const struct circuit *context_pristine(struct induct *c) {
    if (!c->pristine) {
        struct messages ignored = {0};
        enum status status = aiger_read(&c->pristine, c->bytes.data, c->bytes.size, c->file, &ignored);
        assert(status == STATUS_OK);
        (void)status;
        messages_fini(&ignored);
    }
    return c->pristine;
}

unsigned induct_properties(const struct induct *c) {
    return c->entries.size;
}

const char *induct_property_name(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return c->entries.data[property].name;
}

const char *induct_property_code(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return c->entries.data[property].code;
}

long induct_find_property(const struct induct *c, const char *name) {
    long found = -1;
    for (uint32_t i = 0; i < c->entries.size; i++)
        if (!strcmp(c->entries.data[i].name, name)) found = found == -1 ? (long)i : -2;
    if (found != -1 || *name < '0' || *name > '9') return found;
    char *end;
    errno = 0;
    unsigned long number = strtoul(name, &end, 10);
    return errno || *end || number >= c->entries.size ? -1 : (long)number;
}

enum induct_status induct_select(struct induct *c, unsigned property) {
    if (property >= c->entries.size)
        return (enum induct_status)messages_fail(
            &c->messages, STATUS_USAGE, (struct position){.file = c->file}, "has %u properties, no number %u",
            c->entries.size, property);
    if (!c->narrowed)
        vec_each (struct entry, e, &c->entries) e->selected = false;
    c->narrowed = true;
    c->entries.data[property].selected = true;
    return INDUCT_OK;
}

void induct_select_all(struct induct *c) {
    c->narrowed = false;
    vec_each (struct entry, e, &c->entries) e->selected = true;
}

enum induct_status induct_write_model(struct induct *c, const char *path) {
    if (!c->circuit)
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                                 "no model is loaded");
    struct text text = {0};
    aiger_write(&text, c->circuit, ends_in(path, ".aig"));
    enum status status = text_write_file(&text, path, &c->messages);
    text_fini(&text);
    return (enum induct_status)status;
}
