/* The model: reading, naming its properties, selecting among them, writing it back. */
#include "api/context.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum induct_status induct_set_format(struct induct *c, const char *format) {
    c->forced_format = format ? formats_find(format) : NULL;
    if (!format || c->forced_format) return INDUCT_OK;
    struct text known = {0};
    formats_names(&known);
    enum status status =
        messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                      "this version does not read the format '%s'; it reads %s", format, known.data);
    text_fini(&known);
    return (enum induct_status)status;
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
    system_free(c->system);
    system_free(c->pristine_system);
    c->system = c->pristine_system = NULL;
    program_free(c->program);
    c->program = NULL;
    c->running = NULL;
    c_compiled_fini(&c->compiled);
    text_fini(&c->llvm);
    text_fini(&c->bytes);
    mem_free(c->file);
    c->file = NULL;
    messages_clear(&c->messages);
}

static void add_entry(struct induct *c, char *name, char kind, uint32_t index) {
    struct entry entry = {.name = name, .selected = true, .code = mem_format("%c%u", kind, index)};
    entry.result = (struct induct_result){.depth = -1};
    reason_set(&entry.result, induct_reason_word(INDUCT_REASON_NOT_RUN));
    vec_push(&c->entries, entry);
}

static void list_circuit(struct induct *c) {
    for (uint32_t i = 0; i < c->circuit->properties.size; i++) {
        const struct property *property = &c->circuit->properties.data[i];
        add_entry(c, mem_strdup(property->name), 'b', property->index);
        vec_last(&c->entries).position = i;
    }
    bool fair = c->circuit->fairness.size;
    for (uint32_t i = 0; i < c->circuit->justice.size; i++) {
        add_entry(c, circuit_justice_name(c->circuit, i), 'j', i);
        vec_last(&c->entries).unsupported =
            fair ? "justice property with fairness constraints" : "justice property";
    }
    if (fair && !c->entries.size) {
        add_entry(c, mem_strdup("fairness"), 'f', 0);
        vec_last(&c->entries).unsupported = "fairness constraints, and nothing else";
    }
    c->stats->inputs = c->circuit->inputs.size;
    c->stats->latches = c->circuit->latches.size;
    c->stats->ands = c->circuit->graph->gates;
}

static void list_system(struct induct *c) {
    for (uint32_t i = 0; i < c->system->properties.size; i++) {
        const struct system_property *property = &c->system->properties.data[i];
        add_entry(c, mem_strdup(property->name), 'b', property->index);
        vec_last(&c->entries).position = i;
    }
    for (uint32_t i = 0; i < c->system->unsupported.size; i++) {
        const struct system_unsupported *u = &c->system->unsupported.data[i];
        add_entry(c, mem_strdup(u->name), u->fairness ? 'f' : 'j', i);
        vec_last(&c->entries).unsupported = u->what;
    }
    c->stats->inputs = c->system->inputs.size;
    c->stats->states = c->system->states.size;
    c->stats->terms = terms_size(c->system->terms);
}

void context_take_program(struct induct *c, struct program *program) {
    c->program = program;
    add_entry(c, mem_strdup(c->program->property), 'b', 0);
    c->stats->inputs = c->program->sites.size;
    c->stats->variables = c->program->variables.size;
    c->stats->locations = c->program->locations.size;
    c->stats->edges = c->program->edges.size;
    c->stats->terms = terms_size(c->program->terms);
}

static enum status read_model(struct induct *c) {
    const char *bytes = c->bytes.data;
    size_t size = c->bytes.size;
    if (c->format->read_circuit)
        return c->format->read_circuit(&c->circuit, bytes, size, c->file, &c->messages);
    if (c->format->read_system)
        return c->format->read_system(&c->system, TERMS_SIMPLIFY, bytes, size, c->file, &c->messages);
    return source_read(c);
}

static enum status unrecognised(struct induct *c) {
    struct text known = {0};
    formats_names(&known);
    enum status status = messages_fail(
        &c->messages, STATUS_MALFORMED, (struct position){.file = c->file, .line = 1, .column = 1},
        "not a format that this version reads (%s); --format says which one it is meant to be", known.data);
    text_fini(&known);
    return status;
}

/* c->bytes and c->file are set. */
static enum status parse(struct induct *c) {
    struct position start = {.file = c->file, .line = 1, .column = 1};
    const char *bytes = c->bytes.data;
    size_t size = c->bytes.size;
    if (!size) return messages_fail(&c->messages, STATUS_MALFORMED, start, "the file is empty");
    c->format = c->forced_format ? c->forced_format : formats_recognise(c->file, bytes, size);
    if (!c->format) return unrecognised(c);
    enum status status = read_model(c);
    if (status != STATUS_OK) return status;
    if (c->circuit)
        list_circuit(c);
    else if (c->system)
        list_system(c);
    else
        context_take_program(c, c->program);
    c->stats->properties = c->entries.size;
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

bool context_has_model(struct induct *c) {
    if (c->circuit || c->system || c->program) return true;
    messages_fail(&c->messages, STATUS_USAGE, (struct position){0}, "no model is loaded");
    return false;
}

/* The bytes were read without complaint once, so they are again. */
static void read_again(struct induct *c) {
    struct messages ignored = {0};
    enum status status =
        c->circuit ? c->format->read_circuit(&c->pristine, c->bytes.data, c->bytes.size, c->file, &ignored)
                   : c->format->read_system(&c->pristine_system, TERMS_PLAIN, c->bytes.data, c->bytes.size,
                                            c->file, &ignored);
    assert(status == STATUS_OK);
    (void)status;
    messages_fini(&ignored);
}

const struct circuit *context_pristine(struct induct *c) {
    if (!c->pristine) read_again(c);
    return c->pristine;
}

const struct system *context_pristine_system(struct induct *c) {
    if (!c->pristine_system) read_again(c);
    return c->pristine_system;
}

const char *induct_only_property(const struct induct *c, const char *path) {
    const struct format *format =
        c->forced_format ? c->forced_format : formats_recognise(text_file_name(path), "", 0);
    bool program = format && !format->read_circuit && !format->read_system;
    return program ? PROGRAM_UNREACH_CALL : NULL;
}

const char *induct_format(const struct induct *c) {
    return c->circuit || c->system || c->program ? c->format->name : NULL;
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

/* Names have `_` for the blanks of a symbol; who asks may use either. */
static bool is_called(const char *name, const char *asked) {
    for (; *name && (*name == *asked || (*name == '_' && (*asked == ' ' || *asked == '\t'))); name++) asked++;
    return *name == *asked;
}

long induct_find_property(const struct induct *c, const char *name) {
    long found = -1;
    for (uint32_t i = 0; i < c->entries.size; i++)
        if (is_called(c->entries.data[i].name, name)) found = found == -1 ? (long)i : -2;
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
