/* Writing BTOR2 witnesses. btor2_witness_read.c reads them. */
#include "format/btor2/btor2_witness.h"

static bool has_digits(const struct terms *b, sort s) {
    return sort_kind(b, s) == SORT_BOOL || sort_kind(b, s) == SORT_BV;
}

static bool can_write(const struct terms *b, sort s) {
    return has_digits(b, s) || (sort_kind(b, s) == SORT_ARRAY && has_digits(b, sort_index(b, s)) &&
                                has_digits(b, sort_element(b, s)));
}

static void put_digits(struct text *out, const struct terms *b, term value) {
    if (!term_is(b, value, TERM_BITS)) {
        text_byte(out, term_is(b, value, TERM_TRUE) ? '1' : '0');
        return;
    }
    for (uint32_t i = sort_width(b, term_sort(b, value)); i-- > 0;)
        text_byte(out, mpz_tstbit(term_bits(b, value), i) ? '1' : '0');
}

/* The name without what would end it. */
static void put_symbol(struct text *out, const char *name, char mark, uint32_t step) {
    text_byte(out, ' ');
    for (; *name; name++)
        text_byte(out, (unsigned char)*name <= ' ' || *name == 0x7f ? '_' : (unsigned char)*name);
    text_format(out, "%c%u\n", mark, step);
}

struct line {
    const char *name;
    char mark; /* '#' or '@' */
    uint32_t position, step;
};

static void put_element(struct text *out, const struct terms *b, const struct line *l, term index,
                        term element) {
    text_format(out, "%u [", l->position);
    if (term_is_none(index))
        text_byte(out, '*');
    else
        put_digits(out, b, index);
    text_add(out, "] ");
    put_digits(out, b, element);
    put_symbol(out, l->name, l->mark, l->step);
}

/* An array value is stores over a constant array: the constant first, then the stores from the innermost out. */
static void put_array(struct text *out, const struct terms *b, const struct line *l, term value) {
    term_list stores = {0};
    for (; term_is(b, value, TERM_STORE); value = term_arg(b, value, 0)) vec_push(&stores, value);
    put_element(out, b, l, TERM_NONE, term_arg(b, value, 0));
    while (stores.size) {
        term store = vec_pop(&stores);
        put_element(out, b, l, term_arg(b, store, 1), term_arg(b, store, 2));
    }
    vec_free(&stores);
}

static void put_value(struct text *out, const struct terms *b, const struct line *l, term value) {
    if (sort_kind(b, term_sort(b, value)) == SORT_ARRAY) {
        put_array(out, b, l, value);
        return;
    }
    text_format(out, "%u ", l->position);
    put_digits(out, b, value);
    put_symbol(out, l->name, l->mark, l->step);
}

/* States that follow from others are left out. (One with a first value but no update is kept in step 0, too:
 * readers differ on what it is.) */
static bool follows(const struct system_state *s, uint32_t step) {
    return !term_is_none(s->update) && (step > 0 || !term_is_none(s->first));
}

static void put_step(struct text *out, const struct system *system, const struct system_trace *t,
                     uint32_t step) {
    bool states = step == 0;
    vec_each (const struct system_state, s, &system->states) states = states || !follows(s, step);
    if (states) text_format(out, "#%u\n", step);
    for (uint32_t i = 0; i < system->states.size; i++)
        if (!follows(&system->states.data[i], step))
            put_value(out, system->terms, &(struct line){system->states.data[i].name, '#', i, step},
                      t->states.data[(size_t)step * system->states.size + i]);
    text_format(out, "@%u\n", step);
    for (uint32_t i = 0; i < system->inputs.size; i++)
        put_value(out, system->terms, &(struct line){system->inputs.data[i].name, '@', i, step},
                  t->inputs.data[(size_t)step * system->inputs.size + i]);
}

bool btor2_witness_fits(const struct system *system) {
    bool good = true;
    vec_each (const struct system_state, s, &system->states)
        good = good && can_write(system->terms, term_sort(system->terms, s->now));
    vec_each (const struct system_input, i, &system->inputs)
        good = good && can_write(system->terms, term_sort(system->terms, i->now));
    return good;
}

enum status btor2_witness_write(struct text *out, const struct system *system, const struct system_trace *t,
                                struct messages *messages) {
    if (!btor2_witness_fits(system))
        return messages_fail(messages, STATUS_UNSUPPORTED, (struct position){0},
                             "a BTOR2 witness has Booleans, bit vectors and arrays of these only");
    text_format(out, "sat\nb%u\n", system->properties.data[t->property].index);
    for (uint32_t step = 0; step < t->steps; step++) put_step(out, system, t, step);
    text_add(out, ".\n");
    return STATUS_OK;
}
