/* All engines on systems whose verdict is known by hand: every theory, inputs, constraints, relations, dead
 * ends. */
#include "engine/system/system_engines.h"
#include "engine/system/testing.h"

static const char *run_ic3_smt(struct system_task *t) {
    return engine_ic3_smt.run_system(t);
}
static const char *run_ic3ia(struct system_task *t) {
    return engine_ic3ia.run_system(t);
}
static const char *run_ctigar(struct system_task *t) {
    return engine_ctigar.run_system(t);
}

enum { BMC = 1, KIND = 2, SMT = 4, IA = 8, CTIGAR = 16, IC3 = SMT | IA | CTIGAR, FINDERS = 31 };
static const struct {
    unsigned bit;
    const char *(*run)(struct system_task *);
} machines[] = {
    {BMC, smt_bmc_run}, {KIND, smt_kind_run}, {SMT, run_ic3_smt}, {IA, run_ic3ia}, {CTIGAR, run_ctigar}};

/* Runs the engines of the set; the first property is safe (steps 0) or has a shortest counterexample of so
 * many steps. */
static void expect(const struct ts *ts, unsigned set, uint32_t steps) {
    for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++) {
        if (!(machines[i].bit & set)) continue;
        struct run run;
        testing_init(&run, ts);
        testing_run(&run, machines[i].run);
        assert_null(run.reason);
        const struct outcome *o = &run.outcomes[0];
        assert_int_equal(o->verdict, steps ? VERDICT_UNSAFE : VERDICT_SAFE);
        if (steps) assert_true(o->steps >= steps);
        if (steps && machines[i].bit & (BMC | KIND)) assert_int_equal(o->steps, steps);
        testing_fini(&run);
    }
}

static term num(struct ts *ts, long n) {
    return term_integer(ts->terms, n);
}

static term real(struct ts *ts, long n) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, 1);
    term t = term_number_of(ts->terms, q, sort_real());
    mpq_clear(q);
    return t;
}

/* x counts from 0 to 10 and stays there. */
static struct ts *saturating(void) {
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    term x = testing_state(ts, "x", sort_int());
    term more = term_lt(b, x, num(ts, 10));
    testing_rule(ts, x, num(ts, 0), term_ite(b, more, term_add2(b, x, num(ts, 1)), x));
    return ts;
}

static void test_integers(void **unused) {
    (void)unused;
    struct ts *ts = saturating();
    term x = ts->states.data[0].now;
    ts_add_property(ts, term_le(ts->terms, x, num(ts, 10)), NULL, 0);
    expect(ts, FINDERS & ~BMC, 0);
    ts->properties.data[0].good = term_not(ts->terms, term_eq(ts->terms, x, num(ts, 7)));
    expect(ts, FINDERS, 8);
    ts->properties.data[0].good = term_gt(ts->terms, x, num(ts, 0));
    expect(ts, FINDERS, 1);
    ts_free(ts);
}

/* Two numbers that are added to each other: x >= 0 needs y >= 0, which no property says. */
static void test_reals(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    term x = testing_state(ts, "x", sort_real()), y = testing_state(ts, "y", sort_real());
    term i = ts_add_input(ts, "i", sort_bool())->now;
    testing_rule(ts, x, real(ts, 0), term_ite(b, i, term_add2(b, x, y), x));
    testing_rule(ts, y, real(ts, 1), term_ite(b, i, y, term_add2(b, y, x)));
    ts_add_property(ts, term_ge(b, x, real(ts, 0)), NULL, 0);
    expect(ts, IA | CTIGAR, 0); /* the preimages of x < 0 are x + y < 0, 2x + y < 0, ...: not for ic3-smt */
    ts->properties.data[0].good = term_lt(b, x, real(ts, 3));
    expect(ts, FINDERS, 4);
    ts_free(ts);
}

/* A 4-bit counter by 2: never 7, soon 8. */
static void test_bit_vectors(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    term x = testing_state(ts, "x", sort_bv(b, 4));
    testing_rule(ts, x, term_bits_ui(b, 0, 4), term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 2, 4)));
    ts_add_property(ts, term_not(b, term_eq(b, x, term_bits_ui(b, 7, 4))), NULL, 0);
    expect(ts, IC3, 0);
    ts->properties.data[0].good = term_not(b, term_eq(b, x, term_bits_ui(b, 8, 4)));
    expect(ts, FINDERS, 5);
    ts_free(ts);
}

/* Three Boolean states in a ring, one hot. */
static void test_booleans(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    term p = testing_state(ts, "p", sort_bool()), q = testing_state(ts, "q", sort_bool());
    term r = testing_state(ts, "r", sort_bool()), go = ts_add_input(ts, "go", sort_bool())->now;
    testing_rule(ts, p, term_true(b), term_ite(b, go, r, p));
    testing_rule(ts, q, term_false(b), term_ite(b, go, p, q));
    testing_rule(ts, r, term_false(b), term_ite(b, go, q, r));
    ts_add_property(ts, term_not(b, term_and2(b, p, q)), NULL, 0);
    expect(ts, IC3, 0);
    ts->properties.data[0].good = term_not(b, r);
    expect(ts, FINDERS, 3);
    ts_free(ts);
}

/* The input is constrained to 0..2 and occurs in the property: x + i stays below 3 more than the number of
 * steps. */
static void test_inputs(void **unused) {
    (void)unused;
    struct ts *ts = saturating();
    struct terms *b = ts->terms;
    term x = ts->states.data[0].now, i = ts_add_input(ts, "i", sort_int())->now;
    vec_push(&ts->constraints, term_and2(b, term_ge(b, i, num(ts, 0)), term_le(b, i, num(ts, 2))));
    ts_add_property(ts, term_le(b, term_add2(b, x, i), num(ts, 12)), NULL, 0);
    expect(ts, IC3, 0);
    ts->properties.data[0].good = term_lt(b, term_add2(b, x, i), num(ts, 7));
    expect(ts, FINDERS, 6);
    ts_free(ts);
}

/* A relation with dead ends: x grows by any amount while it stays below 5. The last state has no successor,
 * and counts. */
static void test_dead_ends(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    struct ts_state *s = ts_add_state(ts, "x", sort_int(), NULL);
    term x = s->now, next = s->next;
    s->first = num(ts, 0);
    ts->trans = term_and2(b, term_lt(b, x, next), term_lt(b, next, num(ts, 5)));
    ts_add_property(ts, term_le(b, x, num(ts, 4)), NULL, 0);
    expect(ts, FINDERS & ~BMC, 0);
    ts->properties.data[0].good = term_not(b, term_eq(b, x, num(ts, 4)));
    expect(ts, FINDERS, 2);
    ts_free(ts);
}

/* No initial state at all. */
static void test_no_initial_state(void **unused) {
    (void)unused;
    struct ts *ts = saturating();
    term x = ts->states.data[0].now;
    ts->init = term_lt(ts->terms, x, num(ts, 0));
    ts_add_property(ts, term_false(ts->terms), NULL, 0);
    expect(ts, IC3, 0);
    ts_free(ts);
}

/* An array whose cells start at 0 and only grow, at any index. */
static void test_arrays(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    sort array = sort_array(b, sort_int(), sort_int());
    term a = testing_state(ts, "a", array), k = testing_state(ts, "k", sort_int());
    term i = ts_add_input(ts, "i", sort_int())->now;
    term cell = term_add2(b, term_select(b, a, i), num(ts, 1));
    testing_rule(ts, a, term_const_array(b, array, num(ts, 0)), term_store(b, a, i, cell));
    testing_rule(ts, k, TERM_NONE, k);
    ts_add_property(ts, term_ge(b, term_select(b, a, k), num(ts, 0)), NULL, 0);
    expect(ts, KIND | IA | SMT, 0);
    ts->properties.data[0].good = term_lt(b, term_select(b, a, k), num(ts, 2));
    expect(ts, BMC | KIND | IA | SMT, 3);
    ts_free(ts);
}

/* An uninterpreted function of the state: f(x) is added whenever the input allows, and f(0) may be anything.
 */
static void test_functions(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    sort integer = sort_int();
    uint32_t f = function_declare(b, "f", &integer, 1, integer);
    term x = testing_state(ts, "x", integer), fx = term_apply(b, f, &x);
    term grows = term_gt(b, fx, num(ts, 0));
    testing_rule(ts, x, num(ts, 0), term_ite(b, grows, term_add2(b, x, fx), x));
    ts_add_property(ts, term_ge(b, x, num(ts, 0)), NULL, 0);
    expect(ts, KIND | IA | SMT, 0);
    ts->properties.data[0].good = term_lt(b, x, num(ts, 5));
    expect(ts, BMC | KIND | IA | SMT, 2);
    ts_free(ts);
}

/* What 5 div 0 is, a model may choose, once for all steps: d is that number always, and the trace says which. */
static void test_division_by_zero(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    term x = testing_state(ts, "x", sort_int()), d = testing_state(ts, "d", sort_int());
    term quotient = term_make(b, TERM_DIV, (term[]){num(ts, 5), num(ts, 0)}, 2, 0, 0);
    testing_rule(ts, x, num(ts, 0), term_add2(b, x, num(ts, 1)));
    testing_rule(ts, d, quotient, quotient);
    term third = term_eq(b, x, num(ts, 3));
    ts_add_property(ts, term_eq(b, d, quotient), NULL, 0);
    expect(ts, KIND | IA | SMT, 0);
    ts->properties.data[0].good = term_not(b, term_and2(b, third, term_eq(b, d, num(ts, 17))));
    expect(ts, BMC | KIND | IA | SMT, 4);
    ts_free(ts);
}

/* Several properties in one run: two safe ones, one that is refuted, a constant. The third is no invariant
 * without the first. */
static void test_several_properties(void **unused) {
    (void)unused;
    for (unsigned i = 1; i < sizeof machines / sizeof *machines; i++) {
        struct ts *ts = saturating();
        struct terms *b = ts->terms;
        term x = ts->states.data[0].now;
        ts_add_property(ts, term_ge(b, x, num(ts, 0)), NULL, 0);
        ts_add_property(ts, term_lt(b, x, num(ts, 3)), NULL, 1);
        ts_add_property(ts, term_le(b, x, num(ts, 10)), NULL, 2);
        ts_add_property(ts, term_true(b), NULL, 3);
        struct run run;
        testing_init(&run, ts);
        testing_run(&run, machines[i].run);
        assert_null(run.reason);
        const enum verdict expected[] = {VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_SAFE, VERDICT_SAFE};
        for (unsigned p = 0; p < 4; p++) assert_int_equal(run.outcomes[p].verdict, expected[p]);
        assert_int_equal(run.outcomes[1].steps, 4);
        testing_fini(&run);
        ts_free(ts);
    }
}

/* A counter that is to stay below 40: the search beside the frames of ic3ia goes further than these, and
 * what it reports is a counterexample. */
static void test_probe(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    term x = testing_state(ts, "x", sort_int());
    testing_rule(ts, x, num(ts, 0), term_add2(ts->terms, x, num(ts, 1)));
    ts_add_property(ts, term_lt(ts->terms, x, num(ts, 40)), NULL, 0);
    for (int probe = 0; probe < 2; probe++) {
        struct run run;
        testing_init(&run, ts);
        run.options.ia_probe = probe;
        testing_run(&run, run_ic3ia);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.outcomes[0].steps, 41);
        if (!probe) assert_int_equal(run.stats.probe_depth, 0);
        if (probe) assert_true(run.stats.probe_depth > run.stats.frames);
        testing_fini(&run);
    }
    ts_free(ts);
}

/* A stop from outside ends every engine without a verdict and without a reason of its own. */
static void test_stop(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct ts *ts = saturating();
        ts_add_property(ts, term_le(ts->terms, ts->states.data[0].now, num(ts, 10)), NULL, 0);
        struct run run;
        testing_init(&run, ts);
        limits_interrupt(&run.limits);
        testing_run(&run, machines[i].run);
        assert_null(run.reason);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
        testing_fini(&run);
        ts_free(ts);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_reals),
        cmocka_unit_test(test_bit_vectors),
        cmocka_unit_test(test_booleans),
        cmocka_unit_test(test_inputs),
        cmocka_unit_test(test_dead_ends),
        cmocka_unit_test(test_no_initial_state),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_division_by_zero),
        cmocka_unit_test(test_several_properties),
        cmocka_unit_test(test_probe),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
