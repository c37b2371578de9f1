/* Names that are like one that was asked for: which ones, in which order, and how many. */
#include "base/near.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void expect(const char *asked, const char *expected) {
    static const char *const names[] = {"counter.full", "fill",    "a_full", "full",  "q",
                                        "ctg-max",      "ctg-min", "fulls",  "bulls", "fulk"};
    uint32_t best[NEAR_MOST];
    struct text found = {0};
    uint32_t n = near_names(best, names, sizeof names / sizeof *names, asked);
    assert_in_range(n, 0, NEAR_MOST);
    for (uint32_t i = 0; i < n; i++) text_format(&found, "%s%s", i ? " " : "", names[best[i]]);
    assert_string_equal(found.data ? found.data : "", expected);
    text_fini(&found);
}

static void test_near(void **state) {
    (void)state;
    expect("ctg-mx", "ctg-max ctg-min"); /* 1 and 2 away */
    expect("cntr.full", "counter.full");
    expect("xtg-min", "ctg-min");
    expect("ful", "counter.full a_full full"); /* part of a name, the first three of them */
    expect("fill", "fill full");
    expect("gulls", "fulls bulls");
    expect("x", "q");
    expect("xx", "");
    expect("", "");
    expect("something-else", "");
}

/* Longer names than are compared are still found by a part. */
static void test_long(void **state) {
    (void)state;
    char longest[100];
    memset(longest, 'a', 99);
    longest[99] = 0;
    const char *names[] = {longest};
    uint32_t best[NEAR_MOST];
    assert_int_equal(near_names(best, names, 1, longest + 1), 1);
    assert_int_equal(near_names(best, names, 1, "aaaab"), 0);
    names[0] = "a";
    assert_int_equal(near_names(best, names, 1, longest), 0);
    assert_int_equal(near_names(best, names, 0, "a"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_near), cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
