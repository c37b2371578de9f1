/* A system as Horn clauses over one predicate; export.h says which. */
#include "format/export/export.h"

#include "format/export/clauses.h"
#include "format/export/functions.h"
#include "format/export/symbols.h"

struct chc {
    struct text *out;
    struct terms *bank;
    struct atom now, next; /* of the one predicate, before and after a step */
};

/* The inputs that the initial condition mentions. They become part of the state; after a step they are new
 * variables. */
static void add_initial_inputs(struct chc *c, const struct system *system, term init) {
    term_list used = {0};
    term_variables(c->bank, &init, 1, &used);
    struct hash_map mentioned = {0};
    vec_each (term, v, &used) hash_map_put(&mentioned, v->id, 1);
    vec_each (const struct system_input, i, &system->inputs) {
        if (hash_map_get(&mentioned, i->now.id) == HASH_NONE) continue;
        vec_push(&c->now.arguments, i->now);
        vec_push(&c->next.arguments, term_fresh(c->bank, i->name, term_sort(c->bank, i->now)));
    }
    hash_map_free(&mentioned);
    vec_free(&used);
}

static void write_clauses(struct chc *c, const struct system *system, const term_list *formulas,
                          uint32_t property) {
    term_list body = {0};
    vec_push(&body, formulas->data[0]);
    clauses_print(c->out, c->bank, NULL, &body, &c->now);
    body.data[0] = formulas->data[1];
    vec_push(&body, formulas->data[2]);
    clauses_print(c->out, c->bank, &c->now, &body, &c->next);
    for (uint32_t i = 0; i < system->properties.size; i++) {
        if (property != EXPORT_ALL && property != i) continue;
        text_add(c->out, "; property ");
        text_in_line(c->out, system->properties.data[i].name);
        text_add(c->out, "\n");
        body.data[1] = term_not(c->bank, formulas->data[3 + i]);
        clauses_print(c->out, c->bank, &c->now, &body, NULL);
    }
    vec_free(&body);
}

void export_chc(struct text *out, const struct system *system, uint32_t property) {
    struct chc c = {.out = out, .bank = system->terms};
    term_list formulas = {0}, arrays = {0}; /* init, constraints, trans, then the properties */
    vec_push(&formulas, system_init_formula(system));
    vec_push(&formulas, system_constraint_formula(system));
    vec_push(&formulas, system_trans_formula(system));
    vec_each (const struct system_property, p, &system->properties) vec_push(&formulas, p->good);
    functions_to_arrays(c.bank, &formulas, &arrays);
    vec_each (const struct system_state, s, &system->states) {
        vec_push(&c.now.arguments, s->now);
        vec_push(&c.next.arguments, s->next);
    }
    add_initial_inputs(&c, system, formulas.data[0]);
    vec_append(&c.now.arguments, arrays.data, arrays.size);
    vec_append(&c.next.arguments, arrays.data, arrays.size);
    c.now.predicate = c.next.predicate = symbols_unused(c.bank, "Inv");

    term_list sorted = {0}; /* everything that has a sort */
    vec_append(&sorted, c.now.arguments.data, c.now.arguments.size);
    vec_append(&sorted, formulas.data, formulas.size);
    text_add(out, "; sat: safe, unsat: unsafe\n(set-logic HORN)\n");
    symbols_declare_sorts(out, c.bank, sorted.data, sorted.size);
    clauses_declare(out, c.bank, &c.now);
    write_clauses(&c, system, &formulas, property);
    text_add(out, "(check-sat)\n");
    vec_free(&sorted);
    vec_free(&formulas);
    vec_free(&arrays);
    vec_free(&c.now.arguments);
    vec_free(&c.next.arguments);
    mem_free(c.now.predicate);
}
