/* Programs and designs: how their source is to be read. */
#include "api/context.h"

enum induct_status induct_set_data_model(struct induct *c, const char *name) {
    return (enum induct_status)source_set_data_model(&c->source, name, &c->messages);
}

enum induct_status induct_set_theory(struct induct *c, const char *name) {
    return (enum induct_status)source_set_theory(&c->source, name, &c->messages);
}

enum induct_status induct_set_entry(struct induct *c, const char *function) {
    return (enum induct_status)source_set_entry(&c->source, function, &c->messages);
}

enum induct_status induct_add_define(struct induct *c, const char *macro) {
    return (enum induct_status)source_add_define(&c->source, macro, &c->messages);
}

enum induct_status induct_set_spec(struct induct *c, const char *path) {
    mem_free(c->source.spec);
    c->source.spec = path ? mem_strdup(path) : NULL;
    return INDUCT_OK;
}

enum induct_status induct_add_include(struct induct *c, const char *directory) {
    vec_push(&c->source.includes, mem_strdup(directory));
    return INDUCT_OK;
}

enum induct_status induct_add_file(struct induct *c, const char *path) {
    vec_push(&c->source.more, mem_strdup(path));
    return INDUCT_OK;
}

enum induct_status induct_set_top(struct induct *c, const char *module) {
    return (enum induct_status)source_set_top(&c->source, module, &c->messages);
}

enum induct_status induct_add_parameter(struct induct *c, const char *assignment) {
    return (enum induct_status)source_add_parameter(&c->source, assignment, &c->messages);
}

enum induct_status induct_add_clock(struct induct *c, const char *signal) {
    vec_push(&c->source.clocks, mem_strdup(signal));
    return INDUCT_OK;
}

enum induct_status induct_set_reset(struct induct *c, const char *reset) {
    return (enum induct_status)source_set_reset(&c->source, reset, &c->messages);
}

void induct_set_replay(struct induct *c, bool on) {
    c->replay = on;
}

const char *induct_included(const struct induct *c, const char *path) {
    return source_includes(&c->source, path);
}

struct reading context_reading(struct induct *c) {
    return (struct reading){.file = c->file,
                            .bytes = &c->bytes,
                            .source = &c->source,
                            .options = &c->options,
                            .limits = &c->limits,
                            .messages = &c->messages};
}

const struct program_origin *context_origin(void *client, bool to_run) {
    struct reading reading = context_reading(client);
    return source_origin(&reading, induct_version(), to_run);
}
