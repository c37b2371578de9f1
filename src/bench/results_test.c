#include "bench/testing_bench.h"
#include "bench/results.h"

#include <sys/wait.h>

static const char *const two_tools[] = {"a:generic=x {}", "b:generic=y {}", NULL};

struct opened {
    struct plan plan;
    struct results results;
    struct messages messages;
    enum status status;
};

static void open_folder(const char *folder, struct opened *opened, double timeout) {
    opened->messages = (struct messages){0};
    plan_fixture(folder, &opened->plan, two_tools);
    opened->plan.limits.seconds = timeout;
    plan_fixture_load(folder, &opened->plan);
    char *output = mem_format("%s/deep/out", folder);
    opened->status = results_open(&opened->results, &opened->plan, output, &opened->messages);
    mem_free(output);
}

static void close_folder(struct opened *opened) {
    results_fini(&opened->results);
    plan_fini(&opened->plan);
    messages_fini(&opened->messages);
}

static void add(struct opened *opened, uint32_t instance, uint32_t tool, const char *output, double wall) {
    struct result result;
    struct run_report report = {.end = RUN_EXITED, .wall = wall, .cpu = wall / 2, .peak_kb = 2048};
    judge_run(&opened->plan, instance, tool, &report, output, &result);
    assert_int_equal(results_add(&opened->results, &opened->plan, result, &opened->messages), STATUS_OK);
}

static void results_survive(void **state) {
    struct opened opened;
    open_folder(*state, &opened, 10);
    assert_int_equal(opened.status, STATUS_OK);
    assert_null(results_find(&opened.results, 2, 1));
    add(&opened, 2, 1, "safe a:b\nunknown (a, b)\n", 1.25);
    add(&opened, 0, 0, "unsafe 0\n", 0.5);
    close_folder(&opened);

    open_folder(*state, &opened, 10);
    assert_int_equal(opened.status, STATUS_OK);
    assert_int_equal(opened.results.list.size, 2);
    const struct result *result = results_find(&opened.results, 2, 1);
    assert_non_null(result);
    assert_int_equal(result->outcome, OUTCOME_UNKNOWN);
    assert_true(result->wall == 1.25 && result->cpu == 0.625 && result->memory == 2);
    assert_string_equal(result->note, "1 of 2 decided");
    assert_int_equal(result->answers.list.size, 2);
    assert_string_equal(result->answers.list.data[0].name, "a:b");
    assert_int_equal(result->answers.list.data[0].answer, ANSWER_SAFE);
    assert_string_equal(result->answers.list.data[1].name, "");
    assert_int_equal(results_find(&opened.results, 0, 0)->check, CHECK_WRONG);
    assert_null(results_find(&opened.results, 0, 1));
    close_folder(&opened);
}

static void a_torn_line_is_dropped(void **state) {
    struct opened opened;
    open_folder(*state, &opened, 10);
    add(&opened, 0, 0, "safe 0\n", 1);
    add(&opened, 0, 1, "safe 0\n", 1);
    close_folder(&opened);
    char *whole = folder_read(*state, "deep/out/results.csv");
    for (size_t cut = 1; cut < 20; cut++) {
        char *torn = mem_strdup(whole);
        torn[strlen(torn) - cut] = 0;
        folder_write(*state, "deep/out/results.csv", torn);
        mem_free(torn);
        open_folder(*state, &opened, 10);
        assert_int_equal(opened.status, STATUS_OK);
        assert_int_equal(opened.results.list.size, 1);
        assert_null(results_find(&opened.results, 0, 1));
        add(&opened, 0, 1, "safe 0\n", 1);
        close_folder(&opened);
        char *again = folder_read(*state, "deep/out/results.csv");
        assert_string_equal(again, whole);
        mem_free(again);
    }
    folder_write(*state, "deep/out/results.csv", "path,to"); /* even the header */
    open_folder(*state, &opened, 10);
    assert_int_equal(opened.status, STATUS_OK);
    assert_int_equal(opened.results.list.size, 0);
    close_folder(&opened);
    mem_free(whole);
}

static void expect_refusal(const char *folder, double timeout, enum status status, const char *part) {
    struct opened opened;
    open_folder(folder, &opened, timeout);
    assert_int_equal(opened.status, status);
    const char *error = messages_first_error(&opened.messages);
    if (!strstr(error, part)) fail_msg("unexpected: %s", error);
    close_folder(&opened);
}

static void other_settings_are_refused(void **state) {
    struct opened opened;
    open_folder(*state, &opened, 10);
    add(&opened, 0, 0, "safe 0\n", 1);
    close_folder(&opened);
    expect_refusal(*state, 11, STATUS_USAGE,
                   "it has timeout `10', now it is timeout `11'; repeat the settings");
    folder_write(*state, "PROPERTIES.csv", "path,property,expected\ntwo/c.aig,0,safe\n");
    expect_refusal(*state, 10, STATUS_USAGE, "the manifest's rows have changed");
}

static void foreign_lines_are_refused(void **state) {
    struct opened opened;
    open_folder(*state, &opened, 10);
    add(&opened, 0, 0, "safe 0\n", 1);
    close_folder(&opened);
    char *whole = folder_read(*state, "deep/out/results.csv"), *line = strchr(whole, '\n') + 1;
    char *twice = mem_format("%s%s", whole, line);
    folder_write(*state, "deep/out/results.csv", twice);
    expect_refusal(*state, 10, STATUS_MALFORMED, "results.csv:3:1: a second result of a for one/a.aig");
    memcpy(strstr(twice, "one/a.aig"), "one/z.aig", 9);
    folder_write(*state, "deep/out/results.csv", twice);
    expect_refusal(*state, 10, STATUS_MALFORMED, "results.csv:2:1: not a result of this campaign");
    mem_free(whole);
    mem_free(twice);
    char *settings = mem_format("%s/deep/out/settings.csv", (char *)*state);
    unlink(settings);
    mem_free(settings);
    expect_refusal(*state, 10, STATUS_USAGE, "settings.csv is not");
}

static void one_campaign_at_a_time(void **state) {
    struct opened opened;
    open_folder(*state, &opened, 10);
    pid_t other = fork(); /* the lock is between processes */
    if (!other) {
        struct opened second;
        open_folder(*state, &second, 10);
        _exit(second.status == STATUS_USAGE &&
                      strstr(messages_first_error(&second.messages), "another campaign")
                  ? 0
                  : 1);
    }
    int status;
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(WIFEXITED(status) && !WEXITSTATUS(status));
    close_folder(&opened);
}

int main(void) {
#define test(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {
        test(results_survive),           test(a_torn_line_is_dropped), test(other_settings_are_refused),
        test(foreign_lines_are_refused), test(one_campaign_at_a_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
