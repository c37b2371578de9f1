#include "format/witness/program_candidates.h"

#include "format/witness/c_expression_read.h"
#include "format/witness/program_source.h"
#include "format/witness/program_witness.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- as text ---- */

struct text_line {
    const char *start, *end;
    const char *expression;
    uint32_t number;
};

/* FILE:LINE: EXPRESSION */
static bool split(const char *start, const char *end, struct text_line *out) {
    for (const char *p = start; p < end; p++) {
        if (*p != ':' || p + 1 == end || !isdigit((unsigned char)p[1])) continue;
        const char *q = p + 1;
        uint64_t n = 0;
        for (; q < end && isdigit((unsigned char)*q) && n < UINT32_MAX; q++)
            n = n * 10 + (uint64_t)(*q - '0');
        if (!n || n >= UINT32_MAX || end - q < 3 || q[0] != ':' || q[1] != ' ') continue;
        *out = (struct text_line){start, p, q + 2, (uint32_t)n};
        return true;
    }
    return false;
}

static const char *keep(struct program_claims *claims, const char *start, const char *end) {
    char *text = mem_format("%.*s", (int)(end - start), start);
    vec_push(&claims->document.nodes, (struct yaml_node){.text = text});
    return text;
}

static bool is_empty(const char *start, const char *end) {
    static const char line[] = PROGRAM_NO_INVARIANTS;
    return (size_t)(end - start) == sizeof line - 1 && !memcmp(start, line, sizeof line - 1);
}

/* False: some line is none of a proof. Claims may be NULL. */
static bool read_lines(struct program_claims *claims, const char *p, size_t size) {
    const char *end = p + size;
    uint32_t number = 1;
    for (; p < end; number++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        struct text_line line;
        if (!stop) stop = end;
        bool claim = !is_empty(p, stop);
        if (claim && (memchr(p, 0, (size_t)(stop - p)) || !split(p, stop, &line))) return false;
        if (claim && claims) {
            struct program_position at = {.file = keep(claims, line.start, line.end), .line = line.number};
            vec_push(&claims->invariants,
                     (struct claimed_invariant){.value = keep(claims, line.expression, stop),
                                                .format = "c_expression",
                                                .position = at,
                                                .at = number});
        }
        p = stop < end ? stop + 1 : end;
    }
    return size != 0;
}

bool program_candidates_recognise(const char *bytes, size_t size) {
    return read_lines(NULL, bytes, size);
}

void program_candidates_read(struct program_claims *claims, const char *bytes, size_t size) {
    *claims = (struct program_claims){0};
    read_lines(claims, bytes, size);
}

/* ---- names ---- */

struct naming {
    const struct program *program;
    uint32_t location;
    const u8s *live;
};

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

/* The variable that holds what the name means: the function's own before a global one. None when there are several. */
static term find_name(void *client, const char *text, struct c_name *name) {
    const struct naming *n = client;
    const char *function = n->program->locations.data[n->location].position.function;
    uint32_t found = PROGRAM_NONE, number = 0;
    bool local = false;
    for (uint32_t v = 0; v < n->program->variables.size; v++) {
        const struct program_variable *variable = &n->program->variables.data[v];
        if (!variable->source || strcmp(variable->source, text)) continue;
        bool own = variable->scope != NULL;
        if (!n->live->data[n->location * n->program->variables.size + v]) continue;
        if ((own && !same_text(variable->scope, function)) || (local && !own)) continue;
        number = own && !local ? 1 : number + 1;
        local = own;
        found = v;
    }
    if (number != 1) return TERM_NONE;
    const struct program_variable *v = &n->program->variables.data[found];
    *name = (struct c_name){v->source, v->is_signed, v->is_boolean};
    return v->now;
}

/* ---- candidates ---- */

struct collecting {
    struct program *program;
    const struct program_claims *claims;
    const struct program_origin *origin;
    struct program_source source;
    struct program_invariant *out;
    u8s live, used; /* used: by claim */
    struct text *notes;
};

/* Whether the claim is about a head of a loop. */
static bool is_at(const struct collecting *c, const struct claimed_invariant *i, uint32_t location) {
    const struct program_location *l = &c->program->locations.data[location];
    if (!c->claims->version)
        return i->position.line == l->position.line && same_text(i->position.file, l->position.file);
    struct program_position at;
    const char *type = program_invariant_place(&c->source, &l->position, l->by_goto, &at);
    return type && i->loop == !strcmp(type, "loop_invariant") && i->position.line == at.line &&
           (!i->position.column || i->position.column == at.column);
}

static void take(struct collecting *c, uint32_t claim, uint32_t location) {
    const struct claimed_invariant *i = &c->claims->invariants.data[claim];
    struct naming naming = {c->program, location, &c->live};
    struct c_read_names names = {c->program->terms, c->origin->ilp32, find_name, &naming};
    struct text why = {0};
    term formula = c_expression_read(&names, i->value, &why);
    term *at = &c->out->at.data[location];
    c->used.data[claim] = true;
    if (!term_is_none(formula))
        *at =
            term_is(c->program->terms, *at, TERM_TRUE) ? formula : term_and2(c->program->terms, *at, formula);
    else if (!c->notes->size)
        text_format(c->notes, "its invariant in line %u cannot be read: %s", i->at, why.data);
    text_fini(&why);
}

struct program_invariant *program_candidates(struct program *program, const struct program_claims *claims,
                                             const struct program_origin *origin, struct text *notes) {
    struct collecting c = {.program = program, .claims = claims, .origin = origin, .notes = notes};
    c.out = program_invariant_new(program);
    program_source_init(&c.source, origin);
    if (program->incoming.size != program->locations.size) program_index(program);
    program_live(program, &c.live);
    vec_resize(&c.used, claims->invariants.size);
    for (uint32_t l = 0; l < program->locations.size; l++) {
        if (!program->locations.data[l].loop_head) continue;
        c.out->at.data[l] = term_true(program->terms);
        for (uint32_t i = 0; i < claims->invariants.size; i++)
            if (is_at(&c, &claims->invariants.data[i], l)) take(&c, i, l);
    }
    for (uint32_t i = 0; i < claims->invariants.size && !notes->size; i++)
        if (!c.used.data[i])
            text_format(notes, "its invariant in line %u is at no head of a loop that is known",
                        claims->invariants.data[i].at);
    vec_free(&c.used);
    vec_free(&c.live);
    program_source_fini(&c.source);
    return c.out;
}
