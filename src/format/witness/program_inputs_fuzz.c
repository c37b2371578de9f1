/* libFuzzer harness: program_inputs_read. What is read can be written as a harness, and is read back from it as the
 * same; names are nothing that could become code there. */
#include "check/program/program_harness.h"

#include <ctype.h>
#include <stdlib.h>

static void assert_name(const char *name, const char *others) {
    for (; *name; name++)
        if (!isalnum((unsigned char)*name) && !strchr(others, *name)) abort();
}

static void assert_same(const struct program_inputs *a, const struct program_inputs *b) {
    if (a->list.size != b->list.size || a->complete != b->complete) abort();
    for (uint32_t i = 0; i < a->list.size; i++) {
        const struct program_input *x = &a->list.data[i], *y = &b->list.data[i];
        if (x->bits != y->bits || strcmp(x->function ? x->function : "", y->function)) abort();
        assert_name(y->function, "_");
    }
    if (a->arguments.size != b->arguments.size) abort();
    for (uint32_t i = 0; i < a->arguments.size; i++) {
        const struct program_argument *x = &a->arguments.data[i], *y = &b->arguments.data[i];
        if (x->bits != y->bits || strcmp(x->name, y->name)) abort();
        assert_name(y->name, "_.#");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct messages messages = {0};
    struct program_inputs inputs, again;
    if (program_inputs_read(&inputs, (const char *)data, size, "fuzz", &messages) == STATUS_OK) {
        struct text text = {0};
        struct program *program = program_new(TERMS_PLAIN);
        program_harness(&text, program, &inputs, &(struct program_origin){.file = "prog.c"},
                        &(struct program_externals){0});
        text_clear(&text);
        program_harness(&text, program, &inputs, &(struct program_origin){.file = "prog.c", .entry = "f"},
                        &(struct program_externals){0});
        if (program_inputs_read(&again, text.data, text.size, "again", &messages)) abort();
        assert_same(&inputs, &again);
        program_inputs_fini(&again);
        program_inputs_fini(&inputs);
        text_fini(&text);
        program_free(program);
    } else if (!messages.list.size) {
        abort();
    }
    messages_fini(&messages);
    return 0;
}
