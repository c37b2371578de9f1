#include "base/stats.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void rows_are_the_fields_in_order(void **state) {
    (void)state;
    struct stats stats;
    uint64_t value = 0;
    memset(&stats, 0, sizeof stats);
    stats.inputs = 11;
    stats.total_us = UINT64_MAX;
    assert_true(stats_find(&stats, "inputs", &value));
    assert_int_equal(value, 11);
    assert_true(stats_find(&stats, "total-us", &value));
    assert_true(value == UINT64_MAX);
    assert_false(stats_find(&stats, "no-such-row", &value));
    for (unsigned i = 0; i < stat_count; i++) {
        assert_true(stats_find(&stats, stat_rows[i].name, &value));
        assert_true(value == stats_get(&stats, i));
    }
}

static void rows_have_unique_names_and_help(void **state) {
    (void)state;
    for (unsigned i = 0; i < stat_count; i++) {
        assert_true(*stat_rows[i].group && *stat_rows[i].name && *stat_rows[i].help);
        assert_null(strpbrk(stat_rows[i].name, " _\""));
        for (unsigned j = 0; j < i; j++) assert_string_not_equal(stat_rows[i].name, stat_rows[j].name);
    }
}

static void text_lists_what_was_counted(void **state) {
    (void)state;
    struct stats stats;
    struct text out = {0};
    memset(&stats, 0, sizeof stats);
    stats_text(&out, &stats);
    assert_int_equal(out.size, 0);
    stats.latches = 123456;
    stats.queries = 9;
    stats_text(&out, &stats);
    assert_string_equal(
        out.data,
        "model:\n"
        "  latches                      123456   latches of the circuit, as read or made from a system\n"
        "search:\n"
        "  queries                           9   SAT queries\n");
    text_fini(&out);
}

static void json_has_every_row(void **state) {
    (void)state;
    struct stats stats;
    struct text out = {0};
    memset(&stats, 0, sizeof stats);
    stats.latches = 5;
    stats_json(&out, &stats);
    assert_true(out.data[0] == '{' && out.data[out.size - 1] == '}');
    assert_non_null(strstr(out.data, "\"latches\": 5,"));
    for (unsigned i = 0; i < stat_count; i++) {
        char *key = mem_format("\"%s\": ", stat_rows[i].name);
        assert_non_null(strstr(out.data, key));
        mem_free(key);
    }
    text_fini(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_fields_in_order),
        cmocka_unit_test(rows_have_unique_names_and_help),
        cmocka_unit_test(text_lists_what_was_counted),
        cmocka_unit_test(json_has_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
