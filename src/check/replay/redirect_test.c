#include "check/replay/redirect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void assert_redirected(const char *from, const char *to, bool hide_main) {
    struct text out = {0};
    struct hash_names own = {0};
    hash_names_put(&own, "main", 1);
    hash_names_put(&own, "mine", 1);
    hash_names_put(&own, "g", 1);
    redirect(&out, from, (const char *const[]){"f", "g"}, 2, &own, hide_main);
    hash_names_free(&own);
    assert_string_equal(out.data, to);
    text_fini(&out);
}

static void uses_are_redirected(void **state) {
    (void)state;
    assert_redirected("\tcallq\tf\n", "\tcallq\tinduct.supplied.f\n", false);
    assert_redirected("\tcallq\tf@PLT # f\n", "\tcallq\tinduct.supplied.f@PLT # f\n", false);
    assert_redirected("\tmovq\t$f, -16(%rbp)", "\tmovq\t$induct.supplied.f, -16(%rbp)", false);
    assert_redirected("\tleaq\tf(%rip), %rax\n", "\tleaq\tinduct.supplied.f(%rip), %rax\n", false);
    assert_redirected("\t.quad\tf+8, g\n", "\t.quad\tinduct.supplied.f+8, induct.supplied.g\n", false);
    assert_redirected("\tjmp\tf\n\tcallq\tmain\n", "\tjmp\tinduct.supplied.f\n\tcallq\tmain\n", false);
}

static void the_rest_stays(void **state) {
    (void)state;
    static const char *const texts[] = {
        "f:                                      # @f\n",
        "\t.globl\tf\n\t.type\tf,@function\n\t.size\tf, .Lfunc_end0-f\n",
        "\t.asciz\t\"call f\\\" f\"\n",
        "\tcallq\tff\n\tcallq\tf.g\n\tcallq\t_f\n",
        "\tmovl\t%f, %g\n",
        "f.x:\n\t.section\t.text.f,\"ax\",@progbits\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) assert_redirected(texts[i], texts[i], false);
}

static void main_is_hidden(void **state) {
    (void)state;
    assert_redirected("\t.globl\tmain\nmain:\n\tcallq\tmain\n\tcallq\tmainly\n",
                      "\t.globl\tinduct.hidden.main\ninduct.hidden.main:\n\tcallq\tinduct.hidden.main\n"
                      "\tcallq\tmainly\n",
                      true);
}

static void own_names_are_the_programs(void **state) {
    (void)state;
    assert_redirected("\t.globl\tmine\nmine:\n\tcallq\tmine\n\t.quad\tmine+4\n",
                      "\t.globl\tinduct.program.mine\ninduct.program.mine:\n\tcallq\tinduct.program.mine\n"
                      "\t.quad\tinduct.program.mine+4\n",
                      false);
    assert_redirected(
        "\t.comm\tmine,4,4\n\t.size\tmine, .L1-mine\n\t.section\tmine,\"aw\"\n",
        "\t.comm\tinduct.program.mine,4,4\n\t.size\tinduct.program.mine, .L1-induct.program.mine\n"
        "\t.section\tmine,\"aw\"\n",
        false);
    assert_redirected("g:\n\tcallq\tg\n", "induct.program.g:\n\tcallq\tinduct.supplied.g\n", false);
}

static void compilers_functions(void **state) {
    (void)state;
    struct text out = {0};
    struct hash_names own = {0};
    hash_names_put(&own, "memset", 1);
    hash_names_put(&own, "f", 1);
    redirect_llvm(&out,
                  "define i32 @memset(i32 %0) {\n  call i32 @f(ptr @memset) ; @memset2 @memcpy\n"
                  "@s = constant [9 x i8] c\"@memset\\22\\00\"\n@p = global ptr @memset\n",
                  &own);
    assert_string_equal(out.data, "define i32 @induct.program.memset(i32 %0) {\n"
                                  "  call i32 @f(ptr @induct.program.memset) ; @memset2 @memcpy\n"
                                  "@s = constant [9 x i8] c\"@memset\\22\\00\"\n"
                                  "@p = global ptr @induct.program.memset\n");
    text_fini(&out);
    hash_names_free(&own);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uses_are_redirected), cmocka_unit_test(the_rest_stays),
        cmocka_unit_test(main_is_hidden),      cmocka_unit_test(own_names_are_the_programs),
        cmocka_unit_test(compilers_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
