/* For the tests of this folder: reading a system that must be right, and comparing systems. */
#ifndef INDUCT_FORMAT_VMT_TESTING_VMT_H
#define INDUCT_FORMAT_VMT_TESTING_VMT_H

#include "format/vmt/vmt.h"

#include "logic/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static inline struct system *read_system(enum terms_mode mode, const char *file) {
    struct messages messages = {0};
    struct system *system;
    enum status status = vmt_read(&system, mode, file, strlen(file), "f", &messages);
    assert_string_equal(messages_first_error(&messages), "");
    assert_int_equal(status, STATUS_OK);
    assert_null(system_check(system));
    messages_fini(&messages);
    return system;
}

static inline void assert_printed(const struct system *system, term t, const char *expected) {
    struct text text = {0};
    print_term(&text, system->terms, t);
    assert_string_equal(text.data, expected);
    text_fini(&text);
}

/* The formula of `b` that corresponds to a formula of `a`, as a term of a's bank. */
static inline void assert_same_formula(struct term_copier *from_b, term of_b, term of_a) {
    assert_true(term_same(copier_apply(from_b, of_b), of_a));
}

#endif
