/* Sweeping keeps the function and finds what is equal. */
#include "engine/bit/itp_sweep.h"

#include "aig/simulate.h"
#include "base/random.h"
#include "engine/bit/itp_cnf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { LEAVES = 6 };

/* All 64 assignments at once. */
static uint64_t table_of(const struct aig *g, aig_lit root) {
    static const uint64_t columns[LEAVES] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                             0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    uint64_t *values = mem_new_array(uint64_t, aig_size(g));
    for (uint32_t i = 0; i < LEAVES; i++) values[i + 1] = columns[i];
    simulate_words(g, values);
    uint64_t table = simulate_word(values, root);
    mem_free(values);
    return table;
}

static struct aig *graph_with_leaves(void) {
    struct aig *g = aig_new();
    for (uint32_t i = 0; i < LEAVES; i++) (void)aig_leaf(g);
    return g;
}

/* Sweeps from one such graph into another. */
static aig_lit sweep(struct aig *to, const struct aig *from, aig_lit root, struct stats *stats) {
    aig_lit *map = mem_new_array(aig_lit, aig_size(from));
    for (uint32_t i = 0; i <= LEAVES; i++) map[i] = aig_make(i, false);
    aig_lit result = sweep_copy_cone(to, from, root, map, 10000, NULL, stats);
    mem_free(map);
    return result;
}

static aig_lit random_literal(struct random *r, const struct aig *g) {
    return aig_make(1 + random_below(r, aig_size(g) - 1), random_one_in(r, 2));
}

static void random_formulas_keep_their_function(void **state) {
    (void)state;
    struct random r;
    struct stats stats = {0};
    random_init(&r, 11);
    for (int i = 0; i < 200; i++) {
        struct aig *from = graph_with_leaves(), *to = graph_with_leaves();
        for (uint32_t k = 20 + random_below(&r, 200); k-- > 0;)
            (void)aig_raw_and(from, random_literal(&r, from), random_literal(&r, from));
        for (int k = 0; k < 5; k++) {
            aig_lit root = random_literal(&r, from), copy = sweep(to, from, root, &stats);
            assert_true(table_of(from, root) == table_of(to, copy));
        }
        aig_free(from);
        aig_free(to);
    }
    assert_true(stats.itp_merged > 100);
}

/* Two ways to write a function of six leaves give one node, and their difference the constant. */
static void finds_equal_functions(void **state) {
    (void)state;
    struct aig *from = graph_with_leaves(), *to = graph_with_leaves();
    struct stats stats = {0};
    aig_lit left = AIG_FALSE, right = AIG_FALSE;
    for (uint32_t i = 1; i <= LEAVES; i++) left = aig_xor(from, left, aig_make(i, false));
    for (uint32_t i = LEAVES; i > 0; i--) right = aig_xor(from, right, aig_make(i, false));
    assert_false(aig_same(left, right));
    aig_lit difference = aig_xor(from, left, right);
    assert_true(aig_same(sweep(to, from, difference, &stats), AIG_FALSE));
    assert_true(stats.itp_merged >= 1);
    aig_free(from);
    aig_free(to);
}

/* With many leaves random patterns tell little: conjunctions look like false until queries find patterns. */
static void wide_conjunctions_stay_apart(void **state) {
    (void)state;
    enum { WIDE = 200 };
    struct aig *from = aig_new(), *to = aig_new();
    aig_lits leaves = {0}, map = {0};
    vec_push(&map, AIG_FALSE);
    for (uint32_t i = 0; i < WIDE; i++) {
        vec_push(&leaves, aig_leaf(from));
        vec_push(&map, aig_leaf(to));
    }
    aig_lit root = AIG_FALSE; /* pairwise different conjunctions of 40 leaves each */
    for (uint32_t i = 0; i + 40 <= WIDE; i++)
        root = aig_xor(from, root, aig_and_all(from, leaves.data + i, 40));
    while (map.size < aig_size(from)) vec_push(&map, AIG_NONE);
    aig_lit copy = sweep_copy_cone(to, from, root, map.data, 10000, NULL, NULL);
    /* equivalent, by CaDiCaL */
    aig_lits back = {0};
    vec_push(&back, AIG_FALSE);
    for (uint32_t i = 0; i < WIDE; i++) vec_push(&back, leaves.data[i]);
    while (back.size < aig_size(to)) vec_push(&back, AIG_NONE);
    aig_lit again = aig_copy_cone(from, to, copy, back.data);
    struct sat *sat = sat_cadical(NULL);
    struct cnf cnf;
    cnf_init(&cnf, from, sat);
    sat_add1(sat, cnf_lit(&cnf, aig_xor(from, again, root)));
    assert_int_equal(sat_solve(sat, NULL, 0), SAT_REFUTED);
    cnf_fini(&cnf);
    sat_free(sat);
    vec_free(&leaves);
    vec_free(&map);
    vec_free(&back);
    aig_free(from);
    aig_free(to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_formulas_keep_their_function),
        cmocka_unit_test(finds_equal_functions),
        cmocka_unit_test(wide_conjunctions_stay_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
