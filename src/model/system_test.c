#include "model/system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A counter with an input and a flag that is related, not updated. */
static struct ts *example(enum terms_mode mode) {
    struct ts *ts = ts_new(mode);
    struct terms *b = ts->terms;
    struct ts_state *x = ts_add_state(ts, "x", sort_int(), NULL);
    x->first = term_integer(b, 0);
    term now = x->now, step = ts_add_input(ts, "step", sort_int())->now;
    x->update = term_add2(b, now, step);
    struct ts_state *flag = ts_add_state(ts, "flag", sort_bool(), "flag_next");
    ts->trans = term_implies(b, flag->now, flag->next);
    vec_push(&ts->constraints, term_le(b, term_integer(b, 0), step));
    ts_add_property(ts, term_le(b, term_integer(b, 0), now), "not negative", 0);
    ts_add_property(ts, flag->now, NULL, 1);
    return ts;
}

static void formulas_contain_functions(void **state) {
    (void)state;
    struct ts *ts = example(TERMS_PLAIN);
    struct terms *b = ts->terms;
    const struct ts_state *x = &ts->states.data[0];
    assert_null(ts_check(ts));
    assert_string_equal(term_name(b, x->next), "x'");
    assert_string_equal(term_name(b, ts->states.data[1].next), "flag_next");
    assert_string_equal(ts->properties.data[0].name, "not_negative");
    assert_string_equal(ts->properties.data[1].name, "1");
    assert_true(term_same(ts_init_formula(ts), term_and2(b, term_true(b), term_eq(b, x->now, x->first))));
    assert_true(term_same(ts_trans_formula(ts), term_and2(b, ts->trans, term_eq(b, x->next, x->update))));
    assert_true(term_same(ts_constraint_formula(ts), ts->constraints.data[0]));
    assert_int_equal(ts_theories(ts), THEORY_INT);
    ts_free(ts);
}

static void check_finds_what_is_wrong(void **state) {
    (void)state;
    struct ts *ts = example(TERMS_PLAIN);
    struct terms *b = ts->terms;
    struct ts_state *x = &ts->states.data[0], saved = *x;
    x->update = x->next;
    assert_non_null(ts_check(ts));
    *x = saved;
    x->next = x->now;
    assert_non_null(ts_check(ts));
    *x = saved;
    x->first = term_true(b);
    assert_non_null(ts_check(ts));
    *x = saved;
    x->first = term_variable(b, "stranger", sort_int());
    assert_non_null(ts_check(ts));
    *x = saved;
    x->now = term_integer(b, 1);
    assert_non_null(ts_check(ts));
    *x = saved;
    term init = ts->init, trans = ts->trans;
    ts->init = ts->states.data[1].next;
    assert_non_null(ts_check(ts));
    ts->init = x->now;
    assert_non_null(ts_check(ts));
    ts->init = init;
    ts->trans = term_variable(b, "other", sort_bool());
    assert_non_null(ts_check(ts));
    ts->trans = trans;
    assert_null(ts_check(ts));
    ts_free(ts);
}

static void unrolling_connects_steps(void **state) {
    (void)state;
    struct ts *ts = example(TERMS_SIMPLIFY);
    struct terms *b = ts->terms;
    struct ts_unrolling u, disconnected;
    ts_unrolling_init(&u, ts, "@");
    ts_unrolling_init(&disconnected, ts, "~");
    term trans = ts_trans_formula(ts);
    term x2 = ts_state_at(&u, 0, 2), x3 = ts_state_at(&u, 0, 3), step2 = ts_input_at(&u, 0, 2);
    assert_string_equal(term_name(b, x2), "x@2");
    assert_string_equal(term_name(b, step2), "step@2");
    assert_string_equal(term_name(b, ts_state_at(&disconnected, 0, 2)), "x~2");
    term flag2 = ts_state_at(&u, 1, 2), flag3 = ts_state_at(&u, 1, 3);
    term expected = term_and2(b, term_implies(b, flag2, flag3), term_eq(b, x3, term_add2(b, x2, step2)));
    assert_true(term_same(ts_at(&u, trans, 2), expected));
    assert_true(term_same(ts_at(&u, ts->states.data[0].next, 2), x3));
    assert_true(term_same(ts_primed(&u, ts->states.data[0].now), ts->states.data[0].next));
    ts_unrolling_fini(&u);
    ts_unrolling_fini(&disconnected);
    ts_free(ts);
}

static void copies_never_are_variables_of_the_user(void **state) {
    (void)state;
    struct ts *ts = ts_new(TERMS_PLAIN);
    ts_add_state(ts, "x", sort_int(), NULL);
    ts_add_input(ts, "x@1", sort_bool());
    struct ts_unrolling u;
    ts_unrolling_init(&u, ts, "@");
    assert_string_equal(term_name(ts->terms, ts_state_at(&u, 0, 1)), "x@@1");
    ts_unrolling_fini(&u);
    ts_free(ts);
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
