#include "format/verilog/sva_reader.h"

#include <stdlib.h>

static void print(struct text *out, struct sva_slice s) {
    for (const struct verilog_token *t = s.begin; t < s.end; t++) {
        if (t > s.begin && (t->space || t[-1].kind == VERILOG_ESCAPED)) text_byte(out, ' ');
        for (uint32_t i = 0; i < t->length; i++)
            text_byte(out, t->start[i] == '\n' ? ' ' : (unsigned char)t->start[i]);
    }
    if (slice_length(s) && s.end[-1].kind == VERILOG_ESCAPED) text_byte(out, ' ');
}

static char *printed(struct sva_slice s) {
    struct text text = {0};
    print(&text, s);
    return text_take(&text);
}

/* ---- expressions ---- */

/* What is no part of an expression, or of none that clocked code has. */
static const char *refused_word(const struct verilog_token *t) {
    static const char *const words[] = {"##",
                                        "|->",
                                        "|=>",
                                        "#-#",
                                        "#=#",
                                        "->",
                                        "until",
                                        "s_until",
                                        "until_with",
                                        "s_until_with",
                                        "throughout",
                                        "within",
                                        "intersect",
                                        "first_match",
                                        "and",
                                        "or",
                                        "not",
                                        "implies",
                                        "iff",
                                        "nexttime",
                                        "s_nexttime",
                                        "always",
                                        "s_always",
                                        "eventually",
                                        "s_eventually",
                                        "strong",
                                        "weak",
                                        "accept_on",
                                        "reject_on",
                                        "sync_accept_on",
                                        "sync_reject_on",
                                        "if",
                                        "else",
                                        "case",
                                        "endcase",
                                        "disable",
                                        "matched",
                                        "triggered",
                                        "dist",
                                        "@",
                                        "=",
                                        ";",
                                        "++",
                                        "--",
                                        "+=",
                                        "-=",
                                        "$sampled",
                                        "$past_gclk",
                                        "$rose_gclk",
                                        "$fell_gclk",
                                        "$stable_gclk",
                                        "$changed_gclk",
                                        "$future_gclk",
                                        "$rising_gclk",
                                        "$falling_gclk",
                                        "$steady_gclk",
                                        "$changing_gclk",
                                        "$inferred_clock",
                                        "$inferred_disable",
                                        "$global_clock"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (verilog_is(t, words[i])) return words[i];
    return NULL;
}

/* $past(x, n, gate, clock) and the like with another clock than the assertion's. */
static bool check_past(struct sva_reader *r, const struct verilog_token *t, struct sva_slice s) {
    static const struct {
        const char *name;
        uint32_t most;
    } list[] = {{"$past", 2}, {"$rose", 1}, {"$fell", 1}, {"$stable", 1}, {"$changed", 1}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        if (!verilog_is(t, list[i].name)) continue;
        if (t + 1 >= s.end || !verilog_is(t + 1, "("))
            return sva_refuse(r, "%s without an argument", list[i].name);
        struct sva_slice rest = slice_inner((struct sva_slice){t + 1, sva_past_bracket(t + 1, s.end)});
        uint32_t n = 1;
        for (; (rest.begin = slice_find(rest, ",", ",")) < rest.end; rest.begin++) n++;
        if (n > list[i].most) return sva_refuse(r, "%s with so many arguments", list[i].name);
    }
    return true;
}

static bool brackets_fit(struct sva_slice s) {
    char open[SVA_DEEPEST * 4];
    uint32_t n = 0;
    for (const struct verilog_token *t = s.begin; t < s.end; t++) {
        bool closes = verilog_is(t, ")") || verilog_is(t, "]") || verilog_is(t, "}");
        if (slice_opens(t)) {
            if (n == sizeof open) return false;
            open[n++] = *t->start;
        } else if (closes && (!n || strchr("([{", open[--n]) - "([{" != strchr(")]}", *t->start) - ")]}")) {
            return false;
        }
    }
    return !n;
}

static bool read_expression(struct sva_reader *r, struct sva_slice s, char **expression) {
    if (!slice_length(s)) return sva_refuse(r, "an empty expression%s", "");
    if (!brackets_fit(s)) return sva_refuse(r, "brackets that do not fit%s", "");
    for (const struct verilog_token *t = s.begin; t < s.end; t++) {
        const char *word = refused_word(t);
        if (word) return sva_refuse(r, "'%s' in an assertion", word);
        bool member = t > s.begin && verilog_is(t - 1, ".");
        if (!member && sva_find_definition(r, t))
            return sva_refuse(r, "a sequence within an expression%s", "");
        bool range = verilog_is(t, "[") && t + 1 < s.end &&
                     (verilog_is(t + 1, "*") || verilog_is(t + 1, "=") || verilog_is(t + 1, "+"));
        if (range) return sva_refuse(r, "a repetition within an expression%s", "");
        if (!check_past(r, t, s)) return false;
    }
    if (slice_find(s, ",", ",") < s.end) return sva_refuse(r, "an assignment to a local variable%s", "");
    struct text text = {0};
    text_byte(&text, '(');
    print(&text, s);
    text_byte(&text, ')');
    *expression = text_take(&text);
    return true;
}

/* ---- sequences ---- */

static void free_steps(sva_steps *steps) {
    vec_each (sva_conditions, step, steps) {
        vec_each (char *, condition, step) mem_free(*condition);
        vec_free(step);
    }
    vec_free(steps);
}

/* The later one begins `delay` ticks after the end of the earlier one; it is emptied. */
static bool append(struct sva_reader *r, sva_steps *steps, sva_steps *later, uint32_t delay) {
    uint64_t size = (uint64_t)steps->size + delay + later->size;
    if (size > SVA_STEPS) {
        free_steps(later);
        return sva_refuse(r, "an assertion over more than 1024 ticks%s", "");
    }
    for (uint32_t i = 1; i < delay; i++) vec_push(steps, (sva_conditions){0});
    uint32_t first = 0;
    if (!delay && steps->size && later->size) { /* they share a tick */
        sva_conditions *shared = &later->data[first++];
        vec_append(&vec_last(steps), shared->data, shared->size);
        vec_free(shared);
    }
    vec_append(steps, later->data + first, later->size - first);
    vec_free(later);
    return true;
}

static bool read_sequence(struct sva_reader *r, struct sva_slice s, sva_steps *steps);

/* A number as it stands behind ## or [*. */
static bool read_number(struct sva_reader *r, const char *after, struct sva_slice s, uint32_t *number) {
    while (slice_is_bracketed(s)) s = slice_inner(s);
    bool plain = slice_length(s) == 1 && s.begin->kind == VERILOG_NUMBER && s.begin->length < 10;
    for (uint32_t i = 0; plain && i < s.begin->length; i++)
        plain = s.begin->start[i] >= '0' && s.begin->start[i] <= '9';
    if (plain) {
        *number = (uint32_t)strtoul(s.begin->start, NULL, 10);
        return true;
    }
    bool range = slice_find(s, ":", "$") < s.end || !slice_length(s);
    return sva_refuse(r, range ? "%s with a range" : "%s with something else than a number", after);
}

/* The repetition at the end of a part of a sequence: [*n]; NULL: there is none. */
static const struct verilog_token *find_repetition(struct sva_slice s) {
    if (!slice_length(s) || !verilog_is(s.end - 1, "]")) return NULL;
    const struct verilog_token *t = s.begin, *last = NULL;
    while (t < s.end) {
        if (verilog_is(t, "[")) last = t;
        t = slice_opens(t) ? sva_past_bracket(t, s.end) : t + 1;
    }
    static const char *const marks[] = {"*", "->", "=", "+", "**"};
    for (size_t i = 0; last && i < sizeof marks / sizeof *marks; i++)
        if (verilog_is(last + 1, marks[i])) return last;
    return NULL;
}

static bool read_repeated(struct sva_reader *r, struct sva_slice s, const struct verilog_token *at,
                          sva_steps *steps) {
    uint32_t n = 0;
    if (verilog_is(at + 1, "->")) return sva_refuse(r, "'%s' (goto repetition)", "[->");
    if (verilog_is(at + 1, "=")) return sva_refuse(r, "'%s' (nonconsecutive repetition)", "[=");
    if (!verilog_is(at + 1, "*")) return sva_refuse(r, "%s with a range", "[+");
    if (!read_number(r, "[*", (struct sva_slice){at + 2, s.end - 1}, &n)) return false;
    if (!n) return sva_refuse(r, "'%s'", "[*0]");
    for (uint32_t i = 0; i < n; i++) {
        sva_steps once = {0};
        if (!read_sequence(r, (struct sva_slice){s.begin, at}, &once)) return free_steps(&once), false;
        if (!append(r, steps, &once, 1)) return false;
    }
    return true;
}

/* What stands between two ##. */
static bool read_part(struct sva_reader *r, struct sva_slice s, sva_steps *steps) {
    const struct verilog_token *repetition = find_repetition(s);
    if (repetition) return read_repeated(r, s, repetition, steps);
    const struct sva_definition *d = sva_is_instance(r, s);
    if (d && d->property) return sva_refuse(r, "a property in the place of a sequence%s", "");
    if (d) return sva_replace_instance(r, d, &s) && read_sequence(r, s, steps);
    if (slice_is_bracketed(s)) return read_sequence(r, slice_inner(s), steps);
    sva_conditions step = {0};
    char *expression;
    if (!read_expression(r, s, &expression)) return false;
    vec_push(&step, expression);
    vec_push(steps, step);
    return true;
}

/* Past `##n`, which stands at the slice's begin; it has the rest then. */
static bool read_delay(struct sva_reader *r, struct sva_slice *s, uint32_t *delay) {
    struct sva_slice number = {s->begin + 1, s->begin + 2};
    if (number.end > s->end) return sva_refuse(r, "'%s' at the end of a sequence", "##");
    if (slice_opens(number.begin)) number.end = sva_past_bracket(number.begin, s->end);
    if (verilog_is(number.begin, "[")) return sva_refuse(r, "%s with a range", "##");
    s->begin = number.end;
    return read_number(r, "##", number, delay);
}

static bool read_parts(struct sva_reader *r, struct sva_slice s, sva_steps *steps) {
    for (bool first = true; slice_length(s); first = false) {
        uint32_t delay = 1;
        bool delayed = verilog_is(s.begin, "##");
        if (delayed && !read_delay(r, &s, &delay)) return false;
        if (delayed && first) { /* n ticks from the first one on */
            sva_steps now = {0};
            vec_push(&now, (sva_conditions){0});
            if (!append(r, steps, &now, 1)) return false;
        }
        struct sva_slice part = {s.begin, slice_find(s, "##", "##")};
        sva_steps more = {0};
        if (!read_part(r, part, &more)) return free_steps(&more), false;
        if (!append(r, steps, &more, delay)) return false;
        s.begin = part.end;
    }
    return steps->size > 0 || sva_refuse(r, "an empty sequence%s", "");
}

static bool read_sequence(struct sva_reader *r, struct sva_slice s, sva_steps *steps) {
    if (r->depth >= SVA_DEEPEST) return sva_refuse(r, "brackets that are nested too deeply%s", "");
    if (slice_starts(s, "@")) return sva_refuse(r, "a clock within a sequence%s", "");
    r->depth++;
    bool good = read_parts(r, s, steps);
    r->depth--;
    return good;
}

/* ---- properties ---- */

/* `(posedge clk)`, or the name of a clocking. */
static bool read_clock(struct sva_reader *r, struct sva_slice event, char **clock) {
    while (slice_is_bracketed(event)) event = slice_inner(event);
    if (slice_length(event) == 1 && event.begin->kind == VERILOG_WORD) {
        char *name = verilog_copy(event.begin);
        uint32_t at = hash_names_get(&r->scope->clockings, name);
        mem_free(name);
        if (at == HASH_NONE) return sva_refuse(r, "a clock without an edge%s", "");
        event = r->scope->clocks.data[at];
        while (slice_is_bracketed(event)) event = slice_inner(event);
    }
    bool edge = slice_starts(event, "posedge") || slice_starts(event, "negedge");
    if (!edge || slice_length(event) < 2) return sva_refuse(r, "a clock without posedge or negedge%s", "");
    for (const struct verilog_token *t = event.begin + 1; t < event.end; t++)
        if (verilog_is(t, "or") || verilog_is(t, "iff") || verilog_is(t, ",") || verilog_is(t, "posedge") ||
            verilog_is(t, "negedge"))
            return sva_refuse(r, "more than an edge as clock%s", "");
    char *text = printed(event);
    bool same = !*clock || !strcmp(*clock, text);
    mem_free(*clock);
    *clock = text;
    return same || sva_refuse(r, "several clocks in one assertion%s", "");
}

/* @(...) and disable iff (...) at the begin. */
static bool read_heading(struct sva_reader *r, struct sva_slice *s) {
    if (slice_starts(*s, "@")) {
        const struct verilog_token *open = s->begin + 1;
        if (open >= s->end) return sva_refuse(r, "a clock without a name%s", "");
        const struct verilog_token *past = verilog_is(open, "(") ? sva_past_bracket(open, s->end) : open + 1;
        if (!read_clock(r, (struct sva_slice){open, past}, &r->out->clock)) return false;
        s->begin = past;
        return true;
    }
    if (slice_length(*s) < 3 || !verilog_is(s->begin + 1, "iff") || !verilog_is(s->begin + 2, "("))
        return sva_refuse(r, "'%s' without iff (...)", "disable");
    const struct verilog_token *open = s->begin + 2;
    if (r->out->disable) return sva_refuse(r, "'%s' twice", "disable iff");
    s->begin = sva_past_bracket(open, s->end);
    return read_expression(r, (struct sva_slice){open, s->begin}, &r->out->disable);
}

static bool read_property(struct sva_reader *r, struct sva_slice s);

static bool read_implication(struct sva_reader *r, struct sva_slice s, const struct verilog_token *at) {
    sva_steps steps = {0};
    if (!read_sequence(r, (struct sva_slice){s.begin, at}, &steps)) return free_steps(&steps), false;
    /* a |-> (b |=> c): what the antecedents ask for one after the other */
    uint32_t delay = r->out->implies && r->out->overlaps ? 0 : 1;
    if (!append(r, &r->out->before, &steps, delay)) return false;
    r->out->implies = true;
    r->out->overlaps = verilog_is(at, "|->");
    return read_property(r, (struct sva_slice){at + 1, s.end});
}

static bool read_property_here(struct sva_reader *r, struct sva_slice s) {
    while (slice_starts(s, "@") || slice_starts(s, "disable"))
        if (!read_heading(r, &s)) return false;
    const struct verilog_token *at = slice_find(s, "|->", "|=>");
    if (at < s.end)
        return r->out->negated ? sva_refuse(r, "'%s' of an implication", "not") : read_implication(r, s, at);
    const struct sva_definition *d = sva_is_instance(r, s);
    if (d && d->property) return sva_replace_instance(r, d, &s) && read_property(r, s);
    if (slice_starts(s, "not")) {
        r->out->negated = !r->out->negated;
        return read_property(r, (struct sva_slice){s.begin + 1, s.end});
    }
    /* brackets around a property, not around a sequence or an expression */
    bool property = false;
    for (const struct verilog_token *t = s.begin; t < s.end; t++)
        property |=
            verilog_is(t, "|->") || verilog_is(t, "|=>") || verilog_is(t, "not") ||
            (t->kind == VERILOG_WORD && sva_find_definition(r, t) && sva_find_definition(r, t)->property);
    if (slice_is_bracketed(s) && property) return read_property(r, slice_inner(s));
    return read_sequence(r, s, &r->out->after);
}

static bool read_property(struct sva_reader *r, struct sva_slice s) {
    if (r->depth >= SVA_DEEPEST) return sva_refuse(r, "properties that are nested too deeply%s", "");
    r->depth++;
    bool good = read_property_here(r, s);
    r->depth--;
    return good;
}

static bool read_defaults(struct sva_reader *r) {
    const struct sva_scope *scope = r->scope;
    if (!r->out->clock && slice_length(scope->clock) && !read_clock(r, scope->clock, &r->out->clock))
        return false;
    return r->out->disable || !slice_length(scope->disable) ||
           read_expression(r, scope->disable, &r->out->disable);
}

bool sva_read(struct sva *out, const struct sva_scope *scope, struct sva_slice s, char **why) {
    *out = (struct sva){0};
    *why = NULL;
    struct sva_reader r = {.scope = scope, .out = out, .why = why};
    bool good = read_property(&r, s) && read_defaults(&r);
    vec_each (verilog_tokens *, copy, &r.copies) {
        vec_free(*copy);
        mem_free(*copy);
    }
    vec_free(&r.copies);
    return good;
}

void sva_fini(struct sva *sva) {
    mem_free(sva->clock);
    mem_free(sva->disable);
    free_steps(&sva->before);
    free_steps(&sva->after);
}
