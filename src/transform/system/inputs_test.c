#include "transform/system/inputs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Five inputs: in init, in a `first`, in a constraint, in a property, and in an update alone. */
static struct system *example(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term i[5];
    const char *names[] = {"update", "init", "first", "constraint", "property"};
    for (int k = 0; k < 5; k++) i[k] = system_add_input(system, names[k], sort_int())->now;
    term x = system_add_state(system, "x", sort_int(), NULL)->now;
    system->states.data[0].first = i[2];
    system->states.data[0].update = term_add2(b, x, i[0]);
    system->init = term_le(b, x, i[1]);
    vec_push(&system->constraints, term_le(b, i[3], x));
    system_add_property(system, term_le(b, x, i[4]), "p", 0);
    return system;
}

static void test_lifts_what_it_must(void **unused) {
    (void)unused;
    struct system *system = example();
    struct system_lifted *l = system_lift_inputs(system);
    assert_null(system_check(l->to));
    assert_int_equal(l->to->inputs.size, 1);
    assert_string_equal(l->to->inputs.data[0].name, "update");
    assert_int_equal(l->to->states.size, 5);
    for (uint32_t i = 1; i < 5; i++) {
        const struct system_state *s = &l->to->states.data[i];
        assert_true(term_same(s->now, system->inputs.data[i].now));
        assert_true(term_is_none(s->first) && term_is_none(s->update));
        assert_string_equal(s->name, system->inputs.data[i].name);
    }
    assert_true(term_same(system_init_formula(l->to), system_init_formula(system)));
    assert_true(term_same(system_trans_formula(l->to), system_trans_formula(system)));
    assert_true(term_same(system_constraint_formula(l->to), system_constraint_formula(system)));
    assert_true(term_same(l->to->properties.data[0].good, system->properties.data[0].good));
    system_lifted_free(l);
    system_free(system);
}

static void test_maps_traces_back(void **unused) {
    (void)unused;
    struct system *system = example();
    struct system_lifted *l = system_lift_inputs(system);
    struct system_trace *trace = system_trace_new(0);
    trace->steps = 2;
    /* states x, init, first, constraint, property: 10.. and 20..; the input: 1, 2 */
    for (long step = 1; step <= 2; step++) {
        for (long i = 0; i < 5; i++) vec_push(&trace->states, term_integer(system->terms, 10 * step + i));
        vec_push(&trace->inputs, term_integer(system->terms, step));
    }
    trace = system_lifted_trace(l, trace);
    assert_int_equal(trace->states.size, 2);
    assert_int_equal(trace->inputs.size, 10);
    for (long step = 1; step <= 2; step++) {
        assert_true(term_same(trace->states.data[step - 1], term_integer(system->terms, 10 * step)));
        const term *inputs = trace->inputs.data + 5 * (step - 1);
        assert_true(term_same(inputs[0], term_integer(system->terms, step)));
        for (long i = 1; i < 5; i++)
            assert_true(term_same(inputs[i], term_integer(system->terms, 10 * step + i)));
    }
    system_trace_free(trace);
    system_lifted_free(l);
    system_free(system);
}

static void test_nothing_to_lift(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    term x = system_add_state(system, "x", sort_bool(), NULL)->now;
    system->states.data[0].update = system_add_input(system, "i", sort_bool())->now;
    system_add_property(system, x, NULL, 0);
    struct system_lifted *l = system_lift_inputs(system);
    assert_int_equal(l->to->states.size, 1);
    assert_int_equal(l->to->inputs.size, 1);
    system_lifted_free(l);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lifts_what_it_must),
        cmocka_unit_test(test_maps_traces_back),
        cmocka_unit_test(test_nothing_to_lift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
