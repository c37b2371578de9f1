#include "bench/testing_bench.h"
#include "bench/judge.h"

#include <signal.h>

/* A plan with PROPERTIES.csv for the last file: 0 is safe, 1 is unsafe. */
static void plan_with_properties(const char *folder, struct plan *plan) {
    plan_fixture(folder, plan, (const char *const[]){"t:generic=x {}", NULL});
    folder_write(folder, "PROPERTIES.csv", "path,property,expected\ntwo/c.aig,0,safe\ntwo/c.aig,1,unsafe\n");
    plan_fixture_load(folder, plan);
}

enum { SAFE_FILE, UNSAFE_FILE, TWO_PROPERTIES };

static void expect(const struct plan *plan, uint32_t instance, const char *output, enum outcome outcome,
                   enum check check) {
    struct result result;
    struct run_report report = {.end = RUN_EXITED, .wall = 1};
    judge_run(plan, instance, 0, &report, output, &result);
    assert_string_equal(outcome_name(result.outcome), outcome_name(outcome));
    assert_string_equal(check_name(result.check), check_name(check));
    result_fini(&result);
}

static void verdicts_are_compared_with_the_manifest(void **state) {
    struct plan plan;
    plan_with_properties(*state, &plan);
    expect(&plan, SAFE_FILE, "safe\n", OUTCOME_SAFE, CHECK_CORRECT);
    expect(&plan, SAFE_FILE, "unsafe\n", OUTCOME_UNSAFE, CHECK_WRONG);
    expect(&plan, SAFE_FILE, "unknown\n", OUTCOME_UNKNOWN, CHECK_NONE);
    expect(&plan, SAFE_FILE, "", OUTCOME_ERROR, CHECK_NONE);
    expect(&plan, SAFE_FILE, "unknown (timeout)", OUTCOME_TIMEOUT, CHECK_NONE);
    expect(&plan, UNSAFE_FILE, "unsafe\n", OUTCOME_UNSAFE, CHECK_CORRECT);
    expect(&plan, UNSAFE_FILE, "safe\n", OUTCOME_SAFE, CHECK_WRONG);
    /* one unknown property leaves room for the counterexample, but one unsafe property is one too many */
    expect(&plan, UNSAFE_FILE, "safe a\nunknown b\n", OUTCOME_UNKNOWN, CHECK_NONE);
    expect(&plan, SAFE_FILE, "unsafe a\nunknown b\n", OUTCOME_UNKNOWN, CHECK_WRONG);
    plan_fini(&plan);
}

/* Where only `safe` is wrong, unsafe and unknown are both right; a run that a limit ended says nothing. */
static void not_safe(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, (const char *const[]){"t:generic=x {}", NULL});
    folder_write(*state, "MANIFEST.csv", "path,expected\none/a.aig,not-safe\ntwo/c.aig,\n");
    folder_write(*state, "PROPERTIES.csv", "path,property,expected\ntwo/c.aig,0,not-safe\n");
    plan_fixture_load(*state, &plan);
    expect(&plan, 0, "safe\n", OUTCOME_SAFE, CHECK_WRONG);
    expect(&plan, 0, "unsafe\n", OUTCOME_UNSAFE, CHECK_CORRECT);
    expect(&plan, 0, "unknown (unsupported: x)\n", OUTCOME_UNKNOWN, CHECK_CORRECT);
    expect(&plan, 0, "unknown (timeout)\n", OUTCOME_TIMEOUT, CHECK_NONE);
    expect(&plan, 0, "", OUTCOME_ERROR, CHECK_NONE);
    expect(&plan, 1, "safe 0\n", OUTCOME_SAFE, CHECK_WRONG);
    expect(&plan, 1, "unsafe 0\n", OUTCOME_UNSAFE, CHECK_CORRECT);
    plan_fini(&plan);
}

static void properties_are_compared_one_by_one(void **state) {
    struct plan plan;
    plan_with_properties(*state, &plan);
    expect(&plan, TWO_PROPERTIES, "safe 0\nunsafe 1\n", OUTCOME_UNSAFE, CHECK_CORRECT);
    expect(&plan, TWO_PROPERTIES, "unsafe 1\nsafe 0\n", OUTCOME_UNSAFE, CHECK_CORRECT);
    expect(&plan, TWO_PROPERTIES, "unsafe 0\nsafe 1\n", OUTCOME_UNSAFE, CHECK_WRONG);
    expect(&plan, TWO_PROPERTIES, "unknown 0\nsafe 1\n", OUTCOME_UNKNOWN, CHECK_WRONG);
    expect(&plan, TWO_PROPERTIES, "safe 0\n", OUTCOME_UNKNOWN, CHECK_NONE); /* one answer is missing */
    /* other names: only the number of unsafe properties can be compared */
    expect(&plan, TWO_PROPERTIES, "safe p\nunsafe q\n", OUTCOME_UNSAFE, CHECK_NONE);
    expect(&plan, TWO_PROPERTIES, "safe p\nsafe q\n", OUTCOME_SAFE, CHECK_WRONG);
    plan_fini(&plan);
}

static void ends_decide_before_words(void **state) {
    struct plan plan;
    plan_with_properties(*state, &plan);
    static const struct {
        struct run_report report;
        enum outcome outcome;
    } cases[] = {
        {{.end = RUN_EXITED, .wall = 9.9}, OUTCOME_SAFE},
        {{.end = RUN_EXITED, .wall = 10.1}, OUTCOME_TIMEOUT}, /* said in time, but not ended in time */
        {{.end = RUN_TIMEOUT, .wall = 10}, OUTCOME_TIMEOUT},
        {{.end = RUN_MEMORY, .wall = 1}, OUTCOME_MEMORY},
        {{.end = RUN_FLOOD, .wall = 1}, OUTCOME_ERROR},
        {{.end = RUN_SIGNALLED, .code = SIGSEGV, .wall = 1}, OUTCOME_ERROR},
        {{.end = RUN_SIGNALLED, .code = SIGXCPU, .wall = 1}, OUTCOME_TIMEOUT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result result;
        judge_run(&plan, SAFE_FILE, 0, &cases[i].report, "safe 0\n", &result);
        assert_int_equal(result.outcome, cases[i].outcome);
        assert_int_equal(result_solved(&result), cases[i].outcome == OUTCOME_SAFE);
        result_fini(&result);
        /* a wrong word is wrong however the run ends */
        judge_run(&plan, SAFE_FILE, 0, &cases[i].report, "unsafe 0\n", &result);
        assert_int_equal(result.check, CHECK_WRONG);
        assert_false(result_solved(&result));
        result_fini(&result);
    }
    plan_fini(&plan);
}

static bool contradict(const struct plan *plan, const char *left, const char *right) {
    struct result a, b;
    struct run_report report = {.end = RUN_EXITED, .wall = 1};
    judge_run(plan, TWO_PROPERTIES, 0, &report, left, &a);
    judge_run(plan, TWO_PROPERTIES, 0, &report, right, &b);
    bool contradiction = judge_contradiction(&a, &b);
    assert_int_equal(judge_contradiction(&b, &a), contradiction);
    result_fini(&a);
    result_fini(&b);
    return contradiction;
}

static void tools_may_contradict_each_other(void **state) {
    struct plan plan;
    plan_fixture(*state, &plan, (const char *const[]){"t:generic=x {}", NULL});
    plan_fixture_load(*state, &plan);
    assert_false(contradict(&plan, "safe 0\nunsafe 1\n", "safe 0\nunsafe 1\n"));
    assert_true(contradict(&plan, "safe 0\nunsafe 1\n", "unsafe 0\nsafe 1\n"));
    assert_true(contradict(&plan, "safe 0\nunknown 1\n", "unsafe 0\nunknown 1\n"));
    assert_false(contradict(&plan, "safe 0\nunknown 1\n", "unknown 0\nunsafe 1\n"));
    assert_true(
        contradict(&plan, "safe p\nsafe q\n", "unknown 0\nunsafe 1\n")); /* all safe: names do not matter */
    assert_false(contradict(&plan, "safe p\nunknown q\n", "unknown 0\nunsafe 1\n"));
    assert_false(contradict(&plan, "safe\nunsafe\n", "unsafe\nsafe\n")); /* no names: nothing to compare */
    plan_fini(&plan);
}

int main(void) {
#define test(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {
        test(verdicts_are_compared_with_the_manifest), test(not_safe),
        test(properties_are_compared_one_by_one),      test(ends_decide_before_words),
        test(tools_may_contradict_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
