/* The figures, the Markdown and the pictures of small campaigns whose numbers can be worked out by hand. */
#include "bench/testing_bench.h"
#include "bench/plot.h"
#include "bench/score.h"
#include "bench/summary.h"
#include "bench/svg.h"

#include <math.h>

struct campaign {
    struct plan plan;
    struct results results;
};

static void begin(const char *folder, struct campaign *campaign, const char *const *tools) {
    struct messages messages = {0};
    plan_fixture(folder, &campaign->plan, tools);
    plan_fixture_load(folder, &campaign->plan);
    char *output = mem_format("%s/out", folder);
    assert_int_equal(results_open(&campaign->results, &campaign->plan, output, &messages), STATUS_OK);
    mem_free(output);
}

static void end(struct campaign *campaign) {
    results_fini(&campaign->results);
    plan_fini(&campaign->plan);
}

static void add(struct campaign *campaign, uint32_t instance, uint32_t tool, const char *output,
                double wall) {
    struct result result;
    struct messages messages = {0};
    struct run_report report = {.end = wall > 10 ? RUN_TIMEOUT : RUN_EXITED, .wall = wall};
    report.cpu = tool == 1 ? wall / 2 : wall;
    report.peak_kb = (uint64_t)(1024 * (instance + 1));
    judge_run(&campaign->plan, instance, tool, &report, output, &result);
    assert_int_equal(results_add(&campaign->results, &campaign->plan, result, &messages), STATUS_OK);
}

static void assert_near(double actual, double expected) {
    if (fabs(actual - expected) > 1e-6 * fabs(expected)) fail_msg("%.9g, expected %.9g", actual, expected);
}

/* Limit 10 s. a: 0.05, 2, unsolved; b: 0.02, 8, 5; c: wrong, error, unknown. */
static void three_tools(const char *folder, struct campaign *campaign) {
    begin(folder, campaign, (const char *const[]){"a:generic=x", "b:generic=y", "c:generic=z", NULL});
    add(campaign, 0, 0, "safe 0\n", 0.05);
    add(campaign, 1, 0, "unsafe 0\n", 2);
    add(campaign, 2, 0, "", 11);
    add(campaign, 0, 1, "safe 0 (unverified)\n", 0.02);
    add(campaign, 1, 1, "unsafe 0\n", 8);
    add(campaign, 2, 1, "safe 0\nsafe 1\n", 5);
    add(campaign, 0, 2, "unsafe 0\n", 0.01);
    add(campaign, 1, 2, "", 0.01);
    add(campaign, 2, 2, "safe 0\nunknown 1\n", 1);
}

static void scores(void **state) {
    struct campaign campaign;
    three_tools(*state, &campaign);
    struct score a = score_tool(&campaign.plan, &campaign.results, 0, NULL);
    assert_int_equal(a.runs, 3);
    assert_int_equal(a.solved, 2);
    assert_int_equal(a.outcomes[OUTCOME_SAFE], 1);
    assert_int_equal(a.outcomes[OUTCOME_UNSAFE], 1);
    assert_int_equal(a.outcomes[OUTCOME_TIMEOUT], 1);
    assert_int_equal(a.unique, 0);
    assert_near(a.par2, (0.05 + 2 + 20) / 3);
    assert_near(a.wall, 13.05);
    assert_near(a.memory, 2);
    struct score b = score_tool(&campaign.plan, &campaign.results, 1, NULL);
    assert_int_equal(b.solved, 3);
    assert_int_equal(b.unique, 1);
    assert_int_equal(b.unverified, 1);
    struct score c = score_tool(&campaign.plan, &campaign.results, 2, NULL);
    assert_int_equal(c.solved, 0);
    assert_int_equal(c.wrong, 1);
    assert_int_equal(c.outcomes[OUTCOME_UNSAFE], 0); /* a wrong verdict counts as nothing else */
    assert_int_equal(c.outcomes[OUTCOME_ERROR], 1);
    assert_int_equal(c.outcomes[OUTCOME_UNKNOWN], 1);
    assert_near(c.par2, 20);
    struct score family = score_tool(&campaign.plan, &campaign.results, 0, "one");
    assert_int_equal(family.runs, 2);
    assert_near(family.par2, 1.025);
    end(&campaign);
}

static void comparisons(void **state) {
    struct campaign campaign;
    three_tools(*state, &campaign);
    struct comparison pair = score_compare(&campaign.plan, &campaign.results, 0, 1);
    assert_int_equal(pair.both, 2);
    assert_int_equal(pair.only_left, 0);
    assert_int_equal(pair.only_right, 1);
    assert_int_equal(pair.left_faster, 1);
    assert_int_equal(pair.right_faster, 1);
    assert_near(pair.ratio, sqrt(2.5 * 0.25));
    assert_int_equal(pair.both_hard, 1);
    assert_near(pair.ratio_hard, 0.25);
    assert_near(pair.ratio_hard_cpu, 0.5);
    struct comparison none = score_compare(&campaign.plan, &campaign.results, 0, 2);
    assert_int_equal(none.both, 0);
    assert_true(none.ratio == 0);
    u32s contradictions = {0};
    score_contradictions(&campaign.plan, &campaign.results, &contradictions);
    assert_int_equal(contradictions.size, 1);
    assert_int_equal(contradictions.data[0], 0);
    vec_free(&contradictions);
    times sorted = {0};
    score_times(&campaign.plan, &campaign.results, 1, &sorted);
    assert_int_equal(sorted.size, 3);
    assert_true(sorted.data[0] == 0.02 && sorted.data[1] == 5 && sorted.data[2] == 8);
    vec_free(&sorted);
    end(&campaign);
}

static void expect_part(const char *text, const char *part) {
    if (!strstr(text, part)) fail_msg("no `%s' in:\n%s", part, text);
}

static void summary_shouts(void **state) {
    struct campaign campaign;
    struct text text = {0};
    three_tools(*state, &campaign);
    summary_write(&campaign.plan, &campaign.results, &text);
    expect_part(text.data, "## WRONG VERDICTS: 1");
    expect_part(text.data, "| **c** | one/a.aig | **unsafe** | safe | 0 safe, 1 unsafe, 0 unknown |");
    expect_part(text.data, "## DISAGREEMENTS: 1");
    expect_part(text.data, "- one/a.aig: a: safe (0 unsafe); b: safe (0 unsafe); c: unsafe (1 unsafe);");
    expect_part(text.data, "| a | 2 | 1 | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 7.35 | 13.1 | 13.1 | 2 |");
    expect_part(text.data, "| c | 0 | 0 | 0 | 0 | **1** | 0 | 0 | 1 | 1 | 20.00 |");
    expect_part(text.data, "| a | b | 2 | 0.791 | 1 | 0.250 | 0.500 | 1 | 1 | 0 | 1 |");
    expect_part(text.data, "| one | 2 | 2 | 1.02 | 2 | 4.01 | 0 | 20.00 |");
    expect_part(text.data, "- c on one/b.aig: no verdict, exit status 0");
    expect_part(text.data, "b says of 1 of its solutions that it did not verify them.");
    assert_null(strstr(text.data, "Incomplete"));
    text_fini(&text);
    end(&campaign);
}

static void summary_of_a_part(void **state) {
    struct campaign campaign;
    struct text text = {0};
    begin(*state, &campaign, (const char *const[]){"a:generic=x", "b:generic=y", NULL});
    add(&campaign, 0, 0, "safe 0\n", 0.05);
    summary_write(&campaign.plan, &campaign.results, &text);
    expect_part(text.data, "**Incomplete**: 1 of 6 runs");
    expect_part(text.data, "| a | b | 0 | - | 0 | - | - | 0 | 0 | 0 | 0 |");
    assert_null(strstr(text.data, "WRONG"));
    text_fini(&text);
    end(&campaign);
}

static void many_tools_are_compared_with_the_first(void **state) {
    (void)state;
    struct plan plan = {.tools.size = SUMMARY_ALL_PAIRS};
    assert_true(summary_has_pair(&plan, 1, 2));
    assert_false(summary_has_pair(&plan, 2, 1));
    plan.tools.size++;
    assert_false(summary_has_pair(&plan, 1, 2));
    assert_true(summary_has_pair(&plan, 0, 2));
}

/* Every tag that is opened is closed, in order; quotes are balanced; no stray characters. */
static void expect_well_formed(const char *svg) {
    strings open = {0};
    for (const char *at = svg; (at = strchr(at, '<'));) {
        size_t size = strcspn(at, ">");
        assert_int_equal(at[size], '>');
        uint32_t quotes = 0;
        for (size_t i = 1; i < size; i++) {
            assert_int_not_equal(at[i], '<');
            quotes += at[i] == '"';
        }
        assert_int_equal(quotes % 2, 0);
        size_t name = strcspn(at + 1, " />");
        if (at[1] == '/') {
            assert_true(open.size > 0);
            char *last = vec_pop(&open);
            assert_int_equal(strlen(last), size - 2);
            assert_memory_equal(last, at + 2, size - 2);
            mem_free(last);
        } else if (at[size - 1] != '/')
            vec_push(&open, mem_format("%.*s", (int)name, at + 1));
        at += size;
    }
    assert_int_equal(open.size, 0);
    vec_free(&open);
    for (const char *at = svg; (at = strchr(at, '&')); at++)
        assert_true(!strncmp(at, "&amp;", 5) || !strncmp(at, "&lt;", 4) || !strncmp(at, "&gt;", 4) ||
                    !strncmp(at, "&quot;", 6));
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
}

static void pictures(void **state) {
    struct campaign campaign;
    struct text text = {0};
    three_tools(*state, &campaign);
    plot_cactus(&campaign.plan, &campaign.results, &text);
    expect_well_formed(text.data);
    expect_part(text.data, "a (2)");
    expect_part(text.data, "b (3)");
    expect_part(text.data, "c (0)");
    assert_int_equal(count_of(text.data, "r=\"2.2\""), 5); /* one dot per solved run */
    text_clear(&text);
    plot_scatter(&campaign.plan, &campaign.results, 0, 1, &text);
    expect_well_formed(text.data);
    expect_part(text.data, "safe (2)");
    expect_part(text.data, "unsafe (1)");
    expect_part(text.data, "solved by neither: 0");
    expect_part(text.data, "<title>two/c.aig: a timeout 11.000 s, b safe 5.000 s</title>");
    text_clear(&text);
    plot_scatter(&campaign.plan, &campaign.results, 0, 2, &text);
    expect_part(text.data, "solved by neither: 1");
    text_fini(&text);
    end(&campaign);
}

static void pictures_without_results(void **state) {
    struct campaign campaign;
    struct text text = {0};
    begin(*state, &campaign, (const char *const[]){"a:generic=x", "b:generic=y", NULL});
    plot_cactus(&campaign.plan, &campaign.results, &text);
    expect_well_formed(text.data);
    text_clear(&text);
    plot_scatter(&campaign.plan, &campaign.results, 0, 1, &text);
    expect_well_formed(text.data);
    text_fini(&text);
    end(&campaign);
}

static void axes(void **state) {
    (void)state;
    struct text text = {0};
    svg_escape(&text, "<a & \"b\">\x01");
    assert_string_equal(text.data, "&lt;a &amp; &quot;b&quot;&gt; ");
    text_fini(&text);
    struct svg_axis axis = svg_axis_for(0.03, 100, 0, 400);
    assert_near(axis.low, 0.01);
    assert_near(svg_position(&axis, 1), 200);
    assert_near(svg_position(&axis, 1000), 400);
    assert_true(svg_position(&axis, 0) == 0);
    assert_near(svg_axis_for(1e-9, 60, 0, 1).low, 1e-3);
    assert_near(svg_axis_for(60, 60, 0, 1).low, 6); /* never an empty axis */
}

int main(void) {
#define test(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {
        test(scores),
        test(comparisons),
        test(summary_shouts),
        test(summary_of_a_part),
        test(many_tools_are_compared_with_the_first),
        test(pictures),
        test(pictures_without_results),
        test(axes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
