#include "check/replay/prologue.h"

#include "check/replay/confine.h"
#include "check/replay/redirect.h"

/* What the harness calls to report, by system calls of its own: whatever the program calls write or exit is not asked.
 * The one that writes the report is the first instruction of a section that stands at PROLOGUE_PLACE, and the run ends
 * behind it. */
static const char reporting[] =
    "#define INDUCT_SUPPLIED(name) __asm__(\"" REDIRECT_PREFIX "\" name)\n"
    "#define INDUCT_PROGRAM(name) __asm__(\"" REDIRECT_OWN "\" name)\n"
    "#define INDUCT_SECTION(call, rest) \\\n"
    "    __asm__(\".pushsection " PROLOGUE_REPORT
    ",\\\"ax\\\",@progbits\\ninduct.report.call:\\n\\t\" call \"\\n\\t\" \\\n"
    "            rest \"\\n\\t\" call \"\\n\\tud2\\n\\t.popsection\\n\")\n"
    "#ifdef __x86_64__\n"
    "enum { induct_write = 1, induct_exit = 231 };\n"
    "INDUCT_SECTION(\"syscall\", \"movl $231, %eax\\n\\txorl %edi, %edi\");\n"
    "#define INDUCT_CALL(code, call, a, b, c) __asm__ volatile(code : \\\n"
    "    : \"a\"((long)(call)), \"D\"((long)(a)), \"S\"(b), \"d\"((long)(c)) : \"rcx\", \"r11\", "
    "\"memory\")\n"
    "#define INDUCT_SYSTEM \"syscall\"\n"
    "#else\n"
    "enum { induct_write = 4, induct_exit = 252 };\n"
    "INDUCT_SECTION(\"int $0x80\", \"movl $252, %eax\\n\\txorl %ebx, %ebx\");\n"
    "#define INDUCT_CALL(code, call, a, b, c) __asm__ volatile(code : \\\n"
    "    : \"a\"((long)(call)), \"b\"((long)(a)), \"c\"(b), \"d\"((long)(c)) : \"memory\")\n"
    "#define INDUCT_SYSTEM \"int $0x80\"\n"
    "#endif\n"
    "static __attribute__((noreturn)) void induct_leave(int status) {\n"
    "    INDUCT_CALL(INDUCT_SYSTEM, induct_exit, status, 0L, 0);\n"
    "    __builtin_trap();\n"
    "}\n"
    "static __attribute__((noreturn)) void induct_report(const char *what) {\n"
    "    long n = 0;\n"
    "    while (what[n]) n++;\n"
    "    INDUCT_CALL(\"jmp induct.report.call\", induct_write, INDUCT_REPORT, what, n);\n"
    "    __builtin_trap();\n"
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

void prologue(struct text *out, const char *const *supplied, uint32_t n) {
    text_format(out, "#define INDUCT_REPORT %d\n%s%s%s", CONFINE_REPORT, reporting, ending, allocation);
    for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        if (!is_listed(supplied, n, allocators[i][0])) text_add(out, allocators[i][1]);
}
