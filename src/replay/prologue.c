#include "replay/prologue.h"

#include "replay/confine.h"
#include "replay/redirect.h"

/* What the harness calls to report, by system calls of its own: whatever the program calls write or exit is not asked. */
static const char reporting[] =
    "#define INDUCT_SUPPLIED(name) __asm__(\"" REDIRECT_PREFIX "\" name)\n"
    "#define INDUCT_PROGRAM(name) __asm__(\"" REDIRECT_OWN "\" name)\n"
    "#ifdef __x86_64__\n"
    "enum { induct_write = 1, induct_exit = 231 };\n"
    "#define INDUCT_CALL(result, call, a, b, c) __asm__ volatile(\"syscall\" : \"=a\"(result) \\\n"
    "    : \"a\"((long)(call)), \"D\"((long)(a)), \"S\"(b), \"d\"((long)(c)) : \"rcx\", \"r11\", "
    "\"memory\")\n"
    "#else\n"
    "enum { induct_write = 4, induct_exit = 252 };\n"
    "#define INDUCT_CALL(result, call, a, b, c) __asm__ volatile(\"int $0x80\" : \"=a\"(result) \\\n"
    "    : \"a\"((long)(call)), \"b\"((long)(a)), \"c\"(b), \"d\"((long)(c)) : \"memory\")\n"
    "#endif\n"
    "static __attribute__((noreturn)) void induct_leave(int status) {\n"
    "    for (long result;;) INDUCT_CALL(result, induct_exit, status, 0L, 0);\n"
    "}\n"
    "static __attribute__((noreturn)) void induct_report(const char *what) {\n"
    "    char line[64] = INDUCT_SECRET \" \";\n"
    "    long n = 33, result;\n"
    "    while (*what && n < 62) line[n++] = *what++;\n"
    "    line[n++] = 10;\n"
    "    INDUCT_CALL(result, induct_write, INDUCT_REPORT, line, n);\n"
    "    induct_leave(0);\n"
    "}\n"
    "__attribute__((noreturn)) void induct_end(void) __asm__(\"" PROLOGUE_END "\");\n"
    "void induct_end(void) { induct_report(\"in a function that does not return\"); }\n";

/* Allocation never fails in the model; where it does, the machine is to blame. */
static const char allocation[] =
    "extern void *induct_malloc(__SIZE_TYPE__) __asm__(\"malloc\");\n"
    "extern void *induct_calloc(__SIZE_TYPE__, __SIZE_TYPE__) __asm__(\"calloc\");\n"
    "static void *induct_memory(void *p) {\n"
    "    if (!p) induct_report(\"memory\");\n"
    "    return p;\n"
    "}\n";
static const char *const allocators[][2] = {
    {"malloc", "void *induct_own_malloc(__SIZE_TYPE__ n) INDUCT_SUPPLIED(\"malloc\");\n"
               "void *induct_own_malloc(__SIZE_TYPE__ n) { return induct_memory(induct_malloc(n)); }\n"},
    {"calloc", "void *induct_own_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ m) INDUCT_SUPPLIED(\"calloc\");\n"
               "void *induct_own_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ m) {\n"
               "    return induct_memory(induct_calloc(n, m));\n"
               "}\n"}};

/* The library's abort sends signals, which is not allowed: this one takes its place. */
static const char ending[] = "__attribute__((noreturn)) void abort(void) { induct_leave(134); }\n";

static bool is_listed(const char *const *names, uint32_t n, const char *name) {
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

void prologue(struct text *out, const char *secret, const char *const *supplied, uint32_t n) {
    text_format(out, "#define INDUCT_SECRET \"%s\"\n#define INDUCT_REPORT %d\n%s%s%s", secret, CONFINE_REPORT,
                reporting, ending, allocation);
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        if (!is_listed(supplied, n, allocators[i][0])) text_add(out, allocators[i][1]);
}
