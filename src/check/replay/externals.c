#define _GNU_SOURCE /* memmem */
#include "check/replay/externals.h"

#include <ctype.h>
#include <stdlib.h>

enum {
    ROOM = 1 << 14,   /* for a variable, at least: programs are wrong about sizes that are elsewhere */
    DEEPEST = 64,     /* types within types */
    GROUPS = 1 << 12, /* of attributes, at most; clang numbers them from 0 on */
    SCALAR = 16       /* bytes of the largest scalar, and its alignment */
};
#define LARGEST (UINT64_C(1) << 30)

struct reader {
    const char *text;
    external_list *out;
    struct hash_names *defined;
    unsigned char noreturn[GROUPS];
};

static const char *line_end(const char *line) {
    return line + strcspn(line, "\n");
}

static bool starts(const char *s, const char *word) {
    return !strncmp(s, word, strlen(word));
}

static const char *find_in_line(const char *line, const char *end, const char *word) {
    return memmem(line, (size_t)(end - line), word, strlen(word));
}

/* The name after '@', perhaps in quotes; *rest is behind it. A name in which the compiler has escaped something is none
 * of C, but for the mark of names that are taken literally. */
static char *read_name(const char *at, const char **rest) {
    static const char literal[] = "\\01";
    at++;
    if (*at != '"') {
        size_t length = strcspn(at, "( =,\n");
        *rest = at + length;
        return mem_format("%.*s", (int)length, at);
    }
    at++;
    if (starts(at, literal)) at += sizeof literal - 1;
    size_t length = strcspn(at, "\"\n");
    *rest = at + length + (at[length] == '"');
    return mem_format("%.*s", (int)length, at);
}

/* ---- sizes ---- */

static uint64_t size_of(const struct reader *r, const char **type, int depth);

static uint64_t bounded(uint64_t a, uint64_t b) {
    return a && b > LARGEST / a ? LARGEST : a * b;
}

/* [4 x i32] or <4 x i32> */
static uint64_t size_of_array(const struct reader *r, const char **type, int depth) {
    char *after;
    uint64_t n = strtoull(*type + 1, &after, 10);
    if (!starts(after, " x ")) return ROOM;
    *type = after + 3;
    uint64_t size = bounded(n, size_of(r, type, depth + 1));
    *type += **type == ']' || **type == '>';
    return size;
}

/* { i32, i8 } or <{ i32, i8 }>: every field as far from the one before as any alignment could want it. */
static uint64_t size_of_fields(const struct reader *r, const char **type, int depth) {
    uint64_t sum = 0;
    for (*type += strspn(*type, "<{ "); **type && !strchr("}\n", **type); *type += strspn(*type, ", ")) {
        const char *before = *type;
        uint64_t size = size_of(r, type, depth + 1);
        if (*type == before) return ROOM;
        sum += (size + SCALAR - 1) / SCALAR * SCALAR;
        if (sum > LARGEST) sum = LARGEST;
    }
    *type += strspn(*type, "}>");
    return sum;
}

/* %struct.name, defined on a line of its own. */
static uint64_t size_of_named(const struct reader *r, const char **type, int depth) {
    size_t length = (*type)[1] == '"' ? strcspn(*type + 2, "\"\n") + 3 : strcspn(*type, " ,]>}\n");
    char *head = mem_format("\n%.*s = type ", (int)length, *type);
    const char *found = strstr(r->text, head);
    uint64_t size = ROOM;
    *type += length;
    if (found) {
        found += strlen(head);
        size = size_of(r, &found, depth + 1);
    }
    mem_free(head);
    return size;
}

/* Enough bytes for a type; *type is moved behind it, or stays when it is none that we know. */
static uint64_t size_of(const struct reader *r, const char **type, int depth) {
    if (depth > DEEPEST) return ROOM;
    const char *t = *type;
    if (*t == '{' || starts(t, "<{")) return size_of_fields(r, type, depth);
    if (*t == '[' || *t == '<') return size_of_array(r, type, depth);
    if (*t == '%') return size_of_named(r, type, depth);
    if (*t == 'i' && isdigit((unsigned char)t[1])) {
        char *after;
        uint64_t bits = strtoull(t + 1, &after, 10), size = 1;
        *type = after;
        while (8 * size < bits && size < LARGEST) size *= 2;
        return size;
    }
    *type += strcspn(t, " ,]>}\n");
    return starts(t, "ptr") || starts(t, "double") ? 8 : starts(t, "float") ? 4 : SCALAR;
}

/* ---- lines ---- */

/* attributes #4 = { noreturn "frame-pointer"="all" } */
static void read_attributes(struct reader *r, const char *line, const char *end) {
    unsigned long number = strtoul(line + strlen("attributes #"), NULL, 10);
    if (number < GROUPS && find_in_line(line, end, " noreturn ")) r->noreturn[number] = 1;
}

static bool is_noreturn(const struct reader *r, const char *rest, const char *end) {
    const char *mark = find_in_line(rest, end, " #");
    unsigned long number = mark ? strtoul(mark + 2, NULL, 10) : GROUPS;
    return number < GROUPS && r->noreturn[number];
}

static const char *result_type(const char *line, const char *name) {
    static const struct {
        const char *llvm, *c;
    } rows[] = {
        {" float ", "float"}, {" double ", "double"}, {" x86_fp80 ", "long double"}, {" void ", "void"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t n = strlen(rows[i].llvm);
        if ((size_t)(name - line) >= n && !strncmp(name - n, rows[i].llvm, n)) return rows[i].c;
    }
    return NULL;
}

/* declare dso_local i32 @printf(ptr noundef, ...) #1 */
static void read_declaration(struct reader *r, const char *line, const char *end) {
    const char *at = find_in_line(line, end, "@"), *rest;
    if (!at || starts(at, "@llvm.") || find_in_line(line, at, " extern_weak ")) return;
    char *name = read_name(at, &rest);
    vec_push(r->out, (struct external){.name = name,
                                       .kind = EXTERNAL_FUNCTION,
                                       .noreturn = is_noreturn(r, rest, end),
                                       .by_address = find_in_line(rest, end, " sret(") != NULL,
                                       .type = result_type(line, at)});
}

static void read_definition(struct reader *r, const char *line, const char *end) {
    const char *at = find_in_line(line, end, "@"), *rest;
    if (!at) return;
    char *name = read_name(at, &rest);
    hash_names_put(r->defined, name, 1);
    mem_free(name);
}

/* @ext = external dso_local global i32, align 4; @own = dso_local global i32 0, align 4; @f = alias ... */
static void read_variable(struct reader *r, const char *line, const char *end) {
    const char *rest;
    char *name = read_name(line, &rest);
    if (!starts(rest, " = external ")) {
        if (!starts(rest, " = extern_weak ") && !starts(rest, " = private "))
            hash_names_put(r->defined, name, 1);
        mem_free(name);
        return;
    }
    const char *type = find_in_line(rest, end, " global ");
    if (!type) type = find_in_line(rest, end, " constant ");
    if (!type) {
        mem_free(name);
        return;
    }
    bool per_thread = find_in_line(rest, type, " thread_local") != NULL;
    type = strchr(type + 1, ' ') + 1;
    uint64_t size = size_of(r, &type, 0);
    vec_push(r->out, (struct external){
                         .name = name, .kind = EXTERNAL_VARIABLE, .per_thread = per_thread, .size = size});
}

static void each_line(struct reader *r, bool attributes) {
    for (const char *line = r->text, *end; *line; line = end + (*end == '\n')) {
        end = line_end(line);
        if (attributes && starts(line, "attributes #")) read_attributes(r, line, end);
        if (attributes) continue;
        if (starts(line, "declare ")) read_declaration(r, line, end);
        if (starts(line, "define ")) read_definition(r, line, end);
        if (*line == '@') read_variable(r, line, end);
    }
}

void externals_read(const char *llvm, external_list *out, struct hash_names *defined) {
    struct reader r = {.text = llvm, .out = out, .defined = defined};
    each_line(&r, true);
    each_line(&r, false);
}

void externals_fini(external_list *list) {
    vec_each (struct external, e, list) mem_free(e->name);
    vec_free(list);
}

/* ---- definitions ---- */

static void define_function(struct text *out, const struct external *e, const char *end, bool ilp32) {
    if (e->noreturn) {
        text_format(out, "\tcall \"%s\"\n\tud2\n", end);
        return;
    }
    bool floating = e->type && strcmp(e->type, "void") != 0, on_stack = floating && strstr(e->type, "long");
    text_add(out, "\txorl %eax, %eax\n\txorl %edx, %edx\n");
    if (floating && (ilp32 || on_stack))
        text_add(out, "\tfldz\n");
    else if (!ilp32)
        text_add(out, "\txorps %xmm0, %xmm0\n\txorps %xmm1, %xmm1\n");
    text_add(out,
             ilp32 && e->by_address ? "\tret $4\n" : "\tret\n"); /* the address is the callee's to drop */
}

void externals_define(struct text *out, const external_list *list, const char *prefix, const char *end,
                      bool ilp32) {
    vec_each (const struct external, e, list) {
        bool function = e->kind == EXTERNAL_FUNCTION;
        text_add(out, function        ? "\t.text\n"
                      : e->per_thread ? "\t.section .tbss,\"awT\",@nobits\n"
                                      : "\t.bss\n");
        text_format(out, "\t.weak \"%s%s\"\n\t.balign 64\n\"%s%s\":\n", prefix, e->name, prefix, e->name);
        if (function)
            define_function(out, e, end, ilp32);
        else
            text_format(out, "\t.zero %llu\n", (unsigned long long)(e->size < ROOM ? ROOM : e->size));
    }
    text_add(out, "\t.section .note.GNU-stack,\"\",@progbits\n");
}
