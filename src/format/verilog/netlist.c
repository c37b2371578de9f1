#include "format/verilog/netlist.h"

#include "base/json.h"

struct reader {
    struct netlist *out;
    struct hash_map clocks; /* net -> position */
};

static const char *text_of(const json_t *value) {
    const char *text = json_text(value);
    return text ? text : "";
}

static const char *attribute(const json_t *object, const char *name) {
    return text_of(json_member(json_member(object, "attributes"), name));
}

/* ---- properties ---- */

static void read_formal(struct reader *r, const char *name, const json_t *cell, const char *type) {
    static const struct {
        const char *type;
        enum netlist_kind kind;
    } kinds[] = {{"$assert", NETLIST_ASSERT},
                 {"$cover", NETLIST_COVER},
                 {"$assume", NETLIST_ASSUME},
                 {"$live", NETLIST_LIVE},
                 {"$fair", NETLIST_FAIR}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(type, kinds[i].type))
            vec_push(&r->out->formals, (struct netlist_formal){kinds[i].kind, mem_strdup(name),
                                                               mem_strdup(attribute(cell, "src"))});
}

/* ---- clocks ---- */

static void add_clock(struct reader *r, const json_t *bit, bool rising) {
    uint64_t net;
    if (!json_natural(bit, UINT64_MAX, &net)) {
        const char *constant = text_of(bit); /* 0 or 1 never has an edge, and the register keeps its value */
        r->out->undefined_clock |= strcmp(constant, "0") && strcmp(constant, "1");
        return;
    }
    uint32_t at = hash_map_get(&r->clocks, net);
    if (at == HASH_NONE) {
        at = r->out->clocks.size;
        hash_map_put(&r->clocks, net, at);
        vec_push(&r->out->clocks, (struct netlist_clock){.bit = net});
    }
    *(rising ? &r->out->clocks.data[at].rising : &r->out->clocks.data[at].falling) = true;
}

/* The clock that a bit of a connection is; NULL: it is none. */
static struct netlist_clock *clock_of(const struct reader *r, const json_t *bits, size_t i) {
    uint64_t net;
    uint32_t at =
        json_natural(json_element(bits, i), UINT64_MAX, &net) ? hash_map_get(&r->clocks, net) : HASH_NONE;
    return at == HASH_NONE ? NULL : &r->out->clocks.data[at];
}

/* Bit i of a parameter, which is written with the highest bit first. */
static bool parameter_bit(const json_t *cell, const char *name, size_t i) {
    const char *text = text_of(json_member(json_member(cell, "parameters"), name));
    size_t n = strlen(text);
    return i < n && text[n - 1 - i] == '1';
}

static const json_t *connection(const json_t *cell, const char *port) {
    return json_member(json_member(cell, "connections"), port);
}

static void read_ports_of_memory(struct reader *r, const json_t *cell, const char *clock, const char *enable,
                                 const char *polarity) {
    const json_t *bits = connection(cell, clock);
    for (size_t i = 0; i < json_count(bits); i++)
        if (parameter_bit(cell, enable, i))
            add_clock(r, json_element(bits, i), parameter_bit(cell, polarity, i));
}

static bool is_memory(const char *type) {
    return !strncmp(type, "$mem", 4);
}

static void read_clock(struct reader *r, const json_t *cell, const char *type) {
    if (is_memory(type)) {
        read_ports_of_memory(r, cell, "RD_CLK", "RD_CLK_ENABLE", "RD_CLK_POLARITY");
        read_ports_of_memory(r, cell, "WR_CLK", "WR_CLK_ENABLE", "WR_CLK_POLARITY");
        return;
    }
    const json_t *bits = connection(cell, "CLK");
    if (json_count(bits) && *type == '$')
        add_clock(r, json_element(bits, 0), parameter_bit(cell, "CLK_POLARITY", 0));
}

static bool is_clock_port(const char *type, const char *port) {
    return !strcmp(port, "CLK") || (is_memory(type) && (!strcmp(port, "RD_CLK") || !strcmp(port, "WR_CLK")));
}

static void note_data(struct reader *r, const json_t *cell, const char *type) {
    const json_t *connections = json_member(cell, "connections"),
                 *directions = json_member(cell, "port_directions");
    const char *port;
    const json_t *bits;
    for (json_each(connections, port, bits)) {
        if (is_clock_port(type, port) || !strcmp(text_of(json_member(directions, port)), "output")) continue;
        for (size_t i = 0; i < json_count(bits); i++) {
            struct netlist_clock *clock = clock_of(r, bits, i);
            if (clock) clock->is_data = true;
        }
    }
}

/* A net that nothing drives is as free as an input. */
static void note_drivers(struct reader *r, const json_t *cell) {
    const json_t *connections = json_member(cell, "connections"),
                 *directions = json_member(cell, "port_directions");
    const char *port;
    const json_t *bits;
    for (json_each(connections, port, bits)) {
        const char *direction = text_of(json_member(directions, port));
        if (strcmp(direction, "output") != 0 && strcmp(direction, "inout") != 0) continue;
        for (size_t i = 0; i < json_count(bits); i++) {
            struct netlist_clock *clock = clock_of(r, bits, i);
            if (clock) clock->is_driven = true;
        }
    }
}

static void note_inputs(struct reader *r, const json_t *ports) {
    const char *name;
    const json_t *port;
    for (json_each(ports, name, port)) {
        if (strcmp(text_of(json_member(port, "direction")), "input") != 0) continue;
        const json_t *bits = json_member(port, "bits");
        for (size_t i = 0; i < json_count(bits); i++) {
            struct netlist_clock *clock = clock_of(r, bits, i);
            if (!clock) continue;
            clock->is_input = true;
            mem_free(clock->name);
            clock->name = mem_strdup(name);
        }
    }
}

/* ---- nets ---- */

static const char *without_backslash(const char *name) {
    return name + (*name == '\\');
}

/* enum_value_010 = \\RUN: attributes of a net, whose type is an enumeration. */
static void read_values(struct netlist_net *out, const json_t *net) {
    static const char prefix[] = "enum_value_";
    const char *key;
    const json_t *value;
    for (json_each(json_member(net, "attributes"), key, value)) {
        if (strncmp(key, prefix, strlen(prefix)) != 0) continue;
        const char *digits = key + strlen(prefix), *name = without_backslash(text_of(value));
        if (*name && *digits && !digits[strspn(digits, "01")])
            vec_push(&out->values, (struct netlist_value){mem_strdup(digits), mem_strdup(name)});
    }
}

/* Whether cutting the name at dots is wrong: blocks of `generate` are one component with their instances there, escaped
 * identifiers may contain anything. */
static bool needs_path(const char *path) {
    static const char regular[] = " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.[]";
    return path[strspn(path, regular)];
}

static void read_names(struct netlist_net *out, const json_t *net) {
    const char *path = attribute(net, "hdlname");
    if (needs_path(path)) {
        out->path = mem_strdup(path);
        for (char *c = out->path; *c; c++)
            if (*c == ' ') *c = '\n';
    }
    read_values(out, net);
    bool of_type = *attribute(net, "wiretype") && !out->values.size; /* a structure has fields */
    out->plain =
        !of_type && !json_member(net, "signed") && !json_member(net, "offset") && !json_member(net, "upto");
}

static void read_net(struct reader *r, const char *name, const json_t *net) {
    uint64_t hidden;
    if (json_natural(json_member(net, "hide_name"), UINT64_MAX, &hidden) && hidden) return;
    hash_names_put(&r->out->nets_by_name, name, r->out->nets.size);
    vec_push(&r->out->nets,
             (struct netlist_net){.name = mem_strdup(name), .source = mem_strdup(attribute(net, "src"))});
    read_names(&vec_last(&r->out->nets), net);
    const json_t *bits = json_member(net, "bits");
    struct netlist_clock *clock = json_count(bits) == 1 ? clock_of(r, bits, 0) : NULL;
    if (!clock || clock->is_input) return;
    if (clock->name && strlen(clock->name) <= strlen(name)) return; /* the shortest one is the outermost */
    mem_free(clock->name);
    clock->name = mem_strdup(name);
}

static void read_module(struct reader *r, const json_t *module) {
    const json_t *cells = json_member(module, "cells"), *nets = json_member(module, "netnames"), *value;
    const char *name;
    for (json_each(cells, name, value)) {
        const char *type = text_of(json_member(value, "type"));
        read_formal(r, name, value, type);
        read_clock(r, value, type);
    }
    for (json_each(cells, name, value)) note_data(r, value, text_of(json_member(value, "type")));
    for (json_each(cells, name, value)) note_drivers(r, value);
    note_inputs(r, json_member(module, "ports"));
    for (json_each(nets, name, value)) read_net(r, name, value);
    vec_each (struct netlist_clock, clock, &r->out->clocks)
        if (!clock->name) clock->name = mem_strdup("");
}

/* The design is flat: its top is the one that says so. */
static bool read_design(struct reader *r, const json_t *root) {
    const char *name;
    const json_t *module;
    for (json_each(json_member(root, "modules"), name, module)) {
        if (!strchr(attribute(module, "top"), '1')) continue;
        r->out->top = mem_strdup(name);
        read_module(r, module);
        return true;
    }
    return false;
}

enum status netlist_read(struct netlist *out, const char *bytes, size_t size, const char *file,
                         struct messages *messages) {
    *out = (struct netlist){0};
    char *name = mem_format("%s, as Yosys tells of it", file);
    json_t *root;
    enum status status = json_read(&root, bytes, size, name, messages);
    struct reader r = {.out = out};
    if (status == STATUS_OK && !read_design(&r, root))
        status = messages_fail(messages, STATUS_MALFORMED, (struct position){.file = name},
                               "no module is the outermost one");
    json_free(root);
    hash_map_free(&r.clocks);
    mem_free(name);
    return status;
}

void netlist_net_fini(struct netlist_net *net) {
    mem_free(net->name);
    mem_free(net->source);
    mem_free(net->path);
    vec_each (struct netlist_value, v, &net->values) {
        mem_free(v->digits);
        mem_free(v->name);
    }
    vec_free(&net->values);
}

void netlist_fini(struct netlist *n) {
    mem_free(n->top);
    vec_each (struct netlist_formal, f, &n->formals) {
        mem_free(f->name);
        mem_free(f->source);
    }
    vec_each (struct netlist_clock, c, &n->clocks) mem_free(c->name);
    vec_each (struct netlist_net, net, &n->nets) netlist_net_fini(net);
    vec_free(&n->formals);
    vec_free(&n->clocks);
    vec_free(&n->nets);
    hash_names_free(&n->nets_by_name);
}
