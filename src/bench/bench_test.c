/* Whole campaigns, with shell scripts for tools. */
#include "bench/bench.h"
#include "bench/testing_bench.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

enum { MOST_ARGUMENTS = 24 };

/* Starts `bench FOLDER/MANIFEST.csv -o FOLDER/out ARGUMENTS...` in a process of its own; its output goes to
 * FOLDER/stdout and FOLDER/stderr. */
static pid_t start_bench(const char *folder, const char *const *arguments) {
    fflush(NULL);
    pid_t pid = fork();
    if (pid) return pid;
    char *manifest = mem_format("%s/MANIFEST.csv", folder), *output = mem_format("%s/out", folder);
    char *argv[MOST_ARGUMENTS + 1] = {"bench", manifest, "-o", output};
    int argc = 4;
    for (; *arguments && argc < MOST_ARGUMENTS; arguments++) argv[argc++] = mem_strdup(*arguments);
    char *streams[] = {mem_format("%s/stdout", folder), mem_format("%s/stderr", folder)};
    if (!freopen(streams[0], "w", stdout) || !freopen(streams[1], "w", stderr)) _exit(120);
    int code = bench_main(argc, argv);
    fflush(NULL);
    _exit(code);
}

static int wait_for(pid_t pid) {
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int run_bench(const char *folder, const char *const *arguments) {
    return wait_for(start_bench(folder, arguments));
}

static void make_files(const char *folder) {
    struct plan plan;
    plan_fixture(folder, &plan, (const char *const[]){NULL});
    plan_fini(&plan);
}

static void expect_in(const char *folder, const char *name, const char *part) {
    char *content = folder_read(folder, name);
    if (!content || !strstr(content, part))
        fail_msg("no `%s' in %s:\n%s", part, name, content ? content : "(absent)");
    mem_free(content);
}

static uint32_t lines_of(const char *folder, const char *name) {
    char *content = folder_read(folder, name);
    uint32_t lines = content ? count_of(content, "\n") : 0;
    mem_free(content);
    return lines;
}

/* Answers what the manifest expects, for two properties where there are two. */
#define HONEST                                                                                               \
    "case {expected} in unknown) echo safe 0; echo safe 1;; *) echo {expected} 0;; esac; case {expected} "   \
    "in "                                                                                                    \
    "unsafe) exit 1;; esac"

static void a_good_campaign(void **state) {
    make_files(*state);
    int code =
        run_bench(*state, (const char *const[]){"--tool", "good:induct=" HONEST, "--tool",
                                                "slow:generic=sleep 20; echo safe", "--tool",
                                                "big:generic=x=0123456789abcdef; while :; do x=$x$x; done",
                                                "--tool", "bad:generic=echo oops >&2; exit 5", "--timeout",
                                                "5", "--memory", "200", "--jobs", "3", NULL});
    assert_int_equal(code, 0);
    assert_int_equal(lines_of(*state, "out/results.csv"), 1 + 12);
    expect_in(*state, "out/results.csv", "one/b.aig,good,unsafe,unsafe,correct,");
    expect_in(*state, "out/results.csv", "two/c.aig,good,safe,unknown,,");
    expect_in(*state, "out/results.csv", "one/a.aig,slow,timeout,safe,,");
    expect_in(*state, "out/results.csv", "one/a.aig,big,memory,safe,,");
    expect_in(*state, "out/results.csv", "one/a.aig,bad,error,safe,,");
    expect_in(*state, "out/logs/bad~one~a.aig.txt", "oops");
    expect_in(*state, "out/summary.md", "| good | 3 | 2 | 1 | 3 | 0 |");
    expect_in(*state, "out/cactus.svg", "</svg>");
    expect_in(*state, "out/scatter-good-slow.svg", "</svg>");
    expect_in(*state, "out/scatter-big-bad.svg", "</svg>");
    expect_in(*state, "stdout", "good: 3 of 3 solved (2 safe, 1 unsafe)");
    expect_in(*state, "out/campaign.json", "\"tools\":[\"good\",\"slow\",\"big\",\"bad\"]");
    expect_in(*state, "out/campaign.json",
              "\"name\":\"one/b.aig\",\"family\":\"one\",\"expected\":\"unsafe\"");
    expect_in(*state, "out/campaign.html", "default-src 'none'");
}

/* Another campaign is compared by names of files and tools; one that is none is refused before anything runs. */
static void campaigns_are_compared(void **state) {
    static const char *const tool = "t:induct=" HONEST;
    make_files(*state);
    char *before = mem_format("%s/out", (char *)*state),
         *diary = mem_format("d:generic=echo x >> %s/diary", (char *)*state);
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", tool, NULL}), 0);
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", tool, "--against", before, NULL}), 0);
    expect_in(*state, "out/campaign.json", "\"against\":{\"folder\":");
    expect_in(*state, "out/campaign.json", "[\"one/b.aig\",\"t\",[\"unsafe\",\"correct\",");
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", diary, "--against", "/none", NULL}),
                     2);
    expect_in(*state, "stderr", "/none/results.csv: ");
    folder_write(*state, "other/results.csv", "path,tool\nx,y\n");
    char *other = mem_format("%s/other", (char *)*state);
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", diary, "--against", other, NULL}), 2);
    expect_in(*state, "stderr", "it has no column 'outcome'");
    assert_int_equal(lines_of(*state, "diary"), 0);
    mem_free(before);
    mem_free(other);
    mem_free(diary);
}

static void wrong_verdicts_are_shouted(void **state) {
    make_files(*state);
    assert_int_equal(
        run_bench(*state, (const char *const[]){"--tool", "liar:generic=echo safe 0; echo safe 1", NULL}), 1);
    expect_in(*state, "stderr", "WRONG VERDICT: liar says safe of one/b.aig (expected unsafe)");
    expect_in(*state, "stdout", "1 WRONG");
    expect_in(*state, "out/summary.md", "## WRONG VERDICTS: 1");
    expect_in(*state, "out/logs/liar~one~b.aig.txt", "safe 0");
}

static void contradictions_are_wrong_too(void **state) {
    make_files(*state);
    assert_int_equal(run_bench(*state, (const char *const[]){"--where", "expected=unknown", "--tool",
                                                             "a:generic=echo safe 0; echo safe 1", "--tool",
                                                             "b:generic=echo safe 0; echo unsafe 1", NULL}),
                     1);
    expect_in(*state, "out/summary.md", "## DISAGREEMENTS: 1");
}

static void refusals_may_be_right(void **state) {
    make_files(*state);
    folder_write(*state, "MANIFEST.csv",
                 "path,expected,data_model\none/a.aig,not-safe,ilp32\none/a.aig,safe,lp64\n"
                 "one/b.aig,convention,lp64\n");
    const char *tool = "t:generic=case {data_model} in lp64) echo safe;; *) echo unknown;; esac";
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", tool, NULL}), 0);
    expect_in(*state, "out/results.csv", "one/a.aig [ilp32],t,unknown,not-safe,correct,");
    expect_in(*state, "stdout", "t: 2 of 2 solved (1 safe, 0 unsafe)");
    expect_in(*state, "stdout", ", 1 rightly unknown");
    expect_in(*state, "stdout", "1 rows of convention skipped");
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", tool, NULL}), 0); /* and read again */
}

/* A tool that keeps a diary, waits while FOLDER/hold exists, and is honest. */
static char *diarist(const char *folder) {
    return mem_format(
        "t:induct=echo {} >> %s/diary; while [ -e %s/hold/{expected} ]; do sleep 0.02; done; " HONEST, folder,
        folder);
}

static void wait_for_lines(const char *folder, const char *name, uint32_t lines) {
    for (int tries = 0; tries < 1000 && lines_of(folder, name) < lines; tries++) usleep(10000);
    assert_int_equal(lines_of(folder, name), lines);
}

static void release(const char *folder) {
    char *hold = mem_format("%s/hold/unsafe", folder);
    assert_int_equal(unlink(hold), 0);
    mem_free(hold);
}

/* Stops a campaign by a signal while its second run is under way, and continues it. */
static void interrupt_and_continue(const char *folder, int signal, int expected) {
    make_files(folder);
    folder_write(folder, "hold/unsafe", "");
    char *tool = diarist(folder);
    const char *const arguments[] = {"--tool", tool, NULL};
    pid_t pid = start_bench(folder, arguments);
    wait_for_lines(folder, "diary", 2);
    wait_for_lines(folder, "out/results.csv", 2);
    kill(pid, signal);
    assert_int_equal(wait_for(pid), expected);
    assert_int_equal(lines_of(folder, "out/results.csv"), 2); /* the header and the first file */
    release(folder);
    assert_int_equal(run_bench(folder, arguments), 0);
    assert_int_equal(lines_of(folder, "out/results.csv"), 4);
    assert_int_equal(lines_of(folder, "diary"), 4); /* only the second file was run twice */
    expect_in(folder, "out/summary.md", "| t | 3 | 2 | 1 |");
    assert_int_equal(run_bench(folder, arguments), 0); /* nothing is left to run */
    assert_int_equal(lines_of(folder, "diary"), 4);
    mem_free(tool);
}

static void continues_after_being_killed(void **state) {
    interrupt_and_continue(*state, SIGKILL, -SIGKILL);
}

static void continues_after_being_interrupted(void **state) {
    interrupt_and_continue(*state, SIGINT, 3);
    expect_in(*state, "stderr", "continuing: 3 of 3 runs are done");
}

static void tools_take_turns(void **state) {
    make_files(*state);
    char *a = mem_format("a:induct=echo a >> %s/diary; " HONEST, (char *)*state);
    char *b = mem_format("b:induct=echo b >> %s/diary; " HONEST, (char *)*state);
    assert_int_equal(run_bench(*state, (const char *const[]){"--tool", a, "--tool", b, NULL}), 0);
    char *diary = folder_read(*state, "diary");
    assert_string_equal(diary, "a\nb\nb\na\na\nb\n");
    mem_free(diary);
    mem_free(a);
    mem_free(b);
}

/* Lines of results without times, sorted: path, tool, outcome, expected, check. */
static int by_text(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}
static char *outcomes_of(const char *folder, const char *name) {
    char *content = folder_read(folder, name);
    strings lines = {0};
    struct text text = {0};
    assert_non_null(content);
    for (char *line = strtok(content, "\n"); line; line = strtok(NULL, "\n")) {
        char *end = line;
        for (int commas = 0; *end && (commas += *end == ',') < 5;) end++;
        *end = 0;
        vec_push(&lines, line);
    }
    qsort(lines.data, lines.size, sizeof *lines.data, by_text);
    vec_each (char *, line, &lines) text_format(&text, "%s\n", *line);
    vec_free(&lines);
    mem_free(content);
    return text_take(&text);
}

/* The rows of the tools in the summary, up to PAR-2. */
static char *scores_of(const char *folder, const char *name) {
    char *content = folder_read(folder, name), *from = strstr(content, "| good |"),
         *to = strstr(from, " | 0.0");
    char *scores = mem_format("%.*s", (int)(to ? to - from : 1), from);
    mem_free(content);
    return scores;
}

static int run_part(const char *folder, const char *output, const char *const *more) {
    char *path = mem_format("%s/%s", folder, output);
    const char *arguments[MOST_ARGUMENTS] = {
        "--tool", "good:induct=" HONEST, "--tool", "bad:generic=exit 5", "-o", path};
    for (int n = 6; *more && n + 1 < MOST_ARGUMENTS; more++) arguments[n++] = *more;
    int code = run_bench(folder, arguments);
    mem_free(path);
    return code;
}

static void shards_are_merged(void **state) {
    make_files(*state);
    char *one = mem_format("%s/one-of-two", (char *)*state),
         *two = mem_format("%s/two-of-two", (char *)*state);
    assert_int_equal(run_part(*state, "whole", (const char *const[]){NULL}), 0);
    assert_int_equal(run_part(*state, "one-of-two", (const char *const[]){"--shard", "1/2", NULL}), 0);
    expect_in(*state, "one-of-two/summary.md", "Shard 1 of 2: 2 of the files.");
    assert_int_equal(lines_of(*state, "one-of-two/results.csv"), 1 + 4);
    assert_int_equal(run_part(*state, "early", (const char *const[]){"--merge", one, NULL}), 3);
    expect_in(*state, "early/summary.md", "**Incomplete**: 4 of 6 runs");
    assert_int_equal(
        run_part(*state, "two-of-two", (const char *const[]){"--shard", "2/2", "--jobs", "2", NULL}), 0);
    assert_int_equal(lines_of(*state, "two-of-two/results.csv"), 1 + 2);
    assert_int_equal(run_part(*state, "merged", (const char *const[]){"--merge", one, "--merge", two, NULL}),
                     0);
    char *whole = outcomes_of(*state, "whole/results.csv"),
         *merged = outcomes_of(*state, "merged/results.csv");
    assert_string_equal(whole, merged);
    mem_free(whole);
    mem_free(merged);
    whole = scores_of(*state, "whole/summary.md");
    merged = scores_of(*state, "merged/summary.md");
    assert_true(strlen(whole) > 10);
    assert_string_equal(whole, merged);
    mem_free(whole);
    mem_free(merged);
    /* Twice the same, another campaign, a folder that has results. */
    assert_int_equal(run_part(*state, "twice", (const char *const[]){"--merge", one, "--merge", one, NULL}),
                     2);
    expect_in(*state, "stderr", "is there already");
    assert_int_equal(run_part(*state, "other", (const char *const[]){"--timeout", "7", "--merge", one, NULL}),
                     2);
    assert_int_equal(run_part(*state, "merged", (const char *const[]){"--merge", one, NULL}), 2);
    assert_int_equal(run_part(*state, "one-of-two", (const char *const[]){"--shard", "2/2", NULL}), 2);
    mem_free(one);
    mem_free(two);
}

static void wrong_calls_are_refused(void **state) {
    make_files(*state);
    static const char *const cases[][3] = {
        {"--timeout", "0", NULL}, {"--timeout", "x", NULL},   {"--jobs", "0", NULL},
        {"--sample", "-1", NULL}, {"--tool", "noname", NULL}, {"--nothing", "x", NULL},
        {"--where", "x=y", NULL}, {"second.csv", NULL, NULL}, {"--shard", "0/2", NULL},
        {"--shard", "3/2", NULL}, {"--shard", "1", NULL},     {"--shard", "1/0", NULL},
        {"--shard", "1/2x", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(run_bench(*state, cases[i]), 2);
        char *output = mem_format("%s/out", (char *)*state);
        assert_int_not_equal(access(output, F_OK), 0); /* nothing was begun */
        mem_free(output);
    }
    assert_int_equal(run_bench(*state, (const char *const[]){"--help", NULL}), 0);
    expect_in(*state, "stdout", "usage: induct bench");
}

int main(void) {
#define test(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {
        test(a_good_campaign),
        test(campaigns_are_compared),
        test(wrong_verdicts_are_shouted),
        test(refusals_may_be_right),
        test(contradictions_are_wrong_too),
        test(continues_after_being_killed),
        test(continues_after_being_interrupted),
        test(tools_take_turns),
        test(shards_are_merged),
        test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
