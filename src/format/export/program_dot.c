/* An automaton as a picture, in the language of Graphviz.
 *
 * Locations are boxes with name, function and line; edges carry their commands as text, a line per action:
 *
 *     [x < 5]             an assumption
 *     x := x + 1          an assignment;  x := nondet_int()  an input
 *     unsupported: X      what the reader could not express, on an edge that is dashed
 *     if [b] {..} else {..}, either {..} or {..}      choices, up to the point where all branches meet again
 *
 * Texts are bounded, so that large blocks still give a picture. */
#include "format/export/export.h"
#include "format/export/infix.h"

enum { MOST_LINES = 40, MOST_CHARACTERS = 120, INDENT = 4 };

/* ---- strings of the language ---- */

static void add_escaped(struct text *out, const char *string) {
    for (; *string; string++) {
        if (*string == '"' || *string == '\\') text_byte(out, '\\');
        text_byte(out, (unsigned char)*string);
    }
}

static void add_position(struct text *out, const struct program_position *p) {
    if (!p->line) return;
    if (p->function) {
        add_escaped(out, p->function);
        text_add(out, ", ");
    }
    text_format(out, "line %u", p->line);
}

/* ---- commands ---- */

struct writer {
    struct text *out;
    const struct program *program;
    const struct program *as_read; /* what tags speak of; NULL: not given */
    struct hash_names sources;     /* expression of the source -> the variable that holds it; SEVERAL */
    uint32_t lines, line;          /* line: of the source, where the edge at hand is */
    program_command_list points;   /* of the command at hand */
    struct hash_map positions;     /* of these */
    uint32_t end;                  /* where its ways end */
    u32s meets, depth; /* by position: the immediate post-dominator, and how far it is from the end */
};

/* The source's name, unless several variables hold what it means at different places. */
static const char *name_of(const struct writer *w, uint32_t v) {
    const struct program_variable *variable = &w->program->variables.data[v];
    return variable->source && hash_names_get(&w->sources, variable->source) == v ? variable->source
                                                                                  : variable->name;
}

static const char *name_of_term(const void *context, term t) {
    const struct writer *w = context;
    uint32_t v = program_find_variable(w->program, t);
    return v == PROGRAM_NONE ? NULL : name_of(w, v);
}

enum { SEVERAL = 0xfffffffe };

static void find_sources(struct writer *w) {
    for (uint32_t v = 0; v < w->program->variables.size; v++) {
        const char *source = w->program->variables.data[v].source;
        if (source)
            hash_names_put(&w->sources, source,
                           hash_names_get(&w->sources, source) == HASH_NONE ? v : SEVERAL);
    }
}

static void add_term(struct writer *w, term t) {
    struct text plain = {0};
    infix_print(&plain, w->program->terms, t, name_of_term, w, MOST_CHARACTERS);
    char *string = text_take(&plain);
    add_escaped(w->out, string);
    mem_free(string);
}

static void begin_line(struct writer *w, uint32_t indent) {
    text_format(w->out, "%*s", (int)(indent * INDENT), "");
}
static void end_line(struct writer *w) {
    text_add(w->out, "\\l");
    w->lines++;
}
static void whole_line(struct writer *w, uint32_t indent, const char *string) {
    begin_line(w, indent);
    text_add(w->out, string);
    end_line(w);
}

static void add_site(struct writer *w, const struct program_site *site) {
    static const char *const kinds[] = {[PROGRAM_INPUT] = "input()",
                                        [PROGRAM_UNINITIALIZED] = "uninitialized",
                                        [PROGRAM_UNDEFINED] = "undefined",
                                        [PROGRAM_OUTSIDE] = "outside",
                                        [PROGRAM_LIBRARY] = "library()",
                                        [PROGRAM_UNSPECIFIED] = "unspecified",
                                        [PROGRAM_RETURNED] = "external()",
                                        [PROGRAM_EXTERNAL] = "external()",
                                        [PROGRAM_ENVIRONMENT] = "environment()"};
    add_escaped(w->out, name_of(w, site->variable));
    text_add(w->out, " := ");
    if (site->call) {
        add_escaped(w->out, site->call);
        text_add(w->out, "()");
    } else
        text_add(w->out, kinds[site->kind]);
    if (site->position.line) text_format(w->out, "  // line %u", site->position.line);
}

static void add_unsupported(struct writer *w, const struct program_edge *e, uint32_t indent) {
    begin_line(w, indent);
    text_add(w->out, "unsupported: ");
    add_escaped(w->out, e->unsupported);
    if (e->position.line && e->position.line != w->line)
        text_format(w->out, "  // line %u", e->position.line);
    end_line(w);
}

/* The edge as read that a tag names, if that could not be expressed; else NULL. */
static const struct program_edge *unsupported_tag(const struct writer *w,
                                                  const struct program_action *action) {
    if (!w->as_read || action->kind != PROGRAM_TAG) return NULL;
    const struct program_edge *e = &w->as_read->edges.data[action->edge];
    return e->unsupported ? e : NULL;
}

static bool has_unsupported(const struct writer *w) {
    vec_each (const program_command, point, &w->points) {
        struct program_node node = program_node(w->program, *point);
        if (node.kind == PROGRAM_STEP && unsupported_tag(w, &node.action)) return true;
    }
    return false;
}

static void write_action(struct writer *w, const struct program_action *action, uint32_t indent) {
    const struct program_edge *unsupported = unsupported_tag(w, action);
    if (unsupported) add_unsupported(w, unsupported, indent);
    if (action->kind == PROGRAM_TAG) return;
    begin_line(w, indent);
    if (action->kind == PROGRAM_ASSUME) {
        text_add(w->out, "[");
        add_term(w, action->condition);
        text_add(w->out, "]");
    }
    if (action->kind == PROGRAM_HAVOC) add_site(w, &w->program->sites.data[action->site]);
    for (uint32_t i = 0; i < action->n; i++) {
        if (i) text_add(w->out, ", ");
        add_escaped(w->out, name_of(w, action->assignments[i].variable));
    }
    for (uint32_t i = 0; i < action->n; i++) {
        text_add(w->out, i ? ", " : " := ");
        add_term(w, action->assignments[i].value);
    }
    end_line(w);
}

static uint32_t position_of(const struct writer *w, program_command c) {
    return hash_map_get(&w->positions, c.id);
}

static uint32_t where_all_meet(const struct writer *w, uint32_t x, uint32_t y) {
    while (x != y) {
        if (w->depth.data[x] < w->depth.data[y])
            y = w->meets.data[y];
        else
            x = w->meets.data[x];
    }
    return x;
}

static void find_meetings(struct writer *w, program_command root) {
    const program_command_list *points = &w->points;
    vec_clear(&w->points);
    program_points(w->program, root, &w->points);
    hash_map_clear(&w->positions);
    vec_clear(&w->meets);
    vec_clear(&w->depth);
    vec_resize(&w->meets, points->size);
    vec_resize(&w->depth, points->size);
    for (uint32_t i = 0; i < points->size; i++) hash_map_put(&w->positions, points->data[i].id, i);
    for (uint32_t i = points->size; i--;) {
        struct program_node node = program_node(w->program, points->data[i]);
        if (node.kind == PROGRAM_END) {
            w->end = i;
            continue;
        }
        uint32_t meeting = position_of(w, node.next[0]);
        for (uint32_t j = 1; j < node.n; j++)
            meeting = where_all_meet(w, meeting, position_of(w, node.next[j]));
        w->meets.data[i] = meeting;
        w->depth.data[i] = w->depth.data[meeting] + 1;
    }
}

/* The assumption that a branch begins with, behind tags of which nothing is to be said, before the branches meet at
 * `end`. False: none. */
static bool first_assumption(const struct writer *w, program_command branch, uint32_t end,
                             struct program_node *node) {
    for (;;) {
        *node = program_node(w->program, branch);
        if (position_of(w, branch) == end || node->kind != PROGRAM_STEP) return false;
        if (unsupported_tag(w, &node->action)) return false;
        if (node->action.kind != PROGRAM_TAG) return node->action.kind == PROGRAM_ASSUME;
        branch = node->next[0];
    }
}

/* Whether a choice is between an assumption and its negation; what follows them. */
static bool is_test(const struct writer *w, struct program_node choice, uint32_t end, term *condition,
                    program_command behind[2]) {
    const struct terms *b = w->program->terms;
    struct program_node x, y;
    if (choice.n != 2 || !first_assumption(w, choice.next[0], end, &x) ||
        !first_assumption(w, choice.next[1], end, &y))
        return false;
    term c = *condition = x.action.condition, d = y.action.condition;
    behind[0] = x.next[0];
    behind[1] = y.next[0];
    return (term_is(b, d, TERM_NOT) && term_same(term_arg(b, d, 0), c)) ||
           (term_is(b, c, TERM_NOT) && term_same(term_arg(b, c, 0), d));
}

static void write_points(struct writer *w, program_command c, uint32_t end, uint32_t indent);

static void write_choice(struct writer *w, struct program_node choice, uint32_t end, uint32_t indent) {
    term condition = TERM_NONE;
    program_command behind[2] = {0};
    bool test = is_test(w, choice, end, &condition, behind);
    for (uint32_t j = 0; j < choice.n && w->lines < MOST_LINES; j++) {
        begin_line(w, indent);
        if (test && !j) {
            text_add(w->out, "if [");
            add_term(w, condition);
            text_add(w->out, "] {");
        } else if (test)
            text_add(w->out, "} else {");
        else
            text_add(w->out, j ? "} or {" : "either {");
        end_line(w);
        write_points(w, test ? behind[j] : choice.next[j], end, indent + 1);
    }
    whole_line(w, indent, "}");
}

/* From a point to the one at position `end`. */
static void write_points(struct writer *w, program_command c, uint32_t end, uint32_t indent) {
    while (position_of(w, c) != end) {
        if (w->lines >= MOST_LINES) {
            if (w->lines == MOST_LINES) whole_line(w, indent, "..");
            return;
        }
        struct program_node node = program_node(w->program, c);
        if (node.kind == PROGRAM_STEP) {
            write_action(w, &node.action, indent);
            c = node.next[0];
            continue;
        }
        uint32_t meeting = w->meets.data[position_of(w, c)];
        write_choice(w, node, meeting, indent);
        c = w->points.data[meeting];
    }
}

static void write_edge(struct writer *w, const struct program_edge *e) {
    find_meetings(w, e->command);
    w->lines = 0;
    w->line = e->position.line;
    bool unsupported = e->unsupported || has_unsupported(w);
    text_format(w->out, "    l%u -> l%u [label=\"", e->from, e->to);
    if (e->position.line) {
        text_add(w->out, "// ");
        add_position(w->out, &e->position);
        end_line(w);
    }
    if (e->unsupported) add_unsupported(w, e, 0);
    write_points(w, e->command, w->end, 0);
    text_format(w->out, "\"%s];\n", unsupported ? ", style=dashed, color=orange, fontcolor=orange" : "");
}

/* ---- locations ---- */

static void write_location(struct writer *w, uint32_t l) {
    const struct program_location *location = &w->program->locations.data[l];
    text_format(w->out, "    l%u [label=\"", l);
    add_escaped(w->out, location->name);
    if (location->position.line) {
        text_add(w->out, "\\n");
        add_position(w->out, &location->position);
    }
    text_add(w->out, "\"");
    if (l == w->program->initial) text_add(w->out, ", shape=oval, style=bold");
    if (l == w->program->error) text_add(w->out, ", shape=octagon, style=filled, fillcolor=\"#ffb0b0\"");
    if (location->loop_head) text_add(w->out, ", peripheries=2");
    text_add(w->out, "];\n");
}

void export_program_dot(struct text *out, const struct program *program, const struct program *as_read) {
    struct writer w = {.out = out, .program = program, .as_read = as_read};
    find_sources(&w);
    text_add(out, "digraph \"");
    add_escaped(out, program->property);
    text_add(out, "\" {\n"
                  "    node [shape=box, fontname=monospace, fontsize=10];\n"
                  "    edge [fontname=monospace, fontsize=9];\n");
    for (uint32_t l = 0; l < program->locations.size; l++) write_location(&w, l);
    vec_each (const struct program_edge, e, &program->edges) write_edge(&w, e);
    text_add(out, "}\n");
    hash_names_free(&w.sources);
    vec_free(&w.points);
    hash_map_free(&w.positions);
    vec_free(&w.meets);
    vec_free(&w.depth);
}
