/* Refinement inside of ic3ia: every strategy alone decides problems that the first predicates do not. */
#include "engine/system/system_engines.h"
#include "engine/system/testing_system_engine.h"

enum { AUTO, POOL, PROOF, LIFT, WP, CORES, LOCAL }; /* as the words of `refine` */

static void run(struct run *run, const struct system *system, int strategy, enum verdict verdict) {
    testing_init(run, system);
    run->options.refine = strategy;
    run->options.ia_probe = false; /* what is found is found by refinement */
    testing_run(run, &engine_ic3ia);
    assert_null(run->reason);
    assert_int_equal(run->outcomes[0].verdict, verdict);
    assert_true(run->stats.refinements > 0);
    if (strategy != AUTO) assert_int_equal(run->stats.strategy_switches, 0);
    testing_fini(run);
}

/* Two counters that start at the same value, whatever it is, and a flag that says whether they differed in
 * the step before: that it is never set needs x = y, of which neither init nor the property speaks. */
static struct system *flagged_twins(struct system *system, sort s, term one) {
    struct terms *b = system->terms;
    bool words = sort_kind(b, s) == SORT_BV;
    term x = testing_state(system, "x", s), y = testing_state(system, "y", s),
         z = testing_state(system, "z", s);
    term flag = testing_state(system, "flag", sort_bool());
    testing_rule(system, x, TERM_NONE, words ? term_bv2(b, TERM_BV_ADD, x, one) : term_add2(b, x, one));
    testing_rule(system, y, TERM_NONE, words ? term_bv2(b, TERM_BV_ADD, y, one) : term_add2(b, y, one));
    testing_rule(system, z, TERM_NONE, one);
    testing_rule(system, flag, term_false(b), term_not(b, term_eq(b, x, y)));
    system->init = term_and2(b, term_eq(b, x, z), term_eq(b, y, z));
    system_add_property(system, term_not(b, flag), NULL, 0);
    return system;
}

static struct system *twin_numbers(sort s) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    term unit = term_number_of(system->terms, one, s);
    mpq_clear(one);
    return flagged_twins(system, s, unit);
}

static struct system *twin_words(uint32_t width) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    return flagged_twins(system, sort_bv(system->terms, width), term_bits_ui(system->terms, 1, width));
}

static void test_numbers(void **unused) {
    (void)unused;
    static const int usable[] = {AUTO, POOL, PROOF, WP, CORES, LOCAL};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++)
        for (int real = 0; real < 2; real++) {
            struct system *system = twin_numbers(real ? sort_real() : sort_int());
            struct run r;
            run(&r, system, usable[i], VERDICT_SAFE);
            assert_int_equal(r.stats.separations_by_core, 0); /* nobody had to help */
            system_free(system);
        }
}

/* Few bits: what `cores` finds is about single values. */
static void test_words(void **unused) {
    (void)unused;
    static const int usable[] = {AUTO, LIFT, WP, CORES};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++) {
        struct system *system = twin_words(4);
        struct run r;
        run(&r, system, usable[i], VERDICT_SAFE);
        system_free(system);
    }
}

/* Cells 0 .. i-1 of the array were set to 1; the flag says that the cell j < i was something else in the step
 * before. The proof needs select(a, j) = 1 and j < i. */
static struct system *filled(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    sort array = sort_array(b, sort_int(), sort_int());
    term zero = term_integer(b, 0), one = term_integer(b, 1);
    term a = testing_state(system, "a", array), i = testing_state(system, "i", sort_int());
    term j = testing_state(system, "j", sort_int()), flag = testing_state(system, "flag", sort_bool());
    testing_rule(system, a, TERM_NONE, term_store(b, a, i, one));
    testing_rule(system, i, zero, term_add2(b, i, one));
    testing_rule(system, j, TERM_NONE, j);
    testing_rule(system, flag, term_false(b),
                 term_and2(b, term_lt(b, j, i), term_not(b, term_eq(b, term_select(b, a, j), one))));
    system->init = term_le(b, zero, j);
    system_add_property(system, term_not(b, flag), NULL, 0);
    return system;
}

static void test_arrays(void **unused) {
    (void)unused;
    static const int usable[] = {AUTO, WP, CORES};
    for (unsigned i = 0; i < sizeof usable / sizeof *usable; i++) {
        struct system *system = filled();
        struct run r;
        run(&r, system, usable[i], VERDICT_SAFE);
        system_free(system);
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
