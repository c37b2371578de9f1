#define _GNU_SOURCE /* memmem */
#include "format/witness/program_claims.h"

#include "base/sha256.h"

#include <stdlib.h>
#include <strings.h>

struct reading {
    struct program_claims *claims;
    const struct yaml *y;
    const char *file;
    struct messages *messages;
};

static enum status wrong(const struct reading *r, uint32_t node, const char *what) {
    struct position at = {.file = r->file};
    if (node != YAML_NONE) {
        at.line = r->y->nodes.data[node].line;
        at.column = r->y->nodes.data[node].column;
    }
    return messages_fail(r->messages, STATUS_MALFORMED, at, "%s", what);
}

static const char *text_of(const struct reading *r, uint32_t node, const char *key) {
    return yaml_text(r->y, yaml_member(r->y, node, key));
}

/* Members that the format demands. */
static enum status demand(const struct reading *r, uint32_t node, const char *key, const char **text) {
    *text = text_of(r, node, key);
    if (*text && **text) return STATUS_OK;
    char *what = mem_format("expected '%s'", key);
    enum status status = wrong(r, node, what);
    mem_free(what);
    return status;
}

static bool read_count(const char *text, uint32_t *n) {
    char *end;
    unsigned long value = text && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (!value || *end || value >= UINT32_MAX) return false;
    *n = (uint32_t)value;
    return true;
}

static enum status read_location(const struct reading *r, uint32_t parent, struct program_position *at) {
    uint32_t node = yaml_member(r->y, parent, "location");
    const char *line = text_of(r, node, "line"), *column = text_of(r, node, "column");
    *at = (struct program_position){.file = text_of(r, node, "file_name"),
                                    .function = text_of(r, node, "function")};
    if (node == YAML_NONE) return wrong(r, parent, "expected 'location'");
    if (!line) return wrong(r, node, "expected 'line'");
    if (!read_count(line, &at->line) || (column && !read_count(column, &at->column)))
        return wrong(r, node, "expected a number of a line or column");
    return STATUS_OK;
}

static enum status read_task(const struct reading *r, uint32_t entry) {
    uint32_t metadata = yaml_member(r->y, entry, "metadata"), task = yaml_member(r->y, metadata, "task"),
             hashes = yaml_member(r->y, task, "input_file_hashes");
    if (metadata == YAML_NONE) return wrong(r, entry, "expected 'metadata'");
    if (task == YAML_NONE) return wrong(r, metadata, "expected 'task'");
    enum status status = demand(r, metadata, "format_version", &r->claims->version);
    if (status == STATUS_OK) status = demand(r, task, "specification", &r->claims->specification);
    if (status == STATUS_OK) status = demand(r, task, "data_model", &r->claims->data_model);
    if (status != STATUS_OK) return status;
    bool is_mapping = hashes != YAML_NONE && r->y->nodes.data[hashes].kind == YAML_MAPPING;
    uint32_t hash = is_mapping ? r->y->nodes.data[hashes].first : YAML_NONE;
    for (; hash != YAML_NONE; hash = r->y->nodes.data[hash].next)
        if (yaml_text(r->y, hash)) vec_push(&r->claims->hashes, yaml_text(r->y, hash));
    return r->claims->hashes.size ? STATUS_OK : wrong(r, task, "expected 'input_file_hashes'");
}

static enum status read_waypoint(const struct reading *r, uint32_t item) {
    uint32_t node = yaml_member(r->y, item, "waypoint"), constraint = yaml_member(r->y, node, "constraint");
    struct claimed_waypoint w = {.value = text_of(r, constraint, "value")};
    if (node == YAML_NONE) return wrong(r, item, "expected 'waypoint'");
    w.at = r->y->nodes.data[constraint == YAML_NONE ? node : constraint].line;
    enum status status = demand(r, node, "type", &w.type);
    if (status == STATUS_OK) status = demand(r, node, "action", &w.action);
    if (status == STATUS_OK) status = read_location(r, node, &w.position);
    if (status != STATUS_OK) return status;
    if (constraint != YAML_NONE && !w.value) return wrong(r, constraint, "expected 'value'");
    if (!strcmp(w.type, "target")) r->claims->target = w.position;
    vec_push(&r->claims->waypoints, w);
    return STATUS_OK;
}

static enum status read_segments(const struct reading *r, uint32_t content) {
    enum status status = STATUS_OK;
    for (uint32_t s = yaml_first(r->y, content); s != YAML_NONE; s = r->y->nodes.data[s].next) {
        uint32_t segment = yaml_member(r->y, s, "segment");
        if (yaml_first(r->y, segment) == YAML_NONE)
            return wrong(r, s, "expected 'segment' and its waypoints");
        for (uint32_t w = yaml_first(r->y, segment); w != YAML_NONE && status == STATUS_OK;
             w = r->y->nodes.data[w].next)
            status = read_waypoint(r, w);
        if (status != STATUS_OK) return status;
    }
    bool ends = r->claims->waypoints.size && !strcmp(vec_last(&r->claims->waypoints).type, "target");
    return ends ? STATUS_OK : wrong(r, content, "expected a target at the end of the sequence");
}

static enum status read_invariant(const struct reading *r, uint32_t node) {
    struct claimed_invariant i = {.at = r->y->nodes.data[node].line};
    const char *type;
    enum status status = demand(r, node, "type", &type);
    if (status != STATUS_OK) return status;
    i.loop = !strcmp(type, "loop_invariant");
    if (!i.loop && strcmp(type, "location_invariant")) return STATUS_OK; /* another one: it may help nobody */
    status = demand(r, node, "value", &i.value);
    if (status == STATUS_OK) status = demand(r, node, "format", &i.format);
    if (status == STATUS_OK) status = read_location(r, node, &i.position);
    if (status == STATUS_OK) vec_push(&r->claims->invariants, i);
    return status;
}

static enum status read_invariants(const struct reading *r, uint32_t content) {
    enum status status = STATUS_OK;
    for (uint32_t i = yaml_first(r->y, content); i != YAML_NONE && status == STATUS_OK;
         i = r->y->nodes.data[i].next) {
        uint32_t node = yaml_member(r->y, i, "invariant");
        if (node != YAML_NONE) status = read_invariant(r, node);
    }
    return status;
}

static enum status read_entry(const struct reading *r, uint32_t entry) {
    uint32_t content = yaml_member(r->y, entry, "content");
    enum status status = read_task(r, entry);
    if (status != STATUS_OK) return status;
    if (content == YAML_NONE || r->y->nodes.data[content].kind != YAML_LIST)
        return wrong(r, entry, "expected 'content', a list");
    return r->claims->violation ? read_segments(r, content) : read_invariants(r, content);
}

static enum status read_document(const struct reading *r) {
    for (uint32_t e = yaml_first(r->y, 0); e != YAML_NONE; e = r->y->nodes.data[e].next) {
        const char *type = text_of(r, e, "entry_type");
        if (!type || (strcmp(type, "violation_sequence") && strcmp(type, "invariant_set"))) continue;
        r->claims->violation = *type == 'v';
        return read_entry(r, e);
    }
    return wrong(r, 0, "expected a list with an entry of type violation_sequence or invariant_set");
}

enum status program_claims_read(struct program_claims *claims, const char *bytes, size_t size,
                                const char *file, struct messages *messages) {
    *claims = (struct program_claims){0};
    struct reading r = {claims, &claims->document, file, messages};
    enum status status = yaml_read(&claims->document, bytes, size, file, messages);
    if (status == STATUS_OK) status = read_document(&r);
    if (status != STATUS_OK) program_claims_fini(claims);
    return status;
}

void program_claims_fini(struct program_claims *claims) {
    vec_free(&claims->hashes);
    vec_free(&claims->waypoints);
    vec_free(&claims->invariants);
    yaml_fini(&claims->document);
}

/* Texts and harnesses may have the word, but not as the first of a line. */
bool program_claims_recognise(const char *bytes, size_t size) {
    static const char word[] = "entry_type";
    const char *end = bytes + size, *p = bytes;
    while (size && (p = memmem(p, (size_t)(end - p), word, sizeof word - 1))) {
        const char *before = p;
        while (before > bytes && before[-1] != '\n' && strchr(" -\"'{[", before[-1])) before--;
        if (before == bytes || before[-1] == '\n') return true;
        p++;
    }
    return false;
}

bool program_claims_fit(const struct program_claims *claims, const struct program_origin *origin,
                        struct text *why) {
    char hash[SHA256_HEX];
    sha256_hex(origin->bytes, origin->size, hash);
    bool same_file = false;
    vec_each (const char *const, h, &claims->hashes) same_file |= !strcasecmp(*h, hash);
    const char *model = origin->ilp32 ? "ILP32" : "LP64";
    if (strcmp(claims->version, "2.0") && strcmp(claims->version, "2.1"))
        text_format(why, "its format is %.20s, not 2.0 or 2.1", claims->version);
    else if (!same_file)
        text_format(why, "it is about another file: %s has the SHA-256 hash %.16s..", origin->file, hash);
    else if (strcmp(claims->data_model, model))
        text_format(why, "it is about the data model %.20s, not %s: see --data-model", claims->data_model,
                    model);
    else
        return true;
    return false;
}
