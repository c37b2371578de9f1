/* A model-based tester of the SAT interface, shared by the tests of its implementations.
 *
 * The model is the truth table of the clauses added so far over at most TESTER_VARIABLES variables: a bit per
 * assignment. Random calls are made in any order that the interface allows and every answer is compared with
 * it. */
#ifndef INDUCT_SAT_SAT_TESTER_H
#define INDUCT_SAT_SAT_TESTER_H

#include "base/random.h"
#include "sat/sat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { TESTER_VARIABLES = 11, TESTER_MODELS = 1 << TESTER_VARIABLES };

struct sat_tester {
    struct random random;
    struct sat *sat;
    uint32_t variables;
    bool used[TESTER_VARIABLES];          /* occurs in a clause or assumption */
    bool models[TESTER_MODELS];           /* by assignment, bit v of the index is variable v */
    uint32_t satisfied, refuted, unknown; /* answers */
};

static inline bool tester_holds(uint32_t model, sat_lit l) {
    return ((model >> sat_variable_of(l)) & 1) != sat_sign(l);
}

static inline bool tester_all_hold(uint32_t model, const sat_lit *literals, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!tester_holds(model, literals[i])) return false;
    return true;
}

static inline bool tester_satisfiable(const struct sat_tester *t, const sat_lit *assumptions, uint32_t n) {
    for (uint32_t m = 0; m < TESTER_MODELS; m++)
        if (t->models[m] && tester_all_hold(m, assumptions, n)) return true;
    return false;
}

static inline void tester_literals(struct sat_tester *t, sat_lit *literals, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        literals[i] = sat_make(random_below(&t->random, t->variables), random_one_in(&t->random, 2));
        t->used[sat_variable_of(literals[i])] = true;
    }
}

static inline void tester_add(struct sat_tester *t) {
    sat_lit clause[6];
    uint32_t n = random_one_in(&t->random, 300) ? 0 : 1 + random_below(&t->random, 6);
    if (n == 1 && !random_one_in(&t->random, 4)) n = 3;
    tester_literals(t, clause, n);
    sat_add(t->sat, clause, n);
    for (uint32_t m = 0; m < TESTER_MODELS; m++) {
        bool satisfied = false;
        for (uint32_t i = 0; i < n; i++) satisfied = satisfied || tester_holds(m, clause[i]);
        t->models[m] = t->models[m] && satisfied;
    }
}

static inline void tester_check_model(struct sat_tester *t, const sat_lit *assumptions, uint32_t n) {
    uint32_t model = 0;
    for (uint32_t v = 0; v < t->variables; v++) {
        if (!t->used[v]) continue;
        bool value = sat_value(t->sat, sat_make(v, false));
        assert_int_equal(value, !sat_value(t->sat, sat_make(v, true)));
        model |= (uint32_t)value << v;
    }
    assert_true(t->models[model]);
    assert_true(tester_all_hold(model, assumptions, n));
}

/* The core is refuted by the model, and again by the solver itself when it gets nothing else. */
static inline void tester_check_core(struct sat_tester *t, const sat_lit *assumptions, uint32_t n) {
    sat_lit core[8];
    uint32_t size = 0;
    for (uint32_t i = 0; i < n; i++)
        if (sat_failed(t->sat, assumptions[i])) core[size++] = assumptions[i];
    assert_false(tester_satisfiable(t, core, size));
    if (random_one_in(&t->random, 4)) assert_int_equal(sat_solve(t->sat, core, size), SAT_REFUTED);
}

static inline void tester_solve(struct sat_tester *t) {
    sat_lit assumptions[8];
    uint32_t n = random_below(&t->random, 9);
    bool limited = random_one_in(&t->random, 8);
    tester_literals(t, assumptions, n);
    if (limited) sat_set_conflicts(t->sat, random_below(&t->random, 3));
    enum sat_result result = sat_solve(t->sat, assumptions, n);
    if (result == SAT_UNKNOWN) {
        assert_true(limited);
        t->unknown++;
        return;
    }
    assert_int_equal(result, tester_satisfiable(t, assumptions, n) ? SAT_SATISFIED : SAT_REFUTED);
    if (result == SAT_SATISFIED) {
        tester_check_model(t, assumptions, n);
        t->satisfied++;
    } else {
        tester_check_core(t, assumptions, n);
        t->refuted++;
    }
}

/* One life of an instance. */
static inline void tester_run(struct sat_tester *t, struct sat *fresh, uint32_t steps) {
    t->sat = fresh;
    t->variables = 0;
    memset(t->used, 0, sizeof t->used);
    memset(t->models, 1, sizeof t->models);
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t action = random_below(&t->random, 8);
        if (!t->variables || (action == 0 && t->variables < TESTER_VARIABLES))
            assert_int_equal(sat_variable(fresh), t->variables++);
        else if (action < 5)
            tester_add(t);
        else
            tester_solve(t);
    }
    sat_free(fresh);
}

static inline void tester_random_calls(struct sat *make(struct limits *), uint64_t seed, uint32_t lives) {
    struct sat_tester t = {0};
    random_init(&t.random, seed);
    for (uint32_t life = 0; life < lives; life++)
        tester_run(&t, make(NULL), 10 + random_below(&t.random, 120));
    assert_true(t.satisfied > lives && t.refuted > lives); /* both answers were tried */
}

/* Pigeon p sits in hole h: variable p * holes + h. Each hole has its own switch, which allows it when assumed
 * true: variable pigeons * holes + h. */
static inline void tester_add_pigeons(struct sat *s, uint32_t pigeons, uint32_t holes) {
    for (uint32_t i = 0; i < (pigeons + 1) * holes; i++) (void)sat_variable(s);
    for (uint32_t p = 0; p < pigeons; p++) {
        sat_lits clause = {0};
        for (uint32_t h = 0; h < holes; h++) vec_push(&clause, sat_make(p * holes + h, false));
        sat_add(s, clause.data, clause.size);
        vec_free(&clause);
    }
    for (uint32_t h = 0; h < holes; h++)
        for (uint32_t p = 0; p < pigeons; p++) {
            sat_add2(s, sat_make(p * holes + h, true), sat_make(pigeons * holes + h, false));
            for (uint32_t q = 0; q < p; q++)
                sat_add2(s, sat_make(p * holes + h, true), sat_make(q * holes + h, true));
        }
}

/* Enough holes; then one fewer, which takes thousands of conflicts; then enough again. */
static inline void tester_pigeons(struct sat *make(struct limits *)) {
    enum { PIGEONS = 7 };
    struct sat *s = make(NULL);
    tester_add_pigeons(s, PIGEONS, PIGEONS);
    sat_lit closed = sat_make(PIGEONS * PIGEONS + 3, true);
    assert_int_equal(sat_solve(s, NULL, 0), SAT_SATISFIED);
    assert_int_equal(sat_solve(s, &closed, 1), SAT_REFUTED);
    assert_true(sat_failed(s, closed));
    assert_int_equal(sat_solve(s, NULL, 0), SAT_SATISFIED);
    for (uint32_t p = 0; p < PIGEONS; p++) {
        uint32_t at = 0;
        for (uint32_t h = 0; h < PIGEONS; h++) at += sat_value(s, sat_make(p * PIGEONS + h, false));
        assert_true(at >= 1);
    }
    sat_free(s);
}

/* A budget and an interrupt both stop a solve; neither harms the instance. */
static inline void tester_stops(struct sat *make(struct limits *)) {
    struct limits limits;
    limits_init(&limits, 0);
    struct sat *s = make(&limits);
    tester_add_pigeons(s, 10, 9);
    sat_set_conflicts(s, 20);
    assert_int_equal(sat_solve(s, NULL, 0), SAT_UNKNOWN);
    sat_lit closed[9]; /* one pigeon has no hole: propagation sees it, though only the next call may */
    for (uint32_t h = 0; h < 9; h++) closed[h] = sat_make(90 + h, true);
    assert_int_equal(sat_solve(s, closed, 9), SAT_REFUTED);
    limits_interrupt(&limits);
    assert_int_equal(sat_solve(s, NULL, 0), SAT_UNKNOWN);
    sat_free(s);
}

#endif
