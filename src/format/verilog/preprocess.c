#include "format/verilog/preprocess.h"

#include "format/verilog/macros.h"

#include <ctype.h>
#include <unistd.h>

enum { DEEPEST = 200, MOST_TOKENS = 1 << 26 };
#define MOST_BYTES ((size_t)1 << 26) /* that macros stand for, in all */

/* A part of `ifdef: its text counts, or a later one may, or none of the rest does. */
enum branch { TAKEN, WAITING, OVER };

struct conditional {
    struct verilog_token at;
    enum branch branch;
    bool outer; /* whether text counts outside */
};

struct preprocessor {
    struct verilog_source *source;
    const struct verilog_input *input;
    struct verilog_macros macros;
    VEC(struct verilog_cursor) cursors; /* the innermost last */
    VEC(struct conditional) conditionals;
    size_t expanded;
    enum status status;
};

static bool fail(struct preprocessor *p, enum status status, const struct verilog_token *at, const char *what,
                 const char *name) {
    p->status = messages_fail(p->source->messages, status, verilog_position(p->source, at), what, name);
    return false;
}

static bool active(const struct preprocessor *p) {
    return !p->conditionals.size ||
           (vec_last(&p->conditionals).outer && vec_last(&p->conditionals).branch == TAKEN);
}

/* ---- files ---- */

static bool push(struct preprocessor *p, const struct verilog_token *at, struct verilog_cursor cursor) {
    if (p->cursors.size >= DEEPEST)
        return fail(p, STATUS_MALFORMED, at, "files or macros are nested too deeply%s", "");
    vec_push(&p->cursors, cursor);
    return true;
}

static struct verilog_file *add_file(struct verilog_source *s, const char *path) {
    struct verilog_file *file = mem_new(struct verilog_file);
    file->path = mem_strdup(path);
    file->name = mem_strdup(text_file_name(path));
    vec_push(&s->files, file);
    return file;
}

static bool push_file(struct preprocessor *p, const struct verilog_token *at,
                      const struct verilog_file *file) {
    const char *start = file->text.data ? file->text.data : "";
    size_t size = file->text.size;
    if (size >= 3 && !memcmp(start, "\xef\xbb\xbf", 3)) start += 3, size -= 3;
    return push(p, at,
                (struct verilog_cursor){.start = start,
                                        .at = start,
                                        .end = start + size,
                                        .file = p->source->files.size - 1,
                                        .line = 1,
                                        .column = 1});
}

static bool open_file(struct preprocessor *p, const struct verilog_token *at, const char *path) {
    struct verilog_file *file = add_file(p->source, path);
    enum status status = text_read_file(&file->text, path, p->source->messages);
    if (status != STATUS_OK) p->status = status;
    return status == STATUS_OK && push_file(p, at, file);
}

static char *beside(const char *file, const char *name) {
    const char *slash = strrchr(file, '/');
    return slash ? mem_format("%.*s/%s", (int)(slash - file), file, name) : mem_strdup(name);
}

static char *find_file(const struct preprocessor *p, const char *name, uint32_t from) {
    char *path = mem_strdup(name);
    if (!access(path, F_OK) || *name == '/') return path;
    mem_free(path);
    path = beside(p->source->files.data[from]->path, name);
    for (uint32_t i = 0; access(path, F_OK) && i < p->input->n_includes; i++) {
        mem_free(path);
        path = mem_format("%s/%s", p->input->includes[i], name);
    }
    return path;
}

static bool include(struct preprocessor *p, const struct verilog_token *at) {
    struct verilog_cursor *c = &vec_last(&p->cursors);
    char *rest = verilog_rest_of_line(c);
    char *start = rest;
    while (isspace((unsigned char)*start)) start++;
    char *macro = NULL;
    if (*start == '`') { /* a macro that has the name */
        char *name = mem_format("%.*s", (int)strcspn(start + 1, " \t\r"), start + 1);
        const struct verilog_macro *found = verilog_macros_find(&p->macros, name);
        mem_free(name);
        if (found) start = macro = mem_strdup(found->body);
    }
    char *end = *start == '"' ? strchr(start + 1, '"') : *start == '<' ? strchr(start + 1, '>') : NULL;
    bool good = end != NULL;
    if (!good) {
        fail(p, STATUS_MALFORMED, at, "`include takes the name of a file between quotes%s", "");
    } else {
        *end = 0;
        char *path = find_file(p, start + 1, at->file);
        good = !access(path, F_OK) ||
               fail(p, STATUS_IO, at, "the included file '%s' is not there (-I DIR says where)", start + 1);
        good = good && open_file(p, at, path);
        mem_free(path);
    }
    mem_free(macro);
    mem_free(rest);
    return good;
}

/* ---- conditionals ---- */

static bool read_name(struct preprocessor *p, const struct verilog_token *at, struct verilog_token *name) {
    if (!verilog_next(p->source, &vec_last(&p->cursors), name)) return p->status = STATUS_MALFORMED, false;
    if (name->kind == VERILOG_WORD) return true;
    char *directive = verilog_copy(at);
    fail(p, STATUS_MALFORMED, at, "%s takes a name", directive);
    mem_free(directive);
    return false;
}

static bool holds(struct preprocessor *p, const struct verilog_token *name, bool wanted) {
    char *copy = verilog_copy(name);
    bool defined = verilog_macros_find(&p->macros, copy) != NULL;
    mem_free(copy);
    return defined == wanted;
}

static bool begin_conditional(struct preprocessor *p, const struct verilog_token *t, bool wanted) {
    struct verilog_token name;
    if (!read_name(p, t, &name)) return false;
    enum branch branch = holds(p, &name, wanted) ? TAKEN : WAITING;
    struct conditional new = {*t, branch, active(p)};
    vec_push(&p->conditionals, new);
    return true;
}

static bool go_on_conditional(struct preprocessor *p, const struct verilog_token *t, bool otherwise) {
    struct verilog_token name = {0};
    if (!p->conditionals.size) return fail(p, STATUS_MALFORMED, t, "there is no `ifdef before this%s", "");
    if (!otherwise && !read_name(p, t, &name)) return false;
    struct conditional *c = &vec_last(&p->conditionals);
    bool next = c->branch == WAITING && (otherwise || holds(p, &name, true));
    c->branch = next ? TAKEN : c->branch == WAITING ? WAITING : OVER;
    return true;
}

/* False with status STATUS_OK: it is none of these. */
static bool conditional(struct preprocessor *p, const struct verilog_token *t, bool *done) {
    *done = true;
    if (verilog_is(t, "`ifdef")) return begin_conditional(p, t, true);
    if (verilog_is(t, "`ifndef")) return begin_conditional(p, t, false);
    if (verilog_is(t, "`elsif")) return go_on_conditional(p, t, false);
    if (verilog_is(t, "`else")) return go_on_conditional(p, t, true);
    if (verilog_is(t, "`endif")) {
        if (!p->conditionals.size)
            return fail(p, STATUS_MALFORMED, t, "there is no `ifdef before this%s", "");
        p->conditionals.size--;
        return true;
    }
    *done = false;
    return true;
}

/* ---- macros ---- */

static bool push_text(struct preprocessor *p, const struct verilog_token *at, const char *text) {
    size_t size = strlen(text);
    p->expanded += size + 1;
    if (p->expanded > MOST_BYTES)
        return fail(p, STATUS_MALFORMED, at, "macros stand for too much text%s", "");
    char *copy = arena_strndup(&p->source->arena, text, size);
    return push(p, at,
                (struct verilog_cursor){.start = copy,
                                        .at = copy,
                                        .end = copy + size,
                                        .file = at->file,
                                        .line = at->line,
                                        .column = at->column,
                                        .frozen = true});
}

static bool use_macro(struct preprocessor *p, const struct verilog_token *t) {
    char *name = mem_format("%.*s", (int)t->length - 1, t->start + 1);
    const struct verilog_macro *macro = verilog_macros_find(&p->macros, name);
    strings arguments = {0};
    struct verilog_cursor *c = &vec_last(&p->cursors);
    const char *wrong = NULL;
    char *text = NULL;
    bool good = macro != NULL || fail(p, STATUS_MALFORMED, t, "the macro '%s' is not defined", name);
    if (good && macro->has_formals) {
        while (c->at < c->end && isspace((unsigned char)*c->at)) verilog_advance(c, 1);
        good = (c->at < c->end && *c->at == '(' && verilog_macro_arguments(c, &arguments)) ||
               fail(p, STATUS_MALFORMED, t, "the macro '%s' takes arguments in brackets", name);
    }
    if (good) text = verilog_macro_expand(macro, &arguments, &wrong);
    if (wrong) {
        char *what = mem_format("macro '%s': %s", name, wrong);
        good = fail(p, STATUS_MALFORMED, t, "%s", what);
        mem_free(what);
    }
    good = good && push_text(p, t, text);
    mem_free(text);
    vec_each (char *, argument, &arguments) mem_free(*argument);
    vec_free(&arguments);
    mem_free(name);
    return good;
}

static bool define(struct preprocessor *p, const struct verilog_token *t) {
    char *definition = verilog_rest_of_line(&vec_last(&p->cursors));
    const char *wrong = verilog_macros_define(&p->macros, definition);
    mem_free(definition);
    return !wrong || fail(p, STATUS_MALFORMED, t, "%s", wrong);
}

static bool undefine(struct preprocessor *p, const struct verilog_token *t) {
    struct verilog_token name;
    if (!read_name(p, t, &name)) return false;
    char *copy = verilog_copy(&name);
    verilog_macros_undefine(&p->macros, copy);
    mem_free(copy);
    return true;
}

/* What says nothing that matters here, with what belongs to it. What `default_nettype says does not either: names are
 * to be declared. */
enum idle { NOT_IDLE, IDLE_WORD, IDLE_ARGUMENT, IDLE_LINE };

static enum idle idle(const struct verilog_token *t) {
    static const struct {
        const char *name;
        enum idle extent;
    } list[] = {{"`timescale", IDLE_LINE},
                {"`line", IDLE_LINE},
                {"`pragma", IDLE_LINE},
                {"`default_decay_time", IDLE_LINE},
                {"`begin_keywords", IDLE_LINE},
                {"`default_trireg_strength", IDLE_LINE},
                {"`default_nettype", IDLE_ARGUMENT},
                {"`celldefine", IDLE_WORD},
                {"`endcelldefine", IDLE_WORD},
                {"`resetall", IDLE_WORD},
                {"`nounconnected_drive", IDLE_WORD},
                {"`end_keywords", IDLE_WORD}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (verilog_is(t, list[i].name)) return list[i].extent;
    return NOT_IDLE;
}

static bool skip_idle(struct preprocessor *p, enum idle extent) {
    struct verilog_token argument;
    if (extent == IDLE_LINE) mem_free(verilog_rest_of_line(&vec_last(&p->cursors)));
    if (extent != IDLE_ARGUMENT) return true;
    if (verilog_next(p->source, &vec_last(&p->cursors), &argument)) return true;
    p->status = STATUS_MALFORMED;
    return false;
}

static bool directive(struct preprocessor *p, const struct verilog_token *t) {
    bool done;
    if (!conditional(p, t, &done)) return false;
    if (done) return true;
    if (!active(p)) { /* what is defined in there does not count, and may have any form */
        if (verilog_is(t, "`define")) mem_free(verilog_rest_of_line(&vec_last(&p->cursors)));
        return true;
    }
    if (verilog_is(t, "`define")) return define(p, t);
    if (verilog_is(t, "`undef")) return undefine(p, t);
    if (verilog_is(t, "`undefineall")) return verilog_macros_undefine_all(&p->macros), true;
    if (verilog_is(t, "`include")) return include(p, t);
    if (verilog_is(t, "`unconnected_drive"))
        return fail(p, STATUS_UNSUPPORTED, t, "`unconnected_drive%s", "");
    if (idle(t) != NOT_IDLE) return skip_idle(p, idle(t));
    if (verilog_is(t, "`__LINE__")) {
        char *line = mem_format("%u", t->line);
        bool good = push_text(p, t, line);
        mem_free(line);
        return good;
    }
    if (verilog_is(t, "`__FILE__")) return push_text(p, t, "\"\"");
    return use_macro(p, t);
}

/* ---- all ---- */

static bool run(struct preprocessor *p) {
    while (p->cursors.size) {
        struct verilog_token t;
        if (!verilog_next(p->source, &vec_last(&p->cursors), &t)) return p->status = STATUS_MALFORMED, false;
        if (t.kind == VERILOG_END) {
            p->cursors.size--;
        } else if (t.kind == VERILOG_DIRECTIVE) {
            if (!directive(p, &t)) return false;
        } else if (active(p)) {
            if (p->source->tokens.size >= MOST_TOKENS)
                return fail(p, STATUS_UNSUPPORTED, &t, "a source of more than %s tokens", "2^26");
            vec_push(&p->source->tokens, t);
        }
    }
    return true;
}

static bool run_file(struct preprocessor *p, const struct verilog_file *file) {
    const struct verilog_token nowhere = {.file = p->source->files.size - 1};
    if (!push_file(p, &nowhere, file) || !run(p)) return false;
    if (!p->conditionals.size) return true;
    return fail(p, STATUS_MALFORMED, &vec_last(&p->conditionals).at, "this has no `endif%s", "");
}

static void define_all(struct preprocessor *p) {
    verilog_macros_define(&p->macros, "FORMAL 1");
    for (uint32_t i = 0; i < p->input->n_defines; i++) {
        const char *macro = p->input->defines[i], *equals = strchr(macro, '=');
        char *definition = equals ? mem_format("%.*s %s", (int)(equals - macro), macro, equals + 1)
                                  : mem_format("%s 1", macro);
        verilog_macros_define(&p->macros, definition);
        mem_free(definition);
    }
}

static bool run_all(struct preprocessor *p) {
    struct verilog_file *file = add_file(p->source, p->input->path);
    text_bytes(&file->text, p->input->bytes, p->input->size);
    if (!run_file(p, file)) return false;
    for (uint32_t i = 0; i < p->input->n_more; i++) {
        file = add_file(p->source, p->input->more[i]);
        p->status = text_read_file(&file->text, file->path, p->source->messages);
        if (p->status != STATUS_OK || !run_file(p, file)) return false;
    }
    return true;
}

enum status verilog_preprocess(struct verilog_source *s, const struct verilog_input *input) {
    struct preprocessor p = {.source = s, .input = input};
    define_all(&p);
    run_all(&p);
    vec_free(&p.cursors);
    vec_free(&p.conditionals);
    verilog_macros_free(&p.macros);
    return p.status;
}
