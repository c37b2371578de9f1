/* Variable arguments, against what C says they are. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD                                                                                                 \
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"                               \
    "typedef __builtin_va_list list; \n"                                                                     \
    "static long long sum(int n, ...) { list l; long long s = 0; __builtin_va_start(l, n);\n"                \
    "for (int i = 0; i < n; i++) s = 10 * s + __builtin_va_arg(l, int); __builtin_va_end(l); return s; }\n"  \
    "static long long rest(list l) { return __builtin_va_arg(l, long long); }\n"                             \
    "static long long mixed(const char *kinds, ...) { list l, m; long long s = 0; __builtin_va_start(l, "    \
    "kinds);\n"                                                                                              \
    "__builtin_va_copy(m, l); for (; *kinds; kinds++) s = 10 * s + (*kinds == 'i' ? __builtin_va_arg(l, "    \
    "int) :\n"                                                                                               \
    "*kinds == 'l' ? __builtin_va_arg(l, long long) : *__builtin_va_arg(l, int *)); s -= "                   \
    "__builtin_va_arg(m, int);\n"                                                                            \
    "__builtin_va_end(l); __builtin_va_end(m); return s; }\n"                                                \
    "static long long pass(int n, ...) { list l; __builtin_va_start(l, n); return rest(l); }\n"

static void values(void **state) {
    (void)state;
    static const struct {
        const char *condition;
        bool holds;
    } rows[] = {
        {"sum(0) == 0", true},
        {"sum(3, 1, x, 3) == 153", true},
        {"sum(8, 1, 2, 3, 4, 5, 6, 7, x) == 12345675", true},
        {"sum(8, 1, 2, 3, 4, 5, 6, 7, x) == 12345678", false},
        {"sum(2, (int)sum(1, x), 2) == 52", true},
        {"sum(2, 1, (int)sum(2, 3, 4)) == 44", true},
        {"mixed(\"ilp\", 1, 2LL, &x) == 124", true},
        {"mixed(\"i\", -5) == 0", true},
        {"pass(1, 7LL) == 7", true},
    };
    static const enum c_data_model models[] = {C_LP64, C_ILP32};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        const struct c_options options = {.data_model = models[i % 2]};
        char *source =
            mem_format(HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if (%s) reach_error(); }",
                       rows[i / 2].condition);
        struct program *program = testing_c_read(source, &options);
        if (testing_c_fails(program, (const uint64_t[]){5}, 1, 77) != rows[i / 2].holds)
            fail_msg("%s, %s", rows[i / 2].condition, i % 2 ? "ilp32" : "lp64");
        program_free(program);
        mem_free(source);
    }
}

static void unsupported(void **state) {
    (void)state;
    static const char *const bodies[] = {
        "struct big { long a[5]; }; int main(void) { struct big b = {{0}}; sum(1, b); reach_error(); }",
        "int main(void) { sum(1, 2.0L); reach_error(); }",
        "int main(int n, ...) { list l; __builtin_va_start(l, n); reach_error(); }",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char *source = mem_format(HEAD "%s", bodies[i]);
        struct program *program = testing_c_read(source, NULL);
        const char *what = testing_c_unsupported(program);
        if (!what || !strstr(what, "variable argument"))
            fail_msg("%s: %s", bodies[i], what ? what : "nothing");
        program_free(program);
        mem_free(source);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(unsupported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
