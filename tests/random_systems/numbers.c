#include "numbers.h"

#include "base/random.h"

#include <stdio.h>

struct generator {
    struct random random;
    struct system *system;
    struct terms *bank;
    sort sort;
    term_list numbers, truths;
};

static term constant(struct generator *g) {
    mpq_t value;
    mpq_init(value);
    mpq_set_si(value, (long)random_below(&g->random, 9) - 3, 1);
    term t = term_number_of(g->bank, value, g->sort);
    mpq_clear(value);
    return t;
}

/* A variable, perhaps doubled or negated, plus a constant or another variable. */
static term number(struct generator *g) {
    struct random *r = &g->random;
    if (!g->numbers.size || random_one_in(r, 5)) return constant(g);
    term x = g->numbers.data[random_below(r, g->numbers.size)];
    switch (random_below(r, 6)) {
    case 0: return term_neg(g->bank, x);
    case 1: return term_add2(g->bank, x, x);
    case 2: return term_add2(g->bank, x, g->numbers.data[random_below(r, g->numbers.size)]);
    case 3: return x;
    default: return term_add2(g->bank, x, constant(g));
    }
}

static term truth(struct generator *g, uint32_t depth) {
    struct random *r = &g->random;
    if (!depth || random_one_in(r, 4)) {
        if (g->truths.size && random_one_in(r, 3)) return g->truths.data[random_below(r, g->truths.size)];
        term a = number(g), b = number(g);
        return random_one_in(r, 5)   ? term_eq(g->bank, a, b)
               : random_one_in(r, 2) ? term_le(g->bank, a, b)
                                     : term_lt(g->bank, a, b);
    }
    term a = truth(g, depth - 1), b = truth(g, depth - 1);
    switch (random_below(r, 4)) {
    case 0: return term_not(g->bank, a);
    case 1: return term_and2(g->bank, a, b);
    case 2: return term_or2(g->bank, a, b);
    default: return term_ite(g->bank, a, b, truth(g, depth - 1));
    }
}

static term value(struct generator *g, sort s) {
    if (sort_same(s, sort_bool())) return truth(g, 2);
    return random_one_in(&g->random, 2) ? number(g) : term_ite(g->bank, truth(g, 1), number(g), number(g));
}

static void offer(struct generator *g, term variable) {
    if (sort_same(term_sort(g->bank, variable), sort_bool()))
        vec_push(&g->truths, variable);
    else
        vec_push(&g->numbers, variable);
}

static sort some_sort(struct generator *g) {
    return random_one_in(&g->random, 4) ? sort_bool() : g->sort;
}

static void declare(struct generator *g) {
    char name[16];
    uint32_t inputs = random_below(&g->random, 3), states = 1 + random_below(&g->random, 3);
    for (uint32_t i = 0; i < inputs; i++) {
        snprintf(name, sizeof name, "i%u", i);
        (void)system_add_input(g->system, name, some_sort(g));
    }
    for (uint32_t i = 0; i < states; i++) {
        snprintf(name, sizeof name, "x%u", i);
        struct system_state *s = system_add_state(g->system, name, i ? some_sort(g) : g->sort, NULL);
        if (random_one_in(&g->random, 6)) continue;
        s->first = sort_same(term_sort(g->bank, s->now), sort_bool())
                       ? term_bool(g->bank, random_one_in(&g->random, 2))
                       : constant(g);
    }
    vec_each (const struct system_input, i, &g->system->inputs) offer(g, i->now);
    vec_each (const struct system_state, s, &g->system->states) offer(g, s->now);
}

struct system *numbers_generate(uint64_t seed) {
    struct generator g = {.system = system_new(TERMS_SIMPLIFY)};
    struct random *r = &g.random;
    random_init(r, seed);
    g.bank = g.system->terms;
    g.sort = random_one_in(r, 2) ? sort_int() : sort_real();
    declare(&g);
    vec_each (struct system_state, s, &g.system->states)
        if (!random_one_in(r, 6)) s->update = value(&g, term_sort(g.bank, s->now));
    if (random_one_in(r, 3)) vec_push(&g.system->constraints, truth(&g, 1));
    if (random_one_in(r, 4)) g.system->init = truth(&g, 1);
    uint32_t properties = 1 + random_below(r, 2);
    for (uint32_t i = 0; i < properties; i++) system_add_property(g.system, truth(&g, 2), NULL, i);
    vec_each (const struct system_state, s, &g.system->states) offer(&g, s->next);
    if (random_one_in(r, 3)) g.system->trans = truth(&g, 2);
    vec_free(&g.numbers);
    vec_free(&g.truths);
    return g.system;
}
