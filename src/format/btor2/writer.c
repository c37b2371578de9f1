/* Writing a system as BTOR2: inputs, states with their initial values, next states, constraints, properties.
 *
 * What is relational gets two states of its own: `first`, true in the first step only, and `path`, true as
 * long as every step so far satisfied trans. Constraints say `first -> init` and `path`; so the last step of
 * a path need not have a successor, as model/system.h wants it. */
#include "format/btor2/btor2.h"
#include "format/btor2/write_terms.h"
#include "logic/walk.h"

static void put_name(struct btor2_writer *w, const char *name) {
    if (!name || !*name) return;
    text_add(w->out, *name == ';' ? " _" : " ");
    for (; *name; name++)
        text_byte(w->out, (unsigned char)*name <= ' ' || *name == 0x7f ? '_' : (unsigned char)*name);
}

static uint32_t write_named(struct btor2_writer *w, const char *what, uint32_t operand, const char *name) {
    text_format(w->out, "%u %s %u", ++w->lines, what, operand);
    put_name(w, name);
    text_byte(w->out, '\n');
    return w->lines;
}

static void write_variable(struct btor2_writer *w, const char *what, term variable, const char *name) {
    uint32_t sort = btor2_write_sort(w, term_sort(w->bank, variable));
    hash_map_put(&w->terms, variable.id, write_named(w, what, sort, name));
}

/* ---- states and their initial values ---- */

/* Positions of the states and, as UINT32_MAX, whether inputs occur in a term. */
static void initial_needs(const struct btor2_writer *w, const struct hash_map *positions, term first,
                          u32s *needs) {
    term_list variables = {0};
    term_variables(w->bank, &first, 1, &variables);
    vec_each (term, v, &variables) {
        uint32_t position = hash_map_get(positions, v->id);
        vec_push(needs, position); /* HASH_NONE is UINT32_MAX: an input */
    }
    vec_free(&variables);
}

/* Constant arrays are initial values of states directly. */
static uint32_t initial_value(struct btor2_writer *w, term first) {
    if (term_is(w->bank, first, TERM_CONST_ARRAY)) return btor2_write_term(w, term_arg(w->bank, first, 0));
    return btor2_write_term(w, first);
}

static void write_state(struct btor2_writer *w, uint32_t position) {
    const struct system_state *s = &w->system->states.data[position];
    bool function = !term_is_none(s->first) && hash_map_get(&w->constrained, position) == HASH_NONE;
    uint32_t value = function ? initial_value(w, s->first) : 0;
    write_variable(w, "state", s->now, s->name);
    if (!function) return;
    uint32_t state = hash_map_get(&w->terms, s->now.id);
    btor2_write_line(w, "init", btor2_write_sort(w, term_sort(w->bank, s->now)), state, value, 0);
}

enum { UNSEEN, OPEN, DONE };

/* A state comes after those that its initial value uses. Where that uses an input, or itself in a circle, it
 * is not written as a function but left to the constraints. */
static void write_states(struct btor2_writer *w) {
    const struct system *system = w->system;
    struct hash_map positions = {0};
    for (uint32_t i = 0; i < system->states.size; i++)
        hash_map_put(&positions, system->states.data[i].now.id, i);
    uint8_t *mark = mem_new_array(uint8_t, system->states.size + 1);
    u32s stack = {0}, needs = {0};
    for (uint32_t root = 0; root < system->states.size; root++) {
        vec_push(&stack, root);
        while (stack.size) {
            uint32_t i = vec_last(&stack);
            term first = system->states.data[i].first;
            if (mark[i] == UNSEEN) {
                mark[i] = OPEN;
                vec_clear(&needs);
                if (!term_is_none(first) && !term_is_value(w->bank, first))
                    initial_needs(w, &positions, first, &needs);
                vec_each (uint32_t, n, &needs)
                    if (*n == UINT32_MAX || mark[*n] == OPEN) hash_map_put(&w->constrained, i, 1);
                vec_each (uint32_t, n, &needs)
                    if (*n != UINT32_MAX && mark[*n] == UNSEEN) vec_push(&stack, *n);
            } else {
                if (mark[i] == OPEN) write_state(w, i);
                mark[i] = DONE;
                (void)vec_pop(&stack);
            }
        }
    }
    vec_free(&stack);
    vec_free(&needs);
    mem_free(mark);
    hash_map_free(&positions);
}

/* ---- the rest ---- */

/* Guessed next states for what trans speaks about without function, and next lines. */
static void write_next_states(struct btor2_writer *w) {
    const struct system *system = w->system;
    term_list primed = {0};
    term_variables(w->bank, &system->trans, 1, &primed);
    struct hash_map used = {0};
    vec_each (term, v, &primed) hash_map_put(&used, v->id, 1);
    vec_each (const struct system_state, s, &system->states) {
        bool in_trans = hash_map_get(&used, s->next.id) != HASH_NONE;
        uint32_t update;
        if (!term_is_none(s->update)) {
            update = btor2_write_term(w, s->update);
            hash_map_put(&w->terms, s->next.id, update);
        } else if (in_trans) {
            write_variable(w, "input", s->next, term_name(w->bank, s->next));
            update = hash_map_get(&w->terms, s->next.id);
        } else
            continue;
        uint32_t sort = btor2_write_sort(w, term_sort(w->bank, s->now));
        btor2_write_line(w, "next", sort, hash_map_get(&w->terms, s->now.id), update, 0);
    }
    hash_map_free(&used);
    vec_free(&primed);
}

static uint32_t write_flag(struct btor2_writer *w, const char *name) {
    uint32_t bit = btor2_write_sort(w, sort_bool()), one = btor2_write_bit(w, true);
    uint32_t state = write_named(w, "state", bit, name);
    btor2_write_line(w, "init", bit, state, one, 0);
    return state;
}

static void write_first_step(struct btor2_writer *w) {
    const struct system *system = w->system;
    term_list facts = {0};
    if (!term_is(w->bank, system->init, TERM_TRUE)) vec_push(&facts, system->init);
    for (uint32_t i = 0; i < system->states.size; i++)
        if (hash_map_get(&w->constrained, i) != HASH_NONE)
            vec_push(&facts, term_eq(w->bank, system->states.data[i].now, system->states.data[i].first));
    if (facts.size) {
        uint32_t bit = btor2_write_sort(w, sort_bool()), first = write_flag(w, "first");
        btor2_write_line(w, "next", bit, first, btor2_write_bit(w, false), 0);
        vec_each (term, f, &facts) {
            uint32_t implied = btor2_write_line(w, "implies", bit, first, btor2_write_term(w, *f), 0);
            write_named(w, "constraint", implied, NULL);
        }
    }
    vec_free(&facts);
}

static void write_steps(struct btor2_writer *w) {
    if (term_is(w->bank, w->system->trans, TERM_TRUE)) return;
    uint32_t bit = btor2_write_sort(w, sort_bool()), path = write_flag(w, "path");
    uint32_t step = btor2_write_term(w, w->system->trans);
    btor2_write_line(w, "next", bit, path, btor2_write_line(w, "and", bit, path, step, 0), 0);
    write_named(w, "constraint", path, NULL);
}

static void write_properties(struct btor2_writer *w) {
    for (uint32_t i = 0; i < w->system->properties.size; i++) {
        const struct system_property *p = &w->system->properties.data[i];
        char *number = mem_format("%u", p->index);
        bool negated = term_is(w->bank, p->good, TERM_NOT);
        term bad = negated ? term_arg(w->bank, p->good, 0) : term_not(w->bank, p->good);
        write_named(w, "bad", btor2_write_term(w, bad), strcmp(p->name, number) ? p->name : NULL);
        mem_free(number);
    }
}

/* ---- the whole ---- */

static bool can_write_all(const struct btor2_writer *w) {
    const struct system *system = w->system;
    term_list roots = {0}, all = {0};
    vec_push(&roots, system->init);
    vec_push(&roots, system->trans);
    vec_append(&roots, system->constraints.data, system->constraints.size);
    vec_each (const struct system_property, p, &system->properties) vec_push(&roots, p->good);
    vec_each (const struct system_output, o, &system->outputs) vec_push(&roots, o->now);
    vec_each (const struct system_input, i, &system->inputs) vec_push(&roots, i->now);
    vec_each (const struct system_state, s, &system->states) {
        vec_push(&roots, s->now);
        if (!term_is_none(s->first)) vec_push(&roots, s->first);
        if (!term_is_none(s->update)) vec_push(&roots, s->update);
    }
    term_collect(w->bank, roots.data, roots.size, &all);
    bool good = true;
    vec_each (term, t, &all) good = good && btor2_can_write(w, *t);
    vec_free(&all);
    vec_free(&roots);
    return good;
}

static void write_all(struct btor2_writer *w) {
    const struct system *system = w->system;
    vec_each (const struct system_input, i, &system->inputs) write_variable(w, "input", i->now, i->name);
    write_states(w);
    write_next_states(w);
    write_first_step(w);
    write_steps(w);
    vec_each (const term, c, &system->constraints)
        write_named(w, "constraint", btor2_write_term(w, *c), NULL);
    vec_each (const struct system_output, o, &system->outputs)
        write_named(w, "output", btor2_write_term(w, o->now), o->name);
    write_properties(w);
}

enum status btor2_write(struct text *out, const struct system *system, struct messages *messages) {
    struct btor2_writer w = {.out = out, .system = system, .bank = system->terms, .messages = messages};
    if (!can_write_all(&w)) return STATUS_UNSUPPORTED;
    write_all(&w);
    hash_map_free(&w.terms);
    hash_map_free(&w.widths);
    hash_map_free(&w.arrays);
    hash_map_free(&w.constrained);
    return STATUS_OK;
}
