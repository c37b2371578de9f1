#include "format/wave/wave.h"

#include "format/wave/wave_json.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 10 }; /* of time, per step */

void wave_init(struct wave *w, const char *top) {
    *w = (struct wave){.top = mem_strdup(top)};
}

void wave_fini(struct wave *w) {
    vec_each (struct wave_variable, v, &w->variables) {
        mem_free(v->path);
        mem_free(v->last);
        text_fini(&v->history);
    }
    vec_free(&w->variables);
    hash_names_free(&w->paths);
    mem_free(w->top);
}

char *wave_path(const char *name) {
    char *path = mem_strdup(name);
    int depth = 0;
    for (char *c = path; *c; c++) {
        depth += *c == '[' || *c == '(';
        depth -= (*c == ']' || *c == ')') && depth;
        bool inside = c > path && c[1] && c[1] != '.';
        if (*c == '.' && !depth && inside) *c = '\n';
    }
    return path;
}

uint32_t wave_declare(struct wave *w, const struct wave_signal *signal) {
    char *path = mem_strdup(signal->path);
    for (uint32_t n = 2; hash_names_get(&w->paths, path) != HASH_NONE; n++) {
        mem_free(path);
        path = mem_format("%s_%u", signal->path, n);
    }
    hash_names_put(&w->paths, path, w->variables.size);
    vec_push(&w->variables, (struct wave_variable){.signal = *signal, .path = path});
    vec_last(&w->variables).signal.path = NULL; /* the copy counts */
    return w->variables.size - 1;
}

/* ---- the header ---- */

/* The length of an identifier at s, 0 when there is none. */
static size_t identifier(const char *s, size_t size) {
    size_t n = 0;
    if (!size || (!isalpha((unsigned char)*s) && *s != '_')) return 0;
    while (n < size && (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$')) n++;
    return n;
}

/* A selection such as [0][3] or a word of a memory, <7>, is all that follows. */
static bool is_selection(const char *s, const char *end) {
    while (s < end) {
        char closing = *s == '[' ? ']' : '>';
        if (*s != '[' && *s != '<') return false;
        const char *close = memchr(s, closing, (size_t)(end - s));
        if (!close || close == s + 1) return false;
        for (const char *c = s + 1; c < close; c++)
            if (!isalnum((unsigned char)*c) && *c != '-') return false;
        s = close + 1;
    }
    return true;
}

/* One component of a path, as the dump has it. */
static void component(struct text *out, const char *start, size_t size) {
    size_t n = identifier(start, size);
    if ((!n || !is_selection(start + n, start + size)) && *start != '\\') text_byte(out, '\\');
    for (size_t i = 0; i < size; i++)
        text_byte(out, isgraph((unsigned char)start[i]) || (unsigned char)start[i] >= 0x80
                           ? (unsigned char)start[i]
                           : '_');
}

static size_t scope_length(const char *path) {
    const char *last = strrchr(path, '\n');
    return last ? (size_t)(last - path) : 0;
}

/* Scopes in the order of their components ('\n' sorts before everything else), so that one scope's variables are
 * adjacent; within a scope in the order of declaration, which the addresses tell. */
static int compare(const void *left, const void *right) {
    const struct wave_variable *a = *(struct wave_variable *const *)left,
                               *b = *(struct wave_variable *const *)right;
    size_t n = scope_length(a->path), m = scope_length(b->path);
    for (size_t i = 0; i < n && i < m; i++) {
        unsigned char x = (unsigned char)a->path[i], y = (unsigned char)b->path[i];
        if (x != y) return x == '\n' ? -1 : y == '\n' ? 1 : x < y ? -1 : 1;
    }
    if (n != m) return n < m ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* The code of a variable: a number in base 94 written with the printable characters. */
static void code(struct text *out, uint32_t number) {
    do {
        text_byte(out, (unsigned char)('!' + number % 94));
        number /= 94;
    } while (number);
}

static void leave_scopes(struct text *out, const char *path, size_t from, size_t to) {
    if (from >= to) return;
    text_add(out, "$upscope $end\n");
    for (size_t i = from; i < to; i++)
        if (path[i] == '\n') text_add(out, "$upscope $end\n");
}

static void enter_scopes(struct text *out, const char *path, size_t from, size_t to) {
    while (from < to) {
        const char *next = memchr(path + from, '\n', to - from);
        size_t size = next ? (size_t)(next - path) - from : to - from;
        text_add(out, "$scope module ");
        component(out, path + from, size);
        text_add(out, " $end\n");
        from += size + 1;
    }
}

/* How much of the two scopes is shared, in whole components, with what separates them from the next. */
static size_t common(const char *a, size_t n, const char *b, size_t m) {
    size_t whole = 0;
    for (size_t i = 0;; i++) {
        bool ends_a = i >= n || a[i] == '\n', ends_b = i >= m || b[i] == '\n';
        if (ends_a && ends_b && i) whole = i + 1;
        if (i >= n || i >= m || a[i] != b[i]) return whole;
    }
}

static const char *const types[] = {"wire", "reg", "integer", "real"};

static void declaration(struct text *out, const struct wave_variable *v, uint32_t number) {
    const char *name = v->path + scope_length(v->path);
    if (*name == '\n') name++;
    text_format(out, "$var %s %u ", types[v->signal.type], v->signal.width);
    code(out, number);
    text_byte(out, ' ');
    component(out, name, strlen(name));
    if (v->signal.range && v->signal.msb == v->signal.lsb)
        text_format(out, " [%u]", v->signal.lsb);
    else if (v->signal.range)
        text_format(out, " [%u:%u]", v->signal.msb, v->signal.lsb);
    text_add(out, " $end\n");
}

static void scopes(struct wave *w, struct text *out) {
    VEC(struct wave_variable *) order = {0};
    vec_each (struct wave_variable, v, &w->variables) vec_push(&order, v);
    if (order.size) qsort(order.data, order.size, sizeof *order.data, compare);
    const char *path = "";
    size_t length = 0;
    vec_each (struct wave_variable *const, v, &order) {
        size_t next = scope_length((*v)->path), shared = common(path, length, (*v)->path, next);
        leave_scopes(out, path, shared, length);
        enter_scopes(out, (*v)->path, shared, next);
        path = (*v)->path;
        length = next;
        declaration(out, *v, (uint32_t)(*v - w->variables.data));
    }
    leave_scopes(out, path, 0, length);
    vec_free(&order);
}

void wave_begin(struct wave *w, struct text *out, const char *comment) {
    text_add(out, "$comment ");
    text_in_line(out, comment);
    text_add(out, " $end\n$version induct $end\n$timescale 1 ns $end\n$scope module ");
    component(out, w->top, strlen(w->top));
    text_add(out, " $end\n");
    scopes(w, out);
    text_add(out, "$upscope $end\n$enddefinitions $end\n");
}

/* ---- values ---- */

static void write_value(struct text *out, const struct wave_variable *v, uint32_t number, const char *value) {
    bool scalar = v->signal.type < WAVE_INTEGER && v->signal.width == 1;
    if (v->signal.type == WAVE_REAL)
        text_byte(out, 'r');
    else if (!scalar)
        text_byte(out, 'b');
    text_add(out, value);
    if (!scalar) text_byte(out, ' ');
    code(out, number);
    text_byte(out, '\n');
}

static void clocks(struct wave *w, struct text *out, bool active) {
    for (uint32_t i = 0; i < w->variables.size; i++) {
        enum design_edge edge = w->variables.data[i].signal.edge;
        if (edge != DESIGN_NO_CLOCK)
            write_value(out, &w->variables.data[i], i, active == (edge == DESIGN_RISING) ? "1" : "0");
    }
}

static bool has_clock(const struct wave *w) {
    vec_each (const struct wave_variable, v, &w->variables)
        if (v->signal.edge != DESIGN_NO_CLOCK) return true;
    return false;
}

/* The middle of the step before. */
static void half(struct wave *w, struct text *out) {
    if (!w->step || !has_clock(w)) return;
    text_format(out, "#%llu\n", (unsigned long long)w->step * UNITS - UNITS / 2);
    clocks(w, out, false);
}

void wave_step(struct wave *w, struct text *out) {
    if (out) {
        half(w, out);
        text_format(out, "#%llu\n", (unsigned long long)w->step * UNITS);
        clocks(w, out, true);
    }
    w->step++;
}

void wave_set(struct wave *w, struct text *out, uint32_t signal, const char *value) {
    struct wave_variable *v = &w->variables.data[signal];
    if (v->signal.edge != DESIGN_NO_CLOCK) return;
    bool same = v->last && !strcmp(v->last, value);
    if (!out) wave_note(v, value, same);
    if (same) return;
    mem_free(v->last);
    v->last = mem_strdup(value);
    if (out) write_value(out, v, signal, value);
}

void wave_end(struct wave *w, struct text *out) {
    half(w, out);
    text_format(out, "#%llu\n", (unsigned long long)w->step * UNITS);
}
