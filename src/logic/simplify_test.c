/* Simplified terms mean what the plain ones mean, and the rules fire. */
#include "logic/print.h"
#include "logic/value.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "logic/testing_terms.h"

/* Two banks, the sampler's plain one and a simplifying one, with the same random values of variables and functions. */
struct pair {
    struct sampler plain;
    struct terms *simple;
    struct term_copier to_simple, to_plain;
    struct evaluation in_plain, in_simple;
};

static void assign(struct pair *p) {
    evaluation_reset(&p->in_plain);
    evaluation_reset(&p->in_simple);
    vec_each (term, x, &p->plain.variables) {
        term value = sampler_value(&p->plain, term_sort(p->plain.b, *x));
        evaluation_set(&p->in_plain, *x, value);
        evaluation_set(&p->in_simple, copier_apply(&p->to_simple, *x), copier_apply(&p->to_simple, value));
    }
}

/* The same interpretation in both banks; division by zero is the same function in both, too. */
static void define(struct pair *p, uint32_t function, const sort *domain, uint32_t arity, sort range) {
    struct function_value f = {.function = function,
                               .arity = arity,
                               .otherwise = sampler_value(&p->plain, range)},
                          g;
    for (uint32_t i = 0; i < 6; i++) {
        for (uint32_t j = 0; j < arity; j++) vec_push(&f.points, sampler_value(&p->plain, domain[j]));
        vec_push(&f.points, sampler_value(&p->plain, range));
    }
    evaluation_define(&p->in_plain, &f);
    g = f;
    g.points = (__typeof__(g.points)){0};
    if (!function_is_by_zero(function)) g.function = copier_function(&p->to_simple, function);
    g.otherwise = copier_apply(&p->to_simple, f.otherwise);
    vec_each (term, t, &f.points) vec_push(&g.points, copier_apply(&p->to_simple, *t));
    evaluation_define(&p->in_simple, &g);
    vec_free(&f.points);
    vec_free(&g.points);
}

static void pair_init(struct pair *p, uint64_t seed, uint32_t variables) {
    struct terms *b = terms_new(TERMS_PLAIN);
    p->simple = terms_new(TERMS_SIMPLIFY);
    sampler_init(&p->plain, b, seed, variables);
    copier_init(&p->to_simple, b, p->simple);
    copier_init(&p->to_plain, p->simple, b);
    evaluation_init(&p->in_plain, b);
    evaluation_init(&p->in_simple, p->simple);
    for (uint32_t i = 0; i < SAMPLER_FUNCTIONS; i++) {
        uint32_t f = p->plain.functions[i];
        sort domain[2] = {function_domain(b, f, 0)};
        if (function_arity(b, f) == 2) domain[1] = function_domain(b, f, 1);
        define(p, f, domain, function_arity(b, f), function_range(b, f));
    }
    sort integer = sort_int(), real = sort_real();
    define(p, function_by_zero(TERM_DIV), &integer, 1, integer);
    define(p, function_by_zero(TERM_MOD), &integer, 1, integer);
    define(p, function_by_zero(TERM_DIVIDE), &real, 1, real);
    assign(p);
}

static void pair_fini(struct pair *p) {
    copier_fini(&p->to_simple);
    copier_fini(&p->to_plain);
    evaluation_fini(&p->in_plain);
    evaluation_fini(&p->in_simple);
    terms_free(p->simple);
    terms_free(p->plain.b);
    sampler_fini(&p->plain);
}

static void assert_agree(struct pair *p, term plain, uint64_t seed) {
    term simple = copier_apply(&p->to_simple, plain);
    term expected = evaluate(&p->in_plain, plain), got = evaluate(&p->in_simple, simple);
    assert_true(term_is_value(p->plain.b, expected) && term_is_value(p->simple, got));
    if (term_same(copier_apply(&p->to_plain, got), expected)) return;
    struct text t = {0};
    print_term(&t, p->plain.b, plain);
    text_add(&t, "\n  became  ");
    print_term(&t, p->simple, simple);
    text_add(&t, "\n  with the values  ");
    print_term(&t, p->plain.b, expected);
    text_add(&t, "  and  ");
    print_term(&t, p->simple, got);
    fail_msg("seed %llu: %s", (unsigned long long)seed, t.data);
}

/* Terms grow over each other for a while, then under several assignments every one has the same value in both banks. */
static void simplified_terms_mean_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 400; seed++) {
        struct pair p;
        pair_init(&p, seed, 2);
        term_list made = {0};
        for (uint32_t i = 0; i < 150; i++) vec_push(&made, sampler_step(&p.plain));
        for (uint32_t round = 0; round < 4; round++, assign(&p))
            vec_each (term, t, &made) assert_agree(&p, *t, seed);
        vec_free(&made);
        pair_fini(&p);
    }
}

/* Shallow terms, where rules meet constants and equal arguments most often: each operator over variables and values,
 * and over each of these results. */
static void every_operator_means_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 1000; seed < 1040; seed++) {
        struct pair p;
        pair_init(&p, seed, 2);
        term_list made = {0};
        for (uint32_t op = 0; op < TERM_OPS; op++) {
            bool leaf = op == TERM_TRUE || op == TERM_FALSE || op == TERM_NUMBER || op == TERM_BITS ||
                        op == TERM_ELEMENT || op == TERM_VARIABLE;
            for (uint32_t i = 0; i < 25 && !leaf; i++)
                vec_push(&made, sampler_apply(&p.plain, (enum term_op)op));
        }
        for (uint32_t round = 0; round < 3; round++, assign(&p))
            vec_each (term, t, &made) assert_agree(&p, *t, seed);
        vec_free(&made);
        pair_fini(&p);
    }
}

/* One variable of each narrow sort: rules about equal arguments, flags, parts and constants meet all the time. */
static void narrow_terms_mean_the_same(void **state) {
    (void)state;
    for (uint64_t seed = 3000; seed < 4000; seed++) {
        struct pair p;
        pair_init(&p, seed, 1);
        p.plain.narrow = true;
        term_list made = {0};
        for (uint32_t i = 0; i < 60; i++) vec_push(&made, sampler_step(&p.plain));
        for (uint32_t round = 0; round < 8; round++, assign(&p))
            vec_each (term, t, &made) assert_agree(&p, *t, seed);
        vec_free(&made);
        pair_fini(&p);
    }
}

/* What is built again from simplified parts is the same term: simplification has nothing left to do. */
static void simplification_is_idempotent(void **state) {
    (void)state;
    for (uint64_t seed = 2000; seed < 2100; seed++) {
        struct pair p;
        pair_init(&p, seed, 2);
        p.plain.narrow = seed % 2;
        for (uint32_t i = 0; i < 150; i++) {
            term simple = copier_apply(&p.to_simple, sampler_step(&p.plain));
            enum term_op op = term_op(p.simple, simple);
            term args[64];
            uint32_t n = term_arity(p.simple, simple), q[2] = {0};
            if (!n || n > 64) continue;
            memcpy(args, term_args(p.simple, simple), n * sizeof *args);
            bool one = op == TERM_APPLY || op == TERM_CONST_ARRAY || op == TERM_INT_TO_BV ||
                       op == TERM_BV_ZERO_EXTEND || op == TERM_BV_SIGN_EXTEND || op == TERM_BV_ROTATE_LEFT ||
                       op == TERM_BV_ROTATE_RIGHT;
            if (one || op == TERM_BV_EXTRACT) q[0] = term_parameter(p.simple, simple, 0);
            if (op == TERM_BV_EXTRACT) q[1] = term_parameter(p.simple, simple, 1);
            term again = term_make(p.simple, op, args, n, q[0], q[1]);
            if (term_same(again, simple)) continue;
            struct text t = {0};
            print_term(&t, p.simple, simple);
            text_add(&t, "\n  became  ");
            print_term(&t, p.simple, again);
            fail_msg("seed %llu: %s", (unsigned long long)seed, t.data);
        }
        pair_fini(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operator_means_the_same),
        cmocka_unit_test(simplified_terms_mean_the_same),
        cmocka_unit_test(narrow_terms_mean_the_same),
        cmocka_unit_test(simplification_is_idempotent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
