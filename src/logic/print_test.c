#include "logic/print.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void assert_prints(const struct terms *b, term t, const char *expected) {
    struct text out = {0};
    print_term(&out, b, t);
    assert_string_equal(out.data, expected);
    text_fini(&out);
}

static term number(struct terms *b, long n, unsigned long d, sort s) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, d);
    mpq_canonicalize(q);
    term t = term_number_of(b, q, s);
    mpq_clear(q);
    return t;
}

static void leaves(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    assert_prints(b, term_true(b), "true");
    assert_prints(b, term_integer(b, 3), "3");
    assert_prints(b, term_integer(b, -3), "(- 3)");
    assert_prints(b, number(b, 3, 1, sort_real()), "3.0");
    assert_prints(b, number(b, 1, 3, sort_real()), "(/ 1.0 3.0)");
    assert_prints(b, number(b, -2, 6, sort_real()), "(- (/ 1.0 3.0))");
    assert_prints(b, term_bits_ui(b, 5, 3), "#b101");
    assert_prints(b, term_bits_ui(b, 1, 8), "#x01");
    assert_prints(b, term_bits_ui(b, 0, 1), "#b0");
    assert_prints(b, term_element(b, sort_uninterpreted(b, "S T"), 2), "|S T!2|");
    assert_prints(b, term_variable(b, "x", sort_int()), "x");
    assert_prints(b, term_variable(b, "two words", sort_int()), "|two words|");
    assert_prints(b, term_variable(b, "1x", sort_int()), "|1x|");
    assert_prints(b, term_variable(b, "let", sort_int()), "|let|");
    assert_prints(b, term_variable(b, "", sort_int()), "||");
    assert_prints(b, term_variable(b, "a|b\\c", sort_int()), "|a_b_c|");
    assert_prints(b, term_variable(b, "gr\xc3\xbcn", sort_int()), "|gr\xc3\xbcn|");
    terms_free(b);
}

static void applications(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort bits = sort_bv(b, 8), array = sort_array(b, sort_int(), sort_array(b, bits, sort_bool()));
    term v = term_variable(b, "v", bits), x = term_variable(b, "x", sort_int());
    assert_prints(b, term_extract(b, v, 3, 1), "((_ extract 3 1) v)");
    assert_prints(b, term_extend(b, TERM_BV_SIGN_EXTEND, v, 2), "((_ sign_extend 2) v)");
    assert_prints(b, term_make(b, TERM_INT_TO_BV, &x, 1, 8, 0), "((_ int2bv 8) x)");
    assert_prints(b, term_sub(b, x, term_integer(b, 1)), "(+ x (* (- 1) 1))");
    term inner = term_const_array(b, sort_element(b, array), term_true(b));
    assert_prints(
        b, term_const_array(b, array, inner),
        "((as const (Array Int (Array (_ BitVec 8) Bool))) ((as const (Array (_ BitVec 8) Bool)) true))");
    uint32_t f = function_declare(b, "my f", (sort[]){bits, sort_int()}, 2, sort_real());
    assert_prints(b, term_apply(b, f, (term[]){v, x}), "(|my f| v x)");
    terms_free(b);
}

static void shared_terms_are_bound_once_in_layers(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "?7", sort_int());
    term sum = term_add2(b, x, y), product = term_mul2(b, x, y), square = term_mul2(b, sum, sum);
    assert_prints(b, square, "(let ((?\?1 (+ x ?7))) (* ?\?1 ?\?1))");
    term both = term_add2(b, term_add2(b, square, product), term_add2(b, square, product));
    assert_prints(b, both, "(let ((?\?1 (+ x ?7))) (let ((?\?2 (+ (* ?\?1 ?\?1) (* x ?7)))) (+ ?\?2 ?\?2)))");
    term two = term_add(b, (term[]){sum, product, sum, product}, 4);
    assert_prints(b, two, "(let ((?\?1 (+ x ?7)) (?\?2 (* x ?7))) (+ ?\?1 ?\?2 ?\?1 ?\?2))");
    terms_free(b);
}

static void declarations(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort s = sort_uninterpreted(b, "S"), t = sort_uninterpreted(b, "T");
    sort_uninterpreted(b, "unused");
    uint32_t f = function_declare(b, "f", (sort[]){s, sort_int()}, 2, sort_bool());
    term x = term_variable(b, "x", sort_int()), a = term_variable(b, "a", sort_array(b, t, sort_real()));
    term_variable(b, "z", sort_int());
    term roots[] = {term_apply(b, f, (term[]){term_element(b, s, 1), x}), a,
                    term_eq(b, term_element(b, s, 0), term_element(b, s, 1))};
    struct text out = {0};
    print_declarations(&out, b, roots, 3);
    assert_string_equal(out.data, "(declare-sort S 0)\n"
                                  "(declare-sort T 0)\n"
                                  "(declare-fun x () Int)\n"
                                  "(declare-fun a () (Array T Real))\n"
                                  "(declare-fun S!1 () S)\n"
                                  "(declare-fun S!0 () S)\n"
                                  "(declare-fun f (S Int) Bool)\n"
                                  "(assert (distinct S!1 S!0))\n");
    text_fini(&out);
    terms_free(b);
}

static void logics(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_int()), r = term_variable(b, "r", sort_real());
    term v = term_variable(b, "v", sort_bv(b, 8)), p = term_variable(b, "p", sort_bool());
    term a = term_variable(b, "a", sort_array(b, sort_bv(b, 8), sort_bv(b, 8)));
    term mixed = term_eq(b, term_make(b, TERM_TO_REAL, &x, 1, 0, 0), r), square = term_mul2(b, x, x);
    term linear =
        term_mul2(b, term_make(b, TERM_DIV, (term[]){term_integer(b, 6), term_integer(b, 2)}, 2, 0, 0), x);
    const struct {
        term t;
        const char *logic;
    } cases[] = {{p, "QF_UF"},       {x, "QF_LIA"},      {r, "QF_LRA"},
                 {v, "QF_BV"},       {mixed, "QF_LIRA"}, {a, "QF_ABV"},
                 {square, "QF_NIA"}, {linear, "QF_LIA"}, {term_make(b, TERM_BV_TO_NAT, &v, 1, 0, 0), "ALL"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(print_logic(b, &cases[i].t, 1), cases[i].logic);
    assert_string_equal(print_logic(b, (term[]){x, v}, 2), "ALL");
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves),       cmocka_unit_test(applications),
        cmocka_unit_test(declarations), cmocka_unit_test(shared_terms_are_bound_once_in_layers),
        cmocka_unit_test(logics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
