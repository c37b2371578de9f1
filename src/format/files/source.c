#include "format/files/source.h"

#include "format/files/formats.h"

#include <strings.h>
#include <sys/stat.h>

static void free_strings(strings *list) {
    vec_each (char *, s, list) mem_free(*s);
    vec_free(list);
}

void source_forget(struct source *s) {
    c_compiled_fini(&s->compiled);
    text_fini(&s->llvm);
    free_strings(&s->read);
    free_strings(&s->options);
    c_observed_fini(&s->observed);
    verilog_compiled_fini(&s->verilog);
}

void source_fini(struct source *s) {
    source_forget(s);
    mem_free(s->entry);
    mem_free(s->spec);
    mem_free(s->start);
    mem_free(s->error);
    mem_free(s->top);
    mem_free(s->reset);
    free_strings(&s->includes);
    free_strings(&s->defines);
    free_strings(&s->more);
    free_strings(&s->parameters);
    free_strings(&s->clocks);
}

static void replace(char **field, const char *value) {
    mem_free(*field);
    *field = value ? mem_strdup(value) : NULL;
}

/* ---- settings ---- */

static enum status wrong_word(struct messages *messages, const char *what, const char *words,
                              const char *given) {
    return messages_fail(messages, STATUS_USAGE, (struct position){0}, "%s is one of %s, not '%s'", what,
                         words, given);
}

enum status source_set_data_model(struct source *s, const char *name, struct messages *messages) {
    bool ilp32 = !strcasecmp(name, "ilp32");
    if (!ilp32 && strcasecmp(name, "lp64"))
        return wrong_word(messages, "the data model", "ilp32, lp64", name);
    s->data_model = ilp32 ? C_ILP32 : C_LP64;
    return STATUS_OK;
}

enum status source_set_theory(struct source *s, const char *name, struct messages *messages) {
    static const struct {
        const char *name;
        enum c_theory theory;
    } words[] = {{"bv", C_BV}, {"int", C_INT}, {"real", C_REAL}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, words[i].name)) continue;
        s->theory = words[i].theory;
        return STATUS_OK;
    }
    return wrong_word(messages, "the theory", "bv, int, real", name);
}

static bool is_identifier(const char *name) {
    static const char first[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return *name && strchr(first, *name) &&
           !name[strspn(name, "_abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")];
}

enum status source_set_entry(struct source *s, const char *function, struct messages *messages) {
    if (!is_identifier(function))
        return messages_fail(messages, STATUS_USAGE, (struct position){0}, "'%s' is no name of a function",
                             function);
    replace(&s->entry, function);
    return STATUS_OK;
}

enum status source_add_define(struct source *s, const char *macro, struct messages *messages) {
    char *name = mem_format("%.*s", (int)strcspn(macro, "="), macro);
    bool good = is_identifier(name);
    mem_free(name);
    if (!good)
        return messages_fail(messages, STATUS_USAGE, (struct position){0},
                             "a definition is NAME or NAME=VALUE, not '%s'", macro);
    vec_push(&s->defines, mem_strdup(macro));
    return STATUS_OK;
}

static enum status set_word(char **field, const char *value, bool good, const char *wrong,
                            struct messages *messages) {
    if (!good)
        return messages_fail(messages, STATUS_USAGE, (struct position){0}, "%s, not '%s'", wrong, value);
    replace(field, value);
    return STATUS_OK;
}

enum status source_set_top(struct source *s, const char *module, struct messages *messages) {
    return set_word(&s->top, module, verilog_is_name(module), "the top is the name of a module", messages);
}

enum status source_set_reset(struct source *s, const char *reset, struct messages *messages) {
    return set_word(&s->reset, reset, verilog_is_reset(reset), "the reset is [!]SIGNAL[:CYCLES]", messages);
}

enum status source_add_parameter(struct source *s, const char *assignment, struct messages *messages) {
    if (!verilog_is_parameter(assignment))
        return messages_fail(messages, STATUS_USAGE, (struct position){0},
                             "a parameter is NAME=NUMBER, the number as 12 or 8'hff, not '%s'", assignment);
    vec_push(&s->parameters, mem_strdup(assignment));
    return STATUS_OK;
}

/* ---- reading ---- */

static enum status read_spec(const struct reading *r, struct c_spec *spec) {
    struct text bytes = {0};
    const char *path = r->source->spec;
    enum status status = text_read_file(&bytes, path, r->messages);
    if (status == STATUS_OK)
        status = c_read_spec(spec, bytes.data, bytes.size, text_file_name(path), r->messages);
    text_fini(&bytes);
    return status;
}

/* The property file is read with the program, because that is when messages can be told. The entry that the user
 * names goes before the one in there. */
static enum status apply_spec(const struct reading *r) {
    struct source *s = r->source;
    struct c_spec spec = {0};
    enum status status = s->spec ? read_spec(r, &spec) : STATUS_OK;
    if (status != STATUS_OK) return status;
    replace(&s->start, s->entry ? s->entry : spec.entry);
    replace(&s->error, spec.error);
    c_spec_fini(&spec);
    return STATUS_OK;
}

static struct c_options settings(const struct source *s) {
    return (struct c_options){.data_model = s->read_data_model,
                              .includes = (const char *const *)s->includes.data,
                              .n_includes = s->includes.size,
                              .defines = (const char *const *)s->defines.data,
                              .n_defines = s->defines.size,
                              .entry = s->start,
                              .errors = (const char *const *)&s->error,
                              .n_errors = s->error ? 1 : 0};
}

/* Compiles it the first time. */
static enum status read_as(const struct reading *r, enum c_theory theory, struct program **out) {
    struct source *s = r->source;
    struct c_options options = settings(s);
    options.theory = theory;
    options.recursion = (uint32_t)r->options->recursion;
    options.strict = r->options->strict_memory;
    options.strict_division = r->options->strict_division;
    options.malloc_fails = r->options->malloc_fails;
    options.externs = (enum c_externs)r->options->externs;
    options.volatile_inputs = r->options->volatile_inputs;
    options.read = &s->read;
    if (!s->compiled.bitcode.size) clock_gettime(CLOCK_REALTIME, &s->compiled_at);
    return c_read(out, &s->compiled, TERMS_PLAIN, &options, r->bytes->data, r->bytes->size, r->file,
                  r->limits, r->messages);
}

/* Who runs the program later, or reads it again, has it as it is read now. */
static void fix_settings(struct source *s) {
    s->read_data_model = s->data_model;
    s->read_theory = s->theory;
    free_strings(&s->options);
    vec_each (char *const, directory, &s->includes) vec_push(&s->options, mem_format("-I%s", *directory));
    vec_each (char *const, macro, &s->defines) vec_push(&s->options, mem_format("-D%s", *macro));
}

enum status source_read(struct program **out, const struct reading *r) {
    fix_settings(r->source);
    enum status status = apply_spec(r);
    return status == STATUS_OK ? read_as(r, r->source->theory, out) : status;
}

struct program *source_read_bits(const struct reading *r) {
    struct program *program = NULL;
    return read_as(r, C_BV, &program) == STATUS_OK ? program : NULL;
}

enum status source_read_verilog(struct system **out, enum terms_mode mode, const struct reading *r) {
    struct source *s = r->source;
    const struct verilog_options options = {.more = (const char *const *)s->more.data,
                                            .n_more = s->more.size,
                                            .includes = (const char *const *)s->includes.data,
                                            .n_includes = s->includes.size,
                                            .defines = (const char *const *)s->defines.data,
                                            .n_defines = s->defines.size,
                                            .top = s->top,
                                            .parameters = (const char *const *)s->parameters.data,
                                            .n_parameters = s->parameters.size,
                                            .clocks = (const char *const *)s->clocks.data,
                                            .n_clocks = s->clocks.size,
                                            .reset = s->reset};
    return verilog_read(out, mode, &s->verilog, &options, r->bytes->data, r->bytes->size, r->file, r->limits,
                        r->messages);
}

static bool is_file(const struct stat *info, const char *path) {
    struct stat other;
    return !stat(path, &other) && S_ISREG(other.st_mode) && info->st_dev == other.st_dev &&
           info->st_ino == other.st_ino;
}

const char *source_includes(const struct source *s, const char *path) {
    struct stat info;
    if (stat(path, &info)) return NULL;
    vec_each (char *const, file, &s->read)
        if (is_file(&info, *file)) return *file;
    vec_each (char *const, file, &s->verilog.read)
        if (is_file(&info, *file)) return *file;
    return NULL;
}

static const char *in_text_form(struct source *s) {
    const struct c_options options = settings(s);
    if (!s->llvm.size && s->compiled.bitcode.size)
        c_compiled_text(&s->llvm, &s->compiled, &options, &s->observed);
    return s->llvm.data ? s->llvm.data : "";
}

static bool preprocess(const struct program_origin *origin, struct limits *limits, struct text *out) {
    const struct source *s = origin->client;
    const struct c_options options = settings(s);
    return c_preprocess(out, &s->compiled, &options, origin->bytes, origin->size, origin->file,
                        &s->compiled_at, limits);
}

const struct program_origin *source_origin(const struct reading *r, const char *version, bool to_run) {
    struct source *s = r->source;
    const char *llvm = to_run ? in_text_form(s) : NULL;
    s->origin = (struct program_origin){.file = r->file,
                                        .bytes = r->bytes->data,
                                        .size = r->bytes->size,
                                        .llvm = llvm,
                                        .text = preprocess,
                                        .client = s,
                                        .observed = (const char *const *)s->observed.keys.data,
                                        .widths = s->observed.widths.data,
                                        .n_observed = s->observed.keys.size,
                                        .is_observed = s->observed.any,
                                        .gnu89_inline = s->compiled.gnu89_inline,
                                        .c23 = s->compiled.c23,
                                        .ilp32 = s->read_data_model == C_ILP32,
                                        .entry = s->start,
                                        .errors = (const char *const *)&s->error,
                                        .n_errors = s->error ? 1 : 0,
                                        .options = (const char *const *)s->options.data,
                                        .n_options = s->options.size,
                                        .version = version};
    return &s->origin;
}
