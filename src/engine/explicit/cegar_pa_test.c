/* Explicit predicate abstraction: rows of All-SMT, the engine on systems whose verdict is known by hand, and the bound
 * on its work. */
#include "engine/explicit/all_smt.h"
#include "engine/explicit/explicit.h"

#include "engine/system/testing_system_engine.h"

#include <stdio.h>

static term num(struct system *system, long n) {
    return term_integer(system->terms, n);
}

struct rows {
    uint32_t count, sets; /* bit i of sets: a row with i true values */
    uint32_t width;
};

static void count_row(void *client, const bool *values) {
    struct rows *rows = client;
    uint32_t set = 0;
    for (uint32_t i = 0; i < rows->width; i++) set += values[i];
    rows->sets |= 1u << set;
    rows->count++;
}

/* x <= 0, x <= 1, x <= 2 are true together, or the last two, the last, or none. */
static void test_rows(void **unused) {
    (void)unused;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int());
    struct limits limits;
    limits_init(&limits, 0);
    for (uint32_t n = 0; n <= 3; n++) {
        struct smt *smt = smt_new(b, &(struct smt_settings){.theories = THEORY_INT, .limits = &limits});
        struct rows rows = {.width = n};
        smt_lit labels[3];
        for (uint32_t i = 0; i < n; i++) labels[i] = smt_label(smt, term_le(b, x, term_integer(b, i)));
        struct all_smt all = {smt, labels, n, UINT64_MAX, &limits, count_row, &rows};
        assert_int_equal(all_smt(&all), ALL_SMT_DONE);
        assert_int_equal(rows.count, n + 1);
        assert_int_equal(rows.sets, (2u << n) - 1);
        smt_free(smt);
    }
    terms_free(b);
}

/* 2^12 rows do not fit into the work for a hundred or so. */
static void test_bound(void **unused) {
    (void)unused;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    struct limits limits;
    limits_init(&limits, 0);
    struct smt *smt = smt_new(b, &(struct smt_settings){.limits = &limits});
    smt_lit labels[12];
    for (int i = 0; i < 12; i++) labels[i] = smt_new_label(smt);
    struct rows rows = {.width = 12};
    struct all_smt all = {smt, labels, 12, 20000, &limits, count_row, &rows};
    assert_int_equal(all_smt(&all), ALL_SMT_SPENT);
    assert_true(rows.count > 0 && rows.count < 4096);
    assert_int_equal(all.work, 0);
    limits_interrupt(&limits);
    all.work = UINT64_MAX;
    assert_int_equal(all_smt(&all), ALL_SMT_STOPPED);
    smt_free(smt);
    terms_free(b);
}

/* x and y start at 0 and grow together, by any positive amount. */
static struct system *together(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int()), y = testing_state(system, "y", sort_int());
    term i = system_add_input(system, "i", sort_int())->now;
    term more = term_ite(b, term_gt(b, i, num(system, 0)), i, num(system, 1));
    testing_rule(system, x, num(system, 0), term_add2(b, x, more));
    testing_rule(system, y, num(system, 0), term_add2(b, y, more));
    return system;
}

static enum verdict decide(struct run *run, uint32_t property) {
    testing_run(run, &engine_cegar_pa);
    testing_fini(run);
    return run->outcomes[property].verdict;
}

/* x = 3 implies y = 3: x = y has to be found. The second property fails after the first is proved. */
static void test_refinement(void **unused) {
    (void)unused;
    struct system *system = together();
    struct terms *b = system->terms;
    term x = system->states.data[0].now, y = system->states.data[1].now;
    system_add_property(system, term_implies(b, term_eq(b, x, num(system, 3)), term_eq(b, y, num(system, 3))),
                        NULL, 0);
    system_add_property(system, term_not(b, term_eq(b, y, num(system, 2))), NULL, 1);
    system_add_property(system, term_true(b), NULL, 2);
    struct run run;
    testing_init(&run, system);
    assert_int_equal(decide(&run, 0), VERDICT_SAFE);
    assert_int_equal(run.outcomes[1].verdict, VERDICT_UNSAFE);
    assert_int_equal(run.outcomes[2].verdict, VERDICT_SAFE);
    assert_null(run.reason);
    assert_true(run.stats.refinements > 0);
    assert_true(run.stats.all_smt_rows > 0);
    system_free(system);
}

/* Initial states with constraints, no initial state, dead ends. */
static void test_corners(void **unused) {
    (void)unused;
    for (int which = 0; which < 3; which++) {
        struct system *system = system_new(TERMS_SIMPLIFY);
        struct terms *b = system->terms;
        struct system_state *s = system_add_state(system, "x", sort_int(), NULL);
        term x = s->now, next = s->next;
        system->init = which == 1 ? term_lt(b, x, x) : term_ge(b, x, num(system, 0));
        vec_push(&system->constraints, term_le(b, x, num(system, 4)));
        system->trans = term_lt(b, x, next);
        system_add_property(system, which == 1 ? term_false(b) : term_lt(b, x, num(system, which ? 4 : 5)),
                            NULL, 0);
        struct run run;
        testing_init(&run, system);
        assert_int_equal(decide(&run, 0), which == 2 ? VERDICT_UNSAFE : VERDICT_SAFE);
        if (which == 2) assert_int_equal(run.outcomes[0].steps, 1); /* x = 4 is initial */
        system_free(system);
    }
}

/* Twenty Boolean states that change at will: 2^40 abstract steps. */
static void test_too_much(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term_list all = {0};
    for (int i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        vec_push(&all, testing_state(system, name, sort_bool()));
        testing_rule(system, vec_last(&all), TERM_NONE, TERM_NONE);
    }
    system_add_property(system, term_not(b, term_and(b, all.data, all.size)), NULL, 0);
    struct run run;
    testing_init(&run, system);
    run.options.all_smt_work = 1;
    assert_int_equal(decide(&run, 0), VERDICT_UNKNOWN);
    assert_string_equal(run.reason, "All-SMT needs more than all-smt-work");
    vec_free(&all);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),    cmocka_unit_test(test_bound),    cmocka_unit_test(test_refinement),
        cmocka_unit_test(test_corners), cmocka_unit_test(test_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
