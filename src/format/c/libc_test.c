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

/* Every name of the table is called, with three arrays. A run that chooses one sees whether it gets behind the call
 * (question 0), and which array may have changed (1, 2, 3). */
enum { BATCH = 64, QUESTIONS = 4 };
typedef VEC(char *) name_list;

static void add_call(struct text *source, uint32_t number, const char *name) {
    text_format(source,
                "extern long %s();\nstatic void call_%u(int question) {\n"
                "char a[3] = {1, 1, 1}, b[3] = {1, 1, 1}, c[3] = {1, 1, 1};\n%s(a, b, c, a, b, c);\n"
                "if (question == 0 || (question == 1 && a[0] != 1) || (question == 2 && b[0] != 1) ||\n"
                "(question == 3 && c[0] != 1)) reach_error();\n}\n",
                name, number, name);
}

static struct program *read_batch(const name_list *names, enum c_data_model model) {
    struct text source = {0};
    text_add(&source, HEAD);
    for (uint32_t i = 0; i < names->size; i++) add_call(&source, i, names->data[i]);
    text_add(&source,
             "int main(void) { int question = __VERIFIER_nondet_int(); switch (__VERIFIER_nondet_int()) {\n");
    for (uint32_t i = 0; i < names->size; i++)
        text_format(&source, "case %u: call_%u(question); break;\n", i, i);
    text_add(&source, "} }\n");
    struct c_options options = {.data_model = model};
    struct program *program = testing_c_read(source.data, &options);
    text_fini(&source);
    return program;
}

/* Whether a run comes to the error, by the table. */
static bool is_expected(const char *name, const struct c_libc_function *f, uint64_t question) {
    if (c_libc_means(name, C_MEANS_ERROR)) return true;
    if (c_libc_means(name, C_MEANS_END)) return false;
    bool all = f->effect >= C_EFFECT_WRITES;
    return question == 0 || all || (question == 1 && f->effect == C_EFFECT_FIRST) ||
           (question == 2 && f->effect == C_EFFECT_SECOND);
}

static void check_batch(name_list *names, enum c_data_model model) {
    struct program *program = read_batch(names, model);
    for (uint64_t i = 0; i < names->size; i++)
        for (uint64_t question = 0; question < QUESTIONS; question++) {
            struct c_libc_function f;
            assert_true(c_libc_find(names->data[i], &f));
            uint64_t inputs[2] = {question, i};
            struct testing_c_run run = {.given = inputs, .n_given = 2, .arbitrary = 9};
            testing_c_execute(program, &run);
            bool refused = f.refused != C_REFUSES_NONE;
            if (run.unsupported != refused ||
                (!refused && run.error != is_expected(names->data[i], &f, question)))
                fail_msg("%s, question %u: error %d, unsupported %d", names->data[i], (unsigned)question,
                         run.error, run.unsupported);
        }
    program_free(program);
    vec_each (char *, name, names) mem_free(*name);
    vec_clear(names);
}

/* What is kept by one function may be changed by any other, so those that keep are by themselves. */
static void check_all(enum c_data_model model) {
    name_list names[2] = {0};
    const char *name;
    size_t length;
    for (uint32_t i = 0; c_libc_listed(i, &name, &length); i++) {
        char *copy = mem_format("%.*s", (int)length, name);
        struct c_libc_function f;
        assert_true(c_libc_find(copy, &f));
        name_list *list = &names[f.effect == C_EFFECT_KEEPS];
        vec_push(list, copy);
        if (list->size == BATCH) check_batch(list, model);
    }
    for (size_t k = 0; k < 2; k++) {
        check_batch(&names[k], model);
        vec_free(&names[k]);
    }
}

static void every_name(void **state) {
    (void)state;
    check_all(C_LP64);
}
static void every_name_narrow(void **state) {
    (void)state;
    check_all(C_ILP32);
}

/* Bounds and other names are of functions that the table has. */
static void rows_agree(void **state) {
    (void)state;
    static const char *const bounded[] = {
#define C_LIBRARY_BOUNDS(arguments, name) name,
#include "format/c/libc.def"
    };
    static const struct {
        const char *beginning, *ending, *names;
    } variants[] = {
#define C_LIBRARY_VARIANT(beginning, ending, names) {beginning, ending, names},
#include "format/c/libc.def"
    };
    struct c_libc_function f;
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++) assert_true(c_libc_find(bounded[i], &f));
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        for (const char *at = variants[i].names; *at;) {
            size_t n = strcspn(at, " ");
            char *base = mem_format("%.*s", (int)n, at);
            char *name = mem_format("%s%s%s", variants[i].beginning, base, variants[i].ending);
            if (!c_libc_find(base, &f) || !c_libc_find(name, &f))
                fail_msg("%s is another name of nothing", name);
            mem_free(base);
            mem_free(name);
            at += n + (at[n] == ' ');
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(names),        cmocka_unit_test(effects),
                                       cmocka_unit_test(hidden_state), cmocka_unit_test(locks),
                                       cmocka_unit_test(every_name),   cmocka_unit_test(every_name_narrow),
                                       cmocka_unit_test(rows_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
