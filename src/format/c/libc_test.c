/* The table of the C library, and what calls do to the program. */
#include "format/c/libc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#define HEAD "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

static void names(void **state) {
    (void)state;
    static const struct {
        const char *name;
        enum c_effect effect;
    } known[] = {{"strlen", C_EFFECT_READS},           {"lroundf", C_EFFECT_READS},
                 {"fmaf64x", C_EFFECT_READS},          {"iswcntrl", C_EFFECT_READS},
                 {"__isoc99_sscanf", C_EFFECT_WRITES}, {"__memcpy_chk", C_EFFECT_FIRST},
                 {"fopen64", C_EFFECT_STATE},          {"putc_unlocked", C_EFFECT_STATE},
                 {"_IO_putc", C_EFFECT_STATE},         {"__strdup", C_EFFECT_STATE},
                 {"strtok", C_EFFECT_KEEPS},           {"frexpl", C_EFFECT_WRITES},
                 {"xdr_pmap", C_EFFECT_KEEPS},         {"read", C_EFFECT_SECOND}};
    struct c_libc_function f;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(c_libc_find(known[i].name, &f));
        assert_int_equal(f.effect, known[i].effect);
        assert_int_equal(f.refused, C_REFUSES_NONE);
    }
    static const char *const unknown[] = {"",     "f", "strle", "strlenx", "lroundq", "__VERIFIER_nondet_int",
                                          "_chk", "64"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) assert_false(c_libc_find(unknown[i], &f));
    assert_true(c_libc_find("setjmp", &f));
    assert_string_equal(c_refusal(f.refused), "setjmp");
    assert_true(c_libc_find("getchar", &f));
    assert_true(f.is_input && f.low == -1 && f.high == 255);
    assert_true(c_libc_find("pthread_mutex_lock", &f));
    assert_true(f.object[0] == 40 && f.object[1] == 24);
    bool changes;
    assert_true(c_libc_has_variable("optind", &changes) && changes);
    assert_true(c_libc_has_variable("stdout", &changes) && !changes);
    assert_false(c_libc_has_variable("main", &changes));
}

/* Whether the automaton's error can be reached with one value of all that is open. */
static bool fails(const char *body, uint64_t open) {
    char *source = mem_format(HEAD "%s", body);
    struct program *program = testing_c_read(source, NULL);
    assert_null(testing_c_unsupported(program));
    bool failed = testing_c_fails(program, NULL, 0, open);
    program_free(program);
    mem_free(source);
    return failed;
}

#define STRINGS                                                                                              \
    "unsigned long strlen(const char *); char *strtok(char *, const char *); int puts(const char *);\n"      \
    "char *strcpy(char *, const char *); int printf(const char *, ...); int snprintf(char *, unsigned "      \
    "long, const char *, ...);\n"

/* What is written, and what is not. */
static void effects(void **state) {
    (void)state;
    assert_false(fails(
        STRINGS "int main(void) { char b[3] = {1, 2, 3}; strlen(b); puts(b); if (b[0] != 1) reach_error(); }",
        9));
    assert_false(fails(STRINGS "int main(void) { int n = 1; char b[3] = {1}; printf(\"%d%%n%s\", n, b);\n"
                               "if (n != 1 || b[0] != 1) reach_error(); }",
                       9));
    assert_false(
        fails(STRINGS "int main(void) { int n = 1; printf(\"\", &n); if (n != 1) reach_error(); }", 9));
    assert_true(
        fails(STRINGS "int main(void) { int n = 1; printf(\"%-3ln\", &n); if (n == 9) reach_error(); }", 9));
    assert_true(
        fails(STRINGS
              "char format[9]; int main(void) { int n = 1; printf(format, &n); if (n == 9) reach_error(); }",
              9));
    assert_true(fails(
        STRINGS "int main(void) { char a[3] = {1}, b[3] = {2}; strcpy(a, b); if (a[0] == 9) reach_error(); }",
        9));
    assert_false(fails(
        STRINGS "int main(void) { char a[3] = {1}, b[3] = {2}; strcpy(a, b); if (b[0] != 2) reach_error(); }",
        9));
    assert_false(fails(STRINGS "int main(void) { char a[3] = {1}, b[3] = {2}; snprintf(a, 3, \"%s\", b); if "
                               "(b[0] != 2) reach_error(); }",
                       9));
}

/* What was given to the library to keep may change in any later call, and so may its variables. */
static void hidden_state(void **state) {
    (void)state;
    assert_true(fails(STRINGS "int main(void) { char b[3] = {1}; strtok(b, b); b[0] = 2; strtok(0, \"\"); if "
                              "(b[0] == 9) reach_error(); }",
                      9));
    assert_true(fails(STRINGS "int main(void) { char b[3] = {1}; strtok(b, b); b[0] = 2; puts(\"\"); if "
                              "(b[0] == 9) reach_error(); }",
                      9));
    assert_false(fails(STRINGS "int main(void) { char b[3] = {1}; strtok(b, b); b[0] = 2; strlen(\"\"); if "
                               "(b[0] != 2) reach_error(); }",
                       9));
    assert_true(
        fails(STRINGS
              "extern int optind; int main(void) { optind = 1; puts(\"\"); if (optind == 9) reach_error(); }",
              9));
    assert_true(
        fails(STRINGS "int optind = 5; int main(void) { puts(\"\"); if (optind == 9) reach_error(); }", 9));
    assert_false(fails(
        STRINGS "static int optind = 5; int main(void) { puts(\"\"); if (optind != 5) reach_error(); }", 9));
}

/* Of a lock inside of a structure nothing but the lock changes. */
static void locks(void **state) {
    (void)state;
#define LOCK                                                                                                 \
    "struct lock { long of[5]; }; int pthread_mutex_lock(struct lock *); struct { int a; struct lock l; "    \
    "int b; } s = {3, {{0}}, 4};\n"
    assert_false(fails(
        LOCK "int main(void) { pthread_mutex_lock(&s.l); if (s.a != 3 || s.b != 4) reach_error(); }", 9));
    assert_true(
        fails(LOCK "int main(void) { pthread_mutex_lock(&s.l); if (s.l.of[4] == 9) reach_error(); }", 9));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(effects),
                                       cmocka_unit_test(hidden_state), cmocka_unit_test(locks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
