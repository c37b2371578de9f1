/* Programs against themselves: automata run with random inputs, and so does what clang compiles from the same
 * source. Both must agree on whether the error function is called and, if so, on how many inputs were read
 * before. Programs compute a number and call the error function according to a bit of it that an input
 * chooses, so that all of the number matters. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

enum { RUNS = 150 };

static const char head[] =
    "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n"
    "extern char __VERIFIER_nondet_char(void); extern unsigned short __VERIFIER_nondet_ushort(void);\n"
    "extern long long __VERIFIER_nondet_longlong(void); extern _Bool __VERIFIER_nondet_bool(void);\n"
    "extern void __VERIFIER_assume(int); extern void abort(void); extern void reach_error(void);\n"
    "#define INT __VERIFIER_nondet_int()\n"
    "#define UINT __VERIFIER_nondet_uint()\n"
    "#define SMALL (__VERIFIER_nondet_uint() % 8)\n"
    "#define TELL(v) do { if ((unsigned long long)(v) >> (UINT % 64) & 1) reach_error(); } while (0)\n";

/* Runs the program once per seed, each in a process of its own, and prints "<called> <inputs read>" for each. */
static const char harness[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <sys/mman.h>\n#include <sys/wait.h>\n#include "
    "<unistd.h>\n"
    "%s\n"
    "static unsigned long long stream; static unsigned *count;\n"
    "static unsigned long long next(void) { ++*count; return testing_c_input(&stream); }\n"
    "int __VERIFIER_nondet_int(void) { return next(); }\n"
    "unsigned __VERIFIER_nondet_uint(void) { return next(); }\n"
    "char __VERIFIER_nondet_char(void) { return next(); }\n"
    "unsigned short __VERIFIER_nondet_ushort(void) { return next(); }\n"
    "long long __VERIFIER_nondet_longlong(void) { return next(); }\n"
    "_Bool __VERIFIER_nondet_bool(void) { return next() & 1; }\n"
    "void __VERIFIER_assume(int e) { if (!e) _exit(0); }\n"
    "void reach_error(void) { _exit(42); }\n"
    "int program(void);\n"
    "int main(int argc, char **argv) {\n"
    "    count = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
    "    for (unsigned long long seed = 0; seed < (unsigned)atoi(argv[1]); seed++) {\n"
    "        *count = 0; fflush(stdout); pid_t pid = fork();\n"
    "        if (pid == 0) { stream = seed * 2 + 1; alarm(10); program(); _exit(0); }\n"
    "        int status; waitpid(pid, &status, 0);\n"
    "        printf(\"%%d %%u\\n\", WIFEXITED(status) && WEXITSTATUS(status) == 42, *count);\n"
    "    }\n"
    "    return 0;\n"
    "}\n";

static void write_text(const char *path, const char *a, const char *b) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(a, out);
    fputs(b, out);
    fclose(out);
}

/* The output of the compiled program, opened. */
static FILE *compiled(const char *directory, const char *source, bool ilp32) {
    char *program = mem_format("%s/program.c", directory), *driver = mem_format("%s/driver.c", directory);
    char *main_text = mem_format(harness, testing_c_input_source);
    write_text(program, head, source);
    write_text(driver, main_text, "");
    char *command =
        mem_format("cd %s && clang-19 %s -w -O0 -fwrapv -Dmain=program -c program.c -o program.o && "
                   "clang-19 %s -w driver.c program.o -o run && ./run %d",
                   directory, ilp32 ? "-m32" : "-m64", ilp32 ? "-m32" : "-m64", RUNS);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    mem_free(program);
    mem_free(driver);
    mem_free(main_text);
    mem_free(command);
    return output;
}

static void agree(const char *source, bool ilp32) {
    char directory[] = "/tmp/induct-compiled-XXXXXX";
    assert_non_null(mkdtemp(directory));
    struct text all = {0};
    text_format(&all, "%s# 1 \"test.c\"\n%s", head, source);
    struct c_options options = {.data_model = ilp32 ? C_ILP32 : C_LP64};
    struct program *program = testing_c_read(all.data, &options);

    FILE *output = compiled(directory, source, ilp32);
    uint32_t errors = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        int called;
        unsigned inputs;
        assert_int_equal(fscanf(output, "%d %u", &called, &inputs), 2);
        struct testing_c_run run = {.seed = seed, .arbitrary = UINT64_MAX};
        testing_c_execute(program, &run);
        if (run.unsupported || run.error != called ||
            (run.error && run.inputs != inputs)) /* runs that end have no edge at their end */
            fail_msg("seed %u: compiled %d after %u inputs, automaton %d after %u\n%s", (unsigned)seed,
                     called, inputs, run.error, run.inputs, source);
        errors += run.error;
    }
    assert_true(errors > 0 && errors < RUNS); /* else nothing was compared */
    pclose(output);
    char *clean = mem_format("rm -r %s", directory);
    assert_int_equal(system(clean), 0);
    mem_free(clean);
    text_fini(&all);
    program_free(program);
}

static void arithmetic(void **state) {
    (void)state;
    agree("int main(void) { int a = INT, b = INT; unsigned c = UINT, d = UINT; long long e = "
          "__VERIFIER_nondet_longlong();\n"
          "  long long v = a + b - (a * b) + (a ^ b) + (a & ~b) + (a | 5) + (a << (c & 31)) + (b >> (d & "
          "31)) + (c >> (d & 31));\n"
          "  v = v * 31 + (b ? a / (b | 1) + a % (b | 1) : 7) + c / (d | 1) * 3 + c % (d | 1) + e * a - (e "
          ">> 3) + -e;\n"
          "  v ^= (long long)(a < b) << 40 | (long long)(c < d) << 41 | (long long)(e <= b) << 42 | (long "
          "long)!a << 43;\n"
          "  TELL(v); return 0; }",
          false);
}

static void narrow_types(void **state) {
    (void)state;
    agree("int main(void) { char a = __VERIFIER_nondet_char(), b = INT; unsigned char c = INT; unsigned "
          "short d = __VERIFIER_nondet_ushort();\n"
          "  short e = INT; _Bool f = INT, g = __VERIFIER_nondet_bool();\n"
          "  a += b; c *= 3; d -= a; e = e * d; f ^= g; b++; c--; a = a << 1; d >>= 1;\n"
          "  long v = a; v = v * 131 + b; v = v * 131 + c; v = v * 131 + d; v = v * 131 + e; v = v * 2 + f;\n"
          "  TELL(v); return 0; }",
          false);
}

static void thirty_two_bits(void **state) {
    (void)state;
    agree(
        "struct s { char a; long b; void *p; short c[3]; };\n"
        "int main(void) { long a = INT; unsigned long b = UINT; long long c = __VERIFIER_nondet_longlong();\n"
        "  a = a * 3 + (long)b; c += a; b ^= c; TELL((c << 8 | sizeof(struct s)) + a * b + sizeof(long)); "
        "return 0; }",
        true);
}

static void control(void **state) {
    (void)state;
    agree("static int gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return "
          "a; }\n"
          "static int kind(int x) { switch (x) { case 0: case 3: return 1; case -2: x = 7; case 5: return x "
          "* 2; default: return x & 3; } }\n"
          "int main(void) { unsigned n = SMALL, v = 0;\n"
          "  for (unsigned i = 0; i < n; i++) { int x = INT; if (x == 3) continue; if (x == -7) break; v = v "
          "* 7 + kind(x); }\n"
          "  do { v += gcd(UINT % 1000, v % 77); if (v & 1) goto odd; v += 3; } while (v % 5);\n"
          "  odd: v = v > 10 && INT > 0 || INT < -3 ? v + 1 : v; TELL(v); return 0; }",
          false);
}

static void inputs_stay_in_order(void **state) {
    (void)state;
    agree("int g; static int next(void) { g++; return INT; }\n"
          "int main(void) { INT; (void)UINT; int a = next() - next(); int unused = INT; if (INT > 2) { UINT; "
          "} else { INT; UINT; }\n"
          "  int b = INT; __VERIFIER_assume(b != 4); if (b == 5) abort(); TELL(a * 3 + b + g); return 0; }",
          false);
}

static void globals(void **state) {
    (void)state;
    agree("int g = 5, h; static unsigned table[4] = {3, 1, 4, 1}; const int fixed[3] = {7, 8, 9};\n"
          "static int count(void) { static int n = 10; return n++; }\n"
          "struct { int a; char b[3]; } r = {1, {2, 3, 4}};\n"
          "int main(void) { for (unsigned i = SMALL; i; i--) { g = g * 3 + count(); table[i % 4] += g; r.b[i "
          "% 3]--; h ^= fixed[i % 3]; }\n"
          "  TELL(g + h * 3 + table[0] * 5 + table[3] * 7 + r.a + r.b[1] * 11); return 0; }",
          false);
}

static void arrays(void **state) {
    (void)state;
    agree("int main(void) { int a[10], m[3][4] = {{0}}; unsigned n = SMALL; long v = 0;\n"
          "  for (unsigned i = 0; i < 10; i++) a[i] = i * i; for (unsigned i = 0; i < n; i++) a[UINT % 10] "
          "+= INT;\n"
          "  for (int i = 1; i < 10; i++) for (int j = i; j > 0 && a[j - 1] > a[j]; j--) { int t = a[j]; "
          "a[j] = a[j - 1]; a[j - 1] = t; }\n"
          "  m[n % 3][n % 4] = 5; m[2][3] += a[n]; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) v "
          "= v * 3 + m[i][j];\n"
          "  for (int i = 0; i < 10; i++) v = v * 5 + a[i]; TELL(v); return 0; }",
          false);
}

static void structures(void **state) {
    (void)state;
    agree(
        "struct point { int x; short y; struct { char c; int w[2]; } in; }; union u { int i; unsigned char "
        "b[4]; };\n"
        "static struct point move(struct point p, int d) { p.x += d; p.in.w[d & 1] = d; return p; }\n"
        "int main(void) { struct point p = {1, 2, {3, {4, 5}}}, q, line[4] = {{0}}; union u u; int d = INT;\n"
        "  q = move(p, d); line[UINT % 4] = q; line[UINT % 4].in.w[UINT % 2] = INT; line[1].y = d;\n"
        "  u.i = INT; u.b[1] = 7; long v = u.i; for (int i = 0; i < 4; i++) v = v * 7 + line[i].x + "
        "line[i].y * 3 + line[i].in.w[0] * 5 + line[i].in.w[1] + line[i].in.c;\n"
        "  TELL(v + p.x + q.in.w[1]); return 0; }",
        false);
}

static void odd_widths(void **state) {
    (void)state;
    agree(
        "struct bits { unsigned a : 3; int b : 5; unsigned c : 17; signed char d; unsigned long e : 33; };\n"
        "int main(void) { struct bits s = {0}, t[3]; __int128 w = INT; s.a = INT; s.b = INT; s.c = UINT; s.d "
        "= INT; s.e = UINT;\n"
        "  for (int i = 0; i < 3; i++) t[i] = s; t[UINT % 3].b++; t[UINT % 3].e--; w = w * "
        "__VERIFIER_nondet_longlong() * 77;\n"
        "  long v = s.a; for (int i = 0; i < 3; i++) v = v * 7 + t[i].a + t[i].b * 3 + t[i].c * 5 + t[i].d + "
        "t[i].e;\n"
        "  TELL(v + (long)(w >> 64) + (long)w); return 0; }",
        false);
}

static void pointers(void **state) {
    (void)state;
    agree("extern void *malloc(unsigned long); static void swap(int *a, int *b) { int t = *a; *a = *b; *b = "
          "t; }\n"
          "struct node { int v; struct node *next; };\n"
          "int main(void) { int x = INT, y = INT, z[5] = {1, 2, 3, 4, 5}, *p = INT > 0 ? &x : &y; *p += 3; "
          "swap(&x, p);\n"
          "  for (int *q = z; q < z + 5; q++) *q += x; int *last = z + UINT % 5; last[0] = 9; long k = last "
          "- z;\n"
          "  static int big[100]; int *far = big + UINT % 100; k = k * 100 + (far - big) + ((long)far == "
          "(long)big);\n"
          "  struct node a = {1, 0}, b = {2, &a}, c = {3, &b}; struct node *n = UINT % 2 ? &c : &b; int s = "
          "0; n->next->v = 8;\n"
          "  while (n) { s = s * 10 + n->v; n = n->next; } int *h = malloc(8); h[0] = x; h[1] = y; int **pp "
          "= &h; (*pp)[UINT % 2] = 4;\n"
          "  char text[] = \"abc\"; char *t = text; while (*t) { s += *t; t++; }\n"
          "  long v = x; v = v * 3 + y; v = v * 3 + s; v = v * 3 + h[0]; v = v * 3 + h[1]; v = v * 3 + k + "
          "(p == &x);\n"
          "  for (int i = 0; i < 5; i++) v = v * 3 + z[i]; TELL(v); return 0; }",
          false);
}

static void function_pointers(void **state) {
    (void)state;
    agree("static int one(int x) { return x + 1; } static int two(int x) { return x * 2; }\n"
          "struct ops { int (*f)(int); }; static int apply(int (*f)(int), int x) { return f(f(x)); }\n"
          "int main(void) { struct ops o = {INT > 0 ? one : two}; int v = apply(o.f, INT); o.f = two; v = v "
          "* 3 + o.f(v); int (*old)() = INT > 0 ? one : two; v += old(v); TELL(v); return 0; }",
          false);
}

static void memory_functions(void **state) {
    (void)state;
    agree("extern void *memset(void *, int, unsigned long); extern void *memcpy(void *, const void *, "
          "unsigned long);\n"
          "extern void *memmove(void *, const void *, unsigned long); extern void *calloc(unsigned long, "
          "unsigned long); extern void free(void *);\n"
          "int main(void) { int a[8], b[8]; char c[6]; memset(a, 0, sizeof a); memset(c, 'x', 5); a[UINT % "
          "8] = INT; memcpy(b, a, sizeof b);\n"
          "  memmove(b + 1, b, 3 * sizeof *b); c[5] = SMALL; b[UINT % 8]++; int *h = calloc(4, 4); h[UINT % "
          "4] = 3; long v = 0;\n"
          "  for (int i = 0; i < 8; i++) v = v * 5 + a[i] * 3 + b[i]; for (int i = 0; i < 6; i++) v = v * 5 "
          "+ c[i]; v += h[0] + 2 * h[3]; free(h);\n"
          "  TELL(v); return 0; }",
          false);
}

/* Numbers of bits, and a variable of the only thread. */
static void bits_and_threads(void **state) {
    (void)state;
    const char *source =
        "_Thread_local int kept = 3;\n"
        "int main(void) { unsigned a = UINT, v = 0; unsigned long long b = a * 0x123456789ull;\n"
        "  v = __builtin_popcount(a) + 7 * __builtin_popcountll(b); if (a) v += 3 * __builtin_clz(a) + 5 * "
        "__builtin_ctz(a);\n"
        "  v += __builtin_rotateleft32(a, UINT) * 13 + __builtin_rotateright64(b, UINT) + "
        "__builtin_rotateleft8(a, 3);\n"
        "  if (b) v += 11 * __builtin_clzll(b); kept += v; TELL(kept); return 0; }";
    agree(source, false);
    agree(source, true);
}

static void builtins(void **state) {
    (void)state;
    agree("int main(void) { int a = INT, b = INT, r; unsigned c = UINT, d; long v = "
          "__builtin_add_overflow(a, b, &r); v = v * 3 + r;\n"
          "  v = v * 3 + __builtin_mul_overflow(a, b, &r); v = v * 3 + r; v = v * 3 + "
          "__builtin_sub_overflow(c, (unsigned)a, &d); v = v * 3 + d;\n"
          "  v = v * 3 + __builtin_bswap32(c); v += __builtin_expect(a > b, 1); int n = SMALL; int w[n + 1]; "
          "for (int i = 0; i <= n; i++) w[i] = i * a;\n"
          "  v = v * 3 + w[n]; TELL(v); return 0; }",
          false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(narrow_types),
        cmocka_unit_test(thirty_two_bits),
        cmocka_unit_test(control),
        cmocka_unit_test(inputs_stay_in_order),
        cmocka_unit_test(globals),
        cmocka_unit_test(arrays),
        cmocka_unit_test(structures),
        cmocka_unit_test(odd_widths),
        cmocka_unit_test(pointers),
        cmocka_unit_test(function_pointers),
        cmocka_unit_test(memory_functions),
        cmocka_unit_test(builtins),
        cmocka_unit_test(bits_and_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
