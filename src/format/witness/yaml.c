/* libyaml cuts the bytes into events, which become nodes here. It neither recurses nor expands aliases, and what it
 * gives is bounded by the size of the input; the depth is bounded here. */
#include "format/witness/yaml.h"

#include "base/shared.h"

#include <yaml.h>

enum {
    DEEPEST = 64,      /* lists and mappings inside of each other */
    WIDEST = 1024,     /* members of one mapping: each is compared with those before it */
    LARGEST = 1 << 30, /* bytes: nodes have 32-bit numbers */
};

/* The library's functions, found when the first document is read: circuits must not pay for them. */
static struct {
    __typeof__(yaml_parser_initialize) *initialize;
    __typeof__(yaml_parser_set_encoding) *set_encoding;
    __typeof__(yaml_parser_set_input_string) *set_input;
    __typeof__(yaml_parser_parse) *parse;
    __typeof__(yaml_event_delete) *event_delete;
    __typeof__(yaml_parser_delete) *delete;
} library;
static struct shared library_file = SHARED("libyaml", "install libyaml-0-2");

static void open_once(void) {
    shared_open(&library_file, "libyaml-0.so.2");
    shared_find(&library_file, "yaml_parser_initialize", &library.initialize);
    shared_find(&library_file, "yaml_parser_set_encoding", &library.set_encoding);
    shared_find(&library_file, "yaml_parser_set_input_string", &library.set_input);
    shared_find(&library_file, "yaml_parser_parse", &library.parse);
    shared_find(&library_file, "yaml_event_delete", &library.event_delete);
    shared_find(&library_file, "yaml_parser_delete", &library.delete);
}

/* A list or mapping whose end has not come. */
struct parent {
    uint32_t node, last, size; /* itself, its last child, how many it has */
    char *key;                 /* of the member that comes next; NULL: its key comes next */
};

struct reader {
    struct yaml *out;
    yaml_parser_t parser;
    const char *bytes, *file;
    struct messages *messages;
    struct parent open[DEEPEST];
    uint32_t depth;
};

static enum status wrong(const struct reader *r, yaml_mark_t at, const char *what) {
    struct position position = {
        .file = r->file, .line = (uint32_t)at.line + 1, .column = (uint32_t)at.column + 1};
    return messages_fail(r->messages, STATUS_MALFORMED, position, "%s", what);
}

/* What the library says. Of bytes that are no text it has the offset alone. */
static enum status refused(const struct reader *r) {
    const yaml_parser_t *p = &r->parser;
    if (p->error == YAML_MEMORY_ERROR) mem_exhausted(0);
    if (p->error != YAML_READER_ERROR) return wrong(r, p->problem_mark, p->problem);
    yaml_mark_t at = {0};
    for (size_t i = 0; i < p->problem_offset; i++) {
        bool ends = r->bytes[i] == '\n';
        at.line += ends;
        at.column = ends ? 0 : at.column + 1;
    }
    return wrong(r, at, p->problem);
}

/* Children follow one after the other. */
static enum status add_node(struct reader *r, enum yaml_kind kind, const char *text, yaml_mark_t at) {
    uint32_t node = r->out->nodes.size;
    struct yaml_node new = {.kind = kind,
                            .text = mem_strdup(text),
                            .line = (uint32_t)at.line + 1,
                            .column = (uint32_t)at.column + 1,
                            .first = YAML_NONE,
                            .next = YAML_NONE};
    if (r->depth) {
        struct parent *parent = &r->open[r->depth - 1];
        struct yaml_node *nodes = r->out->nodes.data;
        *(parent->size++ ? &nodes[parent->last].next : &nodes[parent->node].first) = node;
        parent->last = node;
        new.key = parent->key;
        parent->key = NULL;
    }
    vec_push(&r->out->nodes, new);
    if (kind == YAML_SCALAR) return STATUS_OK;
    if (r->depth == DEEPEST) return wrong(r, at, "too deep");
    r->open[r->depth++] = (struct parent){.node = node};
    return STATUS_OK;
}

static bool awaits_key(const struct reader *r) {
    return r->depth && r->out->nodes.data[r->open[r->depth - 1].node].kind == YAML_MAPPING &&
           !r->open[r->depth - 1].key;
}

static enum status add_key(struct reader *r, const char *key, yaml_mark_t at) {
    struct parent *mapping = &r->open[r->depth - 1];
    if (mapping->size == WIDEST) return wrong(r, at, "too many members");
    if (yaml_member(r->out, mapping->node, key) != YAML_NONE) return wrong(r, at, "the key is there twice");
    mapping->key = mem_strdup(key);
    return STATUS_OK;
}

static enum status add_scalar(struct reader *r, const yaml_event_t *event) {
    const char *text = (const char *)event->data.scalar.value;
    if (strlen(text) != event->data.scalar.length) return wrong(r, event->start_mark, "expected text");
    if (awaits_key(r)) return add_key(r, text, event->start_mark);
    return add_node(r, YAML_SCALAR, text, event->start_mark);
}

/* An anchor without its alias would be harmless; that there is one means that the file wants more than we read. */
static bool is_fancy(const yaml_event_t *e) {
    switch (e->type) {
    case YAML_ALIAS_EVENT: return true;
    case YAML_SCALAR_EVENT: return e->data.scalar.anchor || e->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT: return e->data.sequence_start.anchor || e->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT: return e->data.mapping_start.anchor || e->data.mapping_start.tag;
    default: return false;
    }
}

static enum status take(struct reader *r, const yaml_event_t *e) {
    if (is_fancy(e)) return wrong(r, e->start_mark, "anchors, aliases and tags are not for witnesses");
    switch (e->type) {
    case YAML_SCALAR_EVENT: return add_scalar(r, e);
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (awaits_key(r)) return wrong(r, e->start_mark, "expected text as a key");
        return add_node(r, e->type == YAML_MAPPING_START_EVENT ? YAML_MAPPING : YAML_LIST, NULL,
                        e->start_mark);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: r->depth--; return STATUS_OK;
    case YAML_DOCUMENT_START_EVENT:
        return r->out->nodes.size ? wrong(r, e->start_mark, "expected one document") : STATUS_OK;
    case YAML_STREAM_END_EVENT:
        return r->out->nodes.size ? STATUS_OK : wrong(r, e->start_mark, "expected a document");
    default: return STATUS_OK;
    }
}

static enum status read_events(struct reader *r) {
    enum status status = STATUS_OK;
    for (bool ends = false; !ends && status == STATUS_OK;) {
        yaml_event_t event;
        if (!library.parse(&r->parser, &event)) return refused(r);
        ends = event.type == YAML_STREAM_END_EVENT;
        status = take(r, &event);
        library.event_delete(&event);
    }
    return status;
}

enum status yaml_read(struct yaml *out, const char *bytes, size_t size, const char *file,
                      struct messages *messages) {
    struct reader r = {.out = out, .bytes = bytes, .file = file, .messages = messages};
    *out = (struct yaml){0};
    if (!shared_ready(&library_file, open_once, NULL))
        return messages_fail(messages, STATUS_IO, (struct position){.file = file}, "%s", library_file.why);
    if (size > LARGEST) return wrong(&r, (yaml_mark_t){0}, "too large");
    if (!library.initialize(&r.parser)) mem_exhausted(0);
    library.set_encoding(&r.parser, YAML_UTF8_ENCODING);
    library.set_input(&r.parser, (const unsigned char *)(bytes ? bytes : ""), size);
    enum status status = read_events(&r);
    while (r.depth) mem_free(r.open[--r.depth].key);
    library.delete(&r.parser);
    if (status != STATUS_OK) yaml_fini(out);
    return status;
}

void yaml_fini(struct yaml *y) {
    vec_each (struct yaml_node, n, &y->nodes) {
        mem_free(n->key);
        mem_free(n->text);
    }
    vec_free(&y->nodes);
}

uint32_t yaml_member(const struct yaml *y, uint32_t node, const char *key) {
    if (node == YAML_NONE || y->nodes.data[node].kind != YAML_MAPPING) return YAML_NONE;
    uint32_t child = y->nodes.data[node].first;
    while (child != YAML_NONE && strcmp(y->nodes.data[child].key, key)) child = y->nodes.data[child].next;
    return child;
}

const char *yaml_text(const struct yaml *y, uint32_t node) {
    return node == YAML_NONE || y->nodes.data[node].kind != YAML_SCALAR ? NULL : y->nodes.data[node].text;
}

uint32_t yaml_first(const struct yaml *y, uint32_t node) {
    return node == YAML_NONE || y->nodes.data[node].kind != YAML_LIST ? YAML_NONE : y->nodes.data[node].first;
}
