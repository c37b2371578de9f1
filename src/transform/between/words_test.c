/* Conjuncts about bits and what is said of words instead mean the same. */
#include "transform/between/words.h"

#include "base/random.h"
#include "logic/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static bool all_hold(struct terms *b, const term_list *conjuncts, term x, term y, uint32_t xv, uint32_t yv,
                     uint32_t width) {
    struct evaluation e;
    evaluation_init(&e, b);
    evaluation_set(&e, x, term_bits_ui(b, xv, width));
    evaluation_set(&e, y, term_bits_ui(b, yv, width));
    bool all = true;
    vec_each (const term, t, conjuncts) all = all && term_is(b, evaluate(&e, *t), TERM_TRUE);
    evaluation_fini(&e);
    return all;
}

static term random_conjunct(struct random *r, struct terms *b, term x, term y, uint32_t width) {
    uint32_t i = random_below(r, width), j = random_one_in(r, 6) ? random_below(r, width) : i;
    term left = term_bit(b, x, i), right = term_bit(b, y, j), t;
    if (random_one_in(r, 3)) left = term_not(b, left);
    if (random_one_in(r, 3)) right = term_not(b, right);
    switch (random_below(r, 4)) {
    case 0: t = left; break;
    case 1: t = right; break;
    case 2: t = term_eq(b, left, right); break;
    default: t = random_one_in(r, 3) ? term_or2(b, left, right) : term_eq(b, right, left); break;
    }
    return random_one_in(r, 4) ? term_not(b, t) : t;
}

static void test_random(void **state) {
    (void)state;
    uint32_t shorter = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct random r;
        random_init(&r, seed);
        struct terms *b = terms_new(seed % 2 ? TERMS_SIMPLIFY : TERMS_PLAIN);
        uint32_t width = 2 + random_below(&r, 2);
        term x = term_variable(b, "x", sort_bv(b, width)), y = term_variable(b, "y", sort_bv(b, width));
        term_list before = {0}, after = {0};
        uint32_t n = random_below(&r, 7);
        for (uint32_t i = 0; i < n; i++) vec_push(&before, random_conjunct(&r, b, x, y, width));
        vec_append(&after, before.data, before.size);
        conjuncts_in_words(b, &after);
        assert_true(after.size <= before.size);
        shorter += after.size < before.size;
        for (uint32_t v = 0; v < 1u << 2 * width; v++) {
            uint32_t xv = v & ((1u << width) - 1), yv = v >> width;
            assert_int_equal(all_hold(b, &before, x, y, xv, yv, width),
                             all_hold(b, &after, x, y, xv, yv, width));
        }
        vec_free(&before);
        vec_free(&after);
        terms_free(b);
    }
    assert_true(shorter > 50);
}

static void test_whole_words(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_bv(b, 8)), y = term_variable(b, "y", sort_bv(b, 8));
    term_list list = {0};
    for (uint32_t i = 0; i < 8; i++) vec_push(&list, term_eq(b, term_bit(b, y, i), term_bit(b, x, i)));
    conjuncts_in_words(b, &list);
    assert_int_equal(list.size, 1);
    assert_true(term_same(list.data[0], term_eq(b, x, y)));
    vec_clear(&list);
    for (uint32_t i = 0; i < 8; i++)
        vec_push(&list, i == 2 ? term_bit(b, x, i) : term_not(b, term_bit(b, x, i)));
    conjuncts_in_words(b, &list);
    assert_int_equal(list.size, 1);
    assert_true(term_same(list.data[0], term_eq(b, x, term_bits_ui(b, 4, 8))));
    vec_free(&list);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_whole_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
