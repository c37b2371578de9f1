/* For tests and harnesses: a term by itself. */
#ifndef INDUCT_FORMAT_SMTLIB_TESTING_TERM_H
#define INDUCT_FORMAT_SMTLIB_TESTING_TERM_H

#include "format/smtlib/scope.h"

/* Reads one term from text, with the variables and functions of the bank. */
static inline enum status testing_read_term(struct terms *bank, const char *text, const char *file,
                                            struct messages *messages, term *out) {
    struct sexprs *d;
    enum status status = sexprs_read(&d, text, strlen(text), file, messages);
    if (status != STATUS_OK) return status;
    struct smtlib_reader r;
    smtlib_init(&r, d, bank, messages);
    r.bank_symbols = true;
    sexpr first = sexprs_first(d);
    struct position start = {.file = file, .line = 1, .column = 1};
    if (sexpr_is_none(first))
        status = messages_fail(messages, STATUS_MALFORMED, start, "expected a term, found nothing");
    else if (!sexpr_is_none(sexpr_next(d, first)))
        status = smtlib_fail(&r, sexpr_next(d, first), "expected one term, found another one after it");
    else
        status = smtlib_term(&r, first, out);
    smtlib_fini(&r);
    sexprs_free(d);
    return status;
}

#endif
