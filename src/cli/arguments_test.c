#include "cli/arguments.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

struct settings {
    double seconds;
    uint64_t count, number;
    bool flag;
    int word;
    const char *text;
    arguments_list list;
};

#define FIELD(name) offsetof(struct settings, name)
static const struct argument rows[] = {
    {"seconds", 0, "S", ARGUMENT_SECONDS, FIELD(seconds), NULL, "time"},
    {"count", 'c', "N", ARGUMENT_COUNT, FIELD(count), NULL, "at least one"},
    {"number", 0, "N", ARGUMENT_NUMBER, FIELD(number), NULL, "any"},
    {"flag", 'f', NULL, ARGUMENT_FLAG, FIELD(flag), NULL, "on"},
    {"word", 0, "WORD", ARGUMENT_WORD, FIELD(word), "one|two|three", "which"},
    {"text", 't', "TEXT", ARGUMENT_TEXT, FIELD(text), NULL, "what"},
    {"list", 0, "ITEM", ARGUMENT_LIST, FIELD(list), NULL, "several"},
};
static const struct command command = {
    .name = "try",
    .usage = "FILE",
    .summary = "Tries.",
    .arguments = rows,
    .count = sizeof rows / sizeof *rows,
    .least = 1,
    .most = 2,
};

static struct settings settings;
static arguments_list positional;

/* Parses blank-separated words, without letting complaints reach the terminal. */
static enum arguments_result parse(const char *line) {
    static char words[256];
    char *argv[32];
    int argc = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) argv[argc++] = word;
    vec_free(&settings.list);
    vec_free(&positional);
    settings = (struct settings){0};
    fflush(stderr);
    int kept = dup(STDERR_FILENO);
    assert_non_null(freopen("/dev/null", "w", stderr));
    enum arguments_result result = arguments_parse(&command, argc, argv, &settings, &positional);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    return result;
}

static void values_of_every_kind(void **state) {
    (void)state;
    assert_int_equal(parse("a --seconds 1.5 --count=7 -f --word two -t hello --list x --list=y b --number 0"),
                     ARGUMENTS_RUN);
    assert_true(settings.seconds == 1.5 && settings.count == 7 && settings.flag && settings.word == 1);
    assert_string_equal(settings.text, "hello");
    assert_int_equal(settings.list.size, 2);
    assert_string_equal(settings.list.data[1], "y");
    assert_int_equal(positional.size, 2);
    assert_string_equal(positional.data[1], "b");
}

static void the_last_value_wins(void **state) {
    (void)state;
    assert_int_equal(parse("a --count 1 -c 2"), ARGUMENTS_RUN);
    assert_int_equal(settings.count, 2);
}

static void dashes_end_options(void **state) {
    (void)state;
    assert_int_equal(parse("-- --flag -"), ARGUMENTS_RUN);
    assert_false(settings.flag);
    assert_string_equal(positional.data[0], "--flag");
    assert_int_equal(parse("-"), ARGUMENTS_RUN); /* standard input, not an option */
}

static void wrong_calls(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",
        "a b c",
        "a --nothing",
        "a -x",
        "a --seconds",
        "a --seconds 0",
        "a --count 0",
        "a --count -1",
        "a --count 1x",
        "a --flag=yes",
        "a --word four",
        "a --word on",
        "a --coun 1",
        "a --counts 1",
        "a --number 1e3",
        "a --text",
        "a --number=",
        "a --seconds inf",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (parse(wrong[i]) != ARGUMENTS_WRONG) fail_msg("accepted: %s", wrong[i]);
}

static void help_has_every_row(void **state) {
    (void)state;
    struct text text = {0};
    arguments_help(&text, &command);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[32];
        snprintf(name, sizeof name, "--%s", rows[i].name);
        assert_non_null(strstr(text.data, name));
        assert_non_null(strstr(text.data, rows[i].help));
    }
    assert_non_null(strstr(text.data, "-c, --count N"));
    assert_non_null(strstr(text.data, "--word one|two|three"));
    text_fini(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_every_kind), cmocka_unit_test(the_last_value_wins),
        cmocka_unit_test(dashes_end_options),   cmocka_unit_test(wrong_calls),
        cmocka_unit_test(help_has_every_row),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    vec_free(&settings.list);
    vec_free(&positional);
    return failed;
}
