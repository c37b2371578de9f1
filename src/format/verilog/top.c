/* The outermost module. */
#include "format/verilog/design.h"

struct module {
    const struct verilog_token *name;
    bool used;
};
struct modules {
    VEC(struct module) list;
    struct hash_names names;
};

static bool begins_module(const struct verilog_token *t) {
    return verilog_is(t, "module") || verilog_is(t, "macromodule");
}

/* The name of the module that begins at `t`; NULL: there is none. */
static const struct verilog_token *name_of(const struct verilog_token *t, const struct verilog_token *end) {
    if (!begins_module(t)) return NULL;
    for (t++; t < end && (verilog_is(t, "automatic") || verilog_is(t, "static"));) t++;
    return t < end && t->kind == VERILOG_WORD ? t : NULL;
}

static void collect(struct modules *m, const verilog_tokens *tokens) {
    vec_each (const struct verilog_token, t, tokens) {
        const struct verilog_token *name = name_of(t, tokens->data + tokens->size);
        if (!name) continue;
        char *copy = verilog_copy(name);
        if (hash_names_get(&m->names, copy) == HASH_NONE) {
            hash_names_put(&m->names, copy, m->list.size);
            vec_push(&m->list, (struct module){.name = name});
        }
        mem_free(copy);
    }
}

/* A module's name within another module. It may be the name of something else there: then the module is not taken for
 * the top, and the user has to say. */
static void mark_used(struct modules *m, const verilog_tokens *tokens) {
    uint32_t own = HASH_NONE;
    vec_each (const struct verilog_token, t, tokens) {
        if (t->kind != VERILOG_WORD) continue;
        const struct verilog_token *name = name_of(t, tokens->data + tokens->size);
        char *copy = verilog_copy(name ? name : t);
        uint32_t at = hash_names_get(&m->names, copy);
        mem_free(copy);
        if (name)
            own = at;
        else if (at != HASH_NONE && at != own)
            m->list.data[at].used = true;
    }
}

static enum status choose(struct verilog_design *d, const struct modules *m) {
    struct position at = {.file = d->path};
    const char *asked = d->options->top;
    if (asked) {
        if (hash_names_get(&m->names, asked) == HASH_NONE)
            return messages_fail(d->messages, STATUS_USAGE, at, "there is no module '%s'", asked);
        d->top = mem_strdup(asked);
        return STATUS_OK;
    }
    struct text names = {0};
    uint32_t n = 0;
    const struct verilog_token *last = NULL;
    vec_each (const struct module, module, &m->list) {
        if (module->used) continue;
        last = module->name;
        text_format(&names, "%s%.*s", n++ ? ", " : "", (int)last->length, last->start);
    }
    enum status status = STATUS_OK;
    if (n == 1) d->top = verilog_copy(last);
    if (n > 1)
        status = messages_fail(d->messages, STATUS_USAGE, at, "--top says which of these is the top: %s",
                               names.data);
    if (!m->list.size) status = messages_fail(d->messages, STATUS_MALFORMED, at, "there is no module");
    text_fini(&names);
    return status;
}

enum status design_find_top(struct verilog_design *d) {
    struct modules m = {0};
    collect(&m, &d->source->tokens);
    mark_used(&m, &d->source->tokens);
    enum status status = choose(d, &m);
    vec_free(&m.list);
    hash_names_free(&m.names);
    return status;
}
