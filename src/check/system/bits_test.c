/* The judge's bit-blaster against evaluation: every operator, at random points. */
#include "check/system/bits.h"

#include "logic/value.h"
#include "smt/random_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static term random_value(struct random *r, struct terms *b, sort s) {
    if (sort_kind(b, s) == SORT_BOOL) return term_bool(b, random_below(r, 2));
    if (sort_kind(b, s) == SORT_BV) return term_bits_ui(b, random_word(r), sort_width(b, s));
    term v = term_const_array(b, s, random_value(r, b, sort_element(b, s)));
    for (uint32_t i = 0; i < 3; i++)
        v = value_store(b, v, random_value(r, b, sort_index(b, s)), random_value(r, b, sort_element(b, s)));
    return v;
}

/* With the variables fixed, `t = value` must follow and `t != value` must not be possible. */
static void check_point(struct terms *b, struct random_pool *p) {
    struct evaluation e;
    struct bits bits;
    evaluation_init(&e, b);
    bits_init(&bits, b, NULL);
    vec_each (term, v, &p->variables) {
        term value = random_value(&p->random, b, term_sort(b, *v));
        evaluation_set(&e, *v, value);
        if (p->random.state & 1) /* sometimes as a definition, sometimes as a fact about known bits */
            bits_literal(&bits, term_eq(b, *v, *v));
        bits_assert(&bits, term_eq(b, *v, value));
    }
    assert_int_equal(sat_solve(bits.encode.sat, NULL, 0), SAT_SATISFIED);
    vec_each (term, t, &p->terms) {
        assert_true(bits_fit(b, t, 1));
        sat_lit same = bits_literal(&bits, term_eq(b, *t, evaluate(&e, *t)));
        assert_int_equal(sat_solve(bits.encode.sat, (sat_lit[]){sat_not(same)}, 1), SAT_REFUTED);
        assert_int_equal(sat_solve(bits.encode.sat, &same, 1), SAT_SATISFIED);
    }
    bits_fini(&bits);
    evaluation_fini(&e);
}

static void operators_agree_with_evaluation(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 60; round++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        struct random_pool p;
        pool_init(&p, b, 400 + round);
        uint32_t width = 1 + round % 9;
        pool_variable(&p, sort_bool());
        for (uint32_t i = 0; i < 3; i++) pool_variable(&p, sort_bv(b, width));
        if (round % 3 == 0) {
            sort small = sort_array(b, sort_bv(b, 2), sort_bv(b, width));
            pool_variable(&p, small);
            pool_variable(&p, small);
            pool_variable(&p, sort_bv(b, 2));
            pool_variable(&p, sort_array(b, sort_bool(), small));
        }
        vec_push(&p.terms, term_bits_ui(b, 0, width)); /* divisions by zero */
        pool_grow(&p, 60);
        for (uint32_t point = 0; point < 3; point++) check_point(b, &p);
        pool_fini(&p);
        terms_free(b);
    }
}

/* All pairs of small values, for the operators with difficult cases. */
static void divisions_and_shifts(void **state) {
    (void)state;
    static const enum term_op ops[] = {TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM, TERM_BV_SMOD,
                                       TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_MUL};
    for (uint32_t width = 1; width <= 4; width++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        term x = term_variable(b, "x", sort_bv(b, width)), y = term_variable(b, "y", sort_bv(b, width));
        for (uint32_t i = 0; i < sizeof ops / sizeof *ops; i++) {
            struct bits bits;
            bits_init(&bits, b, NULL);
            term result = term_bv2(b, ops[i], x, y);
            for (uint32_t v = 0; v < 1u << 2 * width; v++) {
                term values[] = {term_bits_ui(b, v, width), term_bits_ui(b, v >> width, width)};
                term right = value_apply(b, ops[i], values, 2, 0, 0);
                sat_lit assumptions[] = {bits_literal(&bits, term_eq(b, x, values[0])),
                                         bits_literal(&bits, term_eq(b, y, values[1])),
                                         sat_not(bits_literal(&bits, term_eq(b, result, right)))};
                assert_int_equal(sat_solve(bits.encode.sat, assumptions, 3), SAT_REFUTED);
                assert_int_equal(sat_solve(bits.encode.sat, assumptions, 2), SAT_SATISFIED);
            }
            bits_fini(&bits);
        }
        terms_free(b);
    }
}

static void what_does_not_fit(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort byte = sort_bv(b, 8), word = sort_bv(b, 32);
    uint32_t f = function_declare(b, "f", &byte, 1, byte);
    term x = term_variable(b, "x", byte);
    const term bad[] = {
        term_variable(b, "i", sort_int()),
        term_apply(b, f, &x),
        term_variable(b, "large", sort_array(b, word, byte)),
        term_variable(b, "wide", sort_array(b, sort_bv(b, 12), word)),
        term_variable(b, "nested", sort_array(b, byte, sort_array(b, byte, byte))),
        term_variable(b, "u", sort_uninterpreted(b, "U")),
        term_make(b, TERM_INT_TO_BV, (term[]){term_integer(b, 3)}, 1, 8, 0),
        term_select(b, term_variable(b, "by_array", sort_array(b, sort_array(b, byte, byte), byte)),
                    term_variable(b, "index", sort_array(b, byte, byte))),
    };
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(bits_fit(b, &bad[i], 1));
    const term good[] = {x, term_variable(b, "small", sort_array(b, byte, word)), term_true(b)};
    assert_true(bits_fit(b, good, 3));
    terms_free(b);
}

static void deep_terms(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_bv(b, 2)), deep = x;
    for (uint32_t i = 0; i < 100000; i++) deep = term_bv1(b, TERM_BV_NOT, deep);
    struct bits bits;
    bits_init(&bits, b, NULL);
    bits_assert(&bits, term_not(b, term_eq(b, deep, x)));
    assert_int_equal(sat_solve(bits.encode.sat, NULL, 0), SAT_REFUTED);
    bits_fini(&bits);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_agree_with_evaluation),
        cmocka_unit_test(divisions_and_shifts),
        cmocka_unit_test(what_does_not_fit),
        cmocka_unit_test(deep_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
