/* The model: reading, naming its properties, selecting among them, writing it in other formats. */
#include "api/context.h"

#include "base/near.h"
#include "format/files/properties.h"
#include "solve/convert.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum induct_status induct_set_format(struct induct *c, const char *format) {
    const struct format *forced = format ? formats_named(format, &c->messages) : NULL;
    if (format && !forced) return INDUCT_USAGE;
    c->forced_format = forced;
    return INDUCT_OK;
}

/* The pristine model of a program is the model itself. */
static void forget_models(struct induct *c) {
    if (c->pristine.circuit == c->model.circuit) c->pristine.circuit = NULL;
    model_free(&c->pristine);
    model_free(&c->model);
}

void context_unload(struct induct *c) {
    vec_each (struct entry, e, &c->entries) {
        evidence_free(&e->evidence);
        mem_free(e->name);
        mem_free(e->code);
        mem_free(e->reason);
        mem_free(e->lines);
    }
    vec_clear(&c->entries);
    c->narrowed = false;
    forget_models(c);
    c->running = NULL;
    source_forget(&c->source);
    map_free(&c->map);
    text_fini(&c->bytes);
    mem_free(c->file);
    c->file = NULL;
    messages_clear(&c->messages);
}

static void add_entry(void *client, char *name, char kind, uint32_t index, const char *unsupported) {
    struct induct *c = client;
    struct entry entry = {.name = name,
                          .selected = true,
                          .code = mem_format("%c%u", kind, index),
                          .unsupported = unsupported,
                          .result = {.depth = -1}};
    entry.result.cover = properties_is_cover(c->model, c->entries.size);
    reason_set(&entry.result, induct_reason_word(INDUCT_REASON_NOT_RUN));
    vec_push(&c->entries, entry);
}

/* All, or the one that joins them and what it does not join: what is not decided. */
static void select_by_default(struct induct *c) {
    vec_each (struct entry, e, &c->entries)
        e->selected = c->joined == NO_PROPERTY || e->unsupported || e->result.cover;
    if (c->joined != NO_PROPERTY) c->entries.data[c->joined].selected = true;
}

void context_take(struct induct *c, struct model model) {
    c->model = model;
    if (model.level == LEVEL_PROGRAM) c->pristine = model;
    c->joined = c->options.any_property ? properties_join(model) : NO_PROPERTY;
    properties_list(model, add_entry, c);
    select_by_default(c);
    model_count(model, c->stats);
    c->stats->properties = c->entries.size;
}

/* What is compiled is read within the limits. */
static enum status read_model(struct induct *c, struct model *model) {
    struct reading reading = context_reading(c);
    if (c->format->compiled) context_start(c);
    enum status status = c->format->read(model, TERMS_SIMPLIFY, &reading);
    if (status == STATUS_STOPPED) atomic_store(&c->interrupted, false); /* as at the end of a run */
    return status;
}

void induct_set_map(struct induct *c, const char *path) {
    mem_free(c->map_path);
    c->map_path = path ? mem_strdup(path) : NULL;
}

char *induct_near_properties(const struct induct *c, const char *name) {
    VEC(const char *) names = {0};
    struct text text = {0};
    uint32_t near[NEAR_MOST];
    vec_each (const struct entry, e, &c->entries) vec_push(&names, e->name);
    uint32_t found = near_names(near, names.data, names.size, name);
    for (uint32_t i = 0; i < found; i++) text_format(&text, "%s '%s'", i ? "," : "", names.data[near[i]]);
    vec_free(&names);
    return text_take(&text);
}

void induct_add_cover(struct induct *c, const char *pattern) {
    vec_push(&c->covers, mem_strdup(pattern));
}

bool induct_is_cover(const struct induct *c, unsigned property) {
    return c->entries.data[property].result.cover;
}

const char *induct_property_source(const struct induct *c, unsigned property) {
    return properties_source(c->model, property);
}

/* The names of the map, if there is one, become those of the model. */
static enum status apply_map(struct induct *c, struct model model) {
    struct text bytes = {0};
    if (!c->map_path) return STATUS_OK;
    enum status status = text_read_file(&bytes, c->map_path, &c->messages);
    if (status == STATUS_OK)
        status = map_read(&c->map, bytes.data, bytes.size, text_file_name(c->map_path), &c->messages);
    if (status == STATUS_OK) status = map_apply(&c->map, model, &c->messages);
    text_fini(&bytes);
    return status;
}

/* c->bytes and c->file are set. */
static enum status parse(struct induct *c) {
    struct model model = {0};
    c->format = formats_of(c->forced_format, c->file, &c->bytes, &c->messages);
    if (!c->format) return STATUS_MALFORMED;
    if (c->source.more.size && strcmp(c->format->name, "verilog") != 0)
        return messages_fail(&c->messages, STATUS_USAGE, (struct position){.file = c->file},
                             "only Verilog designs have several files");
    enum status status = read_model(c, &model);
    if (status == STATUS_OK) status = apply_map(c, model);
    vec_each (char *const, pattern, &c->covers)
        if (status == STATUS_OK) status = properties_cover(model, *pattern, c->file, &c->messages);
    if (status == STATUS_OK)
        context_take(c, model);
    else
        model_free(&model);
    return status;
}

static enum induct_status loaded(struct induct *c, enum status status) {
    if (status == STATUS_OK) status = parse(c);
    return (enum induct_status)status;
}

enum induct_status induct_load_file(struct induct *c, const char *path) {
    context_unload(c);
    c->file = mem_strdup(text_file_name(path));
    return loaded(c, text_read_file(&c->bytes, path, &c->messages));
}

enum induct_status induct_load_memory(struct induct *c, const void *data, size_t size, const char *name) {
    context_unload(c);
    c->file = mem_strdup(name);
    return loaded(c, text_inflate(&c->bytes, data, size, name, &c->messages));
}

bool context_has_model(struct induct *c) {
    if (!model_is_none(c->model)) return true;
    messages_fail(&c->messages, STATUS_USAGE, (struct position){0}, "no model is loaded");
    return false;
}

/* The bytes were read without complaint once, so they are again. */
struct model context_pristine(struct induct *c) {
    if (!model_is_none(c->pristine)) return c->pristine;
    struct messages ignored = {0};
    struct reading reading = context_reading(c);
    reading.messages = &ignored;
    enum status status = c->format->read(&c->pristine, TERMS_PLAIN, &reading);
    if (status == STATUS_OK && c->map.file) status = map_apply(&c->map, c->pristine, &ignored);
    vec_each (char *const, pattern, &c->covers)
        if (status == STATUS_OK) status = properties_cover(c->pristine, *pattern, c->file, &ignored);
    assert(status == STATUS_OK);
    (void)status;
    if (c->joined != NO_PROPERTY) properties_join(c->pristine);
    messages_fini(&ignored);
    return c->pristine;
}

static const struct format *format_by_name(const struct induct *c, const char *path) {
    return c->forced_format ? c->forced_format : formats_recognise(text_file_name(path), "", 0);
}

bool induct_may_include(const struct induct *c, const char *path) {
    const struct format *format = format_by_name(c, path);
    return format && (format->level == LEVEL_PROGRAM || !strcmp(format->name, "verilog"));
}

const char *induct_only_property(const struct induct *c, const char *path) {
    const struct format *format = format_by_name(c, path);
    return format && format->level == LEVEL_PROGRAM ? PROGRAM_UNREACH_CALL : NULL;
}

const char *induct_format(const struct induct *c) {
    return model_is_none(c->model) ? NULL : c->format->name;
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
        if (properties_is_called(c->entries.data[i].name, name)) found = found == -1 ? (long)i : -2;
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
    select_by_default(c);
}

bool induct_is_selected(const struct induct *c, unsigned property) {
    assert(property < c->entries.size);
    return c->entries.data[property].selected;
}

bool induct_can_write(const char *format) {
    return convert_knows(format);
}

enum induct_status induct_convert(struct induct *c, const char *format, const char *path) {
    if (!context_has_model(c)) return INDUCT_USAGE;
    if (!induct_can_write(format))
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                                 "this version does not write the format '%s'", format);
    struct conversion conversion = {.model = c->model,
                                    .file = c->file,
                                    .format = format,
                                    .path = path,
                                    .options = &c->options,
                                    .stats = c->stats,
                                    .messages = &c->messages};
    return (enum induct_status)convert(&conversion);
}
