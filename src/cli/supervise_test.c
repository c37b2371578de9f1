#define _GNU_SOURCE /* setenv */
#include "cli/supervise.h"

#include "base/clock.h"
#include "base/folder.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

/* What the supervisor saw. */
struct seen {
    unsigned messages, ticks, bytes;
    unsigned enough; /* stop after that many messages; 0: never */
};

static bool receive(void *client, const struct wire_message *message) {
    struct seen *seen = client;
    assert_int_equal(message->kind, WIRE_LOG);
    assert_int_equal(strlen(message->bytes), message->size);
    assert_int_equal(message->property, seen->messages);
    seen->messages++;
    seen->bytes += (unsigned)message->size;
    return seen->messages != seen->enough;
}

static void tick(void *client) {
    struct seen *seen = client;
    seen->ticks++;
}

static struct ending run(struct seen *seen, void (*work)(void *, int), double timeout, uint64_t memory_mb,
                         void (*interrupt)(void *)) {
    struct supervision plan = {.timeout = timeout,
                               .started_us = clock_us(),
                               .memory_mb = memory_mb,
                               .client = seen,
                               .work = work,
                               .interrupt = interrupt,
                               .receive = receive,
                               .tick = tick,
                               .tick_us = 20000};
    return supervise(&plan);
}

static void say(int pipe, unsigned from, unsigned count) {
    for (unsigned i = 0; i < count; i++) wire_send_text(pipe, WIRE_LOG, from + i, 0, "hello");
}

/* Workers. */

static void many_messages(void *client, int pipe) {
    (void)client;
    say(pipe, 0, 20000); /* more than a pipe holds */
}

/* Leaves files and a process that would go on for long; the client hears of both. */
static void litter(void *client, int pipe) {
    (void)client;
    char *folder = folder_make("supervise-test-"), *path = mem_format("%s/left", folder);
    FILE *file = fopen(path, "w");
    fprintf(file, "x");
    fclose(file);
    wire_send_text(pipe, WIRE_LOG, 0, 0, path);
    pid_t child = fork();
    if (!child) {
        setenv("TMPDIR", folder, 1);
        execlp("sleep", "sleep", "100", (char *)NULL);
        _exit(1);
    }
    usleep(50000); /* until it is what it will be */
    wire_send_text(pipe, WIRE_LOG, 0, (uint64_t)child, "");
    for (;;) pause();
}

static void large_message(void *client, int pipe) {
    (void)client;
    char *text = malloc(3000001);
    memset(text, 'x', 3000000);
    text[3000000] = 0;
    wire_send_text(pipe, WIRE_LOG, 0, 0, text);
    free(text);
}

static void talk_then_hang(void *client, int pipe) {
    (void)client;
    say(pipe, 0, 2);
    for (;;) pause();
}

static void crash(void *client, int pipe) {
    (void)client;
    say(pipe, 0, 1);
    signal(SIGFPE, SIG_DFL);
    raise(SIGFPE);
}

static void leave_early(void *client, int pipe) {
    (void)client;
    (void)pipe;
    _exit(17);
}

static void run_out(void *client, int pipe) {
    (void)client;
    (void)pipe;
    _exit(MEM_EXIT);
}

static void die_of_bad_alloc(void *client, int pipe) {
    (void)client;
    (void)pipe;
    fprintf(stderr, "terminate called after throwing an instance of 'std::bad_alloc'\n");
    abort();
}

static void grow(void *client, int pipe) {
    (void)client;
    (void)pipe;
    for (;;) {
        char *block = malloc(1 << 20);
        if (!block) _exit(MEM_EXIT);
        memset(block, 1, 1 << 20);
        usleep(100);
    }
}

static volatile sig_atomic_t told;
static void tell(void *client) {
    (void)client;
    told = 1;
}

static void obey(void *client, int pipe) {
    (void)client;
    kill(getppid(), SIGTERM);
    while (!told) usleep(1000);
    say(pipe, 0, 1);
}

static void disobey(void *client, int pipe) {
    (void)client;
    (void)pipe;
    kill(getppid(), SIGINT);
    for (;;) pause();
}

/* Tests. */

static void everything_arrives(void **state) {
    (void)state;
    struct seen seen = {0};
    struct ending ending = run(&seen, many_messages, 0, 0, NULL);
    assert_int_equal(ending.kind, ENDING_DONE);
    assert_int_equal(seen.messages, 20000);
    assert_true(ending.memory_kb > 0);
    seen = (struct seen){0};
    ending = run(&seen, large_message, 0, 0, NULL);
    assert_int_equal(ending.kind, ENDING_DONE);
    assert_int_equal(seen.bytes, 3000000);
}

static void enough_ends_the_worker(void **state) {
    (void)state;
    struct seen seen = {.enough = 2};
    struct ending ending = run(&seen, talk_then_hang, 0, 0, NULL);
    assert_int_equal(ending.kind, ENDING_DONE);
    assert_int_equal(seen.messages, 2);
}

static void time_limit_kills(void **state) {
    (void)state;
    struct seen seen = {0};
    uint64_t start = clock_us();
    struct ending ending = run(&seen, talk_then_hang, 0.2, 0, NULL);
    uint64_t took = clock_us() - start;
    assert_int_equal(ending.kind, ENDING_TIMEOUT);
    assert_int_equal(seen.messages, 2); /* what came before the kill is not lost */
    assert_true(took >= 200000 && took < 1200000);
    assert_true(seen.ticks >= 2);
}

struct litter {
    char *path;
    pid_t process;
};

static bool receive_litter(void *client, const struct wire_message *message) {
    struct litter *litter = client;
    if (message->number)
        litter->process = (pid_t)message->number;
    else
        litter->path = mem_strdup(message->bytes);
    return true;
}

static void nothing_is_left(void **state) {
    (void)state;
    struct litter left = {0};
    struct supervision plan = {
        .timeout = 0.3, .started_us = clock_us(), .client = &left, .work = litter, .receive = receive_litter};
    assert_int_equal(supervise(&plan).kind, ENDING_TIMEOUT);
    assert_true(left.path && left.process > 0);
    assert_int_not_equal(access(left.path, F_OK), 0);
    *strrchr(left.path, '/') = 0;
    assert_int_not_equal(access(left.path, F_OK), 0);
    assert_int_not_equal(kill(left.process, 0), 0);
    mem_free(left.path);
}

static void expect_reason(struct ending ending, const char *expected) {
    char *reason = ending_reason(&ending);
    assert_string_equal(reason, expected);
    mem_free(reason);
}

static void ends_are_told_apart(void **state) {
    (void)state;
    struct seen seen = {0};
    struct ending ending = run(&seen, crash, 0, 0, NULL);
    assert_int_equal(ending.kind, ENDING_CRASHED);
    assert_int_equal(ending.detail, SIGFPE);
    expect_reason(ending, "internal error: signal 8");
    assert_int_equal(seen.messages, 1);
    ending = run(&seen, leave_early, 0, 0, NULL);
    assert_int_equal(ending.kind, ENDING_EXITED);
    assert_int_equal(ending.detail, 17);
    expect_reason(ending, "internal error: exit status 17");
    assert_int_equal(run(&seen, run_out, 0, 0, NULL).kind, ENDING_MEMORY);
    assert_int_equal(run(&seen, die_of_bad_alloc, 0, 0, NULL).kind, ENDING_MEMORY);
}

static void memory_limit_kills(void **state) {
    (void)state;
    struct seen seen = {0};
    struct ending ending = run(&seen, grow, 10, 40, NULL);
    assert_int_equal(ending.kind, ENDING_MEMORY);
}

static void signals_are_passed_on(void **state) {
    (void)state;
    struct seen seen = {0};
    struct ending ending = run(&seen, obey, 5, 0, tell);
    assert_int_equal(ending.kind, ENDING_DONE);
    assert_true(ending.interrupted);
    assert_int_equal(seen.messages, 1);
    uint64_t start = clock_us();
    ending = run(&seen, disobey, 0, 0, NULL);
    assert_int_equal(ending.kind, ENDING_INTERRUPTED);
    assert_true(clock_us() - start < 1000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_arrives), cmocka_unit_test(enough_ends_the_worker),
        cmocka_unit_test(time_limit_kills),   cmocka_unit_test(ends_are_told_apart),
        cmocka_unit_test(memory_limit_kills), cmocka_unit_test(signals_are_passed_on),
        cmocka_unit_test(nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
