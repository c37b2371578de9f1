/* Statements of always and initial blocks: copied, but for what rewrite.h says. */
#include "format/verilog/rewriter.h"

enum { DEEPEST = 1000 };

static void put_bracketed(struct rewriter *r) {
    if (rewriter_is(r, "(")) rewriter_put_until(r, sva_past_bracket(r->at, r->end));
}

static void put_name(struct rewriter *r) {
    if (rewriter_follows(r, 0, ":")) rewriter_put_until(r, r->at + 2);
}

static bool put_block(struct rewriter *r) {
    rewriter_put(r);
    put_name(r);
    while (r->at < r->end && !rewriter_is(r, "end"))
        if (!rewriter_statement(r)) return false;
    if (r->at < r->end) rewriter_put(r);
    put_name(r);
    return true;
}

static bool put_if(struct rewriter *r) {
    rewriter_put(r);
    put_bracketed(r);
    if (!rewriter_statement(r)) return false;
    if (!rewriter_is(r, "else")) return true;
    rewriter_put(r);
    return rewriter_statement(r);
}

/* The colon after the values of an item; brackets and ?: have others. */
static const struct verilog_token *find_colon(const struct rewriter *r) {
    const struct verilog_token *t = r->at;
    for (int choices = 0; t < r->end && !verilog_is(t, ";"); t++) {
        if (verilog_is(t, "?")) choices++;
        if (verilog_is(t, ":") && !choices--) return t;
        if (verilog_is(t, "(") || verilog_is(t, "[") || verilog_is(t, "{"))
            t = sva_past_bracket(t, r->end) - 1;
    }
    return r->at;
}

static bool put_case(struct rewriter *r) {
    rewriter_put(r);
    put_bracketed(r);
    if (rewriter_is(r, "inside") || rewriter_is(r, "matches")) rewriter_put(r);
    while (r->at < r->end && !rewriter_is(r, "endcase")) {
        if (rewriter_is(r, "default")) {
            rewriter_put(r);
            if (rewriter_is(r, ":")) rewriter_put(r);
        } else {
            const struct verilog_token *colon = find_colon(r);
            rewriter_put_until(r, colon < r->end ? colon + 1 : r->end);
        }
        if (r->at < r->end && !rewriter_statement(r)) return false;
    }
    if (r->at < r->end) rewriter_put(r);
    return true;
}

/* @(...), @*, @name, #1, #(...) before a statement. */
static bool put_timed(struct rewriter *r) {
    rewriter_put(r);
    if (rewriter_is(r, "("))
        put_bracketed(r);
    else if (r->at < r->end)
        rewriter_put(r);
    return rewriter_statement(r);
}

static bool put_attribute(struct rewriter *r) {
    const struct verilog_token *past = sva_past_bracket(r->at, r->end);
    while (r->at < past && r->at < r->end) {
        if (rewriter_is(r, "parallel_case"))
            verilog_put_words(&r->to->out, "induct_parallel_case"), r->before = r->at++;
        else
            rewriter_put(r);
    }
    return true;
}

static bool is_one_of(const struct rewriter *r, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (rewriter_is(r, words[i])) return true;
    return false;
}
#define IS_ONE_OF(r, words) is_one_of(r, words, sizeof(words) / sizeof *(words))

static bool put_statement(struct rewriter *r) {
    static const char *const cases[] = {"case", "casez", "casex"};
    static const char *const loops[] = {"for", "while", "repeat", "foreach"};
    static const char *const uniques[] = {"unique", "unique0", "priority"};
    if (rewriter_is(r, "(") && rewriter_follows(r, 1, "*")) put_attribute(r);
    if (rewriter_at_assertion(r)) return rewriter_assertion(r, true);
    if (r->at < r->end && r->at->kind == VERILOG_WORD && rewriter_follows(r, 1, ":") &&
        !rewriter_is(r, "default"))
        rewriter_put_until(r, r->at + 2); /* a label */
    if (IS_ONE_OF(r, uniques)) rewriter_put_unique(r);
    if (rewriter_is(r, "begin")) return put_block(r);
    if (rewriter_is(r, "if")) return put_if(r);
    if (IS_ONE_OF(r, cases)) return put_case(r);
    if (IS_ONE_OF(r, loops)) {
        rewriter_put(r);
        put_bracketed(r);
        return rewriter_statement(r);
    }
    if (rewriter_is(r, "forever")) {
        rewriter_put(r);
        return rewriter_statement(r);
    }
    if (rewriter_is(r, "@") || rewriter_is(r, "#")) return put_timed(r);
    rewriter_put_until(r, rewriter_past_semicolon(r));
    return true;
}

bool rewriter_statement(struct rewriter *r) {
    if (r->depth >= DEEPEST) return rewriter_refuse(r, r->at, "statements that are nested so deeply");
    if (r->at >= r->end) return true;
    r->depth++;
    const struct verilog_token *before = r->at;
    bool good = put_statement(r);
    if (good && r->at == before && r->at < r->end) rewriter_put(r); /* nothing that is known */
    r->depth--;
    return good;
}
