#include "base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void messages_carry_their_position(void **state) {
    (void)state;
    static const struct {
        struct position at;
        const char *text;
    } cases[] = {
        {{.file = "f", .line = 3, .column = 7}, "f:3:7: wrong word 'x'"},
        {{.file = "f", .line = 3}, "f:3:1: wrong word 'x'"},
        {{.file = "f", .line = 2, .column = 8, .offset = 1234}, "f:2:8: byte 1234: wrong word 'x'"},
        {{.file = "f"}, "f: wrong word 'x'"},
        {{0}, "wrong word 'x'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct messages messages = {0};
        enum status status =
            messages_fail(&messages, STATUS_UNSUPPORTED, cases[i].at, "wrong word '%s'", "x");
        assert_int_equal(status, STATUS_UNSUPPORTED);
        assert_int_equal(messages.list.size, 1);
        assert_int_equal(messages.list.data[0].severity, SEVERITY_ERROR);
        assert_string_equal(messages_first_error(&messages), cases[i].text);
        messages_fini(&messages);
    }
}

static void warnings_are_no_errors(void **state) {
    (void)state;
    struct messages messages = {0};
    const struct position nowhere = {0};
    assert_string_equal(messages_first_error(&messages), "");
    messages_warn(&messages, nowhere, "careful");
    assert_string_equal(messages_first_error(&messages), "");
    messages_fail(&messages, STATUS_IO, nowhere, "first");
    messages_fail(&messages, STATUS_IO, nowhere, "second");
    assert_string_equal(messages_first_error(&messages), "first");
    assert_int_equal(messages.list.size, 3);
    char *last = messages_take_last(&messages);
    assert_string_equal(last, "second");
    mem_free(last);
    assert_int_equal(messages.list.size, 2);
    messages_clear(&messages);
    assert_int_equal(messages.list.size, 0);
    assert_string_equal(messages_first_error(&messages), "");
    messages_fini(&messages);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_carry_their_position),
        cmocka_unit_test(warnings_are_no_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
