/* The corners of the interface, one by one. The netlist of most tests: leaves a, b, c, d; f = a & b, g = c &
 * d. */
#include "sat/cdcl/cdcl_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { A, B, C, D, F, G };

struct fixture {
    struct netlist *netlist;
    struct stats stats;
    struct cdcl *solver;
};

static sat_lit yes(uint32_t v) {
    return sat_make(v, false);
}

static sat_lit no(uint32_t v) {
    return sat_make(v, true);
}

static void and_gate(struct netlist *n, uint32_t a, uint32_t b) {
    uint32_t o = netlist_variable(n);
    netlist_gate_clause(n, (sat_lit[]){no(o), yes(a)}, 2);
    netlist_gate_clause(n, (sat_lit[]){no(o), yes(b)}, 2);
    netlist_gate_clause(n, (sat_lit[]){yes(o), no(a), no(b)}, 3);
    netlist_gate_fanin(n, a);
    netlist_gate_fanin(n, b);
}

static int setup(void **state) {
    struct fixture *f = mem_new(struct fixture);
    f->netlist = netlist_new();
    for (uint32_t i = 0; i < 4; i++) (void)netlist_variable(f->netlist);
    and_gate(f->netlist, A, B);
    and_gate(f->netlist, C, D);
    f->solver = cdcl_new(f->netlist, NULL, &f->stats);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    struct fixture *f = *state;
    int broken = !cdcl_check(f->solver);
    cdcl_free(f->solver);
    netlist_free(f->netlist);
    mem_free(f);
    return broken;
}

#define CLAUSE(...)         (sat_lit[]){__VA_ARGS__}, sizeof((sat_lit[]){__VA_ARGS__}) / sizeof(sat_lit)
#define NONE                NULL, 0
#define SOLVER              (((struct fixture *)*state)->solver)
#define assert_sat(...)     assert_int_equal(cdcl_solve(SOLVER, __VA_ARGS__), SAT_SATISFIED)
#define assert_refuted(...) assert_int_equal(cdcl_solve(SOLVER, __VA_ARGS__), SAT_REFUTED)

static void domain_is_the_cone(void **state) {
    struct fixture *f = *state;
    assert_sat(CLAUSE(yes(F)), NONE);
    assert_true(cdcl_value(SOLVER, yes(A)) && cdcl_value(SOLVER, yes(B)));
    assert_false(cdcl_known(SOLVER, C) || cdcl_known(SOLVER, D) || cdcl_known(SOLVER, G));
    assert_int_equal(f->stats.domain_variables, 3);
    assert_false(SOLVER->flags[G] & LOADED);
    assert_sat(CLAUSE(no(G)), NONE);
    assert_false(cdcl_known(SOLVER, F) || cdcl_known(SOLVER, A));
    assert_int_equal(f->stats.domain_variables, 6);
    cdcl_add_clause(SOLVER, CLAUSE(no(F), yes(C)));
    assert_sat(CLAUSE(yes(D)), NONE); /* f, a, b, c for good, and d */
    assert_int_equal(f->stats.domain_variables, 11);
    assert_int_equal(f->stats.queries, 3);
    assert_int_equal(f->stats.queries_sat, 3);
}

static void unrestricted_knows_everything(void **state) {
    struct fixture *f = *state;
    cdcl_restrict(SOLVER, false);
    assert_sat(CLAUSE(yes(F)), NONE);
    for (uint32_t v = 0; v <= G; v++) assert_true(cdcl_known(SOLVER, v));
    assert_int_equal(f->stats.domain_variables, 0);
    cdcl_restrict(SOLVER, true);
    assert_sat(CLAUSE(yes(F)), NONE);
    assert_false(cdcl_known(SOLVER, G));
}

static void held_cones_stay(void **state) {
    struct fixture *f = *state;
    cdcl_hold(SOLVER, CLAUSE(yes(G)));
    assert_sat(CLAUSE(yes(C)), NONE);
    assert_true(cdcl_known(SOLVER, G));
    assert_int_equal(SOLVER->query_part.size, 0);
    assert_sat(CLAUSE(yes(F)), NONE);
    assert_true(cdcl_known(SOLVER, G));
    cdcl_release(SOLVER);
    assert_true(cdcl_known(SOLVER, G)); /* the model outlives the release */
    assert_sat(CLAUSE(yes(F)), NONE);
    assert_false(cdcl_known(SOLVER, G));
    assert_int_equal(f->stats.domain_variables, 3 + 6 + 3);
}

static void assumptions_may_repeat_and_contradict(void **state) {
    assert_sat(CLAUSE(yes(A), yes(A), yes(F), yes(F)), NONE);
    assert_refuted(CLAUSE(yes(C), yes(A), yes(B), no(A)), NONE);
    assert_true(cdcl_failed(SOLVER, yes(A)) && cdcl_failed(SOLVER, no(A)));
    assert_false(cdcl_failed(SOLVER, yes(B)) || cdcl_failed(SOLVER, yes(C)));
    assert_refuted(CLAUSE(no(F), yes(C), yes(A), yes(B)), NONE);
    assert_true(cdcl_failed(SOLVER, no(F)) && cdcl_failed(SOLVER, yes(A)) && cdcl_failed(SOLVER, yes(B)));
    assert_false(cdcl_failed(SOLVER, yes(C)));
}

static void facts_refute_alone(void **state) {
    cdcl_add_clause(SOLVER, CLAUSE(yes(F)));
    assert_refuted(CLAUSE(yes(C), no(A), no(F)), NONE);
    assert_true(cdcl_failed(SOLVER, no(A)));
    assert_false(cdcl_failed(SOLVER, yes(C)) || cdcl_failed(SOLVER, no(F)));
    assert_sat(CLAUSE(yes(C)), NONE);
    assert_true(cdcl_value(SOLVER, yes(B)));
}

static void clauses_are_simplified(void **state) {
    cdcl_add_clause(SOLVER, CLAUSE(yes(A), no(A)));
    assert_int_equal(SOLVER->permanent_part.size, 0);
    cdcl_add_clause(SOLVER, CLAUSE(yes(C), yes(C)));
    assert_sat(NONE, NONE);
    assert_true(cdcl_value(SOLVER, yes(C)));
    cdcl_add_clause(SOLVER, CLAUSE(no(C), yes(D), no(C), yes(A)));
    assert_refuted(CLAUSE(no(D), no(A)), NONE);
    cdcl_add_clause(SOLVER, CLAUSE(no(C)));
    assert_refuted(CLAUSE(yes(A)), NONE);
    assert_false(cdcl_failed(SOLVER, yes(A)));
    assert_refuted(NONE, NONE);
}

static void empty_clause_refutes(void **state) {
    cdcl_add_clause(SOLVER, NONE);
    assert_refuted(CLAUSE(yes(A)), NONE);
    assert_false(cdcl_failed(SOLVER, yes(A)));
}

static void temporary_clause_lasts_one_query(void **state) {
    assert_refuted(CLAUSE(no(A), no(B)), CLAUSE(yes(A), yes(B), yes(B)));
    assert_true(cdcl_failed(SOLVER, no(A)) && cdcl_failed(SOLVER, no(B)));
    assert_sat(CLAUSE(no(A), no(B)), NONE);
    assert_sat(CLAUSE(no(A)), CLAUSE(yes(A), yes(F), yes(G)));
    assert_true(cdcl_value(SOLVER, yes(G)) && cdcl_value(SOLVER, yes(D)));
    assert_sat(CLAUSE(no(A)), CLAUSE(no(A), yes(G)));        /* satisfied by an assumption */
    assert_sat(CLAUSE(no(A), no(C)), CLAUSE(yes(C), no(C))); /* a tautology */
    assert_refuted(CLAUSE(yes(C), no(F)), CLAUSE(yes(F)));   /* a unit */
    assert_true(cdcl_failed(SOLVER, no(F)) && !cdcl_failed(SOLVER, yes(C)));
    assert_sat(CLAUSE(yes(F)), CLAUSE(yes(F)));
}

static void temporary_clause_meets_facts(void **state) {
    cdcl_add_clause(SOLVER, CLAUSE(no(A)));
    assert_refuted(CLAUSE(yes(C)), CLAUSE(yes(A), yes(A)));
    assert_false(cdcl_failed(SOLVER, yes(C)));
    assert_sat(CLAUSE(yes(C)), CLAUSE(yes(A), yes(D)));
    assert_true(cdcl_value(SOLVER, yes(D)));
    assert_false(cdcl_flip(SOLVER, D));
    assert_sat(CLAUSE(yes(C)), CLAUSE(no(A), yes(D)));
}

/* Deciding a = 0 teaches the fact a; with it come b and the end of the temporary clause, at level 0. */
static void facts_falsify_the_temporary_clause(void **state) {
    cdcl_add_clause(SOLVER, CLAUSE(yes(A), yes(C)));
    cdcl_add_clause(SOLVER, CLAUSE(yes(A), no(C)));
    cdcl_add_clause(SOLVER, CLAUSE(no(A), yes(B)));
    assert_refuted(CLAUSE(yes(D)), CLAUSE(no(A), no(B)));
    assert_false(cdcl_failed(SOLVER, yes(D)));
    assert_true(cdcl_check(SOLVER));
    assert_sat(CLAUSE(no(D)), CLAUSE(no(F), no(C), yes(D)));
    assert_true(cdcl_value(SOLVER, yes(A)) && cdcl_value(SOLVER, no(C)));
}

static void large_temporary_clause(void **state) {
    sat_lit clause[500];
    struct netlist *n = netlist_new();
    for (uint32_t i = 0; i < 500; i++) clause[i] = yes(netlist_variable(n));
    struct cdcl *s = cdcl_new(n, NULL, NULL);
    sat_lit assumptions[500];
    for (uint32_t i = 0; i < 500; i++) assumptions[i] = no(i);
    (void)state;
    for (uint32_t size = 3; size <= 500; size += 71) {
        assert_int_equal(cdcl_solve(s, assumptions, size - 1, clause, size), SAT_SATISFIED);
        assert_true(cdcl_value(s, clause[size - 1]));
        assert_int_equal(cdcl_solve(s, assumptions, size, clause, size), SAT_REFUTED);
        assert_true(cdcl_check(s));
    }
    cdcl_free(s);
    netlist_free(n);
}

static void flips_what_no_clause_needs(void **state) {
    cdcl_add_clause(SOLVER, CLAUSE(yes(A), yes(B), yes(C)));
    assert_sat(CLAUSE(no(F), no(A), yes(C)), NONE);
    assert_false(cdcl_flip(SOLVER, A)); /* assumed */
    assert_false(cdcl_flip(SOLVER, F)); /* a gate */
    assert_false(cdcl_flip(SOLVER, D)); /* not in the domain */
    assert_true(cdcl_flip(SOLVER, B));
    assert_false(cdcl_known(SOLVER, B));
    assert_false(cdcl_flip(SOLVER, B));
    assert_true(cdcl_check(SOLVER));
    assert_sat(CLAUSE(no(F)), CLAUSE(no(A), no(B)));
    assert_true(cdcl_known(SOLVER, A) && cdcl_known(SOLVER, B));
    uint32_t flips = cdcl_flip(SOLVER, A) + cdcl_flip(SOLVER, B);
    assert_int_equal(flips, 1); /* one of the two keeps f false */
}

static void stops_at_its_limits(void **state) {
    (void)state;
    enum { HOLES = 9 };
    struct netlist *n = netlist_new();
    struct limits limits;
    struct stats stats = {0};
    limits_init(&limits, 0);
    for (uint32_t i = 0; i < HOLES * (HOLES + 1); i++) (void)netlist_variable(n);
    struct cdcl *s = cdcl_new(n, &limits, &stats);
    for (uint32_t p = 0; p <= HOLES; p++) {
        sat_lit clause[HOLES];
        for (uint32_t h = 0; h < HOLES; h++) clause[h] = yes(p * HOLES + h);
        cdcl_add_clause(s, clause, HOLES);
        for (uint32_t q = 0; q < p; q++)
            for (uint32_t h = 0; h < HOLES; h++)
                cdcl_add_clause(s, CLAUSE(no(p * HOLES + h), no(q * HOLES + h)));
    }
    cdcl_set_conflicts(s, 1500); /* enough to reduce, and to restart into the heap */
    assert_int_equal(cdcl_solve(s, NONE, NONE), SAT_UNKNOWN);
    assert_int_equal(stats.conflicts, 1500);
    assert_true(stats.decisions && stats.propagations > stats.decisions);
    assert_true(cdcl_check(s));
    limits.deadline_us = clock_us() + 20000;
    assert_int_equal(cdcl_solve(s, NONE, NONE), SAT_UNKNOWN);
    assert_int_equal(limits_reason(&limits), STOP_TIMEOUT);
    assert_true(clock_us() < limits.deadline_us + 2000000);
    cdcl_free(s);
    netlist_free(n);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(domain_is_the_cone),
        TEST(unrestricted_knows_everything),
        TEST(held_cones_stay),
        TEST(assumptions_may_repeat_and_contradict),
        TEST(facts_refute_alone),
        TEST(clauses_are_simplified),
        TEST(empty_clause_refutes),
        TEST(temporary_clause_lasts_one_query),
        TEST(temporary_clause_meets_facts),
        TEST(facts_falsify_the_temporary_clause),
        TEST(flips_what_no_clause_needs),
        cmocka_unit_test(large_temporary_clause),
        cmocka_unit_test(stops_at_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
