#include "check/replay/guard_text.h"

#include <ctype.h>

struct guard {
    struct text *out, *why;
    const char *at;
    bool gcc;
    bool in_assembly;   /* the parentheses are those of asm, else of an attribute */
    uint32_t depth;     /* of parentheses inside of these, 0: outside */
    bool opens;         /* the next parenthesis is the first of these */
    bool after_bracket; /* the last token is '[' */
};

static bool is_word_byte(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_word(const char *s, size_t n, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == n && !memcmp(s, *words, n)) return true;
    return false;
}

static bool refuse(struct guard *g, const char *what) {
    text_format(g->why, "the program has %s, which no second compiler is given", what);
    return false;
}

/* A whole line that is dropped or kept: what starts with '#', and definitions that gcc does not want. */
static bool take_line(struct guard *g, bool *taken) {
    static const char *const types[] = {"typedef float _Float32;", "typedef double _Float64;",
                                        "typedef double _Float32x;", "typedef long double _Float64x;", NULL};
    const char *line = g->at;
    size_t n = strcspn(line, "\n");
    *taken = true;
    if (g->gcc && is_word(line, n, types)) {
        g->at += n;
        return true;
    }
    const char *word = line + strspn(line, " \t");
    *taken = *word == '#';
    if (!*taken) return true;
    word += 1 + strspn(word + 1, " \t");
    g->at += n;
    if (isdigit((unsigned char)*word) || !strncmp(word, "line ", 5)) return true;
    if (!strncmp(word, "pragma pack", 11) && !memchr(line, '"', n) && !memchr(line, '\\', n)) {
        text_bytes(g->out, line, n);
        return true;
    }
    return refuse(g, "a directive");
}

/* A text between quotes of either kind. */
static bool take_quoted(struct guard *g) {
    const char *start = g->at, *end = start + 1;
    while (*end && *end != *start && *end != '\n') end += *end == '\\' && end[1] ? 2 : 1;
    if (*end != *start) return refuse(g, "a text without end");
    bool word = true;
    for (const char *s = start + 1; s < end; s++)
        word = word && (is_word_byte(*s) || (!g->in_assembly && (*s == '.' || *s == '-')));
    if (g->depth && !word)
        return refuse(g, g->in_assembly ? "assembly" : "an attribute that could hide assembly");
    if (g->depth && strstr(start, "induct") && strstr(start, "induct") < end)
        return refuse(g, "a name of the replay's own");
    g->at = end + 1;
    text_bytes(g->out, start, (size_t)(g->at - start));
    return true;
}

static bool take_word(struct guard *g) {
    static const char *const assembly[] = {"asm", "__asm", "__asm__", NULL};
    static const char *const attributes[] = {"__attribute__", "__attribute", NULL};
    static const char *const raw[] = {"R", "LR", "uR", "UR", "u8R", NULL};
    static const char *const promises[] = {"pure", "__pure__", "const", "__const__", NULL};
    static const char *const dropped[] = {"restrict", "__restrict", "__restrict__", NULL};
    static const char *const refused[] = {
        "_Pragma", "__pragma", "__declspec", "__builtin_LINE", "__builtin_FILE", "__builtin_COLUMN", NULL};
    const char *start = g->at;
    while (is_word_byte(*g->at) || *g->at == '$') g->at++;
    size_t n = (size_t)(g->at - start);
    if (*g->at == '"' && is_word(start, n, raw)) return refuse(g, "a raw string");
    if (is_word(start, n, refused)) return refuse(g, "a word of compilers");
    bool is_assembly = is_word(start, n, assembly);
    if (is_assembly || is_word(start, n, attributes)) {
        if (g->opens) return refuse(g, "an attribute without arguments");
        if (!g->depth) {
            g->opens = true;
            g->in_assembly = is_assembly;
        } else if (is_assembly) {
            return refuse(g, "assembly in an attribute");
        }
    } else if (g->opens && !is_word(start, n,
                                    (const char *const[]){"volatile", "__volatile__", "__volatile", "goto",
                                                          "inline", "__inline__", NULL})) {
        return refuse(g, "an attribute without arguments");
    }
    if (is_word(start, n, dropped)) return true;
    if (g->depth && !g->in_assembly && is_word(start, n, promises))
        text_add(g->out, "unused");
    else
        text_bytes(g->out, start, n);
    return true;
}

static bool take_other(struct guard *g) {
    char c = *g->at;
    if (c == '[' && g->after_bracket) return refuse(g, "an attribute in brackets");
    if (c == '\\' || (unsigned char)c >= 0x80 || (c == '/' && (g->at[1] == '/' || g->at[1] == '*')))
        return refuse(g, "something that a preprocessor does not leave");
    if (c == '%' && (g->at[1] == ':' || g->at[1] == '>')) return refuse(g, "digraphs");
    if (c == '<' && (g->at[1] == ':' || g->at[1] == '%')) return refuse(g, "digraphs");
    if (c == '(' && (g->opens || g->depth)) {
        g->depth++;
        g->opens = false;
    } else if (c == ')' && g->depth) {
        g->depth--;
    }
    text_byte(g->out, (unsigned char)c);
    g->at++;
    return true;
}

bool guard_text(struct text *out, const char *c, bool gcc, struct text *why) {
    struct guard g = {.out = out, .why = why, .at = c, .gcc = gcc};
    bool good = true, start = true;
    while (good && *g.at) {
        bool taken = false;
        if (start) good = take_line(&g, &taken);
        start = false;
        if (!good || taken) continue;
        char first = *g.at;
        if (first == '\n' || first == ' ' || first == '\t') {
            start = first == '\n';
            text_byte(out, (unsigned char)first);
            g.at++;
            continue;
        }
        good = first == '"' || first == '\''         ? take_quoted(&g)
               : is_word_byte(first) || first == '$' ? take_word(&g)
                                                     : take_other(&g);
        g.after_bracket = first == '[';
    }
    return good;
}
