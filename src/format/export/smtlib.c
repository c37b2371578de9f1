/* A system as SMT-LIB functions. */
#include "format/export/export.h"

#include "format/export/symbols.h"

static void define(struct text *out, const struct system *system, const char *wanted,
                   const term_list *parameters, term body) {
    char *name = symbols_unused(system->terms, wanted);
    text_add(out, "(define-fun ");
    print_symbol(out, name);
    text_byte(out, ' ');
    symbols_parameters(out, system->terms, parameters->data, parameters->size);
    text_add(out, " Bool\n  ");
    print_term(out, system->terms, body);
    text_add(out, ")\n");
    mem_free(name);
}

void export_smtlib(struct text *out, const struct system *system) {
    struct terms *bank = system->terms;
    term_list now = {0}, all = {0}, roots = {0};
    vec_each (const struct system_state, s, &system->states) vec_push(&now, s->now);
    vec_each (const struct system_input, i, &system->inputs) vec_push(&now, i->now);
    vec_append(&all, now.data, now.size);
    vec_each (const struct system_state, s, &system->states) vec_push(&all, s->next);
    term init = system_init_formula(system), trans = system_trans_formula(system),
         constraint = system_constraint_formula(system);
    vec_append(&roots, all.data, all.size);
    vec_append(&roots, ((term[]){init, trans, constraint}), 3);
    vec_each (const struct system_property, p, &system->properties) vec_push(&roots, p->good);

    text_format(out,
                "; Parameters are the current states, then the inputs, then (of trans) the next states.\n");
    text_format(out, "(set-logic %s)\n", print_logic(bank, roots.data, roots.size));
    symbols_declare_sorts(out, bank, roots.data, roots.size);
    symbols_declare_functions(out, bank, roots.data, roots.size);
    define(out, system, "init", &now, init);
    define(out, system, "trans", &all, trans);
    if (system->constraints.size) {
        text_add(out, "; must hold in every step of a path, also in the first and the last\n");
        define(out, system, "constraint", &now, constraint);
    }
    for (uint32_t i = 0; i < system->properties.size; i++) {
        const struct system_property *p = &system->properties.data[i];
        text_add(out, "; property ");
        text_in_line(out, p->name);
        text_add(out, "\n");
        char *name = mem_format("good_%u", i);
        define(out, system, name, &now, p->good);
        mem_free(name);
    }
    vec_free(&now);
    vec_free(&all);
    vec_free(&roots);
}
