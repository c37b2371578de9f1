/* Functions found in formulas: what is found in hand-made systems, and that random systems keep their meaning. */
#include "transform/system/functional.h"

#include "base/random.h"
#include "logic/print.h"
#include "logic/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Four states of each sort, a bit vector, and inputs. */
struct fixture {
    struct system *system;
    struct terms *b;
    term x[4], x1[4]; /* Int */
    term r[4], r1[4]; /* Real */
    term p[4], p1[4]; /* Bool */
    term in, choice;
};

static struct fixture fixture(enum terms_mode mode) {
    struct fixture f = {.system = system_new(mode)};
    f.b = f.system->terms;
    for (int i = 0; i < 4; i++) {
        const struct {
            char letter;
            sort sort;
            term *now, *next;
        } kinds[] = {{'x', sort_int(), &f.x[i], &f.x1[i]},
                     {'r', sort_real(), &f.r[i], &f.r1[i]},
                     {'p', sort_bool(), &f.p[i], &f.p1[i]}};
        for (int k = 0; k < 3; k++) {
            char name[3] = {kinds[k].letter, (char)('0' + i), 0};
            struct system_state *s = system_add_state(f.system, name, kinds[k].sort, NULL);
            *kinds[k].now = s->now;
            *kinds[k].next = s->next;
        }
    }
    f.in = system_add_input(f.system, "in", sort_int())->now;
    f.choice = system_add_input(f.system, "choice", sort_bool())->now;
    return f;
}

static term function_of(const struct fixture *f, term next) {
    vec_each (struct system_state, s, &f->system->states)
        if (term_same(s->next, next)) return s->update;
    return TERM_NONE;
}

static term first_of(const struct fixture *f, term now) {
    vec_each (struct system_state, s, &f->system->states)
        if (term_same(s->now, now)) return s->first;
    return TERM_NONE;
}

static void assert_function(const struct fixture *f, term next, const char *expected) {
    struct text text = {0};
    term update = function_of(f, next);
    if (expected) {
        assert_false(term_is_none(update));
        print_term(&text, f->b, update);
        assert_string_equal(text.data, expected);
    } else {
        assert_true(term_is_none(update));
    }
    text_fini(&text);
}

static void set_trans(struct fixture *f, const term *conjuncts, uint32_t n) {
    f->system->trans = term_and(f->b, conjuncts, n);
}

#define TRANS(f, ...) set_trans(f, (term[]){__VA_ARGS__}, sizeof((term[]){__VA_ARGS__}) / sizeof(term))

/* All forms of equations. */
static void test_equations(void **state) {
    (void)state;
    struct fixture f = fixture(TERMS_SIMPLIFY);
    struct terms *b = f.b;
    term one = term_integer(b, 1), x0_plus_1 = term_add2(b, f.x[0], one);
    TRANS(&f, term_eq(b, f.x1[0], x0_plus_1), term_eq(b, term_add2(b, f.x[0], f.in), f.x1[1]),
          term_eq(b, term_sub(b, f.x1[2], f.x[2]), one), term_eq(b, f.in, term_neg(b, f.x1[3])), f.p1[0],
          term_not(b, f.p1[1]), term_eq(b, f.p1[2], f.p[0]), term_xor(b, f.p1[3], f.choice));
    system_make_functional(f.system);
    assert_function(&f, f.x1[0], "(+ x0 1)");
    assert_function(&f, f.x1[1], "(+ x0 in)");
    assert_function(&f, f.x1[2], "(+ x2 1)");
    assert_function(&f, f.x1[3], "(* (- 1) in)");
    assert_function(&f, f.p1[0], "true");
    assert_function(&f, f.p1[1], "false");
    assert_function(&f, f.p1[2], "p0");
    assert_function(&f, f.p1[3], "(not choice)");
    assert_function(&f, f.r1[0], NULL);
    assert_true(term_is(b, f.system->trans, TERM_TRUE));
    system_free(f.system);
}

/* 2x' = x has no function over the integers, but over the reals. */
static void test_coefficients(void **state) {
    (void)state;
    struct fixture f = fixture(TERMS_SIMPLIFY);
    struct terms *b = f.b;
    term two = term_integer(b, 2), half = term_make(b, TERM_TO_REAL, &two, 1, 0, 0);
    TRANS(&f, term_eq(b, term_mul2(b, two, f.x1[0]), f.x[0]),
          term_eq(b, term_mul2(b, half, f.r1[0]), f.r[0]));
    system_make_functional(f.system);
    assert_function(&f, f.x1[0], NULL);
    assert_function(&f, f.r1[0], "(* (/ 1.0 2.0) r0)");
    assert_false(term_is(b, f.system->trans, TERM_TRUE));
    system_free(f.system);
}

/* A chain of next states in the wrong order, a circle, and two equations for one variable. */
static void test_dependencies(void **state) {
    (void)state;
    struct fixture f = fixture(TERMS_PLAIN);
    struct terms *b = f.b;
    term one = term_integer(b, 1);
    TRANS(&f, term_eq(b, f.x1[2], term_add2(b, f.x1[1], f.x1[0])),
          term_eq(b, f.x1[1], term_add2(b, f.x1[0], one)), term_eq(b, f.x1[0], f.in),
          term_eq(b, f.p1[0], term_not(b, f.p1[1])), term_eq(b, f.p1[1], term_and2(b, f.p1[0], f.p[0])),
          term_eq(b, f.x1[0], f.x[3]), term_le(b, f.x1[1], f.x1[3]),
          term_eq(b, f.r1[0], term_add2(b, f.r1[0], f.r[0])));
    system_make_functional(f.system);
    assert_function(&f, f.x1[0], "in");
    assert_function(&f, f.x1[1], "(+ in 1)");
    assert_function(&f, f.x1[2], "(+ (+ in 1) in)");
    assert_function(&f, f.p1[0], NULL);
    assert_function(&f, f.p1[1], NULL);
    assert_function(&f, f.r1[0], NULL);
    struct text text = {0};
    print_term(&text, b, f.system->trans);
    assert_string_equal(text.data,
                        "(and (= |p0'| (not |p1'|)) (= |p1'| (and |p0'| p0)) (= in x3) (<= (+ in 1) |x3'|)"
                        " (= |r0'| (+ |r0'| r0)))");
    text_fini(&text);
    system_free(f.system);
}

static void test_initial_values(void **state) {
    (void)state;
    struct fixture f = fixture(TERMS_SIMPLIFY);
    struct terms *b = f.b;
    term conjuncts[] = {term_eq(b, f.x[0], term_integer(b, 3)), term_not(b, f.p[0]),
                        term_eq(b, f.x[1], f.x[0]), term_eq(b, f.x[2], f.in), term_or2(b, f.p[0], f.p[1])};
    f.system->init = term_and(b, conjuncts, 5);
    system_make_functional(f.system);
    assert_true(term_same(first_of(&f, f.x[0]), term_integer(b, 3)));
    assert_true(term_same(first_of(&f, f.x[1]), term_integer(b, 3)));
    assert_true(term_same(first_of(&f, f.p[0]), term_false(b)));
    assert_true(term_is_none(first_of(&f, f.p[1])));
    assert_true(term_is_none(first_of(&f, f.x[2])));
    assert_true(term_same(f.system->init, term_and2(b, f.p[1], term_eq(b, f.x[2], f.in))));
    system_free(f.system);
}

/* Random systems. */

static term pick(struct random *r, const term *a, const term *b) {
    return random_one_in(r, 2) ? a[random_below(r, 4)] : b[random_below(r, 4)];
}

static term random_int(struct random *r, struct fixture *f) {
    struct terms *b = f->b;
    term x = pick(r, f->x, f->x1), y = random_one_in(r, 3) ? f->in : pick(r, f->x, f->x1);
    switch (random_below(r, 5)) {
    case 0: return term_integer(b, (long)random_below(r, 5) - 2);
    case 1: return term_add2(b, x, term_mul2(b, term_integer(b, (long)random_below(r, 5) - 2), y));
    case 2: return term_ite(b, pick(r, f->p, f->p1), x, y);
    case 3: return term_sub(b, x, y);
    default: return x;
    }
}

static term random_conjunct(struct random *r, struct fixture *f) {
    struct terms *b = f->b;
    term p = pick(r, f->p, f->p1), q = random_one_in(r, 3) ? f->choice : pick(r, f->p, f->p1);
    switch (random_below(r, 9)) {
    case 0: return p;
    case 1: return term_not(b, p);
    case 2: return term_eq(b, p, term_or2(b, q, f->choice));
    case 3: return term_xor(b, p, q);
    case 4: return term_not(b, term_eq(b, p, q));
    case 5: return term_le(b, random_int(r, f), random_int(r, f));
    case 6: return term_or2(b, p, term_eq(b, random_int(r, f), random_int(r, f)));
    default: return term_eq(b, random_int(r, f), random_int(r, f));
    }
}

/* Small values, so that random states often satisfy a formula. */
static void random_state(struct random *r, struct evaluation *e, const struct fixture *f) {
    struct terms *b = f->b;
    for (int i = 0; i < 4; i++) {
        const term ints[] = {f->x[i], f->x1[i]}, bools[] = {f->p[i], f->p1[i]};
        for (int k = 0; k < 2; k++) {
            evaluation_set(e, ints[k], term_integer(b, (long)random_below(r, 3) - 1));
            evaluation_set(e, bools[k], term_bool(b, random_one_in(r, 2)));
        }
    }
    evaluation_set(e, f->in, term_integer(b, (long)random_below(r, 3) - 1));
    evaluation_set(e, f->choice, term_bool(b, random_one_in(r, 2)));
}

static void test_random_systems(void **state) {
    (void)state;
    uint32_t satisfied = 0, functions = 0;
    for (uint32_t seed = 0; seed < 300; seed++) {
        struct random r;
        random_init(&r, seed);
        struct fixture f = fixture(seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        term_list trans = {0}, init = {0};
        for (uint32_t i = 1 + random_below(&r, 6); i; i--) vec_push(&trans, random_conjunct(&r, &f));
        for (uint32_t i = random_below(&r, 4); i; i--)
            vec_push(&init, term_eq(f.b, f.x[random_below(&r, 4)],
                                    random_one_in(&r, 2) ? f.x[random_below(&r, 4)] : term_integer(f.b, 1)));
        f.system->trans = term_and(f.b, trans.data, trans.size);
        f.system->init = term_and(f.b, init.data, init.size);
        term old_trans = f.system->trans, old_init = f.system->init;
        system_make_functional(f.system);
        assert_null(system_check(f.system));
        term new_trans = system_trans_formula(f.system), new_init = system_init_formula(f.system);
        vec_each (struct system_state, s, &f.system->states) functions += !term_is_none(s->update);
        struct evaluation e;
        evaluation_init(&e, f.b);
        for (uint32_t i = 0; i < 500; i++) {
            evaluation_reset(&e);
            random_state(&r, &e, &f);
            term value = evaluate(&e, old_trans);
            satisfied += term_is(f.b, value, TERM_TRUE);
            assert_true(term_same(value, evaluate(&e, new_trans)));
            assert_true(term_same(evaluate(&e, old_init), evaluate(&e, new_init)));
        }
        evaluation_fini(&e);
        vec_free(&trans);
        vec_free(&init);
        system_free(f.system);
    }
    assert_in_range(satisfied, 1000, UINT32_MAX);
    assert_in_range(functions, 200, UINT32_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equations),      cmocka_unit_test(test_coefficients),
        cmocka_unit_test(test_dependencies),   cmocka_unit_test(test_initial_values),
        cmocka_unit_test(test_random_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
