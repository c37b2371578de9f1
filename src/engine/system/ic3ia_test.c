/* Refinement inside of ic3ia: every strategy alone decides problems that the first predicates do not. */
#include "engine/system/system_engines.h"
#include "engine/system/testing.h"

enum { AUTO, POOL, PROOF, LIFT, WP, CORES, LOCAL }; /* as the words of `refine` */

static const char *run_ic3ia(struct system_task *t) {
    return engine_ic3ia.run_system(t);
}

static void run(struct run *run, const struct ts *ts, int strategy, enum verdict verdict) {
    testing_init(run, ts);
    run->options.refine = strategy;
    run->options.ia_probe = false; /* what is found is found by refinement */
    testing_run(run, run_ic3ia);
    assert_null(run->reason);
    assert_int_equal(run->outcomes[0].verdict, verdict);
    assert_true(run->stats.refinements > 0);
    if (strategy != AUTO) assert_int_equal(run->stats.strategy_switches, 0);
    testing_fini(run);
}

/* Two counters that start at the same value, whatever it is, and a flag that says whether they differed in
 * the step before: that it is never set needs x = y, of which neither init nor the property speaks. */
static struct ts *flagged_twins(struct ts *ts, sort s, term one) {
    struct terms *b = ts->terms;
    bool words = sort_kind(b, s) == SORT_BV;
    term x = testing_state(ts, "x", s), y = testing_state(ts, "y", s), z = testing_state(ts, "z", s);
    term flag = testing_state(ts, "flag", sort_bool());
    testing_rule(ts, x, TERM_NONE, words ? term_bv2(b, TERM_BV_ADD, x, one) : term_add2(b, x, one));
    testing_rule(ts, y, TERM_NONE, words ? term_bv2(b, TERM_BV_ADD, y, one) : term_add2(b, y, one));
    testing_rule(ts, z, TERM_NONE, one);
    testing_rule(ts, flag, term_false(b), term_not(b, term_eq(b, x, y)));
    ts->init = term_and2(b, term_eq(b, x, z), term_eq(b, y, z));
    ts_add_property(ts, term_not(b, flag), NULL, 0);
    return ts;
}

static struct ts *twin_numbers(sort s) {
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    term unit = term_number_of(ts->terms, one, s);
    mpq_clear(one);
    return flagged_twins(ts, s, unit);
}

static struct ts *twin_words(uint32_t width) {
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    return flagged_twins(ts, sort_bv(ts->terms, width), term_bits_ui(ts->terms, 1, width));
}

static void test_numbers(void **unused) {
    (void)unused;
    static const int usable[] = {AUTO, POOL, PROOF, WP, CORES, LOCAL};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++)
        for (int real = 0; real < 2; real++) {
            struct ts *ts = twin_numbers(real ? sort_real() : sort_int());
            struct run r;
            run(&r, ts, usable[i], VERDICT_SAFE);
            assert_int_equal(r.stats.separations_by_core, 0); /* nobody had to help */
            ts_free(ts);
        }
}

/* Few bits: what `cores` finds is about single values. */
static void test_words(void **unused) {
    (void)unused;
    static const int usable[] = {AUTO, LIFT, WP, CORES};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++) {
        struct ts *ts = twin_words(4);
        struct run r;
        run(&r, ts, usable[i], VERDICT_SAFE);
        ts_free(ts);
    }
}

/* Cells 0 .. i-1 of the array were set to 1; the flag says that the cell j < i was something else in the step
 * before. The proof needs select(a, j) = 1 and j < i. */
static struct ts *filled(void) {
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    sort array = sort_array(b, sort_int(), sort_int());
    term zero = term_integer(b, 0), one = term_integer(b, 1);
    term a = testing_state(ts, "a", array), i = testing_state(ts, "i", sort_int());
    term j = testing_state(ts, "j", sort_int()), flag = testing_state(ts, "flag", sort_bool());
    testing_rule(ts, a, TERM_NONE, term_store(b, a, i, one));
    testing_rule(ts, i, zero, term_add2(b, i, one));
    testing_rule(ts, j, TERM_NONE, j);
    testing_rule(ts, flag, term_false(b),
                 term_and2(b, term_lt(b, j, i), term_not(b, term_eq(b, term_select(b, a, j), one))));
    ts->init = term_le(b, zero, j);
    ts_add_property(ts, term_not(b, flag), NULL, 0);
    return ts;
}

static void test_arrays(void **unused) {
    (void)unused;
    static const int usable[] = {AUTO, WP, CORES};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++) {
        struct ts *ts = filled();
        struct run r;
        run(&r, ts, usable[i], VERDICT_SAFE);
        ts_free(ts);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
