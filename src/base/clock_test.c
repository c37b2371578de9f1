#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void work_takes_time_of_the_processor(void **state) {
    (void)state;
    uint64_t start = clock_cpu_us(), wall = clock_us();
    while (clock_cpu_us() < start + 1000) continue;
    assert_true(clock_us() - wall >= 900);
}

static void no_limit_never_stops(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0);
    for (int i = 0; i < 5000; i++) assert_false(limits_stopped(&limits));
    assert_int_equal(limits_reason(&limits), STOP_NONE);
}

static void an_absurd_limit_is_none(void **state) {
    (void)state;
    const double seconds[] = {1e12, 1e15, 1e300};
    for (int i = 0; i < 3; i++) {
        struct limits limits;
        limits_init(&limits, seconds[i]);
        assert_false(limits_stopped_slow(&limits));
    }
}

static void an_interrupt_is_seen_at_once_and_stays(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 1e-6);
    limits_interrupt(&limits);
    assert_true(limits_stopped(&limits));
    uint64_t start = clock_us();
    while (clock_us() < start + 100) continue;
    assert_true(limits_stopped_slow(&limits)); /* the deadline has passed, but the first reason counts */
    assert_int_equal(limits_reason(&limits), STOP_INTERRUPTED);
}

static void the_deadline_stops_within_1024_polls(void **state) {
    (void)state;
    struct limits limits;
    limits_init(&limits, 0.002);
    uint64_t start = clock_us();
    while (clock_us() < start + 2500) continue;
    int polls = 1;
    while (!limits_stopped(&limits)) polls++;
    assert_in_range(polls, 1, 1024);
    assert_int_equal(limits_reason(&limits), STOP_TIMEOUT);
    limits_interrupt(&limits);
    assert_int_equal(limits_reason(&limits), STOP_TIMEOUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_takes_time_of_the_processor),
        cmocka_unit_test(no_limit_never_stops),
        cmocka_unit_test(an_absurd_limit_is_none),
        cmocka_unit_test(an_interrupt_is_seen_at_once_and_stays),
        cmocka_unit_test(the_deadline_stops_within_1024_polls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
