#include "logic/walk.h"
#include "logic/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "logic/testing_terms.h"

static bool contains(const term_list *list, term t) {
    vec_each (const term, x, list)
        if (term_same(*x, t)) return true;
    return false;
}

static void assert_is(const term_list *list, const term *expected, uint32_t n) {
    assert_int_equal(list->size, n);
    for (uint32_t i = 0; i < n; i++) assert_true(contains(list, expected[i]));
}

/* Exactly the terms reachable from random roots, ascending. */
static void collected_terms_are_closed_and_ascending(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct terms *b = terms_new(seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        struct sampler s;
        sampler_init(&s, b, seed, 2);
        term_list roots = {0}, all = {0}, marked = {0};
        for (uint32_t i = 0; i < 200; i++) sampler_step(&s);
        for (uint32_t i = 0; i < 5; i++) vec_push(&roots, sampler_step(&s));
        vec_push(&all, term_true(b)); /* lists are appended to */
        term_collect(b, roots.data, roots.size, &all);
        vec_resize(&marked, terms_size(b)); /* reachable, by the definition: from users to what they use */
        vec_each (term, t, &roots) marked.data[t->id] = *t;
        for (uint32_t id = terms_size(b); id-- > 1;)
            if (marked.data[id].id)
                for (uint32_t i = 0; i < term_arity(b, (term){id}); i++) {
                    term a = term_arg(b, (term){id}, i);
                    assert_true(a.id < id);
                    marked.data[a.id] = a;
                }
        uint32_t next = 1;
        for (uint32_t id = 1; id < marked.size; id++)
            if (marked.data[id].id) assert_int_equal(all.data[next++].id, id);
        assert_int_equal(next, all.size);
        vec_free(&marked);
        vec_free(&roots);
        vec_free(&all);
        sampler_fini(&s);
        terms_free(b);
    }
}

static void parts_of_formulas(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort integer = sort_int();
    term p = term_variable(b, "p", sort_bool()), q = term_variable(b, "q", sort_bool());
    term x = term_variable(b, "x", integer), y = term_variable(b, "y", integer);
    uint32_t f = function_declare(b, "f", &integer, 1, integer),
             g = function_declare(b, "g", &integer, 1, sort_bool());
    term less = term_le(b, x, term_ite(b, q, y, x)), gx = term_apply(b, g, &x),
         equal = term_eq(b, x, term_apply(b, f, &y));
    term formula =
        term_and2(b, term_not(b, term_or2(b, p, less)), term_xor(b, term_true(b), term_eq(b, gx, equal)));
    term_list list = {0};
    u32s functions = {0};
    term_variables(b, &formula, 1, &list);
    assert_is(&list, (term[]){p, q, x, y}, 4);
    vec_clear(&list);
    term_atoms(b, &formula, 1, &list);
    assert_is(&list, (term[]){p, q, less, gx, equal}, 5);
    vec_clear(&list);
    term_functions(b, &formula, 1, &functions);
    assert_int_equal(functions.size, 2);
    assert_true(functions.data[0] == f && functions.data[1] == g);
    term_conjuncts(b, term_and2(b, formula, term_and2(b, term_true(b), q)), &list);
    assert_is(&list, (term[]){term_not(b, p), term_not(b, less), term_arg(b, formula, 1), q}, 4);
    vec_clear(&list);
    term_conjuncts(b, term_true(b), &list);
    assert_int_equal(list.size, 0);
    vec_free(&functions);
    vec_free(&list);
    terms_free(b);
}

static void theories(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    sort integer = sort_int(), bits = sort_bv(b, 8);
    term x = term_variable(b, "x", integer), r = term_variable(b, "r", sort_real()),
         v = term_variable(b, "v", bits);
    term a = term_variable(b, "a", sort_array(b, bits, sort_array(b, integer, sort_uninterpreted(b, "U"))));
    uint32_t f = function_declare(b, "f", &integer, 1, integer);
    term product = term_mul2(b, term_integer(b, 2), x), square = term_mul2(b, x, x), two = term_integer(b, 2);
    term ratio = term_make(b, TERM_DIVIDE, (term[]){r, r}, 2, 0, 0);
    term folded = term_mul2(b, term_add2(b, two, two), x);
    const struct {
        term t;
        unsigned theories;
    } cases[] = {
        {term_variable(b, "p", sort_bool()), 0},
        {x, THEORY_INT},
        {r, THEORY_REAL},
        {v, THEORY_BV},
        {a, THEORY_BV | THEORY_ARRAY | THEORY_INT | THEORY_UF},
        {term_apply(b, f, &x), THEORY_INT | THEORY_UF},
        {product, THEORY_INT},
        {folded, THEORY_INT},
        {square, THEORY_INT | THEORY_NONLINEAR},
        {ratio, THEORY_REAL | THEORY_NONLINEAR},
        {term_make(b, TERM_MOD, (term[]){x, two}, 2, 0, 0), THEORY_INT | THEORY_DIVISION},
        {term_make(b, TERM_MOD, (term[]){two, x}, 2, 0, 0), THEORY_INT | THEORY_DIVISION | THEORY_NONLINEAR},
        {term_make(b, TERM_BV_TO_NAT, &v, 1, 0, 0), THEORY_INT | THEORY_BV | THEORY_DIVISION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(term_theories(b, &cases[i].t, 1), cases[i].theories);
    terms_free(b);
}

/* Substituting values for variables gives what evaluation gives; renaming there and back gives the same term. */
static void substitution_is_evaluation(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        struct sampler s;
        struct substitution by_values, there, back;
        struct evaluation e;
        sampler_init(&s, b, seed, 2);
        substitution_init(&by_values, b);
        substitution_init(&there, b);
        substitution_init(&back, b);
        evaluation_init(&e, b);
        vec_each (term, x, &s.variables) {
            term value = sampler_value(&s, term_sort(b, *x)),
                 fresh = term_fresh(b, "fresh", term_sort(b, *x));
            substitution_bind(&by_values, *x, value);
            substitution_bind(&there, *x, fresh);
            substitution_bind(&back, fresh, *x);
            evaluation_set(&e, *x, value);
        }
        for (uint32_t i = 0; i < 120; i++) {
            term t = sampler_step(&s);
            term replaced = substitution_apply(&by_values, t), renamed = substitution_apply(&there, t);
            term_list variables = {0};
            term_variables(b, &replaced, 1, &variables);
            assert_int_equal(variables.size, 0);
            assert_true(term_same(evaluate(&e, replaced), evaluate(&e, t)));
            term_variables(b, &renamed, 1, &variables);
            vec_each (term, x, &variables) assert_false(contains(&s.variables, *x));
            assert_true(term_same(substitution_apply(&back, renamed), t));
            vec_free(&variables);
        }
        evaluation_fini(&e);
        substitution_fini(&by_values);
        substitution_fini(&there);
        substitution_fini(&back);
        sampler_fini(&s);
        terms_free(b);
    }
}

static void substitution_is_simultaneous(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int()),
         sum = term_add2(b, x, y);
    struct substitution s;
    substitution_init(&s, b);
    substitution_bind(&s, x, y);
    substitution_bind(&s, y, x);
    assert_true(term_same(substitution_apply(&s, sum), term_add2(b, y, x)));
    substitution_fini(&s);
    substitution_init(&s, b);
    substitution_bind(&s, sum, x); /* any term can be replaced */
    assert_true(term_same(substitution_apply(&s, term_mul2(b, sum, y)), term_mul2(b, x, y)));
    substitution_fini(&s);
    terms_free(b);
}

/* Copies of plain terms and back are the same terms; symbols keep their names, sorts their structure. */
static void copies_come_back(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        struct terms *b = terms_new(TERMS_PLAIN), *other = terms_new(TERMS_PLAIN);
        struct sampler s;
        struct term_copier there, back;
        sort_bv(other, 99); /* sorts and terms have other numbers there */
        term_variable(other, "other", sort_int());
        sampler_init(&s, b, seed, 2);
        copier_init(&there, b, other);
        copier_init(&back, other, b);
        for (uint32_t i = 0; i < 150; i++) {
            term t = sampler_step(&s), copy = copier_apply(&there, t);
            assert_int_equal(term_op(other, copy), term_op(b, t));
            assert_int_equal(term_is_value(other, copy), term_is_value(b, t));
            assert_true(sort_same(copier_sort(&back, term_sort(other, copy)), term_sort(b, t)));
            assert_true(term_same(copier_apply(&back, copy), t));
        }
        copier_fini(&there);
        copier_fini(&back);
        sampler_fini(&s);
        terms_free(b);
        terms_free(other);
    }
}

static void copies_follow_bindings(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN), *other = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int()), y = term_variable(other, "y", sort_int());
    struct term_copier c;
    copier_init(&c, b, other);
    copier_bind(&c, x, y);
    assert_true(term_same(copier_apply(&c, term_add2(b, x, x)), term_mul2(other, term_integer(other, 2), y)));
    assert_true(term_is_none(term_find_variable(other, "x")));
    copier_fini(&c);
    terms_free(b);
    terms_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collected_terms_are_closed_and_ascending),
        cmocka_unit_test(parts_of_formulas),
        cmocka_unit_test(theories),
        cmocka_unit_test(substitution_is_evaluation),
        cmocka_unit_test(substitution_is_simultaneous),
        cmocka_unit_test(copies_come_back),
        cmocka_unit_test(copies_follow_bindings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
