/* Yosys' BTOR2 is copied line by line. Properties get the user's names, everything gets the user's positions, registers
 * those where they were declared. */
#include "format/verilog/design.h"

#include <ctype.h>
#include <stdlib.h>

struct dresser {
    struct verilog_design *design;
    struct verilog_compiled *out;
    struct text text;
    struct hash_names formals; /* -> position in the netlist's list */
    u8s seen;                  /* of the formals */
    enum status status;
};

/* A line without its comment, in words. */
struct line {
    const char *start, *comment, *end; /* the comment is what follows the semicolon; NULL: there is none */
    const char *words[8];
    size_t lengths[8];
    int n;
};

static struct line cut(const char *start) {
    struct line line = {.start = start, .end = start + strcspn(start, "\n")};
    for (const char *p = start; p < line.end;) {
        while (p < line.end && isblank((unsigned char)*p)) p++;
        if (p == line.end) break;
        if (*p == ';') {
            line.comment = p + 1;
            break;
        }
        const char *word = p;
        while (p < line.end && !isblank((unsigned char)*p)) p++;
        if (line.n == 8) continue;
        line.words[line.n] = word;
        line.lengths[line.n++] = (size_t)(p - word);
    }
    return line;
}

static bool is(const struct line *line, int word, const char *text) {
    return word < line->n && line->lengths[word] == strlen(text) &&
           !memcmp(line->words[word], text, line->lengths[word]);
}

static char *copy(const struct line *line, int word) {
    return word < line->n ? mem_format("%.*s", (int)line->lengths[word], line->words[word]) : mem_strdup("");
}

static void put_source(struct dresser *d, const char *source) {
    struct text text = {0};
    if (design_source_text(d->design, source, &text)) text_format(&d->text, " ; %s", text.data);
    text_fini(&text);
}

static void put_words(struct dresser *d, const struct line *line, int n) {
    for (int i = 0; i < n && i < line->n; i++)
        text_format(&d->text, "%s%.*s", i ? " " : "", (int)line->lengths[i], line->words[i]);
}

/* ---- properties ---- */

static bool has_label(const struct netlist_formal *f) {
    return strncmp(f->name, "induct_property_", strlen("induct_property_")) != 0;
}

/* The label with the instances that it is in, else FILE:LINE. */
static char *name_of(const struct dresser *d, const struct netlist_formal *f) {
    struct text text = {0};
    if (has_label(f) || !design_assertion_place(d->design, f->source, &text)) {
        text_clear(&text);
        for (const char *c = f->name; *c; c++)
            text_byte(&text, isspace((unsigned char)*c) ? '_' : (unsigned char)*c);
    }
    return text_take(&text);
}

static void add_property(struct dresser *d, const struct netlist_formal *f, char *name, const char *refused) {
    const struct verilog_rewritten *rewritten = design_rewritten(d->design, f->source);
    struct verilog_property property = {.name = name, .cover = f->kind == NETLIST_COVER};
    if (rewritten && rewritten->refused) refused = rewritten->refused;
    if (refused) {
        struct text text = {0};
        struct text place = {0};
        text_add(&text, refused);
        if (design_assertion_place(d->design, f->source, &place)) text_format(&text, " (%s)", place.data);
        text_fini(&place);
        property.refused = text_take(&text);
    }
    vec_push(&d->out->properties, property);
}

static enum status lost(struct dresser *d, const char *name) {
    return messages_fail(d->design->messages, STATUS_UNSUPPORTED, (struct position){.file = d->design->path},
                         "the assertion '%s' is not what Yosys was given", name);
}

static void put_property(struct dresser *d, const struct line *line) {
    char *symbol = copy(line, 3);
    uint32_t at = hash_names_get(&d->formals, symbol);
    if (at == HASH_NONE || d->seen.data[at]) {
        d->status = lost(d, symbol);
        mem_free(symbol);
        return;
    }
    mem_free(symbol);
    d->seen.data[at] = 1;
    const struct netlist_formal *f = &d->design->netlist.formals.data[at];
    char *name = name_of(d, f);
    put_words(d, line, 3);
    text_format(&d->text, " %s", name);
    struct text place = {0};
    if (design_assertion_place(d->design, f->source, &place)) text_format(&d->text, " ; %s", place.data);
    text_fini(&place);
    add_property(d, f, name, NULL);
}

/* Assumptions have no names in BTOR2. But Yosys says which cell ends there: `; end NAME`. */
static void put_assumption(struct dresser *d, const struct line *line) {
    const char *next = line->end + strspn(line->end, "\n ");
    size_t length = strcspn(next, "\n");
    char *cell = length > strlen("; end ") && !strncmp(next, "; end ", strlen("; end "))
                     ? mem_format("%.*s", (int)(length - strlen("; end ")), next + strlen("; end "))
                     : mem_strdup("");
    uint32_t at = hash_names_get(&d->formals, cell);
    mem_free(cell);
    put_words(d, line, line->n);
    if (at == HASH_NONE || d->seen.data[at] || d->design->netlist.formals.data[at].kind != NETLIST_ASSUME) {
        d->status =
            messages_fail(d->design->messages, STATUS_UNSUPPORTED, (struct position){.file = d->design->path},
                          "assumptions are lost in Yosys");
        return;
    }
    d->seen.data[at] = 1;
    const struct netlist_formal *f = &d->design->netlist.formals.data[at];
    char *name = name_of(d, f);
    struct text place = {0};
    text_format(&d->text, " %s", name);
    if (design_assertion_place(d->design, f->source, &place)) text_format(&d->text, " ; %s", place.data);
    text_fini(&place);
    mem_free(name);
}

/* ---- lines ---- */

static void put_line(struct dresser *d, const struct line *line) {
    if (is(line, 1, "bad")) {
        put_property(d, line);
    } else if (is(line, 1, "constraint")) {
        put_assumption(d, line);
    } else {
        put_words(d, line, line->n);
        char *name = is(line, 1, "state") ? copy(line, 3) : NULL;
        uint32_t net = name && *name ? hash_names_get(&d->design->netlist.nets_by_name, name) : HASH_NONE;
        char *comment =
            line->comment ? mem_format("%.*s", (int)(line->end - line->comment), line->comment) : NULL;
        if (comment)
            put_source(d, comment + strspn(comment, " "));
        else if (net != HASH_NONE)
            put_source(d, d->design->netlist.nets.data[net].source);
        mem_free(comment);
        mem_free(name);
    }
    text_byte(&d->text, '\n');
}

static void index_formals(struct dresser *d) {
    const struct netlist *n = &d->design->netlist;
    for (uint32_t i = 0; i < n->formals.size; i++) hash_names_put(&d->formals, n->formals.data[i].name, i);
    vec_resize(&d->seen, n->formals.size);
}

/* What the BTOR2 does not have: it must be nothing but liveness. */
static void check_rest(struct dresser *d) {
    bool fair = false;
    for (uint32_t i = 0; i < d->seen.size && d->status == STATUS_OK; i++) {
        const struct netlist_formal *f = &d->design->netlist.formals.data[i];
        if (d->seen.data[i]) continue;
        fair |= f->kind == NETLIST_FAIR;
        if (f->kind == NETLIST_LIVE) add_property(d, f, name_of(d, f), "liveness");
        if (f->kind == NETLIST_ASSERT || f->kind == NETLIST_COVER) d->status = lost(d, f->name);
        if (f->kind == NETLIST_ASSUME)
            d->status =
                messages_fail(d->design->messages, STATUS_UNSUPPORTED,
                              (struct position){.file = d->design->path}, "assumptions are lost in Yosys");
    }
    if (fair)
        messages_warn(d->design->messages, (struct position){.file = d->design->path},
                      "assumptions about infinite runs do not matter for safety and are left out");
}

static void take_names(struct dresser *d) {
    struct netlist *n = &d->design->netlist;
    vec_append(&d->out->nets, n->nets.data, n->nets.size);
    vec_clear(&n->nets); /* they are the output's now */
    d->out->top = n->top ? mem_strdup(n->top) : NULL;
    if (!d->design->clocked || n->clocks.size != 1) return;
    d->out->clock = mem_strdup(n->clocks.data[0].name);
    d->out->rising = n->clocks.data[0].rising;
}

enum status design_dress(struct verilog_design *design, struct verilog_compiled *out) {
    struct dresser d = {.design = design, .out = out};
    index_formals(&d);
    for (const char *p = design->btor2; *p && d.status == STATUS_OK;) {
        struct line line = cut(p);
        if (line.n) put_line(&d, &line);
        p = line.end + (*line.end == '\n');
    }
    if (d.status == STATUS_OK) check_rest(&d);
    if (d.status == STATUS_OK) d.status = design_add_reset(design, &d.text);
    if (d.status == STATUS_OK) {
        take_names(&d);
        out->btor2 = d.text;
        d.text = (struct text){0};
    }
    text_fini(&d.text);
    hash_names_free(&d.formals);
    vec_free(&d.seen);
    return d.status;
}
