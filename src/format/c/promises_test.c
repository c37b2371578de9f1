/* Promises do not change what a program means: the error stays reachable where it is in the program as written. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
#define INPUTS(...)                                                                                          \
    (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)

static bool fails(const char *source, const uint64_t *inputs, uint32_t n, uint64_t arbitrary) {
    struct program *program = testing_c_read(source, NULL);
    bool error = testing_c_fails(program, inputs, n, arbitrary);
    program_free(program);
    return error;
}

/* Two calls of an input are two inputs, whatever its declaration says. */
static void attributes_of_inputs(void **state) {
    (void)state;
    static const char *const attributes[] = {"const", "pure"};
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        char *source = mem_format(
            "extern int __VERIFIER_nondet_int(void) __attribute__((%s)); extern void reach_error(void);\n"
            "int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();\n"
            "if (a == 1 && b == 2) reach_error(); return 0; }",
            attributes[i]);
        assert_true(fails(source, INPUTS(1, 2), 0));
        assert_false(fails(source, INPUTS(1, 1), 0));
        mem_free(source);
    }
}

/* A function that is declared to write nothing may write the copy that it got. */
static void attributes_of_functions(void **state) {
    (void)state;
    const char *source = HEAD
        "struct s { int a[5]; }; __attribute__((pure)) int f(struct s s) { s.a[1] = 9; return s.a[1]; }\n"
        "int main(void) { struct s s = {{1, 2}}; int r = f(s); if (s.a[1] == 2 && r == 9) reach_error(); }";
    assert_true(fails(source, NULL, 0, 0));
}

static void assumptions_of_compilers(void **state) {
    (void)state;
    const char *assumed = HEAD "int main(void) { int x = __VERIFIER_nondet_int(); __builtin_assume(x > 0); "
                               "if (x < 0) reach_error(); return 0; }";
    assert_true(fails(assumed, INPUTS(UINT64_MAX), 0));
    assert_false(fails(assumed, INPUTS(1), 0));
    const char *constant = HEAD "int main(void) { int x = 3; if (!__builtin_constant_p(x) && "
                                "__builtin_constant_p(3)) reach_error(); return 0; }";
    assert_true(fails(constant, NULL, 0, 0)); /* as without optimisation */
}

/* clang folds these to values that are none; a place that uses one is reached all the same. */
static void constants_that_are_none(void **state) {
    (void)state;
    const char *used =
        HEAD "void f(int); int main(void) { int x = 2; if (__VERIFIER_nondet_int()) x = 1 << 40; "
             "f(x); if (x != 2) reach_error(); return 0; }";
    assert_true(fails(used, INPUTS(1), 0));
    assert_false(fails(used, INPUTS(0), 0));
    const char *stable = HEAD "int main(void) { int x = (-0x7fffffff - 1) / -1; if (x != x) reach_error(); "
                              "int y = x; if (x - y) reach_error(); return 0; }";
    assert_false(fails(stable, NULL, 0, UINT64_MAX));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_of_inputs),
        cmocka_unit_test(attributes_of_functions),
        cmocka_unit_test(assumptions_of_compilers),
        cmocka_unit_test(constants_that_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
