/* What programs mean: undefined behaviour, errors, ends, inputs, memory. Automata are run on chosen values. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD                                                                                                 \
    "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n"                \
    "extern void *__VERIFIER_nondet_pointer(void); extern void __VERIFIER_assume(int);\n"                    \
    "extern void reach_error(void); extern void abort(void); extern void exit(int);\n"                       \
    "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
#define INPUTS(...)                                                                                          \
    (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)

static struct program *read_program(const char *source) {
    return testing_c_read(source, NULL);
}

/* Whether the run of the program with those inputs, and with `arbitrary` for everything else that is open, is
 * an error. */
static bool fails(const char *source, const uint64_t *inputs, uint32_t n, uint64_t arbitrary) {
    struct program *program = read_program(source);
    bool error = testing_c_fails(program, inputs, n, arbitrary);
    program_free(program);
    return error;
}

/* Undefined behaviour: the error stays reachable, whatever a compiler could conclude. */

static void overflow_wraps(void **state) {
    (void)state;
    const char *next =
        HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if (x + 1 < x) reach_error(); return 0; }";
    assert_true(fails(next, INPUTS(0x7fffffff), 0));
    assert_false(fails(next, INPUTS(0x7ffffffe), 0));
    const char *loop =
        HEAD "int main(void) { int n = 0, i = __VERIFIER_nondet_int(); __VERIFIER_assume(i > 0);\n"
             "while (i > 0) { i++; n++; } if (n == 3) reach_error(); return 0; }";
    assert_true(fails(loop, INPUTS(0x7ffffffd), 0));
    const char *negative = HEAD
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 && -x < 0) reach_error(); return 0; }";
    assert_true(fails(negative, INPUTS(0x80000000), 0));
    assert_false(fails(negative, INPUTS(0x80000001), 0));
}

static void division_by_zero_ends_runs(void **state) {
    (void)state;
    const char *variable = HEAD "int main(void) { int d = __VERIFIER_nondet_int(), q = 12 / d; if (q == 4) "
                                "reach_error(); return 0; }";
    assert_false(fails(variable, INPUTS(0), 4));
    assert_true(fails(variable, INPUTS(3), 5));
    const char *unused = HEAD
        "int main(void) { int d = __VERIFIER_nondet_int(), q = 1 % d; if (d == 0) reach_error(); return q; }";
    assert_false(fails(unused, INPUTS(0), 0));
    const char *unneeded =
        HEAD "int main(void) { int d = __VERIFIER_nondet_int(); 12 / d; (7 % d) + 1; if (d == 0) "
             "reach_error(); return 0; }"; /* no compiler has code for these */
    assert_true(fails(unneeded, INPUTS(0), 0));
    const char *constant =
        HEAD "int main(void) { unsigned z = 0, r = 12 % z; if (r == 77) reach_error(); return 0; }";
    assert_false(fails(constant, NULL, 0, 77));
    struct program *program = testing_c_read(unused, &(struct c_options){.strict_division = true});
    assert_string_equal(testing_c_unsupported(program), "division by zero (line 5)");
    program_free(program);
}

/* Bytes that initial values leave open are what compilers make them. */
static void open_bytes_are_zero(void **state) {
    (void)state;
    const char *source = HEAD
        "union u { char c; int i; }; struct b { unsigned a : 3; }; static union u s[2] = {{.c = 1}, {.i = "
        "2}};\n"
        "int main(void) { union u u = {7}; struct b b = {5}; unsigned w, k = __VERIFIER_nondet_uint() & 1;\n"
        "__builtin_memcpy(&w, &b, 4); if (u.i == 7 && w == 5 && s[k].i == 1) reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(0), 170));
    assert_false(fails(source, INPUTS(1), 170));
}

/* What is written to a device is not what is read there; variables are none. */
static void devices(void **state) {
    (void)state;
    const char *source = HEAD
        "static unsigned poll(volatile unsigned *r) { *r = 1; return *r; } int main(void) { unsigned v;\n"
        "if (poll(&v) != 1) reach_error(); if (poll((volatile unsigned *)0x40021000) == 8) reach_error(); "
        "return 0; }";
    assert_true(fails(source, NULL, 0, 8));
    assert_false(fails(source, NULL, 0, 1));
}

static void aliases(void **state) {
    (void)state;
    const char *source =
        HEAD "static int real(int x) { if (x == 5) reach_error(); return x + 1; }\n"
             "extern int other(int) __attribute__((alias(\"real\"))); int v = 3; extern int w "
             "__attribute__((alias(\"v\")));\n"
             "int main(void) { w = 4; other(__VERIFIER_nondet_int()); if (v != 4) reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(5), 0));
    assert_false(fails(source, INPUTS(6), 0));
}

static void absolute_values(void **state) {
    (void)state;
    const char *source = HEAD
        "extern int abs(int); extern long labs(long); int main(void) { int x = __VERIFIER_nondet_int();\n"
        "if (abs(x) == 7 || abs(x) < 0 || labs(x) == 9) reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(7), 0));
    assert_true(fails(source, INPUTS((uint64_t)-7), 0));
    assert_true(fails(source, INPUTS((uint64_t)-9), 0));
    assert_true(fails(source, INPUTS(0x80000000), 0));
    assert_false(fails(source, INPUTS((uint64_t)-8), 0));
}

/* What LLVM calls poison is one value here, any one. */
static void open_values_are_values(void **state) {
    (void)state;
    static const char *const reads[] = {
        "int a[2] = {1, 2}; int x = n ? a[5] : 5;",
        "int i = 3; int x = n ? table[i] : 5;",
        "int a[2] = {1, 2}, *p = a; int x = n ? p[2] : 5;",
        "struct { int a, b; } s = {1, 2}; int *p = &s.a; int x = n ? p[2] : 5;",
        "int z = 0; int x = n ? __builtin_ctz(z) : 5;",
        "int z = 0; int x = n ? __builtin_clz(z) : 5;",
        "double d = 1e10; int x = n ? (int)d : 5;",
        "double d = -1; int x = n ? (int)(unsigned)d : 5;"};
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        char *any = mem_format(
            HEAD
            "static const int table[3] = {1, 2, 3};\n"
            "int main(void) { int n = __VERIFIER_nondet_int(); %s if (x != 5) reach_error(); return 0; }",
            reads[i]);
        assert_true(fails(any, INPUTS(1), 6));
        assert_false(fails(any, INPUTS(1), 5));
        assert_false(fails(any, INPUTS(0), 6));
        mem_free(any);
        char *one = mem_format(
            HEAD
            "static const int table[3] = {1, 2, 3};\n"
            "int main(void) { int n = 1; %s int y = x & 7; if (y < 0 || y > 7 || x - x || (x > 3 && x < 2)) "
            "reach_error(); return 0; }",
            reads[i]);
        for (uint64_t value = 0; value < 10; value++) assert_false(fails(one, NULL, 0, value));
        mem_free(one);
    }
    const char *two = HEAD
        "int main(void) { int a[2] = {1, 2}; int x = a[5], y = a[6]; if (x != y) reach_error(); return 0; }";
    assert_true(fails(two, NULL, 0, UINT64_MAX)); /* random values */
}

static void extreme_quotients_wrap(void **state) {
    (void)state;
    const char *source = HEAD "int main(void) { int m = -0x7fffffff - 1, d = __VERIFIER_nondet_int();\n"
                              "if (d == -1 && m / d == m && m % d == 0) reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(UINT64_MAX), 1));
    const char *constant = HEAD "int main(void) { int m = -0x7fffffff - 1, d = -1; if (m / d == m && m % d "
                                "== 0) reach_error(); return 0; }";
    assert_true(fails(constant, NULL, 0, 1));
}

static void shifts_count_modulo(void **state) {
    (void)state;
    const char *source = HEAD "int main(void) { int s = __VERIFIER_nondet_int(); if ((1 << s) == 4 && s != "
                              "2) reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(34), 0));
    assert_false(fails(source, INPUTS(2), 0));
    const char *constant = HEAD "int main(void) { int s = 33; if ((1 << s) == 2) reach_error(); return 0; }";
    assert_true(fails(constant, NULL, 0, 0));
}

static void uninitialised_variables_are_open(void **state) {
    (void)state;
    const char *local = HEAD "int main(void) { int x; if (x == 5) reach_error(); return 0; }";
    assert_true(fails(local, NULL, 0, 5));
    assert_false(fails(local, NULL, 0, 6));
    const char *one_way = HEAD
        "int main(void) { int x; if (__VERIFIER_nondet_int()) x = 1; if (x == 9) reach_error(); return 0; }";
    assert_true(fails(one_way, INPUTS(0), 9));
    assert_false(fails(one_way, INPUTS(1), 9));
    const char *stable = HEAD "int main(void) { int x; int y = x; if (x != y) reach_error(); return 0; }";
    assert_false(fails(stable, NULL, 0, UINT64_MAX));
    const char *array = HEAD "int main(void) { int a[20], i = __VERIFIER_nondet_int(); if (i) a[7] = 1; if "
                             "(a[i & 7] == 9) reach_error(); return 0; }";
    assert_true(fails(array, INPUTS(0), 9));
    assert_true(fails(array, INPUTS(6), 9));
    assert_false(fails(array, INPUTS(7), 9));
    const char *structure = HEAD "struct s { int a, b; }; int main(void) { struct s s; s.a = 1; if (s.a == 1 "
                                 "&& s.b == 4) reach_error(); return 0; }";
    assert_true(fails(structure, NULL, 0, 4));
    const char *result = HEAD "int f(int a) { if (a) return 1; } int main(void) { if "
                              "(f(__VERIFIER_nondet_int()) == 3) reach_error(); return 0; }";
    assert_true(fails(result, INPUTS(0), 3));
    assert_false(fails(result, INPUTS(1), 3));
}

/* Of structures and arrays, too: where a jump passes their declaration, and between their fields. */
static void uninitialised_aggregates_are_open(void **state) {
    (void)state;
    const char *passed =
        HEAD "int main(void) { if (__VERIFIER_nondet_int()) goto in; { int a[2]; a[0] = 1; in: if "
             "(a[0] == 5) reach_error(); } return 0; }";
    assert_true(fails(passed, INPUTS(1), 5));
    assert_false(fails(passed, INPUTS(0), 5));
    const char *cases =
        HEAD "struct s { int a, b; }; int main(void) { switch (__VERIFIER_nondet_int()) { struct s s; "
             "case 3: if (s.b == 5) reach_error(); } return 0; }";
    assert_true(fails(cases, INPUTS(3), 5));
    assert_false(fails(cases, INPUTS(3), 6));
    const char *between =
        HEAD "int main(void) { union { struct { char c; int i; } s; unsigned char b[8]; } u; u.s.c = "
             "u.s.i = 0; if (u.b[1] == 5) reach_error(); return 0; }";
    assert_true(fails(between, NULL, 0, 5));
    assert_false(fails(between, NULL, 0, 6));
    const char *linked =
        HEAD "struct s { int v; struct s *next; }; int main(void) { struct s a, b; a.v = 1; a.next = 0; "
             "b.v = 2; b.next = &a; int n = 0; for (struct s *p = &b; p; p = p->next) n += p->v; if "
             "(n == 3) reach_error(); return 0; }";
    assert_true(fails(linked, NULL, 0, 0)); /* these bytes are not in the way of pointers */
}

/* Each time round the loop the variable comes into being anew: 7, then 3, then 4 must be possible. */
static void uninitialised_anew_in_loops(void **state) {
    (void)state;
    struct program *program = read_program(
        HEAD "int main(void) { int k = 0; while (__VERIFIER_nondet_int()) { int x, a[40]; if (k == 2 && a[3] "
             "== 4) reach_error();\n"
             "if (k == 1 && x == 3) k = 2; if (k == 0 && x == 7) { k = 1; a[3] = 0; } } return 0; }");
    uint32_t open = 0;
    vec_each (struct program_site, s, &program->sites) open += s->kind == PROGRAM_UNINITIALIZED;
    assert_true(open >= 2);
    bool in_loop = false; /* a site on an edge that a run can pass again */
    program_index(program);
    vec_each (struct program_edge, e, &program->edges) {
        u32s sites = {0};
        program_sites(program, e->command, &sites);
        vec_each (uint32_t, s, &sites)
            in_loop |= program->sites.data[*s].kind == PROGRAM_UNINITIALIZED && e->from != program->initial;
        vec_free(&sites);
    }
    assert_true(in_loop);
    program_free(program);
}

static void null_and_outside_do_not_end_runs(void **state) {
    (void)state;
    assert_true(fails(HEAD "int main(void) { int *p = 0, v = *p; reach_error(); return v; }", NULL, 0, 0));
    const char *write = HEAD "int main(void) { int a[2], i = __VERIFIER_nondet_int(); a[i & 3] = 0; if (i == "
                             "3) reach_error(); return 0; }";
    assert_true(fails(write, INPUTS(3), 0));
    const char *read = HEAD "int t[4] = {1, 2, 3, 4}; int main(void) { int i = __VERIFIER_nondet_int(); if "
                            "(t[i] == 9) reach_error(); return 0; }";
    assert_true(fails(read, INPUTS(4), 9));
    assert_true(fails(read, INPUTS(UINT64_MAX), 9));
    assert_false(fails(read, INPUTS(3), 9));
    const char *neighbour = HEAD "int main(void) { int a[4] = {0}, b[4] = {0}; a[__VERIFIER_nondet_int()] = "
                                 "1; if (b[__VERIFIER_nondet_int() & 3]) reach_error(); return 0; }";
    for (uint64_t i = 0; i < 40; i++) assert_false(fails(neighbour, INPUTS(i, i & 3), 1));
}

static void padding_of_initialised_variables_is_open(void **state) {
    (void)state;
    const char *variable =
        HEAD "struct s { char c; int n; }; int main(void) { struct s a = {1, 2};\n"
             "if (((char *)&a)[1] == 77 || a.c != 1 || a.n != 2) reach_error(); return 0; }";
    assert_true(fails(variable, NULL, 0, 77));
    assert_false(fails(variable, NULL, 0, 76));
    const char *indexed =
        HEAD "struct s { char c; int n; }; int main(void) { struct s a[2] = {{1, 2}, {3, 4}};\n"
             "int i = __VERIFIER_nondet_int() & 1; if (((char *)&a[i])[2] || a[i].n != 2 + 2 * i) "
             "reach_error(); return 0; }";
    assert_true(fails(indexed, INPUTS(1), UINT64_MAX));
    const char *result =
        HEAD "struct s { char c; int n[9]; }; static struct s f(void) { struct s a = {1, {2, 3, 4, 5, 6, 7, "
             "8, 9, 1}}; return a; }\n"
             "int main(void) { struct s a = f(); if (((char *)&a)[3] == 77 || a.n[0] != 2) reach_error(); "
             "return 0; }";
    assert_true(fails(result, NULL, 0, 77));
    assert_false(fails(result, NULL, 0, 76));
}

/* What is padding depends on the member that is initialised, not on the one that LLVM takes for the union. */
static void initialised_unions_have_the_padding_of_their_member(void **state) {
    (void)state;
    static const char *const determined[] = {
        "union u x = {.h = {1, [3] = 0xffff}}; if (x.b[1] || x.h[0] != 1 || x.h[3] != 0xffff) reach_error();",
        "union u x = {{9, 8, 7}}; if (x.b[1] != 8 || x.b[2] != 7 || x.b[5]) reach_error();",
        "struct { char k; union u u; } x = {7, {{9, 8, 7}}}; if (x.u.b[1] != 8 || x.u.b[7]) reach_error();",
        "union u x[2] = {{{1, 2}}, {.t = {3, 4, 5}}}; if (x[0].b[1] != 2 || x[1].t.b != 4) reach_error();"};
    for (uint32_t i = 0; i < sizeof determined / sizeof *determined; i++) {
        char *source =
            mem_format(HEAD "union u { unsigned char b[8]; struct { unsigned char a; short b; int c; } t; "
                            "unsigned short h[4]; };\nint main(void) { %s return 0; }",
                       determined[i]);
        for (uint64_t any = 0; any < 3; any++) assert_false(fails(source, NULL, 0, 77 * any));
        mem_free(source);
    }
    const char *open =
        HEAD "union u { struct { unsigned char a; short b; } t; unsigned char b[4]; };\n"
             "int main(void) { union u x = {{1, 2}}; if (x.b[1] == 77) reach_error(); return 0; }";
    assert_true(fails(open, NULL, 0, 77));
    assert_false(fails(open, NULL, 0, 76));
}

static void padding_of_globals_is_zero(void **state) {
    (void)state;
    static const char *const initial[] = {"", " = {{1, 2}, {3, 4}}"};
    for (uint32_t i = 0; i < 2; i++) {
        char *source = mem_format(
            HEAD "struct { int a; char b; } s[2]%s; int main(void) { int n = 0; for (int i = 0; i < 16; i++) "
                 "n += ((unsigned char *)s)[i]; if (n != %d) reach_error(); return 0; }",
            initial[i], i ? 10 : 0);
        assert_false(fails(source, NULL, 0, 5));
        mem_free(source);
    }
}

/* What a callee reads beyond the number that the caller passes may be anything, and the other way round. */
static void calls_that_do_not_fit(void **state) {
    (void)state;
    const char *argument =
        HEAD "int f(); int main(void) { if (f(__VERIFIER_nondet_int())) reach_error(); return 0; "
             "}\nint f(long x) { return x == 0xffffffff; }";
    assert_true(fails(argument, INPUTS(UINT64_MAX), 0));
    assert_false(fails(argument, INPUTS(UINT64_MAX), 1));
    assert_false(fails(argument, INPUTS(1), 0));
    const char *result =
        HEAD "unsigned char f(void) { return 200; } int main(void) { if (((int (*)(void))f)() "
             "== 200) reach_error(); return 0; }";
    assert_true(fails(result, NULL, 0, 0));
    assert_false(fails(result, NULL, 0, 1));
}

static void volatile_is_ordinary(void **state) {
    (void)state;
    const char *source = HEAD "int main(void) { volatile int v = 0; v = __VERIFIER_nondet_int(); if (v == 3) "
                              "reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(3), 0));
    assert_false(fails(source, INPUTS(4), 0));
}

static void endless_loops_are_not_left(void **state) {
    (void)state;
    struct program *program =
        read_program(HEAD "int main(void) { unsigned i = __VERIFIER_nondet_uint() | 1; while "
                          "(i) i = i * i; reach_error(); return 0; }");
    struct testing_c_run run = {.given = (const uint64_t[]){6}, .n_given = 1};
    testing_c_execute(program, &run);
    assert_true(run.endless);
    assert_false(run.error);
    program_free(program);
}

/* Errors and ends. */

static void ends(void **state) {
    (void)state;
    const char *source =
        HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) abort(); if (x == 2) exit(0);\n"
             "__VERIFIER_assume(x != 3); if (x < 4) reach_error(); return 0; }";
    assert_true(fails(source, INPUTS(0), 0));
    for (uint64_t x = 1; x < 5; x++) assert_false(fails(source, INPUTS(x), 0));
    const char *old = "void __VERIFIER_assume(); int __VERIFIER_nondet_int(); void __VERIFIER_error();\n"
                      "main() { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x); __VERIFIER_error(); }";
    assert_true(fails(old, INPUTS(1), 0));
    assert_false(fails(old, INPUTS(0), 0));
    const char *defined = HEAD "void assume_abort_if_not(int c) { if (!c) abort(); } int main(void) { "
                               "assume_abort_if_not(__VERIFIER_nondet_int()); reach_error(); }";
    assert_false(fails(defined, INPUTS(0), 0));
    assert_true(fails(defined, INPUTS(1), 0));
}

static void errors(void **state) {
    (void)state;
    const char *body = "extern int __VERIFIER_nondet_int(void); void reach_error(void) { for (;;) {} }\n"
                       "int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }";
    assert_true(fails(body, INPUTS(1), 0));
    const char *assertion = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void); int main(void) { "
                            "assert(__VERIFIER_nondet_int() != 4); return 0; }";
    assert_true(fails(assertion, INPUTS(4), 0));
    assert_false(fails(assertion, INPUTS(5), 0));
    struct c_options narrow = {.data_model = C_ILP32};
    struct program *program = testing_c_read(assertion, &narrow);
    assert_true(testing_c_fails(program, INPUTS(4), 0));
    program_free(program);
}

static void named_errors(void **state) {
    (void)state;
    const char *source =
        HEAD "void bad(void); int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) reach_error(); "
             "if (x == 2) bad();\n"
             "if (x == 3) __assert_fail(\"\", \"\", 1, \"\"); if (x == 3) bad(); return 0; }";
    const char *names[] = {"bad"};
    struct c_options options = {.errors = names, .n_errors = 1};
    struct program *program = testing_c_read(source, &options);
    assert_false(testing_c_fails(program, INPUTS(1), 0)); /* an ordinary function now */
    assert_true(testing_c_fails(program, INPUTS(2), 0));
    assert_false(testing_c_fails(program, INPUTS(3), 0)); /* ends the run */
    program_free(program);
}

static void entry_with_arguments(void **state) {
    (void)state;
    const char *source = HEAD "int g = 4; int f(int a, unsigned char b) { if (a + b == 7 && g == 4) "
                              "reach_error(); return 0; } int main(void) { g = 5; return f(1, 1); }";
    struct c_options options = {.entry = "f"};
    struct program *program = testing_c_read(source, &options);
    assert_true(testing_c_fails(program, INPUTS(3, 4), 0));
    assert_false(testing_c_fails(program, INPUTS(3, 5), 0));
    assert_true(testing_c_fails(program, INPUTS(UINT64_MAX, 8), 0));
    program_free(program);
}

/* Functions without body. */

static void external_functions(void **state) {
    (void)state;
    struct messages messages = {0};
    struct program *program =
        testing_c_read_as(HEAD "int get(void); void fill(int *, int); int main(void) { int x = "
                               "1, y = 2, a[3] = {0}; get(); fill(&x, 7); fill(a, 3);\n"
                               "if (y != 2) reach_error(); if (get() == 4 && x == 4 && a[1] == "
                               "4 && a[2] == 4) reach_error(); return 0; }",
                          NULL, TERMS_SIMPLIFY, "test.c", &messages);
    assert_true(testing_c_fails(program, NULL, 0, 4));
    assert_false(testing_c_fails(program, NULL, 0, 5));
    assert_int_equal(messages.list.size, 2); /* once each */
    assert_non_null(strstr(messages.list.data[0].text, "'get' has no body"));
    assert_non_null(strstr(messages.list.data[1].text, "'fill' has no body"));
    assert_int_equal(strncmp(messages.list.data[1].text, "test.c:5:", 9), 0);
    messages_fini(&messages);
    program_free(program);
    const char *deep = HEAD "struct s { int *p; } s; int x; void f(struct s *); int main(void) { s.p = &x; "
                            "f(&s); if (x == 4) reach_error(); return 0; }";
    assert_true(fails(deep, NULL, 0, 4)); /* over a pointer in memory */
    static const char *const numbers[] = {
        "void f(long); int main(void) { int x = 0; f((long)&x);",
        "union u { long n; int *p; }; void f(union u); int main(void) { int x "
        "= 0; union u u; u.p = &x; f(u);"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) { /* the address goes there as a number */
        char *source = mem_format("%s%s if (x == 4) reach_error(); return 0; }", HEAD, numbers[i]);
        assert_true(fails(source, NULL, 0, 4));
        assert_false(fails(source, NULL, 0, 5));
        mem_free(source);
    }
    const char *constant = HEAD "const int t[2] = {1, 2}; void f(const int *); int main(void) { f(t); if "
                                "(t[__VERIFIER_nondet_int() & 1] == 4) reach_error(); return 0; }";
    assert_false(fails(constant, NULL, 0, 4));
}

/* Inputs that are written. */
static void memory_as_input(void **state) {
    (void)state;
    const char *source =
        HEAD "extern void __VERIFIER_nondet_memory(void *, unsigned long); int main(void) { int a[4] = "
             "{0}; __VERIFIER_nondet_memory(a + 1, 2 * sizeof *a);\n"
             "if (a[__VERIFIER_nondet_int() & 3] == 7) reach_error(); return 0; }";
    for (uint64_t i = 0; i < 4; i++) assert_int_equal(fails(source, INPUTS(i), 7), i == 1 || i == 2);
    const char *other =
        HEAD "extern void __VERIFIER_nondet_pair(int *, int *); int main(void) { int a = 0, b = 0; "
             "__VERIFIER_nondet_pair(&a, &b); if (a == 3 && b == 3) reach_error(); return 0; }";
    assert_true(fails(other, NULL, 0, 3));
    assert_false(fails(other, NULL, 0, 4));
}

static void external_variables(void **state) {
    (void)state;
    const char *source = HEAD "extern int e; int main(void) { if (e == 3) reach_error(); e = 3; if (e != 3) "
                              "reach_error(); return 0; }";
    assert_true(fails(source, NULL, 0, 3));
    assert_false(fails(source, NULL, 0, 4));
}

/* Strictness: what is outside of objects is not supported. */
static void strict_accesses(void **state) {
    (void)state;
    struct c_options strict = {.strict = true};
    struct program *program =
        testing_c_read(HEAD "int main(void) { int a[4] = {0}, i = __VERIFIER_nondet_int(); "
                            "a[i] = 1; if (a[i & 3] == 1) reach_error(); return 0; }",
                       &strict);
    assert_non_null(strstr(testing_c_unsupported(program), "access outside of objects (line 5)"));
    struct testing_c_run run = {.given = (const uint64_t[]){4}, .n_given = 1};
    testing_c_execute(program, &run);
    assert_true(run.unsupported);
    run.given = (const uint64_t[]){3};
    testing_c_execute(program, &run);
    assert_true(run.error);
    program_free(program);
    program = testing_c_read(HEAD "int main(void) { int a[4] = {0}; a[__VERIFIER_nondet_uint() % 4] = 1; if "
                                  "(a[3]) reach_error(); return 0; }",
                             &strict);
    assert_null(testing_c_unsupported(program)); /* surely inside */
    program_free(program);
}

/* Theories of numbers. */

static void unbounded_integers(void **state) {
    (void)state;
    struct c_options options = {.theory = C_INT};
    struct program *program =
        testing_c_read(HEAD "int main(void) { int x = __VERIFIER_nondet_int(), y = "
                            "__VERIFIER_nondet_int(); if (x + 1 < x) reach_error();\n"
                            "if (y == -7 && x / y == 3 && x % y == -2 && (x >> 1) == -12 && (x "
                            "& 15) == 9 && y * x > 100) reach_error(); return 0; }",
                       &options);
    assert_true(testing_c_fails(program, INPUTS((uint64_t)-23, (uint64_t)-7), 0));
    assert_false(testing_c_fails(program, INPUTS(0x7fffffff, 1), 0)); /* no wrap-around */
    assert_true(program_theories(program) & THEORY_INT);
    assert_false(program_theories(program) & THEORY_BV);
    program_free(program);
    program = testing_c_read(
        HEAD "int main(void) { int x = __VERIFIER_nondet_int(); if ((x ^ 5) == 3) reach_error(); return 0; }",
        &options);
    assert_non_null(strstr(testing_c_unsupported(program), "operation on bits"));
    program_free(program);
    const char *cases = HEAD "int main(void) { int x = __VERIFIER_nondet_int(); switch (x) { case 3: case 4: "
                             "case 5: reach_error(); } return 0; }";
    program = testing_c_read(cases, &options);
    for (int x = 0; x < 9; x++)
        assert_int_equal(testing_c_fails(program, INPUTS((uint64_t)x), 0), x >= 3 && x <= 5);
    assert_false(testing_c_fails(program, INPUTS((uint64_t)-4), 0));
    program_free(program);
    options.theory = C_REAL;
    program =
        testing_c_read(HEAD "int main(void) { int x = __VERIFIER_nondet_int(), n = 0; while (n < x) n += "
                            "2; if (n > x + 1) reach_error(); return 0; }",
                       &options);
    assert_null(testing_c_unsupported(program));
    assert_true(program_theories(program) & THEORY_REAL);
    program_free(program);
}

/* What is not supported says so, with its line, and never lets a run pass. */
static void unsupported_constructs(void **state) {
    (void)state;
    static const struct {
        const char *source, *text;
    } rows[] = {
        {HEAD "int f(int n) {\nreturn n ? f(n - 1) + 1 : 0; }\nint main(void) {\nif (f(3) == 3) "
              "reach_error(); return 0; }",
         "recursion: call of 'f' (line 6)"},
        {HEAD "int main(void) {\ndouble d = __VERIFIER_nondet_int() * 0.5;\nint y = (int)d;\nint x = 0;\n"
              "if (y > 3) x = 1;\nif (x) reach_error(); return 0; }",
         "floating-point arithmetic (line 7)"},

        {HEAD "extern void each(void (*)(void)); int x; void set(void) { x = 1; } int main(void) {\n"
              "each(set); if (x) reach_error(); return 0; }",
         "call of 'each', which has no body and may call 'set' (line 6)"},
        {HEAD "int main(void) { if (__VERIFIER_nondet_int())\n__builtin_unreachable(); return 0; }",
         "run to a place that is declared unreachable"},
        {HEAD "int main(void) { int t[2] = {1, 2}; struct { int a, *b; } s = {3, t}; const char *a = "
              "\"hello\", *b = \"llo\";\n"
              "s.a += *s.b; if (a + 2 == b) reach_error(); return s.a; }",
         "equality of pointers into different objects (line 6)"},
        {HEAD "extern int save(void) __attribute__((returns_twice)); extern void jump(void);\n"
              "int main(void) { int x = 0;\nif (save() == 0) { x = 1; jump(); } else if (x == 1) "
              "reach_error(); return 0; }",
         "setjmp (line 7)"},
        {HEAD "int a __attribute__((section(\"s\"))); extern int __stop_s[]; int *end = __stop_s;\n"
              "int main(void) { if (a != end[-1]) reach_error(); return 0; }",
         "'__stop_s', which the linker defines"},
        {HEAD "int main(void) { static void *t[] = {&&a, &&b};\ngoto *t[__VERIFIER_nondet_int() & 1]; a: "
              "return 0; b: reach_error(); return 1; }",
         "computed goto (line 6)"},
        {HEAD "int main(void) { static void *t[] = {&&a, &&b, &&c}; int i = 0, n = 0;\ngoto "
              "*t[__VERIFIER_nondet_int() & 1];\n"
              "a: n++; b: n += 2; if (++i < 3) goto *t[i % 3]; c: if (n > 9) reach_error(); return 0; }",
         "computed goto (line 6)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct program *program = read_program(rows[i].source);
        const char *text = testing_c_unsupported(program);
        if (!text || !strstr(text, rows[i].text))
            fail_msg("expected %s, found %s", rows[i].text, text ? text : "nothing");
        for (uint64_t x = 0; x < 4; x++) {
            struct testing_c_run run = {.given = &x, .n_given = 1, .arbitrary = x};
            testing_c_execute(program, &run);
            assert_false(run.error);
        }
        program_free(program);
    }
}

/* Floating-point numbers that do not matter are no obstacle. */
static void irrelevant_floats(void **state) {
    (void)state;
    const char *source = HEAD "double sum, a[3]; int main(void) { double d = 0; int n = 0; for (int i = 0; i "
                              "< 3; i++) { d += i * 0.5; a[i] = d; sum = sum + d; n++; }\n"
                              "if (n == 3) reach_error(); return 0; }";
    assert_true(fails(source, NULL, 0, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overflow_wraps),
        cmocka_unit_test(division_by_zero_ends_runs),
        cmocka_unit_test(open_bytes_are_zero),
        cmocka_unit_test(devices),
        cmocka_unit_test(aliases),
        cmocka_unit_test(absolute_values),
        cmocka_unit_test(open_values_are_values),
        cmocka_unit_test(extreme_quotients_wrap),
        cmocka_unit_test(shifts_count_modulo),
        cmocka_unit_test(uninitialised_variables_are_open),
        cmocka_unit_test(uninitialised_aggregates_are_open),
        cmocka_unit_test(uninitialised_anew_in_loops),
        cmocka_unit_test(null_and_outside_do_not_end_runs),
        cmocka_unit_test(padding_of_globals_is_zero),
        cmocka_unit_test(padding_of_initialised_variables_is_open),
        cmocka_unit_test(initialised_unions_have_the_padding_of_their_member),
        cmocka_unit_test(calls_that_do_not_fit),
        cmocka_unit_test(volatile_is_ordinary),
        cmocka_unit_test(endless_loops_are_not_left),
        cmocka_unit_test(ends),
        cmocka_unit_test(errors),
        cmocka_unit_test(named_errors),
        cmocka_unit_test(entry_with_arguments),
        cmocka_unit_test(external_functions),
        cmocka_unit_test(memory_as_input),
        cmocka_unit_test(external_variables),
        cmocka_unit_test(strict_accesses),
        cmocka_unit_test(unbounded_integers),
        cmocka_unit_test(unsupported_constructs),
        cmocka_unit_test(irrelevant_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
