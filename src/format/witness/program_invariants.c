/* Proofs of C programs in the words of the source: what holds at the heads of loops. */
#include "format/witness/c_expression.h"
#include "format/witness/program_source.h"
#include "format/witness/program_witness.h"
#include "format/witness/program_yaml.h"

#include <stdlib.h>

/* Names at one location. */
struct naming {
    const struct program *program;
    uint32_t location;
    const u8s *live;
};

static bool is_live(const struct naming *n, uint32_t v) {
    return n->live->data[n->location * n->program->variables.size + v];
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

/* A variable holds what its name says wherever it is live and the name is visible; where several that are live have the
 * same name (another inlined copy of the function, say) it is not clear which is meant. */
static bool find_name(void *client, term t, struct c_name *name) {
    const struct naming *n = client;
    uint32_t number = program_find_variable(n->program, t);
    if (number == PROGRAM_NONE) return false;
    const struct program_variable *v = &n->program->variables.data[number];
    const char *function = n->program->locations.data[n->location].position.function;
    if (!v->source || !is_live(n, number) || (v->scope && !same_text(v->scope, function))) return false;
    for (uint32_t other = 0; other < n->program->variables.size; other++) {
        const struct program_variable *o = &n->program->variables.data[other];
        if (other != number && is_live(n, other) && same_text(o->source, v->source) &&
            (same_text(o->scope, v->scope) || (!v->scope && same_text(o->scope, function))))
            return false;
    }
    *name = (struct c_name){v->source, v->is_signed, v->is_boolean};
    return true;
}

/* The conjuncts that can be expressed; NULL: none. */
static char *expression_at(struct program *program, const struct program_invariant *invariant,
                           uint32_t location, const u8s *live) {
    struct naming naming = {program, location, live};
    struct c_names names = {.bank = program->terms, .find = find_name, .client = &naming};
    struct text out = {0}, one = {0};
    term_list conjuncts = {0};
    term_conjuncts(program->terms, invariant->at.data[location], &conjuncts);
    uint32_t n = 0;
    vec_each (const term, c, &conjuncts) {
        text_clear(&one);
        if (!c_expression(&one, &names, *c)) continue;
        text_format(&out, "%s(%s)", n++ ? " && " : "", one.data);
    }
    vec_free(&conjuncts);
    char *whole = NULL;
    if (n == 1) whole = mem_format("%.*s", (int)(out.size - 2), out.data + 1); /* without the parentheses */
    if (n > 1) whole = text_take(&out);
    text_fini(&out);
    text_fini(&one);
    return whole;
}

struct head {
    uint32_t location;
    struct program_position position;
};

static int compare_positions(const struct program_position *a, const struct program_position *b) {
    int file = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (file) return file;
    if (a->line != b->line) return a->line < b->line ? -1 : 1;
    if (a->column != b->column) return a->column < b->column ? -1 : 1;
    return strcmp(a->function ? a->function : "", b->function ? b->function : "");
}

static int compare_heads(const void *x, const void *y) {
    const struct head *a = x, *b = y;
    int order = compare_positions(&a->position, &b->position);
    return order ? order : a->location < b->location ? -1 : a->location > b->location;
}

/* The copies of one head, [0..n[: what holds at one of them; NULL: nothing is known. */
static char *expression_of(struct program *program, const struct program_invariant *invariant,
                           const struct head *copies, uint32_t n, const u8s *live) {
    struct text all = {0};
    bool known = true;
    uint32_t alternatives = 0;
    for (uint32_t i = 0; i < n && known; i++) {
        term at = invariant->at.data[copies[i].location];
        if (!term_is_none(at) && term_is(program->terms, at, TERM_FALSE)) continue; /* never reached */
        char *one = term_is_none(at) ? NULL : expression_at(program, invariant, copies[i].location, live);
        known = one != NULL;
        if (one) text_format(&all, "%s(%s)", alternatives++ ? " || " : "", one);
        mem_free(one);
    }
    char *whole = NULL;
    if (known && !alternatives) whole = mem_strdup("0");
    if (known && alternatives == 1) whole = mem_format("%.*s", (int)(all.size - 2), all.data + 1);
    if (known && alternatives > 1) whole = text_take(&all);
    text_fini(&all);
    return whole;
}

void program_loop_invariants(loop_invariants *out, struct program *program,
                             const struct program_invariant *invariant) {
    VEC(struct head) heads = {0};
    u8s live = {0};
    if (program->incoming.size != program->locations.size) program_index(program);
    program_live(program, &live);
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (program->locations.data[l].loop_head && program->locations.data[l].position.line)
            vec_push(&heads, (struct head){l, program->locations.data[l].position});
    if (heads.size) qsort(heads.data, heads.size, sizeof *heads.data, compare_heads);
    for (uint32_t i = 0, n; i < heads.size; i += n) {
        for (n = 1; i + n < heads.size; n++)
            if (compare_positions(&heads.data[i].position, &heads.data[i + n].position)) break;
        char *expression = expression_of(program, invariant, heads.data + i, n, &live);
        if (expression)
            vec_push(out, (struct loop_invariant){heads.data[i].position,
                                                  program->locations.data[heads.data[i].location].by_goto,
                                                  expression});
    }
    vec_free(&live);
    vec_free(&heads);
}

void loop_invariants_free(loop_invariants *list) {
    vec_each (struct loop_invariant, i, list) mem_free(i->expression);
    vec_free(list);
}

void program_invariants_text(struct text *out, struct program *program,
                             const struct program_invariant *invariant) {
    loop_invariants all = {0};
    program_loop_invariants(&all, program, invariant);
    vec_each (const struct loop_invariant, i, &all) {
        text_in_line(out, i->position.file ? i->position.file : "");
        text_format(out, ":%u: %s\n", i->position.line, i->expression);
    }
    loop_invariants_free(&all);
}

/* ---- for SV-COMP ---- */

const char *program_invariant_place(const struct program_source *source, const struct program_position *head,
                                    bool by_goto, struct program_position *at) {
    static const char *const loops[] = {"while", "for", "do"}, *const labels[] = {SOURCE_LABEL};
    struct source_place place;
    if (!program_source_find(source, head, by_goto ? labels : loops, by_goto ? 1 : 3, &place) || !place.text)
        return NULL;
    *at = place.position;
    if (by_goto) return "location_invariant";
    if (*place.text != 'd') return "loop_invariant";
    const char *body = program_source_body(source, place.text);
    if (!body) return NULL;
    *at = program_source_position(source, body, head->function);
    return "location_invariant";
}

/* The error function of a program that calls one only; NULL: it calls several, or none. */
static const char *only_error(const struct program *program) {
    const char *only = NULL;
    vec_each (const struct program_edge, e, &program->edges) {
        if (!e->call) continue;
        if (only && strcmp(only, e->call)) return NULL;
        only = e->call;
    }
    return only;
}

void program_certificate_yaml(struct text *out, struct program *program,
                              const struct program_invariant *invariant,
                              const struct program_origin *origin) {
    loop_invariants all = {0};
    struct text content = {0};
    struct program_source source;
    program_source_init(&source, origin);
    program_loop_invariants(&all, program, invariant);
    vec_each (const struct loop_invariant, i, &all) {
        struct program_position at;
        const char *type = program_invariant_place(&source, &i->position, i->by_goto, &at);
        if (!type) continue;
        text_format(&content, "  - invariant:\n      type: %s\n", type);
        yaml_location(&content, 6, &at, origin);
        text_add(&content, "      value: ");
        text_json_string(&content, i->expression);
        text_add(&content, "\n      format: c_expression\n");
    }
    yaml_heading(out, "invariant_set", origin, program_error(origin, only_error(program)), &content);
    program_source_fini(&source);
    loop_invariants_free(&all);
    text_fini(&content);
}
