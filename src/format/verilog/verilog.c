#include "format/verilog/verilog.h"

#include "format/btor2/btor2.h"
#include "format/verilog/design.h"
#include "format/verilog/preprocess.h"

#include <ctype.h>

void verilog_compiled_fini(struct verilog_compiled *c) {
    text_fini(&c->btor2);
    vec_each (struct verilog_property, p, &c->properties) {
        mem_free(p->name);
        mem_free(p->refused);
    }
    vec_free(&c->properties);
    vec_each (struct netlist_net, n, &c->nets) netlist_net_fini(n);
    vec_free(&c->nets);
    vec_each (char *, file, &c->read) mem_free(*file);
    vec_free(&c->read);
    mem_free(c->top);
    mem_free(c->clock);
    *c = (struct verilog_compiled){0};
}

/* ---- settings: nothing else gets into a command ---- */

static size_t name_length(const char *p) {
    size_t n = 0;
    if (verilog_is_letter(*p))
        while (isalnum((unsigned char)p[n]) || p[n] == '_') n++;
    return n;
}

bool verilog_is_name(const char *name) {
    return *name && !name[name_length(name)];
}

bool verilog_is_parameter(const char *text) {
    size_t n = name_length(text);
    const char *value = text + n + 1;
    if (!n || text[n] != '=' || !*value) return false;
    size_t digits = strspn(value, "0123456789");
    if (!digits || !value[digits]) return digits > 0;
    if (value[digits] != '\'' || !strchr("bodhBODH", value[digits + 1]) || !value[digits + 1]) return false;
    value += digits + 2;
    return *value && !value[strspn(value, "0123456789abcdefABCDEFxXzZ_")];
}

/* ---- compiling ---- */

static enum status compile_source(struct verilog_compiled *out, struct verilog_source *source,
                                  const struct verilog_options *options, const char *path,
                                  struct limits *limits, struct messages *messages) {
    struct verilog_rewriting rewriting = {.source = source};
    enum status status = verilog_rewrite(&rewriting, messages);
    struct verilog_design design = {.options = options,
                                    .source = source,
                                    .rewriting = &rewriting,
                                    .path = path,
                                    .limits = limits,
                                    .messages = messages};
    if (status == STATUS_OK) status = design_find_top(&design);
    if (status == STATUS_OK) status = design_compile(&design);
    if (status == STATUS_OK) status = design_dress(&design, out);
    design_fini_compilation(&design);
    verilog_rewriting_fini(&rewriting);
    return status;
}

static enum status compile(struct verilog_compiled *out, const struct verilog_options *options,
                           const char *bytes, size_t size, const char *path, struct limits *limits,
                           struct messages *messages) {
    const struct verilog_input input = {.path = path,
                                        .bytes = bytes,
                                        .size = size,
                                        .more = options->more,
                                        .n_more = options->n_more,
                                        .includes = options->includes,
                                        .n_includes = options->n_includes,
                                        .defines = options->defines,
                                        .n_defines = options->n_defines};
    struct verilog_source source;
    verilog_source_init(&source, messages);
    enum status status = verilog_preprocess(&source, &input);
    if (status == STATUS_OK) status = compile_source(out, &source, options, path, limits, messages);
    vec_each (struct verilog_file *const, file, &source.files)
        vec_push(&out->read, mem_strdup((*file)->path));
    verilog_source_fini(&source);
    if (status != STATUS_OK) verilog_compiled_fini(out);
    return status;
}

/* ---- the system ---- */

static void add_unsupported(struct system *s, const char *name, const char *what) {
    vec_push(&s->unsupported,
             (struct system_unsupported){.name = mem_strdup(name), .what = mem_strdup(what)});
}

static void name_values(struct design *design, struct design_name *name, const struct netlist_net *net) {
    design_values values = {0};
    vec_each (const struct netlist_value, v, &net->values)
        vec_push(&values, (struct design_value){mem_strdup(v->digits), mem_strdup(v->name)});
    vec_push(&design->enumerations, values);
    name->values = design->enumerations.size;
}

/* Of what was rewritten: Yosys has its place in a file of ours. */
static bool is_invented(const struct netlist_net *net) {
    const char *last = strrchr(net->source, '|');
    return (last ? last + 1 : net->source)[0] == 'r';
}

/* Instances have the clock by names of their own. */
static void mark_clocks(struct system *s, bool rising, term clock) {
    vec_each (struct design_name, name, &s->design.names) {
        term t = name->value;
        while (!term_is_none(t) && term_is(s->terms, t, TERM_BV_ZERO_EXTEND) &&
               !term_parameter(s->terms, t, 0))
            t = term_arg(s->terms, t, 0);
        if (term_same(t, clock)) name->edge = rising ? DESIGN_RISING : DESIGN_FALLING;
    }
}

/* What the netlist knows of the names in the BTOR2. */
static void take_names(struct system *s, const struct verilog_compiled *c) {
    struct hash_names nets = {0};
    term clock = TERM_NONE;
    for (uint32_t i = 0; i < c->nets.size; i++) hash_names_put(&nets, c->nets.data[i].name, i);
    vec_each (struct design_name, name, &s->design.names) {
        name->invented = !strncmp(name->name, VERILOG_OURS, strlen(VERILOG_OURS));
        uint32_t at = term_is_none(name->value) ? HASH_NONE : hash_names_get(&nets, name->name);
        if (at == HASH_NONE) continue;
        const struct netlist_net *net = &c->nets.data[at];
        name->path = net->path ? mem_strdup(net->path) : NULL;
        name->plain = net->plain;
        name->invented |= is_invented(net);
        if (net->values.size) name_values(&s->design, name, net);
        if (c->clock && !strcmp(name->name, c->clock)) clock = name->value;
    }
    if (!term_is_none(clock)) mark_clocks(s, c->rising, clock);
    s->design.top = c->top ? mem_strdup(c->top) : NULL;
    vec_each (struct system_state, state, &s->states)
        state->node = 0; /* the lines are in no file of the user's */
    vec_each (struct system_input, input, &s->inputs) input->node = 0;
    hash_names_free(&nets);
}

/* Properties that cannot be decided leave the system; what they are called is kept. */
static void take_facts(struct system *s, const struct verilog_compiled *c) {
    uint32_t kept = 0;
    assert(s->properties.size <= c->properties.size);
    for (uint32_t i = 0; i < s->properties.size; i++) {
        struct system_property property = s->properties.data[i];
        const struct verilog_property *fact = &c->properties.data[i];
        property.cover = fact->cover;
        if (fact->refused) {
            add_unsupported(s, property.name, fact->refused);
            mem_free(property.name);
        } else {
            s->properties.data[kept++] = property;
        }
    }
    for (uint32_t i = s->properties.size; i < c->properties.size; i++)
        add_unsupported(s, c->properties.data[i].name, c->properties.data[i].refused);
    vec_shrink(&s->properties, kept);
}

enum status verilog_read(struct system **out, enum terms_mode mode, struct verilog_compiled *compiled,
                         const struct verilog_options *options, const char *bytes, size_t size,
                         const char *path, struct limits *limits, struct messages *messages) {
    enum status status = STATUS_OK;
    *out = NULL;
    if (!compiled->btor2.size) status = compile(compiled, options, bytes, size, path, limits, messages);
    if (status == STATUS_OK)
        status = btor2_read(out, mode, compiled->btor2.data, compiled->btor2.size, path, messages);
    if (status == STATUS_OK) take_names(*out, compiled);
    if (status == STATUS_OK) take_facts(*out, compiled);
    return status;
}
