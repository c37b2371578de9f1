#include "format/script/system_witness.h"

#include "evidence/steps.h"
#include "format/script/script.h"
#include "logic/print.h"

static term state_value(const struct system *system, const struct system_trace *t, uint32_t step,
                        uint32_t i) {
    return t->states.data[(size_t)step * system->states.size + i];
}

static term input_value(const struct system *system, const struct system_trace *t, uint32_t step,
                        uint32_t i) {
    return t->inputs.data[(size_t)step * system->inputs.size + i];
}

/* For people. */

/* A user's name may have control bytes in it. */
static void show_name(struct text *out, const char *name) {
    text_add(out, "  ");
    for (; *name; name++)
        text_byte(out, (unsigned char)*name < ' ' || *name == 127 ? '_' : (unsigned char)*name);
}

/* ` (RUN)`: what the value is called, when the variable is of an enumeration. */
static void show_enumerator(struct text *out, const struct system *system, uint32_t values, term value) {
    const struct terms *b = system->terms;
    if (values == HASH_NONE || !term_is(b, value, TERM_BITS)) return;
    uint32_t width = sort_width(b, term_sort(b, value));
    char *digits = mem_alloc(width + 1);
    for (uint32_t i = 0; i < width; i++)
        digits[i] = mpz_tstbit(term_bits(b, value), width - 1 - i) ? '1' : '0';
    digits[width] = 0;
    const char *name = design_value_name(&system->design, values, digits);
    if (name) text_format(out, " (%s)", name);
    mem_free(digits);
}

/* Variables that are of enumerations -> `values` of their names. */
static void find_enumerations(const struct system *system, struct hash_map *enumerations) {
    vec_each (const struct design_name, n, &system->design.names)
        if (n->values && !term_is_none(n->value)) hash_map_put(enumerations, n->value.id, n->values);
}

static void show_value(struct text *out, const struct system *system, const struct hash_map *enumerations,
                       const char *name, term variable, term value) {
    show_name(out, name);
    text_add(out, " = ");
    print_term(out, system->terms, value);
    show_enumerator(out, system, hash_map_get(enumerations, variable.id), value);
    text_byte(out, '\n');
}

/* name(arguments) = value, for every point. */
static void show_function(struct text *out, const struct system *system, const struct function_value *f) {
    const char *name = "by zero";
    if (f->function == function_by_zero(TERM_DIVIDE)) name = "/ by zero";
    if (f->function == function_by_zero(TERM_DIV)) name = "div by zero";
    if (f->function == function_by_zero(TERM_MOD)) name = "mod by zero";
    if (!function_is_by_zero(f->function)) name = function_name(system->terms, f->function);
    for (uint32_t i = 0; i < f->points.size; i += f->arity + 1) {
        show_name(out, name);
        for (uint32_t k = 0; k < f->arity; k++) {
            text_add(out, k ? ", " : "(");
            print_term(out, system->terms, f->points.data[i + k]);
        }
        text_add(out, ") = ");
        print_term(out, system->terms, f->points.data[i + f->arity]);
        text_byte(out, '\n');
    }
    show_name(out, name);
    text_add(out, f->points.size ? "(otherwise)" : "(anything)");
    text_add(out, " = ");
    print_term(out, system->terms, f->otherwise);
    text_byte(out, '\n');
}

void system_witness_text(struct text *out, const struct system *system, const struct system_trace *t) {
    struct hash_map enumerations = {0};
    find_enumerations(system, &enumerations);
    text_format(out, "property %s is violated after %u steps\n", system->properties.data[t->property].name,
                t->steps - 1);
    if (t->steps > 1) text_add(out, "values that stay the same are not repeated\n");
    if (t->functions.size) text_add(out, "functions\n");
    vec_each (const struct function_value, f, &t->functions) show_function(out, system, f);
    for (uint32_t step = 0; step < t->steps; step++) {
        text_format(out, "step %u%s\n", step, step + 1 == t->steps ? " (bad)" : "");
        for (uint32_t i = 0; i < system->states.size; i++) {
            term value = state_value(system, t, step, i);
            if (!step || !term_same(value, state_value(system, t, step - 1, i)))
                show_value(out, system, &enumerations, system->states.data[i].name,
                           system->states.data[i].now, value);
        }
        for (uint32_t i = 0; i < system->inputs.size; i++) {
            term value = input_value(system, t, step, i);
            if (!step || !term_same(value, input_value(system, t, step - 1, i)))
                show_value(out, system, &enumerations, system->inputs.data[i].name,
                           system->inputs.data[i].now, value);
        }
    }
    hash_map_free(&enumerations);
}

struct telling {
    struct steps steps;
    struct text value;
};

static void tell_value(struct telling *t, const struct system *system, const char *name, term value) {
    text_clear(&t->value);
    print_term(&t->value, system->terms, value);
    steps_value(&t->steps, name, t->value.data);
}

void system_witness_steps(struct text *out, const struct system *system, const struct system_trace *t) {
    struct telling telling = {0};
    steps_begin(&telling.steps, out, t->steps);
    for (uint32_t step = 0; step < t->steps; step++) {
        if (!steps_next(&telling.steps, step)) continue;
        for (uint32_t i = 0; i < system->states.size; i++) {
            term value = state_value(system, t, step, i);
            if (!step || !term_same(value, state_value(system, t, step - 1, i)))
                tell_value(&telling, system, system->states.data[i].name, value);
        }
        for (uint32_t i = 0; i < system->inputs.size; i++) {
            term value = input_value(system, t, step, i);
            if (!step || !term_same(value, input_value(system, t, step - 1, i)))
                tell_value(&telling, system, system->inputs.data[i].name, value);
        }
    }
    steps_end(&telling.steps);
    text_fini(&telling.value);
}

/* Scripts. */

struct writing {
    struct script script;
    const struct system_trace *trace;
    term formulas[4];     /* init, trans, constraint, good */
    term_list asked;      /* applications of functions, and divisions of numbers, in the formulas */
    term_list points;     /* pairs: such an operation on values, and its result */
    struct hash_map seen; /* the operations among the points */
};

static bool is_asked(const struct terms *b, term t) {
    enum term_op op = term_op(b, t);
    return op == TERM_APPLY || op == TERM_DIVIDE || op == TERM_DIV || op == TERM_MOD;
}

static void find_asked(struct writing *w) {
    struct terms *b = w->script.system->terms;
    term_list all = {0};
    term_collect(b, w->formulas, 4, &all);
    vec_each (const term, t, &all)
        if (is_asked(b, *t)) vec_push(&w->asked, *t);
    vec_free(&all);
}

static void enter(const struct writing *w, struct evaluation *e, uint32_t step) {
    const struct system *system = w->script.system;
    evaluation_reset(e);
    for (uint32_t i = 0; i < system->states.size; i++) {
        evaluation_set(e, system->states.data[i].now, state_value(system, w->trace, step, i));
        if (step + 1 < w->trace->steps)
            evaluation_set(e, system->states.data[i].next, state_value(system, w->trace, step + 1, i));
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(e, system->inputs.data[i].now, input_value(system, w->trace, step, i));
}

/* Whether the trace, and not the meaning of the operator, says what it gives on these values. */
static bool is_open(const struct writing *w, term t, const term_list *values) {
    const struct terms *b = w->script.system->terms;
    if (term_is(b, t, TERM_APPLY)) return true;
    if (mpq_sgn(term_number(b, values->data[1]))) return false;
    vec_each (const struct function_value, f, &w->trace->functions)
        if (f->function == function_by_zero(term_op(b, t))) return true;
    return false; /* left to the solver */
}

static void find_point(struct writing *w, struct evaluation *e, term t) {
    struct terms *b = w->script.system->terms;
    term_list values = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) vec_push(&values, evaluate(e, term_arg(b, t, i)));
    if (!e->by_zero && is_open(w, t, &values)) {
        term operation = term_with_args(b, t, values.data);
        if (hash_map_get(&w->seen, operation.id) == HASH_NONE && !term_is_value(b, operation)) {
            hash_map_put(&w->seen, operation.id, 1);
            vec_push(&w->points, operation);
            vec_push(&w->points, evaluate(e, t));
        }
    }
    vec_free(&values);
}

/* What the path asks of functions, step by step. */
static void find_points(struct writing *w) {
    struct evaluation e;
    evaluation_init(&e, w->script.system->terms);
    vec_each (const struct function_value, f, &w->trace->functions) evaluation_define(&e, f);
    find_asked(w);
    for (uint32_t step = 0; step < w->trace->steps && w->asked.size; step++) {
        enter(w, &e, step);
        vec_each (const term, t, &w->asked) find_point(w, &e, *t);
    }
    evaluation_fini(&e);
}

static void declare(struct writing *w) {
    term_list roots = {0};
    vec_append(&roots, w->formulas, 4);
    vec_append(&roots, w->points.data, w->points.size);
    vec_append(&roots, w->trace->states.data, w->trace->states.size);
    vec_append(&roots, w->trace->inputs.data, w->trace->inputs.size);
    script_declare(&w->script, roots.data, roots.size, w->trace->steps);
    vec_free(&roots);
}

static void equate(struct writing *w, term left, term value) {
    struct text *out = w->script.out;
    text_add(out, "(assert (= ");
    print_term(out, w->script.system->terms, left);
    text_byte(out, ' ');
    print_term(out, w->script.system->terms, value);
    text_add(out, "))\n");
}

static void equations(struct writing *w) {
    const struct system *system = w->script.system;
    for (uint32_t step = 0; step < w->trace->steps; step++) {
        text_format(w->script.out, "; step %u\n", step);
        for (uint32_t i = 0; i < system->states.size; i++)
            equate(w, system_state_at(&w->script.unrolling, i, step), state_value(system, w->trace, step, i));
        for (uint32_t i = 0; i < system->inputs.size; i++)
            equate(w, system_input_at(&w->script.unrolling, i, step), input_value(system, w->trace, step, i));
    }
    for (uint32_t i = 0; i < w->points.size; i += 2) equate(w, w->points.data[i], w->points.data[i + 1]);
}

static void path(struct writing *w) {
    struct script *s = &w->script;
    uint32_t last = w->trace->steps - 1;
    text_add(s->out, "; this is a path of the system, and its last step violates the property\n");
    script_assert(s, "init", 0, false, false);
    for (uint32_t step = 0; step <= last; step++) {
        script_assert(s, "constraint", step, false, false);
        if (step < last) script_assert(s, "trans", step, true, false);
    }
    script_assert(s, "good", last, false, true);
    text_add(s->out, "(check-sat)\n");
}

void system_witness_script(struct text *out, const struct system *system, const struct system_trace *trace) {
    struct writing w = {.trace = trace,
                        .formulas = {system_init_formula(system), system_trans_formula(system),
                                     system_constraint_formula(system),
                                     system->properties.data[trace->property].good}};
    script_init(&w.script, system, out);
    text_add(out, "; A counterexample, written by induct. check-sat must answer sat.\n");
    script_property(&w.script, trace->property);
    text_format(out, "(set-info :induct-steps %u)\n", trace->steps);
    find_points(&w);
    declare(&w);
    script_define_system(&w.script, trace->property);
    equations(&w);
    path(&w);
    script_fini(&w.script);
    vec_free(&w.asked);
    vec_free(&w.points);
    hash_map_free(&w.seen);
}
