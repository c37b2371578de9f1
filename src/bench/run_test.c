/* Times are checked from below tightly and from above loosely, because the machine may be busy. */
#include "bench/testing_bench.h"
#include "bench/run.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

struct observed {
    struct run_report report;
    struct text output, errors;
};

static void run_under(struct observed *observed, const char *command, struct run_limits limits) {
    struct run run;
    *observed = (struct observed){0};
    assert_true(run_start(&run, command, limits));
    run_finish(&run, &observed->report, &observed->output, &observed->errors);
}

static void run(struct observed *observed, const char *command, double seconds, uint64_t megabytes) {
    run_under(observed, command, (struct run_limits){.seconds = seconds, .megabytes = megabytes});
}

static void observed_fini(struct observed *observed) {
    text_fini(&observed->output);
    text_fini(&observed->errors);
}

/* Waits until a file has a process number in it. */
static pid_t pid_in(const char *folder, const char *name) {
    for (int tries = 0; tries < 1000; tries++, usleep(10000)) {
        char *content = folder_read(folder, name);
        bool whole = content && strchr(content, '\n');
        pid_t pid = whole ? (pid_t)atol(content) : 0;
        mem_free(content);
        if (whole) return pid;
    }
    fail_msg("%s was never written", name);
    return 0;
}

static bool gone(pid_t pid) {
    return kill(pid, 0) < 0 && errno == ESRCH;
}

static void reports_output_and_exit_status(void **state) {
    (void)state;
    struct observed observed;
    run(&observed, "echo out; echo err >&2; sleep 0.2; cat; exit 7", 20, 0);
    assert_int_equal(observed.report.end, RUN_EXITED);
    assert_int_equal(observed.report.code, 7);
    assert_string_equal(observed.output.data, "out\n");
    assert_string_equal(observed.errors.data, "err\n");
    assert_true(observed.report.wall >= 0.2 && observed.report.wall < 15);
    assert_true(observed.report.peak_kb > 100);
    observed_fini(&observed);
    run(&observed, "kill -SEGV $$", 20, 0);
    assert_int_equal(observed.report.end, RUN_SIGNALLED);
    assert_int_equal(observed.report.code, SIGSEGV);
    assert_string_equal(observed.output.data, "");
    observed_fini(&observed);
}

static void time_limit_kills_everything(void **state) {
    struct observed observed;
    /* a grandchild in a session of its own, whose parent is gone, and which ignores polite signals */
    char *command =
        mem_format("(setsid sh -c 'trap \"\" TERM; echo $$ > %s/pid; while :; do sleep 1; done' &)\n"
                   "trap '' TERM; while [ ! -s %s/pid ]; do sleep 0.05; done; while :; do sleep 1; done",
                   (char *)*state, (char *)*state);
    uint64_t start = clock_us();
    run(&observed, command, 1, 0);
    assert_int_equal(observed.report.end, RUN_TIMEOUT);
    assert_true(observed.report.wall >= 1 + RUN_GRACE);
    assert_true(clock_us() - start < 20 * 1000000u);
    assert_true(gone(pid_in(*state, "pid")));
    observed_fini(&observed);
    mem_free(command);
}

static void last_words_are_kept(void **state) {
    (void)state;
    struct observed observed;
    run(&observed, "trap 'echo late; exit 0' TERM; echo early; while :; do sleep 0.05; done", 0.5, 0);
    assert_int_equal(observed.report.end, RUN_TIMEOUT);
    assert_string_equal(observed.output.data, "early\nlate\n");
    observed_fini(&observed);
    /* a tool that stops by itself a moment after the limit is not disturbed */
    run(&observed, "trap 'echo disturbed' TERM; sleep 0.6; echo mine; exit 3", 0.5, 0);
    assert_int_equal(observed.report.end, RUN_TIMEOUT);
    assert_string_equal(observed.output.data, "mine\n");
    observed_fini(&observed);
}

static void leftovers_of_a_finished_command_die(void **state) {
    struct observed observed;
    char *command = mem_format("setsid sleep 1000 & echo $! > %s/pid; echo safe", (char *)*state);
    run(&observed, command, 20, 0);
    assert_int_equal(observed.report.end, RUN_EXITED);
    assert_true(observed.report.wall < 15);
    assert_true(gone(pid_in(*state, "pid")));
    observed_fini(&observed);
    mem_free(command);
}

static void memory_limit_holds_for_the_sum(void **state) {
    (void)state;
    /* Two processes of some 30 MB each, made of a shell variable. */
    static const char grow[] =
        "grow() { x=0123456789abcdef; i=0; while [ $i -lt 21 ]; do x=$x$x; i=$((i+1)); done; sleep 60; }\n";
    struct observed observed;
    char *two = mem_format("%sgrow & grow & wait", grow);
    run(&observed, two, 60, 45);
    assert_int_equal(observed.report.end, RUN_MEMORY);
    assert_true(observed.report.peak_kb > 45 * 1024);
    observed_fini(&observed);
    mem_free(two);
    run(&observed, "x=0123456789abcdef; i=0; while [ $i -lt 21 ]; do x=$x$x; i=$((i+1)); done; echo done", 60,
        2000);
    assert_int_equal(observed.report.end, RUN_EXITED);
    assert_string_equal(observed.output.data, "done\n");
    assert_true(observed.report.peak_kb >
                30 * 1024); /* seen by the kernel even if it was there for a moment only */
    observed_fini(&observed);
}

/* Two processes at work, one of them an orphan: their time adds up. A sleeper has all the time it wants. */
static void cpu_limit_holds_for_the_sum(void **state) {
    (void)state;
    static const char busy[] = "(sh -c 'while :; do :; done' &); while :; do :; done";
    struct observed observed;
    run_under(&observed, busy, (struct run_limits){.seconds = 60, .cpu_seconds = 0.5});
    assert_int_equal(observed.report.end, RUN_TIMEOUT);
    assert_true(observed.report.cpu >= 0.5 && observed.report.wall < 50);
    observed_fini(&observed);
    run_under(&observed, "sleep 0.5; echo done", (struct run_limits){.seconds = 60, .cpu_seconds = 0.4});
    assert_int_equal(observed.report.end, RUN_EXITED);
    observed_fini(&observed);
}

static void cpu_time_of_orphans_counts(void **state) {
    static const char loop[] = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
    struct observed observed;
    char *command = mem_format("(sh -c '%s; : > %s/done' &); while [ ! -e %s/done ]; do sleep 0.05; done",
                               loop, (char *)*state, (char *)*state);
    run(&observed, command, 60, 0);
    assert_int_equal(observed.report.end, RUN_EXITED);
    assert_true(observed.report.cpu > 0.02);
    observed_fini(&observed);
    mem_free(command);
    run(&observed, "sleep 0.3", 60, 0);
    assert_true(observed.report.cpu < 0.2);
    observed_fini(&observed);
}

static void floods_are_stopped(void **state) {
    (void)state;
    struct observed observed;
    run(&observed, "exec cat /dev/zero", 120, 0);
    assert_int_equal(observed.report.end, RUN_FLOOD);
    observed_fini(&observed);
}

static void runs_can_be_stopped(void **state) {
    struct observed observed = {0};
    struct run run;
    char *command = mem_format("echo $$ > %s/pid; exec sleep 1000", (char *)*state);
    assert_true(run_start(&run, command, (struct run_limits){.seconds = 100}));
    pid_t pid = pid_in(*state, "pid");
    assert_false(gone(pid));
    run_stop(&run);
    run_finish(&run, &observed.report, &observed.output, &observed.errors);
    assert_int_equal(observed.report.end, RUN_INTERRUPTED);
    assert_true(gone(pid));
    observed_fini(&observed);
    mem_free(command);
}

static void runs_die_with_their_owner(void **state) {
    char *command = mem_format("echo $$ > %s/pid; exec sleep 1000", (char *)*state);
    pid_t owner = fork();
    if (!owner) {
        struct run run;
        run_start(&run, command, (struct run_limits){.seconds = 100});
        for (;;) pause();
    }
    pid_t pid = pid_in(*state, "pid");
    kill(owner, SIGKILL);
    waitpid(owner, NULL, 0);
    for (int tries = 0; tries < 1000 && !gone(pid); tries++) usleep(10000);
    assert_true(gone(pid));
    mem_free(command);
}

int main(void) {
#define test(name) cmocka_unit_test_setup_teardown(name, folder_setup, folder_teardown)
    const struct CMUnitTest tests[] = {
        test(reports_output_and_exit_status),
        test(time_limit_kills_everything),
        test(last_words_are_kept),
        test(leftovers_of_a_finished_command_die),
        test(memory_limit_holds_for_the_sum),
        test(cpu_limit_holds_for_the_sum),
        test(cpu_time_of_orphans_counts),
        test(floods_are_stopped),
        test(runs_can_be_stopped),
        test(runs_die_with_their_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
