#include "aig/simulate.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { LEAVES = 6, GATES = 40 };

static struct aig *random_graph(struct random *r) {
    struct aig *g = aig_new();
    for (int i = 0; i < LEAVES; i++) aig_leaf(g);
    for (int i = 0; i < GATES; i++) {
        aig_lit l = aig_make(random_below(r, aig_size(g)), random_one_in(r, 2));
        aig_raw_and(g, l, aig_make(random_below(r, aig_size(g)), random_one_in(r, 2)));
    }
    return g;
}

/* One pattern, node by node. */
static bool evaluate(const struct aig *g, aig_lit l, const bool *leaves) {
    uint32_t node = aig_node(l);
    bool value = node && node <= LEAVES && leaves[node - 1];
    if (aig_is_gate(g, node))
        value = evaluate(g, aig_left(g, node), leaves) && evaluate(g, aig_right(g, node), leaves);
    return value != aig_sign(l);
}

static void words_are_64_evaluations(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 1);
    for (int round = 0; round < 20; round++) {
        struct aig *g = random_graph(&r);
        uint64_t values[1 + LEAVES + GATES];
        values[0] = random_word(&r); /* must be overwritten */
        for (int i = 1; i <= LEAVES; i++) values[i] = random_word(&r);
        simulate_words(g, values);
        for (int pattern = 0; pattern < 64; pattern += 7) {
            bool leaves[LEAVES];
            for (int i = 0; i < LEAVES; i++) leaves[i] = values[i + 1] >> pattern & 1;
            for (uint32_t code = 0; code < 2 * aig_size(g); code += 5) {
                aig_lit l = {code};
                assert_int_equal(simulate_word(values, l) >> pattern & 1, evaluate(g, l, leaves));
            }
        }
        aig_free(g);
    }
}

/* A ternary result that is known holds under every way of filling in the unknown leaves. */
static void ternary_is_sound(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 2);
    uint32_t known = 0, unknown = 0;
    for (int round = 0; round < 200; round++) {
        struct aig *g = random_graph(&r);
        uint8_t ternary[1 + LEAVES + GATES];
        uint64_t values[1 + LEAVES + GATES];
        ternary[0] = TERNARY_X; /* must be overwritten */
        for (int i = 1; i <= LEAVES; i++) {
            ternary[i] = (uint8_t)random_below(&r, 3);
            values[i] = ternary[i] == TERNARY_X      ? random_word(&r)
                        : ternary[i] == TERNARY_TRUE ? ~UINT64_C(0)
                                                     : 0;
        }
        simulate_ternary(g, ternary);
        simulate_words(g, values);
        for (uint32_t code = 0; code < 2 * aig_size(g); code++) {
            aig_lit l = {code};
            enum ternary value = simulate_ternary_value(ternary, l);
            if (value == TERNARY_X)
                unknown++;
            else
                assert_true(simulate_word(values, l) == (value == TERNARY_TRUE ? ~UINT64_C(0) : 0)), known++;
        }
        aig_free(g);
    }
    assert_true(known > 1000 && unknown > 1000);
}

static void ternary_tables(void **state) {
    (void)state;
    struct aig *g = aig_new();
    aig_lit a = aig_leaf(g), b = aig_leaf(g), and = aig_raw_and(g, a, b);
    static const enum ternary F = TERNARY_FALSE, T = TERNARY_TRUE, X = TERNARY_X;
    const enum ternary expected[3][3] = {{F, F, F}, {F, T, X}, {F, X, X}};
    for (uint8_t x = 0; x < 3; x++) {
        for (uint8_t y = 0; y < 3; y++) {
            uint8_t values[4] = {0, x, y, 0};
            simulate_ternary(g, values);
            assert_int_equal(simulate_ternary_value(values, and), expected[x][y]);
            assert_int_equal(simulate_ternary_value(values, aig_not(and)), expected[x][y] == X   ? X
                                                                           : expected[x][y] == T ? F
                                                                                                 : T);
        }
    }
    aig_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_64_evaluations),
        cmocka_unit_test(ternary_is_sound),
        cmocka_unit_test(ternary_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
