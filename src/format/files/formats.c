#include "format/files/formats.h"

#include "format/aiger/aiger.h"
#include "format/btor2/btor2.h"
#include "format/c/c.h"
#include "format/vmt/vmt.h"

#include <string.h>

static bool is_bitcode(const char *bytes, size_t size) {
    return c_recognise(bytes, size, "");
}

static enum status read_aiger(struct model *model, enum terms_mode mode, const struct reading *r) {
    (void)mode;
    struct circuit *circuit = NULL;
    enum status status = aiger_read(&circuit, r->bytes->data, r->bytes->size, r->file, r->messages);
    *model = model_of_circuit(circuit);
    return status;
}

static enum status read_btor2(struct model *model, enum terms_mode mode, const struct reading *r) {
    struct system *system = NULL;
    enum status status = btor2_read(&system, mode, r->bytes->data, r->bytes->size, r->file, r->messages);
    *model = model_of_system(system);
    return status;
}

static enum status read_vmt(struct model *model, enum terms_mode mode, const struct reading *r) {
    struct system *system = NULL;
    enum status status = vmt_read(&system, mode, r->bytes->data, r->bytes->size, r->file, r->messages);
    *model = model_of_system(system);
    return status;
}

static enum status read_c(struct model *model, enum terms_mode mode, const struct reading *r) {
    (void)mode; /* programs are read once: engines get a copy */
    struct program *program = NULL;
    enum status status = source_read(&program, r);
    *model = model_of_program(program);
    return status;
}

static enum status read_verilog(struct model *model, enum terms_mode mode, const struct reading *r) {
    struct system *system = NULL;
    enum status status = source_read_verilog(&system, mode, r);
    *model = model_of_system(system);
    return status;
}

/* Nothing but the name tells it. */
static bool is_verilog(const char *bytes, size_t size) {
    (void)bytes, (void)size;
    return false;
}

static const struct format formats[] = {
    {"aiger", ".aig .aag", LEVEL_CIRCUIT, false, false, aiger_recognise, read_aiger},
    {"btor2", ".btor2 .btor", LEVEL_SYSTEM, false, false, btor2_recognise, read_btor2},
    {"vmt", ".vmt", LEVEL_SYSTEM, false, false, vmt_recognise, read_vmt},
    {"verilog", ".sv .v .svh .vh", LEVEL_SYSTEM, true, true, is_verilog, read_verilog},
    {"c", ".c .i .bc .ll", LEVEL_PROGRAM, true, true, is_bitcode, read_c},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* "aiger, btor2, vmt" */
static char *names(void) {
    struct text text = {0};
    for (int i = 0; i < FORMATS; i++) text_format(&text, "%s%s", i ? ", " : "", formats[i].name);
    return text_take(&text);
}

const struct format *formats_named(const char *name, struct messages *messages) {
    for (int i = 0; i < FORMATS; i++)
        if (!strcmp(formats[i].name, name)) return &formats[i];
    char *known = names();
    messages_fail(messages, STATUS_USAGE, (struct position){0},
                  "this version does not read the format '%s'; it reads %s", name, known);
    mem_free(known);
    return NULL;
}

/* The name ends in one of the extensions. */
static bool ends_in_one(const char *name, size_t length, const char *extensions) {
    while (*extensions) {
        size_t n = strcspn(extensions, " ");
        if (length >= n && !memcmp(name + length - n, extensions, n)) return true;
        extensions += n + (extensions[n] == ' ');
    }
    return false;
}

const struct format *formats_recognise(const char *file, const char *bytes, size_t size) {
    size_t length = strlen(file);
    if (length > 3 && !strcmp(file + length - 3, ".gz")) length -= 3;
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].named && ends_in_one(file, length, formats[i].extensions)) return &formats[i];
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].recognise(bytes, size)) return &formats[i];
    for (int i = 0; i < FORMATS; i++)
        if (ends_in_one(file, length, formats[i].extensions)) return &formats[i];
    return NULL;
}

const struct format *formats_of(const struct format *forced, const char *file, const struct text *bytes,
                                struct messages *messages) {
    struct position start = {.file = file, .line = 1, .column = 1};
    const struct format *format = forced        ? forced
                                  : bytes->size ? formats_recognise(file, bytes->data, bytes->size)
                                                : NULL;
    if (format && bytes->size) return format;
    char *known = names();
    if (bytes->size)
        messages_fail(messages, STATUS_MALFORMED, start,
                      "not a format that this version reads (%s); --format says which one it is meant to be",
                      known);
    else
        messages_fail(messages, STATUS_MALFORMED, start, "the file is empty");
    mem_free(known);
    return NULL;
}
