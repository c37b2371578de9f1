/* Deep and long input: nothing recurses, and nothing is read more than once. Each case would overflow the
 * stack or take hours if it were otherwise; the sizes of the banks are checked too. */
#include "format/smtlib/testing_smtlib.h"

enum { DEPTH = 100000, CHAIN = 10000 };

static void repeat(struct text *text, const char *what, uint32_t times) {
    while (times--) text_add(text, what);
}

static uint32_t size_after(enum terms_mode mode, struct text *script) {
    struct terms *bank = terms_new(mode);
    term_list terms = {0};
    run_good_script(bank, script->data, &terms);
    assert_int_equal(terms.size, 1);
    uint32_t size = terms_size(bank);
    vec_free(&terms);
    terms_free(bank);
    text_fini(script);
    return size;
}

static void test_nested_terms(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script, "(declare-fun x () Int) (declare-fun f (Int) Int) (term ");
    repeat(&script, "(f ", DEPTH);
    text_add(&script, "x");
    repeat(&script, ")", DEPTH);
    text_add(&script, ")");
    assert_in_range(size_after(TERMS_PLAIN, &script), DEPTH, DEPTH + 100);
}

static void test_nested_lets(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script, "(declare-fun f (Int Int) Int) (term (let ((x0 1)) ");
    for (uint32_t i = 0; i < DEPTH; i++) text_format(&script, "(let ((x%u (f x%u x%u))) ", i + 1, i, i);
    text_format(&script, "x%u", (unsigned)DEPTH);
    repeat(&script, ")", DEPTH + 2);
    assert_in_range(size_after(TERMS_PLAIN, &script), DEPTH, DEPTH + 100);
}

static void test_nested_annotations(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script, "(term ");
    repeat(&script, "(! ", DEPTH);
    text_add(&script, "1");
    repeat(&script, " :a b)", DEPTH);
    text_add(&script, ")");
    assert_in_range(size_after(TERMS_PLAIN, &script), 1, 100);
}

/* Definitions where each uses the one before twice: 2^10000 when written out. */
static void test_definitions(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script, "(declare-fun x () Int) (define-fun d0 () Int x)");
    for (uint32_t i = 0; i < CHAIN; i++)
        text_format(&script, "(define-fun d%u () Int (+ d%u d%u))\n", i + 1, i, i);
    text_format(&script, "(term d%u)", (unsigned)CHAIN);
    assert_in_range(size_after(TERMS_PLAIN, &script), CHAIN, CHAIN + 100);
}

static void test_functions(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script, "(declare-fun x () Int) (define-fun d0 ((a Int)) Int (+ a 1))");
    for (uint32_t i = 0; i < CHAIN; i++)
        text_format(&script, "(define-fun d%u ((y Int)) Int (+ (d%u y) (d%u y)))\n", i + 1, i, i);
    text_format(&script, "(term (d%u x))", (unsigned)CHAIN);
    assert_in_range(size_after(TERMS_PLAIN, &script), 2 * CHAIN, 2 * CHAIN + 100);
}

/* The arguments change places at every step. */
static void test_functions_that_swap(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script,
             "(declare-fun x () Int) (declare-fun z () Int) (define-fun d0 ((a Int) (b Int)) Int (- a b))");
    for (uint32_t i = 0; i < CHAIN; i++)
        text_format(&script, "(define-fun d%u ((a Int) (b Int)) Int (+ (d%u b a) (d%u a b)))\n", i + 1, i, i);
    text_format(&script, "(term (d%u x z))", (unsigned)CHAIN);
    assert_in_range(size_after(TERMS_PLAIN, &script), 2 * CHAIN, 4 * CHAIN + 100);
}

static void test_deep_sorts(void **state) {
    (void)state;
    struct terms *bank = terms_new(TERMS_PLAIN);
    struct messages messages = {0};
    term_list terms = {0};
    struct text script = {0};
    text_add(&script, "(declare-fun x () ");
    repeat(&script, "(Array Int ", 4000);
    text_add(&script, "Int");
    repeat(&script, ")", 4000);
    text_add(&script, ")(term x)");
    run_good_script(bank, script.data, &terms);
    text_clear(&script);
    text_add(&script, "(declare-fun y () ");
    repeat(&script, "(Array Int ", DEPTH);
    text_add(&script, "Int");
    repeat(&script, ")", DEPTH + 1);
    assert_int_equal(run_script(bank, script.data, script.size, &messages, &terms), STATUS_UNSUPPORTED);
    text_clear(&script);
    text_add(&script, "(define-sort D0 (T) (Array T T))"); /* doubles at every step */
    for (uint32_t i = 0; i < 40; i++)
        text_format(&script, "(define-sort D%u (T) (D%u (D%u T)))", i + 1, i, i);
    messages_clear(&messages);
    assert_int_equal(run_script(bank, script.data, script.size, &messages, &terms), STATUS_UNSUPPORTED);
    text_fini(&script);
    messages_fini(&messages);
    vec_free(&terms);
    terms_free(bank);
}

/* Many arguments, and wide bit vectors by few terms. */
static void test_wide(void **state) {
    (void)state;
    struct text script = {0};
    text_add(&script, "(declare-fun p () Bool) (term (and ");
    repeat(&script, "p ", DEPTH);
    text_add(&script, "))");
    assert_in_range(size_after(TERMS_PLAIN, &script), 1, 100);
    text_add(&script, "(declare-fun v () (_ BitVec 1)) (term ((_ repeat 1000000) v))");
    assert_in_range(size_after(TERMS_PLAIN, &script), 1, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested_terms),       cmocka_unit_test(test_nested_lets),
        cmocka_unit_test(test_nested_annotations), cmocka_unit_test(test_definitions),
        cmocka_unit_test(test_functions),          cmocka_unit_test(test_functions_that_swap),
        cmocka_unit_test(test_deep_sorts),         cmocka_unit_test(test_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
