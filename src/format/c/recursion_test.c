/* Recursion, unrolled: what the generations mean, and where they end. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

/* Runs with the inputs 0, 1, ... fail just where `expected` has a 'f', and get to something unsupported where it has a
 * 'u'. */
static void expect(const char *source, uint32_t recursion, const char *expected) {
    struct c_options options = {.recursion = recursion};
    struct program *program = testing_c_read(source, &options);
    for (uint64_t i = 0; expected[i]; i++) {
        struct testing_c_run run = {.given = &i, .n_given = 1};
        testing_c_execute(program, &run);
        char found = (char)(run.unsupported ? 'u' : run.error ? 'f' : '.');
        if (found != expected[i])
            fail_msg("%s: input %d, depth %u: expected %c, found %c", source, (int)i, recursion, expected[i],
                     found);
    }
    program_free(program);
}

static void depth(void **state) {
    (void)state;
    const char *once =
        HEAD "static int sum(int n) { return n ? n + sum(n - 1) : 0; }\n"
             "int main(void) { if (sum(__VERIFIER_nondet_int()) == 6) reach_error(); return 0; }";
    expect(once, 0, ".uuuuu");
    expect(once, 1, "..uuuu");
    expect(once, 3, "...fuu");
    expect(once, 64, "...f..");
    const char *twice =
        HEAD "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
             "int main(void) { if (fib(__VERIFIER_nondet_int()) == 13) reach_error(); return 0; }";
    expect(twice, 4, "......uuu");
    expect(twice, 64, ".......f."); /* not so deep: it would be too large */
}

static void several_functions(void **state) {
    (void)state;
    const char *mutual = HEAD "static int odd(int); static int even(int n) { return n ? odd(n - 1) : 1; }\n"
                              "static int odd(int n) { return n ? even(n - 1) : 0; }\n"
                              "int main(void) { int n = __VERIFIER_nondet_int(); if (odd(n) && even(n + 1) "
                              "&& n > 2) reach_error(); return 0; }";
    expect(mutual, 64, "...f.f.f");
    expect(mutual, 3, "...uuuuu"); /* even(4) is one too deep */
    expect(mutual, 4, "...f.uuu");
    /* one recursive function calls another, which is called on its own, too */
    const char *nested = HEAD "static int sum(int n) { return n ? n + sum(n - 1) : 0; }\n"
                              "static int total(int n) { return n ? sum(n) + total(n - 1) : 0; }\n"
                              "int main(void) { int n = __VERIFIER_nondet_int(); if (total(n) + sum(n) == "
                              "16) reach_error(); return 0; }";
    expect(nested, 8, "...f..");
    /* the one that branches does not keep the other from getting deep */
    const char *beside = HEAD "static int sum(int n) { return n ? n + sum(n - 1) : 0; }\n"
                              "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
                              "int main(void) { int n = __VERIFIER_nondet_int(); if (sum(4 * n) == 820 || "
                              "fib(n % 3) == 2) reach_error(); return 0; }";
    expect(beside, 64, "..........f.");
}

/* Static variables, global ones, strings and addresses of locals are the same in all generations, or one for each
 * call. */
static void memory(void **state) {
    (void)state;
    const char *variables = HEAD
        "static int calls; static const int table[4] = {1, 2, 4, 8};\n"
        "static int visit(int n, int *up) { static int last; int mine = table[n & 3]; calls++; last += n;\n"
        "if (n) visit(n - 1, &mine); *up += mine; return last; }\n"
        "int main(void) { int n = __VERIFIER_nondet_int(), all = 0; int last = visit(n, &all);\n"
        "if (n == 3 && all == 15 && calls == 4 && last == 6) reach_error(); return 0; }";
    expect(variables, 16, "...f..");
}

/* These have an address, which would not be the only one. */
static void not_unrolled(void **state) {
    (void)state;
    const char *pointer = HEAD
        "static int f(int n); static int (*p)(int) = f; static int f(int n) { return n ? p(n - 1) : 0; }\n"
        "int main(void) { if (f(__VERIFIER_nondet_int())) reach_error(); return 0; }";
    expect(pointer, 64, ".uu");
    const char *entry = HEAD "int main(void) { if (__VERIFIER_nondet_int()) return main(); reach_error(); }";
    expect(entry, 64, "fu");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth),
        cmocka_unit_test(several_functions),
        cmocka_unit_test(memory),
        cmocka_unit_test(not_unrolled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
