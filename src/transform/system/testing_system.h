/* For tests: small random systems over Booleans, bit vectors and arrays of them, with every operator, and
 * explicit-state search on them by evaluation of terms. Independent of the bit-blaster and simple on purpose.
 *
 * Tests include it after cmocka.h. */
#ifndef INDUCT_TRANSFORM_SYSTEM_TESTING_SYSTEM_H
#define INDUCT_TRANSFORM_SYSTEM_TESTING_SYSTEM_H

#include "base/random.h"
#include "logic/value.h"
#include "model/system.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- random systems ---- */

struct testing_shape {
    uint32_t states, inputs; /* how many variables at most */
    uint32_t width;          /* of bit vectors, at most */
    bool arrays, relations;  /* array states; init, trans, and states without update */
    enum terms_mode mode;
};

struct testing_system {
    struct random random;
    const struct testing_shape *shape;
    struct system *system;
    struct terms *bank;
    term_list words, truths, arrays; /* variables to choose from, by kind of sort */
    sort array;                      /* SORT_NONE: none */
};

static inline term testing_word(struct testing_system *g, uint32_t width, uint32_t depth);
static inline term testing_truth(struct testing_system *g, uint32_t depth);
static inline term testing_array(struct testing_system *g, uint32_t depth);

static inline uint32_t testing_width(const struct testing_system *g, term t) {
    return sort_width(g->bank, term_sort(g->bank, t));
}

/* The word cut or extended to a width. */
static inline term testing_resized(struct testing_system *g, term t, uint32_t width) {
    uint32_t has = testing_width(g, t);
    if (has == width) return t;
    if (has > width) {
        uint32_t low = random_below(&g->random, has - width + 1);
        return term_extract(g->bank, t, low + width - 1, low);
    }
    enum term_op op = random_one_in(&g->random, 2) ? TERM_BV_ZERO_EXTEND : TERM_BV_SIGN_EXTEND;
    return term_extend(g->bank, op, t, width - has);
}

static inline term testing_leaf(struct testing_system *g, uint32_t width) {
    struct random *r = &g->random;
    if (!g->words.size || random_one_in(r, 4)) return term_bits_ui(g->bank, random_word(r), width);
    return testing_resized(g, g->words.data[random_below(r, g->words.size)], width);
}

static inline term testing_word(struct testing_system *g, uint32_t width, uint32_t depth) {
    static const enum term_op binary[] = {
        TERM_BV_AND,  TERM_BV_OR,   TERM_BV_XOR,  TERM_BV_ADD,  TERM_BV_SUB, TERM_BV_MUL,  TERM_BV_UDIV,
        TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_SMOD, TERM_BV_SHL, TERM_BV_LSHR, TERM_BV_ASHR};
    struct random *r = &g->random;
    if (!depth || random_one_in(r, 5)) return testing_leaf(g, width);
    depth--;
    uint32_t choice = random_below(r, 12);
    if (choice < 6) {
        enum term_op op = binary[random_below(r, sizeof binary / sizeof *binary)];
        return term_bv2(g->bank, op, testing_word(g, width, depth), testing_word(g, width, depth));
    }
    switch (choice) {
    case 6:
        return term_bv1(g->bank, random_one_in(r, 2) ? TERM_BV_NOT : TERM_BV_NEG,
                        testing_word(g, width, depth));
    case 7: {
        if (width == 1) return testing_leaf(g, 1);
        uint32_t high = 1 + random_below(r, width - 1);
        return term_bv2(g->bank, TERM_BV_CONCAT, testing_word(g, high, depth),
                        testing_word(g, width - high, depth));
    }
    case 8: return testing_resized(g, testing_word(g, 1 + random_below(r, g->shape->width), depth), width);
    case 9: {
        term x = testing_word(g, width, depth);
        enum term_op op = random_one_in(r, 2) ? TERM_BV_ROTATE_LEFT : TERM_BV_ROTATE_RIGHT;
        return term_make(g->bank, op, &x, 1, random_below(r, 2 * width + 1), 0);
    }
    case 10:
        return term_ite(g->bank, testing_truth(g, depth), testing_word(g, width, depth),
                        testing_word(g, width, depth));
    default:
        if (!g->arrays.size) return testing_leaf(g, width);
        term array = testing_array(g, depth),
             index = testing_word(g, sort_width(g->bank, sort_index(g->bank, g->array)), depth);
        return testing_resized(g, term_select(g->bank, array, index), width);
    }
}

static inline term testing_comparison(struct testing_system *g, uint32_t depth) {
    static const enum term_op orders[] = {TERM_EQ, TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
    struct random *r = &g->random;
    uint32_t width = 1 + random_below(r, g->shape->width);
    term args[2] = {testing_word(g, width, depth), testing_word(g, width, depth)};
    return term_make(g->bank, orders[random_below(r, 5)], args, 2, 0, 0);
}

static inline term testing_truth(struct testing_system *g, uint32_t depth) {
    struct random *r = &g->random;
    if (!depth || random_one_in(r, 6)) {
        if (g->truths.size && !random_one_in(r, 3)) return g->truths.data[random_below(r, g->truths.size)];
        return testing_comparison(g, 0);
    }
    depth--;
    switch (random_below(r, 8)) {
    case 0: return term_not(g->bank, testing_truth(g, depth));
    case 1:
    case 2: {
        term args[3] = {testing_truth(g, depth), testing_truth(g, depth), testing_truth(g, depth)};
        uint32_t n = 2 + random_below(r, 2);
        return random_one_in(r, 2) ? term_and(g->bank, args, n) : term_or(g->bank, args, n);
    }
    case 3: return term_xor(g->bank, testing_truth(g, depth), testing_truth(g, depth));
    case 4:
        return term_ite(g->bank, testing_truth(g, depth), testing_truth(g, depth), testing_truth(g, depth));
    case 5:
        if (g->arrays.size) return term_eq(g->bank, testing_array(g, depth), testing_array(g, depth));
        return term_eq(g->bank, testing_truth(g, depth), testing_truth(g, depth));
    default: return testing_comparison(g, depth);
    }
}

static inline term testing_array(struct testing_system *g, uint32_t depth) {
    struct random *r = &g->random;
    term leaf = g->arrays.data[random_below(r, g->arrays.size)];
    if (!depth || random_one_in(r, 3)) return leaf;
    depth--;
    uint32_t index = sort_width(g->bank, sort_index(g->bank, g->array)),
             element = sort_width(g->bank, sort_element(g->bank, g->array));
    switch (random_below(r, 4)) {
    case 0:
        return term_ite(g->bank, testing_truth(g, depth), testing_array(g, depth), testing_array(g, depth));
    case 1: return term_const_array(g->bank, g->array, testing_word(g, element, depth));
    default:
        return term_store(g->bank, testing_array(g, depth), testing_word(g, index, depth),
                          testing_word(g, element, depth));
    }
}

static inline term testing_of_sort(struct testing_system *g, sort s, uint32_t depth) {
    switch (sort_kind(g->bank, s)) {
    case SORT_BOOL: return testing_truth(g, depth);
    case SORT_BV: return testing_word(g, sort_width(g->bank, s), depth);
    default: return testing_array(g, depth);
    }
}

static inline void testing_offer(struct testing_system *g, term variable) {
    switch (sort_kind(g->bank, term_sort(g->bank, variable))) {
    case SORT_BOOL: vec_push(&g->truths, variable); break;
    case SORT_BV: vec_push(&g->words, variable); break;
    default: vec_push(&g->arrays, variable); break;
    }
}

static inline sort testing_sort(struct testing_system *g) {
    struct random *r = &g->random;
    if (g->array.id && random_one_in(r, 3)) return g->array;
    return random_one_in(r, 4) ? sort_bool() : sort_bv(g->bank, 1 + random_below(r, g->shape->width));
}

/* First values are chosen when only the inputs and the states before are on offer; sometimes also of later ones, where
 * circles are possible. */
static inline void testing_add_states(struct testing_system *g) {
    struct random *r = &g->random;
    uint32_t n = 1 + random_below(r, g->shape->states);
    bool circles = g->shape->relations && random_one_in(r, 4);
    for (uint32_t i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%u", i);
        sort s = testing_sort(g);
        struct system_state *state = system_add_state(g->system, name, s, NULL);
        uint32_t kind = random_below(r, 4);
        if (kind == 0 || (!g->arrays.size && sort_kind(g->bank, s) == SORT_ARRAY)) {
            if (sort_kind(g->bank, s) == SORT_ARRAY && kind)
                state->first = term_const_array(
                    g->bank, s, term_bits_ui(g->bank, 1, sort_width(g->bank, sort_element(g->bank, s))));
        } else if (kind < 3)
            state->first = value_default(g->bank, s);
        else
            state->first = testing_of_sort(g, s, 2);
        testing_offer(g, state->now);
    }
    vec_each (struct system_state, s, &g->system->states)
        if (circles && random_one_in(r, 2)) s->first = testing_of_sort(g, term_sort(g->bank, s->now), 2);
}

static inline void testing_add_steps(struct testing_system *g) {
    struct random *r = &g->random;
    vec_each (struct system_state, s, &g->system->states)
        if (!g->shape->relations || !random_one_in(r, 3))
            s->update = testing_of_sort(g, term_sort(g->bank, s->now), 3);
    if (random_one_in(r, 2))
        vec_push(&g->system->constraints, term_or2(g->bank, testing_truth(g, 2), testing_truth(g, 2)));
    if (g->shape->relations && random_one_in(r, 2)) g->system->init = testing_truth(g, 2);
    uint32_t properties = 1 + random_below(r, 2);
    for (uint32_t i = 0; i < properties; i++)
        system_add_property(g->system, testing_truth(g, 3), i ? "second" : NULL, i);
    if (!g->shape->relations || random_one_in(r, 3)) return;
    vec_each (struct system_state, s, &g->system->states) testing_offer(g, s->next);
    g->system->trans = term_or2(g->bank, testing_truth(g, 2), testing_truth(g, 3));
}

static inline struct system *testing_random_system(uint64_t seed, const struct testing_shape *shape) {
    struct testing_system g = {.shape = shape, .system = system_new(shape->mode)};
    random_init(&g.random, seed);
    g.bank = g.system->terms;
    if (shape->arrays)
        g.array = sort_array(g.bank, sort_bv(g.bank, 1 + random_below(&g.random, 2)),
                             sort_bv(g.bank, 1 + random_below(&g.random, 2)));
    uint32_t inputs = random_below(&g.random, shape->inputs + 1);
    for (uint32_t i = 0; i < inputs; i++) {
        char name[16];
        snprintf(name, sizeof name, "i%u", i);
        testing_offer(&g, system_add_input(g.system, name, testing_sort(&g))->now);
    }
    testing_add_states(&g);
    testing_add_steps(&g);
    vec_free(&g.words);
    vec_free(&g.truths);
    vec_free(&g.arrays);
    assert_null(system_check(g.system));
    return g.system;
}

/* ---- states as numbers ---- */

static inline uint32_t testing_sort_bits(const struct terms *b, sort s) {
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return 1;
    case SORT_BV: return sort_width(b, s);
    default: return testing_sort_bits(b, sort_element(b, s)) << sort_width(b, sort_index(b, s));
    }
}

/* The value of a sort whose bits, from the lowest on, are those of a number. */
static inline term testing_decode(struct terms *b, sort s, uint32_t number) {
    switch (sort_kind(b, s)) {
    case SORT_BOOL: return term_bool(b, number & 1);
    case SORT_BV: return term_bits_ui(b, number, sort_width(b, s));
    default: break;
    }
    uint32_t element = testing_sort_bits(b, sort_element(b, s)), index = sort_width(b, sort_index(b, s));
    term array = value_default(b, s);
    for (uint32_t i = 0; i < UINT32_C(1) << index; i++)
        array = value_store(b, array, term_bits_ui(b, i, index),
                            testing_decode(b, sort_element(b, s), number >> (i * element)));
    return array;
}

static inline uint32_t testing_state_bits(const struct system *system) {
    uint32_t bits = 0;
    vec_each (const struct system_state, s, &system->states)
        bits += testing_sort_bits(system->terms, term_sort(system->terms, s->now));
    return bits;
}
static inline uint32_t testing_input_bits(const struct system *system) {
    uint32_t bits = 0;
    vec_each (const struct system_input, i, &system->inputs)
        bits += testing_sort_bits(system->terms, term_sort(system->terms, i->now));
    return bits;
}

static inline void testing_set_states(struct evaluation *e, const struct system *system, uint32_t number,
                                      bool next) {
    vec_each (const struct system_state, s, &system->states) {
        sort sort = term_sort(system->terms, s->now);
        evaluation_set(e, next ? s->next : s->now, testing_decode(system->terms, sort, number));
        number >>= testing_sort_bits(system->terms, sort);
    }
}
static inline void testing_set_inputs(struct evaluation *e, const struct system *system, uint32_t number) {
    vec_each (const struct system_input, i, &system->inputs) {
        sort sort = term_sort(system->terms, i->now);
        evaluation_set(e, i->now, testing_decode(system->terms, sort, number));
        number >>= testing_sort_bits(system->terms, sort);
    }
}

/* ---- explicit-state search ---- */

/* Everything about a small system, tabulated: by state * inputs + input, and by state and successor. */
struct testing_table {
    const struct system *system;
    uint32_t states, inputs; /* how many */
    bool *init, *allowed;
    bool *step; /* [(state * inputs + input) * states + successor] */
};

static inline bool testing_holds(struct evaluation *e, term t) {
    return term_is(e->bank, evaluate(e, t), TERM_TRUE);
}

static inline void testing_table_init(struct testing_table *t, const struct system *system) {
    *t = (struct testing_table){.system = system,
                                .states = 1u << testing_state_bits(system),
                                .inputs = 1u << testing_input_bits(system)};
    t->init = mem_new_array(bool, t->states * t->inputs);
    t->allowed = mem_new_array(bool, t->states * t->inputs);
    t->step = mem_new_array(bool, (size_t)t->states * t->inputs * t->states);
    term init = system_init_formula(system), trans = system_trans_formula(system),
         constraint = system_constraint_formula(system);
    struct evaluation e;
    evaluation_init(&e, system->terms);
    for (uint32_t s = 0; s < t->states; s++)
        for (uint32_t i = 0; i < t->inputs; i++) {
            uint32_t at = s * t->inputs + i;
            evaluation_reset(&e);
            testing_set_states(&e, system, s, false);
            testing_set_inputs(&e, system, i);
            t->init[at] = testing_holds(&e, init);
            t->allowed[at] = testing_holds(&e, constraint);
            for (uint32_t n = 0; n < t->states; n++) {
                evaluation_reset(&e);
                testing_set_states(&e, system, s, false);
                testing_set_inputs(&e, system, i);
                testing_set_states(&e, system, n, true);
                t->step[(size_t)at * t->states + n] = testing_holds(&e, trans);
            }
        }
    evaluation_fini(&e);
}

static inline void testing_table_fini(struct testing_table *t) {
    mem_free(t->init);
    mem_free(t->allowed);
    mem_free(t->step);
}

/* A formula over states and inputs, tabulated. Caller frees. */
static inline bool *testing_tabulate(const struct testing_table *t, term formula) {
    bool *holds = mem_new_array(bool, t->states * t->inputs);
    struct evaluation e;
    evaluation_init(&e, t->system->terms);
    for (uint32_t at = 0; at < t->states * t->inputs; at++) {
        evaluation_reset(&e);
        testing_set_states(&e, t->system, at / t->inputs, false);
        testing_set_inputs(&e, t->system, at % t->inputs);
        holds[at] = testing_holds(&e, formula);
    }
    evaluation_fini(&e);
    return holds;
}

/* The number of steps of a shortest counterexample, 0: there is none. */
static inline uint32_t testing_shortest_system(const struct testing_table *t, uint32_t property) {
    bool *good = testing_tabulate(t, t->system->properties.data[property].good);
    uint32_t *when = mem_alloc(t->states * sizeof *when), steps = 0;
    for (uint32_t s = 0; s < t->states; s++) when[s] = UINT32_MAX;
    bool more = true;
    for (uint32_t step = 0; more && !steps; step++) {
        more = false;
        for (uint32_t at = 0; at < t->states * t->inputs; at++) {
            if (step ? when[at / t->inputs] != step : !t->init[at]) continue;
            if (!t->allowed[at]) continue;
            if (!good[at]) steps = step + 1;
            for (uint32_t n = 0; n < t->states; n++)
                if (when[n] == UINT32_MAX && t->step[(size_t)at * t->states + n]) {
                    when[n] = step + 1;
                    more = true;
                }
        }
    }
    mem_free(when);
    mem_free(good);
    return steps;
}

/* Base, step and safety of depth 1. */
static inline bool testing_inductive_system(const struct testing_table *t, term phi, uint32_t property) {
    bool *holds = testing_tabulate(t, phi),
         *good = testing_tabulate(t, t->system->properties.data[property].good);
    bool result = true;
    for (uint32_t at = 0; at < t->states * t->inputs; at++) {
        if (!t->allowed[at]) continue;
        if (t->init[at] && !holds[at]) result = false;
        if (!holds[at]) continue;
        if (!good[at]) result = false;
        for (uint32_t n = 0; n < t->states; n++)
            for (uint32_t i = 0; i < t->inputs; i++)
                if (t->step[(size_t)at * t->states + n] && t->allowed[n * t->inputs + i] &&
                    !holds[n * t->inputs + i])
                    result = false;
    }
    mem_free(holds);
    mem_free(good);
    return result;
}

#endif
