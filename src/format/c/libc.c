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
#define C_LIBRARY_INPUT(kind, name, from, to) {false, {C_EFFECT_##kind, NULL, {0}, true, from, to}, name},
#define C_LIBRARY_REFUSED(reason, names)      {false, {.effect = C_EFFECT_KEEPS, .refused = reason}, names},
#define C_LIBRARY_VARIABLES(changes, names)
#include "format/c/libc.def"
#undef C_LIBRARY
#undef C_LIBRARY_MATH
#undef C_LIBRARY_OBJECT
#undef C_LIBRARY_INPUT
#undef C_LIBRARY_REFUSED
#undef C_LIBRARY_VARIABLES
};

static bool has_word(const char *names, const char *word, size_t length) {
    for (const char *at = names; *at;) {
        size_t n = strcspn(at, " ");
        if (n == length && !memcmp(at, word, n)) return true;
        at += n + (at[n] == ' ');
    }
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
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (has_word(rows[i].names, name, length) ||
            (rows[i].is_math && has_typed(rows[i].names, name, length)))
            return &rows[i];
    return NULL;
}

/* Headers and compilers give functions other names: by version of the language, with checks of sizes, for large files,
 * without locks, by locale; and the library has its own names for most. */
static const struct row *find_ending(const char *name, size_t length) {
    static const char *const endings[] = {"", "_chk", "64", "_unlocked", "_l", "_np"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(endings[i]);
        if (length <= n || memcmp(name + length - n, endings[i], n) != 0) continue;
        const struct row *row = find(name, length - n);
        if (row) return row;
    }
    return NULL;
}

bool c_libc_find(const char *name, struct c_libc_function *function) {
    static const char *const beginnings[] = {"", "__isoc99_", "__isoc23_", "__builtin_", "_IO_", "__"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t n = strlen(beginnings[i]);
        if (strncmp(name, beginnings[i], n) != 0) continue;
        const struct row *row = find_ending(name + n, strlen(name + n));
        if (!row) continue;
        *function = row->function;
        return true;
    }
    return false;
}

bool c_libc_has_variable(const char *name, bool *changes) {
    static const struct {
        bool changes;
        const char *names;
    } variables[] = {
#define C_LIBRARY(kind, header, names)
#define C_LIBRARY_MATH(kind, names)
#define C_LIBRARY_OBJECT(lp64, ilp32, names)
#define C_LIBRARY_INPUT(kind, name, from, to)
#define C_LIBRARY_REFUSED(reason, names)
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
