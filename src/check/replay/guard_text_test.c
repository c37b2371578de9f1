/* What of a preprocessed C text another compiler is given. */
#include "check/replay/guard_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void becomes_for(const char *c, bool gcc, const char *expected) {
    struct text out = {0}, why = {0};
    if (!guard_text(&out, c, gcc, &why)) fail_msg("%s: %s", c, why.data);
    assert_string_equal(out.data ? out.data : "", expected);
    text_fini(&out);
    text_fini(&why);
}

static void becomes(const char *c, const char *expected) {
    becomes_for(c, true, expected);
    becomes_for(c, false, expected);
}

static void refused(const char *c, const char *reason) {
    for (int gcc = 0; gcc < 2; gcc++) {
        struct text out = {0}, why = {0};
        if (guard_text(&out, c, gcc, &why)) fail_msg("not refused: %s", c);
        if (!strstr(why.data, reason)) fail_msg("%s: %s", c, why.data);
        text_fini(&out);
        text_fini(&why);
    }
}

/* What a program may say in strings, comments being gone, is its own affair. */
static void kept(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "int main(void) { return 0; }\n",
        "char s[] = \"asm(\\\".incbin\\\") # [[ // \\\\\" \"\\n\", c = '\\'', d = '\"';\n",
        "const char *t = \"T\xc3\xa9\";\n",
        "int a[3], i, b = a[a[0]], asm_ = 1, attribute = 2, pure = 3;\n",
        "int f(void) __asm__(\"other_name\");\nextern int g(void) __asm(\"\" \"g\");\n",
        "void h(void) { __asm__ volatile (\"\" : : : \"memory\"); asm goto (\"\" : : : : l); l:; }\n",
        "int x __attribute__((aligned(8), section(\".data.x-y\"))), y = (1 + (2));\n",
        "#pragma pack(push, 1)\nstruct s { int i; };\n  #  pragma pack()\n",
        "float e = 1.5e-3f; int n = 0x7fu % 5 < 3 ? 1 : 2; long $v;\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) becomes(texts[i], texts[i]);
}

static void changed(void **state) {
    (void)state;
    becomes("# 1 \"/etc/passwd\" 3\nint x;\n#line 7 \"a\"\nint y;\n", "\nint x;\n\nint y;\n");
    becomes("int f(int *restrict a, int *__restrict b);\n", "int f(int * a, int * b);\n");
    becomes("int f(int) __attribute__((pure)), g(int) __attribute__((__const__, nothrow));\nconst int c;\n",
            "int f(int) __attribute__((unused)), g(int) __attribute__((unused, nothrow));\nconst int c;\n");
    becomes_for("typedef float _Float32;\nint x;\n", true, "\nint x;\n");
    becomes_for("typedef float _Float32;\nint x;\n", false, "typedef float _Float32;\nint x;\n");
}

static void what_is_refused(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"void f(void) { __asm__(\"nop; nop\"); }", "assembly"},
        {"__asm__(\".incbin \\\"/etc/passwd\\\"\");", "assembly"},
        {"void f(void) { asm volatile (\"\" \".incbin 1\"); }", "assembly"},
        {"int x __asm__(\"a\\nb\");", "assembly"},
        {"int x __asm__(\"induct_x\");", "replay's own"},
        {"int x __asm__(\"main.induct\");", "assembly"},
        {"int x __attribute__((section(\"a;b\")));", "attribute"},
        {"int x __attribute__((section(\"a\" \"\\\"\")));", "attribute"},
        {"int x __attribute__((alias(\"induct_main\")));", "replay's own"},
        {"int x __attribute__((weak, foo(asm(\"a\"))));", "assembly in an attribute"},
        {"int x __attribute__ y ((weak));", "without arguments"},
        {"int x [[gnu::weak]];", "brackets"},
        {"const char *s = R\"(a)\";", "raw string"},
        {"const char *s = u8R\"(a)\";", "raw string"},
        {"const char *s = \"a\nb\";", "without end"},
        {"int c = 'a", "without end"},
        {"_Pragma(\"weak x\") int x;", "word of compilers"},
        {"int n = __builtin_LINE();", "word of compilers"},
        {"#pragma weak x\n", "directive"},
        {"  #include \"/etc/passwd\"\n", "directive"},
        {"int x;\n#ident \"x\"\n", "directive"},
        {"#pragma pack(push, \"a\")\n", "directive"},
        {"%:include \"/etc/passwd\"\n", "digraphs"},
        {"int a<:3:>;", "digraphs"},
        {"int x; // a\n", "preprocessor"},
        {"int x; /* a */", "preprocessor"},
        {"int \\\nx;", "preprocessor"},
        {"int \xc3\xa9;", "preprocessor"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) refused(rows[i][0], rows[i][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(kept), cmocka_unit_test(changed),
                                       cmocka_unit_test(what_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
