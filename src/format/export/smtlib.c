/* A system as SMT-LIB functions. */
#include "format/export/export.h"

#include "format/export/symbols.h"

static void define(struct text *out, const struct ts *ts, const char *wanted, const term_list *parameters,
                   term body) {
    char *name = symbols_unused(ts->terms, wanted);
    text_add(out, "(define-fun ");
    print_symbol(out, name);
    text_byte(out, ' ');
    symbols_parameters(out, ts->terms, parameters->data, parameters->size);
    text_add(out, " Bool\n  ");
    print_term(out, ts->terms, body);
    text_add(out, ")\n");
    mem_free(name);
}

void export_smtlib(struct text *out, const struct ts *ts) {
    struct terms *bank = ts->terms;
    term_list now = {0}, all = {0}, roots = {0};
    vec_each (const struct ts_state, s, &ts->states) vec_push(&now, s->now);
    vec_each (const struct ts_input, i, &ts->inputs) vec_push(&now, i->now);
    vec_append(&all, now.data, now.size);
    vec_each (const struct ts_state, s, &ts->states) vec_push(&all, s->next);
    term init = ts_init_formula(ts), trans = ts_trans_formula(ts), constraint = ts_constraint_formula(ts);
    vec_append(&roots, all.data, all.size);
    vec_append(&roots, ((term[]){init, trans, constraint}), 3);
    vec_each (const struct ts_property, p, &ts->properties) vec_push(&roots, p->good);

    text_format(out,
                "; Parameters are the current states, then the inputs, then (of trans) the next states.\n");
    text_format(out, "(set-logic %s)\n", print_logic(bank, roots.data, roots.size));
    symbols_declare_sorts(out, bank, roots.data, roots.size);
    symbols_declare_functions(out, bank, roots.data, roots.size);
    define(out, ts, "init", &now, init);
    define(out, ts, "trans", &all, trans);
    if (ts->constraints.size) {
        text_add(out, "; must hold in every step of a path, also in the first and the last\n");
        define(out, ts, "constraint", &now, constraint);
    }
    for (uint32_t i = 0; i < ts->properties.size; i++) {
        const struct ts_property *p = &ts->properties.data[i];
        text_add(out, "; property ");
        text_in_line(out, p->name);
        text_add(out, "\n");
        char *name = mem_format("good_%u", i);
        define(out, ts, name, &now, p->good);
        mem_free(name);
    }
    vec_free(&now);
    vec_free(&all);
    vec_free(&roots);
}
