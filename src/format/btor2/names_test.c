/* What a reader keeps of a file for people: names and sources of all nodes, conditions of assertions. */
#include "format/btor2/btor2.h"

#include "logic/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct system *read(const char *file) {
    struct messages messages = {0};
    struct system *system;
    if (btor2_read(&system, TERMS_PLAIN, file, strlen(file), "f.btor2", &messages))
        fail_msg("%s", messages_first_error(&messages));
    messages_fini(&messages);
    return system;
}

static const char design[] = "1 sort bitvec 1\n"
                             "2 sort bitvec 8\n"
                             "3 input 1 clk ; top.sv:2.9-2.12\n"
                             "4 input 1 go\n"
                             "5 state 2 u.q\n"
                             "6 uext 2 5 0 count ; top.sv:5.1-5.9|sub.sv:3.10-3.11\n"
                             "7 inc 2 5 u.$next\\one ; no source\n"
                             "8 next 2 5 7\n"
                             "9 constd 2 3 limit\n"
                             "10 ugt 1 5 9\n"
                             "11 output 10 big\n"
                             "12 constraint 4 ; top.sv:9.3-9.20\n"
                             "13 constraint -3\n"
                             "14 constraint 4 m_go\n";

static void expect_entry(const struct system *system, uint32_t i, enum design_kind kind, const char *name,
                         const char *source) {
    const struct design_name *n = &system->design.names.data[i];
    assert_int_equal(n->kind, kind);
    assert_string_equal(n->name, name);
    if (source)
        assert_string_equal(n->source, source);
    else
        assert_null(n->source);
}

static void test_names(void **state) {
    (void)state;
    struct system *s = read(design);
    assert_int_equal(s->design.names.size, 10);
    expect_entry(s, 0, DESIGN_INPUT, "clk", "top.sv:2.9-2.12");
    expect_entry(s, 2, DESIGN_REGISTER, "u.q", NULL);
    expect_entry(s, 3, DESIGN_WIRE, "count", "sub.sv:3.10-3.11");
    expect_entry(s, 4, DESIGN_WIRE, "u.$next\\one", NULL);
    expect_entry(s, 5, DESIGN_WIRE, "limit", NULL);
    expect_entry(s, 6, DESIGN_OUTPUT, "big", NULL);
    expect_entry(s, 7, DESIGN_ASSUMPTION, "", "top.sv:9.3-9.20");
    expect_entry(s, 8, DESIGN_ASSUMPTION, "", "f.btor2:13");
    expect_entry(s, 9, DESIGN_ASSUMPTION, "m_go", NULL);
    assert_int_equal(s->design.names.data[9].position, 2);
    assert_true(term_same(s->design.names.data[2].value, s->states.data[0].now));
    system_free(s);
}

/* The condition of the property that the lines after these declarations make; NULL: none. */
static void expect_condition(const char *lines, const char *expected) {
    char *file = mem_format("1 sort bitvec 1\n2 input 1 a\n3 input 1 b\n4 one 1\n%s", lines);
    struct system *s = read(file);
    term condition = s->properties.data[0].condition;
    struct text text = {0};
    if (!term_is_none(condition)) print_term(&text, s->terms, condition);
    if (expected)
        assert_string_equal(text.data ? text.data : "none", expected);
    else
        assert_null(text.data);
    text_fini(&text);
    system_free(s);
    mem_free(file);
}

static void test_conditions(void **state) {
    (void)state;
    expect_condition("5 not 1 3\n6 and 1 2 5\n7 bad 6\n", "(= a #b1)");
    expect_condition("5 not 1 2\n6 not 1 3\n7 and 1 5 6\n8 bad 7\n", "(not (= a #b1))");
    expect_condition("5 and 1 2 -3\n6 bad 5\n", "(= a #b1)");
    expect_condition("5 and 1 -2 3\n6 bad 5\n", "(= b #b1)");
    expect_condition("5 implies 1 2 3\n6 bad -5\n", "(= a #b1)");
    expect_condition("5 implies 1 2 3\n6 not 1 5\n7 bad 6\n", "(= a #b1)");
    expect_condition("5 implies 1 2 3\n6 bad 5\n", NULL);
    expect_condition("5 implies 1 2 3\n6 not 1 -5\n7 bad 6\n", NULL);
    expect_condition("5 and 1 2 3\n6 bad 5\n", NULL);
    expect_condition("5 not 1 3\n6 and 1 2 5\n7 bad -6\n", NULL);
    expect_condition("5 not 1 3\n6 and 1 4 5\n7 bad 6\n", NULL); /* it is always there */
    expect_condition("5 bad 2\n", NULL);
}

/* Only bits are conditions. */
static void test_wide(void **state) {
    (void)state;
    struct system *s = read("1 sort bitvec 1\n2 sort bitvec 2\n3 input 2\n4 input 2\n5 not 2 4\n6 and 2 3 5\n"
                            "7 redor 1 6\n8 bad 7\n");
    assert_true(term_is_none(s->properties.data[0].condition));
    system_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_conditions),
                                       cmocka_unit_test(test_wide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
