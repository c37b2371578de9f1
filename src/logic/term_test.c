#include "logic/term.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void assert_op(const struct terms *b, term t, enum term_op op, const term *args, uint32_t n) {
    assert_int_equal(term_op(b, t), op);
    assert_int_equal(term_arity(b, t), n);
    for (uint32_t i = 0; i < n; i++) assert_true(term_same(term_arg(b, t, i), args[i]));
}

static void equal_terms_are_equal_indices(void **state) {
    (void)state;
    for (int mode = TERMS_SIMPLIFY; mode <= TERMS_PLAIN; mode++) {
        struct terms *b = terms_new((enum terms_mode)mode);
        term p = term_variable(b, "p", sort_bool()), q = term_variable(b, "q", sort_bool());
        assert_true(term_same(p, term_variable(b, "p", sort_bool())));
        assert_true(term_same(term_and2(b, p, q), term_and2(b, p, q)));
        assert_false(term_same(term_and2(b, p, q), term_or2(b, p, q)));
        term v = term_variable(b, "v", sort_bv(b, 8));
        assert_true(term_same(term_extract(b, v, 3, 1), term_extract(b, v, 3, 1)));
        assert_false(term_same(term_extract(b, v, 3, 1), term_extract(b, v, 3, 2)));
        uint32_t size = terms_size(b);
        term_extract(b, v, 3, 1);
        assert_int_equal(size, terms_size(b));
        terms_free(b);
    }
}

static void plain_terms_are_what_was_asked_for(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term yes = term_true(b), p = term_variable(b, "p", sort_bool()), one = term_integer(b, 1);
    term x = term_variable(b, "x", sort_int());
    assert_op(b, term_and2(b, yes, yes), TERM_AND, (term[]){yes, yes}, 2);
    assert_op(b, term_and(b, (term[]){p, yes, p}, 3), TERM_AND, (term[]){p, yes, p}, 3);
    assert_op(b, term_not(b, term_not(b, p)), TERM_NOT, (term[]){term_not(b, p)}, 1);
    assert_op(b, term_add(b, (term[]){one, x, one}, 3), TERM_ADD, (term[]){one, x, one}, 3);
    assert_op(b, term_lt(b, one, x), TERM_LT, (term[]){one, x}, 2);
    assert_op(b, term_gt(b, one, x), TERM_LT, (term[]){x, one}, 2);
    assert_op(b, term_xor(b, p, p), TERM_XOR, (term[]){p, p}, 2);
    assert_op(b, term_implies(b, p, yes), TERM_OR, (term[]){term_not(b, p), yes}, 2);
    assert_op(b, term_ite(b, yes, x, one), TERM_ITE, (term[]){yes, x, one}, 3);
    assert_true(term_same(term_and(b, NULL, 0), yes));
    assert_true(term_same(term_or(b, NULL, 0), term_false(b)));
    assert_true(term_same(term_or(b, &p, 1), p));
    terms_free(b);
}

static void numbers_are_interned_by_sort(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, -7, 1);
    assert_true(term_same(term_number_of(b, q, sort_int()), term_integer(b, -7)));
    assert_false(term_same(term_number_of(b, q, sort_real()), term_integer(b, -7)));
    assert_int_equal(mpq_cmp(term_number(b, term_integer(b, -7)), q), 0);
    mpz_t z, back;
    mpz_init(back);
    mpz_init_set_str(z, "-123456789012345678901234567890", 10);
    mpz_set(mpq_numref(q), z);
    term big = term_number_of(b, q, sort_int());
    mpq_srcptr kept = term_number(b, big);
    assert_true(term_same(term_bits_of(b, z, 8), term_bits_ui(b, 46, 8))); /* modulo 2^8 */
    assert_true(term_same(term_bits_ui(b, 0x1ff, 8), term_bits_ui(b, 0xff, 8)));
    assert_false(term_same(term_bits_ui(b, 1, 8), term_bits_ui(b, 1, 9)));
    for (long i = 0; i < 100000; i++) term_integer(b, i); /* numbers do not move when the bank grows */
    assert_ptr_equal(kept, term_number(b, big));
    assert_int_equal(mpq_cmp(kept, q), 0);
    term wide = term_bits_of(b, z, 200);
    mpz_fdiv_r_2exp(back, z, 200);
    assert_int_equal(mpz_cmp(term_bits(b, wide), back), 0);
    assert_true(term_same(term_integer(b, LONG_MIN), term_integer(b, LONG_MIN)));
    assert_int_equal(mpq_cmp_si(term_number(b, term_integer(b, LONG_MIN)), LONG_MIN, 1), 0);
    mpz_clears(z, back, NULL);
    mpq_clear(q);
    terms_free(b);
}

static void sorts_are_interned(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort v = sort_bv(b, 8), u = sort_uninterpreted(b, "U"),
         a = sort_array(b, v, sort_array(b, u, sort_real()));
    assert_true(sort_same(v, sort_bv(b, 8)) && !sort_same(v, sort_bv(b, 9)));
    assert_true(sort_same(u, sort_uninterpreted(b, "U")) && !sort_same(u, sort_uninterpreted(b, "V")));
    assert_true(sort_same(a, sort_array(b, v, sort_array(b, u, sort_real()))));
    assert_int_equal(sort_kind(b, a), SORT_ARRAY);
    assert_true(sort_same(sort_index(b, a), v));
    assert_true(sort_same(sort_element(b, sort_element(b, a)), sort_real()));
    assert_int_equal(sort_width(b, v), 8);
    assert_string_equal(sort_name(b, u), "U");
    assert_false(term_same(term_element(b, u, 0), term_element(b, sort_uninterpreted(b, "V"), 0)));
    terms_free(b);
}

static void fresh_names_are_unused(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort integer = sort_int();
    term_variable(b, "t!0", integer);
    function_declare(b, "t!1", &integer, 1, integer);
    assert_string_equal(term_name(b, term_fresh(b, "t", integer)), "t!2");
    assert_string_equal(term_name(b, term_fresh(b, "t", integer)), "t!3");
    assert_true(term_is_none(term_find_variable(b, "nobody")));
    assert_int_equal(function_find(b, "nobody"), UINT32_MAX);
    terms_free(b);
}

/* A constructor may be given the arguments of another term, which lie in the bank and move when it grows. */
static void arguments_may_come_from_the_bank(void **state) {
    (void)state;
    for (int mode = TERMS_SIMPLIFY; mode <= TERMS_PLAIN; mode++) {
        struct terms *b = terms_new((enum terms_mode)mode);
        term_list list = {0};
        for (uint32_t i = 0; i < 20; i++) vec_push(&list, term_fresh(b, "p", sort_bool()));
        term previous = term_and(b, list.data, list.size);
        for (uint32_t i = 0; i < 2000; i++) {
            term wide = term_make(b, i % 2 ? TERM_AND : TERM_OR, term_args(b, previous),
                                  term_arity(b, previous), 0, 0);
            assert_op(b, wide, i % 2 ? TERM_AND : TERM_OR, list.data, list.size);
            list.data[i % 20] = term_fresh(b, "q", sort_bool());
            if (mode == TERMS_SIMPLIFY) { /* ascending */
                term moved = list.data[i % 20];
                memmove(list.data + i % 20, list.data + i % 20 + 1, (19 - i % 20) * sizeof(term));
                list.data[19] = moved;
            }
            previous = term_and(b, list.data, list.size);
        }
        vec_free(&list);
        terms_free(b);
    }
}

static void sorts_of_arguments_are_checked(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort bits = sort_bv(b, 8), integer = sort_int();
    term p = term_variable(b, "p", sort_bool()), x = term_variable(b, "x", integer);
    term r = term_variable(b, "r", sort_real()), v = term_variable(b, "v", bits),
         w = term_variable(b, "w", sort_bv(b, 4));
    term a = term_variable(b, "a", sort_array(b, integer, bits));
    uint32_t f = function_declare(b, "f", &integer, 1, bits);
#define WRONG(op, p0, p1, ...)                                                                               \
    assert_non_null(term_well_sorted(b, op, (term[]){__VA_ARGS__},                                           \
                                     sizeof((term[]){__VA_ARGS__}) / sizeof(term), p0, p1))
#define RIGHT(op, p0, p1, ...)                                                                               \
    assert_null(term_well_sorted(b, op, (term[]){__VA_ARGS__}, sizeof((term[]){__VA_ARGS__}) / sizeof(term), \
                                 p0, p1))
    WRONG(TERM_NOT, 0, 0, x);
    WRONG(TERM_NOT, 0, 0, p, p);
    WRONG(TERM_AND, 0, 0, p);
    WRONG(TERM_AND, 0, 0, p, p, x);
    WRONG(TERM_EQ, 0, 0, x, r);
    WRONG(TERM_EQ, 0, 0, v, w);
    WRONG(TERM_ITE, 0, 0, x, x, x);
    WRONG(TERM_ITE, 0, 0, p, x, r);
    WRONG(TERM_ADD, 0, 0, x, r);
    WRONG(TERM_ADD, 0, 0, v, v);
    WRONG(TERM_LE, 0, 0, x, p);
    WRONG(TERM_DIVIDE, 0, 0, x, x);
    WRONG(TERM_DIV, 0, 0, r, r);
    WRONG(TERM_TO_REAL, 0, 0, r);
    WRONG(TERM_TO_INT, 0, 0, x);
    WRONG(TERM_BV_ADD, 0, 0, v, w);
    WRONG(TERM_BV_ADD, 0, 0, v, x);
    WRONG(TERM_BV_ULT, 0, 0, v, w);
    WRONG(TERM_BV_NOT, 0, 0, p);
    WRONG(TERM_BV_EXTRACT, 8, 0, v);
    WRONG(TERM_BV_EXTRACT, 2, 3, v);
    WRONG(TERM_BV_ZERO_EXTEND, UINT32_MAX, 0, v);
    WRONG(TERM_INT_TO_BV, 0, 0, x);
    WRONG(TERM_INT_TO_BV, 8, 0, r);
    WRONG(TERM_BV_TO_NAT, 0, 0, x);
    WRONG(TERM_SELECT, 0, 0, a, v);
    WRONG(TERM_SELECT, 0, 0, x, x);
    WRONG(TERM_STORE, 0, 0, a, x, w);
    WRONG(TERM_CONST_ARRAY, bits.id, 0, v);
    WRONG(TERM_CONST_ARRAY, 9999, 0, v);
    WRONG(TERM_CONST_ARRAY, term_sort(b, a).id, 0, w);
    WRONG(TERM_APPLY, f, 0, r);
    WRONG(TERM_APPLY, f, 0, x, x);
    WRONG(TERM_APPLY, 77, 0, x);
    WRONG(TERM_VARIABLE, 0, 0, x);
    RIGHT(TERM_CONST_ARRAY, term_sort(b, a).id, 0, v);
    RIGHT(TERM_BV_CONCAT, 0, 0, v, w);
    RIGHT(TERM_BV_EXTRACT, 7, 7, v);
    RIGHT(TERM_BV_ROTATE_LEFT, 77, 0, v);
    RIGHT(TERM_APPLY, f, 0, x);
    RIGHT(TERM_STORE, 0, 0, a, x, v);
    RIGHT(TERM_EQ, 0, 0, a, a);
#undef RIGHT
#undef WRONG
    terms_free(b);
}

/* A sample of the rules, one or two of each kind: that simplified terms are right is simplify_test's. */
#define SAME(x, y) assert_true(term_same(x, y))

static void rules_of_booleans_fire(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term p = term_variable(b, "p", sort_bool()), q = term_variable(b, "q", sort_bool()), no = term_false(b);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int());
    term one = term_integer(b, 1), two = term_integer(b, 2);
    SAME(term_and2(b, p, term_and2(b, q, term_not(b, p))), no);
    SAME(term_and2(b, q, term_and2(b, p, q)), term_and2(b, p, q));
    SAME(term_or2(b, p, term_true(b)), term_true(b));
    SAME(term_not(b, term_not(b, p)), p);
    SAME(term_xor(b, p, q), term_not(b, term_eq(b, q, p)));
    SAME(term_eq(b, term_not(b, p), q), term_not(b, term_eq(b, p, q)));
    SAME(term_ite(b, term_not(b, p), x, y), term_ite(b, p, y, x));
    SAME(term_ite(b, p, term_ite(b, p, x, y), y), term_ite(b, p, x, y));
    SAME(term_ite(b, p, q, no), term_and2(b, p, q));
    SAME(term_ite(b, p, q, term_not(b, q)), term_eq(b, p, q));
    SAME(term_ite(b, p, q, term_not(b, p)), term_implies(b, p, q));
    SAME(term_ite(b, p, term_not(b, p), q), term_and2(b, term_not(b, p), q));
    SAME(term_eq(b, term_ite(b, p, one, two), two), term_not(b, p));
    SAME(term_eq(b, term_ite(b, p, one, two), term_integer(b, 3)), no);
    terms_free(b);
}

static void rules_of_numbers_fire(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int()), no = term_false(b);
    term r = term_variable(b, "r", sort_real());
#define N(n) term_integer(b, n)
    SAME(term_sub(b, term_add2(b, x, y), x), y);
    SAME(term_mul2(b, N(2), term_add2(b, x, N(3))), term_add(b, (term[]){N(6), x, x}, 3));
    SAME(term_mul2(b, y, term_mul2(b, N(3), x)), term_mul2(b, N(3), term_mul2(b, x, y)));
    SAME(term_mul2(b, N(0), term_mul2(b, x, y)), N(0));
    SAME(term_le(b, term_add2(b, x, N(1)), N(10)), term_le(b, x, N(9)));
    SAME(term_lt(b, x, N(4)), term_le(b, x, N(3)));
    SAME(term_ge(b, x, N(4)), term_not(b, term_le(b, x, N(3))));
    SAME(term_lt(b, x, y), term_not(b, term_le(b, y, x)));
    SAME(term_le(b, term_mul2(b, N(2), x), N(5)), term_le(b, x, N(2)));
    SAME(term_le(b, x, term_add2(b, x, N(1))), term_true(b));
    SAME(term_eq(b, term_add2(b, x, y), term_add2(b, y, N(1))), term_eq(b, x, N(1)));
    SAME(term_eq(b, term_mul2(b, N(2), x), N(5)), no);
    assert_op(b, term_eq(b, y, term_add2(b, x, N(1))), TERM_EQ, (term[]){y, term_add2(b, x, N(1))}, 2);
    SAME(term_make(b, TERM_MOD, (term[]){x, N(-1)}, 2, 0, 0), N(0));
    SAME(term_make(b, TERM_TO_INT, (term[]){term_make(b, TERM_TO_REAL, &x, 1, 0, 0)}, 1, 0, 0), x);
    SAME(term_lt(b, r, r), no);
    assert_int_equal(term_op(b, term_make(b, TERM_DIV, (term[]){N(1), N(0)}, 2, 0, 0)), TERM_DIV);
#undef N
    terms_free(b);
}

static void rules_of_bit_vectors_fire(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term p = term_variable(b, "p", sort_bool()), q = term_variable(b, "q", sort_bool()), no = term_false(b);
    term v = term_variable(b, "v", sort_bv(b, 8)), w = term_variable(b, "w", sort_bv(b, 8));
#define V(n) term_bits_ui(b, n, 8)
    SAME(term_bv2(b, TERM_BV_SUB, v, v), V(0));
    SAME(term_bv2(b, TERM_BV_AND, v, term_bv1(b, TERM_BV_NOT, v)), V(0));
    SAME(term_bv2(b, TERM_BV_ADD, term_bv2(b, TERM_BV_ADD, v, V(250)), V(6)), v);
    SAME(term_bv2(b, TERM_BV_XOR, V(255), v), term_bv1(b, TERM_BV_NOT, v));
    SAME(term_bv2(b, TERM_BV_ULT, v, w), term_not(b, term_bv2(b, TERM_BV_ULE, w, v)));
    SAME(term_bv2(b, TERM_BV_ULE, v, V(0)), term_eq(b, v, V(0)));
    SAME(term_extract(b, term_bv2(b, TERM_BV_CONCAT, v, w), 7, 0), w);
    SAME(term_extract(b, term_extract(b, v, 6, 2), 2, 1), term_extract(b, v, 4, 3));
    SAME(term_extract(b, term_extend(b, TERM_BV_ZERO_EXTEND, v, 8), 15, 8), V(0));
    SAME(term_bv2(b, TERM_BV_CONCAT, term_extract(b, v, 7, 3), term_extract(b, v, 2, 0)), v);
    SAME(term_eq(b, term_bv2(b, TERM_BV_ADD, v, V(3)), V(2)), term_eq(b, v, V(255)));
    SAME(term_eq(b, term_extend(b, TERM_BV_ZERO_EXTEND, v, 1), term_bits_ui(b, 256, 9)), no);
    term bit = term_ite(b, p, term_bits_ui(b, 1, 1), term_bits_ui(b, 0, 1));
    term other = term_ite(b, q, term_bits_ui(b, 1, 1), term_bits_ui(b, 0, 1));
    SAME(term_bit(b, term_bv2(b, TERM_BV_AND, bit, other), 0), term_and2(b, p, q));
    SAME(term_bit(b, term_bv1(b, TERM_BV_NOT, bit), 0), term_not(b, p));
    SAME(term_eq(b, bit, other), term_eq(b, p, q));
#undef V
    terms_free(b);
}

static void rules_of_arrays_fire(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int());
    term a = term_variable(b, "a", sort_array(b, sort_int(), sort_int()));
    term one = term_integer(b, 1), two = term_integer(b, 2);
    SAME(term_select(b, term_store(b, a, x, y), x), y);
    SAME(term_select(b, term_store(b, a, one, y), two), term_select(b, a, two));
    SAME(term_store(b, term_store(b, a, x, y), x, x), term_store(b, a, x, x));
    SAME(term_store(b, a, x, term_select(b, a, x)), a);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_terms_are_equal_indices),
        cmocka_unit_test(plain_terms_are_what_was_asked_for),
        cmocka_unit_test(numbers_are_interned_by_sort),
        cmocka_unit_test(sorts_are_interned),
        cmocka_unit_test(fresh_names_are_unused),
        cmocka_unit_test(arguments_may_come_from_the_bank),
        cmocka_unit_test(sorts_of_arguments_are_checked),
        cmocka_unit_test(rules_of_booleans_fire),
        cmocka_unit_test(rules_of_numbers_fire),
        cmocka_unit_test(rules_of_bit_vectors_fire),
        cmocka_unit_test(rules_of_arrays_fire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
