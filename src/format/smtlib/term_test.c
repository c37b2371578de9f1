/* Terms: every operator means what SMT-LIB says, in both modes of the bank. The sentences are true, by
 * evaluation, and the same terms are what the constructors of logic/ make. */
#include "format/smtlib/testing_smtlib.h"
#include "format/smtlib/testing_term.h"

#include "logic/print.h"
#include "logic/value.h"

static const char *const declarations =
    "(declare-sort S 0)"
    "(declare-fun p () Bool) (declare-const q Bool)"
    "(declare-fun i () Int) (declare-fun r () Real) (declare-fun v () (_ BitVec 4))"
    "(declare-fun a () (Array Int Int)) (declare-fun s () S) (declare-fun f (Int Bool) Int) (declare-fun g "
    "(S) S)"
    "(define-fun twice ((x Int)) Int (+ x x)) (define-fun swapped ((x Int) (y Int)) Int (- y x))"
    "(define-fun seven () Int 7) (define-const eight Int (+ seven 1))"
    "(define-sort Word () (_ BitVec 8)) (define-sort Table (K V) (Array K (Array K V)))"
    "(declare-fun w () Word) (declare-fun t () (Table Word Bool))";

static const char *const sentences[] = {
    /* Core */
    "true",
    "(not false)",
    "(and true)",
    "(and true true true)",
    "(or false true)",
    "(xor true false)",
    "(xor true true true)",
    "(=> false false)",
    "(=> true true false true)",
    "(not (=> true true false))",
    "(=> true false true)", /* to the right: true => (false => true) */
    "(=> false false false)",
    "(= 1 1 1)",
    "(not (= 1 1 2))",
    "(= true true)",
    "(distinct 1 2 3)",
    "(not (distinct 1 2 1))",
    "(distinct 1 2.5)",
    "(= (ite true 1 2) 1)",
    "(= (ite false 1 2.5) 2.5)",
    /* Ints and Reals */
    "(= (+ 1 2 3) 6)",
    "(= (+ 5) 5)",
    "(= (* 2 3 4) 24)",
    "(= (- 5) (- 0 5))",
    "(= (- 10 3 2) 5)",
    "(= (- 10 0.5) 9.5)",
    "(= (+ 1 0.5) 1.5)",
    "(= (/ 1 2) 0.5)",
    "(= (/ 1 2 2) 0.25)",
    "(= (* 3 (/ 1 3)) 1)",
    "(= (/ (- 6) 4) (- 1.5))",
    "(= (div 7 2) 3)",
    "(= (div (- 7) 2) (- 4))",
    "(= (div 7 (- 2)) (- 3))",
    "(= (div 100 5 2) 10)",
    "(= (mod (- 7) 2) 1)",
    "(= (mod 7 (- 2)) 1)",
    "(= (abs (- 3)) 3 (abs 3))",
    "(= (abs (- 2.5)) 2.5)",
    "((_ divisible 3) 9)",
    "(not ((_ divisible 3) 10))",
    "(< 1 2 3)",
    "(not (< 1 3 2))",
    "(<= 1 1 2)",
    "(>= 2 1 1)",
    "(> 3 2 1)",
    "(not (> 3 2 2))",
    "(< 1 1.5)",
    "(= (to_real 2) 2.0)",
    "(= (to_real 2.0) 2)",
    "(= (to_int 2.5) 2)",
    "(= (to_int (- 2.5)) (- 3))",
    "(is_int 2.0)",
    "(not (is_int 2.5))",
    "(= 007 7)",
    "(= 123456789012345678901234567890 (* 10 12345678901234567890123456789))",
    "(= 0.125 (/ 1 8))",
    "(= 1.0 1)",
    /* bit vectors */
    "(= #b1010 #xa (_ bv10 4))",
    "(= #xAb #xaB)",
    "(= (bvnot #b1100) #b0011)",
    "(= (bvneg #b0001) #b1111)",
    "(= (bvand #b1100 #b1010) #b1000)",
    "(= (bvand #b1100 #b1010 #b0111) #b0000)",
    "(= (bvor #b1100 #b1010) #b1110)",
    "(= (bvxor #b1100 #b1010 #b0001) #b0111)",
    "(= (bvnand #b1100 #b1010) #b0111)",
    "(= (bvnor #b1100 #b1010) #b0001)",
    "(= (bvxnor #b1100 #b1010) #b1001)",
    "(= (bvcomp #b1100 #b1100) #b1)",
    "(= (bvcomp #b1100 #b1101) #b0)",
    "(= (bvadd #xf #x2) #x1)",
    "(= (bvadd #x1 #x2 #x3) #x6)",
    "(= (bvsub #x1 #x2) #xf)",
    "(= (bvmul #x3 #x6) #x2)",
    "(= (bvudiv #x7 #x2) #x3)",
    "(= (bvudiv #x7 #x0) #xf)",
    "(= (bvurem #x7 #x2) #x1)",
    "(= (bvurem #x7 #x0) #x7)",
    "(= (bvsdiv #x9 #x2) #xd)",
    "(= (bvsrem #x9 #x2) #xf)",
    "(= (bvsmod #x9 #x2) #x1)",
    "(= (bvshl #x3 #x1) #x6)",
    "(= (bvlshr #xc #x1) #x6)",
    "(= (bvashr #xc #x1) #xe)",
    "(bvult #x1 #xf)",
    "(not (bvult #x1 #x1))",
    "(bvule #x1 #x1)",
    "(bvugt #xf #x1)",
    "(not (bvugt #x1 #xf))",
    "(bvuge #xf #xf)",
    "(bvslt #xf #x1)",
    "(bvsle #xf #xf)",
    "(bvsgt #x1 #xf)",
    "(not (bvsgt #x1 #x1))",
    "(bvsge #x1 #x1)",
    "(= (concat #b10 #b1 #b0) #b1010)",
    "(= ((_ extract 2 1) #b0110) #b11)",
    "(= ((_ extract 3 3) #b0110) #b0)",
    "(= ((_ repeat 1) #b10) #b10)",
    "(= ((_ repeat 3) #b10) #b101010)",
    "(= ((_ repeat 6) #b10) #b101010101010)",
    "(= ((_ zero_extend 2) #b10) #b0010)",
    "(= ((_ sign_extend 2) #b10) #b1110)",
    "(= ((_ zero_extend 0) #b10) #b10)",
    "(= ((_ rotate_left 1) #b1001) #b0011)",
    "(= ((_ rotate_left 5) #b1001) #b0011)",
    "(= ((_ rotate_right 1) #b1001) #b1100)",
    "(= (bv2nat #xff) 255 (ubv_to_int #xff))",
    "(= ((_ int2bv 4) 17) #x1 ((_ int_to_bv 4) 17))",
    "(= ((_ int2bv 4) (- 1)) #xf)",
    /* arrays */
    "(= (select (store a 1 5) 1) 5)",
    "(= (select (store a 1 5) 2) (select a 2))",
    "(= (select ((as const (Array Int Real)) 1) 3) 1.0)",
    "(= (store ((as const (Array Int Int)) 0) 1 0) ((as const (Array Int Int)) 0))",
    "(= (select (store ((as const (Array Real Int)) 0) 1 7) 1.0) 7)",
    "(select (select (store t w (store (select t w) #x00 true)) w) #x00)",
    /* functions, definitions, names */
    "(= (f i p) (f i p))",
    "(= (g s) (g s))",
    "(= (twice 4) 8)",
    "(= (twice (twice 3)) 12)",
    "(= (swapped 3 5) 2)",
    "(= (swapped (swapped 1 3) (twice 4)) 6)",
    "(= seven 7)",
    "(= eight 8)",
    "(= (as seven Int) 7)",
    "(= ((as twice Int) 2) 4)",
    "(= |seven| 7)",
    /* let and annotations */
    "(let ((x 1) (y 2)) (= (+ x y) 3))",
    "(let ((x 1)) (let ((x 2) (y x)) (and (= x 2) (= y 1))))",
    "(and (let ((seven 1)) (= seven 1)) (= seven 7))",
    "(let ((and 5)) (= and 5))",
    "(let ((|let| 5)) (= |let| 5))",
    "(= (! 5 :named five) five)",
    "(! (= 1 1) :pattern (p) :weight 3 :flag)",
};

/* Makes the sentences one after the other in a bank with the declarations, and returns what they are. */
static void read_sentences(struct terms *bank, term_list *out) {
    struct text script = {0};
    text_add(&script, declarations);
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        text_format(&script, "(term %s)", sentences[i]);
    run_good_script(bank, script.data, out);
    assert_int_equal(out->size, sizeof sentences / sizeof *sentences);
    text_fini(&script);
}

static void test_meaning(void **state) {
    (void)state;
    for (int mode = 0; mode < 2; mode++) {
        struct terms *bank = terms_new(mode ? TERMS_PLAIN : TERMS_SIMPLIFY);
        term_list terms = {0};
        read_sentences(bank, &terms);
        struct evaluation e;
        evaluation_init(&e, bank);
        for (uint32_t i = 0; i < terms.size; i++)
            if (!term_is(bank, evaluate(&e, terms.data[i]), TERM_TRUE))
                fail_msg("not true: %s", sentences[i]);
        evaluation_fini(&e);
        vec_free(&terms);
        terms_free(bank);
    }
}

/* One overflow predicate on two words of WIDTH bits, which must say whether the exact result fits. */
enum { WIDTH = 3 };
static void add_overflow(struct text *script, const char *name, int x, int y, bool fits) {
    const char *only = strcmp(name, "bvnego") ? "" : ";"; /* makes the second argument a comment */
    int mask = (1 << WIDTH) - 1;
    text_format(script, "(term (= %s (%s (_ bv%d %d) %s(_ bv%d %d)\n)))", fits ? "false" : "true", name,
                x & mask, WIDTH, only, y & mask, WIDTH);
}

static bool is_word(int value, bool is_signed) {
    int range = 1 << WIDTH;
    return is_signed ? value >= -range / 2 && value < range / 2 : value >= 0 && value < range;
}

static void test_overflow(void **state) {
    (void)state;
    struct text script = {0};
    int n = 1 << WIDTH;
    for (int x = 0; x < n; x++)
        for (int y = 0; y < n; y++) {
            int u = x - n / 2, v = y - n / 2;
            add_overflow(&script, "bvuaddo", x, y, is_word(x + y, false));
            add_overflow(&script, "bvusubo", x, y, is_word(x - y, false));
            add_overflow(&script, "bvumulo", x, y, is_word(x * y, false));
            add_overflow(&script, "bvsaddo", u, v, is_word(u + v, true));
            add_overflow(&script, "bvssubo", u, v, is_word(u - v, true));
            add_overflow(&script, "bvsmulo", u, v, is_word(u * v, true));
            add_overflow(&script, "bvsdivo", u, v, !v || is_word(u / v, true));
            add_overflow(&script, "bvnego", u, v, is_word(-u, true));
            text_format(&script, "(term (= (sbv_to_int (_ bv%d %d)) (- %d %d)))", x, WIDTH, x,
                        x < n / 2 ? 0 : n);
        }
    for (int mode = 0; mode < 2; mode++) {
        struct terms *bank = terms_new(mode ? TERMS_PLAIN : TERMS_SIMPLIFY);
        term_list terms = {0};
        struct evaluation e;
        run_good_script(bank, script.data, &terms);
        assert_int_equal(terms.size, 9 * n * n);
        evaluation_init(&e, bank);
        for (uint32_t i = 0; i < terms.size; i++)
            if (!term_is(bank, evaluate(&e, terms.data[i]), TERM_TRUE))
                fail_msg("sentence %u is not true", i);
        evaluation_fini(&e);
        vec_free(&terms);
        terms_free(bank);
    }
    text_fini(&script);
}

/* What is printed is read again as the same term. */
static void test_print_and_read(void **state) {
    (void)state;
    for (int mode = 0; mode < 2; mode++) {
        struct terms *bank = terms_new(mode ? TERMS_PLAIN : TERMS_SIMPLIFY);
        struct messages messages = {0};
        term_list terms = {0};
        read_sentences(bank, &terms);
        for (uint32_t i = 0; i < terms.size; i++) {
            struct text text = {0};
            term again = TERM_NONE;
            print_term(&text, bank, terms.data[i]);
            assert_int_equal(testing_read_term(bank, text.data, "printed", &messages, &again), STATUS_OK);
            if (!term_same(again, terms.data[i])) fail_msg("changed by printing: %s", sentences[i]);
            text_fini(&text);
        }
        messages_fini(&messages);
        vec_free(&terms);
        terms_free(bank);
    }
}

/* In a plain bank terms have the operators that were written, so that a judge sees the user's formulas. */
static void test_plain_structure(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"(and p (and q p))", "(and p (and q p))"},
        {"(+ i 0)", "(+ i 0)"},
        {"(- 5)", "(- 5)"},
        {"(+ r 1)", "(+ r 1.0)"},
        {"(+ r i)", "(+ r (to_real i))"},
        {"(/ 1 3)", "(/ 1.0 3.0)"},
        {"(/ r 3)", "(/ r 3.0)"},
        {"(/ 1 0)", "(/ 1.0 0.0)"},
        {"(>= i 3)", "(<= 3 i)"},
        {"(> i 3)", "(< 3 i)"},
        {"(=> p q)", "(or (not p) q)"},
        {"(bvugt v #x3)", "(bvult #x3 v)"},
        {"(twice i)", "(+ i i)"},
        {"(distinct p q)", "(not (= p q))"},
        {"((_ extract 3 0) v)", "((_ extract 3 0) v)"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *script = mem_format("%s(term %s)", declarations, pairs[i][0]);
        struct terms *bank = terms_new(TERMS_PLAIN);
        term_list terms = {0};
        struct text text = {0};
        run_good_script(bank, script, &terms);
        print_term(&text, bank, terms.data[0]);
        assert_string_equal(text.data, pairs[i][1]);
        text_fini(&text);
        vec_free(&terms);
        terms_free(bank);
        mem_free(script);
    }
}

/* Names of the user's that are also operators outside Core, and a constant that does not hide its operator. */
static void test_operator_names(void **state) {
    (void)state;
    struct terms *bank = terms_new(TERMS_SIMPLIFY);
    term_list terms = {0};
    run_good_script(bank,
                    "(declare-fun mod () Int) (define-fun max ((a Int) (b Int)) Int (ite (< a b) b a))"
                    "(define-fun abs ((x Int)) Int (max x (- x)))"
                    "(term mod) (term (mod 7 4)) (term (abs (- 3)))",
                    &terms);
    assert_string_equal(term_name(bank, terms.data[0]), "mod");
    assert_true(term_same(terms.data[1], term_integer(bank, 3)));
    assert_true(term_same(terms.data[2], term_integer(bank, 3)));
    vec_free(&terms);
    terms_free(bank);
}

static void test_read_term(void **state) {
    (void)state;
    struct terms *bank = terms_new(TERMS_SIMPLIFY);
    struct messages messages = {0};
    term x = term_variable(bank, "the x", sort_int()), t = TERM_NONE;
    const sort domain[] = {sort_int()};
    uint32_t f = function_declare(bank, "f", domain, 1, sort_int());
    assert_int_equal(testing_read_term(bank, " (f |the x|) ; end", "text", &messages, &t), STATUS_OK);
    assert_true(term_same(t, term_apply(bank, f, &x)));
    static const char *const bad[][2] = {
        {"", "text:1:1: expected a term, found nothing"},
        {"1 2", "text:1:3: expected one term, found another one after it"},
        {"(h 1)", "text:1:2: 'h' is not declared; declare it before its first use"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(testing_read_term(bank, bad[i][0], "text", &messages, &t), STATUS_MALFORMED);
        assert_string_equal(messages_first_error(&messages), bad[i][1]);
        messages_clear(&messages);
    }
    messages_fini(&messages);
    terms_free(bank);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meaning),        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_print_and_read), cmocka_unit_test(test_plain_structure),
        cmocka_unit_test(test_operator_names), cmocka_unit_test(test_read_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
