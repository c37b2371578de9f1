#include "evidence/slice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { PAIRS = 50 };

/* Pairs of latches a_i and b_i, where b_i gets a_i and is bad. Latch a_i holds its value. */
static struct circuit *pairs(void) {
    struct circuit *c = circuit_new();
    for (uint32_t i = 0; i < PAIRS; i++) {
        aig_lit a = circuit_add_latch(c, NULL), b = circuit_add_latch(c, NULL);
        vec_last(&c->latches).next = a;
        circuit_add_property(c, b, NULL, i);
    }
    return c;
}

static aig_lit a_of(const struct invariant *inv, uint32_t pair) {
    return inv->latches.data[2 * pair];
}

static aig_lit b_of(const struct invariant *inv, uint32_t pair) {
    return inv->latches.data[2 * pair + 1];
}

/* "Everything is false", one conjunct per latch. */
static struct invariant *all_false(const struct circuit *c) {
    struct invariant *inv = invariant_new(c);
    for (uint32_t i = 0; i < c->latches.size; i++) invariant_add(inv, aig_not(inv->latches.data[i]));
    return inv;
}

/* The part for the property has exactly these literals as conjuncts. */
static void expect_literals(const struct invariant *inv, const struct circuit *c, uint32_t property,
                            const aig_lit *literals, uint32_t n) {
    struct invariant *part = invariant_slice(inv, c, property);
    assert_non_null(part);
    assert_int_equal(part->depth, inv->depth);
    assert_int_equal(part->latches.size, c->latches.size);
    assert_int_equal(part->conjuncts.size, n);
    for (uint32_t i = 0; i < n; i++) assert_int_equal(part->conjuncts.data[i].code, literals[i].code);
    invariant_free(part);
}

static void keeps_what_the_cone_mentions(void **state) {
    (void)state;
    struct circuit *c = pairs();
    struct invariant *inv = all_false(c);
    inv->depth = 3;
    for (uint32_t i = 0; i < PAIRS; i += 7)
        expect_literals(inv, c, i, (aig_lit[]){aig_not(a_of(inv, i)), aig_not(b_of(inv, i))}, 2);
    invariant_free(inv);
    circuit_free(c);
}

/* The cone of a constraint counts, too, and so does what a reset function depends on. */
static void constraints_and_resets_belong_to_the_cone(void **state) {
    (void)state;
    struct circuit *c = pairs();
    struct invariant *inv = all_false(c);
    circuit_add_constraint(c, aig_not(c->latches.data[2 * 9].lit), NULL);
    c->latches.data[2 * 3].reset = c->latches.data[2 * 5].lit;
    aig_lit expected[] = {aig_not(a_of(inv, 3)), aig_not(b_of(inv, 3)), aig_not(a_of(inv, 5)),
                          aig_not(a_of(inv, 9))};
    expect_literals(inv, c, 3, expected, 4);
    invariant_free(inv);
    circuit_free(c);
}

/* Every pair equals the first one: a pair needs its own two equalities and what is known of the first. */
static void a_merge_brings_the_other_cone_along(void **state) {
    (void)state;
    struct circuit *c = pairs();
    struct invariant *inv = invariant_new(c);
    invariant_add(inv, aig_not(a_of(inv, 0)));
    invariant_add(inv, aig_not(b_of(inv, 0)));
    for (uint32_t i = 1; i < PAIRS; i++) {
        invariant_add_equality(inv, a_of(inv, 0), a_of(inv, i));
        invariant_add_equality(inv, b_of(inv, i), b_of(inv, 0));
    }
    struct invariant *part = invariant_slice(inv, c, 4);
    assert_int_equal(part->conjuncts.size, 4);
    bool *marks = mem_new_array(bool, aig_size(part->graph));
    vec_each (const aig_lit, l, &part->conjuncts) aig_mark_cone(part->graph, *l, marks);
    for (uint32_t i = 0; i < PAIRS; i++) {
        assert_int_equal(marks[aig_node(a_of(part, i))], i == 0 || i == 4);
        assert_int_equal(marks[aig_node(b_of(part, i))], i == 0 || i == 4);
    }
    mem_free(marks);
    invariant_free(part);
    expect_literals(inv, c, 0, (aig_lit[]){aig_not(a_of(inv, 0)), aig_not(b_of(inv, 0))}, 2);
    invariant_free(inv);
    circuit_free(c);
}

/* A clause about latches in the cone and others is left out; another formula brings the others along. */
static void clauses_and_other_formulas(void **state) {
    (void)state;
    struct circuit *c = pairs();
    for (int clause = 0; clause < 2; clause++) {
        struct invariant *inv = all_false(c);
        aig_lit both = aig_and(inv->graph, a_of(inv, 2), a_of(inv, 8));
        aig_lit neither = aig_and(inv->graph, aig_not(a_of(inv, 2)), aig_not(a_of(inv, 8)));
        invariant_add(inv, clause ? aig_not(both) : aig_or(inv->graph, neither, b_of(inv, 8)));
        struct invariant *part = invariant_slice(inv, c, 2);
        assert_int_equal(part->conjuncts.size, clause ? 2 : 5); /* those of both pairs, and the formula */
        invariant_free(part);
        invariant_free(inv);
    }
    circuit_free(c);
}

static void not_worth_it(void **state) {
    (void)state;
    struct circuit *c = pairs();
    struct invariant *inv = all_false(c);
    inv->simple_path = true;
    assert_null(invariant_slice(inv, c, 0));
    inv->simple_path = false;
    inv->conjuncts.size = 10; /* small */
    assert_null(invariant_slice(inv, c, 0));
    inv->conjuncts.size = 2 * PAIRS;
    for (uint32_t i = 0; i + 1 < PAIRS; i++) /* one large cone */
        c->latches.data[2 * i].next = c->latches.data[2 * i + 2].lit;
    assert_null(invariant_slice(inv, c, 0));
    expect_literals(inv, c, PAIRS - 1,
                    (aig_lit[]){aig_not(a_of(inv, PAIRS - 1)), aig_not(b_of(inv, PAIRS - 1))}, 2);
    invariant_free(inv);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_the_cone_mentions),
        cmocka_unit_test(constraints_and_resets_belong_to_the_cone),
        cmocka_unit_test(a_merge_brings_the_other_cone_along),
        cmocka_unit_test(clauses_and_other_formulas),
        cmocka_unit_test(not_worth_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
