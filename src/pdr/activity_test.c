#include "pdr/activity.h"
#include "pdr/effort.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void expect(const pdr_lits *lits, const uint32_t *codes) {
    for (uint32_t i = 0; i < lits->size; i++) assert_int_equal(lits->data[i].code, codes[i]);
}

static void least_active_first(void **state) {
    (void)state;
    struct activities a;
    activities_init(&a, 3);
    activities_extend(&a);
    pdr_lit often[] = {{2}, {5}}, late[] = {{0}, {4}};
    pdr_lits cube = {0};
    for (int i = 0; i < 10; i++) activities_bump(&a, often, 2, 1e100);
    for (uint32_t index = 0; index < 4; index++) vec_push(&cube, pdr_make(3 - index, false));
    activities_order(&a, &cube, NULL, ACTIVITIES_OLDEST_FIRST);
    expect(&cube, (uint32_t[]){0, 6, 2, 4});
    activities_order(&a, &cube, NULL, ACTIVITIES_NEWEST_FIRST);
    expect(&cube, (uint32_t[]){6, 0, 4, 2});
    struct cube *parent = cube_new(late, 2);
    activities_order(&a, &cube, parent, ACTIVITIES_OLDEST_FIRST);
    expect(&cube, (uint32_t[]){6, 2, 0, 4});
    activities_order(NULL, &cube, parent, ACTIVITIES_OLDEST_FIRST);
    expect(&cube, (uint32_t[]){2, 6, 0, 4});
    cube_free(parent);
    vec_free(&cube);
    activities_fini(&a);
}

/* Late bumps count more, and scaling keeps the order. */
static void activities_stay_finite(void **state) {
    (void)state;
    struct activities a;
    activities_init(&a, 2);
    pdr_lit early = pdr_make(0, false), late = pdr_make(1, true);
    for (int i = 0; i < 2000; i++) activities_bump(&a, &early, 1, 1e30);
    for (int i = 0; i < 1000; i++) activities_bump(&a, &late, 1, 1e30);
    assert_true(a.of.data[0] < a.of.data[1] && a.of.data[1] <= 1e30 && a.step <= 1e30);
    assert_true(a.of.data[0] > 0);
    activities_fini(&a);
}

static void hard_obligations_are_worth_more(void **state) {
    (void)state;
    struct options options;
    struct stats stats = {0};
    options_init(&options);
    options.ctg_from = 10;
    options.ctg_more_from = 100;
    struct obligation *next = obligation_new(0, 1, cube_new(NULL, 0), NULL, NULL, 0);
    struct obligation *o = obligation_new(0, 1, cube_new(NULL, 0), NULL, next, 0);
    assert_int_equal(effort_for(&options, &stats, o, 1).ctg_max, 0);
    assert_int_equal(stats.effort_raised, 0);
    next->activity = 20; /* of a successor counts, too */
    struct effort some = effort_for(&options, &stats, o, 1);
    assert_true(some.ctg_max > 0 && some.ctg_depth == 1);
    assert_int_equal(stats.effort_raised, 1);
    assert_int_equal(effort_for(&options, &stats, o, 4).ctg_max, 0);
    o->activity = 100;
    struct effort most = effort_for(&options, &stats, o, 1);
    assert_true(most.ctg_max >= some.ctg_max && most.ctg_depth == 2);
    assert_int_equal(effort_nested(most).ctg_max, most.ctg_max);
    assert_int_equal(effort_nested(most).ctg_depth, 1);
    assert_int_equal(effort_nested(effort_nested(most)).ctg_max, 0);
    options.effort = false;
    assert_int_equal(effort_for(&options, &stats, NULL, 1).ctg_max, options.ctg_max);
    options.ctg = false;
    assert_int_equal(effort_for(&options, &stats, o, 1).ctg_max, 0);
    obligation_unref(o);
    obligation_unref(next);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_active_first),
        cmocka_unit_test(activities_stay_finite),
        cmocka_unit_test(hard_obligations_are_worth_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
