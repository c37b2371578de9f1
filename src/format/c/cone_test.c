/* What comes after the last possible error is not held against a program; everything else is. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD                                                                                                 \
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void abort(void);\n"      \
    "extern int printf(const char *, ...); int g;\n"                                                         \
    "static int deep(int n) { return n ? n * deep(n - 1) : g++; }\n"                                         \
    "static int fatal(int n) { if (n > 9) reach_error(); return n ? fatal(n - 1) : 0; }\n"

/* What is unsupported; NULL: nothing. */
static void expect(const char *source, const struct c_options *options, const char *what) {
    struct program *program = testing_c_read(source, options);
    const char *found = testing_c_unsupported(program);
    if (!what != !found || (what && !strstr(found, what)))
        fail_msg("%s: expected %s, found %s", source, what ? what : "nothing", found ? found : "nothing");
    program_free(program);
}

static void after_the_last_error(void **state) {
    (void)state;
    static const char *const rest[] = {
        "return deep(n);",
        "for (int i = 0; i < n; i++) deep(i);",
        "if (n > 3) { deep(n); abort(); }",
        "double d = n * 1.5; if (d > 3) printf(\"%f\", d); return (int)d;",
        "int (*f)(int) = n ? deep : (int (*)(int))0; return f(n);",
        "print(2, deep(1)); deep(n);",
    };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        char *source = mem_format(
            HEAD "static void print(int n, ...) { __builtin_va_list v; __builtin_va_start(v, n); }\n"
                 "int main(void) { int n = __VERIFIER_nondet_int(); if (n == 7) reach_error();\n"
                 "%s\n return 0; }",
            rest[i]);
        /* a call through a pointer to nowhere may be one of anything */
        expect(source, NULL, strstr(rest[i], "(*f)") ? "unknown function through a pointer" : NULL);
        struct program *program = testing_c_read(source, NULL);
        assert_true(testing_c_fails(program, (const uint64_t[]){7}, 1, 0));
        assert_false(testing_c_fails(program, (const uint64_t[]){8}, 1, 0));
        program_free(program);
        mem_free(source);
    }
}

static void before_an_error(void **state) {
    (void)state;
    static const char *const programs[] = {
        "int main(void) { deep(3); if (g == 2) reach_error(); return 0; }",
        /* around a loop */
        "int main(void) { for (;;) { if (g == 2) reach_error(); deep(3); } }",
        "int main(void) { again: if (g == 2) reach_error(); if (__VERIFIER_nondet_int()) { deep(3); goto "
        "again; } }",
        /* in a function from which the run comes back to an error, if only at one of its calls */
        "static void f(void) { deep(3); }\n"
        "int main(void) { if (__VERIFIER_nondet_int()) { f(); if (g == 2) reach_error(); } else f(); return "
        "0; }",
        "static void f(void) { deep(3); } static void h(void) { f(); }\n"
        "int main(void) { h(); if (g == 2) reach_error(); return 0; }",
        /* what is unsupported comes to the error itself */
        "int main(void) { return fatal(5); }",
        "static int odd(int n); static int even(int n) { if (n > 9) reach_error(); return n ? odd(n - 1) : "
        "1; }\n"
        "static int odd(int n) { return n ? even(n - 1) : 0; } int main(void) { return odd(13); }",
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char *source = mem_format(HEAD "%s", programs[i]);
        expect(source, NULL, "recursion");
        mem_free(source);
    }
}

/* These may run, or go to, other parts of the program, whatever comes after them. */
/* What is not modelled is no end: runs go on to the error behind it. */
static void unsupported_is_no_end(void **state) {
    (void)state;
    static const char *const programs[][2] = {
        {"struct big { long a[9]; }; static void log(int n, ...) { __builtin_va_list l; "
         "__builtin_va_start(l, n); }\n"
         "int main(void) { struct big b = {{0}}; log(1, b); reach_error(); return 0; }",
         "variable argument of this type"},
        {"void __VERIFIER_nondet_memory(void *, unsigned long); int main(void) { char b[4]; "
         "__VERIFIER_nondet_memory(b, "
         "g); reach_error(); return 0; }",
         "of a size that is not constant"},
        {"static void f(void) { void __VERIFIER_nondet_memory(void *, unsigned long); char b[4];\n"
         "__VERIFIER_nondet_memory(b, g); } int main(void) { f(); if (g == 0) reach_error(); return 0; }",
         "of a size that is not constant"},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char *source = mem_format(HEAD "%s", programs[i][0]);
        expect(source, NULL, programs[i][1]);
        mem_free(source);
    }
}

static void what_goes_anywhere(void **state) {
    (void)state;
    static const char *const programs[][2] = {
        {"int main(void) { if (g) reach_error(); __asm__(\"nop\"); return 0; }", "inline assembly"},
        {"struct b { long r[32]; } b; void longjmp(struct b *, int);\n"
         "int main(void) { if (g) reach_error(); longjmp(&b, 1); return 0; }",
         "longjmp"},
        {"int atexit(void (*)(void)); static void h(void) { reach_error(); }\n"
         "int main(void) { return atexit(h); }",
         "exit handlers"},
        {"void call(void (*)(void)); static void h(void) { reach_error(); }\n"
         "int main(void) { call(h); return 0; }",
         "may call 'h'"},
        {"void call(void); static void h(void) { reach_error(); } void (*p)(void) = h; extern void set(void "
         "*);\n"
         "int main(void) { set(&p); return 0; }",
         "may call 'h'"},
        {"static void h(void) { reach_error(); }\n"
         "void (*p)(void) __attribute__((section(\".fini_array.7\"), used)) = h; int main(void) { return 0; "
         "}",
         "before or after main"},
        {"void call(void (*)(void)); int main(void) { call(reach_error); return 0; }",
         "may call 'reach_error'"},
        {"void call(void (*)(void)); int main(void) { call(abort); if (g) reach_error(); return 0; }",
         "may call 'abort'"},
        {"void call(void **); void *p = reach_error; int main(void) { call(&p); return 0; }",
         "may call 'reach_error'"},
        {"static void __attribute__((destructor)) h(void) { reach_error(); } int main(void) { return 0; }",
         "destructor"},
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        char *source = mem_format(HEAD "%s", programs[i][0]);
        expect(source, NULL, programs[i][1]);
        mem_free(source);
    }
    expect(HEAD
           "int table[2] __attribute__((section(\".init.data\"))) = {1, 2};\n" /* nothing is called there */
           "int main(void) { if (table[1] == 3) reach_error(); return 0; }",
           NULL, NULL);
}

static void strictness(void **state) {
    (void)state;
    const char *source =
        HEAD "int a[4]; int main(void) { int n = __VERIFIER_nondet_int(); if (n == 7) reach_error();\n"
             "a[n] = 1; return a[0]; }";
    expect(source, NULL, NULL);
    expect(source, &(struct c_options){.strict = true}, "outside");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(after_the_last_error),
        cmocka_unit_test(before_an_error),
        cmocka_unit_test(unsupported_is_no_end),
        cmocka_unit_test(what_goes_anywhere),
        cmocka_unit_test(strictness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
