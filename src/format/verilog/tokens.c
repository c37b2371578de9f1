#include "format/verilog/tokens.h"

#include <ctype.h>

void verilog_source_init(struct verilog_source *s, struct messages *messages) {
    *s = (struct verilog_source){.messages = messages};
    arena_init(&s->arena);
}

void verilog_source_fini(struct verilog_source *s) {
    vec_each (struct verilog_file *, file, &s->files) {
        mem_free((*file)->name);
        mem_free((*file)->path);
        text_fini(&(*file)->text);
        mem_free(*file);
    }
    vec_free(&s->files);
    vec_free(&s->tokens);
    arena_fini(&s->arena);
}

bool verilog_is(const struct verilog_token *t, const char *text) {
    return t->kind != VERILOG_END && strlen(text) == t->length && !memcmp(t->start, text, t->length);
}

struct position verilog_position(const struct verilog_source *s, const struct verilog_token *t) {
    const char *file = t->file < s->files.size ? s->files.data[t->file]->name : NULL;
    return (struct position){.file = file, .line = t->line, .column = t->column};
}

char *verilog_copy(const struct verilog_token *t) {
    return mem_format("%.*s", (int)t->length, t->start);
}

bool verilog_is_letter(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

void verilog_advance(struct verilog_cursor *c, size_t bytes) {
    for (; bytes; bytes--, c->at++) {
        if (c->frozen) continue;
        bool ends = *c->at == '\n';
        c->line += ends;
        c->column = ends ? 1 : c->column + 1;
    }
}

/* ---- what is between tokens ---- */

static bool starts(const struct verilog_cursor *c, const char *text) {
    size_t length = strlen(text);
    return (size_t)(c->end - c->at) >= length && !memcmp(c->at, text, length);
}

static size_t line_length(const struct verilog_cursor *c) {
    const char *stop = memchr(c->at, '\n', (size_t)(c->end - c->at));
    return (size_t)((stop ? stop : c->end) - c->at);
}

/* The bytes of a block comment; 0: it has no end. */
static size_t comment_length(const struct verilog_cursor *c) {
    for (const char *p = c->at + 2; p + 1 < c->end; p++)
        if (*p == '*' && p[1] == '/') return (size_t)(p + 2 - c->at);
    return 0;
}

static bool skip_blanks(struct verilog_source *s, struct verilog_cursor *c) {
    while (c->at < c->end) {
        size_t length = 0;
        if (isspace((unsigned char)*c->at)) {
            length = 1;
        } else if (starts(c, "//")) {
            length = line_length(c);
        } else if (starts(c, "/*")) {
            length = comment_length(c);
            if (!length) {
                struct verilog_token at = {.file = c->file, .line = c->line, .column = c->column};
                messages_fail(s->messages, STATUS_MALFORMED, verilog_position(s, &at),
                              "this comment has no end");
                return false;
            }
        } else {
            return true;
        }
        verilog_advance(c, length);
    }
    return true;
}

char *verilog_rest_of_line(struct verilog_cursor *c) {
    struct text text = {0};
    bool quoted = false;
    while (c->at < c->end && *c->at != '\n') {
        size_t length = 1;
        if (!quoted && starts(c, "//")) {
            length = line_length(c);
            bool continued = length && c->at[length - 1] == '\\';
            verilog_advance(c, length - continued);
            continue;
        }
        if (!quoted && starts(c, "/*") && comment_length(c)) {
            length = comment_length(c);
            text_byte(&text, ' ');
        } else if (starts(c, "\\\n")) {
            length = 2;
            text_byte(&text, '\n');
        } else if (starts(c, "\\\r\n")) {
            length = 3;
            text_byte(&text, '\n');
        } else {
            /* `" is a quote of the text that a macro makes, not of the macro's own */
            if (*c->at == '"' && (c->at == c->start || c->at[-1] != '`')) quoted = !quoted;
            if (quoted && *c->at == '\\' && c->at + 1 < c->end) length = 2;
            text_bytes(&text, c->at, length);
        }
        verilog_advance(c, length);
    }
    return text_take(&text);
}

/* ---- tokens ---- */

static size_t word_length(const char *p, const char *end) {
    size_t n = 0;
    while (p + n < end && is_name(p[n])) n++;
    return n;
}

static bool is_digit_of_base(char c) {
    return isxdigit((unsigned char)c) || (c && strchr("xXzZ?_", c));
}

/* 'b01, 'sh ff, '0; 0: it is none, as in '{a, b} and int'(x). */
static size_t based_length(const char *p, const char *end) {
    const char *at = p + 1;
    if (at < end && (*at == 's' || *at == 'S')) at++;
    if (at < end && strchr("bBoOdDhH", *at)) {
        at++;
        while (at < end && (*at == ' ' || *at == '\t')) at++;
        const char *digits = at;
        while (at < end && is_digit_of_base(*at)) at++;
        return at > digits ? (size_t)(at - p) : 0;
    }
    bool fill = at == p + 1 && at < end && strchr("01xXzZ", *at);
    return fill && !(at + 1 < end && is_name(at[1])) ? 2 : 0;
}

static size_t number_length(const char *p, const char *end) {
    const char *at = p;
    while (at < end && (isdigit((unsigned char)*at) || *at == '_')) at++;
    if (at + 1 < end && *at == '.' && isdigit((unsigned char)at[1])) {
        at++;
        while (at < end && (isdigit((unsigned char)*at) || *at == '_')) at++;
    }
    const char *quote = at;
    while (quote < end && (*quote == ' ' || *quote == '\t')) quote++;
    if (quote + 1 < end && *quote == '\'') {
        size_t based = based_length(quote, end);
        if (based > 2) return (size_t)(quote - p) + based;
    }
    return (size_t)(at - p);
}

/* With its quotes; 0: it has no end. */
static size_t string_length(const char *p, const char *end) {
    for (const char *at = p + 1; at < end; at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
        else if (*at == '"')
            return (size_t)(at + 1 - p);
        else if (*at == '\n')
            return 0;
    }
    return 0;
}

static size_t operator_length(const struct verilog_cursor *c) {
    static const char *const longer[] = {
        "|->", "|=>", "#-#", "#=#", "->>", "<->", "===", "!==", "==?", "!=?", "<<<", ">>>", "##", "->",
        "=>",  "&&",  "||",  "==",  "!=",  "<=",  ">=",  "<<",  ">>",  "**",  "::",  "+:",  "-:", "++",
        "--",  "~&",  "~|",  "~^",  "^~",  "+=",  "-=",  "*=",  "/=",  "%=",  "&=",  "|=",  "^="};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        if (starts(c, longer[i])) return strlen(longer[i]);
    return 1;
}

static enum verilog_kind classify(const struct verilog_cursor *c, size_t *length) {
    const char *p = c->at;
    *length = 0;
    if (verilog_is_letter(*p)) return *length = word_length(p, c->end), VERILOG_WORD;
    if (isdigit((unsigned char)*p)) return *length = number_length(p, c->end), VERILOG_NUMBER;
    if (*p == '\'' && (*length = based_length(p, c->end))) return VERILOG_NUMBER;
    if (*p == '"') return *length = string_length(p, c->end), VERILOG_STRING;
    if (*p == '`') {
        if (starts(c, "`\"")) return *length = 2, VERILOG_OPERATOR; /* outside of a macro: an error later */
        return *length = 1 + word_length(p + 1, c->end), VERILOG_DIRECTIVE;
    }
    if (*p == '$') {
        *length = 1 + word_length(p + 1, c->end);
        return *length > 1 ? VERILOG_SYSTEM : VERILOG_OPERATOR;
    }
    if (*p == '\\') {
        while (p + *length < c->end && !isspace((unsigned char)p[*length])) ++*length;
        return VERILOG_ESCAPED;
    }
    return *length = operator_length(c), VERILOG_OPERATOR;
}

bool verilog_next(struct verilog_source *s, struct verilog_cursor *c, struct verilog_token *t) {
    const char *before = c->at;
    if (!skip_blanks(s, c)) return false;
    *t = (struct verilog_token){.start = c->at,
                                .kind = VERILOG_END,
                                .space = c->at != before || c->at == c->start,
                                .file = c->file,
                                .line = c->line,
                                .column = c->column};
    if (c->at == c->end) return true;
    size_t length;
    t->kind = (uint8_t)classify(c, &length);
    if (!length || length > INT32_MAX) {
        messages_fail(s->messages, STATUS_MALFORMED, verilog_position(s, t), "this string has no end");
        return false;
    }
    t->length = (uint32_t)length;
    verilog_advance(c, length);
    return true;
}
