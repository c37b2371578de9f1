#include "format/verilog/netlist.h"

#include "format/verilog/json.h"

struct reader {
    struct netlist *out;
    struct hash_map clocks; /* net -> position */
};

static const char *string_or(const json_t *value, const char *otherwise) {
    const char *text = value ? json.string_value(value) : NULL;
    return text ? text : otherwise;
}

static const char *attribute(const json_t *object, const char *name) {
    return string_or(json.object_get(json.object_get(object, "attributes"), name), "");
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
    if (!bit || json_typeof(bit) != JSON_INTEGER) {
        const char *constant =
            string_or(bit, ""); /* 0 or 1 never has an edge, and the register keeps its value */
        r->out->undefined_clock |= strcmp(constant, "0") && strcmp(constant, "1");
        return;
    }
    uint64_t net = (uint64_t)json.integer_value(bit);
    uint32_t at = hash_map_get(&r->clocks, net);
    if (at == HASH_NONE) {
        at = r->out->clocks.size;
        hash_map_put(&r->clocks, net, at);
        vec_push(&r->out->clocks, (struct netlist_clock){.bit = net});
    }
    *(rising ? &r->out->clocks.data[at].rising : &r->out->clocks.data[at].falling) = true;
}

/* Bit i of a parameter, which is written with the highest bit first. */
static bool parameter_bit(const json_t *cell, const char *name, size_t i) {
    const char *text = string_or(json.object_get(json.object_get(cell, "parameters"), name), "");
    size_t n = strlen(text);
    return i < n && text[n - 1 - i] == '1';
}

static const json_t *connection(const json_t *cell, const char *port) {
    return json.object_get(json.object_get(cell, "connections"), port);
}

static void read_ports_of_memory(struct reader *r, const json_t *cell, const char *clock, const char *enable,
                                 const char *polarity) {
    const json_t *bits = connection(cell, clock);
    for (size_t i = 0; i < json.array_size(bits); i++)
        if (parameter_bit(cell, enable, i))
            add_clock(r, json.array_get(bits, i), parameter_bit(cell, polarity, i));
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
    if (json.array_size(bits) && *type == '$')
        add_clock(r, json.array_get(bits, 0), parameter_bit(cell, "CLK_POLARITY", 0));
}

static bool is_clock_port(const char *type, const char *port) {
    return !strcmp(port, "CLK") || (is_memory(type) && (!strcmp(port, "RD_CLK") || !strcmp(port, "WR_CLK")));
}

static void note_data(struct reader *r, const json_t *cell, const char *type) {
    const json_t *connections = json.object_get(cell, "connections"),
                 *directions = json.object_get(cell, "port_directions");
    const char *port;
    const json_t *bits;
    for (json_each((json_t *)connections, port, bits)) {
        if (is_clock_port(type, port) || !strcmp(string_or(json.object_get(directions, port), ""), "output"))
            continue;
        for (size_t i = 0; i < json.array_size(bits); i++) {
            const json_t *bit = json.array_get(bits, i);
            if (json_typeof(bit) != JSON_INTEGER) continue;
            uint32_t at = hash_map_get(&r->clocks, (uint64_t)json.integer_value(bit));
            if (at != HASH_NONE) r->out->clocks.data[at].is_data = true;
        }
    }
}

/* A net that nothing drives is as free as an input. */
static void note_drivers(struct reader *r, const json_t *cell) {
    const json_t *connections = json.object_get(cell, "connections"),
                 *directions = json.object_get(cell, "port_directions");
    const char *port;
    const json_t *bits;
    for (json_each((json_t *)connections, port, bits)) {
        const char *direction = string_or(json.object_get(directions, port), "");
        if (strcmp(direction, "output") != 0 && strcmp(direction, "inout") != 0) continue;
        for (size_t i = 0; i < json.array_size(bits); i++) {
            const json_t *bit = json.array_get(bits, i);
            if (json_typeof(bit) != JSON_INTEGER) continue;
            uint32_t at = hash_map_get(&r->clocks, (uint64_t)json.integer_value(bit));
            if (at != HASH_NONE) r->out->clocks.data[at].is_driven = true;
        }
    }
}

static void note_inputs(struct reader *r, const json_t *ports) {
    const char *name;
    const json_t *port;
    for (json_each((json_t *)ports, name, port)) {
        if (strcmp(string_or(json.object_get(port, "direction"), ""), "input") != 0) continue;
        const json_t *bits = json.object_get(port, "bits");
        for (size_t i = 0; i < json.array_size(bits); i++) {
            const json_t *bit = json.array_get(bits, i);
            if (json_typeof(bit) != JSON_INTEGER) continue;
            uint32_t at = hash_map_get(&r->clocks, (uint64_t)json.integer_value(bit));
            if (at == HASH_NONE) continue;
            r->out->clocks.data[at].is_input = true;
            mem_free(r->out->clocks.data[at].name);
            r->out->clocks.data[at].name = mem_strdup(name);
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
    for (json_each((json_t *)json.object_get(net, "attributes"), key, value)) {
        if (strncmp(key, prefix, strlen(prefix)) != 0) continue;
        const char *digits = key + strlen(prefix), *name = without_backslash(string_or(value, ""));
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
    out->plain = !of_type && !json.object_get(net, "signed") && !json.object_get(net, "offset") &&
                 !json.object_get(net, "upto");
}

static void read_net(struct reader *r, const char *name, const json_t *net) {
    if (json.integer_value(json.object_get(net, "hide_name"))) return;
    hash_names_put(&r->out->nets_by_name, name, r->out->nets.size);
    vec_push(&r->out->nets,
             (struct netlist_net){.name = mem_strdup(name), .source = mem_strdup(attribute(net, "src"))});
    read_names(&vec_last(&r->out->nets), net);
    const json_t *bits = json.object_get(net, "bits"), *bit = json.array_get(bits, 0);
    if (json.array_size(bits) != 1 || json_typeof(bit) != JSON_INTEGER) return;
    uint32_t at = hash_map_get(&r->clocks, (uint64_t)json.integer_value(bit));
    if (at == HASH_NONE || r->out->clocks.data[at].is_input) return;
    char **known = &r->out->clocks.data[at].name;
    if (*known && strlen(*known) <= strlen(name)) return; /* the shortest one is the outermost */
    mem_free(*known);
    *known = mem_strdup(name);
}

static void read_module(struct reader *r, const json_t *module) {
    const json_t *cells = json.object_get(module, "cells"), *nets = json.object_get(module, "netnames"),
                 *value;
    const char *name;
    for (json_each((json_t *)cells, name, value)) {
        const char *type = string_or(json.object_get(value, "type"), "");
        read_formal(r, name, value, type);
        read_clock(r, value, type);
    }
    for (json_each((json_t *)cells, name, value))
        note_data(r, value, string_or(json.object_get(value, "type"), ""));
    for (json_each((json_t *)cells, name, value)) note_drivers(r, value);
    note_inputs(r, json.object_get(module, "ports"));
    for (json_each((json_t *)nets, name, value)) read_net(r, name, value);
    vec_each (struct netlist_clock, clock, &r->out->clocks)
        if (!clock->name) clock->name = mem_strdup("");
}

/* The design is flat: its top is the one that says so. */
static bool read_design(struct reader *r, const json_t *root) {
    const char *name;
    const json_t *module;
    for (json_each((json_t *)json.object_get(root, "modules"), name, module)) {
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
    struct position at = {.file = file};
    struct text why = {0};
    enum status status = STATUS_OK;
    if (!json_open(&why)) {
        status = messages_fail(messages, STATUS_IO, at, "Verilog is not read: %s", why.data ? why.data : "");
        text_fini(&why);
        return status;
    }
    json_error_t error;
    json_t *root = json.loadb(bytes, size, 0, &error);
    struct reader r = {.out = out};
    if (!root || !read_design(&r, root))
        status = messages_fail(messages, STATUS_MALFORMED, at,
                               "what Yosys says of the design is not understood%s%s", root ? "" : ": ",
                               root ? "" : error.text);
    if (root) json.delete(root);
    hash_map_free(&r.clocks);
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
