/* What a file becomes: variables, names, initial and next values, properties. */
#include "format/btor2/btor2.h"

#include "logic/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct system *read(const char *file, enum terms_mode mode) {
    struct messages messages = {0};
    struct system *system;
    if (btor2_read(&system, mode, file, strlen(file), "f", &messages))
        fail_msg("%s", messages_first_error(&messages));
    messages_fini(&messages);
    assert_null(system_check(system));
    return system;
}

static void expect_term(const struct system *system, term t, const char *expected) {
    struct text text = {0};
    print_term(&text, system->terms, t);
    assert_string_equal(text.data, expected);
    text_fini(&text);
}

static void test_counter(void **state) {
    (void)state;
    struct system *system = read("1 sort bitvec 3\n"
                                 "2 zero 1\n"
                                 "3 state 1 counter\n"
                                 "4 init 1 3 2\n"
                                 "5 inc 1 3\n"
                                 "6 sort bitvec 1\n"
                                 "7 input 6 go\n"
                                 "8 ite 1 7 5 3\n"
                                 "9 next 1 3 8\n"
                                 "10 ones 1\n"
                                 "11 eq 6 3 10\n"
                                 "12 bad 11\n"
                                 "13 neq 6 3 10\n"
                                 "14 bad -13 all-ones\n"
                                 "15 constraint 13 stay-below\n"
                                 "16 output 8 out\n",
                                 TERMS_PLAIN);
    assert_int_equal(system->states.size, 1);
    assert_int_equal(system->inputs.size, 1);
    assert_string_equal(system->states.data[0].name, "counter");
    assert_string_equal(system->inputs.data[0].name, "go");
    expect_term(system, system->states.data[0].first, "#b000");
    expect_term(system, system->states.data[0].update, "(ite (= go #b1) (bvadd counter #b001) counter)");
    assert_int_equal(system->properties.size, 2);
    assert_string_equal(system->properties.data[0].name, "0");
    assert_string_equal(system->properties.data[1].name, "all-ones");
    assert_int_equal(system->properties.data[1].index, 1);
    expect_term(system, system->properties.data[0].good, "(not (= counter #b111))");
    expect_term(system, system->properties.data[1].good, "(not (= counter #b111))");
    assert_int_equal(system->constraints.size, 1);
    expect_term(system, system->constraints.data[0], "(not (= counter #b111))");
    assert_int_equal(system->outputs.size, 1);
    assert_string_equal(system->outputs.data[0].name, "out");
    assert_true(term_is(system->terms, system->init, TERM_TRUE));
    assert_true(term_is(system->terms, system->trans, TERM_TRUE));
    system_free(system);
}

/* Bits stay Boolean between comparisons and logic, and bit vectors between variables. */
static void test_bits(void **state) {
    (void)state;
    struct system *system =
        read("1 sort bitvec 1\n2 state 1 a\n3 state 1 b\n4 sort bitvec 2\n"
             "5 and 1 2 -3\n6 next 1 2 5\n7 next 1 3 -2\n"
             "8 ult 1 2 3\n9 or 1 8 2\n10 bad 9\n11 ite 1 2 3 2\n12 output 11\n"
             "13 concat 4 8 3\n14 output 13\n15 iff 1 2 3\n16 output 15\n17 not 1 -2\n18 output 17\n",
             TERMS_PLAIN);
    expect_term(system, system->states.data[0].update, "(ite (and (= a #b1) (not (= b #b1))) #b1 #b0)");
    expect_term(system, system->states.data[1].update, "(bvnot a)");
    expect_term(system, system->properties.data[0].good, "(not (or (bvult a b) (= a #b1)))");
    expect_term(system, system->outputs.data[0].now, "(ite (= a #b1) b a)");
    expect_term(system, system->outputs.data[1].now, "(concat (ite (bvult a b) #b1 #b0) b)");
    expect_term(system, system->outputs.data[2].now, "(= a b)");
    expect_term(system, system->outputs.data[3].now, "(= a #b1)");
    system_free(system);
}

static void test_states_without_init_or_next(void **state) {
    (void)state;
    struct system *system =
        read("1 sort bitvec 2\n2 one 1\n3 state 1\n4 state 1\n5 init 1 4 2\n6 state 1\n7 next 1 6 3\n"
             "8 state 1\n9 add 1 4 6\n",
             TERMS_SIMPLIFY);
    assert_int_equal(system->states.size, 4);
    static const bool first[] = {false, true, false, false}, update[] = {false, false, true, false};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(!term_is_none(system->states.data[i].first), first[i]);
        assert_int_equal(!term_is_none(system->states.data[i].update), update[i]);
    }
    assert_string_equal(system->states.data[0].name, "node3");
    system_free(system);
}

static void test_arrays(void **state) {
    (void)state;
    struct system *system =
        read("1 sort bitvec 2\n2 sort bitvec 4\n3 sort array 1 2\n4 constd 2 5\n5 state 3 a\n6 init 3 5 4\n"
             "7 state 3 b\n8 state 3 c\n9 init 3 8 7\n10 input 1 i\n11 read 2 5 10\n"
             "12 write 3 7 10 11\n13 next 3 7 12\n",
             TERMS_PLAIN);
    expect_term(system, system->states.data[0].first, "((as const (Array (_ BitVec 2) (_ BitVec 4))) #x5)");
    expect_term(system, system->states.data[2].first, "b");
    expect_term(system, system->states.data[1].update, "(store b i (select a i))");
    system_free(system);
}

/* Equal symbols, symbols that look like a primed one, and what SMT-LIB cannot quote. */
static void test_names(void **state) {
    (void)state;
    struct system *system =
        read("1 sort bitvec 1\n2 state 1 x\n3 state 1 x\n4 input 1 x'\n5 input 1 a|b\\c\n6 state 1 node8\n"
             "7 state 1 y'\n8 state 1\n9 state 1 y\n10 input 1 x\n11 state 1 ;x\n",
             TERMS_SIMPLIFY);
    static const char *const states[] = {"x", "x#3", "node8", "y'", "node8#8", "y#9", "node11"};
    static const char *const inputs[] = {"x'#4", "a_b_c", "x#10"};
    assert_int_equal(system->states.size, 7);
    assert_int_equal(system->inputs.size, 3);
    for (uint32_t i = 0; i < 7; i++) assert_string_equal(system->states.data[i].name, states[i]);
    for (uint32_t i = 0; i < 3; i++) assert_string_equal(system->inputs.data[i].name, inputs[i]);
    system_free(system);
}

/* Every property has a name of its own, by which it is selected. */
static void test_property_names(void **state) {
    (void)state;
    static const char *const expected[] = {"same", "same_1", "3", "3_3", "same_1_4"};
    struct system *system = read("1 sort bitvec 1\n"
                                 "2 state 1\n"
                                 "3 bad 2 same\n"
                                 "4 bad -2 same\n"
                                 "5 bad 2 3\n"
                                 "6 bad -2\n"
                                 "7 bad 2 same_1\n",
                                 TERMS_PLAIN);
    assert_int_equal(system->properties.size, 5);
    for (uint32_t i = 0; i < 5; i++) assert_string_equal(system->properties.data[i].name, expected[i]);
    system_free(system);
}

static void test_liveness(void **state) {
    (void)state;
    const char *file =
        "1 sort bitvec 1\n2 state 1\n3 fair 2\n4 justice 2 2 -2\n5 justice 1 2 often\n6 fair -2\n7 bad 2\n";
    struct messages messages = {0};
    struct system *system;
    assert_int_equal(btor2_read(&system, TERMS_SIMPLIFY, file, strlen(file), "f", &messages), STATUS_OK);
    assert_int_equal(messages.list.size, 1);
    assert_int_equal(messages.list.data[0].severity, SEVERITY_WARNING);
    assert_int_equal(system->properties.size, 1);
    assert_int_equal(system->unsupported.size, 2);
    assert_string_equal(system->unsupported.data[0].name, "j0");
    assert_string_equal(system->unsupported.data[1].name, "often");
    assert_string_equal(system->unsupported.data[1].what, "justice property with fairness constraints");
    assert_false(system->unsupported.data[1].fairness);
    messages_fini(&messages);
    system_free(system);
}

/* Without a safety property there is nothing that the constraints would be ignored for. */
static void test_fairness_alone(void **state) {
    (void)state;
    struct system *system = read("1 sort bitvec 1\n2 state 1\n3 fair 2\n4 fair -2\n", TERMS_SIMPLIFY);
    assert_int_equal(system->properties.size, 0);
    assert_int_equal(system->unsupported.size, 1);
    assert_string_equal(system->unsupported.data[0].name, "fairness");
    assert_string_equal(system->unsupported.data[0].what, "fairness constraints, and nothing else");
    assert_true(system->unsupported.data[0].fairness);
    system_free(system);
    system = read("1 sort bitvec 1\n2 state 1\n3 justice 1 2\n", TERMS_SIMPLIFY);
    assert_int_equal(system->unsupported.size, 1);
    assert_string_equal(system->unsupported.data[0].what, "justice property");
    system_free(system);
}

/* Blanks, tabs, carriage returns, comments, and no newline at the end. */
static void test_layout(void **state) {
    (void)state;
    struct system *system = read(
        "; a comment\r\n\n  1\tsort  bitvec 1 ;comment\r\n2 state 1 s ; comment\n 3 bad 2", TERMS_SIMPLIFY);
    assert_string_equal(system->states.data[0].name, "s");
    assert_int_equal(system->properties.size, 1);
    system_free(system);
}

static void test_recognise(void **state) {
    (void)state;
    static const struct {
        const char *file;
        bool is;
    } cases[] = {{"1 sort bitvec 1\n", true},
                 {"; c\n\n 12 sort array 1 1", true},
                 {"", false},
                 {"; only\n", false},
                 {"aag 0 0 0 0 0\n", false},
                 {"(set-logic QF_BV)", false},
                 {"1 state 1\n", false},
                 {"1 sort\n", false},
                 {"x sort bitvec 1\n", false}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(btor2_recognise(cases[i].file, strlen(cases[i].file)), cases[i].is);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_states_without_init_or_next),
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_property_names),
        cmocka_unit_test(test_liveness),
        cmocka_unit_test(test_fairness_alone),
        cmocka_unit_test(test_layout),
        cmocka_unit_test(test_recognise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
