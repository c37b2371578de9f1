#include "format/verilog/macros.h"

#include <ctype.h>

static void free_strings(strings *list) {
    vec_each (char *, s, list) mem_free(*s);
    vec_free(list);
}

void verilog_macros_free(struct verilog_macros *macros) {
    vec_each (struct verilog_macro, m, &macros->list) {
        mem_free(m->name);
        mem_free(m->body);
        free_strings(&m->formals);
        free_strings(&m->defaults);
    }
    vec_free(&macros->list);
    hash_names_free(&macros->names);
}

static struct verilog_macro *find(const struct verilog_macros *macros, const char *name) {
    uint32_t at = hash_names_get(&macros->names, name);
    return at == HASH_NONE || macros->list.data[at].gone ? NULL : &macros->list.data[at];
}

const struct verilog_macro *verilog_macros_find(const struct verilog_macros *macros, const char *name) {
    return find(macros, name);
}

void verilog_macros_undefine(struct verilog_macros *macros, const char *name) {
    struct verilog_macro *macro = find(macros, name);
    if (macro) macro->gone = true;
}

void verilog_macros_undefine_all(struct verilog_macros *macros) {
    vec_each (struct verilog_macro, m, &macros->list) m->gone = true;
}

static size_t name_length(const char *p) {
    size_t n = 0;
    if (verilog_is_letter(*p))
        while (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == '$') n++;
    return n;
}

static char *trimmed(const char *start, const char *end) {
    while (start < end && isspace((unsigned char)*start)) start++;
    while (end > start && isspace((unsigned char)end[-1])) end--;
    return mem_format("%.*s", (int)(end - start), start);
}

/* Past a string, else past one byte. */
static const char *past(const char *p, const char *end) {
    if (*p != '"') return p + 1;
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\' && p + 1 < end) p++;
    return p < end ? p + 1 : end;
}

/* Up to a comma or a closing bracket that is not inside of others; NULL: neither comes. */
static const char *argument_end(const char *p, const char *end) {
    for (int depth = 0; p < end; p = past(p, end)) {
        if (!depth && (*p == ',' || *p == ')')) return p;
        if (strchr("([{", *p)) depth++;
        if (strchr(")]}", *p)) depth--;
    }
    return NULL;
}

/* Formal arguments between the bracket at `p` and its partner, after which NULL or the rest is returned. */
static const char *read_formals(struct verilog_macro *m, const char *p) {
    const char *end = p + strlen(p), *none = p + 1 + strspn(p + 1, " \t");
    if (*none == ')') return none + 1;
    do {
        p++;
        while (isspace((unsigned char)*p)) p++;
        size_t n = name_length(p);
        if (!n) return NULL;
        const char *stop = argument_end(p, end);
        if (!stop) return NULL;
        vec_push(&m->formals, mem_format("%.*s", (int)n, p));
        const char *equals = p + n;
        while (equals < stop && isspace((unsigned char)*equals)) equals++;
        if (equals < stop && *equals != '=') return NULL;
        vec_push(&m->defaults, equals < stop ? trimmed(equals + 1, stop) : NULL);
        p = stop;
    } while (*p == ',');
    return p + 1;
}

const char *verilog_macros_define(struct verilog_macros *macros, const char *p) {
    while (isspace((unsigned char)*p)) p++;
    size_t n = name_length(p);
    if (!n) return "`define takes a name";
    struct verilog_macro m = {.name = mem_format("%.*s", (int)n, p)};
    p += n;
    if (*p == '(') {
        m.has_formals = true;
        p = read_formals(&m, p);
    }
    if (p) m.body = trimmed(p, p + strlen(p));
    vec_push(&macros->list, m); /* also a wrong one: it is freed with the others */
    if (!p) {
        vec_last(&macros->list).gone = true;
        return "the arguments of a macro are names with commas between them";
    }
    hash_names_put(&macros->names, m.name, macros->list.size - 1);
    return NULL;
}

bool verilog_macro_arguments(struct verilog_cursor *c, strings *arguments) {
    const char *p = c->at;
    do {
        const char *stop = argument_end(p + 1, c->end);
        if (!stop) return false;
        vec_push(arguments, trimmed(p + 1, stop));
        p = stop;
    } while (*p == ',');
    verilog_advance(c, (size_t)(p + 1 - c->at));
    return true;
}

/* ---- expansion ---- */

static const char *value_of(const struct verilog_macro *m, const strings *arguments, const char *name,
                            size_t length) {
    for (uint32_t i = 0; i < m->formals.size; i++) {
        if (strlen(m->formals.data[i]) != length || memcmp(m->formals.data[i], name, length)) continue;
        bool given = i < arguments->size && (*arguments->data[i] || !m->defaults.data[i]);
        return given ? arguments->data[i] : m->defaults.data[i];
    }
    return NULL;
}

static void substitute(struct text *out, const struct verilog_macro *m, const strings *arguments) {
    bool quoted = false; /* between ordinary quotes, where nothing is replaced */
    for (const char *p = m->body; *p;) {
        size_t n = quoted ? 0 : name_length(p);
        const char *value = n ? value_of(m, arguments, p, n) : NULL;
        if (value) {
            text_add(out, value);
        } else if (!strncmp(p, "``", 2)) {
            n = 2;
        } else if (!strncmp(p, "`\"", 2)) {
            n = 2;
            text_byte(out, '"');
        } else if (!strncmp(p, "`\\`\"", 4)) {
            n = 4;
            text_add(out, "\\\"");
        } else {
            if (*p == '"') quoted = !quoted;
            if (!n) n = quoted && *p == '\\' && p[1] ? 2 : 1;
            text_bytes(out, p, n);
        }
        p += n;
    }
}

char *verilog_macro_expand(const struct verilog_macro *m, const strings *arguments, const char **wrong) {
    *wrong = NULL;
    bool none = arguments->size == 1 && !*arguments->data[0] && !m->formals.size;
    if (arguments->size > m->formals.size && !none) *wrong = "too many arguments";
    for (uint32_t i = arguments->size; i < m->formals.size && !*wrong; i++)
        if (!m->defaults.data[i]) *wrong = "too few arguments";
    if (*wrong) return NULL;
    struct text text = {0};
    substitute(&text, m, arguments);
    return text_take(&text);
}
