/* Reading JSON: values, escapes, and where what is wrong is found. */
#include "base/json.h"

#include "base/mem.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static struct json read(const char *text) {
    struct json j;
    struct messages messages = {0};
    if (json_read(&j, text, strlen(text), "f", &messages)) fail_msg("%s", messages_first_error(&messages));
    messages_fini(&messages);
    return j;
}

static void test_document(void **state) {
    (void)state;
    struct json j = read(" {\"a\": [1, 2.5e-3, -0, true, false, null, {}, []],\n \"b\" : \"x\", \"a\": 7}\n");
    uint32_t a = json_member(&j, JSON_ROOT, "a");
    assert_int_equal(json_count(&j, JSON_ROOT), 3);
    assert_int_equal(json_count(&j, a), 8);
    struct text kinds = {0};
    json_each(&j, child, a) text_format(&kinds, "%d", j.nodes.data[child].kind);
    assert_string_equal(kinds.data, "33312065");
    text_fini(&kinds);
    assert_string_equal(json_text(&j, json_member(&j, JSON_ROOT, "b")), "x");
    assert_int_equal(json_member(&j, JSON_ROOT, "c"), JSON_NONE);
    assert_int_equal(json_member(&j, JSON_NONE, "c"), JSON_NONE);
    assert_null(json_text(&j, a));
    json_free(&j);
}

static void test_numbers(void **state) {
    (void)state;
    struct json j = read("[0, 41, 42, 43, 420, -1, 1.5, \"7\", 18446744073709551616]");
    static const bool expected[] = {true, true, true, false, false, false, false, false, false};
    uint32_t i = 0;
    uint64_t value;
    json_each(&j, child, JSON_ROOT) assert_int_equal(json_natural(&j, child, 42, &value), expected[i++]);
    assert_true(json_natural(&j, json_first(&j, JSON_ROOT), 0, &value));
    assert_false(json_natural(&j, json_first(&j, JSON_NONE), 0, &value));
    json_free(&j);
}

static void expect_decoded(const char *text, const char *expected) {
    struct json j = read(text);
    assert_string_equal(json_text(&j, JSON_ROOT), expected);
    json_free(&j);
}

static void test_strings(void **state) {
    (void)state;
    expect_decoded("\"\"", "");
    expect_decoded("\"a\\\"\\\\\\/\\n\\t b\"", "a\"\\/\n\t b");
    expect_decoded("\"\\u0041\\u00e9\\u20ac\"", "A\xc3\xa9\xe2\x82\xac");
    expect_decoded("\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80");
    expect_decoded("\"\\ud83dx\\ude00\\u0000\"", "\xef\xbf\xbdx\xef\xbf\xbd\xef\xbf\xbd");
    expect_decoded("\"\\ud83d\\u0041\"", "\xef\xbf\xbd"
                                         "A");
}

static void expect_error(const char *text, const char *message) {
    struct json j;
    struct messages messages = {0};
    assert_int_equal(json_read(&j, text, strlen(text), "f", &messages), STATUS_MALFORMED);
    assert_string_equal(messages_first_error(&messages), message);
    messages_fini(&messages);
}

static void test_errors(void **state) {
    (void)state;
    expect_error("", "f:1:1: expected a value, found the end of the file");
    expect_error("nul", "f:1:1: expected a value, found 'n'");
    expect_error("[1 2]", "f:1:4: expected ',' or ']', found '2'");
    expect_error("[1,]", "f:1:4: expected a value, found ']'");
    expect_error("{\"a\" 1}", "f:1:6: expected ':', found '1'");
    expect_error("{\n  a: 1}", "f:2:3: expected a key, found 'a'");
    expect_error("{\"a\": 1", "f:1:8: expected ',' or '}', found the end of the file");
    expect_error("[1] x", "f:1:5: expected the end of the file, found 'x'");
    expect_error("\"a", "f:1:3: expected the end of the string, found the end of the file");
    expect_error("\"a\nb\"", "f:1:3: expected the end of the string, found '?'");
    expect_error("\"\\x\"", "f:1:3: expected an escape such as \\n, found 'x'");
    expect_error("\"\\u12g4\"", "f:1:6: expected four hexadecimal digits, found 'g'");
    expect_error("-", "f:1:2: expected a digit, found the end of the file");
    expect_error("1.", "f:1:3: expected a digit, found the end of the file");
    expect_error("01", "f:1:2: expected the end of the file, found '1'");
    expect_error("[\"a\":1]", "f:1:5: expected ',' or ']', found ':'");
}

static void test_depth(void **state) {
    (void)state;
    char text[2 * JSON_DEPTH + 3];
    memset(text, '[', JSON_DEPTH);
    memset(text + JSON_DEPTH, ']', JSON_DEPTH);
    text[2 * JSON_DEPTH] = 0;
    struct json j = read(text);
    json_free(&j);
    memset(text, '[', JSON_DEPTH + 1);
    text[JSON_DEPTH + 1] = 0;
    char *message = mem_format("f:1:%d: expected less nesting, found '['", JSON_DEPTH + 1);
    expect_error(text, message);
    mem_free(message);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_document), cmocka_unit_test(test_numbers),
                                       cmocka_unit_test(test_strings), cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_depth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
