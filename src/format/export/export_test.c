/* What is written for systems that have everything: constraints, an input in the initial condition,
 * functions, names that are taken, several properties. */
#include "format/export/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* x starts at an input and grows by another one, which is constrained. */
static struct ts *growing(void) {
    struct ts *ts = ts_new(TERMS_PLAIN);
    struct terms *b = ts->terms;
    term zero = term_integer(b, 0);
    term start = ts_add_input(ts, "start", sort_int())->now;
    term by = ts_add_input(ts, "by", sort_int())->now;
    struct ts_state *x = ts_add_state(ts, "x", sort_int(), NULL);
    x->update = term_add2(b, x->now, by);
    ts->init = term_eq(b, x->now, start);
    vec_push(&ts->constraints, term_le(b, zero, by));
    ts_add_property(ts, term_le(b, start, x->now), "above start", 0);
    ts_add_property(ts, term_le(b, zero, x->now), "positive", 1);
    return ts;
}

/* s moves by an uninterpreted function; a variable has the name of the predicate. */
static struct ts *moving(void) {
    struct ts *ts = ts_new(TERMS_PLAIN);
    struct terms *b = ts->terms;
    sort s = sort_uninterpreted(b, "S");
    const sort domain[] = {s, sort_bool()};
    uint32_t f = function_declare(b, "f", domain, 2, s);
    struct ts_state *state = ts_add_state(ts, "Inv", s, "Inv.next");
    term p = ts_add_input(ts, "p", sort_bool())->now;
    state->update = term_apply(b, f, (term[]){state->now, p});
    term fixed = term_apply(b, f, (term[]){state->now, term_true(b)});
    ts_add_property(ts, term_eq(b, fixed, state->now), NULL, 0);
    return ts;
}

static struct ts *empty(void) {
    return ts_new(TERMS_SIMPLIFY);
}

static void assert_written(struct ts *ts, void (*write)(struct text *, const struct ts *),
                           const char *expected) {
    struct text text = {0};
    write(&text, ts);
    assert_string_equal(text.data, expected);
    text_fini(&text);
    ts_free(ts);
}

static void write_all(struct text *out, const struct ts *ts) {
    export_chc(out, ts, EXPORT_ALL);
}

static void write_second(struct text *out, const struct ts *ts) {
    export_chc(out, ts, 1);
}

static void test_chc(void **state) {
    (void)state;
    assert_written(growing(), write_all,
                   "; sat: safe, unsat: unsafe\n"
                   "(set-logic HORN)\n"
                   "(declare-fun Inv (Int Int) Bool)\n"
                   "(assert (forall ((start Int) (x Int))\n"
                   "  (=> (= x start)\n"
                   "    (Inv x start))))\n"
                   "(assert (forall ((start Int) (by Int) (x Int) (|x'| Int) (start!0 Int))\n"
                   "  (=> (and (Inv x start)\n"
                   "    (<= 0 by)\n"
                   "    (and true (= |x'| (+ x by))))\n"
                   "    (Inv |x'| start!0))))\n"
                   "; property above_start\n"
                   "(assert (forall ((start Int) (by Int) (x Int))\n"
                   "  (=> (and (Inv x start)\n"
                   "    (<= 0 by)\n"
                   "    (not (<= start x)))\n"
                   "    false)))\n"
                   "; property positive\n"
                   "(assert (forall ((start Int) (by Int) (x Int))\n"
                   "  (=> (and (Inv x start)\n"
                   "    (<= 0 by)\n"
                   "    (not (<= 0 x)))\n"
                   "    false)))\n"
                   "(check-sat)\n");
}

static void test_chc_of_one_property(void **state) {
    (void)state;
    struct text text = {0};
    struct ts *ts = growing();
    write_second(&text, ts);
    assert_null(strstr(text.data, "above_start"));
    assert_non_null(strstr(text.data, "; property positive\n"));
    text_fini(&text);
    ts_free(ts);
}

static void test_chc_with_functions(void **state) {
    (void)state;
    assert_written(moving(), write_all,
                   "; sat: safe, unsat: unsafe\n"
                   "(set-logic HORN)\n"
                   "(declare-sort S 0)\n"
                   "(declare-fun Inv_1 (S (Array S (Array Bool S))) Bool)\n"
                   "(assert (forall ((Inv S) (f!0 (Array S (Array Bool S))))\n"
                   "  (=> true\n"
                   "    (Inv_1 Inv f!0))))\n"
                   "(assert (forall ((Inv S) (Inv.next S) (p Bool) (f!0 (Array S (Array Bool S))))\n"
                   "  (=> (and (Inv_1 Inv f!0)\n"
                   "    (and true (= Inv.next (select (select f!0 Inv) p))))\n"
                   "    (Inv_1 Inv.next f!0))))\n"
                   "; property 0\n"
                   "(assert (forall ((Inv S) (f!0 (Array S (Array Bool S))))\n"
                   "  (=> (and (Inv_1 Inv f!0)\n"
                   "    (not (= (select (select f!0 Inv) true) Inv)))\n"
                   "    false)))\n"
                   "(check-sat)\n");
}

static void test_chc_without_variables(void **state) {
    (void)state;
    assert_written(empty(), write_all,
                   "; sat: safe, unsat: unsafe\n"
                   "(set-logic HORN)\n"
                   "(declare-fun Inv () Bool)\n"
                   "(assert (=> true\n"
                   "    Inv))\n"
                   "(assert (=> Inv\n"
                   "    Inv))\n"
                   "(check-sat)\n");
}

/* x = any; y = 0; while (x != y) y++; if (y == 3) error. A location has the name of a
 * variable. */
static void test_chc_of_a_program(void **state) {
    (void)state;
    struct cfa *cfa = cfa_new(TERMS_SIMPLIFY);
    struct terms *b = cfa->terms;
    struct cfa_position p = {0};
    uint32_t x = cfa_add_variable(cfa, "x", sort_int()), y = cfa_add_variable(cfa, "y", sort_int());
    term same = term_eq(b, cfa->variables.data[x].now, cfa->variables.data[y].now);
    term more = term_add2(b, cfa->variables.data[y].now, term_integer(b, 1));
    cfa->initial = cfa_add_location(cfa, "y", p);
    uint32_t head = cfa_add_location(cfa, "head", p), exit = cfa_add_location(cfa, "exit", p);
    cfa->error = cfa_add_location(cfa, "error", p);
    uint32_t site = cfa_add_site(cfa, CFA_INPUT, x, "any", p);
    cfa_add_edge(cfa, cfa->initial,
                 cfa_then(cfa, cfa_havoc(cfa, site), cfa_assign(cfa, y, term_integer(b, 0))), head, p);
    cfa_add_edge(cfa, head, cfa_then(cfa, cfa_assume(cfa, term_not(b, same)), cfa_assign(cfa, y, more)), head,
                 p);
    cfa_add_edge(cfa, head, cfa_assume(cfa, same), exit, p);
    term three = term_eq(b, cfa->variables.data[y].now, term_integer(b, 3));
    cfa_add_edge(cfa, exit, cfa_assume(cfa, three), cfa->error, p);
    mem_free(cfa->property);
    cfa->property = mem_strdup("unreach-call");
    cfa_index(cfa);
    struct text text = {0};
    export_cfa_chc(&text, cfa);
    assert_string_equal(text.data, "; sat: safe, unsat: unsafe\n"
                                   "; property unreach-call\n"
                                   "(set-logic HORN)\n"
                                   "(declare-fun y_1 () Bool)\n"
                                   "(declare-fun head (Int Int) Bool)\n"
                                   "(declare-fun exit (Int) Bool)\n"
                                   "(declare-fun error () Bool)\n"
                                   "(assert (=> true\n"
                                   "    y_1))\n"
                                   "(assert (forall ((|x'| Int) (|y'| Int) (any!0 Int))\n"
                                   "  (=> (and y_1\n"
                                   "    (and (= |x'| any!0) (= |y'| 0)))\n"
                                   "    (head |x'| |y'|))))\n"
                                   "(assert (forall ((x Int) (|x'| Int) (y Int) (|y'| Int))\n"
                                   "  (=> (and (head x y)\n"
                                   "    (and (not (= x y)) (= x |x'|) (= |y'| (+ y 1))))\n"
                                   "    (head |x'| |y'|))))\n"
                                   "(assert (forall ((x Int) (y Int) (|y'| Int))\n"
                                   "  (=> (and (head x y)\n"
                                   "    (and (= x y) (= y |y'|)))\n"
                                   "    (exit |y'|))))\n"
                                   "(assert (forall ((y Int))\n"
                                   "  (=> (and (exit y)\n"
                                   "    (= y 3))\n"
                                   "    error)))\n"
                                   "(assert (=> error\n"
                                   "    false))\n"
                                   "(check-sat)\n");
    text_fini(&text);
    cfa_free(cfa);
}

static void test_smtlib(void **state) {
    (void)state;
    assert_written(growing(), export_smtlib,
                   "; Parameters are the current states, then the inputs, then (of trans) the next states.\n"
                   "(set-logic QF_LIA)\n"
                   "(define-fun init ((x Int) (start Int) (by Int)) Bool\n"
                   "  (= x start))\n"
                   "(define-fun trans ((x Int) (start Int) (by Int) (|x'| Int)) Bool\n"
                   "  (and true (= |x'| (+ x by))))\n"
                   "; must hold in every step of a path, also in the first and the last\n"
                   "(define-fun constraint ((x Int) (start Int) (by Int)) Bool\n"
                   "  (<= 0 by))\n"
                   "; property above_start\n"
                   "(define-fun good_0 ((x Int) (start Int) (by Int)) Bool\n"
                   "  (<= start x))\n"
                   "; property positive\n"
                   "(define-fun good_1 ((x Int) (start Int) (by Int)) Bool\n"
                   "  (<= 0 x))\n");
    assert_written(moving(), export_smtlib,
                   "; Parameters are the current states, then the inputs, then (of trans) the next states.\n"
                   "(set-logic QF_UF)\n"
                   "(declare-sort S 0)\n"
                   "(declare-fun f (S Bool) S)\n"
                   "(define-fun init ((Inv S) (p Bool)) Bool\n"
                   "  true)\n"
                   "(define-fun trans ((Inv S) (p Bool) (Inv.next S)) Bool\n"
                   "  (and true (= Inv.next (f Inv p))))\n"
                   "; property 0\n"
                   "(define-fun good_0 ((Inv S) (p Bool)) Bool\n"
                   "  (= (f Inv true) Inv))\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chc),
        cmocka_unit_test(test_chc_of_one_property),
        cmocka_unit_test(test_chc_with_functions),
        cmocka_unit_test(test_chc_without_variables),
        cmocka_unit_test(test_chc_of_a_program),
        cmocka_unit_test(test_smtlib),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
