/* What is written for systems that have everything: constraints, an input in the initial condition,
 * functions, names that are taken, several properties. */
#include "format/export/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* x starts at an input and grows by another one, which is constrained. */
static struct system *growing(void) {
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    term zero = term_integer(b, 0);
    term start = system_add_input(system, "start", sort_int())->now;
    term by = system_add_input(system, "by", sort_int())->now;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    x->update = term_add2(b, x->now, by);
    system->init = term_eq(b, x->now, start);
    vec_push(&system->constraints, term_le(b, zero, by));
    system_add_property(system, term_le(b, start, x->now), "above start", 0);
    system_add_property(system, term_le(b, zero, x->now), "positive", 1);
    return system;
}

/* s moves by an uninterpreted function; a variable has the name of the predicate. */
static struct system *moving(void) {
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    sort s = sort_uninterpreted(b, "S");
    const sort domain[] = {s, sort_bool()};
    uint32_t f = function_declare(b, "f", domain, 2, s);
    struct system_state *state = system_add_state(system, "Inv", s, "Inv.next");
    term p = system_add_input(system, "p", sort_bool())->now;
    state->update = term_apply(b, f, (term[]){state->now, p});
    term fixed = term_apply(b, f, (term[]){state->now, term_true(b)});
    system_add_property(system, term_eq(b, fixed, state->now), NULL, 0);
    return system;
}

static struct system *empty(void) {
    return system_new(TERMS_SIMPLIFY);
}

static void assert_written(struct system *system, void (*write)(struct text *, const struct system *),
                           const char *expected) {
    struct text text = {0};
    write(&text, system);
    assert_string_equal(text.data, expected);
    text_fini(&text);
    system_free(system);
}

static void write_all(struct text *out, const struct system *system) {
    export_chc(out, system, EXPORT_ALL);
}

static void write_second(struct text *out, const struct system *system) {
    export_chc(out, system, 1);
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
    struct system *system = growing();
    write_second(&text, system);
    assert_null(strstr(text.data, "above_start"));
    assert_non_null(strstr(text.data, "; property positive\n"));
    text_fini(&text);
    system_free(system);
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
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *b = program->terms;
    struct program_position p = {0};
    uint32_t x = program_add_variable(program, "x", sort_int()),
             y = program_add_variable(program, "y", sort_int());
    term same = term_eq(b, program->variables.data[x].now, program->variables.data[y].now);
    term more = term_add2(b, program->variables.data[y].now, term_integer(b, 1));
    program->initial = program_add_location(program, "y", p);
    uint32_t head = program_add_location(program, "head", p), exit = program_add_location(program, "exit", p);
    program->error = program_add_location(program, "error", p);
    uint32_t site = program_add_site(program, PROGRAM_INPUT, x, "any", p);
    program_add_edge(
        program, program->initial,
        program_then(program, program_havoc(program, site), program_assign(program, y, term_integer(b, 0))),
        head, p);
    program_add_edge(
        program, head,
        program_then(program, program_assume(program, term_not(b, same)), program_assign(program, y, more)),
        head, p);
    program_add_edge(program, head, program_assume(program, same), exit, p);
    term three = term_eq(b, program->variables.data[y].now, term_integer(b, 3));
    program_add_edge(program, exit, program_assume(program, three), program->error, p);
    mem_free(program->property);
    program->property = mem_strdup("unreach-call");
    program_index(program);
    struct text text = {0};
    export_program_chc(&text, program);
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
    program_free(program);
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
