#include "base/deep.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

enum { ROOM = 256, LEVELS = 400 * 1024 }; /* more than 100 MiB of stack: over every usual limit */

/* The room is used before and after the call, so that no compiler makes a loop of it. */
static unsigned descend(unsigned level) {
    volatile unsigned char room[ROOM];
    room[level % ROOM] = 1;
    unsigned below = level ? descend(level - 1) : 0;
    return below + room[level % ROOM];
}

static void descend_deeply(void *result) {
    *(unsigned *)result = descend(LEVELS);
}

static void deep_recursion_has_room(void **state) {
    (void)state;
    unsigned result = 0;
    deep_call(descend_deeply, &result);
    assert_int_equal(result, LEVELS + 1);
}

struct nested {
    pthread_t outer, inner;
    unsigned result;
};

static void inner(void *argument) {
    struct nested *n = argument;
    n->inner = pthread_self();
    n->result = descend(LEVELS);
}

static void outer(void *argument) {
    struct nested *n = argument;
    n->outer = pthread_self();
    deep_call(inner, n);
}

static void a_call_within_a_call_stays_where_it_is(void **state) {
    (void)state;
    struct nested n;
    deep_call(outer, &n);
    assert_true(pthread_equal(n.outer, n.inner));
    assert_false(pthread_equal(n.outer, pthread_self()));
    assert_int_equal(n.result, LEVELS + 1);
}

/* Sanitizers reserve more address space than any bound that would matter. */
#if !defined(__SANITIZE_ADDRESS__)
static void note(void *called) {
    *(bool *)called = true;
}

/* In a process of its own, which has no room for the stack. */
static void bounded_address_space_is_no_obstacle(void **state) {
    (void)state;
    pid_t child = fork();
    if (!child) {
        struct rlimit limit = {DEEP_STACK / 4, DEEP_STACK / 4};
        bool called = false, again = false;
        setrlimit(RLIMIT_AS, &limit);
        deep_call(note, &called);
        limit = (struct rlimit){0, 0}; /* nothing more at all */
        setrlimit(RLIMIT_AS, &limit);
        deep_call(note, &again);
        _exit(called && again ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deep_recursion_has_room),
        cmocka_unit_test(a_call_within_a_call_stays_where_it_is),
#if !defined(__SANITIZE_ADDRESS__)
        cmocka_unit_test(bounded_address_space_is_no_obstacle),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
