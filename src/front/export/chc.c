/* A system as Horn clauses over one predicate; export.h says which. */
#include "front/export/export.h"

#include "front/export/functions.h"
#include "front/export/symbols.h"

struct chc {
    struct text *out;
    struct terms *bank;
    char *predicate;
    term_list now, next; /* the predicate's arguments, before and after a step */
};

/* The inputs that the initial condition mentions. They become part of the state; after a step they are new
 * variables. */
static void add_initial_inputs(struct chc *c, const struct ts *ts, term init) {
    term_list used = {0};
    term_variables(c->bank, &init, 1, &used);
    struct hash_map mentioned = {0};
    vec_each (term, v, &used) hash_map_put(&mentioned, v->id, 1);
    vec_each (const struct ts_input, i, &ts->inputs) {
        if (hash_map_get(&mentioned, i->now.id) == HASH_NONE) continue;
        vec_push(&c->now, i->now);
        vec_push(&c->next, term_fresh(c->bank, i->name, term_sort(c->bank, i->now)));
    }
    hash_map_free(&mentioned);
    vec_free(&used);
}

static void print_predicate(struct chc *c, const term_list *arguments) {
    if (arguments->size) text_byte(c->out, '(');
    print_symbol(c->out, c->predicate);
    vec_each (const term, a, arguments) {
        text_byte(c->out, ' ');
        print_term(c->out, c->bank, *a);
    }
    if (arguments->size) text_byte(c->out, ')');
}

/* The conjunction of Inv(from), if any, and the formulas. */
static void print_body(struct chc *c, const term_list *body, const term_list *from) {
    term_list formulas = {0}; /* without `true` */
    vec_each (const term, t, body)
        if (!term_is(c->bank, *t, TERM_TRUE)) vec_push(&formulas, *t);
    uint32_t n = formulas.size + (from ? 1 : 0);
    if (!n) text_add(c->out, "true");
    if (n > 1) text_add(c->out, "(and ");
    if (from) print_predicate(c, from);
    for (uint32_t i = 0; i < formulas.size; i++) {
        if (i || from) text_add(c->out, "\n    ");
        print_term(c->out, c->bank, formulas.data[i]);
    }
    if (n > 1) text_byte(c->out, ')');
    vec_free(&formulas);
}

/* body & Inv(from) => Inv(to); `from` or `to` may be absent. */
static void print_clause(struct chc *c, const term_list *body, const term_list *from, const term_list *to) {
    term_list roots = {0}, variables = {0};
    vec_append(&roots, body->data, body->size);
    if (from) vec_append(&roots, from->data, from->size);
    if (to) vec_append(&roots, to->data, to->size);
    term_variables(c->bank, roots.data, roots.size, &variables);
    text_add(c->out, "(assert ");
    if (variables.size) {
        text_add(c->out, "(forall ");
        symbols_parameters(c->out, c->bank, variables.data, variables.size);
        text_add(c->out, "\n  ");
    }
    text_add(c->out, "(=> ");
    print_body(c, body, from);
    text_add(c->out, "\n    ");
    if (to)
        print_predicate(c, to);
    else
        text_add(c->out, "false");
    text_add(c->out, variables.size ? ")))\n" : "))\n");
    vec_free(&roots);
    vec_free(&variables);
}

static void declare_predicate(struct chc *c) {
    text_add(c->out, "(declare-fun ");
    print_symbol(c->out, c->predicate);
    text_add(c->out, " (");
    for (uint32_t i = 0; i < c->now.size; i++) {
        if (i) text_byte(c->out, ' ');
        print_sort(c->out, c->bank, term_sort(c->bank, c->now.data[i]));
    }
    text_add(c->out, ") Bool)\n");
}

static void write_clauses(struct chc *c, const struct ts *ts, const term_list *formulas, uint32_t property) {
    term_list body = {0};
    vec_push(&body, formulas->data[0]);
    print_clause(c, &body, NULL, &c->now);
    body.data[0] = formulas->data[1];
    vec_push(&body, formulas->data[2]);
    print_clause(c, &body, &c->now, &c->next);
    for (uint32_t i = 0; i < ts->properties.size; i++) {
        if (property != EXPORT_ALL && property != i) continue;
        text_format(c->out, "; property %s\n", ts->properties.data[i].name);
        body.data[1] = term_not(c->bank, formulas->data[3 + i]);
        print_clause(c, &body, &c->now, NULL);
    }
    vec_free(&body);
}

void export_chc(struct text *out, const struct ts *ts, uint32_t property) {
    struct chc c = {.out = out, .bank = ts->terms};
    term_list formulas = {0}, arrays = {0}; /* init, constraints, trans, then the properties */
    vec_push(&formulas, ts_init_formula(ts));
    vec_push(&formulas, ts_constraint_formula(ts));
    vec_push(&formulas, ts_trans_formula(ts));
    vec_each (const struct ts_property, p, &ts->properties) vec_push(&formulas, p->good);
    functions_to_arrays(c.bank, &formulas, &arrays);
    vec_each (const struct ts_state, s, &ts->states) {
        vec_push(&c.now, s->now);
        vec_push(&c.next, s->next);
    }
    add_initial_inputs(&c, ts, formulas.data[0]);
    vec_append(&c.now, arrays.data, arrays.size);
    vec_append(&c.next, arrays.data, arrays.size);
    c.predicate = symbols_unused(c.bank, "Inv");

    term_list sorted = {0}; /* everything that has a sort */
    vec_append(&sorted, c.now.data, c.now.size);
    vec_append(&sorted, formulas.data, formulas.size);
    text_add(out, "; sat: safe, unsat: unsafe\n(set-logic HORN)\n");
    symbols_declare_sorts(out, c.bank, sorted.data, sorted.size);
    declare_predicate(&c);
    write_clauses(&c, ts, &formulas, property);
    text_add(out, "(check-sat)\n");
    vec_free(&sorted);
    vec_free(&formulas);
    vec_free(&arrays);
    vec_free(&c.now);
    vec_free(&c.next);
    mem_free(c.predicate);
}
