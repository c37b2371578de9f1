/* Programs: how their source is to be read, and reading it. */
#include "api/context.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static enum induct_status wrong_word(struct induct *c, const char *what, const char *words,
                                     const char *given) {
    return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                             "%s is one of %s, not '%s'", what, words, given);
}

enum induct_status induct_set_data_model(struct induct *c, const char *name) {
    bool ilp32 = !strcasecmp(name, "ilp32");
    if (!ilp32 && strcasecmp(name, "lp64")) return wrong_word(c, "the data model", "ilp32, lp64", name);
    c->source.data_model = ilp32 ? C_ILP32 : C_LP64;
    return INDUCT_OK;
}

enum induct_status induct_set_theory(struct induct *c, const char *name) {
    static const struct {
        const char *name;
        enum c_theory theory;
    } words[] = {{"bv", C_BV}, {"int", C_INT}, {"real", C_REAL}};
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, words[i].name)) continue;
        c->source.theory = words[i].theory;
        return INDUCT_OK;
    }
    return wrong_word(c, "the theory", "bv, int, real", name);
}

static bool is_identifier(const char *name) {
    static const char first[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return *name && strchr(first, *name) &&
           !name[strspn(name, "_abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")];
}

static void replace(char **field, const char *value) {
    mem_free(*field);
    *field = value ? mem_strdup(value) : NULL;
}

enum induct_status induct_set_entry(struct induct *c, const char *function) {
    if (!is_identifier(function))
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                                 "'%s' is no name of a function", function);
    replace(&c->source.entry, function);
    return INDUCT_OK;
}

enum induct_status induct_set_spec(struct induct *c, const char *path) {
    replace(&c->source.spec, path);
    return INDUCT_OK;
}

enum induct_status induct_add_include(struct induct *c, const char *directory) {
    vec_push(&c->source.includes, mem_strdup(directory));
    return INDUCT_OK;
}

enum induct_status induct_add_define(struct induct *c, const char *macro) {
    char *name = mem_format("%.*s", (int)strcspn(macro, "="), macro);
    bool good = is_identifier(name);
    mem_free(name);
    if (!good)
        return (enum induct_status)messages_fail(&c->messages, STATUS_USAGE, (struct position){0},
                                                 "a definition is NAME or NAME=VALUE, not '%s'", macro);
    vec_push(&c->source.defines, mem_strdup(macro));
    return INDUCT_OK;
}

void induct_set_replay(struct induct *c, bool on) {
    c->replay = on;
}

void source_fini(struct source *source) {
    mem_free(source->entry);
    mem_free(source->spec);
    mem_free(source->start);
    mem_free(source->error);
    vec_each (char *, s, &source->includes) mem_free(*s);
    vec_each (char *, s, &source->defines) mem_free(*s);
    vec_free(&source->includes);
    vec_free(&source->defines);
    vec_each (char *, s, &source->read) mem_free(*s);
    vec_free(&source->read);
}

static enum status read_spec(struct induct *c, struct c_spec *spec) {
    struct text bytes = {0};
    enum status status = text_read_file(&bytes, c->source.spec, &c->messages);
    if (status == STATUS_OK)
        status = c_read_spec(spec, bytes.data, bytes.size, text_file_name(c->source.spec), &c->messages);
    text_fini(&bytes);
    return status;
}

/* The property file is read with the program, because that is when messages can be told. The entry that the user
 * names goes before the one in there. */
static enum status apply_spec(struct induct *c) {
    struct c_spec spec = {0};
    enum status status = c->source.spec ? read_spec(c, &spec) : STATUS_OK;
    if (status != STATUS_OK) return status;
    replace(&c->source.start, c->source.entry ? c->source.entry : spec.entry);
    replace(&c->source.error, spec.error);
    c_spec_fini(&spec);
    return STATUS_OK;
}

static bool is_file(const struct stat *info, const char *path) {
    struct stat other;
    return !stat(path, &other) && S_ISREG(other.st_mode) && info->st_dev == other.st_dev &&
           info->st_ino == other.st_ino;
}

const char *induct_included(const struct induct *c, const char *path) {
    struct stat info;
    if (stat(path, &info)) return NULL;
    vec_each (char *const, file, &c->source.read)
        if (is_file(&info, *file)) return *file;
    return NULL;
}

/* Compiles it the first time. */
static enum status read_as(struct induct *c, enum c_theory theory, struct program **out) {
    struct source *source = &c->source;
    struct c_options options = {.data_model = source->data_model,
                                .theory = theory,
                                .includes = (const char *const *)source->includes.data,
                                .n_includes = source->includes.size,
                                .defines = (const char *const *)source->defines.data,
                                .n_defines = source->defines.size,
                                .entry = source->start,
                                .errors = (const char *const *)&source->error,
                                .n_errors = source->error ? 1 : 0,
                                .recursion = (uint32_t)c->options.recursion,
                                .strict = c->options.strict_memory,
                                .strict_division = c->options.strict_division,
                                .read = &source->read};
    return c_read_compiled(out, &c->compiled, TERMS_PLAIN, &options, c->bytes.data, c->bytes.size, c->file,
                           &c->limits, &c->messages);
}

enum status source_read(struct induct *c) {
    context_start(c);
    enum status status = apply_spec(c);
    if (status == STATUS_OK) status = read_as(c, c->source.theory, &c->program);
    if (status == STATUS_STOPPED) atomic_store(&c->interrupted, false); /* as at the end of a run */
    return status;
}

struct program *source_read_bits(struct induct *c) {
    struct program *program = NULL;
    return read_as(c, C_BV, &program) == STATUS_OK ? program : NULL;
}

const char *source_llvm(struct induct *c) {
    if (!c->llvm.size && c->compiled.bitcode.size) c_compiled_text(&c->llvm, &c->compiled);
    return c->llvm.data ? c->llvm.data : "";
}

void origin_init(struct origin *origin, const struct induct *c) {
    const struct source *source = &c->source;
    *origin = (struct origin){0};
    vec_each (char *const, directory, &source->includes)
        vec_push(&origin->options, mem_format("-I%s", *directory));
    vec_each (char *const, macro, &source->defines) vec_push(&origin->options, mem_format("-D%s", *macro));
    origin->program = (struct program_origin){.file = c->file,
                                              .bytes = c->bytes.data,
                                              .size = c->bytes.size,
                                              .gnu89_inline = c->compiled.gnu89_inline,
                                              .ilp32 = source->data_model == C_ILP32,
                                              .entry = source->start,
                                              .errors = (const char *const *)&source->error,
                                              .n_errors = source->error ? 1 : 0,
                                              .options = (const char *const *)origin->options.data,
                                              .n_options = origin->options.size,
                                              .version = induct_version()};
}

void origin_init_to_run(struct origin *origin, struct induct *c) {
    origin_init(origin, c);
    origin->program.llvm = source_llvm(c);
}

void origin_fini(struct origin *origin) {
    vec_each (char *, option, &origin->options) mem_free(*option);
    vec_free(&origin->options);
}
