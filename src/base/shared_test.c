#include "base/shared.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static struct shared good = SHARED("libm", "install libc6"), absent = SHARED("nothing", "write it"),
                     old = SHARED("libm", "install a later one");
static double (*cosine)(double);
static void (*none)(void);
static int calls;

static void open_good(void) {
    calls++;
    shared_open(&good, "libm.so.of-tomorrow");
    shared_open(&good, "libm.so.6");
    shared_find(&good, "cos", &cosine);
}

static void open_absent(void) {
    shared_open(&absent, "libnothing.so.1");
    shared_find(&absent, "cos", &none);
}

static void open_old(void) {
    shared_open(&old, "libm.so.6");
    shared_find(&old, "cosine_of_tomorrow", &none);
    shared_find(&old, "cos", &cosine);
}

static void opened_once(void **state) {
    (void)state;
    struct text why = {0};
    for (int i = 0; i < 2; i++) assert_true(shared_ready(&good, open_good, &why));
    assert_int_equal(calls, 1);
    assert_int_equal(why.size, 0);
    assert_true(cosine(0) == 1);
}

static void says_what_is_missing(void **state) {
    (void)state;
    struct text why = {0};
    assert_false(shared_ready(&absent, open_absent, NULL));
    assert_false(shared_ready(&absent, open_absent, &why));
    assert_non_null(strstr(why.data, "nothing cannot be opened (write it): libnothing.so.1"));
    text_clear(&why);
    assert_false(shared_ready(&old, open_old, &why));
    assert_non_null(strstr(why.data, "libm cannot be opened (install a later one): "));
    assert_non_null(strstr(why.data, "cosine_of_tomorrow"));
    text_fini(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(opened_once), cmocka_unit_test(says_what_is_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
