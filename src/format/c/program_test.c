/* A program that was compiled once: what is kept of it, and what clang sees when it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "format/c/testing_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define HEAD "void reach_error(void);\nint __VERIFIER_nondet_int(void);\n"

static struct program *read_program(struct c_compiled *compiled, const struct c_options *options,
                                    const char *source, const char *file) {
    struct program *program;
    struct messages messages = {0};
    enum status status =
        c_read(&program, compiled, TERMS_SIMPLIFY, options, source, strlen(source), file, NULL, &messages);
    if (status != STATUS_OK) fail_msg("not read: %s", messages_first_error(&messages));
    messages_fini(&messages);
    return program;
}

/* The second time neither clang nor the bytes matter. */
static void compiled_once(void **state) {
    (void)state;
    static const char source[] =
        HEAD "inline int f(int x) { return x + 1; }\n"
             "int main(void) { if (f(__VERIFIER_nondet_int()) == 6) reach_error(); }\n";
    for (int narrow = 0; narrow < 2; narrow++) {
        struct c_compiled compiled = {0};
        struct c_options options = {.data_model = narrow ? C_ILP32 : C_LP64};
        struct program *first = read_program(&compiled, &options, source, "test.c");
        assert_true(compiled.gnu89_inline);
        options.clang = "no-such-clang";
        struct program *second = read_program(&compiled, &options, "", "test.c");
        for (uint64_t i = 4; i < 7; i++) {
            assert_int_equal(testing_c_fails(first, &i, 1, 0), i == 5);
            assert_int_equal(testing_c_fails(second, &i, 1, 0), i == 5);
        }
        struct text llvm = {0};
        struct c_observed told = {0};
        c_compiled_text(&llvm, &compiled, &(struct c_options){0}, &told);
        assert_non_null(strstr(llvm.data, "define "));
        assert_null(strstr(llvm.data, "!dbg"));
        assert_null(strstr(llvm.data, "#dbg"));
        assert_null(strstr(llvm.data, "DILocation"));
        text_fini(&llvm);
        c_observed_fini(&told);
        c_compiled_fini(&compiled);
        program_free(first);
        program_free(second);
    }
}

/* What LLVM gets from others is kept as LLVM writes it. */
static void given_as_llvm(void **state) {
    (void)state;
    static const char module[] =
        "target datalayout = "
        "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
        "target triple = \"x86_64-pc-linux-gnu\"\nmodule asm \".include \\22/etc/passwd\\22\"\n"
        "define i32 @main() {\n  ret i32 0\n}\n";
    struct c_compiled compiled = {0};
    struct program *program = read_program(&compiled, &(struct c_options){0}, module, "test.ll");
    struct text llvm = {0};
    struct c_observed told = {0};
    c_compiled_text(&llvm, &compiled, &(struct c_options){0}, &told);
    assert_non_null(strstr(llvm.data, "module asm \".include \\22/etc/passwd\\22\""));
    assert_non_null(strstr(llvm.data, "define i32 @main()"));
    text_fini(&llvm);
    c_observed_fini(&told);
    c_compiled_fini(&compiled);
    program_free(program);
}

static void write_to(const char *folder, const char *name, const char *content) {
    char *path = mem_format("%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    mem_free(path);
}

static bool fails(const char *file, const char *source) {
    struct program *program = read_program(NULL, &(struct c_options){0}, source, file);
    bool result = testing_c_fails(program, NULL, 0, 0);
    program_free(program);
    return result;
}

/* The source is at its path, with the bytes that were read; an apostrophe is nothing special. */
static void source_at_its_path(void **state) {
    (void)state;
    char folder[] = "/tmp/program-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    static const char *const names[] = {"prog.c", "it's.c"};
    for (int i = 0; i < 2; i++) {
        write_to(folder, names[i], "#error changed\n");
        write_to(folder, "limit.h", "#define LIMIT 3\n");
        char *path = mem_format("%s/%s", folder, names[i]);
        assert_true(
            fails(path, HEAD "#include \"limit.h\"\nint main(void) { if (LIMIT == 3) reach_error(); }\n"));
        char *again =
            mem_format("#ifdef AGAIN\n" HEAD "int main(void) { reach_error(); }\n#else\n#define AGAIN\n"
                       "#include \"%s\"\n#endif\n",
                       names[i]);
        assert_true(fails(path, again));
        char *named =
            mem_format(HEAD "int main(void) { if (sizeof __BASE_FILE__ == %zu && sizeof __FILE__ == %zu) "
                            "reach_error(); }\n",
                       strlen(path) + 1, strlen(path) + 1);
        assert_true(fails(path, named));
        remove(path);
        mem_free(named);
        mem_free(again);
        mem_free(path);
    }
    char *command = mem_format("rm -r %s", folder);
    assert_int_equal(system(command), 0);
    mem_free(command);
}

/* Bytes that no editor writes. */
static void strange_bytes(void **state) {
    (void)state;
    static const char zero[] =
        "void reach_error(void); int main(void) { char *s = \"a\0b\"; if (!s[1]) reach_error();\0 }";
    struct messages messages = {0};
    struct program *program;
    assert_int_equal(c_read(&program, NULL, TERMS_SIMPLIFY, &(struct c_options){0}, zero, sizeof zero - 1,
                            "zero.c", NULL, &messages),
                     STATUS_OK);
    assert_true(testing_c_fails(program, NULL, 0, 0));
    program_free(program);
    assert_true(fails("bytes.c", "void reach_error(void); /* \xff\xfe */ int main(void) {\n"
                                 "if (\"\xff\xfe\"[0] == (char)255) reach_error(); }\n"));
    messages_fini(&messages);
}

/* Errors in what assembly includes are not told: the file is none of the program. */
static void assembly_that_includes(void **state) {
    (void)state;
    struct program *program = testing_c_read(
        HEAD "__asm__(\".include \\\"/etc/passwd\\\"\");\nint main(void) { reach_error(); }\n", NULL);
    assert_non_null(strstr(testing_c_unsupported(program), "inline assembly outside of functions"));
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(compiled_once), cmocka_unit_test(given_as_llvm),
                                       cmocka_unit_test(source_at_its_path), cmocka_unit_test(strange_bytes),
                                       cmocka_unit_test(assembly_that_includes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
