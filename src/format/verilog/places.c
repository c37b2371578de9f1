/* From Yosys' positions to the user's. */
#include "format/verilog/design.h"

#include <ctype.h>
#include <stdlib.h>

static const char *read_number(const char *p, uint32_t *number) {
    char *end;
    unsigned long value = strtoul(p, &end, 10);
    if (!isdigit((unsigned char)*p) || value > UINT32_MAX) return NULL;
    *number = (uint32_t)value;
    return end;
}

static struct position of_rewritten(const struct verilog_design *d, uint32_t number) {
    return verilog_position(d->source, &d->rewriting->list.data[number].at);
}

bool design_position(const struct verilog_design *d, const char *text, const char **end,
                     struct position *at) {
    bool rewritten = *text == 'r';
    uint32_t number, line = 0, column = 0;
    const char *p = rewritten || *text == 'f' ? read_number(text + 1, &number) : NULL;
    if (!p || *p != ':' || number >= (rewritten ? d->rewriting->list.size : d->source->files.size))
        return false;
    const char *rest = read_number(p + 1, &line);
    if (!rest) return false;
    if (*rest == '.' && isdigit((unsigned char)rest[1])) rest = read_number(rest + 1, &column);
    if (!rest) return false;
    *end = rest;
    *at = rewritten ? of_rewritten(d, number)
                    : (struct position){.file = d->source->files.data[number]->name, .line = line};
    if (!rewritten) at->column = column;
    return true;
}

/* The last part of a|b|c that is a position of the user's; NULL: there is none. Parts of our own have other names. */
static const char *last_position(const struct verilog_design *d, const char *source) {
    const char *found = NULL, *end;
    struct position at;
    for (const char *p = source; *p;) {
        if (design_position(d, p, &end, &at)) found = p;
        p += strcspn(p, "|");
        p += *p == '|';
    }
    return found;
}

static void put_place(struct text *out, struct position at) {
    for (const char *c = at.file; *c; c++)
        text_byte(out, isspace((unsigned char)*c) || *c == '|' ? '_' : (unsigned char)*c);
    text_format(out, ":%u", at.line);
}

bool design_source_text(const struct verilog_design *d, const char *source, struct text *out) {
    const char *p = last_position(d, source), *end;
    struct position at;
    if (!p || !design_position(d, p, &end, &at)) return false;
    put_place(out, at);
    if (at.column) text_format(out, ".%u", at.column);
    if (at.column && *p == 'f' && *end == '-') text_bytes(out, end, strcspn(end, "|"));
    return true;
}

static bool is_assertion(const struct verilog_token *t) {
    return verilog_is(t, "assert") || verilog_is(t, "assume") || verilog_is(t, "cover") ||
           verilog_is(t, "restrict");
}

static void collect_assertions(struct verilog_design *d) {
    if (d->assertions.size) return;
    vec_each (const struct verilog_token, t, &d->source->tokens)
        if (is_assertion(t)) vec_push(&d->assertions, t);
}

/* Where Yosys has an assertion begin is where the word before it ends, be that in another file. It ends where it says,
 * and the last word for an assertion before that is its own. */
bool design_assertion_place(struct verilog_design *d, const char *source, struct text *out) {
    const char *p = last_position(d, source), *end;
    struct position at;
    if (!p || !design_position(d, p, &end, &at)) return false;
    uint32_t line, column = UINT32_MAX;
    const char *rest = *p == 'f' && *end == '-' ? read_number(end + 1, &line) : NULL;
    if (rest && *rest == '.') read_number(rest + 1, &column);
    collect_assertions(d);
    const struct verilog_token *best = NULL;
    vec_each (const struct verilog_token *const, t, &d->assertions) {
        bool before = rest && ((*t)->line < line || ((*t)->line == line && (*t)->column <= column));
        bool here = before && !strcmp(d->source->files.data[(*t)->file]->name, at.file);
        bool later =
            !best || (*t)->line > best->line || ((*t)->line == best->line && (*t)->column >= best->column);
        if (here && later) best = *t;
    }
    put_place(out, best ? verilog_position(d->source, best) : at);
    return true;
}

const struct verilog_rewritten *design_rewritten(const struct verilog_design *d, const char *source) {
    const char *p = last_position(d, source);
    return p && *p == 'r' ? &d->rewriting->list.data[strtoul(p + 1, NULL, 10)] : NULL;
}
