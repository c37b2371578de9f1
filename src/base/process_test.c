#define _GNU_SOURCE /* kill, usleep */
#include "base/process.h"

#include "base/tree.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static struct process_result shell(const char *command, struct text *output, struct text *errors,
                                   double seconds, struct limits *limits) {
    const char *const words[] = {"sh", "-c", command, NULL}, *const settings[] = {"HOME=/nowhere", NULL};
    return process_run(
        &(struct process){
            .arguments = words, .settings = settings, .output = output, .errors = errors, .seconds = seconds},
        limits);
}

static void files_and_settings_are_passed(void **state) {
    (void)state;
    struct text output = {0}, errors = {0};
    int input = process_file("input", "from us", 7), extra = process_file("extra", " and more", 9);
    static const char *const words[] = {"sh", "-c",
                                        "cat - /dev/fd/3; echo $HOME >&2; ls /proc/self/fd | wc -l >&2",
                                        NULL},
                             *const settings[] = {"HOME=/nowhere", NULL};
    const struct process plan = {.arguments = words,
                                 .settings = settings,
                                 .input = input,
                                 .extra = {extra},
                                 .output = &output,
                                 .errors = &errors};
    struct process_result end = process_run(&plan, NULL);
    assert_int_equal(end.end, PROCESS_EXITED);
    assert_int_equal(end.code, 0);
    assert_string_equal(output.data, "from us and more");
    assert_string_equal(errors.data, "/nowhere\n5\n"); /* 0 to 3, and that of ls itself */
    close(input);
    close(extra);
    text_fini(&output);
    text_fini(&errors);
}

static void both_outputs_in_order(void **state) {
    (void)state;
    struct text said = {0};
    shell("echo a; echo b >&2; echo c", &said, NULL, 0, NULL);
    assert_string_equal(said.data, "a\nb\nc\n");
    text_fini(&said);
    static const char *const words[] = {"sh", "-c", "seq 100000", NULL};
    struct process_result end =
        process_run(&(struct process){.arguments = words, .output = &said, .most = 10}, NULL);
    assert_int_equal(end.end, PROCESS_EXITED);
    assert_string_equal(said.data, "1\n2\n3\n4\n5\n");
    text_fini(&said);
}

static void ends_are_told_apart(void **state) {
    (void)state;
    struct process_result end = shell("exit 17", NULL, NULL, 0, NULL);
    assert_int_equal(end.end, PROCESS_EXITED);
    assert_int_equal(end.code, 17);
    end = shell("kill -SEGV $$", NULL, NULL, 0, NULL);
    assert_int_equal(end.end, PROCESS_SIGNALLED);
    assert_int_equal(end.code, SIGSEGV);
    assert_int_equal(shell("kill -KILL $$", NULL, NULL, 0, NULL).end, PROCESS_MEMORY); /* the system's way */
    assert_int_equal(shell("echo LLVM ERROR: out of memory >&2; kill -ABRT $$", NULL, NULL, 0, NULL).end,
                     PROCESS_MEMORY);
    assert_int_equal(shell("echo x.c:1:2: error: out of memory; exit 1", NULL, NULL, 0, NULL).end,
                     PROCESS_EXITED);
    static const char *const words[] = {"/no/such/program", NULL};
    end = process_run(&(struct process){.arguments = words}, NULL);
    assert_int_equal(end.end, PROCESS_FAILED);
    assert_int_equal(end.code, ENOENT);
    struct text text = {0};
    process_describe(&text, words[0], end);
    assert_string_equal(text.data, "/no/such/program cannot be run: No such file or directory");
    text_fini(&text);
}

static pid_t number_in(const struct text *text) {
    return text->data ? (pid_t)strtol(text->data, NULL, 10) : 0;
}

/* Gone, or only not waited for: as an orphan it is not our business. */
static bool is_gone(pid_t pid) {
    char path[64], state = 'X';
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "r");
    if (!file) return true;
    if (fscanf(file, "%*d %*s %c", &state) != 1) state = 'X';
    fclose(file);
    return state == 'Z' || state == 'X';
}

static bool will_be_gone(pid_t pid) {
    for (int i = 0; i < 2000 && !is_gone(pid); i++) usleep(1000);
    return is_gone(pid);
}

static void time_limits_kill_everything(void **state) {
    (void)state;
    struct text said = {0};
    uint64_t start = clock_us();
    struct process_result end = shell("sleep 100 & echo $!; wait", &said, NULL, 0.2, NULL);
    assert_int_equal(end.end, PROCESS_TIMEOUT);
    assert_true(clock_us() - start < 2000000);
    assert_true(number_in(&said) > 0 && will_be_gone(number_in(&said)));
    struct limits limits;
    limits_init(&limits, 0.2);
    end = shell("exec >&- 2>&-; sleep 100", NULL, NULL, 0, &limits); /* nothing to be heard of it */
    assert_int_equal(end.end, PROCESS_STOPPED);
    text_fini(&said);
}

static void leftovers_are_killed(void **state) {
    (void)state;
    struct text said = {0};
    uint64_t start = clock_us();
    assert_int_equal(shell("sleep 100 & echo $!", &said, NULL, 0, NULL).end, PROCESS_EXITED);
    assert_true(clock_us() - start < 2000000); /* though it has the pipe */
    assert_true(number_in(&said) > 0 && will_be_gone(number_in(&said)));
    text_fini(&said);
}

/* A child that starts a program with a child, and is killed after some time. */
static void nothing_survives_us(void **state) {
    (void)state;
    for (useconds_t after = 0; after < 60000; after = after * 2 + 1000) {
        char path[] = "/tmp/process-test-XXXXXX", *command;
        int file = mkstemp(path);
        assert_true(file >= 0);
        command = mem_format("echo $$ >> %s; sleep 100 & echo $! >> %s; wait", path, path);
        pid_t victim = fork();
        if (!victim) {
            shell(command, NULL, NULL, 0, NULL);
            _exit(0);
        }
        usleep(after);
        kill(victim, SIGKILL);
        waitpid(victim, NULL, 0);
        usleep(20000);
        char numbers[64] = "";
        ssize_t got = read(file, numbers, sizeof numbers - 1);
        if (got > 0) numbers[got] = 0;
        char *at = numbers;
        for (long pid; (pid = strtol(at, &at, 10)) > 0;) assert_true(will_be_gone((pid_t)pid));
        close(file);
        unlink(path);
        mem_free(command);
    }
}

#ifndef __SANITIZE_ADDRESS__
static void memory_is_bounded(void **state) {
    (void)state;
    static const char hungry[] = "exec perl -e '$x = \"x\" x (1 << 29); print length $x'";
    struct text said = {0};
    assert_int_equal(shell(hungry, &said, NULL, 0, NULL).end, PROCESS_EXITED);
    assert_string_equal(said.data, "536870912");
    text_clear(&said);
    process_bound_memory(64 << 20);
    assert_in_range(process_memory(), 32 << 20, 64 << 20); /* this process has some, too */
    struct process_result end = shell(hungry, &said, NULL, 0, NULL);
    process_bound_memory(0);
    assert_true(end.end != PROCESS_EXITED || end.code != 0);
    text_fini(&said);
}
#endif

static void the_tree_is_measured(void **state) {
    (void)state;
    enum { BYTES = 64 << 20 };
    struct tree_memory known = {0};
    uint64_t before = tree_memory_kb(&known, 0);
    pid_t child = process_fork(SIGKILL);
    if (!child) {
        mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        for (;;) pause();
    }
    uint64_t most = 0;
    for (int i = 0; i < 2000 && most < before + (BYTES >> 10); i++) {
        most = tree_memory_kb(&known, 0);
        usleep(1000);
    }
    assert_in_range(most, before + (BYTES >> 10), before + (BYTES >> 10) + (16 << 10));
    known = (struct tree_memory){0};
    assert_true(tree_memory_kb(&known, 1 << 30) >= most); /* resident sizes: what is shared counts twice */
    u32s children = {0};
    tree_children(&children);
    assert_int_equal(children.size, 1);
    assert_int_equal(children.data[0], child);
    vec_free(&children);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_and_settings_are_passed),
        cmocka_unit_test(both_outputs_in_order),
        cmocka_unit_test(ends_are_told_apart),
        cmocka_unit_test(time_limits_kill_everything),
        cmocka_unit_test(leftovers_are_killed),
        cmocka_unit_test(nothing_survives_us),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(memory_is_bounded),
#endif
        cmocka_unit_test(the_tree_is_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
