#include "format/script/script.h"

#include "logic/print.h"

static bool prefix_is_free(const struct ts *ts, const char *prefix) {
    for (uint32_t f = 0; f < functions_size(ts->terms); f++)
        if (!strncmp(function_name(ts->terms, f), prefix, strlen(prefix))) return false;
    return true;
}

static void rename_operator(struct script *s, term variable) {
    struct terms *b = s->ts->terms;
    if (!print_hides_operator(term_name(b, variable))) return;
    char *name = mem_format("%s%snow", term_name(b, variable), s->unrolling.prefix);
    term parameter = term_variable(b, name, term_sort(b, variable));
    mem_free(name);
    substitution_bind(&s->renaming, variable, parameter);
    substitution_bind(&s->naming, parameter, variable);
}

void script_init(struct script *s, const struct ts *ts, struct text *out) {
    *s = (struct script){.ts = ts, .out = out, .prefix = mem_strdup("induct.")};
    while (!prefix_is_free(ts, s->prefix)) {
        char *longer = mem_format("%s.", s->prefix);
        mem_free(s->prefix);
        s->prefix = longer;
    }
    ts_unrolling_init(&s->unrolling, ts, "@");
    substitution_init(&s->renaming, ts->terms);
    substitution_init(&s->naming, ts->terms);
    vec_each (const struct ts_state, v, &ts->states) {
        rename_operator(s, v->now);
        rename_operator(s, v->next);
    }
    vec_each (const struct ts_input, v, &ts->inputs) rename_operator(s, v->now);
}

void script_fini(struct script *s) {
    ts_unrolling_fini(&s->unrolling);
    substitution_fini(&s->renaming);
    substitution_fini(&s->naming);
    mem_free(s->prefix);
}

void script_property(struct script *s, uint32_t property) {
    const struct ts_property *p = &s->ts->properties.data[property];
    text_format(s->out, "(set-info :induct-property %u)\n", p->index);
    text_add(s->out, "(set-info :induct-property-name \"");
    for (const char *c = p->name; *c; c++) {
        if (*c == '"') text_byte(s->out, '"'); /* a quote is written twice */
        text_byte(s->out, (unsigned char)*c);
    }
    text_add(s->out, "\")\n");
}

void script_declare(struct script *s, const term *formulas, uint32_t n, uint32_t steps) {
    const struct ts *ts = s->ts;
    term_list roots = {0};
    for (uint32_t step = 0; step < steps; step++) {
        for (uint32_t i = 0; i < ts->states.size; i++) vec_push(&roots, ts_state_at(&s->unrolling, i, step));
        for (uint32_t i = 0; i < ts->inputs.size; i++) vec_push(&roots, ts_input_at(&s->unrolling, i, step));
    }
    for (uint32_t i = 0; i < n; i++) vec_push(&roots, ts_at(&s->unrolling, formulas[i], 0));
    text_format(s->out, "(set-logic %s)\n", print_logic(ts->terms, roots.data, roots.size));
    print_declarations(s->out, ts->terms, roots.data, roots.size);
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
    print_symbol(s->out, term_name(s->ts->terms, variable));
    text_byte(s->out, ' ');
    print_sort(s->out, s->ts->terms, term_sort(s->ts->terms, variable));
    text_byte(s->out, ')');
}

void script_define(struct script *s, const char *name, term formula, bool over_next) {
    text_add(s->out, "(define-fun ");
    print_name(s, name);
    text_add(s->out, " (");
    vec_each (const struct ts_state, v, &s->ts->states) parameter(s, v->now);
    vec_each (const struct ts_input, v, &s->ts->inputs) parameter(s, v->now);
    if (over_next)
        vec_each (const struct ts_state, v, &s->ts->states) parameter(s, v->next);
    text_add(s->out, ") Bool\n  ");
    print_term(s->out, s->ts->terms, substitution_apply(&s->renaming, formula));
    text_add(s->out, ")\n");
}

static void argument(struct script *s, term t) {
    text_byte(s->out, ' ');
    print_term(s->out, s->ts->terms, t);
}

void script_call(struct script *s, const char *name, uint32_t step, bool over_next) {
    const struct ts *ts = s->ts;
    bool constant = !ts->states.size && !ts->inputs.size; /* a function without arguments stands alone */
    if (!constant) text_byte(s->out, '(');
    print_name(s, name);
    for (uint32_t i = 0; i < ts->states.size; i++) argument(s, ts_state_at(&s->unrolling, i, step));
    for (uint32_t i = 0; i < ts->inputs.size; i++) argument(s, ts_input_at(&s->unrolling, i, step));
    for (uint32_t i = 0; i < ts->states.size && over_next; i++)
        argument(s, ts_state_at(&s->unrolling, i, step + 1));
    if (!constant) text_byte(s->out, ')');
}

void script_assert(struct script *s, const char *name, uint32_t step, bool over_next, bool negated) {
    text_add(s->out, negated ? "(assert (not " : "(assert ");
    script_call(s, name, step, over_next);
    text_add(s->out, negated ? "))\n" : ")\n");
}

void script_define_system(struct script *s, uint32_t property) {
    script_define(s, "init", ts_init_formula(s->ts), false);
    script_define(s, "trans", ts_trans_formula(s->ts), true);
    script_define(s, "constraint", ts_constraint_formula(s->ts), false);
    script_define(s, "good", s->ts->properties.data[property].good, false);
}
