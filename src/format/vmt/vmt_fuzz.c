/* Fuzzing of the VMT-LIB reader and writer: what is read must be a valid system, and the same system after
 * writing and reading it again; what is refused must leave one error. The first byte selects the mode of the
 * bank. */
#include "format/vmt/vmt.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_system(const struct ts *ts) {
    const char *problem = ts_check(ts);
    require(!problem, problem);
    struct messages messages = {0};
    struct text file = {0};
    struct ts *again;
    vmt_write(&file, ts);
    enum status status = vmt_read(&again, terms_mode(ts->terms), file.data, file.size, "written", &messages);
    require(status == STATUS_OK, messages_first_error(&messages));
    struct term_copier copier;
    copier_init(&copier, again->terms, ts->terms);
    bool same = again->states.size == ts->states.size && again->inputs.size == ts->inputs.size &&
                again->properties.size == ts->properties.size &&
                term_same(copier_apply(&copier, again->init), ts->init) &&
                term_same(copier_apply(&copier, again->trans), ts->trans);
    for (uint32_t i = 0; same && i < ts->states.size; i++)
        same = term_same(copier_apply(&copier, again->states.data[i].now), ts->states.data[i].now) &&
               term_same(copier_apply(&copier, again->states.data[i].next), ts->states.data[i].next);
    for (uint32_t i = 0; same && i < ts->properties.size; i++)
        same = term_same(copier_apply(&copier, again->properties.data[i].good), ts->properties.data[i].good);
    require(same, "the system changed by writing and reading it");
    copier_fini(&copier);
    ts_free(again);
    text_fini(&file);
    messages_fini(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct messages messages = {0};
    struct ts *ts;
    enum terms_mode mode = size && data[0] & 1 ? TERMS_PLAIN : TERMS_SIMPLIFY;
    vmt_recognise((const char *)data, size);
    enum status status = vmt_read(&ts, mode, (const char *)data, size, "input", &messages);
    uint32_t errors = 0;
    vec_each (struct message, m, &messages.list) errors += m->severity == SEVERITY_ERROR;
    if (status == STATUS_OK) {
        require(!errors, "accepted with an error");
        check_system(ts);
    } else {
        require((status == STATUS_MALFORMED || status == STATUS_UNSUPPORTED) && !ts && errors == 1,
                "refused without one error");
    }
    ts_free(ts);
    messages_fini(&messages);
    return 0;
}
