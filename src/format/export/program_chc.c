/* An automaton as Horn clauses: one predicate per location, over the variables that are live there. */
#include "format/export/export.h"

#include "format/export/clauses.h"
#include "format/export/symbols.h"

struct whole {
    struct text *out;
    struct program *program;
    u8s live; /* as program_live has it */
    strings predicates;
};

/* A predicate's name: the location's, unlike every symbol of the bank and every other predicate. Names of
 * locations differ, but they need not differ any more when a number was added to one. */
static void name_predicates(struct whole *p) {
    struct hash_names taken = {0};
    vec_each (const struct program_location, l, &p->program->locations) {
        char *name = symbols_unused(p->program->terms, l->name);
        while (hash_names_get(&taken, name) != HASH_NONE) {
            char *longer = mem_format("%s_", name);
            mem_free(name);
            name = symbols_unused(p->program->terms, longer);
            mem_free(longer);
        }
        hash_names_put(&taken, name, 0);
        vec_push(&p->predicates, name);
    }
    hash_names_free(&taken);
}

static bool is_live(const struct whole *p, uint32_t location, uint32_t variable) {
    return p->live.data[(size_t)location * p->program->variables.size + variable];
}

/* The caller frees the arguments. */
static struct atom atom_at(const struct whole *p, uint32_t location, bool next) {
    struct atom atom = {.predicate = p->predicates.data[location]};
    for (uint32_t v = 0; v < p->program->variables.size; v++) {
        const struct program_variable *variable = &p->program->variables.data[v];
        if (is_live(p, location, v)) vec_push(&atom.arguments, next ? variable->next : variable->now);
    }
    return atom;
}

static void write_edge(struct whole *p, const struct program_edge *edge) {
    u8s frame = {0};
    for (uint32_t v = 0; v < p->program->variables.size; v++) vec_push(&frame, is_live(p, edge->to, v));
    term_list inputs = {0}, body = {0};
    vec_push(&body, program_transition(p->program, edge->command, &frame, &inputs));
    struct atom from = atom_at(p, edge->from, false), to = atom_at(p, edge->to, true);
    clauses_print(p->out, p->program->terms, &from, &body, &to);
    vec_free(&from.arguments);
    vec_free(&to.arguments);
    vec_free(&inputs);
    vec_free(&body);
    vec_free(&frame);
}

static void declare_sorts(const struct whole *p) {
    term_list variables = {0};
    vec_each (const struct program_variable, v, &p->program->variables) vec_push(&variables, v->now);
    symbols_declare_sorts(p->out, p->program->terms, variables.data, variables.size);
    vec_free(&variables);
}

void export_program_chc(struct text *out, struct program *program) {
    struct whole p = {.out = out, .program = program};
    program_live(program, &p.live);
    name_predicates(&p);
    text_format(out, "; sat: safe, unsat: unsafe\n; property %s\n(set-logic HORN)\n", program->property);
    declare_sorts(&p);
    for (uint32_t l = 0; l < program->locations.size; l++) {
        struct atom atom = atom_at(&p, l, false);
        clauses_declare(out, program->terms, &atom);
        vec_free(&atom.arguments);
    }
    term_list none = {0};
    struct atom first = atom_at(&p, program->initial, false), last = atom_at(&p, program->error, false);
    clauses_print(out, program->terms, NULL, &none, &first);
    vec_each (const struct program_edge, edge, &program->edges) write_edge(&p, edge);
    clauses_print(out, program->terms, &last, &none, NULL);
    text_add(out, "(check-sat)\n");
    vec_free(&first.arguments);
    vec_free(&last.arguments);
    vec_each (char *, name, &p.predicates) mem_free(*name);
    vec_free(&p.predicates);
    vec_free(&p.live);
}
