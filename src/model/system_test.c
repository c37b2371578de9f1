#include "model/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A counter with an input and a flag that is related, not updated. */
static struct system *example(enum terms_mode mode) {
    struct system *system = system_new(mode);
    struct terms *b = system->terms;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    x->first = term_integer(b, 0);
    term now = x->now, step = system_add_input(system, "step", sort_int())->now;
    x->update = term_add2(b, now, step);
    struct system_state *flag = system_add_state(system, "flag", sort_bool(), "flag_next");
    system->trans = term_implies(b, flag->now, flag->next);
    vec_push(&system->constraints, term_le(b, term_integer(b, 0), step));
    system_add_property(system, term_le(b, term_integer(b, 0), now), "not negative", 0);
    system_add_property(system, flag->now, NULL, 1);
    return system;
}

static void formulas_contain_functions(void **state) {
    (void)state;
    struct system *system = example(TERMS_PLAIN);
    struct terms *b = system->terms;
    const struct system_state *x = &system->states.data[0];
    assert_null(system_check(system));
    assert_string_equal(term_name(b, x->next), "x'");
    assert_string_equal(term_name(b, system->states.data[1].next), "flag_next");
    assert_string_equal(system->properties.data[0].name, "not_negative");
    assert_string_equal(system->properties.data[1].name, "1");
    assert_true(
        term_same(system_init_formula(system), term_and2(b, term_true(b), term_eq(b, x->now, x->first))));
    assert_true(
        term_same(system_trans_formula(system), term_and2(b, system->trans, term_eq(b, x->next, x->update))));
    assert_true(term_same(system_constraint_formula(system), system->constraints.data[0]));
    assert_int_equal(system_theories(system), THEORY_INT);
    system_free(system);
}

static void check_finds_what_is_wrong(void **state) {
    (void)state;
    struct system *system = example(TERMS_PLAIN);
    struct terms *b = system->terms;
    struct system_state *x = &system->states.data[0], saved = *x;
    x->update = x->next;
    assert_non_null(system_check(system));
    *x = saved;
    x->next = x->now;
    assert_non_null(system_check(system));
    *x = saved;
    x->first = term_true(b);
    assert_non_null(system_check(system));
    *x = saved;
    x->first = term_variable(b, "stranger", sort_int());
    assert_non_null(system_check(system));
    *x = saved;
    x->now = term_integer(b, 1);
    assert_non_null(system_check(system));
    *x = saved;
    term init = system->init, trans = system->trans;
    system->init = system->states.data[1].next;
    assert_non_null(system_check(system));
    system->init = x->now;
    assert_non_null(system_check(system));
    system->init = init;
    system->trans = term_variable(b, "other", sort_bool());
    assert_non_null(system_check(system));
    system->trans = trans;
    assert_null(system_check(system));
    system_free(system);
}

static void unrolling_connects_steps(void **state) {
    (void)state;
    struct system *system = example(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    struct system_unrolling u, disconnected;
    system_unrolling_init(&u, system, "@");
    system_unrolling_init(&disconnected, system, "~");
    term trans = system_trans_formula(system);
    term x2 = system_state_at(&u, 0, 2), x3 = system_state_at(&u, 0, 3), step2 = system_input_at(&u, 0, 2);
    assert_string_equal(term_name(b, x2), "x@2");
    assert_string_equal(term_name(b, step2), "step@2");
    assert_string_equal(term_name(b, system_state_at(&disconnected, 0, 2)), "x~2");
    term flag2 = system_state_at(&u, 1, 2), flag3 = system_state_at(&u, 1, 3);
    term expected = term_and2(b, term_implies(b, flag2, flag3), term_eq(b, x3, term_add2(b, x2, step2)));
    assert_true(term_same(system_at(&u, trans, 2), expected));
    assert_true(term_same(system_at(&u, system->states.data[0].next, 2), x3));
    assert_true(term_same(system_primed(&u, system->states.data[0].now), system->states.data[0].next));
    system_unrolling_fini(&u);
    system_unrolling_fini(&disconnected);
    system_free(system);
}

static void copies_never_are_variables_of_the_user(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    system_add_state(system, "x", sort_int(), NULL);
    system_add_input(system, "x@1", sort_bool());
    struct system_unrolling u;
    system_unrolling_init(&u, system, "@");
    assert_string_equal(term_name(system->terms, system_state_at(&u, 0, 1)), "x@@1");
    system_unrolling_fini(&u);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_contain_functions),
        cmocka_unit_test(check_finds_what_is_wrong),
        cmocka_unit_test(unrolling_connects_steps),
        cmocka_unit_test(copies_never_are_variables_of_the_user),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
