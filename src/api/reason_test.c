#include "api/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Every reason has a word of its own, and the word and whatever follows it lead back. */
static void words_lead_back(void **state) {
    (void)state;
    for (int i = INDUCT_REASON_NONE; i <= INDUCT_REASON_INTERNAL; i++) {
        const char *word = induct_reason_word((enum induct_reason)i);
        char text[100];
        assert_int_equal(reason_of(word), i);
        snprintf(text, sizeof text, "%s: more of it", word);
        assert_int_equal(reason_of(text), *word ? i : INDUCT_REASON_INCOMPLETE);
        snprintf(text, sizeof text, "%s more of it", word);
        assert_int_equal(reason_of(text), INDUCT_REASON_INCOMPLETE);
    }
    assert_string_equal(induct_reason_word((enum induct_reason)1000), "");
}

static void both_fields_are_set(void **state) {
    (void)state;
    struct induct_result result = {0};
    reason_set(&result, "unsupported: inline assembly");
    assert_int_equal(result.cause, INDUCT_REASON_UNSUPPORTED);
    assert_string_equal(result.reason, "unsupported: inline assembly");
    reason_set(&result, "the SMT solver gave up");
    assert_int_equal(result.cause, INDUCT_REASON_INCOMPLETE);
    reason_set(&result, "");
    assert_int_equal(result.cause, INDUCT_REASON_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_lead_back),
        cmocka_unit_test(both_fields_are_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
