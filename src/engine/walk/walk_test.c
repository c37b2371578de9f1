#include "engine/walk/walk.h"

#include "engine/testing_program.h"
#include "model/testing_program.h"

struct fixture {
    struct program *program;
    struct walker *walker;
    struct limits limits;
    struct stats stats;
    struct program_trace *trace;
};

/* Walks until the error is found, nothing is left, or the work is done; the automaton is the fixture's from
 * now on. */
static void walk(struct fixture *f, struct program *program, uint64_t work) {
    *f = (struct fixture){.program = program};
    program_index(program);
    assert_null(program_check(program));
    limits_init(&f->limits, 60);
    f->walker = walker_new(program, 1);
    for (uint64_t done = 0; done < work && !f->trace && walker_has_more(f->walker); done += 1000)
        f->trace = walker_run(f->walker, 1000, &f->limits, &f->stats);
    if (!f->trace) return;
    struct text why = {0};
    testing_accept(check_program_trace(program, f->trace, NULL, &why), &why);
}

static void fini(struct fixture *f) {
    program_trace_free(f->trace);
    walker_free(f->walker);
    program_free(f->program);
}

static term number(struct program *program, uint64_t n) {
    return term_bits_ui(program->terms, n, 32);
}

/* x := 0; while (x < bound) x := x + step; if (x = wanted) error */
static struct program *counter(uint64_t bound, uint64_t step, uint64_t wanted) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term x = testing_variable(program, "x", sort_bv(b, 32));
    term below = term_bv2(b, TERM_BV_ULT, x, number(program, bound));
    testing_edge(program, "start", testing_assign(program, x, number(program, 0)), "loop");
    testing_edge(program, "loop",
                 SEQUENCE(program, program_assume(program, below),
                          testing_assign(program, x, term_bv2(b, TERM_BV_ADD, x, number(program, step)))),
                 "loop");
    testing_edge(program, "loop", program_assume(program, term_not(b, below)), "end");
    testing_edge(program, "end", program_assume(program, term_eq(b, x, number(program, wanted))), "E");
    return program;
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
static struct program *many_inputs(void) {
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term n = testing_variable(program, "n", sort_bv(b, 32)),
         i = testing_variable(program, "i", sort_bv(b, 32));
    term y = testing_variable(program, "y", sort_bv(b, 32)),
         seen = testing_variable(program, "seen", sort_bool());
    testing_edge(program, "start",
                 SEQUENCE(program, testing_havoc(program, n), testing_assign(program, i, number(program, 0)),
                          testing_assign(program, seen, term_false(b))),
                 "low");
    testing_edge(program, "low", program_assume(program, term_bv2(b, TERM_BV_ULE, number(program, 700), n)),
                 "high");
    testing_edge(program, "high", program_assume(program, term_bv2(b, TERM_BV_ULT, n, number(program, 900))),
                 "loop");
    term more = term_bv2(b, TERM_BV_ULT, i, n);
    testing_edge(program, "loop", SEQUENCE(program, program_assume(program, more), testing_havoc(program, y)),
                 "body");
    testing_edge(program, "body",
                 SEQUENCE(program,
                          testing_assign(program, seen,
                                         term_or2(b, seen, term_not(b, term_eq(b, y, number(program, 0))))),
                          testing_assign(program, i, term_bv2(b, TERM_BV_ADD, i, number(program, 1)))),
                 "loop");
    testing_edge(program, "loop",
                 SEQUENCE(program, program_assume(program, term_not(b, more)),
                          program_assume(program, term_not(b, seen))),
                 "E");
    return program;
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
    struct program *program = testing_automaton();
    struct terms *b = program->terms;
    term x = testing_variable(program, "x", sort_int());
    testing_edge(program, "start", testing_assign(program, x, term_integer(b, 1)), "l");
    testing_edge(program, "l", program_assume(program, term_le(b, x, term_integer(b, 5))), "E");
    struct fixture f;
    walk(&f, program, 1000000);
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
        struct testing_program_shape shape = {
            .variables = 3, .width = 3, .locations = 6, .mode = TERMS_PLAIN};
        struct testing_program g;
        testing_program_random(&g, &shape, seed);
        bool is_unsafe = testing_program_unsafe(g.program);
        struct fixture f;
        walk(&f, g.program, 100000);
        assert_true(is_unsafe || !f.trace);
        unsafe += is_unsafe;
        found += f.trace != NULL;
        fini(&f);
        g.program = NULL;
        testing_program_fini(&g);
    }
    assert_true(unsafe > 20);
    assert_true(found * 10 >= unsafe * 9);
}

/* The same seed, the same walks, however the work is divided. */
static void test_reproducible(void **state) {
    (void)state;
    struct fixture f;
    walk(&f, many_inputs(), 100000000);
    struct walker *w = walker_new(f.program, 1);
    struct stats stats = {0};
    struct program_trace *other = walker_run(w, 100000000, &f.limits, &stats);
    assert_non_null(other);
    assert_int_equal(stats.walk_steps, f.stats.walk_steps);
    assert_int_equal(other->edges.size, f.trace->edges.size);
    assert_int_equal(other->inputs.size, f.trace->inputs.size);
    for (uint32_t i = 0; i < other->inputs.size; i++)
        assert_true(term_same(other->inputs.data[i].value, f.trace->inputs.data[i].value));
    program_trace_free(other);
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
