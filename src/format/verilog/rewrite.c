#include "format/verilog/rewriter.h"

#include <unistd.h>

bool rewriter_refuse(struct rewriter *r, const struct verilog_token *at, const char *what) {
    r->status = STATUS_UNSUPPORTED;
    messages_fail(r->messages, STATUS_UNSUPPORTED, verilog_position(r->to->source, at), "%s", what);
    return false;
}

/* $readmemh("file", at the string: with the path of the file, if that is another one. */
static bool put_path(struct rewriter *r) {
    struct verilog_token t = *r->at;
    const char *source = r->to->source->files.data[t.file]->path, *slash = strrchr(source, '/');
    char *name = mem_format("%.*s", (int)t.length - 2, t.start + 1);
    char *path = slash ? mem_format("\"%.*s/%s\"", (int)(slash - source), source, name) : NULL;
    bool beside =
        path && *name != '/' && access(name, R_OK) && !strpbrk(name, "\\\n") && !strpbrk(source, "\"\\\n");
    if (beside) {
        t.start = path, t.length = (uint32_t)strlen(path);
        verilog_put_token(&r->to->out, &t);
    }
    mem_free(path);
    mem_free(name);
    return beside;
}

static bool at_memory_file(const struct rewriter *r) {
    return r->at->kind == VERILOG_STRING && r->at - r->to->source->tokens.data >= 2 &&
           verilog_is(r->at - 1, "(") &&
           (verilog_is(r->at - 2, "$readmemh") || verilog_is(r->at - 2, "$readmemb"));
}

void rewriter_put(struct rewriter *r) {
    if (!at_memory_file(r) || !put_path(r)) verilog_put_token(&r->to->out, r->at);
    r->before = r->at++;
}

void rewriter_put_until(struct rewriter *r, const struct verilog_token *stop) {
    while (r->at < stop && r->at < r->end) rewriter_put(r);
}

const struct verilog_token *rewriter_past_semicolon(const struct rewriter *r) {
    int depth = 0;
    const struct verilog_token *t = r->at;
    for (; t < r->end; t++) {
        bool opens = verilog_is(t, "(") || verilog_is(t, "[") || verilog_is(t, "{");
        bool closes = verilog_is(t, ")") || verilog_is(t, "]") || verilog_is(t, "}");
        depth += opens - closes;
        if (depth <= 0 && verilog_is(t, ";")) return t + 1;
    }
    return t;
}

/* What no item fits to stays undefined; of items that fit, the first one counts. */
void rewriter_put_unique(struct rewriter *r) {
    const struct verilog_token *at = r->at++;
    if (!verilog_is(at, "unique0") && !rewriter_is(r, "if")) verilog_put_words(&r->to->out, "priority");
}

static bool is_unique(const struct rewriter *r) {
    return rewriter_is(r, "unique") || rewriter_is(r, "unique0") || rewriter_is(r, "priority");
}

/* ---- modules ---- */

static bool is_at_start(const struct rewriter *r) {
    static const char *const words[] = {";",           "begin",   "end",         "endtask",
                                        "endfunction", "endcase", "endgenerate", "generate"};
    const struct verilog_token *t = r->before;
    if (!t) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (verilog_is(t, words[i])) return true;
    /* begin : name */
    return t->kind == VERILOG_WORD && t - r->to->source->tokens.data >= 2 && verilog_is(t - 1, ":") &&
           (verilog_is(t - 2, "begin") || verilog_is(t - 2, "end"));
}

static bool put_function(struct rewriter *r) {
    const char *last = rewriter_is(r, "function") ? "endfunction" : "endtask";
    while (r->at < r->end && !rewriter_is(r, last)) {
        if (rewriter_at_assertion(r)) return rewriter_refuse(r, r->at, "an assertion in a function or task");
        if (is_unique(r))
            rewriter_put_unique(r);
        else
            rewriter_put(r);
    }
    return true;
}

static bool is_process(const struct rewriter *r) {
    return rewriter_is(r, "always") || rewriter_is(r, "always_comb") || rewriter_is(r, "always_ff") ||
           rewriter_is(r, "always_latch") || rewriter_is(r, "initial") || rewriter_is(r, "final");
}

/* Members are no variables. */
static void put_members(struct rewriter *r) {
    while (r->at < r->end && !rewriter_is(r, "{") && !rewriter_is(r, ";")) rewriter_put(r);
    if (rewriter_is(r, "{")) rewriter_put_until(r, sva_past_bracket(r->at, r->end));
}

static bool put_item(struct rewriter *r) {
    bool done = false;
    const struct verilog_token *declared = sva_declaration_end(r->at, r->end);
    if (declared != r->at) {
        r->at = declared;
        return true;
    }
    if (rewriter_is(r, "bind")) return rewriter_refuse(r, r->at, "bind");
    if (rewriter_at_assertion(r)) return rewriter_assertion(r, false);
    if (is_process(r)) {
        rewriter_put(r);
        return rewriter_statement(r);
    }
    if (rewriter_is(r, "import") || rewriter_is(r, "export")) {
        rewriter_put_until(r, rewriter_past_semicolon(r));
        return true;
    }
    if (rewriter_is(r, "function") || rewriter_is(r, "task")) return put_function(r);
    if (rewriter_is(r, "struct") || rewriter_is(r, "union")) {
        put_members(r);
        return true;
    }
    if (is_at_start(r) && !rewriter_declaration(r, &done)) return false;
    if (done) return true;
    if (is_unique(r))
        rewriter_put_unique(r);
    else if (rewriter_is(r, "parallel_case"))
        verilog_put_words(&r->to->out, "induct_parallel_case"), r->before = r->at++;
    else
        rewriter_put(r);
    return true;
}

static const struct verilog_token *find(const struct rewriter *r, const char *word) {
    const struct verilog_token *t = r->at;
    while (t < r->end && !verilog_is(t, word)) t++;
    return t;
}

/* A module, an interface, a package: what has items. */
static bool put_unit(struct rewriter *r, const char *last) {
    const struct verilog_token *end = find(r, last), *whole = r->end;
    sva_scope_read(&r->scope, (struct sva_slice){r->at, end});
    rewriter_put_until(r, rewriter_past_semicolon(r)); /* ports and parameters */
    r->end = end;
    bool good = true;
    while (good && r->at < end) good = put_item(r);
    r->end = whole;
    sva_scope_fini(&r->scope);
    if (good && r->at < whole) rewriter_put(r);
    return good;
}

static bool put_all(struct rewriter *r) {
    static const struct {
        const char *first, *last;
    } units[] = {{"module", "endmodule"},
                 {"macromodule", "endmodule"},
                 {"interface", "endinterface"},
                 {"package", "endpackage"}};
    while (r->at < r->end) {
        bool unit = false;
        for (size_t i = 0; i < sizeof units / sizeof *units && !unit; i++) {
            if (!rewriter_is(r, units[i].first)) continue;
            unit = true;
            if (!put_unit(r, units[i].last)) return false;
        }
        if (!unit && !put_item(r)) return false;
    }
    return true;
}

enum status verilog_rewrite(struct verilog_rewriting *to, struct messages *messages) {
    const verilog_tokens *tokens = &to->source->tokens;
    struct rewriter r = {
        .to = to, .messages = messages, .at = tokens->data, .end = tokens->data + tokens->size};
    if (tokens->size) put_all(&r);
    hash_names_free(&r.two_state);
    text_byte(&to->out.text, '\n');
    return r.status;
}

void verilog_rewriting_fini(struct verilog_rewriting *to) {
    vec_each (struct verilog_rewritten, item, &to->list) mem_free(item->refused);
    vec_free(&to->list);
    text_fini(&to->out.text);
}
