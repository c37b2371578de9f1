#include "base/bytes.h"

#include "base/mem.h"
#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void numbers_come_back(void **state) {
    (void)state;
    struct text out = {0};
    struct random r;
    random_init(&r, 1);
    uint64_t numbers[1000];
    for (uint32_t i = 0; i < 1000; i++) {
        numbers[i] = i < 64 ? UINT64_C(1) << i : random_word(&r) >> random_below(&r, 64);
        bytes_number(&out, numbers[i]);
        bytes_fixed(&out, numbers[i]);
    }
    bytes_number(&out, UINT64_MAX);
    struct bytes_reader reader = bytes_reader(out.data, out.size);
    for (uint32_t i = 0; i < 1000; i++) {
        assert_true(bytes_read_number(&reader, UINT64_MAX) == numbers[i]);
        assert_true(bytes_read_fixed(&reader) == numbers[i]);
    }
    assert_true(bytes_read_number(&reader, UINT64_MAX) == UINT64_MAX);
    assert_null(reader.wrong);
    assert_int_equal(bytes_left(&reader), 0);
    text_fini(&out);
}

static void small_numbers_are_small(void **state) {
    (void)state;
    struct text out = {0};
    bytes_number(&out, 127);
    assert_int_equal(out.size, 1);
    bytes_number(&out, 300);
    assert_int_equal(out.size, 3);
    assert_memory_equal(out.data, "\x7f\xac\x02", 3);
    text_fini(&out);
}

static const char *refused(const char *bytes, size_t size, uint64_t most) {
    struct bytes_reader r = bytes_reader(bytes, size);
    assert_int_equal(bytes_read_number(&r, most), 0);
    assert_non_null(r.wrong);
    assert_int_equal(bytes_read_byte(&r), 0); /* and stays so */
    assert_int_equal(bytes_left(&r), 0);
    return r.wrong;
}

static void wrong_numbers_are_refused(void **state) {
    (void)state;
    assert_string_equal(refused("", 0, 9), "the bytes end too early");
    assert_string_equal(refused("\x80", 1, 9), "the bytes end too early");
    assert_string_equal(refused("\x0a", 1, 9), "a number that is too large");
    assert_string_equal(refused("\x81\0", 2, 9), "a number that is longer than it need be");
    assert_string_equal(refused("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10, UINT64_MAX),
                        "a number of more than 64 bits");
    assert_string_equal(refused("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\x01", 11, UINT64_MAX),
                        "a number of more than 64 bits");
}

static void strings_come_back(void **state) {
    (void)state;
    struct text out = {0};
    bytes_string(&out, "");
    bytes_string(&out, "a name");
    struct bytes_reader r = bytes_reader(out.data, out.size);
    char *empty = bytes_read_string(&r), *name = bytes_read_string(&r);
    assert_string_equal(empty, "");
    assert_string_equal(name, "a name");
    mem_free(empty);
    mem_free(name);
    r = bytes_reader("\x02x\0", 3);
    assert_null(bytes_read_string(&r));
    assert_string_equal(r.wrong, "a name with a NUL in it");
    text_fini(&out);
}

static void more_than_follows_is_refused(void **state) {
    (void)state;
    struct bytes_reader r = bytes_reader("\x03xyz", 4);
    assert_int_equal(bytes_read_count(&r), 3);
    r = bytes_reader("\x04xyz", 4);
    assert_int_equal(bytes_read_count(&r), 0);
    assert_string_equal(r.wrong, "more is announced than follows");
    r = bytes_reader("\xff\xff\xff\xff\x0fxyz", 8);
    assert_null(bytes_read_string(&r));
    assert_string_equal(r.wrong, "more is announced than follows");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(small_numbers_are_small),
        cmocka_unit_test(wrong_numbers_are_refused),
        cmocka_unit_test(strings_come_back),
        cmocka_unit_test(more_than_follows_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
