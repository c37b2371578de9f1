/* Random terms for tests: a pool that grows by applying random operators to random members of fitting sorts. */
#ifndef INDUCT_SMT_RANDOM_TEST_H
#define INDUCT_SMT_RANDOM_TEST_H

#include "base/random.h"
#include "logic/walk.h"

#include <stdio.h>

struct random_pool {
    struct random random;
    struct terms *bank;
    term_list terms;     /* variables first */
    term_list variables; /* in the order of their making */
};

static inline void pool_init(struct random_pool *p, struct terms *bank, uint64_t seed) {
    *p = (struct random_pool){.bank = bank};
    random_init(&p->random, seed);
}

static inline void pool_fini(struct random_pool *p) {
    vec_free(&p->terms);
    vec_free(&p->variables);
}

static inline term pool_variable(struct random_pool *p, sort s) {
    char name[32];
    snprintf(name, sizeof name, "v%u", p->variables.size);
    term v = term_variable(p->bank, name, s);
    vec_push(&p->variables, v);
    vec_push(&p->terms, v);
    return v;
}

/* A member of the sort; later ones are likelier. There must be one. */
static inline term pool_pick(struct random_pool *p, sort s) {
    for (uint32_t tries = 0; tries < 200; tries++) {
        uint32_t a = random_below(&p->random, p->terms.size), b = random_below(&p->random, p->terms.size);
        term t = p->terms.data[a > b ? a : b];
        if (sort_same(term_sort(p->bank, t), s)) return t;
    }
    for (uint32_t i = p->terms.size; i-- > 0;)
        if (sort_same(term_sort(p->bank, p->terms.data[i]), s)) return p->terms.data[i];
    return TERM_NONE;
}

static inline term pool_any(struct random_pool *p) {
    return p->terms.data[random_below(&p->random, p->terms.size)];
}

/* Whether the operator may be used: divisions of numbers by anything but constants are left out. */
static inline bool pool_wants(const struct terms *b, enum term_op op, const term *args) {
    if (op == TERM_DIV || op == TERM_MOD || op == TERM_DIVIDE)
        return term_is(b, args[1], TERM_NUMBER) && mpq_sgn(term_number(b, args[1])) != 0;
    if (op == TERM_MUL) return term_is(b, args[0], TERM_NUMBER) || term_is(b, args[1], TERM_NUMBER);
    return op != TERM_BV_TO_NAT && op != TERM_INT_TO_BV && op != TERM_TO_INT;
}

/* Tries to add one application of `op`. */
static inline bool pool_apply(struct random_pool *p, enum term_op op, uint32_t parameters, uint32_t arity) {
    term args[3];
    for (uint32_t i = 0; i < arity; i++)
        args[i] = i && random_below(&p->random, 4) ? pool_pick(p, term_sort(p->bank, args[0])) : pool_any(p);
    uint32_t p0 = parameters ? random_below(&p->random, 5) : 0;
    uint32_t p1 = parameters > 1 ? random_below(&p->random, p0 + 1) : 0;
    if (term_well_sorted(p->bank, op, args, arity, p0, p1) || !pool_wants(p->bank, op, args)) return false;
    term t = term_make(p->bank, op, args, arity, p0, p1);
    if (sort_kind(p->bank, term_sort(p->bank, t)) == SORT_BV &&
        sort_width(p->bank, term_sort(p->bank, t)) > 9)
        return false;
    vec_push(&p->terms, t);
    return true;
}

static inline void pool_grow(struct random_pool *p, uint32_t n) {
    static const struct {
        uint32_t low, high, parameters;
    } rows[] = {
#define OP(name, smtlib, low, high, parameters) {low, high, parameters},
        TERM_OPERATORS(OP)
#undef OP
    };
    for (uint32_t made = 0, tries = 0; made < n && tries < 400 * n; tries++) {
        enum term_op op = TERM_NOT + random_below(&p->random, TERM_CONST_ARRAY - TERM_NOT);
        uint32_t arity = rows[op].high > 3 ? 2 + random_below(&p->random, 2) : rows[op].high;
        made += pool_apply(p, op, rows[op].parameters, arity);
    }
}

/* A Boolean combination of members, all of them Boolean; prefers the big ones. */
static inline term pool_formula(struct random_pool *p) {
    term parts[3];
    for (uint32_t i = 0; i < 3; i++) {
        parts[i] = pool_pick(p, sort_bool());
        if (term_is_none(parts[i])) return term_true(p->bank);
    }
    term f = random_below(&p->random, 2)
                 ? term_and(p->bank, parts, 3)
                 : term_and2(p->bank, parts[0], term_or2(p->bank, parts[1], parts[2]));
    return random_below(&p->random, 3) ? f : term_not(p->bank, f);
}

#endif
