/* All engines on systems whose verdict is known by hand: every theory, inputs, constraints, relations, dead
 * ends. */
#include "engine/system/system_engines.h"
#include "engine/system/testing_system_engine.h"

enum { BMC = 1, KIND = 2, SMT = 4, IA = 8, CTIGAR = 16, KIND_IA = 32, FINDERS = 63 };
enum { IC3 = SMT | IA | CTIGAR, ABSTRACT = IA | CTIGAR | KIND_IA, PROVERS = IC3 | KIND_IA };
static const struct {
    unsigned bit;
    const struct engine *engine;
} machines[] = {{BMC, &engine_smt_bmc}, {KIND, &engine_smt_kind}, {SMT, &engine_ic3_smt},
                {IA, &engine_ic3ia},    {CTIGAR, &engine_ctigar}, {KIND_IA, &engine_kind_ia}};

/* Runs the engines of the set; the first property is safe (steps 0) or has a shortest counterexample of so
 * many steps. */
static void expect(const struct system *system, unsigned set, uint32_t steps) {
    for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++) {
        if (!(machines[i].bit & set)) continue;
        struct run run;
        testing_init(&run, system);
        testing_run(&run, machines[i].engine);
        assert_null(run.reason);
        const struct outcome *o = &run.outcomes[0];
        assert_int_equal(o->verdict, steps ? VERDICT_UNSAFE : VERDICT_SAFE);
        if (steps) assert_true(o->steps >= steps);
        if (steps && machines[i].bit & (BMC | KIND | KIND_IA)) assert_int_equal(o->steps, steps);
        testing_fini(&run);
    }
}

static term num(struct system *system, long n) {
    return term_integer(system->terms, n);
}

static term real(struct system *system, long n) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, 1);
    term t = term_number_of(system->terms, q, sort_real());
    mpq_clear(q);
    return t;
}

/* x counts from 0 to 10 and stays there. */
static struct system *saturating(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int());
    term more = term_lt(b, x, num(system, 10));
    testing_rule(system, x, num(system, 0), term_ite(b, more, term_add2(b, x, num(system, 1)), x));
    return system;
}

static void test_integers(void **unused) {
    (void)unused;
    struct system *system = saturating();
    term x = system->states.data[0].now;
    system_add_property(system, term_le(system->terms, x, num(system, 10)), NULL, 0);
    expect(system, FINDERS & ~BMC, 0);
    system->properties.data[0].good = term_not(system->terms, term_eq(system->terms, x, num(system, 7)));
    expect(system, FINDERS, 8);
    system->properties.data[0].good = term_gt(system->terms, x, num(system, 0));
    expect(system, FINDERS, 1);
    system_free(system);
}

/* Two numbers that are added to each other: x >= 0 needs y >= 0, which no property says. */
static void test_reals(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_real()), y = testing_state(system, "y", sort_real());
    term i = system_add_input(system, "i", sort_bool())->now;
    testing_rule(system, x, real(system, 0), term_ite(b, i, term_add2(b, x, y), x));
    testing_rule(system, y, real(system, 1), term_ite(b, i, y, term_add2(b, y, x)));
    system_add_property(system, term_ge(b, x, real(system, 0)), NULL, 0);
    expect(system, ABSTRACT, 0); /* the preimages of x < 0 are x + y < 0, 2x + y < 0, ...: not for ic3-smt */
    system->properties.data[0].good = term_lt(b, x, real(system, 3));
    expect(system, FINDERS, 4);
    system_free(system);
}

/* A 4-bit counter by 2: never 7, soon 8. */
static void test_bit_vectors(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_bv(b, 4));
    testing_rule(system, x, term_bits_ui(b, 0, 4), term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 2, 4)));
    system_add_property(system, term_not(b, term_eq(b, x, term_bits_ui(b, 7, 4))), NULL, 0);
    expect(system, PROVERS, 0);
    system->properties.data[0].good = term_not(b, term_eq(b, x, term_bits_ui(b, 8, 4)));
    expect(system, FINDERS, 5);
    system_free(system);
}

/* Three Boolean states in a ring, one hot. */
static void test_booleans(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term p = testing_state(system, "p", sort_bool()), q = testing_state(system, "q", sort_bool());
    term r = testing_state(system, "r", sort_bool()), go = system_add_input(system, "go", sort_bool())->now;
    testing_rule(system, p, term_true(b), term_ite(b, go, r, p));
    testing_rule(system, q, term_false(b), term_ite(b, go, p, q));
    testing_rule(system, r, term_false(b), term_ite(b, go, q, r));
    system_add_property(system, term_not(b, term_and2(b, p, q)), NULL, 0);
    expect(system, PROVERS, 0);
    system->properties.data[0].good = term_not(b, r);
    expect(system, FINDERS, 3);
    system_free(system);
}

/* The input is constrained to 0..2 and occurs in the property: x + i stays below 3 more than the number of
 * steps. */
static void test_inputs(void **unused) {
    (void)unused;
    struct system *system = saturating();
    struct terms *b = system->terms;
    term x = system->states.data[0].now, i = system_add_input(system, "i", sort_int())->now;
    vec_push(&system->constraints,
             term_and2(b, term_ge(b, i, num(system, 0)), term_le(b, i, num(system, 2))));
    system_add_property(system, term_le(b, term_add2(b, x, i), num(system, 12)), NULL, 0);
    expect(system, PROVERS, 0);
    system->properties.data[0].good = term_lt(b, term_add2(b, x, i), num(system, 7));
    expect(system, FINDERS, 6);
    system_free(system);
}

/* A relation with dead ends: x grows by any amount while it stays below 5. The last state has no successor,
 * and counts. */
static void test_dead_ends(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    struct system_state *s = system_add_state(system, "x", sort_int(), NULL);
    term x = s->now, next = s->next;
    s->first = num(system, 0);
    system->trans = term_and2(b, term_lt(b, x, next), term_lt(b, next, num(system, 5)));
    system_add_property(system, term_le(b, x, num(system, 4)), NULL, 0);
    expect(system, FINDERS & ~BMC, 0);
    system->properties.data[0].good = term_not(b, term_eq(b, x, num(system, 4)));
    expect(system, FINDERS, 2);
    system_free(system);
}

/* No initial state at all. */
static void test_no_initial_state(void **unused) {
    (void)unused;
    struct system *system = saturating();
    term x = system->states.data[0].now;
    system->init = term_lt(system->terms, x, num(system, 0));
    system_add_property(system, term_false(system->terms), NULL, 0);
    expect(system, PROVERS, 0);
    system_free(system);
}

/* An array whose cells start at 0 and only grow, at any index. */
static void test_arrays(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    sort array = sort_array(b, sort_int(), sort_int());
    term a = testing_state(system, "a", array), k = testing_state(system, "k", sort_int());
    term i = system_add_input(system, "i", sort_int())->now;
    term cell = term_add2(b, term_select(b, a, i), num(system, 1));
    testing_rule(system, a, term_const_array(b, array, num(system, 0)), term_store(b, a, i, cell));
    testing_rule(system, k, TERM_NONE, k);
    system_add_property(system, term_ge(b, term_select(b, a, k), num(system, 0)), NULL, 0);
    expect(system, KIND | KIND_IA | IA | SMT, 0);
    system->properties.data[0].good = term_lt(b, term_select(b, a, k), num(system, 2));
    expect(system, BMC | KIND | KIND_IA | IA | SMT, 3);
    system_free(system);
}

/* An uninterpreted function of the state: f(x) is added whenever the input allows, and f(0) may be anything.
 */
static void test_functions(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    sort integer = sort_int();
    uint32_t f = function_declare(b, "f", &integer, 1, integer);
    term x = testing_state(system, "x", integer), fx = term_apply(b, f, &x);
    term grows = term_gt(b, fx, num(system, 0));
    testing_rule(system, x, num(system, 0), term_ite(b, grows, term_add2(b, x, fx), x));
    system_add_property(system, term_ge(b, x, num(system, 0)), NULL, 0);
    expect(system, KIND | KIND_IA | IA | SMT, 0);
    system->properties.data[0].good = term_lt(b, x, num(system, 5));
    expect(system, BMC | KIND | KIND_IA | IA | SMT, 2);
    system_free(system);
}

/* What 5 div 0 is, a model may choose, once for all steps: d is that number always, and the trace says which. */
static void test_division_by_zero(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = testing_state(system, "x", sort_int()), d = testing_state(system, "d", sort_int());
    term quotient = term_make(b, TERM_DIV, (term[]){num(system, 5), num(system, 0)}, 2, 0, 0);
    testing_rule(system, x, num(system, 0), term_add2(b, x, num(system, 1)));
    testing_rule(system, d, quotient, quotient);
    term third = term_eq(b, x, num(system, 3));
    system_add_property(system, term_eq(b, d, quotient), NULL, 0);
    expect(system, KIND | KIND_IA | IA | SMT, 0);
    system->properties.data[0].good = term_not(b, term_and2(b, third, term_eq(b, d, num(system, 17))));
    expect(system, BMC | KIND | KIND_IA | IA | SMT, 4);
    system_free(system);
}

/* Several properties in one run: two safe ones, one that is refuted, a constant. The third is no invariant
 * without the first. */
static void test_several_properties(void **unused) {
    (void)unused;
    for (unsigned i = 1; i < sizeof machines / sizeof *machines; i++) {
        struct system *system = saturating();
        struct terms *b = system->terms;
        term x = system->states.data[0].now;
        system_add_property(system, term_ge(b, x, num(system, 0)), NULL, 0);
        system_add_property(system, term_lt(b, x, num(system, 3)), NULL, 1);
        system_add_property(system, term_le(b, x, num(system, 10)), NULL, 2);
        system_add_property(system, term_true(b), NULL, 3);
        struct run run;
        testing_init(&run, system);
        testing_run(&run, machines[i].engine);
        assert_null(run.reason);
        const enum verdict expected[] = {VERDICT_SAFE, VERDICT_UNSAFE, VERDICT_SAFE, VERDICT_SAFE};
        for (unsigned p = 0; p < 4; p++) assert_int_equal(run.outcomes[p].verdict, expected[p]);
        assert_int_equal(run.outcomes[1].steps, 4);
        testing_fini(&run);
        system_free(system);
    }
}

/* A counter that is to stay below 40: the search beside the frames of ic3ia goes further than these, and
 * what it reports is a counterexample. */
static void test_probe(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    term x = testing_state(system, "x", sort_int());
    testing_rule(system, x, num(system, 0), term_add2(system->terms, x, num(system, 1)));
    system_add_property(system, term_lt(system->terms, x, num(system, 40)), NULL, 0);
    for (int probe = 0; probe < 2; probe++) {
        struct run run;
        testing_init(&run, system);
        run.options.ia_probe = probe;
        testing_run(&run, &engine_ic3ia);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNSAFE);
        assert_int_equal(run.outcomes[0].steps, 41);
        if (!probe) assert_int_equal(run.stats.probe_depth, 0);
        if (probe) assert_true(run.stats.probe_depth > run.stats.frames);
        testing_fini(&run);
    }
    system_free(system);
}

/* A stop from outside ends every engine without a verdict and without a reason of its own. */
static void test_stop(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < sizeof machines / sizeof *machines; i++) {
        struct system *system = saturating();
        system_add_property(system, term_le(system->terms, system->states.data[0].now, num(system, 10)), NULL,
                            0);
        struct run run;
        testing_init(&run, system);
        limits_interrupt(&run.limits);
        testing_run(&run, machines[i].engine);
        assert_null(run.reason);
        assert_int_equal(run.outcomes[0].verdict, VERDICT_UNKNOWN);
        testing_fini(&run);
        system_free(system);
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
