#include "check/replay/redirect.h"

#include <ctype.h>

struct redirection {
    struct text *out;
    struct hash_names names;
    const struct hash_names *own;
    bool hide_main;
};

static bool is_symbol_byte(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static const char *skip_blanks(const char *s, const char *end) {
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    return s;
}

static const char *symbol_end(const char *s, const char *end) {
    while (s < end && is_symbol_byte(*s)) s++;
    return s;
}

static bool starts_with(const char *s, const char *end, const char *word) {
    size_t n = strlen(word);
    return (size_t)(end - s) >= n && !memcmp(s, word, n) && (s + n == end || !is_symbol_byte(s[n]));
}

static void copy(struct redirection *r, const char *s, const char *end) {
    text_bytes(r->out, s, (size_t)(end - s));
}

/* Functions that the compiler calls, too. */
static bool is_compilers(const char *s, const char *end) {
    static const char *const names[] = {"memcpy", "memmove", "memset"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (starts_with(s, end, names[i])) return true;
    return false;
}

/* A symbol; `used`: not where it is defined or declared. */
static void copy_symbol(struct redirection *r, const char *s, const char *end, bool used) {
    bool is_main = end - s == 4 && !memcmp(s, "main", 4);
    if (is_main && r->hide_main) {
        text_add(r->out, REDIRECT_MAIN);
        return;
    }
    char *name = mem_format("%.*s", (int)(end - s), s);
    if (used && hash_names_get(&r->names, name) != HASH_NONE)
        text_add(r->out, REDIRECT_PREFIX);
    else if (!is_main && !is_compilers(s, end) && hash_names_get(r->own, name) != HASH_NONE)
        text_add(r->out, REDIRECT_OWN);
    mem_free(name);
    copy(r, s, end);
}

/* Operands: symbols, except for registers (%eax) and what stands in quotes or comments. */
static void copy_operands(struct redirection *r, const char *s, const char *end, bool used) {
    while (s < end) {
        if (*s == '#') {
            copy(r, s, end);
            return;
        }
        const char *stop = s + 1;
        if (*s == '"') {
            while (stop < end && *stop != '"') stop += *stop == '\\' && stop + 1 < end ? 2 : 1;
            stop += stop < end;
            copy(r, s, stop);
        } else if (*s == '%' || *s == '@') { /* a register, or what follows a symbol: f@PLT */
            stop = symbol_end(stop, end);
            copy(r, s, stop);
        } else if (is_symbol_byte(*s) && *s != '$') { /* which marks a constant */
            stop = symbol_end(s, end);
            copy_symbol(r, s, stop, used);
        } else {
            text_byte(r->out, (unsigned char)*s);
        }
        s = stop;
    }
}

/* Directives whose operands are values; others define and declare. */
static bool is_data(const char *s, const char *end) {
    static const char *const names[] = {".quad", ".long", ".8byte", ".4byte", ".int", ".word", ".value"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (starts_with(s, end, names[i])) return true;
    return false;
}

static void copy_line(struct redirection *r, const char *s, const char *end) {
    const char *word = skip_blanks(s, end), *stop = symbol_end(word, end);
    copy(r, s, word);
    if (stop < end && *stop == ':') { /* a label */
        copy_symbol(r, word, stop, false);
        copy(r, stop, end);
    } else if (word < end && *word == '.') {
        copy(r, word, stop);
        if (starts_with(word, end, ".section"))
            copy(r, stop, end); /* its name is none of the program's */
        else
            copy_operands(r, stop, end, is_data(word, end));
    } else {
        copy(r, word, stop);
        copy_operands(r, stop, end, true);
    }
}

void redirect(struct text *out, const char *assembly, const char *const *names, uint32_t n,
              const struct hash_names *own, bool hide_main) {
    struct redirection r = {.out = out, .own = own, .hide_main = hide_main};
    for (uint32_t i = 0; i < n; i++) hash_names_put(&r.names, names[i], i);
    for (const char *line = assembly; *line;) {
        const char *end = line + strcspn(line, "\n");
        copy_line(&r, line, end);
        if (!*end) break;
        text_byte(out, '\n');
        line = end + 1;
    }
    hash_names_free(&r.names);
}

void redirect_llvm(struct text *out, const char *llvm, const struct hash_names *own) {
    struct redirection r = {.out = out};
    const char *end = llvm + strlen(llvm), *done = llvm;
    for (const char *s = llvm; *s;) {
        if (*s == '"') { /* a text, or a name that is none of these; '"' itself is written as \\22 */
            s += 1 + strcspn(s + 1, "\"");
            s += *s == '"';
        } else if (*s++ == '@' && is_compilers(s, end)) {
            const char *stop = symbol_end(s, end);
            char *name = mem_format("%.*s", (int)(stop - s), s);
            copy(&r, done, s);
            if (hash_names_get(own, name) != HASH_NONE) text_add(out, REDIRECT_OWN);
            mem_free(name);
            done = s;
            s = stop;
        }
    }
    copy(&r, done, end);
}
