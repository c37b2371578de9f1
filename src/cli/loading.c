#include "cli/loading.h"

#include "base/clock.h"
#include "cli/check_wire.h"

#include <stdlib.h>

static void warn_of_unused(struct induct *problem, int pipe, const struct input_settings *input,
                           const char *file) {
    struct text text = {0}, unused = {0};
    input_unused(input, induct_format(problem), &unused);
    text_format(&text, "%s: without effect on a file of the format %s: %s", text_file_name(file),
                induct_format(problem), unused.data);
    if (unused.size) wire_send_text(pipe, WIRE_LOG, 0, 0, text.data);
    text_fini(&unused);
    text_fini(&text);
}

enum induct_status loading_read(struct induct *problem, int pipe, const struct input_settings *input,
                                const char *file, const char *property) {
    enum induct_status status = induct_load_file(problem, file);
    if (status == INDUCT_OK) warn_of_unused(problem, pipe, input, file);
    if (status != INDUCT_OK || !property) return status;
    long found = induct_find_property(problem, property);
    if (found >= 0) return induct_select(problem, (unsigned)found);
    struct text text = {0};
    text_format(&text,
                found == -2 ? "%s: several properties are called '%s'; give the number"
                            : "%s: no property is called '%s'",
                text_file_name(file), property);
    char *near = found == -2 ? NULL : induct_near_properties(problem, property);
    if (near && *near) text_format(&text, "; there is%s", near);
    free(near);
    wire_send_text(pipe, WIRE_LOG, 0, 1, text.data);
    text_fini(&text);
    return INDUCT_USAGE;
}

bool loading_keeps(struct induct *problem, int pipe, const char *output) {
    const char *included = induct_included(problem, output);
    if (!included) return true;
    char *text = mem_format("%s: not written: it is %s, which is read", output, included);
    wire_send_text(pipe, WIRE_LOG, 0, 1, text);
    mem_free(text);
    return false;
}

void loading_set_time(struct induct *problem, double timeout, uint64_t started_us) {
    induct_set_timeout(problem, timeout);
    induct_set_elapsed(problem, (double)(clock_us() - started_us) / 1e6);
}

void loading_tell_messages(struct induct *problem, int pipe) {
    for (unsigned i = 0; i < induct_messages(problem); i++) {
        bool error;
        const char *text = induct_message(problem, i, &error);
        wire_send_text(pipe, WIRE_LOG, 0, error, text);
    }
    induct_clear_messages(problem);
}

void loading_end(struct induct *problem, int pipe, enum induct_status status) {
    loading_tell_messages(problem, pipe);
    if (status != INDUCT_OK) wire_send(pipe, (struct wire_message){.kind = WIRE_FAILED, .number = status});
}
