/* Where addresses inside of objects lead: whatever a place is called, the same bytes are meant. */
#include "format/c/c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

/* Whether the program, whose one input is i, comes to the error just for the given i among -1..8. */
static void fails_just_for(int given, const char *source) {
    struct program *program = testing_c_read(source, NULL);
    for (int i = -1; i <= 8; i++) {
        uint64_t input = (uint64_t)i;
        assert_int_equal(testing_c_fails(program, &input, 1, 0), i == given);
    }
    program_free(program);
}

#define START "int main(void) { int i = __VERIFIER_nondet_int(); "

static void backwards_from_the_end(void **state) {
    (void)state;
    fails_just_for(4, HEAD "char a[4];" START
                           "char *p = a + 4; p[-i] = 1; if (a[0]) reach_error(); return 0; }");
    fails_just_for(3,
                   HEAD "int a[4];" START "int *p = a + 4; p[-i] = 1; if (a[1]) reach_error(); return 0; }");
    const char *field = HEAD "struct { char a[4], b[4], c[4]; } s;" START
                             "char *p = s.b + 4; p[-i] = 1; if (s.b[1]) reach_error(); return 0; }";
    fails_just_for(3, field);
    const char *element =
        HEAD "struct t { int x; short y[2]; } a[4];" START
             "struct t *p = a + 4; p[-i].y[1] = 1; if (a[2].y[1]) reach_error(); return 0; }";
    fails_just_for(2, element);
}

static void arrays_of_unions(void **state) {
    (void)state;
#define UNION HEAD "union { struct { int a[2], b, c[2]; } s; int w[5]; } u;" START
    fails_just_for(2, UNION "u.w[i] = 1; if (u.s.b) reach_error(); return 0; }");
    fails_just_for(4, UNION "u.w[i] = 1; if (u.s.c[1]) reach_error(); return 0; }");
    fails_just_for(2, UNION "int *p = u.w; p[i] = 1; if (u.s.b) reach_error(); return 0; }");
    fails_just_for(1, UNION
                   "u.w[4] = 1; u.s.a[i & 1] = 3; if (i == 1 && u.s.c[1] == 1) reach_error(); return 0; }");
    fails_just_for(3, UNION "u.s.c[0] = 7; if (i >= 0 && i < 5 && u.w[i] == 7) reach_error(); return 0; }");
}

/* Bytes of a union whose other member has wider scalars. */
static void bytes_of_unions(void **state) {
    (void)state;
    const char *source = HEAD "struct { char h; union { int i; char c[6]; } u; short t; } q[2];" START
                              "if (i < 0 || i > 5) return 0; q[i & 1].u.c[i] = 0x40; if (q[1].u.i == 0x4000) "
                              "reach_error(); return 0; }";
    fails_just_for(1, source);
}

/* A pointer that is kept where numbers are leads to what would look like never written. */
static void pointers_among_numbers(void **state) {
    (void)state;
#define BOX HEAD "struct msg { char data[8]; int kind; } box[2]; int g[100];" START
#define KEEP                                                                                                 \
    "*(int **)box[i & 1].data = g; box[1 - (i & 1)].kind = 3; **(int **)box[i & 1].data = i;\n"              \
    "box[1 - (i & 1)].kind = 4; "
    fails_just_for(7, BOX KEEP "if (g[0] == 7) reach_error(); return 0; }");
    const char *allocated = HEAD
        "extern void *malloc(unsigned long); struct h { char k, buf[15]; }; int g[100];" START
        "struct h *a = malloc(sizeof *a); a->k = 1; a->buf[i & 1] = 2; *(int **)(a->buf + 7) = g; a->k = 2;\n"
        "**(int **)(a->buf + 7) = i; a->k = 3; if (g[0] == 5) reach_error(); return 0; }";
    fails_just_for(5, allocated);
}

/* Structures are copied through pointers that go over an array; a pointer between them is found out. */
static void copies_inside_of_arrays(void **state) {
    (void)state;
#define ARRAY HEAD "struct s { int x, y; } a[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};" START
    fails_just_for(2, ARRAY
                   "for (struct s *p = a; p < a + 3; p++) *p = p[1];\n"
                   "if (i >= 0 && i < 4 && a[i].x == 7 && a[i].y == 8 && i < 3) reach_error(); return 0; }");
    fails_just_for(1, ARRAY "struct s *p = a + (i & 1), *q = a + 3 - (i & 1), t = *p; *p = *q; *q = t;\n"
                            "if (i == 1 && a[1].y == 6 && a[2].x == 3) reach_error(); return 0; }");
    struct program *program =
        testing_c_read(ARRAY "int *w = &a[0].x; w += i & 3; struct s t = {9, 9}; *(struct s *)w = t;\n"
                             "if (a[1].x == 9) reach_error(); return 0; }",
                       NULL);
    for (uint64_t i = 0; i < 4; i++) assert_int_equal(testing_c_fails(program, &i, 1, 0), i == 1 || i == 2);
    program_free(program);
}

/* Allocated memory that is no whole number of what is in it. */
static void rests_of_allocations(void **state) {
    (void)state;
    const char *source = HEAD "extern void *malloc(unsigned long); struct s { int a, b; };" START
                              "struct s *p = malloc(36); if (i < 0 || i > 4) return 0; p[i].a = 7;\n"
                              "if (p[4].a == 7 && i == 4) reach_error(); return 0; }";
    fails_just_for(4, source);
}

static void pointers_in_several_arrays(void **state) {
    (void)state;
    const char *pointers =
        HEAD "int x; struct { int *a[2], *b[2]; } s;" START
             "int **p = s.b; p[i - 1] = &x; if (s.a[1]) *s.a[1] = 1; if (x) reach_error(); "
             "return 0; }";
    fails_just_for(0, pointers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backwards_from_the_end),
        cmocka_unit_test(arrays_of_unions),
        cmocka_unit_test(bytes_of_unions),
        cmocka_unit_test(pointers_among_numbers),
        cmocka_unit_test(copies_inside_of_arrays),
        cmocka_unit_test(rests_of_allocations),
        cmocka_unit_test(pointers_in_several_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
