#include "format/c/libc.h"

#include <stddef.h>
#include <string.h>

struct row {
    bool is_math;
    struct c_libc_function function;
    const char *names; /* one blank between two */
};

static const struct row rows[] = {
#define C_LIBRARY(kind, header, names) {false, {.effect = C_EFFECT_##kind}, names},
#define C_LIBRARY_MATH(kind, names)    {true, {.effect = C_EFFECT_##kind}, names},
#define C_LIBRARY_OBJECT(lp64, ilp32, names)                                                                 \
    {false, {.effect = C_EFFECT_FIRST, .object = {lp64, ilp32}}, names},
#define C_LIBRARY_INPUT(kind, name, from, to)                                                                \
    {false, {.effect = C_EFFECT_##kind, .is_input = true, .low = from, .high = to}, name},
#define C_LIBRARY_FORMAT(kind, position, names)                                                              \
    {false,                                                                                                  \
     {.effect = C_EFFECT_WRITES, .has_format = true, .format = position, .plain = C_EFFECT_##kind},          \
     names},
#define C_LIBRARY_EXACT(meaning, kind, sentence, names) {false, {.effect = C_EFFECT_##kind}, names},
#define C_LIBRARY_REFUSED(refusal, names)                                                                    \
    {false, {.effect = C_EFFECT_KEEPS, .refused = C_REFUSES_##refusal}, names},
#include "format/c/libc.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const struct {
    enum c_meaning meaning;
    const char *names;
} meanings[] = {
#define C_LIBRARY_EXACT(meaning, kind, sentence, names) {C_MEANS_##meaning, names},
#define C_VERIFIER(meaning, sentence, names)            {C_MEANS_##meaning, names},
#include "format/c/libc.def"
};
enum { MEANINGS = sizeof meanings / sizeof *meanings };

/* The next word of a list; its length, or 0: no more. *at is moved behind it. */
static size_t next_word(const char **at, const char **word) {
    size_t n = strcspn(*at, " ");
    *word = *at;
    *at += n + ((*at)[n] == ' ');
    return n;
}

static bool has_word(const char *names, const char *word, size_t length) {
    const char *known;
    for (size_t n; (n = next_word(&names, &known));)
        if (n == length && !memcmp(known, word, n)) return true;
    return false;
}

/* A mathematical function's name less the letters that say for which type it is. */
static bool has_typed(const char *names, const char *word, size_t length) {
    static const char *const suffixes[] = {"f", "l", "f32", "f64", "f128", "f32x", "f64x"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t n = strlen(suffixes[i]);
        if (length > n && !memcmp(word + length - n, suffixes[i], n) && has_word(names, word, length - n))
            return true;
    }
    return false;
}

static const struct row *find(const char *name, size_t length) {
    for (size_t i = 0; i < ROWS; i++)
        if (has_word(rows[i].names, name, length) ||
            (rows[i].is_math && has_typed(rows[i].names, name, length)))
            return &rows[i];
    return NULL;
}

/* The function that it is another name for: its part of the name, in *name and *length; false: none. */
static bool find_variant(const char **name, size_t *length) {
    static const struct {
        const char *beginning, *ending, *names;
    } variants[] = {
#define C_LIBRARY_VARIANT(beginning, ending, names) {beginning, ending, names},
#include "format/c/libc.def"
    };
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        size_t b = strlen(variants[i].beginning), e = strlen(variants[i].ending);
        if (*length <= b + e || memcmp(*name, variants[i].beginning, b) != 0 ||
            memcmp(*name + *length - e, variants[i].ending, e) != 0 ||
            !has_word(variants[i].names, *name + b, *length - b - e))
            continue;
        *name += b;
        *length -= b + e;
        return true;
    }
    return false;
}

bool c_libc_find(const char *name, struct c_libc_function *function) {
    size_t length = strlen(name);
    const struct row *row = find(name, length);
    bool literal = row != NULL;
    while (!row && find_variant(&name, &length)) row = find(name, length);
    if (!row) return false;
    *function = row->function;
    if (!literal) function->has_format = false; /* it may be another argument */
    return true;
}

bool c_libc_means(const char *name, enum c_meaning meaning) {
    for (size_t i = 0; i < MEANINGS; i++)
        if (meanings[i].meaning == meaning && has_word(meanings[i].names, name, strlen(name))) return true;
    return false;
}

const char *c_libc_bounds(const char *name) {
    static const struct {
        const char *arguments, *name;
    } bounds[] = {
#define C_LIBRARY_BOUNDS(arguments, name) {arguments, name},
#include "format/c/libc.def"
    };
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if (!strcmp(name, bounds[i].name)) return bounds[i].arguments;
    return NULL;
}

bool c_libc_has_variable(const char *name, bool *changes) {
    static const struct {
        bool changes;
        const char *names;
    } variables[] = {
#define C_LIBRARY_VARIABLES(changes, names) {changes, names},
#include "format/c/libc.def"
    };
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (has_word(variables[i].names, name, strlen(name))) {
            *changes = variables[i].changes;
            return true;
        }
    return false;
}

bool c_libc_listed(uint32_t position, const char **name, size_t *length) {
    for (size_t i = 0; i < ROWS; i++) {
        const char *at = rows[i].names;
        while ((*length = next_word(&at, name)))
            if (!position--) return true;
    }
    return false;
}

bool c_libc_meant(enum c_meaning meaning, uint32_t position, const char **name, size_t *length) {
    for (size_t i = 0; i < MEANINGS; i++) {
        const char *at = meanings[i].names;
        while (meanings[i].meaning == meaning && (*length = next_word(&at, name)))
            if (!position--) return true;
    }
    return false;
}
