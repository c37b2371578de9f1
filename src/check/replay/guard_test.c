/* What of a program gets into assembly, on lines as LLVM writes them. */
#include "check/replay/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void same(const char *llvm) {
    struct text out = {0}, why = {0};
    if (!guard_llvm(&out, llvm, &why)) fail_msg("%s: %s", llvm, why.data);
    assert_string_equal(out.data ? out.data : "", llvm);
    text_fini(&out);
}

static void becomes(const char *llvm, const char *expected) {
    struct text out = {0}, why = {0};
    assert_true(guard_llvm(&out, llvm, &why));
    assert_string_equal(out.data, expected);
    text_fini(&out);
}

static void refused(const char *llvm, const char *reason) {
    struct text out = {0}, why = {0};
    if (guard_llvm(&out, llvm, &why)) fail_msg("not refused: %s", llvm);
    assert_non_null(strstr(why.data, reason));
    text_fini(&out);
    text_fini(&why);
}

static void programs_of_c(void **state) {
    (void)state;
    same("source_filename = \"odd \\22 name\\0A.c\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n");
    same("@.str = private constant [6 x i8] c\"\\22\\0A.i\\5C\\00\", section \".rodata.x\", align 1\n");
    same("@\"\\C3\\A9t\\C3\\A9\" = global i32 0, section \"llvm.metadata\"\n@\"\\01_name\" = global i32 0\n");
    same("define i32 @asm(i32 %asm) {\nasm:\n  %\"a\\22b\" = call i32 @f(i32 %asm), !x "
         "!{!\"auto-init\"}\n}\n");
    same("; a comment: module asm \"x\\22\"\nattributes #0 = { \"target-features\"=\"+cx8,+mmx\" }\n");
    same("attributes #1 = { \"dontcall-error\"=\"say \\22no\\22\" \"bss-section\"=\".bss.x\" }\n");
}

static void assembly_in_functions(void **state) {
    (void)state;
    same("  call void asm sideeffect \"\", \"~{memory}\"()\n");
    becomes("  call void asm \".incbin \\22/x\\22\", \"~{memory}\"()\n",
            "  call void asm \"int3\", \"~{memory}\"()\n");
    becomes("  %1 = call i32 asm sideeffect alignstack inteldialect \"nop\", \"=r\"()\n",
            "  %1 = call i32 asm sideeffect alignstack inteldialect \"int3\", \"=r\"()\n");
    becomes("  callbr void asm unwind \"jmp ${0:l}\", \"!i\"() to label %a [label %b]\n",
            "  callbr void asm unwind \"int3\", \"!i\"() to label %a [label %b]\n");
    refused("  call void asm \"nop\", \"~{memory}\\0A\"()\n", "hide assembly");
}

static void what_is_refused(void **state) {
    (void)state;
    refused("x = 1\nmodule asm \"nop\"\n", "outside of functions");
    refused("module asm \"\"\n", "outside of functions");
    static const char *const names[] = {"a\\22b", "a\\5Cb", "a\\\\b", "a\\0A.incbin",   "a;b",       "a b",
                                        "a(b",    "a\\01b", "",       "\\01induct.end", "induct.end"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        static const char *const marks[] = {"@", "$"};
        for (int m = 0; m < 2; m++) {
            char *line = mem_format("%s\"%s\" = global i32 0\n", marks[m], names[i]);
            refused(line, "a name");
            mem_free(line);
        }
    }
    refused("declare void @induct.supplied.reach_error()\n", "the replay's own");
    static const char *const sections[] = {"x\\0A.incbin", "x\\22", "x\\5C",         "",
                                           "x y",          "x,y",   ".induct.report"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        static const char *const heads[] = {
            "@v = global i32 0, section ", "define void @f() partition ",
            "attributes #0 = { \"data-section\"=", "attributes #0 = { \"implicit-section-name\"="};
        for (size_t h = 0; h < sizeof heads / sizeof *heads; h++) {
            char *line = mem_format("%s\"%s\" }\n", heads[h], sections[i]);
            refused(line, "section");
            mem_free(line);
        }
    }
    refused("attributes #0 = { \"probe-stack\"=\"a\\22b\" }\n", "hide assembly");
    refused("!0 = !{!\"function_section_prefix\", !\"x\\0A.incbin\"}\n", "hide assembly");
    refused("define void @f() gc \"x\\0Ay\" {\n", "hide assembly");
    refused("@v = section \"never ends\n", "without end");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(programs_of_c),
                                       cmocka_unit_test(assembly_in_functions),
                                       cmocka_unit_test(what_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
