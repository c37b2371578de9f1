/* Waveforms of traces as value change dumps (IEEE 1364, 18.2).
 *
 * A symbol such as `cpu.alu.sum[3]` becomes the variable `sum [3]` in the scopes cpu and alu, so that viewers
 * join the bits; a symbol that is not made of identifiers becomes an escaped one in the top scope. Signals
 * without symbols are i<n>, l<n>, o<n>, c<n>; the bad signal is `bad`. */
#include "evidence/playback.h"
#include "format/aiger/witness.h"

#include <ctype.h>
#include <stdlib.h>

struct variable {
    char *scope;     /* "cpu.alu", "" at the top */
    char *reference; /* as the dump declares it */
    const char *type;
    aig_lit lit;
    uint32_t order; /* of declaration in the circuit; gives the identifier code, too */
    int last;       /* the value written last */
};
typedef VEC(struct variable) variables;

/* The length of an identifier at s, 0 when there is none. */
static size_t identifier(const char *s) {
    size_t n = 0;
    if (!isalpha((unsigned char)*s) && *s != '_') return 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || s[n] == '$') n++;
    return n;
}

/* The length of a bit selection such as [12] at s, 0 when there is none. */
static size_t selection(const char *s) {
    size_t n = 1;
    if (*s != '[') return 0;
    while (isdigit((unsigned char)s[n])) n++;
    return n > 1 && s[n] == ']' ? n + 1 : 0;
}

/* identifier { . identifier } [ selection ]: splits it. False when the name is not like this. */
static bool split_name(const char *name, char **scope, char **reference) {
    const char *last = name, *s = name;
    for (;;) {
        size_t n = identifier(s);
        if (!n) return false;
        last = s;
        s += n;
        if (*s != '.') break;
        s++;
    }
    size_t bits = selection(s);
    if (s[bits]) return false;
    *scope = last == name ? mem_strdup("") : mem_format("%.*s", (int)(last - name - 1), name);
    *reference = bits ? mem_format("%.*s %s", (int)(s - last), last, s) : mem_strdup(last);
    return true;
}

/* An escaped identifier goes from a backslash to the next blank; blanks in the symbol become underscores. */
static char *escape_name(const char *name) {
    char *escaped = mem_format("\\%s", *name == '\\' ? name + 1 : name);
    for (char *s = escaped; *s; s++)
        if (!isgraph((unsigned char)*s)) *s = '_';
    return escaped;
}

static void declare(variables *all, const char *name, char kind, uint32_t number, const char *type,
                    aig_lit lit) {
    struct variable v = {.type = type, .lit = lit, .order = all->size, .last = -1};
    if (!name || !*name) {
        v.scope = mem_strdup("");
        v.reference = mem_format("%c%u", kind, number);
    } else if (!split_name(name, &v.scope, &v.reference)) {
        v.scope = mem_strdup("");
        v.reference = escape_name(name);
    }
    vec_push(all, v);
}

static variables collect(const struct circuit *c, const struct trace *t) {
    variables all = {0};
    for (uint32_t i = 0; i < c->inputs.size; i++)
        declare(&all, c->inputs.data[i].name, 'i', i, "wire", c->inputs.data[i].lit);
    for (uint32_t i = 0; i < c->latches.size; i++)
        declare(&all, c->latches.data[i].name, 'l', i, "reg", c->latches.data[i].lit);
    for (uint32_t i = 0; i < c->outputs.size; i++)
        declare(&all, c->outputs.data[i].name, 'o', i, "wire", c->outputs.data[i].lit);
    for (uint32_t i = 0; i < c->constraints.size; i++)
        declare(&all, c->constraints.data[i].name, 'c', i, "wire", c->constraints.data[i].lit);
    declare(&all, "bad", 'b', 0, "wire", c->properties.data[t->property].bad);
    return all;
}

/* Scopes sort component by component ('.' before everything else), so that one scope's variables are
 * adjacent. */
static int compare_scopes(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    int x = *a == '.' ? 1 : (unsigned char)*a, y = *b == '.' ? 1 : (unsigned char)*b;
    return x - y;
}

static int compare(const void *left, const void *right) {
    const struct variable *a = left, *b = right;
    int scopes = compare_scopes(a->scope, b->scope);
    return scopes ? scopes : a->order < b->order ? -1 : 1;
}

/* The code of a variable: a number in base 94 written with the printable characters. */
static void code(struct text *out, uint32_t number) {
    do {
        text_byte(out, (unsigned char)('!' + number % 94));
        number /= 94;
    } while (number);
}

static void leave_scopes(struct text *out, const char *inner) {
    if (!*inner) return;
    text_add(out, "$upscope $end\n");
    for (; *inner; inner++)
        if (*inner == '.') text_add(out, "$upscope $end\n");
}

static void enter_scopes(struct text *out, const char *inner) {
    while (*inner) {
        size_t n = strcspn(inner, ".");
        text_format(out, "$scope module %.*s $end\n", (int)n, inner);
        inner += n + (inner[n] == '.');
    }
}

/* The length of the part that two scopes share, in whole components, with the dot after it. */
static size_t common(const char *a, const char *b) {
    size_t n = 0, whole = 0;
    for (;; n++) {
        bool ends_a = !a[n] || a[n] == '.', ends_b = !b[n] || b[n] == '.';
        if (ends_a && ends_b && n) whole = n + 1;
        if (!a[n] || a[n] != b[n]) break;
    }
    return whole;
}

static const char *skip(const char *scope, size_t shared) {
    return shared > strlen(scope) ? "" : scope + shared;
}

static void write_header(struct text *out, const struct circuit *c, const struct trace *t,
                         const variables *all) {
    text_format(out, "$comment property %u, violated in step %u $end\n",
                c->properties.data[t->property].index, t->steps - 1);
    text_add(out, "$version induct $end\n$timescale 1 ns $end\n$scope module circuit $end\n");
    const char *scope = "";
    vec_each (const struct variable, v, all) {
        size_t shared = common(scope, v->scope);
        leave_scopes(out, skip(scope, shared));
        enter_scopes(out, skip(v->scope, shared));
        scope = v->scope;
        text_format(out, "$var %s 1 ", v->type);
        code(out, v->order);
        text_format(out, " %s $end\n", v->reference);
    }
    leave_scopes(out, scope);
    text_add(out, "$upscope $end\n$enddefinitions $end\n");
}

void witness_write_vcd(struct text *out, const struct circuit *c, const struct trace *t) {
    variables all = collect(c, t);
    qsort(all.data, all.size, sizeof *all.data, compare);
    write_header(out, c, t, &all);
    struct playback p;
    playback_init(&p, c, t);
    do {
        text_format(out, "#%u\n%s", p.step, p.step ? "" : "$dumpvars\n");
        vec_each (struct variable, v, &all) {
            int value = playback_value(&p, v->lit);
            if (value == v->last) continue;
            v->last = value;
            text_byte(out, (unsigned char)("01x"[value]));
            code(out, v->order);
            text_byte(out, '\n');
        }
        if (!p.step) text_add(out, "$end\n");
    } while (playback_next(&p));
    text_format(out, "#%u\n", t->steps);
    playback_fini(&p);
    vec_each (struct variable, v, &all) {
        mem_free(v->scope);
        mem_free(v->reference);
    }
    vec_free(&all);
}
