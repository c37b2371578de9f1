/* Assertions, immediate and concurrent ones. */
#include "format/verilog/rewriter.h"

#include <ctype.h>

/* One as it stands in the source. */
struct assertion {
    const struct verilog_token *first, *label, *kind; /* the label may be NULL */
    const struct verilog_token *body, *body_end;      /* between the brackets */
    const struct verilog_token *past;                 /* after the semicolon */
    bool concurrent, cover, assume;
    const char *refused; /* of its action; NULL: it can be dropped */
};

static bool is_kind(const struct verilog_token *t) {
    return verilog_is(t, "assert") || verilog_is(t, "assume") || verilog_is(t, "cover") ||
           verilog_is(t, "restrict");
}

bool rewriter_at_assertion(const struct rewriter *r) {
    if (r->at >= r->end || (r->at->kind != VERILOG_WORD && r->at->kind != VERILOG_ESCAPED)) return false;
    return is_kind(r->at) || (rewriter_follows(r, 1, ":") && r->end - r->at > 2 && is_kind(r->at + 2));
}

/* Past a statement that only reports: `;`, `$error(...);`, `begin ... end` of these. NULL: it may do more. */
static const struct verilog_token *past_report(const struct rewriter *r, const struct verilog_token *t) {
    if (t < r->end && verilog_is(t, ";")) return t + 1;
    if (t < r->end && t->kind == VERILOG_SYSTEM) {
        t++;
        if (t < r->end && verilog_is(t, "(")) t = sva_past_bracket(t, r->end);
        return t < r->end && verilog_is(t, ";") ? t + 1 : NULL;
    }
    if (t >= r->end || !verilog_is(t, "begin")) return NULL;
    for (t++; t && t < r->end && !verilog_is(t, "end");) t = past_report(r, t);
    return t && t < r->end ? t + 1 : NULL;
}

/* Past the action block: statements for success and failure. */
static void read_action(const struct rewriter *r, struct assertion *a, const struct verilog_token *t) {
    const struct verilog_token *begin = t;
    bool none = t < r->end && verilog_is(t, ";"); /* an `else` after that is of an `if` */
    if (t < r->end && !verilog_is(t, "else")) t = past_report(r, t);
    if (!none && t && t < r->end && verilog_is(t, "else")) t = past_report(r, t + 1);
    a->past = t;
    if (t) return;
    a->refused = "an action of an assertion that does more than to report";
    struct rewriter here = *r;
    here.at = begin;
    a->past = rewriter_past_semicolon(&here);
}

static bool read_assertion(struct rewriter *r, struct assertion *a) {
    const struct verilog_token *t = r->at;
    *a = (struct assertion){.first = t};
    if (!is_kind(t)) a->label = t, t += 2;
    a->kind = t++;
    a->cover = verilog_is(a->kind, "cover");
    a->assume = verilog_is(a->kind, "assume") || verilog_is(a->kind, "restrict");
    if (t < r->end && verilog_is(t, "final"))
        t++;
    else if (t + 1 < r->end && verilog_is(t, "#"))
        t += 2;
    if (t < r->end && (verilog_is(t, "property") || verilog_is(t, "sequence"))) a->concurrent = true, t++;
    if (t >= r->end || !verilog_is(t, "(")) {
        r->status = messages_fail(r->messages, STATUS_MALFORMED, verilog_position(r->to->source, a->kind),
                                  "an assertion without its condition in brackets");
        return false;
    }
    a->body = t + 1;
    const struct verilog_token *past = sva_past_bracket(t, r->end);
    if (past - t < 2 || !verilog_is(past - 1, ")")) {
        r->status = messages_fail(r->messages, STATUS_MALFORMED, verilog_position(r->to->source, t),
                                  "this bracket is not closed");
        return false;
    }
    a->body_end = past - 1;
    read_action(r, a, past);
    return true;
}

/* The piece of code is put in its place. */
static void put(struct rewriter *r, const struct assertion *a, const char *code, char *refused,
                bool procedural) {
    const struct verilog_token *t = r->before;
    bool single = !procedural && t && (verilog_is(t, ")") || verilog_is(t, "else")); /* of a condition */
    vec_push(&r->to->list, (struct verilog_rewritten){.at = *a->first, .refused = refused});
    char *all = mem_format(single ? "begin %s end " : "%s", code);
    verilog_put_rewritten(&r->to->out, r->to->list.size - 1, all);
    mem_free(all);
    r->at = a->past;
    r->before = a->past - 1;
}

/* NULL: there is none. Yosys knows plain names only. */
static char *label_of(const struct assertion *a) {
    if (!a->label) return NULL;
    bool escaped = a->label->kind == VERILOG_ESCAPED;
    char *label = mem_format("%.*s", (int)a->label->length - escaped, a->label->start + escaped);
    for (char *c = label; escaped && *c; c++)
        if (c == label ? !isalpha((unsigned char)*c) : !isalnum((unsigned char)*c)) *c = '_';
    return label;
}

/* What cannot be decided: an assertion that holds stands where it stood, so that it has a name in every instance. An
 * assumption cannot be left out. */
static bool put_refused(struct rewriter *r, const struct assertion *a, char *why, bool procedural) {
    if (a->assume) {
        rewriter_refuse(r, a->first, why);
        mem_free(why);
        return false;
    }
    char *label = label_of(a);
    char *code =
        mem_format("%s%s%s %s(%s); ", label ? label : "", label ? " : " : "", a->cover ? "cover" : "assert",
                   procedural ? "" : "property ", a->cover ? "1'b0" : "1'b1");
    put(r, a, code, why, procedural);
    mem_free(code);
    mem_free(label);
    return true;
}

static void put_condition(struct rewriter *r, const struct assertion *a, const struct sva *sva) {
    struct text code = {0};
    char *label = label_of(a);
    if (label) text_format(&code, "%s : ", label);
    text_format(&code, "%s (", a->cover ? "cover" : a->assume ? "assume" : "assert");
    sva_write_momentary(&code, sva, a->cover);
    text_add(&code, "); ");
    put(r, a, code.data, NULL, true);
    text_fini(&code);
    mem_free(label);
}

static void put_clocked(struct rewriter *r, const struct assertion *a, const struct sva *sva) {
    struct text code = {0};
    char *label = label_of(a);
    char *prefix = label ? mem_strdup(label) : mem_format("sva$%u", r->to->list.size);
    sva_write(&code, sva, a->cover ? "cover" : a->assume ? "assume" : "assert", label, prefix);
    put(r, a, code.data, NULL, false);
    text_fini(&code);
    mem_free(prefix);
    mem_free(label);
}

/* As it stands, without its action and what says when it is asked. */
static void put_plain(struct rewriter *r, const struct assertion *a) {
    char *label = label_of(a);
    if (label && a->label->kind == VERILOG_ESCAPED) {
        char *words = mem_format("%s :", label);
        verilog_put_words(&r->to->out, words);
        mem_free(words);
    } else if (label) {
        verilog_put_tokens(&r->to->out, a->label, a->label + 2);
    }
    mem_free(label);
    verilog_put_token(&r->to->out, a->kind);
    if (a->concurrent || verilog_is(a->kind, "restrict")) verilog_put_words(&r->to->out, "property");
    verilog_put_tokens(&r->to->out, a->body - 1, a->body_end + 1);
    verilog_put_words(&r->to->out, ";");
    r->at = a->past;
    r->before = a->past - 1;
}

/* Whether it says nothing that needs to be read. */
static bool is_plain(const struct sva *sva) {
    return !sva->clock && !sva->disable && !sva->negated && !sva->implies && sva->after.size == 1 &&
           sva->after.data[0].size == 1;
}

static bool put_concurrent(struct rewriter *r, const struct assertion *a, bool procedural) {
    struct sva sva;
    char *why;
    struct sva_scope none = r->scope; /* code has the clock of its block */
    if (procedural) none.clock = none.disable = (struct sva_slice){0};
    bool read = sva_read(&sva, &none, (struct sva_slice){a->body, a->body_end}, &why), good = true;
    const char *refused = NULL;
    if (read && sva.negated && a->cover) refused = "'not' in a cover property";
    if (read && procedural && !sva_is_momentary(&sva))
        refused = "an assertion over several ticks, or with a clock, within a block";
    if (read && !procedural && !sva_is_momentary(&sva) && !sva.clock)
        refused = "an assertion over several ticks without a clock";
    if (read && refused) why = mem_strdup(refused);
    if (why)
        good = put_refused(r, a, why, procedural);
    else if (is_plain(&sva) && a->body_end - a->body > 0 && !r->scope.names.size)
        put_plain(r, a);
    else if (sva_is_momentary(&sva) && procedural)
        put_condition(r, a, &sva);
    else if (sva_is_momentary(&sva)) { /* at every time */
        struct text code = {0};
        char *label = label_of(a);
        if (label) text_format(&code, "%s : ", label);
        text_format(&code, "%s property (", a->cover ? "cover" : a->assume ? "assume" : "assert");
        sva_write_momentary(&code, &sva, a->cover);
        text_add(&code, "); ");
        put(r, a, code.data, NULL, false);
        text_fini(&code);
        mem_free(label);
    } else
        put_clocked(r, a, &sva);
    sva_fini(&sva);
    return good;
}

bool rewriter_assertion(struct rewriter *r, bool procedural) {
    struct assertion a;
    if (!read_assertion(r, &a)) return false;
    if (a.refused) return put_refused(r, &a, mem_strdup(a.refused), procedural);
    if (a.concurrent) return put_concurrent(r, &a, procedural);
    put_plain(r, &a);
    return true;
}
