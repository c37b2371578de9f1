/* Writing VMT-LIB. */
#include "format/vmt/vmt.h"

#include "logic/print.h"

#include <ctype.h>

/* A symbol for a definition that the system does not use: the prefix and a number. */
static char *definition_name(const struct system *system, const char *prefix, uint32_t *counter) {
    for (;;) {
        char *name = mem_format("%s%u", prefix, (*counter)++);
        if (term_is_none(term_find_variable(system->terms, name)) &&
            function_find(system->terms, name) == UINT32_MAX)
            return name;
        mem_free(name);
    }
}

static void define(struct text *out, const struct system *system, const char *prefix, uint32_t *counter,
                   term t, const char *annotation) {
    char *name = definition_name(system, prefix, counter);
    text_format(out, "(define-fun %s () ", name);
    print_sort(out, system->terms, term_sort(system->terms, t));
    text_add(out, " (! ");
    print_term(out, system->terms, t);
    text_format(out, " %s))\n", annotation);
    mem_free(name);
}

static void write_states(struct text *out, const struct system *system) {
    uint32_t counter = 0;
    vec_each (const struct system_state, s, &system->states) {
        struct text next = {0};
        text_add(&next, ":next ");
        print_symbol(&next, term_name(system->terms, s->next));
        define(out, system, ".state", &counter, s->now, next.data);
        text_fini(&next);
    }
}

/* Everything is declared: states and inputs whether used or not, then sorts and functions. */
static void write_declarations(struct text *out, const struct system *system, const term_list *formulas) {
    term_list roots = {0};
    vec_each (const struct system_state, s, &system->states) {
        vec_push(&roots, s->now);
        vec_push(&roots, s->next);
    }
    vec_each (const struct system_input, i, &system->inputs) vec_push(&roots, i->now);
    vec_append(&roots, formulas->data, formulas->size);
    print_declarations(out, system->terms, roots.data, roots.size);
    vec_free(&roots);
}

static bool numbered(const struct system *system) {
    vec_each (const struct system_property, p, &system->properties)
        for (const char *c = p->name; *c; c++)
            if (!isdigit((unsigned char)*c)) return false;
    return true;
}

static void write_properties(struct text *out, const struct system *system, const term *formulas) {
    bool by_name = numbered(system);
    uint32_t counter = 0;
    for (uint32_t i = 0; i < system->properties.size; i++) {
        const struct system_property *p = &system->properties.data[i];
        char *annotation =
            by_name ? mem_format(":invar-property %s", p->name) : mem_format(":invar-property %u", i);
        if (!by_name) text_format(out, "; property %s\n", p->name);
        define(out, system, ".good", &counter, formulas[i], annotation);
        mem_free(annotation);
    }
    vec_each (const struct system_unsupported, u, &system->unsupported)
        text_format(out, "; not written: %s %s\n", u->what, u->name);
}

void vmt_write(struct text *out, const struct system *system) {
    term_list formulas = {0}; /* init, trans, then the properties */
    term constraint = system_constraint_formula(system);
    vec_push(&formulas, system_init_formula(system));
    vec_push(&formulas, system_trans_formula(system));
    vec_each (const struct system_property, p, &system->properties) vec_push(&formulas, p->good);
    if (system->constraints.size) {
        formulas.data[1] = term_and2(system->terms, constraint, formulas.data[1]);
        for (uint32_t i = 2; i < formulas.size; i++)
            formulas.data[i] = term_implies(system->terms, constraint, formulas.data[i]);
    }
    uint32_t counter = 0;
    write_declarations(out, system, &formulas);
    write_states(out, system);
    define(out, system, ".init", &counter, formulas.data[0], ":init true");
    define(out, system, ".trans", &counter, formulas.data[1], ":trans true");
    write_properties(out, system, formulas.data + 2);
    vec_free(&formulas);
}
