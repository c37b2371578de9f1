#include "model/program_state.h"

#include "model/program_private.h"

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
    evaluation_init(&s->evaluation, program->terms);
    vec_resize(&s->tables, n);
    if (values) vec_append(&s->values, values, n);
    for (uint32_t v = s->values.size; v < n; v++)
        vec_push(&s->values, value_default(program->terms, variable_sort(s, v)));
}

static struct array_table *copy_of(const struct array_table *from) {
    struct array_table *copy = from ? mem_new(struct array_table) : NULL;
    if (from) array_table_copy(copy, from);
    return copy;
}

static void free_table(struct array_table *table) {
    if (!table) return;
    array_table_fini(table);
    mem_free(table);
}

void program_state_copy(struct program_state *s, const struct program_state *from) {
    program_state_init(s, from->program, from->values.data);
    for (uint32_t v = 0; v < from->tables.size; v++) s->tables.data[v] = copy_of(from->tables.data[v]);
}

static void forget_changes(struct program_state *s) {
    vec_each (struct program_change, c, &s->changes) free_table(c->table);
    vec_clear(&s->changes);
}

void program_state_fini(struct program_state *s) {
    forget_changes(s);
    vec_free(&s->changes);
    vec_each (struct array_table *const, t, &s->tables) free_table(*t);
    vec_free(&s->tables);
    vec_free(&s->values);
    evaluation_fini(&s->evaluation);
}

/* ---- variables ---- */

term program_state_get(const struct program_state *s, uint32_t variable) {
    const struct array_table *table = s->tables.data[variable];
    return table ? array_table_value(table, s->program->terms) : s->values.data[variable];
}

/* A variable becomes a value, or a table, which changes hands. */
static void replace(struct program_state *s, uint32_t variable, term value, struct array_table *table) {
    struct program_change old = {
        .variable = variable, .old = s->values.data[variable], .table = s->tables.data[variable]};
    s->values.data[variable] = value;
    s->tables.data[variable] = table;
    if (s->kept)
        vec_push(&s->changes, old);
    else
        free_table(old.table);
}

void program_state_set(struct program_state *s, uint32_t variable, term value) {
    replace(s, variable, value, NULL);
}

/* Arrays get their tables when they are first used. */
static struct array_table *table_of(struct program_state *s, uint32_t variable) {
    struct array_table **table = &s->tables.data[variable];
    if (*table) return *table;
    *table = mem_new(struct array_table);
    array_table_init(*table, s->program->terms, s->values.data[variable]);
    s->values.data[variable] = TERM_NONE;
    return *table;
}

static void load(struct program_state *s, struct evaluation *e, uint32_t variable) {
    term now = s->program->variables.data[variable].now;
    if (is_array(s, variable))
        evaluation_set_table(e, now, table_of(s, variable));
    else
        evaluation_set(e, now, s->values.data[variable]);
}

void program_state_load(struct program_state *s, struct evaluation *e) {
    evaluation_reset(e);
    for (uint32_t v = 0; v < s->values.size; v++) load(s, e, v);
}

term program_state_value(struct program_state *s, term t) {
    struct program_reads reads = program_reads(s->program, t);
    evaluation_reset(&s->evaluation);
    for (uint32_t i = 0; i < reads.n; i++) load(s, &s->evaluation, reads.variables[i]);
    term value = evaluate(&s->evaluation, t);
    s->by_zero += s->evaluation.by_zero;
    return value;
}

/* ---- assignments ---- */

/* What an array becomes: what another one was, or a value, with writes on top; the last one first. */
struct writes {
    uint32_t base; /* variable; PROGRAM_NONE: the value */
    term value;
    term_list pairs; /* index, element */
};

static struct writes writes_of(struct program_state *s, term t) {
    const struct terms *b = s->program->terms;
    struct writes w = {.base = PROGRAM_NONE};
    while (w.base == PROGRAM_NONE && term_is_none(w.value)) {
        if (term_is_value(b, t)) {
            w.value = t;
        } else if (term_is(b, t, TERM_STORE)) {
            vec_push(&w.pairs, program_state_value(s, term_arg(b, t, 1)));
            vec_push(&w.pairs, program_state_value(s, term_arg(b, t, 2)));
            t = term_arg(b, t, 0);
        } else if (term_is(b, t, TERM_ITE)) {
            term condition = program_state_value(s, term_arg(b, t, 0));
            t = term_arg(b, t, term_is(b, condition, TERM_TRUE) ? 1 : 2);
        } else {
            w.base = program_find_variable(s->program, t);
            if (w.base == PROGRAM_NONE) w.value = program_state_value(s, t);
        }
    }
    return w;
}

static void write_all(struct program_state *s, uint32_t variable, const struct writes *w) {
    struct array_table *table = w->pairs.size ? table_of(s, variable) : NULL;
    for (uint32_t i = w->pairs.size; i > 0; i -= 2) {
        term index = w->pairs.data[i - 2];
        if (s->kept)
            vec_push(&s->changes, (struct program_change){.variable = variable,
                                                          .index = index,
                                                          .old = array_table_select(table, index)});
        array_table_store(table, index, w->pairs.data[i - 1]);
    }
}

/* Arrays that are made from others are made before any is written to. */
void program_state_assign(struct program_state *s, const struct program_assignment *a, uint32_t n) {
    term_list values = {0};
    VEC(struct writes) writes = {0};
    VEC(struct array_table *) made = {0};
    vec_resize(&values, n);
    vec_resize(&writes, n);
    vec_resize(&made, n);
    for (uint32_t i = 0; i < n; i++) {
        struct writes *w = &writes.data[i];
        if (is_array(s, a[i].variable))
            *w = writes_of(s, a[i].value);
        else
            *w = (struct writes){PROGRAM_NONE, program_state_value(s, a[i].value), {0}};
        values.data[i] = w->value;
        if (w->base == PROGRAM_NONE || w->base == a[i].variable) continue;
        values.data[i] = s->values.data[w->base];
        made.data[i] = copy_of(s->tables.data[w->base]);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (writes.data[i].base != a[i].variable) replace(s, a[i].variable, values.data[i], made.data[i]);
        write_all(s, a[i].variable, &writes.data[i]);
        vec_free(&writes.data[i].pairs);
    }
    vec_free(&values);
    vec_free(&writes);
    vec_free(&made);
}

/* ---- keeping ---- */

void program_state_keep(struct program_state *s) {
    forget_changes(s);
    s->kept = true;
}

void program_state_return(struct program_state *s) {
    while (s->changes.size) {
        struct program_change c = vec_pop(&s->changes);
        if (!term_is_none(c.index)) {
            array_table_store(s->tables.data[c.variable], c.index, c.old);
            continue;
        }
        free_table(s->tables.data[c.variable]);
        s->values.data[c.variable] = c.old;
        s->tables.data[c.variable] = c.table;
    }
}

/* Of an array that was replaced: what the first table was before its elements were written to. */
static term kept_value(const struct program_state *s, uint32_t variable, const struct program_change *first) {
    if (!first->table) return first->old;
    struct array_table *table = copy_of(first->table);
    for (uint32_t i = (uint32_t)(first - s->changes.data); i-- > 0;) {
        const struct program_change *c = &s->changes.data[i];
        if (c->variable == variable) array_table_store(table, c->index, c->old);
    }
    term value = array_table_value(table, s->program->terms);
    free_table(table);
    return value;
}

static bool is_first(const struct program_state *s, const struct program_change *c) {
    for (const struct program_change *d = s->changes.data; d < c; d++)
        if (d->variable == c->variable && term_same(d->index, c->index)) return false;
    return true;
}

bool program_state_changed(const struct program_state *s, uint32_t variable) {
    vec_each (const struct program_change, c, &s->changes)
        if (c->variable == variable && term_is_none(c->index))
            return !term_same(program_state_get(s, variable), kept_value(s, variable, c));
    vec_each (const struct program_change, c, &s->changes)
        if (c->variable == variable && is_first(s, c) &&
            !term_same(c->old, array_table_select(s->tables.data[variable], c->index)))
            return true;
    return false;
}
