/* What VMT-LIB files mean. */
#include "format/vmt/testing_vmt.h"

/* A counter with an input, all annotations in their usual places. */
static const char *const counter =
    "(set-logic QF_LIA)\n"
    "(declare-fun x () Int)\n"
    "(declare-fun x.next () Int)\n"
    "(declare-fun step () Bool)\n"
    "(define-fun .x () Int (! x :next x.next))\n"
    "(define-fun .init () Bool (! (= x 0) :init true))\n"
    "(define-fun .trans () Bool (! (= x.next (ite step (+ .x 1) .x)) :trans true))\n"
    "(define-fun .good () Bool (! (<= 0 x) :invar-property 0))\n"
    "(assert true)\n";

static void test_counter(void **state) {
    (void)state;
    struct system *system = read_system(TERMS_PLAIN, counter);
    assert_int_equal(system->states.size, 1);
    assert_string_equal(system->states.data[0].name, "x");
    assert_string_equal(term_name(system->terms, system->states.data[0].next), "x.next");
    assert_int_equal(system->inputs.size, 1);
    assert_string_equal(system->inputs.data[0].name, "step");
    assert_printed(system, system->init, "(= x 0)");
    assert_printed(system, system->trans, "(= x.next (ite step (+ x 1) x))");
    assert_int_equal(system->properties.size, 1);
    assert_string_equal(system->properties.data[0].name, "0");
    assert_printed(system, system->properties.data[0].good, "(<= 0 x)");
    assert_int_equal(system->constraints.size, 0);
    assert_int_equal(system->unsupported.size, 0);
    system_free(system);
}

/* Next states need no declaration, wherever they are used, and may be declared late. */
static void test_next_states(void **state) {
    (void)state;
    static const char *const files[] = {
        "(declare-fun x () Int) (declare-fun y () Bool)"
        "(define-fun t () Bool (! (and (= |x'| (+ x 1)) (= y1 (not y))) :trans true))"
        "(define-fun a () Int (! x :next |x'|)) (define-fun b () Bool (! y :next y1))",
        "(declare-fun x () Int) (declare-fun y () Bool)"
        "(define-fun a () Int (! x :next |x'|)) (define-fun b () Bool (! y :next y1))"
        "(declare-fun |x'| () Int)"
        "(define-fun t () Bool (! (and (= |x'| (+ x 1)) (= y1 (not y))) :trans true))",
        "(declare-const y1 Bool) (declare-const x Int) (declare-const y Bool)"
        "(define-fun alias () Int x)"
        "(define-fun t () Bool (! (and (= |x'| (+ x 1)) (= y1 (not y))) :trans true))"
        "(define-fun both () Bool (! (let ((z (! y :next |y1|))) (= (! alias :next |x'|) (! (ite z 1 2) "
        ":weight 1)))"
        " :pattern (x)))",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct system *system = read_system(TERMS_PLAIN, files[i]);
        assert_int_equal(system->states.size, 2);
        assert_string_equal(system->states.data[0].name, "x");
        assert_string_equal(system->states.data[1].name, "y");
        assert_string_equal(term_name(system->terms, system->states.data[0].next), "x'");
        assert_string_equal(term_name(system->terms, system->states.data[1].next), "y1");
        assert_int_equal(system->inputs.size, 0);
        assert_printed(system, system->trans, "(and (= |x'| (+ x 1)) (= y1 (not y)))");
        system_free(system);
    }
}

/* A next state that nothing mentions: the variable takes any value. */
static void test_unused_next_state(void **state) {
    (void)state;
    struct system *system = read_system(TERMS_SIMPLIFY, "(declare-fun x () (_ BitVec 3))"
                                                        "(define-fun a () (_ BitVec 3) (! x :next nowhere))"
                                                        "(define-fun t () Bool (! true :trans true))");
    assert_int_equal(system->states.size, 1);
    assert_int_equal(sort_width(system->terms, term_sort(system->terms, system->states.data[0].next)), 3);
    system_free(system);
}

/* :init and :trans with a value, with another one and with none; several of each; all on one term. */
static void test_values_and_conjunctions(void **state) {
    (void)state;
    struct system *system = read_system(
        TERMS_PLAIN, "(declare-fun p () Bool) (declare-fun q () Bool) (declare-fun r () Bool)"
                     "(define-fun .p () Bool (! p :next p1)) (define-fun .q () Bool (! q :next q1))"
                     "(define-fun i1 () Bool (! p :init)) (define-fun i2 () Bool (! (not q) :init true))"
                     "(define-fun i3 () Bool (! (or p q) :init word))"
                     "(define-fun t1 () Bool (! (= p1 q) :trans)) (assert (! (= q1 r) :trans true))"
                     "(define-fun g () Bool (! (or p (not q)) :init true :trans true :invar-property 7))");
    assert_printed(system, system->init, "(let ((?1 (not q))) (and p ?1 (or p q) (or p ?1)))");
    assert_printed(system, system->trans, "(and (= p1 q) (= q1 r) (or p (not q)))");
    assert_int_equal(system->inputs.size, 1);
    assert_int_equal(system->properties.size, 1);
    assert_string_equal(system->properties.data[0].name, "7");
    system_free(system);
}

static void test_properties(void **state) {
    (void)state;
    struct system *system =
        read_system(TERMS_SIMPLIFY, "(declare-fun x () Int) (define-fun .x () Int (! x :next y))"
                                    "(define-fun t () Bool (! (= y x) :trans true))"
                                    "(define-fun a () Bool (! (< x 3) :invar-property 3))"
                                    "(define-fun b () Bool (! (< x 4) :live-property 1))"
                                    "(define-fun c () Bool (! (< x 5) :invar-property))"
                                    "(define-fun d () Bool (! (< x 6) :invar-property 3))"
                                    "(define-fun e () Bool (! (< x 7) :invar-property |the last|))");
    static const char *const names[] = {"3", "2", "3_2", "the_last"};
    static const uint32_t indices[] = {0, 2, 3, 4};
    assert_int_equal(system->properties.size, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(system->properties.data[i].name, names[i]);
        assert_int_equal(system->properties.data[i].index, indices[i]);
    }
    assert_int_equal(system->unsupported.size, 1);
    assert_string_equal(system->unsupported.data[0].name, "1");
    assert_string_equal(system->unsupported.data[0].what, "live-property");
    system_free(system);
}

static void test_functions_and_sorts(void **state) {
    (void)state;
    struct system *system =
        read_system(TERMS_PLAIN, "(declare-sort S 0) (declare-fun f (S) S) (declare-fun s () S)"
                                 "(declare-fun a () (Array Int Real))"
                                 "(define-fun .s () S (! s :next s1))"
                                 "(define-fun .a () (Array Int Real) (! a :next a1))"
                                 "(define-fun t () Bool (! (and (= s1 (f s)) (= a1 (store a 0 1))) :trans))"
                                 "(define-fun g () Bool (! (= (f s) s) :invar-property 0))");
    assert_int_equal(system->states.size, 2);
    assert_printed(system, system->trans, "(and (= s1 (f s)) (= a1 (store a 0 1.0)))");
    system_free(system);
}

static void assert_warning(const char *file, const char *warning) {
    struct messages messages = {0};
    struct system *system;
    assert_int_equal(vmt_read(&system, TERMS_SIMPLIFY, file, strlen(file), "f", &messages), STATUS_OK);
    assert_int_equal(messages.list.size, warning ? 1 : 0);
    if (warning) {
        assert_int_equal(messages.list.data[0].severity, SEVERITY_WARNING);
        assert_string_equal(messages.list.data[0].text, warning);
    }
    messages_fini(&messages);
    system_free(system);
}

static void test_warnings(void **state) {
    (void)state;
    assert_warning(counter, NULL);
    assert_warning("", NULL);
    assert_warning("(define-fun t () Bool (! true :trans true :invar))",
                   "f:1:43: :invar has no meaning in VMT-LIB and is ignored");
    assert_warning("(define-fun t () Bool (! true :trans :predicate 1 :named n :pattern (x)))", NULL);
    assert_warning("\n(define-fun t () Bool (! true :init true))",
                   "f:2:1: there is no :trans; every step is allowed");
    assert_warning("(define-fun t () Bool (! true :trans))(define-fun a () Bool (! true :invar-property 0))"
                   "(define-fun b () Bool (! true :invar-property 0))",
                   "f:1:113: there is a property '0' already; this one is called '0_2'");
    assert_warning("(exit) this is not read", NULL);
}

static void test_recognise(void **state) {
    (void)state;
    static const struct {
        const char *bytes;
        bool vmt;
    } cases[] = {
        {"(! x :next y)", true},
        {":init", true},
        {"(! x :init)", true},
        {"(! x :trans true)", true},
        {"(! x\n:invar-property\n0)", true},
        {"(! x :live-property 0)", true},
        {"(! x :initial)", false},
        {"(set-logic HORN) (declare-fun P (Int) Bool)", false},
        {"; (! x :next y)\n(check-sat)", false},
        {"\"(! x :next y)\" |:next|", false},
        {"", false},
        {":", false},
        {"|", false},
        {";", false},
        {":nex", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *exact = mem_dup(cases[i].bytes, strlen(cases[i].bytes));
        assert_int_equal(vmt_recognise(exact, strlen(cases[i].bytes)), cases[i].vmt);
        mem_free(exact);
    }
    assert_true(vmt_recognise(counter, strlen(counter)));
}

/* Thousands of definitions, each used twice by the next, before the declaration of what they use. */
static void test_long_chain(void **state) {
    (void)state;
    struct text file = {0};
    text_add(&file, "(declare-fun x () Int) (define-fun d0 () Int (+ y 1))");
    for (uint32_t i = 0; i < 10000; i++)
        text_format(&file, "(define-fun d%u () Int (- d%u d%u))\n", i + 1, i, i);
    text_add(&file,
             "(define-fun t () Bool (! (= d10000 x) :trans true)) (define-fun .x () Int (! x :next y))");
    struct system *system = read_system(TERMS_PLAIN, file.data);
    assert_in_range(terms_size(system->terms), 10000, 20100);
    system_free(system);
    text_fini(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counter),           cmocka_unit_test(test_next_states),
        cmocka_unit_test(test_unused_next_state), cmocka_unit_test(test_values_and_conjunctions),
        cmocka_unit_test(test_properties),        cmocka_unit_test(test_functions_and_sorts),
        cmocka_unit_test(test_warnings),          cmocka_unit_test(test_recognise),
        cmocka_unit_test(test_long_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
