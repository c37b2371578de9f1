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

static void check_system(const struct system *system) {
    const char *problem = system_check(system);
    require(!problem, problem);
    struct messages messages = {0};
    struct text file = {0};
    struct system *again;
    vmt_write(&file, system);
    enum status status =
        vmt_read(&again, terms_mode(system->terms), file.data, file.size, "written", &messages);
    require(status == STATUS_OK, messages_first_error(&messages));
    struct term_copier copier;
    copier_init(&copier, again->terms, system->terms);
    bool same = again->states.size == system->states.size && again->inputs.size == system->inputs.size &&
                again->properties.size == system->properties.size &&
                term_same(copier_apply(&copier, again->init), system->init) &&
                term_same(copier_apply(&copier, again->trans), system->trans);
    for (uint32_t i = 0; same && i < system->states.size; i++)
        same = term_same(copier_apply(&copier, again->states.data[i].now), system->states.data[i].now) &&
               term_same(copier_apply(&copier, again->states.data[i].next), system->states.data[i].next);
    for (uint32_t i = 0; same && i < system->properties.size; i++)
        same =
            term_same(copier_apply(&copier, again->properties.data[i].good), system->properties.data[i].good);
    require(same, "the system changed by writing and reading it");
    copier_fini(&copier);
    system_free(again);
    text_fini(&file);
    messages_fini(&messages);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct messages messages = {0};
    struct system *system;
    enum terms_mode mode = size && data[0] & 1 ? TERMS_PLAIN : TERMS_SIMPLIFY;
    vmt_recognise((const char *)data, size);
    enum status status = vmt_read(&system, mode, (const char *)data, size, "input", &messages);
    uint32_t errors = 0;
    vec_each (struct message, m, &messages.list) errors += m->severity == SEVERITY_ERROR;
    if (status == STATUS_OK) {
        require(!errors, "accepted with an error");
        check_system(system);
    } else {
        require((status == STATUS_MALFORMED || status == STATUS_UNSUPPORTED) && !system && errors == 1,
                "refused without one error");
    }
    system_free(system);
    messages_fini(&messages);
    return 0;
}
