#include "check/program/program_state.h"

#include "logic/walk.h"

static sort variable_sort(const struct program_state *s, uint32_t variable) {
    const struct program *p = s->program;
    return term_sort(p->terms, p->variables.data[variable].now);
}

static bool is_array(const struct program_state *s, uint32_t variable) {
    return sort_kind(s->program->terms, variable_sort(s, variable)) == SORT_ARRAY;
}

void program_state_init(struct program_state *s, const struct program *program, const term *values) {
    const uint32_t n = program->variables.size;
    *s = (struct program_state){.program = program};
    vec_resize(&s->values, n);
    vec_resize(&s->tables, n);
    for (uint32_t v = 0; v < n; v++) program_state_set(s, v, values[v]);
}

void program_state_copy(struct program_state *s, const struct program_state *from) {
    *s = (struct program_state){.program = from->program};
    vec_append(&s->values, from->values.data, from->values.size);
    vec_resize(&s->tables, from->tables.size);
    for (uint32_t v = 0; v < from->tables.size; v++)
        if (is_array(from, v)) array_table_copy(&s->tables.data[v], &from->tables.data[v]);
}

void program_state_fini(struct program_state *s) {
    vec_each (struct array_table, t, &s->tables) array_table_fini(t);
    vec_free(&s->tables);
    vec_free(&s->values);
}

void program_state_set(struct program_state *s, uint32_t variable, term value) {
    if (is_array(s, variable)) {
        array_table_fini(&s->tables.data[variable]);
        array_table_init(&s->tables.data[variable], s->program->terms, value);
        s->values.data[variable] = TERM_NONE;
    } else {
        s->values.data[variable] = value;
    }
}

term program_state_value(const struct program_state *s, struct evaluation *e, term t) {
    term_list used = {0};
    term_variables(s->program->terms, &t, 1, &used);
    evaluation_reset(e);
    vec_each (const term, v, &used) {
        uint32_t variable = program_find_variable(s->program, *v);
        if (variable == PROGRAM_NONE) continue;
        if (is_array(s, variable))
            evaluation_set_table(e, *v, &s->tables.data[variable]);
        else
            evaluation_set(e, *v, s->values.data[variable]);
    }
    vec_free(&used);
    return evaluate(e, t);
}

/* ---- assignments ---- */

/* What an array becomes: what another one was, or a value, with writes on top; the last one first. */
struct writes {
    uint32_t base; /* variable; PROGRAM_NONE: the value */
    term value;
    term_list pairs; /* index, element */
};

static term value_of(const struct program_state *s, struct evaluation *e, term t, uint64_t *by_zero) {
    term value = program_state_value(s, e, t);
    *by_zero += e->by_zero;
    return value;
}

static struct writes writes_of(const struct program_state *s, struct evaluation *e, term t,
                               uint64_t *by_zero) {
    const struct terms *b = s->program->terms;
    struct writes w = {.base = PROGRAM_NONE};
    while (w.base == PROGRAM_NONE && term_is_none(w.value)) {
        if (term_is_value(b, t)) {
            w.value = t;
        } else if (term_is(b, t, TERM_STORE)) {
            vec_push(&w.pairs, value_of(s, e, term_arg(b, t, 1), by_zero));
            vec_push(&w.pairs, value_of(s, e, term_arg(b, t, 2), by_zero));
            t = term_arg(b, t, 0);
        } else if (term_is(b, t, TERM_ITE)) {
            term condition = value_of(s, e, term_arg(b, t, 0), by_zero);
            t = term_arg(b, t, term_is(b, condition, TERM_TRUE) ? 1 : 2);
        } else {
            w.base = program_find_variable(s->program, t);
            if (w.base == PROGRAM_NONE) w.value = value_of(s, e, t, by_zero);
        }
    }
    return w;
}

static void write_all(struct array_table *table, const struct writes *w) {
    for (uint32_t i = w->pairs.size; i > 0; i -= 2)
        array_table_store(table, w->pairs.data[i - 2], w->pairs.data[i - 1]);
}

/* Tables that are made from others are made before any is written to. */
uint64_t program_state_assign(struct program_state *s, struct evaluation *e,
                              const struct program_assignment *a, uint32_t n) {
    uint64_t by_zero = 0;
    term_list values = {0};
    VEC(struct writes) writes = {0};
    VEC(struct array_table) made = {0};
    vec_resize(&values, n);
    vec_resize(&writes, n);
    vec_resize(&made, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!is_array(s, a[i].variable)) {
            values.data[i] = value_of(s, e, a[i].value, &by_zero);
            continue;
        }
        struct writes *w = &writes.data[i];
        *w = writes_of(s, e, a[i].value, &by_zero);
        if (w->base == PROGRAM_NONE)
            array_table_init(&made.data[i], s->program->terms, w->value);
        else if (w->base != a[i].variable)
            array_table_copy(&made.data[i], &s->tables.data[w->base]);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (!is_array(s, a[i].variable)) {
            s->values.data[a[i].variable] = values.data[i];
            continue;
        }
        struct array_table *table = &s->tables.data[a[i].variable];
        if (writes.data[i].base != a[i].variable) {
            array_table_fini(table);
            *table = made.data[i];
        }
        write_all(table, &writes.data[i]);
        vec_free(&writes.data[i].pairs);
    }
    vec_free(&values);
    vec_free(&writes);
    vec_free(&made);
    return by_zero;
}
