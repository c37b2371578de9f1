/* Types with two states start at 0 (IEEE 1800-2017, 6.8): Yosys takes `bit` for `logic`, so it is told. */
#include "format/verilog/rewriter.h"

static bool is_two_state(const struct rewriter *r, const struct verilog_token *t) {
    static const char *const words[] = {"bit", "byte", "shortint", "int", "longint"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (verilog_is(t, words[i])) return true;
    if (t->kind != VERILOG_WORD) return false;
    char *name = verilog_copy(t);
    bool known = hash_names_get(&r->two_state, name) != HASH_NONE;
    mem_free(name);
    return known;
}

static const struct verilog_token *past_dimensions(const struct rewriter *r, const struct verilog_token *t) {
    while (t < r->end && verilog_is(t, "[")) t = sva_past_bracket(t, r->end);
    return t;
}

/* The type of two states that begins at `t`, with its dimensions; NULL: there is none. An enumeration is one of int
 * unless it says otherwise. */
static const struct verilog_token *past_type(const struct rewriter *r, const struct verilog_token *t) {
    if (t < r->end && verilog_is(t, "enum")) {
        t++;
        bool base = t < r->end && !verilog_is(t, "{");
        if (base && !(t = past_type(r, t))) return NULL;
        return t < r->end && verilog_is(t, "{") ? sva_past_bracket(t, r->end) : NULL;
    }
    if (t >= r->end || !is_two_state(r, t)) return NULL;
    t++;
    while (t < r->end && (verilog_is(t, "signed") || verilog_is(t, "unsigned"))) t++;
    return past_dimensions(r, t);
}

static void note_type(struct rewriter *r) {
    const struct verilog_token *t = past_type(r, r->at + 1);
    if (!t || t + 1 >= r->end || t->kind != VERILOG_WORD || !verilog_is(t + 1, ";")) return;
    char *name = verilog_copy(t);
    hash_names_put(&r->two_state, name, 1);
    mem_free(name);
}

/* name [= value] with a comma or a semicolon after it, which is put, too. */
static bool put_variable(struct rewriter *r, bool *last) {
    const struct verilog_token *name = r->at;
    rewriter_put(r);
    bool array = rewriter_is(r, "[");
    rewriter_put_until(r, past_dimensions(r, r->at));
    bool initial = rewriter_is(r, "=");
    if (array && !initial)
        return rewriter_refuse(
            r, name, "a memory of a type with two states, which starts at 0 (logic starts anywhere)");
    if (!initial) verilog_put_words(&r->to->out, "= 0");
    while (r->at < r->end && !rewriter_is(r, ",") && !rewriter_is(r, ";")) {
        bool opens = rewriter_is(r, "(") || rewriter_is(r, "[") || rewriter_is(r, "{");
        rewriter_put_until(r, opens ? sva_past_bracket(r->at, r->end) : r->at + 1);
    }
    *last = !rewriter_is(r, ",");
    if (r->at < r->end) rewriter_put(r);
    return true;
}

bool rewriter_declaration(struct rewriter *r, bool *done) {
    const struct verilog_token *t = r->at;
    *done = false;
    if (verilog_is(t, "typedef")) {
        note_type(r);
        rewriter_put_until(r, rewriter_past_semicolon(r));
        return *done = true;
    }
    if (verilog_is(t, "var") || verilog_is(t, "static")) t++;
    const struct verilog_token *name = past_type(r, t);
    bool variables = name && r->end - name > 1 && name->kind == VERILOG_WORD &&
                     (verilog_is(name + 1, ";") || verilog_is(name + 1, ",") || verilog_is(name + 1, "=") ||
                      verilog_is(name + 1, "["));
    if (!variables) return true;
    *done = true;
    rewriter_put_until(r, name);
    for (bool last = false; !last && r->at < r->end;)
        if (!put_variable(r, &last)) return false;
    return true;
}
