#include "base/options.h"

#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void values_are_set_by_name(void **state) {
    (void)state;
    struct options options;
    struct messages messages = {0};
    options_init(&options);
    assert_true(options.preprocess);
    assert_false(options.simple_path);
    assert_int_equal(options.ctg_max, 3);
    static const char *const on[] = {"on", "true", "yes", "1"}, *const off[] = {"off", "false", "no", "0"};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(options_set(&options, "preprocess", off[i], &messages), STATUS_OK);
        assert_false(options.preprocess);
        assert_int_equal(options_set(&options, "preprocess", on[i], &messages), STATUS_OK);
        assert_true(options.preprocess);
    }
    assert_int_equal(options_set(&options, "ctg-max", "1", &messages), STATUS_OK);
    assert_int_equal(options.ctg_max, 1);
    assert_int_equal(options_set(&options, "ctg-max", "32", &messages), STATUS_OK);
    assert_int_equal(options.ctg_max, 32);
    assert_int_equal(options.ctg_depth, 1); /* the neighbour in the table is untouched */
    assert_int_equal(messages.list.size, 0);
    messages_fini(&messages);
}

static void a_word_may_bring_a_number(void **state) {
    (void)state;
    enum { MODEL, CUBES, EXACT };
    struct options options;
    struct messages messages = {0};
    options_init(&options);
    assert_int_equal(options_set(&options, "preimage", "exact", &messages), STATUS_OK);
    assert_int_equal(options_set(&options, "preimage", "cubes:3", &messages), STATUS_OK);
    assert_int_equal(options.preimage, CUBES);
    assert_int_equal(options.preimage_cubes, 3);
    assert_int_equal(options_set(&options, "preimage", "model", &messages), STATUS_OK);
    assert_int_equal(options.preimage, MODEL);
    assert_int_equal(options_set(&options, "preimage-cubes", "5", &messages), STATUS_OK);
    assert_int_equal(options_set(&options, "preimage", "cubes", &messages), STATUS_OK);
    assert_int_equal(options.preimage, CUBES);
    assert_int_equal(options.preimage_cubes, 5); /* without a number, the one that was set */
    static const char *const wrong[] = {
        "cubes:",  "cubes:0", "cubes:x", "cubes:3x", "cubes:preimage-cubes", "cubes:1000001", "model:3",
        "exact:1", "cube:3",  ":3",      "cubes:3:4"};
    assert_int_equal(options_set(&options, "preimage", "exact", &messages), STATUS_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(options_set(&options, "preimage", wrong[i], &messages), STATUS_USAGE);
        assert_int_equal(options.preimage, EXACT);
        assert_int_equal(options.preimage_cubes, 5);
    }
    messages_fini(&messages);
}

static void wrong_values_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *message;
    } cases[] = {
        {"preprocess", "maybe", "option 'preprocess' is on or off, not 'maybe'"},
        {"preprocess", "", "option 'preprocess' is on or off, not ''"},
        {"ctg-max", "0", "option 'ctg-max' is a number from 1 to 32, not '0'"},
        {"ctg-max", "33", "option 'ctg-max' is a number from 1 to 32, not '33'"},
        {"ctg-max", "-1", "option 'ctg-max' is a number from 1 to 32, not '-1'"},
        {"ctg-max", "3x", "option 'ctg-max' is a number from 1 to 32, not '3x'"},
        {"ctg-max", "", "option 'ctg-max' is a number from 1 to 32, not ''"},
        {"ctg-max", "99999999999999999999",
         "option 'ctg-max' is a number from 1 to 32, not '99999999999999999999'"},
        {"preimage", "all", "option 'preimage' is one of model|cubes[:N]|exact, not 'all'"},
        {"preimage", "cubes:0", "option 'preimage-cubes' is a number from 1 to 1000000, not '0'"},
        {"ctg-mx", "3", "no option is called 'ctg-mx'; did you mean 'ctg-max'?"},
        {"something-else", "3", "no option is called 'something-else'; 'induct options' lists them"},
        {"a-name-that-is-longer-than-any-option-could-ever-be", "3",
         "no option is called 'a-name-that-is-longer-than-any-option-could-ever-be'; 'induct options' lists "
         "them"},
    };
    struct options options, defaults;
    memset(&options, 0, sizeof options);
    memset(&defaults, 0, sizeof defaults);
    options_init(&options);
    options_init(&defaults);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct messages messages = {0};
        assert_int_equal(options_set(&options, cases[i].name, cases[i].value, &messages), STATUS_USAGE);
        assert_string_equal(messages_first_error(&messages), cases[i].message);
        messages_fini(&messages);
    }
    assert_int_equal(options.ctg_max, defaults.ctg_max);
    assert_int_equal(options.preprocess, defaults.preprocess);
}

/* Each word is accepted, and what a number after it sets is a number. */
static void words_are_consistent(const struct option_row *row) {
    struct options options;
    struct messages messages = {0};
    options_init(&options);
    for (const char *word = row->words; word; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL) {
        size_t length = strcspn(word, "|:"), end = strcspn(word, "|");
        char *name = mem_format("%.*s", (int)length, word), *numbered = mem_format("%s:1", name);
        assert_true(length);
        assert_int_equal(options_set(&options, row->name, name, &messages), STATUS_OK);
        assert_int_equal(options_set(&options, row->name, numbered, &messages),
                         length < end ? STATUS_OK : STATUS_USAGE);
        mem_free(name);
        mem_free(numbered);
    }
    messages_fini(&messages);
}

/* Every row: its default is allowed, its range is what it says, and its help is there. */
static void rows_are_consistent(void **state) {
    (void)state;
    for (unsigned i = 0; i < option_count; i++) {
        const struct option_row *row = &option_rows[i];
        assert_true(*row->help && *row->name && *row->group);
        assert_null(strpbrk(row->name, " _="));
        for (unsigned j = 0; j < i; j++) assert_string_not_equal(row->name, option_rows[j].name);
        if (row->kind == OPTION_WORD) words_are_consistent(row);
        if (row->kind != OPTION_NUMBER) continue;
        assert_in_range(row->initial, row->low, row->high);
        struct options options;
        struct messages messages = {0};
        options_init(&options);
        const int64_t values[] = {row->low, row->high, row->low - 1, row->high + 1};
        for (int k = 0; k < 4; k++) {
            char *value = mem_format("%lld", (long long)values[k]);
            assert_int_equal(options_set(&options, row->name, value, &messages),
                             k < 2 ? STATUS_OK : STATUS_USAGE);
            mem_free(value);
        }
        messages_fini(&messages);
    }
}

static void listing_shows_defaults_and_ranges(void **state) {
    (void)state;
    struct text all = {0}, group = {0};
    options_list(&all, NULL);
    for (unsigned i = 0; i < option_count; i++) {
        char *start = mem_format("\n  %s=", option_rows[i].name);
        assert_non_null(strstr(all.data, start));
        assert_non_null(strstr(all.data, option_rows[i].help));
        mem_free(start);
        char *heading = mem_format("\n%s:\n", option_rows[i].group), *first = strstr(all.data, heading);
        assert_true(first || !strncmp(all.data, heading + 1, strlen(heading + 1)));
        assert_null(first ? strstr(first + 1, heading) : NULL);
        mem_free(heading);
    }
    options_list(&group, "kind");
    assert_memory_equal(group.data, "kind:\n", 6);
    assert_non_null(strstr(group.data,
                           "\n  kind-bound=1000000  [1..1000000000]      largest induction depth that kind "
                           "tries\n"));
    assert_non_null(
        strstr(group.data, "\n  simple-path=off  [on|off]                k-induction over paths"));
    assert_null(strstr(group.data, "ctg-max"));
    text_clear(&group);
    options_list(&group, "preimage");
    assert_non_null(strstr(group.data, "\n  preimage=cubes  [model|cubes[:N]|exact] "));
    text_clear(&group);
    options_list(&group, "no-such-group");
    assert_int_equal(group.size, 0);
    text_fini(&all);
    text_fini(&group);
}

static void suggestions_leave_choices_alone(void **state) {
    (void)state;
    struct options options, initial;
    struct messages messages = {0};
    options_init(&options);
    options_init(&initial);
    assert_int_equal(options_set(&options, "ctg", "on", &messages), STATUS_OK); /* which is the default */
    assert_int_equal(options_set(&options, "ctg-max", "7", &messages), STATUS_OK);
    options_suggest(&options, "ctg=off ctg-max=9 effort=off bmc-step=10");
    assert_true(options.ctg);
    assert_int_equal(options.ctg_max, 7);
    assert_false(options.effort);
    assert_int_equal(options.bmc_step, 10);
    options_suggest(&options, "effort=on"); /* a suggestion is no choice */
    assert_true(options.effort);
    options_suggest(&initial, "");
    assert_int_equal(initial.bmc_step, 1);
    messages_fini(&messages);
}

static void json_lists_a_group(void **state) {
    (void)state;
    struct text json = {0};
    options_json(&json, "evidence");
    const char *row =
        "{\"group\": \"evidence\", \"name\": \"minimize\", \"kind\": \"bool\", \"default\": \"on\", "
        "\"range\": \"on|off\", \"help\": \"minimize invariants of circuits and systems before they are "
        "written\"}";
    assert_non_null(strstr(json.data, row));
    assert_null(strstr(json.data, "\"ic3\""));
    assert_int_equal(json.data[0], '[');
    text_fini(&json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_set_by_name),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(rows_are_consistent),
        cmocka_unit_test(listing_shows_defaults_and_ranges),
        cmocka_unit_test(suggestions_leave_choices_alone),
        cmocka_unit_test(json_lists_a_group),
        cmocka_unit_test(a_word_may_bring_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
