/* Large and deep terms: a million nodes, depth 100,000. Nothing may recurse, and nothing may be quadratic: the test
 * runner's time limit is the judge of that. */
#include "logic/linear.h"
#include "logic/print.h"
#include "logic/value.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

enum { DEPTH = 100000 };

/* A chain of DEPTH links of several operators over Booleans, integers, bit vectors and arrays, about a million nodes;
 * none of them is simplified away. */
static term chain(struct terms *b) {
    sort bits = sort_bv(b, 40), array = sort_array(b, bits, bits);
    term p = term_variable(b, "p", sort_bool()), x = term_variable(b, "x", sort_int());
    term v = term_variable(b, "v", bits), a = term_variable(b, "a", array);
    for (unsigned i = 0; i < DEPTH; i++) {
        char name[20];
        snprintf(name, sizeof name, "q%u", i);
        term q = term_variable(b, name, sort_bool());
        x = term_ite(b, p, term_add2(b, x, term_integer(b, i)), x);
        v = term_bv2(b, TERM_BV_MUL, term_bv2(b, TERM_BV_ADD, v, term_bits_ui(b, i + 1, 40)), v);
        a = term_store(b, a, v, term_bv2(b, TERM_BV_XOR, term_select(b, a, v), v));
        p = i % 2 ? term_and2(b, q, term_not(b, p)) : term_or2(b, q, term_not(b, p));
        p = term_xor(b, p, term_le(b, x, term_integer(b, 7)));
    }
    return term_and2(b, p, term_eq(b, term_select(b, a, v), v));
}

static void deep(enum terms_mode mode) {
    struct terms *b = terms_new(mode), *other = terms_new(mode);
    term t = chain(b);
    term_list list = {0};
    term_collect(b, &t, 1, &list);
    assert_true(list.size > 9 * DEPTH);
    for (uint32_t i = 1; i < list.size; i++) assert_true(list.data[i - 1].id < list.data[i].id);
    assert_int_equal(term_theories(b, &t, 1), THEORY_INT | THEORY_BV | THEORY_ARRAY);

    struct substitution s;
    substitution_init(&s, b);
    term x = term_find_variable(b, "x"), y = term_variable(b, "y", sort_int());
    substitution_bind(&s, x, y);
    term renamed = substitution_apply(&s, t);
    assert_false(term_same(renamed, t));
    substitution_fini(&s);
    substitution_init(&s, b);
    substitution_bind(&s, y, x);
    assert_true(term_same(substitution_apply(&s, renamed), t));
    substitution_fini(&s);

    struct evaluation e;
    evaluation_init(&e, b);
    assert_true(term_is_value(b, evaluate(&e, t)));
    evaluation_fini(&e);

    struct term_copier c;
    copier_init(&c, b, other);
    term copy = copier_apply(&c, t);
    copier_fini(&c);
    copier_init(&c, other, b);
    assert_true(term_same(copier_apply(&c, copy), t));
    copier_fini(&c);

    struct text text = {0};
    print_term(&text, b, t);
    assert_true(text.size > 10 * DEPTH && text.size < 400 * DEPTH);
    text_fini(&text);
    vec_free(&list);
    terms_free(b);
    terms_free(other);
}

static void a_deep_plain_term(void **state) {
    (void)state;
    deep(TERMS_PLAIN);
}
static void a_deep_simplified_term(void **state) {
    (void)state;
    deep(TERMS_SIMPLIFY);
}

/* Sums and conjunctions of DEPTH variables, made one by one: flattening is bounded, so this is a chain in both modes,
 * and both are taken apart again. */
static void long_chains_are_taken_apart(void **state) {
    (void)state;
    for (int mode = TERMS_SIMPLIFY; mode <= TERMS_PLAIN; mode++) {
        struct terms *b = terms_new((enum terms_mode)mode);
        term sum = term_integer(b, 5), all = term_fresh(b, "p", sort_bool());
        for (unsigned i = 0; i < DEPTH; i++) {
            sum = term_add2(b, term_fresh(b, "x", sort_int()), sum);
            all = term_and2(b, term_fresh(b, "p", sort_bool()), all);
        }
        struct linear l;
        linear_init(&l, sort_int());
        mpq_t one;
        mpq_init(one);
        mpq_set_ui(one, 1, 1);
        linear_add_term(&l, b, sum, one);
        assert_int_equal(l.monomials.size, DEPTH);
        assert_int_equal(mpq_cmp_ui(l.constant, 5, 1), 0);
        term_list conjuncts = {0};
        term_conjuncts(b, all, &conjuncts);
        assert_int_equal(conjuncts.size, DEPTH + 1);
        bool negated;
        term_predicate(b, term_le(b, sum, term_integer(b, 0)), &negated);
        vec_free(&conjuncts);
        mpq_clear(one);
        linear_fini(&l);
        terms_free(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deep_plain_term),
        cmocka_unit_test(a_deep_simplified_term),
        cmocka_unit_test(long_chains_are_taken_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
