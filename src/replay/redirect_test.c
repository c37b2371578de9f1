#include "replay/redirect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void assert_redirected(const char *from, const char *to, bool hide_main) {
    struct text out = {0};
    redirect(&out, from, (const char *const[]){"f", "g"}, 2, hide_main);
    assert_string_equal(out.data, to);
    text_fini(&out);
}

static void uses_are_redirected(void **state) {
    (void)state;
    assert_redirected("\tcallq\tf\n", "\tcallq\tinduct_supplied_f\n", false);
    assert_redirected("\tcallq\tf@PLT # f\n", "\tcallq\tinduct_supplied_f@PLT # f\n", false);
    assert_redirected("\tmovq\t$f, -16(%rbp)", "\tmovq\t$induct_supplied_f, -16(%rbp)", false);
    assert_redirected("\tleaq\tf(%rip), %rax\n", "\tleaq\tinduct_supplied_f(%rip), %rax\n", false);
    assert_redirected("\t.quad\tf+8, g\n", "\t.quad\tinduct_supplied_f+8, induct_supplied_g\n", false);
    assert_redirected("\tjmp\tf\n\tcallq\tmain\n", "\tjmp\tinduct_supplied_f\n\tcallq\tmain\n", false);
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
                      "\t.globl\tinduct_hidden_main\ninduct_hidden_main:\n\tcallq\tinduct_hidden_main\n"
                      "\tcallq\tmainly\n",
                      true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uses_are_redirected),
        cmocka_unit_test(the_rest_stays),
        cmocka_unit_test(main_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
