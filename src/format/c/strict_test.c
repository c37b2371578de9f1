/* Strict memory: every access outside of a living object that it may touch is not supported, and what is
 * inside of one is as it was. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD                                                                                                 \
    "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"                               \
    "extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned "  \
    "long); extern void free(void *);\n"                                                                     \
    "extern void *memset(void *, int, unsigned long), *memcpy(void *, const void *, unsigned long);\n"       \
    "extern long write(int, const void *, unsigned long), read(int, void *, unsigned long);\n"               \
    "extern int printf(const char *, ...), puts(const char *); extern char *strcpy(char *, const char *);\n" \
    "extern unsigned long strlen(const char *); extern int other(int *), scanf(const char *, ...);\n"        \
    "struct s { int x, a[4], b; }; struct c { char n[4]; int v; };\n"

struct pair {
    const char *program; /* with %s where the two differ */
    const char *bad, *good;
    const char *what; /* is not supported of the bad one */
};

/* Whether some run with an input of 0..8 comes to something unsupported; all inputs of a run are the same. */
static bool stops(struct program *program) {
    bool found = false;
    for (uint64_t i = 0; i <= 8; i++) {
        const uint64_t inputs[] = {i, i, i, i, i, i, i, i};
        struct testing_c_run run = {.given = inputs, .n_given = 8};
        testing_c_execute(program, &run);
        assert_false(run.endless);
        assert_false(run.error);
        found |= run.unsupported;
    }
    return found;
}

enum { LINE = 8 }; /* of the program: after the head */

static bool says(const struct program *program, const char *what) {
    vec_each (const struct program_edge, e, &program->edges)
        if (e->unsupported && strstr(e->unsupported, what) && e->position.line == LINE) return true;
    return false;
}

static struct program *read_strictly(const char *frame, const char *part) {
    struct c_options strict = {.strict = true, .recursion = 4};
    struct text source = {0};
    text_add(&source, HEAD);
    const char *hole = strstr(frame, "%s");
    assert_non_null(hole);
    text_bytes(&source, frame, (size_t)(hole - frame));
    text_add(&source, part);
    text_add(&source, hole + 2);
    struct program *program = testing_c_read(source.data, &strict);
    text_fini(&source);
    return program;
}

static void check(const struct pair *pairs, size_t n) {
    for (size_t i = 0; i < n; i++) {
        struct program *program = read_strictly(pairs[i].program, pairs[i].bad);
        if (!stops(program)) fail_msg("not found: %s with %s", pairs[i].program, pairs[i].bad);
        if (!says(program, pairs[i].what)) fail_msg("not said: %s of %s", pairs[i].what, pairs[i].program);
        program_free(program);
        if (!pairs[i].good) continue;
        program = read_strictly(pairs[i].program, pairs[i].good);
        if (stops(program)) fail_msg("too much: %s with %s", pairs[i].program, pairs[i].good);
        program_free(program);
    }
}
#define CHECK(...)                                                                                           \
    const struct pair pairs[] = {__VA_ARGS__};                                                               \
    (void)state;                                                                                             \
    check(pairs, sizeof pairs / sizeof *pairs)

#define OUTSIDE  "access outside of objects"
#define ARRAY    "access outside of an array"
#define LIFETIME "after its lifetime"
#define CONSTANT "write to a constant object"

static void transfers(void **state) {
    CHECK({"int main(void) { int a[4]; memset(a, 0, %s); return a[0]; }", "20", "16", OUTSIDE},
          {"int main(void) { char a[4]; memset(a, 0, %s); return 0; }", "5", "4", OUTSIDE}, /* dead */
          {"static char a[4]; int main(void) { memset(a, 0, %s); return a[0]; }", "5", "4", OUTSIDE},
          {"int main(void) { char *p = malloc(4); memset(p, 0, %s); return p[0]; }", "5", "4", OUTSIDE},
          {"static void clear(char *p, unsigned n) { memset(p, 0, n); } int main(void) { char a[4]; clear(a, "
           "%s); "
           "return a[0]; }",
           "5", "4", OUTSIDE},
          {"int main(void) { char a[4] = {0}, b[8]; memcpy(b, a, %s); return b[0]; }", "8", "4", OUTSIDE},
          {"int main(void) { char a[4], b[8] = {0}; memcpy(a, b, %s); return a[0]; }", "8", "4", OUTSIDE},
          {"int main(void) { char a[4]; __builtin___memset_chk(a, 0, %s, 8); return a[0]; }", "8", "4",
           OUTSIDE},
          {"int main(void) { struct s s; memset(s.a, 0, %s); return s.a[0]; }", "20", "16", ARRAY},
          {"static struct s s; int main(void) { memset(s.a, 0, %s); return s.b; }", "20", "16", ARRAY},
          {"int main(void) { int a[%s] = {0}; struct s s = *(struct s *)a; return s.x; }", "5", "6", OUTSIDE},
          {"int main(void) { struct s s; memset(s.a + 1, 0, %s); return 0; }", "-1ul", "12", OUTSIDE});
}

static void arrays_inside(void **state) {
    CHECK(
        {"int main(void) { struct s s = {0}; s.a[%s] = 1; return s.b; }", "4", "3", ARRAY},
        {"int main(void) { struct s s = {0}; s.a[%s]; return s.b; }", "4", "3", ARRAY}, /* unused */
        {"int main(void) { struct s s = {0}; return s.a[__VERIFIER_nondet_int() & %s]; }", "7", "3", ARRAY},
        {"static int get(struct s *p, int i) { return p->a[i]; } int main(void) { struct s s = {0}; return "
         "get(&s, %s); }",
         "-1", "0", ARRAY},
        {"int main(void) { int m[2][3] = {0}; return m[0][%s]; }", "3", "2", ARRAY},
        {"static int m[2][3]; int main(void) { m[0][%s] = 1; return 0; }", "3", "2", ARRAY},
        {"int main(void) { int m[2][3] = {0}, i = __VERIFIER_nondet_int(); return m[i & 1][%s]; }", "i & 3",
         "(i & 3) % 3", ARRAY},
        {"static int f(int m[][3], int i, int j) { return m[i][j]; } int main(void) { int m[2][3] = {0}; "
         "return "
         "f(m, %s); }",
         "0, 4", "1, 1", ARRAY},
        {"int main(void) { struct c c = {\"abc\", 1}; const char *p = c.n; int k = 0; for (int i = 0; i < "
         "%s; i++) "
         "k += p[i]; return k; }",
         "6", "4", ARRAY},
        {"int main(void) { struct s s = {0}; int k = 0; for (int *p = s.a, i = 0; i < %s; i++) k += *p++; "
         "return "
         "k; }",
         "5", "4", ARRAY},
        {"static int sum(int *p, int n) { int k = 0; while (n) k += p[--n]; return k; } static int f(void) { "
         "struct c c = {\"abc\", 1}; return sum((int *)c.n, %s); } int main(void) { return f(); }",
         "2", "1", ARRAY},
        {"static int *q; int main(void) { struct s s = {0}; q = s.a; q[%s] = 1; return s.b; }", "4", "3",
         ARRAY},
        {"struct h { int *p, n; }; static int sum(struct h *h) { int k = 0; for (int i = 0; i < h->n; i++) k "
         "+= "
         "h->p[i]; return k; } int main(void) { struct s s = {0}; struct h h = {s.a, %s}; return sum(&h); }",
         "5", "4", ARRAY},
        {"union u { int i; char c[4]; }; int main(void) { union u u = {0}; return "
         "u.c[__VERIFIER_nondet_int() & "
         "%s]; }",
         "7", "3", OUTSIDE},
        {"struct f { int n; char d[]; }; int main(void) { struct f *p = malloc(8); p->d[%s] = 1; return 0; }",
         "4", "3", OUTSIDE},
        {"int main(void) { struct s *s = malloc(sizeof *s); int i = 0; for (int *p = s->a; i < %s; i++) *p++ "
         "= "
         "i; return 0; }",
         "5", "4", ARRAY});
}

static void constants(void **state) {
    CHECK({"static const int k = 1; int main(void) { %s return k; }", "*(int *)&k = 2;", "", CONSTANT},
          {"int main(void) { %s \"abc\"; p[0] = 'x'; return p[1]; }", "char *p =", "char p[] =", CONSTANT},
          {"int main(void) { %sint k = 1; int *p = (int *)&k; *p = 2; return k; }", "const ", "", CONSTANT},
          {"int main(void) { %sint k[2] = {1, __VERIFIER_nondet_int()}; int *p = (int *)k; p[1] = 2; return "
           "k[0]; }",
           "const ", "", CONSTANT},
          {"int main(void) { %sint k = __VERIFIER_nondet_int(); *(int *)&k = 2; return k; }", "const ", "",
           CONSTANT});
}

static void lifetimes(void **state) {
    CHECK(
        {"int main(void) { int *p = malloc(4); *p = 1; %s }", "free(p); return *p;",
         "int r = *p; free(p); free(p); return r;", LIFETIME},
        {"int main(void) { int *p = malloc(8), *q = p + 1; free(p); %s return 0; }", "*q = 1;", "", LIFETIME},
        {"int main(void) { int n = __VERIFIER_nondet_int(), *a = malloc(4), *b = malloc(4), *c = n ? a : b; "
         "*a = *b = "
         "1; free(c); return %s; }",
         "*a", "n ? *b : *a", LIFETIME},
        {"int main(void) { int *p = malloc(4); *p = 1; %s return *p; }", "realloc(p, 8);", "", LIFETIME},
        {"struct n { struct n *next; int v; }; int main(void) { struct n *a = malloc(16), *b = malloc(16); "
         "a->next = b; "
         "b->v = 1; free(%s); return a->next->v; }",
         "b", "0", LIFETIME},
        {"int main(void) { int *p, y = 1; { int x = 3; p = %s; } return *p; }", "&x", "&y", LIFETIME},
        {"int main(void) { int *p, y; { int x = 3; p = %s; } *p = 1; return 0; }", "&x", "&y", LIFETIME},
        {"static int *f(void) { %sint x = 3; int *p = &x; return p; } int main(void) { return *f(); }", "",
         "static ", LIFETIME},
        {"static int *g; static void f(int n) { g = &n; } int main(void) { int y = 0; f(1); %s return *g; }",
         "", "g = &y;", LIFETIME},
        {"static void f(int **p) { %sint x = 3; *p = &x; } int main(void) { int *p; f(&p); return *p; }", "",
         "static ", LIFETIME},
        {"int main(void) { int k = 0, *p = &k; for (int i = 0; i < 2; i++) { int x = i; p = &x; k += *p; } "
         "return %s; }",
         "*p", "k", LIFETIME},
        {"int main(void) { int n = __VERIFIER_nondet_int() & 3, *p, y = 0; { int a[n + 1]; a[n] = 1; p = %s; "
         "} return "
         "*p; }",
         "a", "&y", LIFETIME},
        {"static int *f(int *a) { int *p = __builtin_alloca(8); *a = *p = 1; return %s; } int main(void) { "
         "int a; return "
         "*f(&a); }",
         "p", "a", LIFETIME},
        {"int main(void) { int *p = 0; { if (__VERIFIER_nondet_int()) goto l; l:; int x = 3; p = &x; %s } "
         "return 0; }",
         "} { return *p;", "x++;", LIFETIME},
        {"int main(void) { int *p, y = 1; { p = (int[]){1, 2}; } %s return *p; }", "", "p = &y;", LIFETIME},
        {"struct v { int v[8]; }; static int f(struct v x) { return x.v[0]; } int main(void) { struct v *p = "
         "calloc(1, "
         "sizeof *p); %s return f(*p); }",
         "free(p);", "", LIFETIME},
        {"static int *f(int c, int *a) { int *p = a; if (c) { p = __builtin_alloca(8); *p = 1; } *a = 2; "
         "return %s; } int "
         "main(void) { int a; return *f(__VERIFIER_nondet_int(), &a); }",
         "p", "a", LIFETIME},
        {"struct v { int v[8]; } g; static int *f(struct v x) { x.v[1] = 1; return %s; } int main(void) { "
         "return *f(g); }",
         "&x.v[0]", "&g.v[x.v[1]]", LIFETIME});
}

static void pointers(void **state) {
    CHECK(
        {"struct v { int v[8]; }; static int f(struct v x) { return x.v[0]; } int main(void) { struct v v = "
         "{0}, *p = "
         "%s; return f(*p); }",
         "0", "&v", OUTSIDE},
        {"int main(void) { int x = 0, *p%s; *p = 1; return x; }", "", " = &x", OUTSIDE},
        {"int main(void) { int x = 0, *a[2]; a[0] = &x; %s return *a[1]; }", "", "a[1] = a[0];", OUTSIDE},
        {"static int f(void) { return 1; } int main(void) { int (*p)(void) = %s; return p(); }",
         "__VERIFIER_nondet_int() ? f : 0", "f", "unknown function"},
        {"int main(void) { %s x = 0; long y = *(long *)&x; return (int)y; }", "int", "long", OUTSIDE},
        {"static %s x; int main(void) { *(long *)&x = 1; return 0; }", "int", "long", OUTSIDE},
        {"int main(void) { char b[8] = {0}; return *(int *)(b + (__VERIFIER_nondet_int() & %s)); }", "7", "3",
         OUTSIDE},
        {"int main(void) { int a[2], b[2] = {0}; int *p = a + (__VERIFIER_nondet_int() & %s); *p = 1; return "
         "b[0]; }",
         "7", "1", OUTSIDE},
        {"int main(void) { int a[2] = {0}, b[4] = {0}, *p = __VERIFIER_nondet_int() ? a : b; return p[%s]; }",
         "2", "1", OUTSIDE},
        {"static int f(int *a, int n) { return n ? a[n%s] + f(a, n - 1) : 0; } int main(void) { int a[3] = "
         "{1, 2, 3}; "
         "return f(a, 3); }",
         "", " - 1", OUTSIDE});
}

/* Nobody needs their values, or anything that comes after them. */
static void unused(void **state) {
    CHECK({"int main(void) { int a[2], i = %s; (void)a[i]; return 0; }", "2", "1", OUTSIDE},
          {"int main(void) { int a[2], *p = a; p[%s] = 1; return 0; }", "2", "1", OUTSIDE},
          {"int main(void) { float f[2]; f[%s] = 1; return 0; }", "2", "1", OUTSIDE},
          {"int main(void) { double d[2], s = 0; for (int i = 0; i < %s; i++) s += d[i]; return 0; }", "3",
           "2", OUTSIDE},
          {"int main(void) { int a[2] = {0}; if (a[1]) reach_error(); a[__VERIFIER_nondet_int() & %s] = 1; "
           "return 0; }",
           "3", "1", OUTSIDE});
}

static void functions_without_body(void **state) {
    CHECK(
        {"int main(void) { char b[10] = {0}; write(1, b, %s); return 0; }", "11", "10", OUTSIDE},
        {"int main(void) { char b[10]; read(0, b, %s); return 0; }", "11", "10", OUTSIDE},
        {"int main(void) { char b[4]; read(0, b, __VERIFIER_nondet_int() & %s); return 0; }", "7", "3",
         OUTSIDE},
        {"int main(void) { char b[2] = {1, 1}; printf(%s); return 0; }", "\"%s\", b", "\"%d\\n\", b[0]",
         "by 'printf'"},
        {"int main(void) { char b[2] = {1, 1}; return (int)strlen(%s); }", "b", "\"abc\"", "by 'strlen'"},
        {"int main(void) { char b[2] = {1, 1}; puts(%s); return b[0]; }", "b", "\"abc\"", "by 'puts'"},
        {"int main(void) { char b[4]; strcpy(%s, \"abcdef\"); return 0; }", "b", "0", "by 'strcpy'"},
        {"int main(void) { short x; int y; scanf(\"%s\", &x, &y); return y; }", "%d%d", "%hd%*d %i", OUTSIDE},
        {"int main(void) { char x[4]; scanf(\"%s\", x); return x[0]; }", "%3s", "%4c", "by 'scanf'"},
        {"int main(void) { int x = 0; return other(%s); }", "&x", "0", "by 'other'"});
}

/* What is inside for sure leaves nothing behind: variables whose address is taken are values again. */
static void nothing_to_ask(void **state) {
    (void)state;
    static const char *const programs[] = {
        "static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; } int main(void) { int x = 1, y = "
        "2; swap(&x, "
        "&y); if (x != 2) reach_error(); return 0%s; }",
        "static int f(struct s *p) { return p->a[3] + p->b; } int main(void) { struct s s = {0}; return "
        "f(&s)%s; }",
        "int main(void) { int m[2][3] = {0}; return m[__VERIFIER_nondet_int() & 1][2]%s; }",
        "int main(void) { const int k = 1, *p = &k; return *p%s; }",
        "struct b { unsigned a : 3, b : 9; }; int main(void) { struct b x = {1, 2}, *p = &x; p->b++; return "
        "p->a%s; }"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct program *program = read_strictly(programs[i], "");
        const char *what = testing_c_unsupported(program);
        if (what) fail_msg("%s: %s", programs[i], what);
        program_free(program);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transfers),
        cmocka_unit_test(arrays_inside),
        cmocka_unit_test(constants),
        cmocka_unit_test(lifetimes),
        cmocka_unit_test(pointers),
        cmocka_unit_test(unused),
        cmocka_unit_test(functions_without_body),
        cmocka_unit_test(nothing_to_ask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
