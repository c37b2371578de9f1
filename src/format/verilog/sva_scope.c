/* Named sequences and properties, clockings and defaults of a module. */
#include "format/verilog/sva.h"

static bool opens(const struct verilog_token *t) {
    return verilog_is(t, "(") || verilog_is(t, "[") || verilog_is(t, "{");
}

static bool closes(const struct verilog_token *t) {
    return verilog_is(t, ")") || verilog_is(t, "]") || verilog_is(t, "}");
}

const struct verilog_token *sva_past_bracket(const struct verilog_token *open,
                                             const struct verilog_token *end) {
    int depth = 0;
    for (; open < end; open++) {
        depth += opens(open) - closes(open);
        if (depth <= 0) return open + 1;
    }
    return end;
}

static const struct verilog_token *find(const struct verilog_token *at, const struct verilog_token *end,
                                        const char *word) {
    while (at < end && !verilog_is(at, word)) at++;
    return at;
}

static const struct verilog_token *past_name(const struct verilog_token *at,
                                             const struct verilog_token *end) {
    return at + 1 < end && verilog_is(at, ":") ? at + 2 : at;
}

/* Past the word that ends it, and its name. */
static const struct verilog_token *past_end(const struct verilog_token *at, const struct verilog_token *end,
                                            const char *word) {
    at = find(at, end, word);
    return at < end ? past_name(at + 1, end) : end;
}

const struct verilog_token *sva_declaration_end(const struct verilog_token *t,
                                                const struct verilog_token *end) {
    if (verilog_is(t, "sequence")) return past_end(t, end, "endsequence");
    if (verilog_is(t, "property")) return past_end(t, end, "endproperty");
    if (verilog_is(t, "clocking")) return past_end(t, end, "endclocking");
    bool before = verilog_is(t, "default") || verilog_is(t, "global");
    if (!before || t + 1 >= end) return t;
    if (verilog_is(t + 1, "disable")) {
        t = find(t, end, ";");
        return t < end ? t + 1 : end;
    }
    if (!verilog_is(t + 1, "clocking")) return t;
    /* `default clocking name;` says which one, other forms have a body */
    if (t + 3 < end && verilog_is(t + 3, ";") && !verilog_is(t + 2, "@")) return t + 4;
    return past_end(t, end, "endclocking");
}

/* The names of formal arguments: the last word of each before its default. */
static void read_formals(struct sva_definition *d, struct sva_slice s) {
    while (s.begin < s.end) {
        const struct verilog_token *stop = s.begin;
        while (stop < s.end && !verilog_is(stop, ",")) {
            if (verilog_is(stop, "=")) d->wrong = "an argument with a default value";
            if (verilog_is(stop, "local")) d->wrong = "a local variable as argument";
            stop = opens(stop) ? sva_past_bracket(stop, s.end) : stop + 1;
        }
        const struct verilog_token *name = stop - 1;
        if (d->wrong) break;
        if (stop == s.begin || name->kind != VERILOG_WORD)
            d->wrong = "an argument without a name";
        else
            vec_push(&d->formals, (struct sva_slice){name, stop});
        s.begin = stop < s.end ? stop + 1 : stop;
    }
}

static void define(struct sva_scope *scope, const struct verilog_token *t, const struct verilog_token *end) {
    struct sva_definition d = {.property = verilog_is(t, "property")};
    const char *last = d.property ? "endproperty" : "endsequence";
    const struct verilog_token *name = t + 1, *stop = find(t, end, last), *at = t + 2;
    if (name >= stop || name->kind != VERILOG_WORD) return;
    if (at < stop && verilog_is(at, "(")) {
        const struct verilog_token *past = sva_past_bracket(at, stop);
        read_formals(&d, (struct sva_slice){at + 1, past - 1});
        at = past;
    }
    at = find(at, stop, ";");
    const struct verilog_token *body = at < stop ? at + 1 : stop, *body_end = stop;
    while (body_end > body && verilog_is(body_end - 1, ";")) body_end--;
    if (find(body, body_end, ";") < body_end) d.wrong = "local variables";
    if (body == body_end) d.wrong = "an empty body";
    d.body = (struct sva_slice){body, body_end};
    char *copy = verilog_copy(name);
    uint32_t other = hash_names_get(&scope->names, copy);
    if (other != HASH_NONE) scope->definitions.data[other].twice = d.twice = true;
    vec_push(&scope->definitions, d);
    hash_names_put(&scope->names, copy, scope->definitions.size - 1);
    mem_free(copy);
}

/* clocking [name] @(event) ...; */
static void define_clocking(struct sva_scope *scope, const struct verilog_token *t,
                            const struct verilog_token *end, bool is_default) {
    const struct verilog_token *name = t + 1 < end && t[1].kind == VERILOG_WORD ? t + 1 : NULL;
    const struct verilog_token *at = name ? name + 1 : t + 1;
    if (at >= end || !verilog_is(at, "@")) return;
    const struct verilog_token *open = at + 1;
    struct sva_slice event = {open,
                              open < end && verilog_is(open, "(") ? sva_past_bracket(open, end) : open + 1};
    if (event.end > end) return;
    vec_push(&scope->clocks, event);
    if (is_default) scope->clock = event;
    if (!name) return;
    char *copy = verilog_copy(name);
    hash_names_put(&scope->clockings, copy, scope->clocks.size - 1);
    mem_free(copy);
}

static void read_default(struct sva_scope *scope, const struct verilog_token *t,
                         const struct verilog_token *end) {
    if (verilog_is(t + 1, "clocking")) {
        if (sva_declaration_end(t, end) == t + 4) /* by name, which may come later */
            scope->clock = (struct sva_slice){t + 2, t + 3};
        else
            define_clocking(scope, t + 1, end, true);
    } else if (t + 3 < end && verilog_is(t + 1, "disable") && verilog_is(t + 2, "iff")) {
        scope->disable = (struct sva_slice){t + 3, find(t, end, ";")};
    }
}

void sva_scope_read(struct sva_scope *scope, struct sva_slice module) {
    *scope = (struct sva_scope){0};
    for (const struct verilog_token *t = module.begin; t < module.end;) {
        const struct verilog_token *past = sva_declaration_end(t, module.end);
        /* `assert property (`, and what else does not declare */
        bool asserts = verilog_is(t, "property") && t > module.begin &&
                       (verilog_is(t - 1, "assert") || verilog_is(t - 1, "assume") ||
                        verilog_is(t - 1, "cover") || verilog_is(t - 1, "restrict"));
        asserts |= verilog_is(t, "sequence") && t > module.begin && verilog_is(t - 1, "cover");
        if (past == t || asserts) {
            t++;
            continue;
        }
        if (verilog_is(t, "default"))
            read_default(scope, t, past);
        else if (verilog_is(t, "clocking"))
            define_clocking(scope, t, past, false);
        else if (!verilog_is(t, "global"))
            define(scope, t, past);
        t = past;
    }
}

void sva_scope_fini(struct sva_scope *scope) {
    vec_each (struct sva_definition, d, &scope->definitions) vec_free(&d->formals);
    vec_free(&scope->definitions);
    vec_free(&scope->clocks);
    hash_names_free(&scope->names);
    hash_names_free(&scope->clockings);
}
