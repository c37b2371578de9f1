/* The tables against the obvious implementation: an array searched from its start. */
#include "base/hash.h"

#include "base/mem.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { KEYS = 500 };

static void map_is_a_function(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 1);
    struct hash_map map = {0};
    uint64_t keys[KEYS];
    uint32_t values[KEYS];
    /* keys that differ only above 32 bits, only below, and by multiples of the capacity */
    for (uint32_t i = 0; i < KEYS; i++)
        keys[i] = i % 3 == 0 ? (uint64_t)i << 32 : i % 3 == 1 ? i : (uint64_t)i << 10;
    memset(values, 0xff, sizeof values);
    for (int round = 0; round < 20000; round++) {
        uint32_t i = random_below(&r, KEYS);
        assert_int_equal(hash_map_get(&map, keys[i]), values[i]);
        if (random_one_in(&r, 2)) hash_map_put(&map, keys[i], values[i] = random_below(&r, 1000));
    }
    uint32_t present = 0;
    for (uint32_t i = 0; i < KEYS; i++) present += values[i] != HASH_NONE;
    assert_int_equal(map.size, present);
    assert_true(2 * map.size <= map.capacity);
    hash_map_clear(&map);
    for (uint32_t i = 0; i < KEYS; i++) assert_int_equal(hash_map_get(&map, keys[i]), HASH_NONE);
    assert_int_equal(map.size, 0);
    hash_map_put(&map, keys[1], 7);
    assert_int_equal(hash_map_get(&map, keys[1]), 7);
    hash_map_free(&map);
    assert_int_equal(hash_map_get(&map, keys[1]), HASH_NONE);
}

static void names_are_copied_and_found(void **state) {
    (void)state;
    struct hash_names names = {0};
    assert_int_equal(hash_names_get(&names, ""), HASH_NONE);
    char name[32];
    for (uint32_t i = 0; i < KEYS; i++) {
        snprintf(name, sizeof name, "signal[%u]", i);
        hash_names_put(&names, name, i);
    }
    hash_names_put(&names, "", 4711);
    hash_names_put(&names, "signal[3]", 33); /* overwrites */
    assert_int_equal(names.size, KEYS + 1);
    for (uint32_t i = 0; i < KEYS; i++) {
        snprintf(name, sizeof name, "signal[%u]", i);
        assert_int_equal(hash_names_get(&names, name), i == 3 ? 33 : i);
    }
    assert_int_equal(hash_names_get(&names, ""), 4711);
    assert_int_equal(hash_names_get(&names, "signal["), HASH_NONE);
    assert_int_equal(hash_names_get(&names, "signal[500]"), HASH_NONE);
    hash_names_free(&names);
}

static void bytes_hash_by_content_and_length(void **state) {
    (void)state;
    static const char text[] = "0123456789abcdef0123456789abcdef";
    for (size_t n = 0; n < 16; n++) {
        assert_true(hash_bytes(text, n) ==
                    hash_bytes(text + 16, n)); /* alignment and address do not matter */
        assert_true(hash_bytes(text, n) != hash_bytes(text, n + 1));
    }
    const char zeros[24] = {0};
    for (size_t n = 0; n < 23; n++) assert_true(hash_bytes(zeros, n) != hash_bytes(zeros, n + 1));
}

static void random_numbers_are_reproducible_and_in_range(void **state) {
    (void)state;
    struct random a, b;
    random_init(&a, 42);
    random_init(&b, 42);
    unsigned seen[7] = {0};
    for (int i = 0; i < 7000; i++) {
        uint32_t x = random_below(&a, 7);
        assert_int_equal(x, random_below(&b, 7));
        assert_true(x < 7);
        seen[x]++;
    }
    for (int i = 0; i < 7; i++) assert_in_range(seen[i], 850, 1150);
    random_init(&a, UINT64_MAX); /* seed + 1 wraps to 0: the state must not be 0 */
    assert_true(random_word(&a) != random_word(&a));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_is_a_function),
        cmocka_unit_test(names_are_copied_and_found),
        cmocka_unit_test(bytes_hash_by_content_and_length),
        cmocka_unit_test(random_numbers_are_reproducible_and_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
