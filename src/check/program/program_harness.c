#include "check/program/program_harness.h"

#include "check/program/program_call.h"

#include <ctype.h>
#include <inttypes.h>

static const char *const assumes[] = {"__VERIFIER_assume", "assume_abort_if_not"};
enum { ASSUMES = sizeof assumes / sizeof *assumes };

/* ---- the functions ---- */

static bool is_new(const program_names_list *list, const char *name) {
    vec_each (const char *const, known, list)
        if (!strcmp(*known, name)) return false;
    return true;
}

static void input_functions(const struct program *program, program_names_list *out) {
    vec_each (const struct program_site, s, &program->sites)
        if (program_is_given(s) && is_new(out, s->call)) vec_push(out, s->call);
}

static void error_functions(const struct program_origin *origin, program_names_list *out) {
    uint32_t n;
    const char *const *names = program_errors(origin, &n);
    for (uint32_t i = 0; i < n; i++)
        if (program_is_identifier(names[i]) && is_new(out, names[i])) vec_push(out, names[i]);
}

void program_harness_supplied(const struct program *program, const struct program_origin *origin,
                              program_names_list *out) {
    input_functions(program, out);
    error_functions(origin, out);
}

void program_harness_kept(const struct program *program, bool library, program_names_list *out) {
    static const char *const meant[] = {"memcpy", "memmove",    "memset",       "abs",  "labs",
                                        "llabs",  "imaxabs",    "abort",        "exit", "_exit",
                                        "_Exit",  "quick_exit", "__assert_fail"};
    static const char *const streams[] = {"stdin", "stdout", "stderr"}; /* for the library's functions */
    for (size_t i = 0; i < sizeof meant / sizeof *meant; i++) vec_push(out, meant[i]);
    for (size_t i = 0; library && i < 3; i++) vec_push(out, streams[i]);
    vec_each (const struct program_site, s, &program->sites)
        if (library && s->kind == PROGRAM_LIBRARY && s->call && is_new(out, s->call)) vec_push(out, s->call);
}

/* What the functions of that name return where programs declare them as SV-COMP does; bits: 0 is those of a pointer. */
static const struct named_type {
    const char *name, *type;
    uint32_t bits;
} named_types[] = {{"bool", "_Bool", 1},
                   {"char", "char", 8},
                   {"uchar", "unsigned char", 8},
                   {"short", "short", 16},
                   {"ushort", "unsigned short", 16},
                   {"int", "int", 32},
                   {"uint", "unsigned int", 32},
                   {"long", "long", 0},
                   {"ulong", "unsigned long", 0},
                   {"longlong", "long long", 64},
                   {"ulonglong", "unsigned long long", 64},
                   {"unsigned", "unsigned int", 32},
                   {"unsigned_int", "unsigned int", 32},
                   {"size_t", "__SIZE_TYPE__", 0},
                   {"pointer", "void *", 0},
                   {"u8", "unsigned char", 8},
                   {"u16", "unsigned short", 16},
                   {"u32", "unsigned int", 32},
                   {"u64", "unsigned long long", 64}};

static const struct named_type *find_named_type(const char *function) {
    static const char prefix[] = "__VERIFIER_nondet_";
    if (strncmp(function, prefix, sizeof prefix - 1) != 0) return NULL;
    for (size_t i = 0; i < sizeof named_types / sizeof *named_types; i++)
        if (!strcmp(function + sizeof prefix - 1, named_types[i].name)) return &named_types[i];
    return NULL;
}

/* Bits of what the function returns, as the program declares it; 0: nobody knows. */
static uint32_t result_bits(const struct program *program, const char *function, bool *is_signed) {
    vec_each (const struct program_site, s, &program->sites) {
        const struct program_variable *v = &program->variables.data[s->variable];
        sort has = term_sort(program->terms, v->now);
        if (!s->call || strcmp(s->call, function)) continue;
        *is_signed = v->is_signed;
        if (sort_kind(program->terms, has) == SORT_BOOL) return 1;
        if (sort_kind(program->terms, has) == SORT_BV) return sort_width(program->terms, has);
    }
    return 0;
}

/* As its name says, if the program agrees on the width; else as wide as the variable that it goes to. */
static const char *result_type(const struct program *program, const struct program_origin *origin,
                               const char *function) {
    bool is_signed = true;
    uint32_t bits = result_bits(program, function, &is_signed);
    const struct named_type *named = find_named_type(function);
    if (named && (!bits || bits == (named->bits ? named->bits : origin->ilp32 ? 32 : 64))) return named->type;
    switch (bits) {
    case 1: return "_Bool";
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    default: return is_signed ? "long long" : "unsigned long long";
    }
}

/* ---- the text ---- */

/* Within a comment nothing may end it. */
static void comment(struct text *out, const char *s) {
    for (; *s; s++) {
        text_byte(out, (unsigned char)(*s == '\n' ? ' ' : *s));
        if (s[0] == '*' && s[1] == '/') text_byte(out, ' ');
    }
}

/* A word of a command for the shell, in a comment. */
static void shell_word(struct text *out, const char *s) {
    size_t plain = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./,:@%");
    if (!s[plain] && *s) {
        comment(out, s);
        return;
    }
    struct text quoted = {0};
    text_byte(&quoted, '\'');
    for (; *s; s++) text_format(&quoted, *s == '\'' ? "'\\''" : "%c", *s);
    text_byte(&quoted, '\'');
    comment(out, quoted.data);
    text_fini(&quoted);
}

static void heading(struct text *out, const struct program *program, const struct program_inputs *inputs,
                    const struct program_origin *origin) {
    bool entry = program_harness_has_main(program, inputs, origin);
    text_add(out, "/* Inputs that lead ");
    comment(out, origin->file);
    text_add(out, " to its error, found by induct.\n *\n *     clang-19 -O0 -fwrapv");
    text_add(out, origin->c23 ? " -std=gnu23" : " -std=gnu11");
    text_add(out, " -w -Wno-implicit-function-declaration -Wno-implicit-int -Wno-int-conversion");
    if (origin->ilp32) text_add(out, " -m32");
    if (origin->gnu89_inline) text_add(out, " -fgnu89-inline");
    if (entry) text_add(out, " -Dmain=other_main");
    for (uint32_t i = 0; i < origin->n_options; i++) {
        text_byte(out, ' ');
        shell_word(out, origin->options[i]);
    }
    text_add(out, " -c ");
    shell_word(out, origin->file);
    text_format(out, " -o program.o && clang-19%s program.o THIS-FILE -o replay && ./replay\n *\n",
                origin->ilp32 ? " -m32" : "");
    text_add(out, " * says what the program is given, and whether the error is reached: then it ends with "
                  "exit status 1 (unless\n"
                  " * the program has error functions of its own, which then do what they do).");
    if (!inputs->complete) {
        text_add(out, "\n *\n * The run is decided " PROGRAM_INPUTS_INCOMPLETE ": ");
        comment(out, inputs->reason);
        text_byte(out, '.');
    }
    text_add(out, " */\n");
}

static void rows(struct text *out, const struct program_inputs *inputs) {
    text_add(out, "static const struct {\n    const char *function;\n    unsigned line;\n"
                  "    unsigned long long value;\n} induct_inputs[] = {\n");
    vec_each (const struct program_input, i, &inputs->list) {
        text_add(out, "    {\"");
        text_c_string(out, i->function ? i->function : "");
        text_format(out, "\", %u, %" PRIu64 "ULL},", i->position.line, i->bits);
        if (i->is_signed && i->bits >> 63) text_format(out, " /* %" PRId64 " */", (int64_t)i->bits);
        text_byte(out, '\n');
    }
    text_add(out, "    {0, 0, 0}};\n");
}

/* For the compiler, which takes its time over long tables: each value in hexadecimal digits, then the number of its
 * function in capital letters. */
static void dense_rows(struct text *out, const struct program_inputs *inputs) {
    program_names_list names = {0};
    const char *last = NULL;
    uint32_t number = 0, column = 0;
    text_add(out, "static const char induct_inputs[] =\n    \"");
    vec_each (const struct program_input, i, &inputs->list) {
        const char *name = i->function ? i->function : "";
        if (!last || strcmp(name, last)) {
            for (number = 0; number < names.size && strcmp(names.data[number], name); number++) continue;
            if (number == names.size) vec_push(&names, name);
            last = name;
        }
        text_format(out, "%" PRIx64, i->bits);
        for (uint32_t rest = number;; rest /= 26) {
            text_byte(out, (unsigned char)('A' + rest % 26));
            if (rest < 26) break;
        }
        if (++column % 40 == 0) text_add(out, "\"\n    \"");
    }
    text_add(out, "\";\nstatic const char *const induct_functions[] = {\n");
    vec_each (const char *const, name, &names) {
        text_add(out, "    \"");
        text_c_string(out, *name);
        text_add(out, "\",\n");
    }
    text_add(out, "    0};\n");
    vec_free(&names);
}

/* The next value is kept until the function that it belongs to is called. */
static void dense_machinery(struct text *out) {
    text_add(out, "\nstatic int induct_same(const char *a, const char *b) {\n"
                  "    while (*a && *a == *b) a++, b++;\n"
                  "    return *a == *b;\n"
                  "}\n\n"
                  "static unsigned long long induct_next(const char *function) {\n"
                  "    static const char *at = induct_inputs;\n"
                  "    const char *next = at;\n"
                  "    unsigned long long value = 0, scale = 1, number = 0;\n"
                  "    if (!*at) return 0;\n"
                  "    for (; *next < 'A' || *next > 'Z'; next++)\n"
                  "        value = 16 * value + (unsigned)(*next <= '9' ? *next - '0' : *next - 'a' + 10);\n"
                  "    for (; *next >= 'A' && *next <= 'Z'; next++, scale *= 26) number += scale * "
                  "(unsigned)(*next - 'A');\n"
                  "    const char *due = induct_functions[number];\n"
                  "    if (*due && !induct_same(due, function)) return 0;\n"
                  "    at = next;\n"
                  "    return value;\n"
                  "}\n\n");
}

/* An input of another function is not due yet; when all are used up the rest is zero. */
static void machinery(struct text *out) {
    text_add(out,
             "\nextern int printf(const char *, ...);\n"
             "extern void exit(int) __attribute__((noreturn));\n"
             "#define INDUCT_WEAK __attribute__((weak))\n\n"
             "static int induct_same(const char *a, const char *b) {\n"
             "    while (*a && *a == *b) a++, b++;\n"
             "    return *a == *b;\n"
             "}\n\n"
             "static __attribute__((noreturn)) void induct_report(const char *what) {\n"
             "    printf(\"%s\\n\", what);\n"
             "    exit(induct_same(what, \"error\"));\n"
             "}\n\n"
             "static unsigned long long induct_next(const char *function) {\n"
             "    static unsigned next;\n"
             "    unsigned long long value = 0;\n"
             "    const char *due = induct_inputs[next].function;\n"
             "    if (due && (!*due || induct_same(due, function))) value = induct_inputs[next++].value;\n"
             "    printf(\"%s() returns %lld\\n\", function, (long long)value);\n"
             "    return value;\n"
             "}\n\n");
}

/* How definitions are written: for a replay every symbol has a label, for readers those whose names are in our way. */
struct definitions {
    struct text *out;
    bool replay;
    uint32_t labels;
};

/* Ours, or no name of a function in C: words of the language, and those that are always defined as macros. */
static bool is_own(const char *name) {
    static const char *const words[] = {
        "printf", "exit",   "auto",   "break",    "case",     "char",     "const", "continue", "default",
        "do",     "double", "else",   "enum",     "extern",   "float",    "for",   "goto",     "if",
        "inline", "int",    "long",   "register", "restrict", "return",   "short", "signed",   "sizeof",
        "static", "struct", "switch", "typedef",  "union",    "unsigned", "void",  "volatile", "while",
        "asm",    "typeof", "linux",  "unix",     "i386"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i])) return true;
    return !strncmp(name, "induct_", 7) || !strncmp(name, "INDUCT_", 7) ||
           (name[0] == '_' && isupper((unsigned char)name[1]));
}

/* The head of a function, up to its body. */
static void define(struct definitions *d, const char *type, const char *name, const char *parameters) {
    const char *space = type[strlen(type) - 1] == '*' ? "" : " ";
    if (!d->replay && !is_own(name)) {
        text_format(d->out, "INDUCT_WEAK %s%s%s(%s)", type, space, name, parameters);
        return;
    }
    uint32_t n = d->labels++;
    text_format(d->out, "%s%s%sinduct_%u(%s) %s(\"%s\");\n%s%sinduct_%u(%s)", d->replay ? "" : "INDUCT_WEAK ",
                type, space, n, parameters, d->replay ? "INDUCT_SUPPLIED" : "__asm__", name, type, space, n,
                parameters);
}

static void functions(struct definitions *d, const struct program *program,
                      const struct program_origin *origin) {
    program_names_list inputs = {0}, errors = {0};
    input_functions(program, &inputs);
    error_functions(origin, &errors);
    vec_each (const char *const, f, &inputs) {
        const char *type = result_type(program, origin, *f);
        if (!is_new(&errors, *f)) continue;
        define(d, type, *f, "");
        text_format(d->out, " { return (%s)%sinduct_next(\"%s\"); }\n", type,
                    strchr(type, '*') ? "(__UINTPTR_TYPE__)" : "", *f);
    }
    vec_each (const char *const, f, &errors) {
        bool assertion = !strcmp(*f, "__assert_fail");
        define(d, "void", *f,
               assertion ? "const char *e, const char *file, unsigned line, const char *function" : "void");
        text_add(d->out, " { induct_report(\"error\"); }\n");
    }
    /* Where the program has none of its own. */
    for (size_t i = 0; i < ASSUMES; i++)
        if (is_new(&inputs, assumes[i]) && is_new(&errors, assumes[i])) {
            define(d, "void", assumes[i], "int e");
            text_add(d->out, " { if (!e) induct_report(\"an assumption fails\"); }\n");
        }
    vec_free(&inputs);
    vec_free(&errors);
}

/* Symbols of our own whose names the program wants are called otherwise. */
static void make_way(struct text *out, const struct program *program, const struct program_origin *origin,
                     const struct program_externals *externals) {
    static const char *const own[] = {"induct_inputs", "induct_same", "induct_report", "induct_next",
                                      "induct_arguments"};
    program_names_list names = {0};
    program_harness_supplied(program, origin, &names);
    vec_each (const struct program_external, e, &externals->list) vec_push(&names, e->name);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (is_new(&names, own[i])) continue;
        struct text other = {0};
        text_add(&other, own[i]);
        while (!is_new(&names, other.data)) text_byte(&other, '_');
        text_format(out, "#define %s %s\n", own[i], other.data);
        text_fini(&other);
    }
    vec_free(&names);
}

/* What is the C library's, and stays so: what has a meaning, what we call ourselves, and what that needs. */
static bool is_library(const struct program *program, const struct program_external *e) {
    static const char *const others[] = {"malloc", "calloc",  "free",    "printf",
                                         "puts",   "putchar", "environ", "__environ"};
    program_names_list names = {0};
    program_harness_kept(program, true, &names);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) vec_push(&names, others[i]);
    bool found = !is_new(&names, e->name);
    vec_free(&names);
    return found;
}

static void define_external(struct definitions *d, const struct program_external *e) {
    enum { LEAST = 16, UNKNOWN = 1 << 14 };
    if (!e->is_function) {
        uint64_t size = !e->size ? UNKNOWN : e->size < LEAST ? LEAST : e->size;
        char *label = is_own(e->name) ? mem_format(" __asm__(\"%s\")", e->name) : mem_strdup("");
        char *name = is_own(e->name) ? mem_format("induct_%u", d->labels++) : mem_strdup(e->name);
        text_format(d->out, "INDUCT_WEAK %schar %s[%" PRIu64 "]%s __attribute__((aligned(16)));\n",
                    e->per_thread ? "__thread " : "", name, size, label);
        mem_free(label);
        mem_free(name);
        return;
    }
    bool nothing = e->noreturn || (e->type && !strcmp(e->type, "void"));
    define(d, nothing ? "void" : e->type ? e->type : "long long", e->name, "");
    if (e->noreturn)
        text_format(d->out, " { induct_report(\"%s() does not return\"); }\n", e->name);
    else
        text_add(d->out, nothing ? " {}\n" : " { return 0; }\n");
}

static void externals_of(struct definitions *d, const struct program *program,
                         const struct program_origin *origin, const struct program_externals *externals) {
    program_names_list done = {0};
    bool first = true;
    program_harness_supplied(program, origin, &done);
    vec_append(&done, assumes, ASSUMES);
    vec_each (const struct program_external, e, &externals->list) {
        if (!program_is_identifier(e->name) || !is_new(&done, e->name) || is_library(program, e)) continue;
        if (first) text_add(d->out, "\n/* What the program leaves open. */\n");
        first = false;
        define_external(d, e);
    }
    vec_free(&done);
}

void program_harness(struct text *out, const struct program *program, const struct program_inputs *inputs,
                     const struct program_origin *origin, const struct program_externals *externals) {
    struct definitions d = {.out = out};
    heading(out, program, inputs, origin);
    make_way(out, program, origin, externals);
    rows(out, inputs);
    machinery(out);
    functions(&d, program, origin);
    externals_of(&d, program, origin, externals);
    if (program_harness_has_main(program, inputs, origin)) program_call(out, program, inputs, origin);
}

void program_harness_functions(struct text *out, const struct program *program,
                               const struct program_inputs *inputs, const struct program_origin *origin) {
    functions(&(struct definitions){.out = out, .replay = true}, program, origin);
    if (program_harness_has_main(program, inputs, origin)) program_call(out, program, inputs, origin);
}

void program_harness_replay(struct text *out, const struct program *program,
                            const struct program_inputs *inputs, const struct program_origin *origin) {
    dense_rows(out, inputs);
    dense_machinery(out);
    program_harness_functions(out, program, inputs, origin);
}
