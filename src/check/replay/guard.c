#include "check/replay/guard.h"

#include <ctype.h>

/* A text between quotes, and what stands before it in its line. In LLVM's text a byte that is not printed is \XX, so
 * the next quote is the end. */
struct quoted {
    const char *line, *start, *end; /* start: behind the quote; end: at the other one */
};

static bool is_word_byte(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-';
}

/* What stands before the quote. */
static bool ends_in(const struct quoted *q, const char *ending) {
    size_t n = strlen(ending);
    return (size_t)(q->start - 1 - q->line) >= n && !strncmp(q->start - 1 - n, ending, n);
}

/* The same for whole words. */
static bool follows(const struct quoted *q, const char *word) {
    const char *at = q->start - 1 - strlen(word);
    return ends_in(q, word) && (at == q->line || !is_word_byte(at[-1]));
}

/* Symbols of the harness, see redirect.h. */
static bool is_own(const char *name) {
    static const char own[] = "induct.";
    return !strncmp(name, own, sizeof own - 1);
}

static int hex(char c) {
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/* The next byte of a text. */
static unsigned char next_byte(const char **at, const char *end) {
    const char *s = *at;
    if (*s == '\\' && end - s >= 3 && isxdigit((unsigned char)s[1]) && isxdigit((unsigned char)s[2])) {
        *at = s + 3;
        return (unsigned char)(16 * hex(s[1]) + hex(s[2]));
    }
    *at = s + 1;
    return (unsigned char)*s;
}

/* A name as C and its tools have them, and none of the replay's own. The byte 1 before it says that it is to be taken
 * as it stands. */
static bool is_name(const struct quoted *q) {
    static const char literal[] = "\\01";
    const char *at = q->start;
    bool marked = !strncmp(at, literal, sizeof literal - 1);
    if (is_own(marked ? at + sizeof literal - 1 : at)) return false;
    for (bool first = true; at < q->end; first = false) {
        unsigned char byte = next_byte(&at, q->end);
        if (byte < 0x80 && !is_word_byte((char)byte) && !(first && byte == 1)) return false;
    }
    return q->start < q->end;
}

static bool is_section(const struct quoted *q) {
    static const char own[] = ".induct";
    const char *at = q->start;
    bool good = q->start < q->end && strncmp(q->start, own, sizeof own - 1) != 0;
    while (good && at < q->end) {
        unsigned char byte = next_byte(&at, q->end);
        good = byte < 0x80 && (is_word_byte((char)byte) || byte == '/');
    }
    return good;
}

/* Nothing that could end a text between quotes. */
static bool is_plain(const struct quoted *q) {
    for (const char *at = q->start; at < q->end;) {
        unsigned char byte = next_byte(&at, q->end);
        if (byte < ' ' || byte == 0x7f || byte == '"' || byte == '\\') return false;
    }
    return true;
}

/* What LLVM writes byte by byte, or not at all. */
static bool is_harmless(const struct quoted *q) {
    char before = q->start - 1 > q->line ? q->start[-2] : 0;
    return before == '%' || follows(q, "c") || follows(q, "source_filename = ") ||
           follows(q, "\"dontcall-error\"=") || follows(q, "\"dontcall-warn\"=");
}

static bool is_section_attribute(const struct quoted *q) {
    return follows(q, "section ") || follows(q, "partition ") || ends_in(q, "-section\"=") ||
           ends_in(q, "section-name\"=");
}

/* What is wrong with it; NULL: nothing. */
static const char *refusal(const struct quoted *q) {
    char before = q->start - 1 > q->line ? q->start[-2] : 0;
    if (before == '@' || before == '$') return is_name(q) ? NULL : "a name that is none of C";
    if (is_section_attribute(q)) return is_section(q) ? NULL : "an unusual name of a section";
    return is_harmless(q) || is_plain(q) ? NULL : "an attribute that could hide assembly";
}

/* ---- inline assembly ---- */

/* Whether it is the template of inline assembly: asm sideeffect alignstack inteldialect unwind "..." */
static bool is_assembly(const struct quoted *q) {
    static const char *const words[] = {" ", "sideeffect", "alignstack", "inteldialect", "unwind"};
    struct quoted head = *q;
    for (size_t i = 0; i < sizeof words / sizeof *words;) {
        bool has = ends_in(&head, words[i]);
        if (has) head.start -= strlen(words[i]);
        i = has ? 0 : i + 1;
    }
    return follows(&head, "asm");
}

/* ---- the whole ---- */

static bool refuse(struct text *why, const char *what) {
    text_format(why, "the program has %s, which is not replayed", what);
    return false;
}

bool guard_llvm(struct text *out, const char *llvm, struct text *why) {
    static const char module[] = "module asm ", trap[] = "int3";
    const char *line = llvm, *done = llvm;
    for (const char *s = llvm; *s; s++) {
        if (*s == '\n') line = s + 1;
        if (s == line && !strncmp(s, module, sizeof module - 1))
            return refuse(why, "assembly outside of functions");
        if (*s == '@' && is_own(s + 1)) return refuse(why, "a name of the replay's own");
        if (*s == ';') { /* a comment; names in it are never assembled */
            s += strcspn(s, "\n") - 1;
            continue;
        }
        if (*s != '"') continue;
        struct quoted q = {.line = line, .start = s + 1, .end = s + 1 + strcspn(s + 1, "\"")};
        if (!*q.end) return refuse(why, "a text without end");
        if (!is_assembly(&q)) {
            const char *wrong = refusal(&q);
            if (wrong) return refuse(why, wrong);
        } else if (q.end > q.start) {
            text_bytes(out, done, (size_t)(q.start - done));
            text_add(out, trap);
            done = q.end;
        }
        s = q.end;
    }
    text_add(out, done);
    return true;
}
