/* For the tests of this folder: scripts of declarations and terms. */
#ifndef INDUCT_FORMAT_SMTLIB_TESTING_SMTLIB_H
#define INDUCT_FORMAT_SMTLIB_TESTING_SMTLIB_H

#include "format/smtlib/smtlib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Runs the commands of a script; the terms of (term t) are added to `out`. */
static inline enum status run_script(struct terms *bank, const char *bytes, size_t size,
                                     struct messages *messages, term_list *out) {
    struct sexprs *d;
    enum status status = sexprs_read(&d, bytes, size, "f", messages);
    if (status != STATUS_OK) return status;
    struct smtlib_reader r;
    smtlib_init(&r, d, bank, messages);
    for (sexpr e = sexprs_first(d); !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(d, e)) {
        bool handled;
        status = smtlib_command(&r, e, &handled);
        if (status != STATUS_OK || handled) continue;
        assert_true(sexpr_is(d, sexpr_child(d, e), "term"));
        term t = TERM_NONE;
        status = smtlib_term(&r, sexpr_next(d, sexpr_child(d, e)), &t);
        if (status == STATUS_OK) vec_push(out, t);
    }
    smtlib_fini(&r);
    sexprs_free(d);
    return status;
}

/* The same, without error. */
static inline void run_good_script(struct terms *bank, const char *script, term_list *out) {
    struct messages messages = {0};
    enum status status = run_script(bank, script, strlen(script), &messages, out);
    assert_string_equal(messages_first_error(&messages), "");
    assert_int_equal(status, STATUS_OK);
    messages_fini(&messages);
}

#endif
