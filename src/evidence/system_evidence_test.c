#include "evidence/system_evidence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* The same system in two banks, whose terms have different numbers. */
static struct system *example(bool other) {
    struct system *system = system_new(other ? TERMS_PLAIN : TERMS_SIMPLIFY);
    sort integer = sort_int();
    if (other) term_variable(system->terms, "padding", sort_bv(system->terms, 3));
    struct system_state *x = system_add_state(system, "x", integer, NULL);
    uint32_t f = function_declare(system->terms, "f", &integer, 1, integer);
    x->update = term_apply(system->terms, f, &x->now);
    system_add_input(system, "i", sort_array(system->terms, integer, sort_uninterpreted(system->terms, "U")));
    return system;
}

static void traces_are_copied(void **state) {
    (void)state;
    struct system *from = example(false), *to = example(true);
    struct terms *b = from->terms, *c = to->terms;
    struct system_trace *trace = system_trace_new(4);
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
    struct system_trace *copy = system_trace_copy(trace, from, to);
    system_trace_free(trace);
    system_free(from);

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
    system_trace_free(copy);
    system_free(to);
}

static void invariants_are_copied_by_position(void **state) {
    (void)state;
    struct system *from = example(false), *to = system_new(TERMS_PLAIN);
    system_add_state(to, "renamed", sort_int(), NULL);
    system_add_input(to, "i", sort_array(to->terms, sort_int(), sort_uninterpreted(to->terms, "U")));
    struct system_invariant *invariant = system_invariant_new();
    assert_int_equal(invariant->depth, 1);
    invariant->depth = 3;
    invariant->simple_path = true;
    vec_push(&invariant->conjuncts,
             term_le(from->terms, from->states.data[0].now, term_integer(from->terms, 8)));
    struct system_invariant *copy = system_invariant_copy(invariant, from, to);
    assert_int_equal(copy->depth, 3);
    assert_true(copy->simple_path);
    assert_int_equal(copy->conjuncts.size, 1);
    term expected = term_le(to->terms, to->states.data[0].now, term_integer(to->terms, 8));
    assert_true(term_same(copy->conjuncts.data[0], expected));
    system_invariant_free(invariant);
    system_invariant_free(copy);
    system_free(from);
    system_free(to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_are_copied),
        cmocka_unit_test(invariants_are_copied_by_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
