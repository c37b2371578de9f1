/* Nets with several drivers. Yosys makes one net of all that is connected, so that `assign q = x; assign q = 0;` turns
 * x into 0, without a word; with a constant among the drivers later commands may never end. So they are looked for in
 * what the front end has made of the design (RTLIL), where each connection still stands for itself:
 *
 *     attribute \src "f0:2.8-2.9"
 *     wire width 4 \q                        connect \q [1:0] { \x \y }        a connection of the module
 *     cell $dff $1  connect \Q \q  end       what a cell drives
 */
#include "format/verilog/design.h"

#include <ctype.h>
#include <stdlib.h>

struct wire {
    char *name, *source;
    uint64_t first; /* the number of its lowest bit */
};

struct drivers {
    struct verilog_design *design;
    VEC(struct wire) wires;
    struct hash_names by_name;
    u64s drivers;  /* by bit: what drives it, 0: nothing yet */
    uint64_t next; /* a driver that nothing else is */
    u64s left, right;
    enum status status;
};

/* A constant bit, a bit of a wire, or something that is like no other. */
enum { CONSTANTS = 1, BITS = 16 };

/* ---- signals ---- */

static const char *skip(const char *p) {
    while (*p == ' ') p++;
    return p;
}

static const char *word_end(const char *p) {
    while (*p && !isspace((unsigned char)*p)) p++;
    return p;
}

static const char *read_wire_bits(struct drivers *d, const char *p, u64s *bits) {
    const char *end = word_end(p);
    char *name = mem_format("%.*s", (int)(end - p), p);
    uint32_t at = hash_names_get(&d->by_name, name);
    mem_free(name);
    if (at == HASH_NONE) return NULL;
    uint64_t first = d->wires.data[at].first,
             width = (at + 1 < d->wires.size ? d->wires.data[at + 1].first : d->drivers.size) - first;
    uint64_t low = 0, high = width - 1;
    p = skip(end);
    if (*p == '[') {
        char *rest;
        high = low = strtoull(p + 1, &rest, 10);
        if (*rest == ':') low = strtoull(rest + 1, &rest, 10);
        if (*rest != ']') return NULL;
        p = rest + 1;
    }
    if (low > high || high >= width) return NULL;
    for (uint64_t i = low; i <= high; i++) vec_push(bits, BITS + first + i);
    return p;
}

/* 4'10x0, or a number of 32 bits. */
static const char *read_constant(const char *p, u64s *bits) {
    char *rest;
    unsigned long long value = strtoull(p, &rest, 10);
    uint32_t start = bits->size;
    if (rest == p) return NULL;
    if (*rest != '\'') {
        for (int i = 0; i < 32; i++) vec_push(bits, CONSTANTS + (value >> i & 1));
        return rest;
    }
    for (p = rest + 1; *p && strchr("01xzm-", *p); p++)
        vec_push(bits, CONSTANTS + (uint64_t)(strchr("01xzm-", *p) - "01xzm-"));
    for (uint32_t i = start, k = bits->size; i + 1 < k; i++) { /* lowest first */
        uint64_t other = bits->data[i];
        bits->data[i] = bits->data[--k];
        bits->data[k] = other;
    }
    return p;
}

/* The bits of a signal, lowest first; NULL: it is none. */
static const char *read_signal(struct drivers *d, const char *p, u64s *bits) {
    p = skip(p);
    if (*p == '\\' || *p == '$') return read_wire_bits(d, p, bits);
    if (*p != '{') return read_constant(p, bits);
    VEC(u64s) parts = {0};
    for (p = skip(p + 1); p && *p && *p != '}'; p = p ? skip(p) : p) {
        vec_push(&parts, (u64s){0});
        p = read_signal(d, p, &vec_last(&parts));
    }
    for (uint32_t i = parts.size; i--;) {
        vec_append(bits, parts.data[i].data, parts.data[i].size);
        vec_free(&parts.data[i]);
    }
    vec_free(&parts);
    return p && *p ? p + 1 : NULL;
}

/* ---- drivers ---- */

static void refuse(struct drivers *d, uint64_t bit) {
    uint32_t at = 0;
    while (at + 1 < d->wires.size && d->wires.data[at + 1].first <= bit) at++;
    const struct wire *w = &d->wires.data[at];
    struct position position = {.file = d->design->path};
    const char *end, *last = strrchr(w->source, '|');
    design_position(d->design, last ? last + 1 : w->source, &end, &position);
    d->status = messages_fail(d->design->messages, STATUS_UNSUPPORTED, position,
                              "the net '%s' has several drivers", w->name + (*w->name == '\\'));
}

static void drive(struct drivers *d, uint64_t bit, uint64_t driver) {
    if (d->status != STATUS_OK || bit < BITS) return;
    uint64_t *known = &d->drivers.data[bit - BITS];
    if (*known && *known != driver)
        refuse(d, bit - BITS);
    else
        *known = driver;
}

static void read_connection(struct drivers *d, const char *p) {
    vec_clear(&d->left);
    vec_clear(&d->right);
    p = read_signal(d, p, &d->left);
    if (!p || !read_signal(d, p, &d->right)) return;
    for (uint32_t i = 0; i < d->left.size && i < d->right.size; i++)
        if (d->left.data[i] != d->right.data[i]) drive(d, d->left.data[i], d->right.data[i]);
}

static bool is_output(const char *type, const char *port) {
    static const char *const outputs[] = {"\\Y ", "\\Q ", "\\X ", "\\CO ", "\\RD_DATA "};
    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++)
        if (!strncmp(port, outputs[i], strlen(outputs[i]))) return *type == '$';
    return !strncmp(type, "$memrd", strlen("$memrd")) && !strncmp(port, "\\DATA ", strlen("\\DATA "));
}

static void read_port(struct drivers *d, const char *type, const char *p) {
    if (!is_output(type, p)) return;
    vec_clear(&d->left);
    if (!read_signal(d, word_end(p), &d->left)) return;
    for (uint32_t i = 0; i < d->left.size; i++) drive(d, d->left.data[i], d->next++);
}

/* ---- the text ---- */

static void add_wire(struct drivers *d, const char *p, const char *source) {
    uint64_t width = 1;
    bool input = false;
    while (*p && *p != '\\' && *p != '$') { /* options, and their numbers */
        const char *end = word_end(p);
        if (!strncmp(p, "width ", 6)) width = strtoull(p + 6, NULL, 10);
        input |= !strncmp(p, "input ", 6);
        p = skip(end);
    }
    struct wire w = {.name = mem_format("%.*s", (int)(word_end(p) - p), p),
                     .source = mem_strdup(source),
                     .first = d->drivers.size};
    hash_names_put(&d->by_name, w.name, d->wires.size);
    vec_push(&d->wires, w);
    for (uint64_t i = 0; i < width && i < 1 << 24; i++) {
        vec_push(&d->drivers, 0);
        if (input) drive(d, BITS + w.first + i, d->next++);
    }
}

static bool starts(const char *line, const char *word) {
    return !strncmp(line, word, strlen(word));
}

/* Wires come before what connects them. */
static void read_line(struct drivers *d, const char *line, struct text *source, struct text *type) {
    if (starts(line, "  attribute \\src ")) {
        const char *p = line + strlen("  attribute \\src ") + 1;
        text_clear(source);
        text_bytes(source, p, strcspn(p, "\""));
    } else if (starts(line, "  wire ")) {
        add_wire(d, line + strlen("  wire "), source->size ? source->data : "");
        text_clear(source);
    } else if (starts(line, "  cell ")) {
        const char *p = line + strlen("  cell ");
        text_clear(type);
        text_bytes(type, p, (size_t)(word_end(p) - p));
        text_clear(source);
    } else if (starts(line, "    connect "))
        read_port(d, type->size ? type->data : "", line + strlen("    connect "));
    else if (starts(line, "  connect "))
        read_connection(d, line + strlen("  connect "));
}

/* The beginning of the top's text: an attribute stands before it. */
static const char *find_top(const char *rtlil) {
    const char *top = rtlil;
    for (const char *p = rtlil; *p; p += strcspn(p, "\n"), p += *p == '\n')
        if (starts(p, "attribute \\top 1")) top = p;
    const char *module = strstr(top, "module ");
    return module ? module : "";
}

enum status design_check_drivers(struct verilog_design *design, const char *rtlil) {
    struct drivers d = {.design = design, .next = UINT64_C(1) << 48};
    struct text line = {0}, source = {0}, type = {0};
    for (const char *p = find_top(rtlil); *p && d.status == STATUS_OK; p += *p == '\n') {
        size_t length = strcspn(p, "\n");
        text_clear(&line);
        text_bytes(&line, p, length);
        if (line.size) read_line(&d, line.data, &source, &type);
        p += length;
        if (!strcmp(line.size ? line.data : "", "end")) break;
    }
    vec_each (struct wire, w, &d.wires) {
        mem_free(w->name);
        mem_free(w->source);
    }
    vec_free(&d.wires);
    hash_names_free(&d.by_name);
    vec_free(&d.drivers);
    vec_free(&d.left);
    vec_free(&d.right);
    text_fini(&line);
    text_fini(&source);
    text_fini(&type);
    return d.status;
}
