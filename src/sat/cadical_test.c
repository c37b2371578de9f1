/* The interface's tester on the batch solver. */
#include "sat/sat_tester.h"

static void agrees_with_truth_tables(void **state) {
    (void)state;
    tester_random_calls(sat_cadical, 1, 400);
}

static void counts_pigeons(void **state) {
    (void)state;
    tester_pigeons(sat_cadical);
}

static void stops(void **state) {
    (void)state;
    tester_stops(sat_cadical);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_truth_tables),
        cmocka_unit_test(counts_pigeons),
        cmocka_unit_test(stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
