#include "transform/system/definitions.h"

#include "transform/system/functional.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A counter x with signals of the same step: d = 2x, e = d + 1, s = (x <= 5), and the restriction d <= 100.
 * Init and trans say all of that, as compilers of dataflow languages do. */
struct example {
    struct system *system;
    term x, d, e, s;
};

static term same_step(struct example *m, term x, term d, term e, term s) {
    struct terms *b = m->system->terms;
    term parts[] = {term_eq(b, d, term_add2(b, x, x)), term_eq(b, e, term_add2(b, d, term_integer(b, 1))),
                    term_eq(b, s, term_le(b, x, term_integer(b, 5))), term_le(b, d, term_integer(b, 100))};
    return term_and(b, parts, 4);
}

static struct example example(void) {
    struct example m = {.system = system_new(TERMS_SIMPLIFY)};
    struct system *system = m.system;
    struct terms *b = system->terms;
    const char *names[] = {"d", "x", "e"};
    for (int i = 0; i < 3; i++) (void)system_add_state(system, names[i], sort_int(), NULL);
    (void)system_add_state(system, "s", sort_bool(), NULL);
    const struct system_state *q = system->states.data;
    m.d = q[0].now, m.x = q[1].now, m.e = q[2].now, m.s = q[3].now;
    system->init = term_and2(b, term_eq(b, m.x, term_integer(b, 0)), same_step(&m, m.x, m.d, m.e, m.s));
    term next = term_eq(b, q[1].next, term_add2(b, m.x, term_integer(b, 1)));
    term parts[] = {next, same_step(&m, m.x, m.d, m.e, m.s),
                    same_step(&m, q[1].next, q[0].next, q[2].next, q[3].next)};
    system->trans = term_and(b, parts, 3);
    system_add_property(system, term_le(b, m.e, term_integer(b, 20)), "p", 0);
    return m;
}

static void check_result(struct example *m, struct system_inlined *l) {
    struct terms *b = m->system->terms;
    assert_null(system_check(l->to));
    assert_int_equal(l->to->states.size, 1);
    assert_true(term_same(l->to->states.data[0].now, m->x));
    assert_int_equal(l->kept.size, 1);
    assert_int_equal(l->kept.data[0], 1);
    assert_int_equal(l->dropped.size, 3);
    assert_int_equal(l->facts.size, 4);
    assert_int_equal(l->to->constraints.size, 1);
    term good = term_le(b, term_add2(b, term_add2(b, m->x, m->x), term_integer(b, 1)), term_integer(b, 20));
    assert_true(term_same(l->to->properties.data[0].good, good));
    assert_true(term_same(system_init_formula(l->to), term_eq(b, m->x, term_integer(b, 0))));
    system_make_functional(l->to);
    assert_true(term_is(b, l->to->trans, TERM_TRUE));
}

static void test_inlines(void **unused) {
    (void)unused;
    struct example m = example();
    struct system_inlined *l = system_inline_definitions(m.system);
    check_result(&m, l);
    system_inlined_free(l);
    system_free(m.system);
}

static void test_traces_come_back(void **unused) {
    (void)unused;
    struct example m = example();
    struct terms *b = m.system->terms;
    struct system_inlined *l = system_inline_definitions(m.system);
    struct system_trace *trace = system_trace_new(0);
    trace->steps = 8;
    for (long x = 0; x < 8; x++) vec_push(&trace->states, term_integer(b, x));
    trace = system_inlined_trace(l, trace);
    assert_int_equal(trace->states.size, 8 * 4);
    for (long x = 0; x < 8; x++) {
        const term *state = trace->states.data + 4 * x;
        assert_true(term_same(state[0], term_integer(b, 2 * x)));
        assert_true(term_same(state[1], term_integer(b, x)));
        assert_true(term_same(state[2], term_integer(b, 2 * x + 1)));
        assert_true(term_same(state[3], term_bool(b, x <= 5)));
    }
    system_trace_free(trace);
    system_inlined_free(l);
    system_free(m.system);
}

/* Two counters that start equal stay equal: one of them is enough. With different steps, both stay. */
static void test_equal_latches(void **unused) {
    (void)unused;
    for (long step = 1; step <= 2; step++) {
        struct system *system = system_new(TERMS_SIMPLIFY);
        struct terms *b = system->terms;
        term x = system_add_state(system, "x", sort_int(), NULL)->now,
             y = system_add_state(system, "y", sort_int(), NULL)->now;
        system->states.data[0].update = term_add2(b, x, term_integer(b, 1));
        system->states.data[1].update = term_add2(b, y, term_integer(b, step));
        system->init = term_and2(b, term_eq(b, x, y), term_le(b, x, term_integer(b, 3)));
        system_add_property(system, term_le(b, x, y), NULL, 0);
        struct system_inlined *l = system_inline_definitions(system);
        assert_null(system_check(l->to));
        assert_int_equal(l->to->states.size, step);
        assert_int_equal(l->facts.size, step == 1);
        assert_int_equal(term_is(b, l->to->properties.data[0].good, TERM_TRUE), step == 1);
        system_inlined_free(l);
        system_free(system);
    }
}

/* Definitions in a circle: one of the two stays. A conjunct that trans does not repeat is no fact, nor is one
 * of trans alone. */
static void test_what_must_stay(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    for (int i = 0; i < 3; i++)
        (void)system_add_state(system, (const char *[]){"p", "q", "r"}[i], sort_bool(), NULL);
    const struct system_state *s = system->states.data;
    term circle[] = {term_eq(b, s[0].now, term_not(b, s[1].now)), term_eq(b, s[1].now, term_not(b, s[0].now)),
                     s[2].now};
    term again[] = {term_eq(b, s[0].next, term_not(b, s[1].next)),
                    term_eq(b, s[1].next, term_not(b, s[0].next)), s[0].now};
    system->init = term_and(b, circle, 3);
    system->trans = term_and(b, again, 3);
    system_add_property(system, s[2].now, NULL, 0);
    struct system_inlined *l = system_inline_definitions(system);
    assert_null(system_check(l->to));
    assert_int_equal(l->to->states.size, 2);
    assert_int_equal(l->dropped.size, 1);
    assert_true(l->dropped.data[0] < 2);
    assert_true(term_same(system_init_formula(l->to), s[2].now));
    assert_false(term_is(b, l->to->trans, TERM_TRUE));
    system_inlined_free(l);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inlines),
        cmocka_unit_test(test_traces_come_back),
        cmocka_unit_test(test_equal_latches),
        cmocka_unit_test(test_what_must_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
