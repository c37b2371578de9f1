#include "evidence/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* The same system in two banks, whose terms have different numbers. */
static struct ts *example(bool other) {
    struct ts *ts = ts_new(other ? TERMS_PLAIN : TERMS_SIMPLIFY);
    sort integer = sort_int();
    if (other) term_variable(ts->terms, "padding", sort_bv(ts->terms, 3));
    struct ts_state *x = ts_add_state(ts, "x", integer, NULL);
    uint32_t f = function_declare(ts->terms, "f", &integer, 1, integer);
    x->update = term_apply(ts->terms, f, &x->now);
    ts_add_input(ts, "i", sort_array(ts->terms, integer, sort_uninterpreted(ts->terms, "U")));
    return ts;
}

static void traces_are_copied(void **state) {
    (void)state;
    struct ts *from = example(false), *to = example(true);
    struct terms *b = from->terms, *c = to->terms;
    struct ts_trace *trace = ts_trace_new(4);
    trace->steps = 2;
    sort array = term_sort(b, from->inputs.data[0].now);
    for (uint32_t i = 0; i < 2; i++) {
        vec_push(&trace->states, term_integer(b, i));
        term element = term_element(b, sort_element(b, array), i);
        vec_push(&trace->inputs, value_store(b, value_default(b, array), term_integer(b, 7), element));
    }
    struct function_value f = {
        .function = function_find(b, "f"), .arity = 1, .otherwise = term_integer(b, 9)};
    vec_push(&f.points, term_integer(b, 0));
    vec_push(&f.points, term_integer(b, 1));
    vec_push(&trace->functions, f);
    vec_push(&trace->functions, (struct function_value){.function = function_by_zero(TERM_MOD),
                                                        .arity = 1,
                                                        .otherwise = term_integer(b, 5)});
    struct ts_trace *copy = ts_trace_copy(trace, from, to);
    ts_trace_free(trace);
    ts_free(from);

    assert_int_equal(copy->property, 4);
    assert_int_equal(copy->steps, 2);
    assert_true(copy->states.size == 2 && copy->inputs.size == 2 && copy->functions.size == 2);
    assert_true(term_same(copy->states.data[1], term_integer(c, 1)));
    array = term_sort(c, to->inputs.data[0].now);
    term expected = value_store(c, value_default(c, array), term_integer(c, 7),
                                term_element(c, sort_element(c, array), 1));
    assert_true(term_same(copy->inputs.data[1], expected));
    assert_true(term_is_value(c, copy->inputs.data[1]));
    assert_int_equal(copy->functions.data[0].function, function_find(c, "f"));
    assert_true(term_same(copy->functions.data[0].points.data[1], term_integer(c, 1)));
    assert_int_equal(copy->functions.data[1].function, function_by_zero(TERM_MOD));
    assert_true(term_same(copy->functions.data[1].otherwise, term_integer(c, 5)));
    ts_trace_free(copy);
    ts_free(to);
}

static void invariants_are_copied_by_position(void **state) {
    (void)state;
    struct ts *from = example(false), *to = ts_new(TERMS_PLAIN);
    ts_add_state(to, "renamed", sort_int(), NULL);
    ts_add_input(to, "i", sort_array(to->terms, sort_int(), sort_uninterpreted(to->terms, "U")));
    struct ts_invariant *invariant = ts_invariant_new();
    assert_int_equal(invariant->depth, 1);
    invariant->depth = 3;
    invariant->simple_path = true;
    vec_push(&invariant->conjuncts,
             term_le(from->terms, from->states.data[0].now, term_integer(from->terms, 8)));
    struct ts_invariant *copy = ts_invariant_copy(invariant, from, to);
    assert_int_equal(copy->depth, 3);
    assert_true(copy->simple_path);
    assert_int_equal(copy->conjuncts.size, 1);
    term expected = term_le(to->terms, to->states.data[0].now, term_integer(to->terms, 8));
    assert_true(term_same(copy->conjuncts.data[0], expected));
    ts_invariant_free(invariant);
    ts_invariant_free(copy);
    ts_free(from);
    ts_free(to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_are_copied),
        cmocka_unit_test(invariants_are_copied_by_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
