/* What replays make of functions by their names is what the reader makes of them: its table, libc.def, is out of their
 * sight. */
#include "check/program/program_harness.h"
#include "check/replay/prologue.h"
#include "format/c/libc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static uint32_t count(enum c_meaning meaning) {
    const char *name;
    size_t length;
    uint32_t n = 0;
    while (c_libc_meant(meaning, n, &name, &length)) n++;
    return n;
}

/* Error functions: the same ones, in number and by name. */
static void errors(void **state) {
    (void)state;
    struct program_origin origin = {0};
    uint32_t n;
    const char *const *names = program_errors(&origin, &n);
    assert_int_equal(n, count(C_MEANS_ERROR));
    for (uint32_t i = 0; i < n; i++) assert_true(c_libc_means(names[i], C_MEANS_ERROR));
}

/* Functions that have a meaning in the automaton do in a run what the C library's do. */
static void kept(void **state) {
    (void)state;
    static const enum c_meaning meanings[] = {C_MEANS_END, C_MEANS_ABSOLUTE, C_MEANS_COPY, C_MEANS_MOVE,
                                              C_MEANS_SET};
    struct program *program = program_new(TERMS_PLAIN);
    program_names_list names = {0};
    program_harness_kept(program, false, &names);
    uint32_t expected = 0;
    for (size_t m = 0; m < sizeof meanings / sizeof *meanings; m++) expected += count(meanings[m]);
    assert_int_equal(names.size, expected);
    vec_each (const char *const, name, &names) {
        bool found = false;
        for (size_t m = 0; m < sizeof meanings / sizeof *meanings; m++)
            found |= c_libc_means(*name, meanings[m]);
        if (!found) fail_msg("%s has no meaning", *name);
    }
    vec_free(&names);
    program_free(program);
}

/* Whether a text has a word for each function of a meaning, in a format. */
static void has_all(const char *text, enum c_meaning meaning, const char *format) {
    const char *name;
    size_t length;
    for (uint32_t i = 0; c_libc_meant(meaning, i, &name, &length); i++) {
        char *word = mem_format("%.*s", (int)length, name), *wanted = mem_format(format, word);
        if (!strstr(text, wanted)) fail_msg("%s is not there", wanted);
        mem_free(word);
        mem_free(wanted);
    }
}

static void supplied(void **state) {
    (void)state;
    struct program *program = program_new(TERMS_PLAIN);
    struct program_inputs inputs = {.complete = true};
    struct program_externals externals = {0};
    struct program_origin origin = {.file = "test.c", .bytes = "", .version = ""};
    struct text harness = {0}, start = {0};
    program_harness(&harness, program, &inputs, &origin, &externals);
    has_all(harness.data, C_MEANS_ASSUME, " %s(");
    has_all(harness.data, C_MEANS_ERROR, " %s(");
    prologue(&start, NULL, 0);
    has_all(start.data, C_MEANS_ALLOCATE, "INDUCT_SUPPLIED(\"%s\")");
    has_all(start.data, C_MEANS_ALLOCATE_ZERO, "INDUCT_SUPPLIED(\"%s\")");
    text_fini(&harness);
    text_fini(&start);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors), cmocka_unit_test(kept),
                                       cmocka_unit_test(supplied)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
