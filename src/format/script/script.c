#include "format/script/script.h"

#include "logic/print.h"

static bool prefix_is_free(const struct system *system, const char *prefix) {
    for (uint32_t f = 0; f < functions_size(system->terms); f++)
        if (!strncmp(function_name(system->terms, f), prefix, strlen(prefix))) return false;
    return true;
}

static void rename_operator(struct script *s, term variable) {
    struct terms *b = s->system->terms;
    if (!print_hides_operator(term_name(b, variable))) return;
    char *name = mem_format("%s%snow", term_name(b, variable), s->unrolling.prefix);
    term parameter = term_variable(b, name, term_sort(b, variable));
    mem_free(name);
    substitution_bind(&s->renaming, variable, parameter);
    substitution_bind(&s->naming, parameter, variable);
}

void script_init(struct script *s, const struct system *system, struct text *out) {
    *s = (struct script){.system = system, .out = out, .prefix = mem_strdup("induct.")};
    while (!prefix_is_free(system, s->prefix)) {
        char *longer = mem_format("%s.", s->prefix);
        mem_free(s->prefix);
        s->prefix = longer;
    }
    system_unrolling_init(&s->unrolling, system, "@");
    substitution_init(&s->renaming, system->terms);
    substitution_init(&s->naming, system->terms);
    vec_each (const struct system_state, v, &system->states) {
        rename_operator(s, v->now);
        rename_operator(s, v->next);
    }
    vec_each (const struct system_input, v, &system->inputs) rename_operator(s, v->now);
}

void script_fini(struct script *s) {
    system_unrolling_fini(&s->unrolling);
    substitution_fini(&s->renaming);
    substitution_fini(&s->naming);
    mem_free(s->prefix);
}

void script_property(struct script *s, uint32_t property) {
    const struct system_property *p = &s->system->properties.data[property];
    text_format(s->out, "(set-info :induct-property %u)\n", p->index);
    text_add(s->out, "(set-info :induct-property-name \"");
    for (const char *c = p->name; *c; c++) {
        if (*c == '"') text_byte(s->out, '"'); /* a quote is written twice */
        text_byte(s->out, (unsigned char)*c);
    }
    text_add(s->out, "\")\n");
}

void script_declare(struct script *s, const term *formulas, uint32_t n, uint32_t steps) {
    const struct system *system = s->system;
    term_list roots = {0};
    for (uint32_t step = 0; step < steps; step++) {
        for (uint32_t i = 0; i < system->states.size; i++)
            vec_push(&roots, system_state_at(&s->unrolling, i, step));
        for (uint32_t i = 0; i < system->inputs.size; i++)
            vec_push(&roots, system_input_at(&s->unrolling, i, step));
    }
    for (uint32_t i = 0; i < n; i++) vec_push(&roots, system_at(&s->unrolling, formulas[i], 0));
    text_format(s->out, "(set-logic %s)\n", print_logic(system->terms, roots.data, roots.size));
    print_declarations(s->out, system->terms, roots.data, roots.size);
    vec_free(&roots);
}

static void print_name(struct script *s, const char *name) {
    char *whole = mem_format("%s%s", s->prefix, name);
    print_symbol(s->out, whole);
    mem_free(whole);
}

static void parameter(struct script *s, term variable) {
    variable = substitution_apply(&s->renaming, variable);
    text_add(s->out, " (");
    print_symbol(s->out, term_name(s->system->terms, variable));
    text_byte(s->out, ' ');
    print_sort(s->out, s->system->terms, term_sort(s->system->terms, variable));
    text_byte(s->out, ')');
}

void script_define(struct script *s, const char *name, term formula, bool over_next) {
    text_add(s->out, "(define-fun ");
    print_name(s, name);
    text_add(s->out, " (");
    vec_each (const struct system_state, v, &s->system->states) parameter(s, v->now);
    vec_each (const struct system_input, v, &s->system->inputs) parameter(s, v->now);
    if (over_next)
        vec_each (const struct system_state, v, &s->system->states) parameter(s, v->next);
    text_add(s->out, ") Bool\n  ");
    print_term(s->out, s->system->terms, substitution_apply(&s->renaming, formula));
    text_add(s->out, ")\n");
}

static void argument(struct script *s, term t) {
    text_byte(s->out, ' ');
    print_term(s->out, s->system->terms, t);
}

void script_call(struct script *s, const char *name, uint32_t step, bool over_next) {
    const struct system *system = s->system;
    bool constant =
        !system->states.size && !system->inputs.size; /* a function without arguments stands alone */
    if (!constant) text_byte(s->out, '(');
    print_name(s, name);
    for (uint32_t i = 0; i < system->states.size; i++) argument(s, system_state_at(&s->unrolling, i, step));
    for (uint32_t i = 0; i < system->inputs.size; i++) argument(s, system_input_at(&s->unrolling, i, step));
    for (uint32_t i = 0; i < system->states.size && over_next; i++)
        argument(s, system_state_at(&s->unrolling, i, step + 1));
    if (!constant) text_byte(s->out, ')');
}

void script_assert(struct script *s, const char *name, uint32_t step, bool over_next, bool negated) {
    text_add(s->out, negated ? "(assert (not " : "(assert ");
    script_call(s, name, step, over_next);
    text_add(s->out, negated ? "))\n" : ")\n");
}

void script_define_system(struct script *s, uint32_t property) {
    script_define(s, "init", system_init_formula(s->system), false);
    script_define(s, "trans", system_trans_formula(s->system), true);
    script_define(s, "constraint", system_constraint_formula(s->system), false);
    script_define(s, "good", s->system->properties.data[property].good, false);
}
