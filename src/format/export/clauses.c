/* Horn clauses, printed. */
#include "format/export/clauses.h"

#include "format/export/symbols.h"

static void print_atom(struct text *out, const struct terms *bank, const struct atom *atom) {
    if (atom->arguments.size) text_byte(out, '(');
    print_symbol(out, atom->predicate);
    vec_each (const term, a, &atom->arguments) {
        text_byte(out, ' ');
        print_term(out, bank, *a);
    }
    if (atom->arguments.size) text_byte(out, ')');
}

/* The conjunction of the atom, if any, and the formulas. */
static void print_body(struct text *out, const struct terms *bank, const struct atom *from,
                       const term_list *body) {
    term_list formulas = {0}; /* without `true` */
    vec_each (const term, t, body)
        if (!term_is(bank, *t, TERM_TRUE)) vec_push(&formulas, *t);
    uint32_t n = formulas.size + (from ? 1 : 0);
    if (!n) text_add(out, "true");
    if (n > 1) text_add(out, "(and ");
    if (from) print_atom(out, bank, from);
    for (uint32_t i = 0; i < formulas.size; i++) {
        if (i || from) text_add(out, "\n    ");
        print_term(out, bank, formulas.data[i]);
    }
    if (n > 1) text_byte(out, ')');
    vec_free(&formulas);
}

void clauses_print(struct text *out, const struct terms *bank, const struct atom *from, const term_list *body,
                   const struct atom *to) {
    term_list roots = {0}, variables = {0};
    vec_append(&roots, body->data, body->size);
    if (from) vec_append(&roots, from->arguments.data, from->arguments.size);
    if (to) vec_append(&roots, to->arguments.data, to->arguments.size);
    term_variables(bank, roots.data, roots.size, &variables);
    text_add(out, "(assert ");
    if (variables.size) {
        text_add(out, "(forall ");
        symbols_parameters(out, bank, variables.data, variables.size);
        text_add(out, "\n  ");
    }
    text_add(out, "(=> ");
    print_body(out, bank, from, body);
    text_add(out, "\n    ");
    if (to)
        print_atom(out, bank, to);
    else
        text_add(out, "false");
    text_add(out, variables.size ? ")))\n" : "))\n");
    vec_free(&roots);
    vec_free(&variables);
}

void clauses_declare(struct text *out, const struct terms *bank, const struct atom *atom) {
    text_add(out, "(declare-fun ");
    print_symbol(out, atom->predicate);
    text_add(out, " (");
    for (uint32_t i = 0; i < atom->arguments.size; i++) {
        if (i) text_byte(out, ' ');
        print_sort(out, bank, term_sort(bank, atom->arguments.data[i]));
    }
    text_add(out, ") Bool)\n");
}
