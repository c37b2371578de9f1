/* Programs run as a second compiler sees them: they agree with what was read, or the difference has its reason. */
#include "check/judge/testing_beside.h"

static enum check_result judged(struct example *e, struct lockstep *out, struct text *why) {
    return compared(e, NULL, true, out, why);
}

static const struct {
    const char *what, *source;
} programs[] = {
    {"no input", HEAD "int main(void) { int x = 3; if (x == 4) reach_error(); return 0; }"},
    {"a loop",
     HEAD "int main(void) { int i, s = 0; for (i = 0; i < 7; i++) s += i; if (s != 21) reach_error(); }"},
    {"inputs", HEAD "int main(void) { unsigned char n = __VERIFIER_nondet_uchar(); int i = 0;\n"
                    "while (i < n) i++; if (i != n) reach_error(); }"},
    {"overflow wraps around",
     HEAD "int main(void) { int x = 2147483647, y = __VERIFIER_nondet_int() & 1; x += y;\n"
          "if (y && x + 1 > x + 2147483647) return 0; if (y && x > 0) reach_error(); }"},
    {"aliases of other types", HEAD "static int f(int *a, short *b) { *a = 1; *b = 2; return *a; }\n"
                                    "int main(void) { int x; if (f(&x, (short *)&x) != 2) reach_error(); }"},
    {"restrict that is not kept",
     HEAD "static __attribute__((noinline)) int f(int *restrict a, int *restrict b) { *a = 1; *b = 2; return "
          "*a; }\n"
          "int main(void) { int x; if (f(&x, &x) != 2) reach_error(); }"},
    {"its own error function, static",
     "extern int __VERIFIER_nondet_int(void); static void reach_error(void) {}\n"
     "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 && x > 0) reach_error(); }"},
    {"its own inputs, of which nothing is to be concluded",
     HEAD "int __VERIFIER_nondet_short(void) { return 0; }\n"
          "int main(void) { int x = __VERIFIER_nondet_short(), y = __VERIFIER_nondet_short();\n"
          "if (x - y + y != x) reach_error(); }"},
    {"headers", "#include <assert.h>\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                "int main(void) { int *p = malloc(sizeof *p); *p = 5; assert(*p == 5); printf(\"\"); }"},
    {"the library", HEAD "int main(void) { if (strlen(\"abc\") != 3) return 0; if (0) reach_error(); }"},
    {"globals, statics and arrays",
     HEAD "int g, a[4]; static unsigned h = 5;\n"
          "int main(void) { static int k = 2; for (g = 0; g < 4; g++) { a[g] = g * k; h += a[g]; k++; }\n"
          "if (h != 5 + 3 + 8 + 15) reach_error(); }"},
    {"calls through pointers",
     HEAD "static int f(int x) { return x + 1; } static int g(int x) { return x + 2; } int (*t[2])(int) = "
          "{f, g};\n"
          "int main(void) { int i = __VERIFIER_nondet_int() & 1; if (t[i](1) != 2 + i) reach_error(); }"},
    {"a function that clang makes itself, and gcc takes for another's",
     HEAD "int main(void) { unsigned x = __VERIFIER_nondet_uint() & 1;\n"
          "if (__builtin_rotateleft32(x | 2, 31) != 1 + (x << 31)) reach_error(); }"},
    {"C23", HEAD "int main(void) { constexpr int n = 3; bool b = true; if (b != (n == 3)) reach_error(); }"},
};

static void agreement(void **state) {
    (void)state;
    for (int ilp32 = 0; ilp32 < 2; ilp32++)
        for (size_t i = 0; i < sizeof programs / sizeof *programs; i += ilp32 ? 4 : 1) {
            struct example e;
            struct lockstep out;
            struct text why = {0};
            bool c23 = !strcmp(programs[i].what, "C23"); /* which gcc may not know, and then clang does it */
            start(&e, programs[i].source, ilp32, NULL);
            enum check_result result = judged(&e, &out, &why);
            if (result != CHECK_ACCEPTED || !out.second_runs || e.compiled.c23 != c23)
                fail_msg("%s: %d, %u runs, %u second: %s", programs[i].what, (int)result, out.runs,
                         out.second_runs, why.data ? why.data : "");
            text_fini(&why);
            stop(&e);
        }
}

static void entries(void **state) {
    (void)state;
    struct example e;
    struct lockstep out;
    struct text why = {0};
    start(&e,
          HEAD "static int f(int n) { int i; for (i = 0; i < n; i++) if (i > n) reach_error(); return i; }",
          false, "f");
    assert_int_equal(judged(&e, &out, &why), CHECK_ACCEPTED);
    assert_true(out.second_runs);
    text_fini(&why);
    stop(&e);
}

/* A text that is not what was compiled stands for whatever one of the compilers does wrong. */
static void damage(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {HEAD "int main(void) { int x = 3; if (x == 4) reach_error(); }",
         HEAD "int main(void) { int x = 4; if (x == 4) reach_error(); }"},
        {HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x < 0) reach_error(); }",
         HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if (x >= 0 && x <= 0) reach_error(); }"},
        {"extern int __VERIFIER_nondet_int(void); static void reach_error(void) {}\n"
         "int main(void) { if (__VERIFIER_nondet_int() & 1 & 2) reach_error(); }",
         "extern int __VERIFIER_nondet_int(void); static void reach_error(void) {}\n"
         "int main(void) { if (!(__VERIFIER_nondet_int() & 1 & 2)) reach_error(); }"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct example e;
        struct lockstep out;
        struct text why = {0};
        start_with(&e, pairs[i][0], pairs[i][1], false, NULL);
        enum check_result result = judged(&e, &out, &why);
        if (result != CHECK_REJECTED || !strstr(why.data, "-O2") || !strstr(why.data, "inputs:"))
            fail_msg("%zu: %d: %s", i, (int)result, why.data ? why.data : "");
        text_fini(&why);
        stop(&e);
    }
}

/* The text breaks a rule of the language where the error is reached: nothing follows. */
static void undefined(void **state) {
    (void)state;
    static const char safe[] =
        HEAD "int main(void) { int x = __VERIFIER_nondet_int() & 0; if (x) reach_error(); }";
    static const char *const texts[] = {
        HEAD "int main(void) { int x = __VERIFIER_nondet_int() & 0; if ((1 << (x + 33)) == 2 || 1) "
             "reach_error(); }",
        HEAD "int main(void) { int x; int *volatile p = &x; if (*p == 0) reach_error(); }",
        HEAD "int main(void) { int a[2] = {0}, i = (__VERIFIER_nondet_int() & 0) + 2; a[i] = 1; "
             "reach_error(); return a[0]; }",
        HEAD
        "int main(void) { if (__VERIFIER_nondet_int() == 77) __builtin_unreachable(); int *volatile p = 0; "
        "if (__VERIFIER_nondet_int() || 1) { *p = 1; } reach_error(); }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct example e;
        struct lockstep out;
        struct text why = {0};
        start_with(&e, safe, texts[i], false, NULL);
        enum check_result result = judged(&e, &out, &why);
        if (result != CHECK_ACCEPTED || !out.second_runs)
            fail_msg("%zu: %d, %u: %s", i, (int)result, out.second_runs, why.data ? why.data : "");
        text_fini(&why);
        stop(&e);
    }
}

/* What compilers do in the order that they like is no evidence against anybody. */
static void unspecified(void **state) {
    (void)state;
    static const char *const sources[] = {
        HEAD "static int n; static int a(void) { return n++; } static int b(void) { return n++; }\n"
             "static __attribute__((noinline)) void f(int x, int y) { if (x > y) reach_error(); }\n"
             "int main(void) { f(a(), b()); }",
        HEAD "int main(void) { int x = 3; if (__builtin_constant_p(x)) reach_error(); }",
        HEAD
        "static __attribute__((noinline)) void f(int x, int y) { if (x == 0 && y == 1) reach_error(); }\n"
        "int main(void) { f(__VERIFIER_nondet_int() & 0, __VERIFIER_nondet_uchar() & 0); }"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        struct example e;
        struct lockstep out;
        struct text why = {0};
        start(&e, sources[i], false, NULL);
        enum check_result result = judged(&e, &out, &why);
        if (result == CHECK_REJECTED || (result == CHECK_UNDECIDED && !out.unspecified))
            fail_msg("%zu: %d: %s", i, (int)result, why.data);
        assert_true(out.second_runs);
        text_fini(&why);
        stop(&e);
    }
}

/* No text of the program's choice gets to the assembler. */
static void refused(void **state) {
    (void)state;
    static const char *const texts[] = {
        HEAD "int main(void) { if (0) __asm__(\".incbin \\\"/etc/hostname\\\"\"); reach_error(); }",
        HEAD "int x __attribute__((section(\"a;.incbin 1\"))); int main(void) { reach_error(); }",
        HEAD "int x [[gnu::section(\"a;.incbin 1\")]]; int main(void) { reach_error(); }",
        HEAD "#pragma weak main\nint main(void) { reach_error(); }",
        HEAD "int main(void) { const char *s = R\"(a)\"; reach_error(); }",
        HEAD "int memcpy(void) __asm__(\"induct_x\"); int main(void) { reach_error(); }"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct example e;
        struct lockstep out;
        struct text why = {0};
        start_with(&e, HEAD "int main(void) { return 0; }", texts[i], false, NULL);
        enum check_result result = judged(&e, &out, &why);
        if (result != CHECK_ACCEPTED || out.second_runs) fail_msg("%zu: %s", i, why.data ? why.data : "run");
        text_fini(&why);
        stop(&e);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agreement),   cmocka_unit_test(entries),
                                       cmocka_unit_test(damage),      cmocka_unit_test(undefined),
                                       cmocka_unit_test(unspecified), cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
