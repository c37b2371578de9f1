/* The formula with switches must say the same as an abstraction that is built and unrolled by itself. */
#include "engine/bit/local_abstraction.h"
#include "engine/bit/switched.h"
#include "engine/bit/testing_bit.h"
#include "engine/bit/unroll.h"

#include "base/random.h"

enum { LATCHES = 7, DEPTH = 6 };
static uint64_t plenty = UINT64_C(1) << 40;

static struct circuit *random_circuit(struct random *r) {
    struct circuit *c = circuit_new();
    aig_lits pool = {0};
    for (int i = 0; i < 3; i++) vec_push(&pool, circuit_add_input(c, NULL));
    for (int i = 0; i < LATCHES; i++) vec_push(&pool, testing_latch(c)->lit);
#define PICK() aig_not_if(pool.data[random_below(r, pool.size)], random_one_in(r, 2))
    for (int i = 0; i < 30; i++) {
        aig_lit c1 = PICK(), t = PICK(), e = PICK();
        aig_lit gate = random_one_in(r, 3) ? aig_ite(c->graph, c1, t, e) : aig_and(c->graph, c1, t);
        vec_push(&pool, gate);
    }
    vec_each (struct latch, l, &c->latches) {
        l->next = random_one_in(r, 8) ? AIG_TRUE : PICK();
        l->reset = random_one_in(r, 4) ? l->lit : random_one_in(r, 2) ? AIG_TRUE : AIG_FALSE;
    }
    aig_lit bad = AIG_TRUE;
    for (int i = 0; i < 3; i++) bad = aig_and(c->graph, bad, PICK());
    testing_bad(c, bad);
#undef PICK
    vec_free(&pool);
    return c;
}

/* Is the property violated in exactly this step of some path of the abstraction? */
static bool reference(const struct circuit *c, const bool *included, uint32_t step) {
    const bool chosen[1] = {true};
    struct abstraction *a = abstraction_new(c, included, chosen);
    assert_null(circuit_check(a->circuit));
    struct sat *sat = sat_cadical(NULL);
    struct unroll *u = unroll_new(a->circuit, sat, UNROLL_RESET);
    sat_lit bad = unroll_encode(u, unroll_at(u, a->circuit->properties.data[0].bad, step));
    bool found = sat_solve(sat, &bad, 1) == SAT_SATISFIED;
    unroll_free(u);
    sat_free(sat);
    abstraction_free(a);
    return found;
}

static bool with_switches(struct switched *s, const struct circuit *c, const bool *included, uint32_t step) {
    sat_lits assumptions = {0};
    for (uint32_t i = 0; i < LATCHES; i++) {
        if (included[i])
            vec_push(&assumptions, switched_switch(s, i));
        else if (switched_has_switch(s, i))
            vec_push(&assumptions, sat_not(switched_switch(s, i)));
    }
    vec_push(&assumptions, switched_at(s, c->properties.data[0].bad, step));
    bool found = switched_solve(s, assumptions.data, assumptions.size, -1, &plenty) == SAT_SATISFIED;
    vec_free(&assumptions);
    return found;
}

static void one_formula_serves_all_abstractions(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 7);
    uint32_t reached = 0, excluded = 0;
    for (int round = 0; round < 60; round++) {
        struct circuit *c = random_circuit(&r);
        struct limits limits;
        struct stats stats = {0};
        limits_init(&limits, 0);
        struct switched *s = switched_new(c, &limits, &stats);
        for (int query = 0; query < 20; query++) {
            bool included[LATCHES];
            for (int i = 0; i < LATCHES; i++) included[i] = !random_one_in(&r, 3);
            uint32_t step = random_below(&r, DEPTH);
            bool truth = reference(c, included, step);
            assert_int_equal(with_switches(s, c, included, step), truth);
            reached += truth;
            excluded += !truth;
        }
        assert_int_equal(stats.queries, 20);
        switched_free(s);
        circuit_free(c);
    }
    assert_true(reached > 100 && excluded > 100);
}

/* A latch that stays 0: part of the abstraction it excludes the violation, as a cutpoint it does not. */
static void a_cutpoint_is_free_from_the_first_step_on(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit x = testing_latch(c)->lit;
    struct limits limits;
    struct stats stats = {0};
    limits_init(&limits, 0);
    struct switched *s = switched_new(c, &limits, &stats);
    for (uint32_t step = 0; step < 3; step++) {
        sat_lit query[2] = {switched_at(s, x, step), switched_true(s)};
        assert_int_equal(switched_solve(s, query, 2, -1, &plenty), SAT_SATISFIED);
        assert_true(switched_value(s, x, step));
        query[1] = switched_switch(s, 0);
        assert_int_equal(switched_solve(s, query, 2, -1, &plenty), SAT_REFUTED);
        assert_true(sat_failed(switched_solver(s), query[1]));
        query[1] = sat_not(query[1]);
        assert_int_equal(switched_solve(s, query, 2, -1, &plenty), SAT_SATISFIED);
    }
    assert_false(switched_value(s, x, 9)); /* never mentioned */
    switched_free(s);
    circuit_free(c);
}

/* Two copies of a multiplier, one with its factors exchanged, never differ: hard for a SAT solver. */
static aig_lit product_differs(struct circuit *c, uint32_t bits) {
    aig_lits a = {0}, b = {0};
    aig_lit sums[2][32], differ = AIG_FALSE;
    for (uint32_t i = 0; i < bits; i++) {
        vec_push(&a, circuit_add_input(c, NULL));
        vec_push(&b, circuit_add_input(c, NULL));
    }
    for (int copy = 0; copy < 2; copy++) {
        const aig_lits *x = copy ? &a : &b, *y = copy ? &b : &a;
        for (uint32_t i = 0; i < bits; i++) sums[copy][i] = AIG_FALSE;
        for (uint32_t i = 0; i < bits; i++) {
            aig_lit carry = AIG_FALSE;
            for (uint32_t j = 0; i + j < bits; j++) {
                aig_lit p = aig_and(c->graph, x->data[i], y->data[j]), s = sums[copy][i + j];
                aig_lit half = aig_xor(c->graph, s, p);
                sums[copy][i + j] = aig_xor(c->graph, half, carry);
                carry = aig_or(c->graph, aig_and(c->graph, s, p), aig_and(c->graph, half, carry));
            }
        }
    }
    for (uint32_t i = 0; i < bits; i++)
        differ = aig_or(c->graph, differ, aig_xor(c->graph, sums[0][i], sums[1][i]));
    vec_free(&a);
    vec_free(&b);
    return differ;
}

/* Work ends a query, at the same point every time, and more work gets further. */
static void work_bounds_a_query(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    aig_lit differ = product_differs(c, 11);
    uint64_t conflicts[3];
    static const uint64_t budgets[3] = {300000, 300000, 2000000};
    for (int i = 0; i < 3; i++) {
        struct limits limits;
        struct stats stats = {0};
        limits_init(&limits, 0);
        struct switched *s = switched_new(c, &limits, &stats);
        sat_lit query = switched_at(s, differ, 0);
        uint64_t work = budgets[i];
        assert_int_equal(switched_solve(s, &query, 1, -1, &work), SAT_UNKNOWN);
        assert_true(work < budgets[i] / 10);
        conflicts[i] = stats.conflicts;
        work = budgets[i];
        assert_int_equal(switched_solve(s, &query, 1, 10, &work), SAT_UNKNOWN); /* the other bound */
        assert_true(work > budgets[i] / 2);
        work = 1;
        assert_int_equal(switched_solve(s, &query, 1, -1, &work), SAT_UNKNOWN);
        assert_int_equal(work, 0);
        switched_free(s);
    }
    assert_true(conflicts[0] > 50);
    assert_int_equal(conflicts[0], conflicts[1]);
    assert_true(conflicts[2] > 4 * conflicts[0]);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_formula_serves_all_abstractions),
        cmocka_unit_test(a_cutpoint_is_free_from_the_first_step_on),
        cmocka_unit_test(work_bounds_a_query),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
