/* Reading JSON: values, escapes, and where what is wrong is found. */
#include "base/json.h"

#include "base/mem.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static json_t *read(const char *text) {
    json_t *document;
    struct messages messages = {0};
    if (json_read(&document, text, strlen(text), "f", &messages))
        fail_msg("%s", messages_first_error(&messages));
    messages_fini(&messages);
    return document;
}

static void test_document(void **state) {
    (void)state;
    json_t *j = read(" {\"a\": [1, 2.5e-3, -0, true, false, null, {}, []],\n \"b\" : \"x\", \"A\": 7}\n");
    const json_t *a = json_member(j, "a"), *value;
    struct text keys = {0};
    const char *key;
    for (json_each(j, key, value)) {
        text_add(&keys, key);
        assert_ptr_equal(json_member(j, key), value);
    }
    assert_string_equal(keys.data, "abA");
    text_fini(&keys);
    assert_int_equal(json_count(a), 8);
    assert_null(json_element(a, 8));
    assert_string_equal(json_text(json_member(j, "b")), "x");
    json_free(j);
}

/* What is not there, or of another kind, has nothing. */
static void test_absent(void **state) {
    (void)state;
    json_t *j = read("{\"a\": [\"x\"], \"b\": {}}");
    const json_t *a = json_member(j, "a");
    assert_null(json_member(j, "c"));
    assert_null(json_member(a, "a"));
    assert_null(json_member(NULL, "a"));
    assert_null(json_text(a));
    assert_true(json_is_list(a));
    assert_false(json_is_list(j) || json_is_list(NULL));
    assert_null(json_text(NULL));
    assert_int_equal(json_count(j), 0);
    assert_int_equal(json_count(NULL), 0);
    assert_null(json_element(j, 0));
    assert_null(json_element(NULL, 0));
    assert_null(json_first(json_member(j, "b")));
    assert_null(json_first(a));
    assert_null(json_first(NULL));
    json_free(j);
    json_free(NULL);
}

static void test_numbers(void **state) {
    (void)state;
    json_t *j = read("[0, 41, 42, 43, 420, -1, 1.5, \"7\", 9223372036854775807]");
    static const bool expected[] = {true, true, true, false, false, false, false, false, false};
    uint64_t value;
    for (uint32_t i = 0; i < 9; i++)
        assert_int_equal(json_natural(json_element(j, i), 42, &value), expected[i]);
    assert_true(json_natural(json_element(j, 8), UINT64_MAX, &value));
    assert_int_equal(value, INT64_MAX);
    assert_false(json_natural(json_element(j, 5), UINT64_MAX, &value));
    assert_false(json_natural(NULL, 0, &value));
    json_free(j);
}

static void expect_decoded(const char *text, const char *expected) {
    json_t *j = read(text);
    assert_string_equal(json_text(j), expected);
    json_free(j);
}

static void test_strings(void **state) {
    (void)state;
    expect_decoded("\"\"", "");
    expect_decoded("\"a\\\"\\\\\\/\\n\\t b\"", "a\"\\/\n\t b");
    expect_decoded("\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac");
    expect_decoded("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80");
}

static void expect_error(const char *text, const char *message) {
    json_t *document;
    struct messages messages = {0};
    assert_int_equal(json_read(&document, text, strlen(text), "f", &messages), STATUS_MALFORMED);
    assert_null(document);
    assert_int_equal(messages.list.size, 1);
    assert_string_equal(messages_first_error(&messages), message);
    messages_fini(&messages);
}

static void test_errors(void **state) {
    (void)state;
    expect_error("", "f:1:1: unexpected token near end of file");
    expect_error("nul", "f:1:3: invalid token near 'nul'");
    expect_error("[1 2]", "f:1:4: ']' expected near '2'");
    expect_error("[1,]", "f:1:4: unexpected token near ']'");
    expect_error("{\"a\" 1}", "f:1:6: ':' expected near '1'");
    expect_error("{\n  a: 1}", "f:2:3: string or '}' expected near 'a'");
    expect_error("{\"a\": 1", "f:1:7: '}' expected near end of file");
    expect_error("[1] x", "f:1:5: end of file expected near 'x'");
    expect_error("\"a", "f:1:2: premature end of input near '\"a'");
    expect_error("\"a\nb\"", "f:1:2: unexpected newline near '\"a'");
    expect_error("\"\\x\"", "f:1:3: invalid escape near '\"\\x'");
    expect_error("\"\\u12g4\"", "f:1:6: invalid escape near '\"\\u12g'");
    expect_error("-", "f:1:1: invalid token near '-'");
    expect_error("1.", "f:1:2: invalid token near '1.'");
    expect_error("01", "f:1:1: invalid token near '0'");
    expect_error("[\"a\":1]", "f:1:5: ']' expected near ':'");
    expect_error("18446744073709551616", "f:1:20: too big integer near '18446744073709551616'");
    expect_error("[\n\"\\u0000\"]",
                 "f:2:8: \\u0000 is not allowed without JSON_ALLOW_NUL near '\"\\u0000\"'");
    expect_error("\"\\ud83dx\"", "f:1:9: invalid Unicode '\\uD83D' near '\"\\ud83dx\"'");
    expect_error("\"a\xff\"", "f:1:2: unable to decode byte 0xff near '\"a'");
    expect_error("{\"a\": 1,\n \"a\": 1}", "f:2:4: duplicate object key near '\"a\"'");
}

static void test_depth(void **state) {
    (void)state;
    char text[2 * JSON_DEPTH + 3];
    memset(text, '[', JSON_DEPTH);
    memset(text + JSON_DEPTH, ']', JSON_DEPTH);
    text[2 * JSON_DEPTH] = 0;
    json_free(read(text));
    memset(text, '[', JSON_DEPTH + 1);
    memset(text + JSON_DEPTH + 1, ']', JSON_DEPTH + 1);
    text[2 * JSON_DEPTH + 2] = 0;
    expect_error(text, "f:1:2049: maximum parsing depth reached near '['");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_document), cmocka_unit_test(test_absent),
                                       cmocka_unit_test(test_numbers),  cmocka_unit_test(test_strings),
                                       cmocka_unit_test(test_errors),   cmocka_unit_test(test_depth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
