#include "check/program/program_script.h"

#include "logic/print.h"

/* Whether every variable can have its name with this suffix: nothing else in the bank is called so. */
static bool suffix_is_free(const struct program *program, const char *suffix) {
    bool is_free = true;
    vec_each (const struct program_variable, v, &program->variables) {
        char *name = mem_format("%s%s", v->name, suffix);
        term other = term_find_variable(program->terms, name);
        mem_free(name);
        if (term_is_none(other)) continue;
        bool same_sort = sort_same(term_sort(program->terms, other), term_sort(program->terms, v->now));
        is_free = is_free && same_sort && program_find_variable(program, other) == PROGRAM_NONE;
    }
    return is_free;
}

void program_names_init(struct program_names *n, const struct program *program) {
    *n = (struct program_names){.program = program};
    substitution_init(&n->naming, program->terms);
    substitution_init(&n->reading, program->terms);
    char *suffix = mem_strdup("@0");
    while (!suffix_is_free(program, suffix)) {
        char *longer = mem_format("@%s", suffix);
        mem_free(suffix);
        suffix = longer;
    }
    vec_each (const struct program_variable, v, &program->variables) {
        char *name = mem_format("%s%s", v->name, suffix);
        term renamed = term_variable(program->terms, name, term_sort(program->terms, v->now));
        mem_free(name);
        vec_push(&n->variables, renamed);
        substitution_bind(&n->naming, v->now, renamed);
        substitution_bind(&n->reading, renamed, v->now);
    }
    mem_free(suffix);
}

void program_names_fini(struct program_names *n) {
    vec_free(&n->variables);
    substitution_fini(&n->naming);
    substitution_fini(&n->reading);
}

/* The variables of the formula, by number, ascending. */
static void parameters(const struct program *program, term formula, u32s *out) {
    u8s used = {0};
    term_list terms = {0};
    vec_resize(&used, program->variables.size);
    term_variables(program->terms, &formula, 1, &terms);
    vec_each (const term, t, &terms) used.data[program_find_variable(program, *t)] = 1;
    for (uint32_t v = 0; v < used.size; v++)
        if (used.data[v]) vec_push(out, v);
    vec_free(&terms);
    vec_free(&used);
}

static char *formula_name(const struct program *program, uint32_t location) {
    return mem_format(PROGRAM_SCRIPT_AT "%s", program->locations.data[location].name);
}

/* A call of the formula at a location: of a function that the script defines. */
static term call(struct program_names *n, const struct program_invariant *invariant, uint32_t location,
                 const term *values) {
    struct terms *b = n->program->terms;
    term formula = invariant->at.data[location];
    u32s used = {0};
    VEC(sort) domain = {0};
    term_list arguments = {0};
    parameters(n->program, formula, &used);
    vec_each (const uint32_t, v, &used) {
        vec_push(&domain, term_sort(b, n->program->variables.data[*v].now));
        vec_push(&arguments, substitution_apply(&n->naming, values[*v]));
    }
    term result = formula;
    if (used.size) {
        char *name = formula_name(n->program, location);
        result =
            term_apply(b, function_declare(b, name, domain.data, domain.size, sort_bool()), arguments.data);
        mem_free(name);
    }
    vec_free(&used);
    vec_free(&domain);
    vec_free(&arguments);
    return result;
}

static void assert_term(struct text *out, const struct terms *b, term t) {
    text_add(out, "(assert ");
    print_term(out, b, t);
    text_add(out, ")\n");
}

/* (assert (not (and goals))) */
static void assert_refuted(struct text *out, struct terms *b, const term_list *goals) {
    assert_term(out, b, term_not(b, term_and(b, goals->data, goals->size)));
}

void program_script_obligation(struct text *out, const struct program *program,
                               const struct program_obligation *o) {
    struct terms *b = program->terms;
    struct program_names n;
    program_names_init(&n, program);
    term_list all = {0};
    vec_each (const term, g, &o->goals) vec_push(&all, substitution_apply(&n.naming, *g));
    vec_push(&all, substitution_apply(&n.naming, o->fact));
    text_format(out, "(set-logic %s)\n", print_logic(b, all.data, all.size));
    print_declarations(out, b, all.data, all.size);
    assert_term(out, b, vec_pop(&all));
    assert_refuted(out, b, &all);
    text_add(out, "(check-sat)\n");
    vec_free(&all);
    program_names_fini(&n);
}

static void define(struct text *out, struct program_names *n, const struct program_invariant *invariant,
                   uint32_t location) {
    const struct program_position *at = &n->program->locations.data[location].position;
    u32s used = {0};
    if (at->line && at->file) {
        text_add(out, "; ");
        text_in_line(out, at->file);
        text_format(out, ":%u\n", at->line);
    }
    parameters(n->program, invariant->at.data[location], &used);
    text_add(out, "(define-fun ");
    char *name = formula_name(n->program, location);
    print_symbol(out, name);
    mem_free(name);
    text_add(out, " (");
    vec_each (const uint32_t, v, &used) {
        text_add(out, v == used.data ? "(" : " (");
        print_term(out, n->program->terms, n->variables.data[*v]);
        text_byte(out, ' ');
        print_sort(out, n->program->terms, term_sort(n->program->terms, n->variables.data[*v]));
        text_byte(out, ')');
    }
    text_add(out, ") Bool\n  ");
    print_term(out, n->program->terms, substitution_apply(&n->naming, invariant->at.data[location]));
    text_add(out, ")\n");
    vec_free(&used);
}

void program_script_definitions(struct text *out, const struct program *program,
                                const struct program_invariant *invariant) {
    struct program_names n;
    program_names_init(&n, program);
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (!term_is_none(invariant->at.data[l])) define(out, &n, invariant, l);
    program_names_fini(&n);
}

/* One obligation, with the formulas called by their names. */
static void obligation(struct text *out, struct program_names *n, const struct program_invariant *invariant,
                       const struct program_obligation *o) {
    struct terms *b = n->program->terms;
    term_list goals = {0}, now = {0};
    vec_each (const struct program_variable, v, &n->program->variables) vec_push(&now, v->now);
    text_add(out, "(push 1) ; from ");
    text_in_line(out, n->program->locations.data[o->from].name);
    text_add(out, o->initial ? ": its formula is valid\n" : "\n");
    bool named = !o->initial && !term_is_none(invariant->at.data[o->from]);
    if (named) assert_term(out, b, call(n, invariant, o->from, now.data));
    if (o->initial) vec_push(&goals, call(n, invariant, o->from, now.data));
    vec_each (const struct program_claim, c, &o->claims) {
        term missed = term_not(b, substitution_apply(&n->naming, c->reached));
        bool fails = c->to == n->program->error;
        vec_push(&goals, fails ? missed : term_or2(b, missed, call(n, invariant, c->to, c->values.data)));
    }
    assert_refuted(out, b, &goals);
    text_add(out, "(check-sat)\n(pop 1)\n");
    vec_free(&goals);
    vec_free(&now);
}

/* The terms that the obligation is written with: the goals themselves may have lost symbols by simplification. */
static void collect_symbols(struct program_names *n, const struct program_obligation *o, term_list *roots) {
    vec_each (const struct program_claim, c, &o->claims) {
        vec_push(roots, substitution_apply(&n->naming, c->reached));
        vec_each (const term, value, &c->values)
            if (!term_is_none(*value)) vec_push(roots, substitution_apply(&n->naming, *value));
    }
}

static void header(struct text *out, const struct program *program) {
    text_add(out, "; An inductive invariant of a program and its proof obligations, written by induct.\n"
                  "; Every check-sat must answer unsat (cvc5 needs --incremental).\n");
    text_format(out, "(set-info :induct-property-name \"%s\")\n", program->property ? program->property : "");
}

bool program_script_write(struct text *out, const struct program *program,
                          const struct program_invariant *invariant, struct text *why) {
    struct program_obligations *all = program_obligations_new(program, invariant, why);
    if (!all) return false;
    struct program_names n;
    program_names_init(&n, program);
    struct text body = {0};
    struct program_obligation o = {0};
    term_list roots = {0};
    for (uint32_t l = 0; l < program->locations.size; l++) {
        if (term_is_none(invariant->at.data[l])) continue;
        define(&body, &n, invariant, l);
        vec_push(&roots, substitution_apply(&n.naming, invariant->at.data[l]));
    }
    while (program_obligations_next(all, &o)) {
        obligation(&body, &n, invariant, &o);
        collect_symbols(&n, &o, &roots);
    }
    header(out, program);
    text_format(out, "(set-logic %s)\n", print_logic(program->terms, roots.data, roots.size));
    print_declarations(out, program->terms, roots.data, roots.size);
    text_bytes(out, body.data, body.size);
    vec_free(&roots);
    text_fini(&body);
    program_obligation_fini(&o);
    program_obligations_free(all);
    program_names_fini(&n);
    return true;
}
