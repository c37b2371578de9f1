#include "api/formats.h"

#include "format/aiger/aiger.h"
#include "format/btor2/btor2.h"
#include "format/c/c.h"
#include "format/vmt/vmt.h"

#include <string.h>

static bool is_bitcode(const char *bytes, size_t size) {
    return c_recognise(bytes, size, "");
}

static const struct format formats[] = {
    {.name = "aiger", .extensions = ".aig .aag", .recognise = aiger_recognise, .read_circuit = aiger_read},
    {.name = "btor2", .extensions = ".btor2 .btor", .recognise = btor2_recognise, .read_system = btor2_read},
    {.name = "vmt", .extensions = ".vmt", .recognise = vmt_recognise, .read_system = vmt_read},
    {.name = "c", .extensions = ".c .i .bc .ll", .recognise = is_bitcode, .named = true},
};
enum { FORMATS = sizeof formats / sizeof *formats };

const struct format *formats_find(const char *name) {
    for (int i = 0; i < FORMATS; i++)
        if (!strcmp(formats[i].name, name)) return &formats[i];
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

void formats_names(struct text *text) {
    for (int i = 0; i < FORMATS; i++) text_format(text, "%s%s", i ? ", " : "", formats[i].name);
}
