#include "format/witness/program_source.h"

#include <ctype.h>

/* ---- lines and their markers ---- */

static uint32_t find_file(struct program_source *s, char *name) {
    for (uint32_t i = 0; i < s->files.size; i++) {
        if (strcmp(s->files.data[i], name)) continue;
        mem_free(name);
        return i;
    }
    vec_push(&s->files, name);
    return s->files.size - 1;
}

static const char *skip_blanks(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    return p;
}

/* A file name in quotes; NULL: there is none. */
static char *read_file_name(const char *p, const char *end) {
    struct text name = {0};
    if (p == end || *p != '"') return NULL;
    for (p++; p < end && *p != '"'; p++) {
        if (*p == '\\' && p + 1 < end) p++;
        text_byte(&name, (unsigned char)*p);
    }
    if (p < end) return text_take(&name);
    text_fini(&name);
    return NULL;
}

/* Behind the '#' and the "line" of a line marker; NULL: the line is none. */
static const char *marker(const char *p, const char *end) {
    p = skip_blanks(p, end);
    if (p == end || *p != '#') return NULL;
    p = skip_blanks(p + 1, end);
    if (end - p > 4 && !memcmp(p, "line", 4) && (p[4] == ' ' || p[4] == '\t')) return skip_blanks(p + 4, end);
    return p < end && isdigit((unsigned char)*p) ? p : NULL;
}

/* What the next line is, by a marker. */
static void read_marker(struct program_source *s, const char *p, const char *end, uint32_t *file,
                        uint32_t *number) {
    uint64_t n = 0;
    const char *digits = p;
    for (; p < end && isdigit((unsigned char)*p) && n < UINT32_MAX; p++) n = n * 10 + (uint64_t)(*p - '0');
    if (p == digits || n >= UINT32_MAX) { /* a macro, perhaps */
        *file = PROGRAM_NONE;
        return;
    }
    *number = (uint32_t)n;
    char *name = read_file_name(skip_blanks(p, end), end);
    if (name) *file = find_file(s, name);
}

/* Whether the text is inside of a comment after a line that may have begun in one. */
static bool ends_in_comment(const char *p, const char *end, bool inside) {
    char quote = 0;
    for (; p < end; p++) {
        bool pair = p + 1 < end;
        if (inside) {
            if (pair && p[0] == '*' && p[1] == '/') inside = false, p++;
        } else if (quote) {
            if (*p == '\\')
                p++;
            else if (*p == quote)
                quote = 0;
        } else if (*p == '"' || *p == '\'') {
            quote = *p;
        } else if (pair && p[0] == '/' && p[1] == '/') {
            return false;
        } else if (pair && p[0] == '/' && p[1] == '*') {
            inside = true, p++;
        }
    }
    return inside;
}

void program_source_init(struct program_source *s, const struct program_origin *origin) {
    *s = (struct program_source){.origin = origin};
    vec_push(&s->files, mem_strdup(origin->file));
    const char *p = origin->bytes, *end = p ? p + origin->size : p;
    uint32_t file = 0, number = 1;
    bool comment = false;
    if (origin->size >= 3 && !memcmp(p, "\xef\xbb\xbf", 3)) p += 3; /* clang does not get it */
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop) stop = end;
        const char *mark = comment ? NULL : marker(p, stop);
        vec_push(&s->lines, (struct source_line){p, stop, mark ? PROGRAM_NONE : file, number});
        if (mark)
            read_marker(s, mark, stop, &file, &number);
        else
            number++;
        comment = ends_in_comment(p, stop, comment);
        p = stop < end ? stop + 1 : end;
    }
}

void program_source_fini(struct program_source *s) {
    vec_each (char *, file, &s->files) mem_free(*file);
    vec_free(&s->files);
    vec_free(&s->lines);
}

/* ---- positions ---- */

/* The compiler may cut what is the directory from the name of a file, or add it. */
static bool is_end_of(const char *name, const char *end) {
    size_t n = strlen(name), m = strlen(end);
    return n > m && name[n - m - 1] == '/' && !strcmp(name + n - m, end);
}

/* The file among those of the text; PROGRAM_NONE: it is another one. */
static uint32_t file_of(const struct program_source *s, const char *name) {
    if (!name) return 0;
    for (uint32_t i = 0; i < s->files.size; i++)
        if (!strcmp(s->files.data[i], name)) return i;
    for (uint32_t i = 0; i < s->files.size; i++)
        if (is_end_of(s->files.data[i], name) || is_end_of(name, s->files.data[i])) return i;
    return PROGRAM_NONE;
}

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The length of the word or label at a place of a line; 0: it is not there. */
static size_t matches(const char *p, const char *end, const char *word) {
    size_t n = strlen(word), length = 0;
    while (p + length < end && in_word(p[length])) length++;
    if (strcmp(word, SOURCE_LABEL)) return length == n && !memcmp(p, word, n) ? n : 0;
    const char *colon = skip_blanks(p + length, end);
    return colon < end && *colon == ':' ? length : 0;
}

/* The place in the line, when one of the words stands there; else NULL. */
static const char *word_at(const struct source_line *line, uint32_t column, const char *const *words,
                           uint32_t n) {
    size_t length = (size_t)(line->end - line->start);
    if (!column || column > length) return NULL;
    const char *p = line->start + column - 1;
    if (p > line->start && in_word(p[-1])) return NULL;
    for (uint32_t i = 0; i < n; i++)
        if (matches(p, line->end, words[i])) return p;
    return NULL;
}

bool program_source_find(const struct program_source *s, const struct program_position *at,
                         const char *const *words, uint32_t n, struct source_place *out) {
    uint32_t file = file_of(s, at->file), lines = 0, fitting = 0;
    *out = (struct source_place){.position = *at};
    if (file == PROGRAM_NONE || !s->lines.size) return at->line != 0;
    out->position.file = s->origin->file;
    out->position.line = 0;
    for (uint32_t i = 0; i < s->lines.size; i++) {
        const struct source_line *line = &s->lines.data[i];
        if (line->file != file || line->number != at->line) continue;
        if (at->column > (size_t)(line->end - line->start)) continue;
        const char *text = word_at(line, at->column, words, n);
        lines++;
        if (text && !fitting) out->text = text;
        if (!fitting) out->position.line = i + 1;
        fitting += text != NULL;
    }
    if (fitting != 1) out->text = NULL;
    return fitting == 1 || lines == 1;
}

struct program_position program_source_position(const struct program_source *s, const char *text,
                                                const char *function) {
    struct program_position at = {.file = s->origin->file, .function = function};
    for (uint32_t i = 0; i < s->lines.size; i++) {
        const struct source_line *line = &s->lines.data[i];
        if (text < line->start || text > line->end) continue;
        at.line = i + 1;
        at.column = (uint32_t)(text - line->start) + 1;
    }
    return at;
}

/* ---- tokens ---- */

static const char *end_of(const struct program_source *s) {
    return s->origin->bytes + s->origin->size;
}

static const char *end_of_line(const char *p, const char *end) {
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    return stop ? stop : end;
}

const char *program_source_token(const struct program_source *s, const char *p) {
    const char *end = end_of(s);
    while (p < end) {
        size_t left = (size_t)(end - p);
        if (isspace((unsigned char)*p)) {
            p++;
        } else if (left > 1 && p[0] == '\\' && (p[1] == '\n' || p[1] == '\r')) {
            p += 2;
        } else if (left > 1 && p[0] == '/' && p[1] == '/') {
            p = end_of_line(p, end);
        } else if (left > 1 && p[0] == '/' && p[1] == '*') {
            for (p += 2; p < end && !(p[0] == '*' && end - p > 1 && p[1] == '/');) p++;
            if (p == end) return NULL;
            p += 2;
        } else if (*p == '#') {
            if (!marker(p, end_of_line(p, end))) return NULL;
            p = end_of_line(p, end);
        } else {
            return p;
        }
    }
    return NULL;
}

size_t program_source_word(const struct program_source *s, const char *token) {
    const char *p = token, *end = end_of(s);
    if (p < end && isdigit((unsigned char)*p)) return 0;
    while (p < end && in_word(*p)) p++;
    return (size_t)(p - token);
}

static bool is_one_of(const char *word, size_t length, const char *const *words, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strlen(words[i]) == length && !memcmp(words[i], word, length)) return true;
    return false;
}

/* A label can be jumped to, and what stands at a loop may be taken for the loop's. */
const char *program_source_body(const struct program_source *s, const char *keyword) {
    static const char *const others[] = {"while", "for", "do", "case", "default"};
    const char *p = program_source_token(s, keyword + strlen("do"));
    while (p && *p == '{') p = program_source_token(s, p + 1);
    if (!p || *p == '}' || *p == ';') return NULL;
    size_t length = program_source_word(s, p);
    if (!length) return p;
    const char *next = program_source_token(s, p + length);
    if ((next && *next == ':') || is_one_of(p, length, others, sizeof others / sizeof *others)) return NULL;
    return p;
}
