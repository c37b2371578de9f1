#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void grows_and_keeps_order(void **state) {
    (void)state;
    u32s v = {0};
    for (uint32_t i = 0; i < 1000; i++) vec_push(&v, i * i);
    assert_int_equal(v.size, 1000);
    uint32_t at = 0;
    vec_each (uint32_t, x, &v) {
        assert_int_equal(*x, at * at);
        at++;
    }
    assert_int_equal(vec_pop(&v), 999 * 999);
    vec_shrink(&v, 10);
    assert_int_equal(vec_last(&v), 81);
    vec_resize(&v, 12);
    assert_int_equal(v.data[11], 0);
    u32s w = {0};
    vec_append(&w, v.data, v.size);
    vec_append(&w, v.data, v.size);
    assert_int_equal(w.size, 24);
    assert_int_equal(w.data[12 + 9], 81);
    vec_free(&v);
    vec_free(&w);
    assert_null(w.data);
}

static void arena_returns_to_its_mark(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    char *first = arena_strndup(&a, "first", 5);
    struct arena_mark mark = arena_mark(&a);
    for (int i = 0; i < 100; i++) memset(arena_alloc(&a, 1000), 0xee, 1000);
    arena_release(&a, mark);
    char *second = arena_alloc(&a, 16);
    assert_true(second > first && second < first + 64);
    assert_string_equal(first, "first");
    assert_int_equal((uintptr_t)second % 16, 0);
    arena_fini(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_keeps_order),
        cmocka_unit_test(arena_returns_to_its_mark),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
