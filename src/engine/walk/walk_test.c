#include "engine/walk/walk.h"

#include "engine/testing_program.h"
#include "model/testing_program.h"

struct fixture {
    struct cfa *cfa;
    struct walker *walker;
    struct limits limits;
    struct stats stats;
    struct cfa_trace *trace;
};

/* Walks until the error is found, nothing is left, or the work is done; the automaton is the fixture's from
 * now on. */
static void walk(struct fixture *f, struct cfa *cfa, uint64_t work) {
    *f = (struct fixture){.cfa = cfa};
    cfa_index(cfa);
    assert_null(cfa_check(cfa));
    limits_init(&f->limits, 60);
    f->walker = walker_new(cfa, 1);
    for (uint64_t done = 0; done < work && !f->trace && walker_has_more(f->walker); done += 1000)
        f->trace = walker_run(f->walker, 1000, &f->limits, &f->stats);
    if (!f->trace) return;
    struct text why = {0};
    testing_accept(check_program_trace(cfa, f->trace, NULL, &why), &why);
}

static void fini(struct fixture *f) {
    cfa_trace_free(f->trace);
    walker_free(f->walker);
    cfa_free(f->cfa);
}

static term number(struct cfa *cfa, uint64_t n) {
    return term_bits_ui(cfa->terms, n, 32);
}

/* x := 0; while (x < bound) x := x + step; if (x = wanted) error */
static struct cfa *counter(uint64_t bound, uint64_t step, uint64_t wanted) {
    struct cfa *cfa = testing_automaton();
    struct terms *b = cfa->terms;
    term x = testing_variable(cfa, "x", sort_bv(b, 32));
    term below = term_bv2(b, TERM_BV_ULT, x, number(cfa, bound));
    testing_edge(cfa, "start", testing_assign(cfa, x, number(cfa, 0)), "loop");
    testing_edge(cfa, "loop",
                 SEQUENCE(cfa, cfa_assume(cfa, below),
                          testing_assign(cfa, x, term_bv2(b, TERM_BV_ADD, x, number(cfa, step)))),
                 "loop");
    testing_edge(cfa, "loop", cfa_assume(cfa, term_not(b, below)), "end");
    testing_edge(cfa, "end", cfa_assume(cfa, term_eq(b, x, number(cfa, wanted))), "E");
    return cfa;
}

static void test_deep_error(void **state) {
    (void)state;
    struct fixture f;
    walk(&f, counter(100000, 1, 100000), 100000000);
    assert_non_null(f.trace);
    assert_int_equal(f.trace->edges.size, 100003);
    assert_int_equal(f.stats.walks, 1);
    assert_int_equal(f.stats.walk_steps, 100003);
    assert_int_equal(f.stats.walk_closed, 0);
    fini(&f);
}

/* One walk says all about a program without inputs. */
static void test_safe_without_inputs(void **state) {
    (void)state;
    struct fixture f;
    walk(&f, counter(1000, 1, 1001), 100000000);
    assert_null(f.trace);
    assert_false(walker_has_more(f.walker));
    assert_int_equal(f.stats.walks, 1);
    assert_int_equal(f.stats.walk_steps, 1002);
    fini(&f);
}

/* Steps of 2^31 come back to 0: the walk notices that it goes round. */
static void test_endless_loop(void **state) {
    (void)state;
    struct fixture f;
    walk(&f, counter(0xffffffff, 0x80000000, 5), 100000000);
    assert_null(f.trace);
    assert_false(walker_has_more(f.walker));
    assert_in_range(f.stats.walk_steps, 3, 100);
    fini(&f);
}

/* n := input; assume 700 <= n < 900; then a loop of n rounds with an input in each; error if all of these
 * were 0. */
static struct cfa *many_inputs(void) {
    struct cfa *cfa = testing_automaton();
    struct terms *b = cfa->terms;
    term n = testing_variable(cfa, "n", sort_bv(b, 32)), i = testing_variable(cfa, "i", sort_bv(b, 32));
    term y = testing_variable(cfa, "y", sort_bv(b, 32)), seen = testing_variable(cfa, "seen", sort_bool());
    testing_edge(cfa, "start",
                 SEQUENCE(cfa, testing_havoc(cfa, n), testing_assign(cfa, i, number(cfa, 0)),
                          testing_assign(cfa, seen, term_false(b))),
                 "low");
    testing_edge(cfa, "low", cfa_assume(cfa, term_bv2(b, TERM_BV_ULE, number(cfa, 700), n)), "high");
    testing_edge(cfa, "high", cfa_assume(cfa, term_bv2(b, TERM_BV_ULT, n, number(cfa, 900))), "loop");
    term more = term_bv2(b, TERM_BV_ULT, i, n);
    testing_edge(cfa, "loop", SEQUENCE(cfa, cfa_assume(cfa, more), testing_havoc(cfa, y)), "body");
    testing_edge(
        cfa, "body",
        SEQUENCE(cfa,
                 testing_assign(cfa, seen, term_or2(b, seen, term_not(b, term_eq(b, y, number(cfa, 0))))),
                 testing_assign(cfa, i, term_bv2(b, TERM_BV_ADD, i, number(cfa, 1)))),
        "loop");
    testing_edge(cfa, "loop",
                 SEQUENCE(cfa, cfa_assume(cfa, term_not(b, more)), cfa_assume(cfa, term_not(b, seen))), "E");
    return cfa;
}

static void test_inputs_and_assumptions(void **state) {
    (void)state;
    struct fixture f;
    walk(&f, many_inputs(), 100000000);
    assert_non_null(f.trace);
    assert_in_range(f.trace->edges.size, 2 * 700, 2 * 900 + 10);
    fini(&f);
}

/* Numbers have no registers: the edges that need them are closed, and counted. */
static void test_closed(void **state) {
    (void)state;
    struct cfa *cfa = testing_automaton();
    struct terms *b = cfa->terms;
    term x = testing_variable(cfa, "x", sort_int());
    testing_edge(cfa, "start", testing_assign(cfa, x, term_integer(b, 1)), "l");
    testing_edge(cfa, "l", cfa_assume(cfa, term_le(b, x, term_integer(b, 5))), "E");
    struct fixture f;
    walk(&f, cfa, 1000000);
    assert_null(f.trace);
    assert_int_equal(f.stats.walk_closed, 1);
    assert_false(walker_has_more(f.walker));
    fini(&f);
}

/* Small random automata, with choices and inputs: what a walk finds is there (walk() asks the judge), and it
 * finds most. */
static void test_random(void **state) {
    (void)state;
    uint32_t unsafe = 0, found = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct testing_cfa_shape shape = {.variables = 3, .width = 3, .locations = 6, .mode = TERMS_PLAIN};
        struct testing_cfa g;
        testing_cfa_random(&g, &shape, seed);
        bool is_unsafe = testing_cfa_unsafe(g.cfa);
        struct fixture f;
        walk(&f, g.cfa, 100000);
        assert_true(is_unsafe || !f.trace);
        unsafe += is_unsafe;
        found += f.trace != NULL;
        fini(&f);
        g.cfa = NULL;
        testing_cfa_fini(&g);
    }
    assert_true(unsafe > 20);
    assert_true(found * 10 >= unsafe * 9);
}

/* The same seed, the same walks, however the work is divided. */
static void test_reproducible(void **state) {
    (void)state;
    struct fixture f;
    walk(&f, many_inputs(), 100000000);
    struct walker *w = walker_new(f.cfa, 1);
    struct stats stats = {0};
    struct cfa_trace *other = walker_run(w, 100000000, &f.limits, &stats);
    assert_non_null(other);
    assert_int_equal(stats.walk_steps, f.stats.walk_steps);
    assert_int_equal(other->edges.size, f.trace->edges.size);
    assert_int_equal(other->inputs.size, f.trace->inputs.size);
    for (uint32_t i = 0; i < other->inputs.size; i++)
        assert_true(term_same(other->inputs.data[i].value, f.trace->inputs.data[i].value));
    cfa_trace_free(other);
    walker_free(w);
    fini(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deep_error),   cmocka_unit_test(test_safe_without_inputs),
        cmocka_unit_test(test_endless_loop), cmocka_unit_test(test_inputs_and_assumptions),
        cmocka_unit_test(test_closed),       cmocka_unit_test(test_random),
        cmocka_unit_test(test_reproducible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
