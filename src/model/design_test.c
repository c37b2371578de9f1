/* Sources in comments, and finding what a property is called. */
#include "model/design.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void expect_source(const char *text, const char *expected) {
    const char *start = text;
    size_t size = strlen(text);
    bool found = design_source(&start, &size);
    assert_int_equal(found, expected != NULL);
    if (!expected) return;
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(start, expected, size);
}

static void test_source(void **state) {
    (void)state;
    expect_source(" a.sv:3.5-3.9", "a.sv:3.5-3.9");
    expect_source("a.sv:3\r", "a.sv:3");
    expect_source(" u.sv:26.24-26.146|fifo.sv:6.8-6.15 ", "fifo.sv:6.8-6.15");
    expect_source("", NULL);
    expect_source("  ", NULL);
    expect_source("begin next state", NULL);
    expect_source("a remark: 3 of them", NULL);
    expect_source(":7", NULL);
    expect_source("a.sv:3|", NULL);
    expect_source("width:", NULL);
}

static void test_entries(void **state) {
    (void)state;
    struct design design = {0};
    design_add(&design, DESIGN_WIRE, (term){7}, "u.q", NULL);
    design_add(&design, DESIGN_PROPERTY, TERM_NONE, "a_full", "f.sv:3")->position = 1;
    design_add(&design, DESIGN_ASSUMPTION, TERM_NONE, "", "f.sv:9")->position = 1;
    assert_string_equal(design_find(&design, DESIGN_PROPERTY, 1)->name, "a_full");
    assert_string_equal(design_find(&design, DESIGN_ASSUMPTION, 1)->source, "f.sv:9");
    assert_null(design_find(&design, DESIGN_PROPERTY, 0));
    design_fini(&design);
    assert_int_equal(design.names.size, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_source), cmocka_unit_test(test_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
