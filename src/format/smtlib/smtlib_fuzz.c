/* Fuzzing of the SMT-LIB reader: the terms that a script asserts must be the same terms after printing and
 * reading them again; what is refused must leave one message. The first byte selects the mode of the bank. */
#include "format/smtlib/testing_term.h"

#include "logic/print.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_term(struct terms *bank, term t) {
    struct messages messages = {0};
    struct text text = {0};
    term again = TERM_NONE;
    print_term(&text, bank, t);
    enum status status = testing_read_term(bank, text.data, "printed", &messages, &again);
    require(status == STATUS_OK, messages_first_error(&messages));
    require(term_same(again, t), "the term changed by printing and reading it");
    text_fini(&text);
    messages_fini(&messages);
}

static enum status run(struct smtlib_reader *r, sexpr command) {
    const struct sexprs *d = r->document;
    bool handled;
    enum status status = smtlib_command(r, command, &handled);
    if (status != STATUS_OK || handled || sexpr_length(d, command) < 2) return status;
    term t = TERM_NONE;
    status = smtlib_term(r, sexpr_next(d, sexpr_child(d, command)), &t);
    if (status == STATUS_OK) check_term(r->bank, t);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    struct messages messages = {0};
    struct sexprs *d;
    enum status status = sexprs_read(&d, (const char *)data, size, "input", &messages);
    if (status == STATUS_OK) {
        struct terms *bank = terms_new(data[0] & 1 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        struct smtlib_reader r;
        smtlib_init(&r, d, bank, &messages);
        for (sexpr e = sexprs_first(d); !sexpr_is_none(e) && status == STATUS_OK; e = sexpr_next(d, e))
            status = run(&r, e);
        smtlib_fini(&r);
        sexprs_free(d);
        terms_free(bank);
    }
    bool refused = status == STATUS_MALFORMED || status == STATUS_UNSUPPORTED;
    require(status == STATUS_OK ? !messages.list.size : refused && messages.list.size == 1,
            "accepted with a message or refused without");
    messages_fini(&messages);
    return 0;
}
