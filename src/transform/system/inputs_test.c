#include "transform/system/inputs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Five inputs: in init, in a `first`, in a constraint, in a property, and in an update alone. */
static struct ts *example(void) {
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    term i[5];
    const char *names[] = {"update", "init", "first", "constraint", "property"};
    for (int k = 0; k < 5; k++) i[k] = ts_add_input(ts, names[k], sort_int())->now;
    term x = ts_add_state(ts, "x", sort_int(), NULL)->now;
    ts->states.data[0].first = i[2];
    ts->states.data[0].update = term_add2(b, x, i[0]);
    ts->init = term_le(b, x, i[1]);
    vec_push(&ts->constraints, term_le(b, i[3], x));
    ts_add_property(ts, term_le(b, x, i[4]), "p", 0);
    return ts;
}

static void test_lifts_what_it_must(void **unused) {
    (void)unused;
    struct ts *ts = example();
    struct ts_lifted *l = ts_lift_inputs(ts);
    assert_null(ts_check(l->to));
    assert_int_equal(l->to->inputs.size, 1);
    assert_string_equal(l->to->inputs.data[0].name, "update");
    assert_int_equal(l->to->states.size, 5);
    for (uint32_t i = 1; i < 5; i++) {
        const struct ts_state *s = &l->to->states.data[i];
        assert_true(term_same(s->now, ts->inputs.data[i].now));
        assert_true(term_is_none(s->first) && term_is_none(s->update));
        assert_string_equal(s->name, ts->inputs.data[i].name);
    }
    assert_true(term_same(ts_init_formula(l->to), ts_init_formula(ts)));
    assert_true(term_same(ts_trans_formula(l->to), ts_trans_formula(ts)));
    assert_true(term_same(ts_constraint_formula(l->to), ts_constraint_formula(ts)));
    assert_true(term_same(l->to->properties.data[0].good, ts->properties.data[0].good));
    ts_lifted_free(l);
    ts_free(ts);
}

static void test_maps_traces_back(void **unused) {
    (void)unused;
    struct ts *ts = example();
    struct ts_lifted *l = ts_lift_inputs(ts);
    struct ts_trace *trace = ts_trace_new(0);
    trace->steps = 2;
    /* states x, init, first, constraint, property: 10.. and 20..; the input: 1, 2 */
    for (long step = 1; step <= 2; step++) {
        for (long i = 0; i < 5; i++) vec_push(&trace->states, term_integer(ts->terms, 10 * step + i));
        vec_push(&trace->inputs, term_integer(ts->terms, step));
    }
    trace = ts_lifted_trace(l, trace);
    assert_int_equal(trace->states.size, 2);
    assert_int_equal(trace->inputs.size, 10);
    for (long step = 1; step <= 2; step++) {
        assert_true(term_same(trace->states.data[step - 1], term_integer(ts->terms, 10 * step)));
        const term *inputs = trace->inputs.data + 5 * (step - 1);
        assert_true(term_same(inputs[0], term_integer(ts->terms, step)));
        for (long i = 1; i < 5; i++)
            assert_true(term_same(inputs[i], term_integer(ts->terms, 10 * step + i)));
    }
    ts_trace_free(trace);
    ts_lifted_free(l);
    ts_free(ts);
}

static void test_nothing_to_lift(void **unused) {
    (void)unused;
    struct ts *ts = ts_new(TERMS_SIMPLIFY);
    term x = ts_add_state(ts, "x", sort_bool(), NULL)->now;
    ts->states.data[0].update = ts_add_input(ts, "i", sort_bool())->now;
    ts_add_property(ts, x, NULL, 0);
    struct ts_lifted *l = ts_lift_inputs(ts);
    assert_int_equal(l->to->states.size, 1);
    assert_int_equal(l->to->inputs.size, 1);
    ts_lifted_free(l);
    ts_free(ts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lifts_what_it_must),
        cmocka_unit_test(test_maps_traces_back),
        cmocka_unit_test(test_nothing_to_lift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
