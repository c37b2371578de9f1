/* And-inverter graphs against truth tables: six leaves, one 64-bit word per node. */
#include "aig/simulate.h"

#include "base/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { LEAVES = 6 };

static const uint64_t leaf_tables[LEAVES] = {0xaaaaaaaaaaaaaaaau, 0xccccccccccccccccu, 0xf0f0f0f0f0f0f0f0u,
                                             0xff00ff00ff00ff00u, 0xffff0000ffff0000u, 0xffffffff00000000u};

/* Leaves are nodes 1..LEAVES in every graph here. */
static struct aig *graph_with_leaves(void) {
    struct aig *g = aig_new();
    for (int i = 0; i < LEAVES; i++) aig_leaf(g);
    return g;
}

static uint64_t signed_table(const u64s *tables, aig_lit l) {
    return tables->data[aig_node(l)] ^ -(uint64_t)aig_sign(l);
}

/* Computed here, not by simulate_words, and only for the nodes that are new. */
static uint64_t table_of(const struct aig *g, u64s *tables, aig_lit l) {
    for (uint32_t node = tables->size; node < aig_size(g); node++) {
        uint64_t table = 0;
        if (aig_is_gate(g, node))
            table = signed_table(tables, aig_left(g, node)) & signed_table(tables, aig_right(g, node));
        else if (node)
            table = leaf_tables[node - 1];
        vec_push(tables, table);
    }
    return signed_table(tables, l);
}

static aig_lit random_literal(struct random *r, const struct aig *g) {
    return aig_make(random_below(r, aig_size(g)), random_one_in(r, 2));
}

static struct aig *random_raw_graph(struct random *r, uint32_t gates) {
    struct aig *g = graph_with_leaves();
    while (gates--) aig_raw_and(g, random_literal(r, g), random_literal(r, g));
    return g;
}

/* Gates made by aig_and: ordered, not trivial, and no two alike. */
static void assert_reduced(const struct aig *g) {
    struct hash_map seen = {0};
    for (uint32_t i = 0; i < aig_size(g); i++) {
        if (!aig_is_gate(g, i)) continue;
        aig_lit l = aig_left(g, i), r = aig_right(g, i);
        assert_true(l.code > r.code && !aig_is_constant(r) && aig_node(l) != aig_node(r));
        uint64_t key = (uint64_t)l.code << 32 | r.code;
        assert_int_equal(hash_map_get(&seen, key), HASH_NONE);
        hash_map_put(&seen, key, i);
    }
    hash_map_free(&seen);
}

/* A random literal over the first `leaves` leaves: the fewer, the more sharing. */
static aig_lit shared_literal(struct random *r, const struct aig *g, uint32_t leaves) {
    aig_lit l = random_literal(r, g);
    uint32_t node = aig_node(l);
    return node > leaves && node <= LEAVES ? aig_make(1 + node % leaves, aig_sign(l)) : l;
}

/* All pairs of literals of small random graphs, so that every rule meets every combination of signs. */
static void and_is_conjunction(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct random r;
        random_init(&r, seed);
        struct aig *g = graph_with_leaves();
        uint32_t leaves = 2 + random_below(&r, LEAVES - 1);
        for (int i = 0; i < 20; i++) aig_and(g, shared_literal(&r, g, leaves), shared_literal(&r, g, leaves));
        u64s tables = {0};
        uint32_t literals = 2 * aig_size(g), bad;
        for (uint32_t a = 0; a < literals; a++) {
            for (uint32_t b = 0; b < literals; b++) {
                aig_lit x = {a}, y = {b}, z = aig_and(g, x, y);
                uint64_t expected = table_of(g, &tables, x) & table_of(g, &tables, y);
                assert_true(table_of(g, &tables, z) == expected);
                assert_true(aig_same(z, aig_and(g, y, x)));
            }
        }
        assert_reduced(g);
        assert_true(aig_check(g, &bad));
        vec_free(&tables);
        aig_free(g);
    }
}

/* Each rule by itself: the result is a literal that was there before, or one gate over such literals. */
static void rules_simplify(void **state) {
    (void)state;
    struct aig *g = graph_with_leaves();
    aig_lit p = aig_make(1, false), q = aig_make(2, false), r = aig_make(3, false);
    aig_lit pq = aig_and(g, p, q), npr = aig_and(g, aig_not(p), r), npq = aig_and(g, aig_not(p), q),
            pr = aig_and(g, p, r), pnq = aig_and(g, p, aig_not(q)), pqnr = aig_and(g, pq, aig_not(r));
    uint32_t size = aig_size(g);
    const struct {
        aig_lit left, right, result;
    } rules[] = {
        {p, AIG_FALSE, AIG_FALSE},
        {p, AIG_TRUE, p},
        {p, p, p},
        {p, aig_not(p), AIG_FALSE},
        {pq, p, pq},
        {pq, aig_not(q), AIG_FALSE},
        {aig_not(pq), aig_not(p), aig_not(p)},   /* absorption */
        {aig_not(pq), p, pnq},                   /* substitution */
        {pq, npr, AIG_FALSE},                    /* contradiction of two gates */
        {pq, aig_not(npr), pq},                  /* subsumption */
        {pq, aig_not(pr), pqnr},                 /* substitution through two gates */
        {aig_not(pq), aig_not(npq), aig_not(q)}, /* resolution */
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        assert_int_equal(aig_and(g, rules[i].left, rules[i].right).code, rules[i].result.code);
        assert_int_equal(aig_and(g, rules[i].right, rules[i].left).code, rules[i].result.code);
    }
    assert_int_equal(aig_size(g), size);
    aig_free(g);
}

static void operators_have_their_tables(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 3);
    struct aig *g = random_raw_graph(&r, 30);
    u64s tables = {0};
    for (int i = 0; i < 3000; i++) {
        aig_lit x = random_literal(&r, g), y = random_literal(&r, g), z = random_literal(&r, g);
        if (aig_size(g) > 1000) break;
        uint64_t a = table_of(g, &tables, x), b = table_of(g, &tables, y), c = table_of(g, &tables, z);
        assert_true(table_of(g, &tables, aig_or(g, x, y)) == (a | b));
        assert_true(table_of(g, &tables, aig_xor(g, x, y)) == (a ^ b));
        assert_true(table_of(g, &tables, aig_equal(g, x, y)) == ~(a ^ b));
        assert_true(table_of(g, &tables, aig_implies(g, x, y)) == (~a | b));
        assert_true(table_of(g, &tables, aig_ite(g, x, y, z)) == ((a & b) | (~a & c)));
    }
    vec_free(&tables);
    aig_free(g);
}

static void long_conjunctions_are_balanced(void **state) {
    (void)state;
    struct aig *g = aig_new();
    aig_lit literals[100];
    assert_true(aig_same(aig_and_all(g, NULL, 0), AIG_TRUE));
    assert_true(aig_same(aig_or_all(g, NULL, 0), AIG_FALSE));
    for (int i = 0; i < 100; i++) literals[i] = aig_not_if(aig_leaf(g), i & 1);
    assert_true(aig_same(aig_and_all(g, literals, 1), literals[0]));
    aig_lit all = aig_and_all(g, literals, 100), any = aig_or_all(g, literals, 100);
    uint64_t *values = mem_new_array(uint64_t, aig_size(g));
    uint32_t *depth = mem_new_array(uint32_t, aig_size(g));
    for (int i = 0; i < 100; i++) { /* pattern 0: all true, 1: all but the last true, 2: all false */
        uint64_t wanted = i == 99 ? 1 : 3;
        values[aig_node(literals[i])] = aig_sign(literals[i]) ? ~wanted : wanted;
    }
    simulate_words(g, values);
    assert_int_equal(simulate_word(values, all) & 7, 1);
    assert_int_equal(simulate_word(values, any) & 7, 3);
    for (uint32_t i = 0; i < aig_size(g); i++) {
        if (!aig_is_gate(g, i)) continue;
        uint32_t l = depth[aig_node(aig_left(g, i))], r = depth[aig_node(aig_right(g, i))];
        depth[i] = 1 + (l > r ? l : r);
        assert_in_range(depth[i], 1, 7);
    }
    mem_free(values);
    mem_free(depth);
    aig_free(g);
}

static void cones_are_copied(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 4);
    for (int round = 0; round < 100; round++) {
        struct aig *from = random_raw_graph(&r, 60), *to = graph_with_leaves();
        u64s from_tables = {0}, to_tables = {0};
        aig_lit *map = mem_alloc(aig_size(from) * sizeof *map);
        bool *marks = mem_new_array(bool, aig_size(from));
        for (uint32_t i = 0; i < aig_size(from); i++) map[i] = i <= LEAVES ? aig_make(i, false) : AIG_NONE;
        for (int i = 0; i < 3; i++) {
            aig_lit root = random_literal(&r, from), image = aig_copy_cone(to, from, root, map);
            assert_true(table_of(from, &from_tables, root) == table_of(to, &to_tables, image));
            aig_mark_cone(from, root, marks);
        }
        for (uint32_t i = LEAVES + 1; i < aig_size(from);
             i++) { /* exactly the cones, each node as its own function */
            assert_int_equal(map[i].code != UINT32_MAX, marks[i]);
            if (!marks[i]) continue;
            assert_true(table_of(from, &from_tables, aig_make(i, false)) == table_of(to, &to_tables, map[i]));
            assert_true(marks[aig_node(aig_left(from, i))] && marks[aig_node(aig_right(from, i))]);
        }
        assert_reduced(to);
        vec_free(&from_tables);
        vec_free(&to_tables);
        mem_free(map);
        mem_free(marks);
        aig_free(from);
        aig_free(to);
    }
}

static void deep_cones_do_not_recurse(void **state) {
    (void)state;
    enum { DEPTH = 1000000 };
    struct aig *from = aig_new(), *to = aig_new();
    aig_lit x = aig_leaf(from), y = aig_leaf(from), top = x;
    for (int i = 0; i < DEPTH; i++) top = aig_raw_and(from, aig_not(top), i & 1 ? x : y);
    aig_lit *map = mem_alloc(aig_size(from) * sizeof *map);
    bool *marks = mem_new_array(bool, aig_size(from));
    memset(map, 0xff, aig_size(from) * sizeof *map);
    map[0] = AIG_FALSE;
    map[1] = aig_leaf(to);
    map[2] = aig_leaf(to);
    aig_copy_cone(to, from, top, map);
    aig_mark_cone(from, top, marks);
    for (uint32_t i = 1; i < aig_size(from); i++) assert_true(marks[i] && map[i].code != UINT32_MAX);
    mem_free(map);
    mem_free(marks);
    aig_free(from);
    aig_free(to);
}

static void if_then_else_is_recognised(void **state) {
    (void)state;
    struct aig *g = graph_with_leaves();
    for (uint32_t signs = 0; signs < 8; signs++) {
        aig_lit c = aig_make(1, signs & 1), t = aig_make(2, signs >> 1 & 1), e = aig_make(3, signs >> 2);
        aig_lit ites[] = {aig_ite(g, c, t, e), aig_xor(g, c, t), aig_equal(g, c, e)};
        for (int i = 0; i < 3; i++) {
            aig_lit condition, then, otherwise;
            assert_true(aig_match_ite(g, aig_node(ites[i]), &condition, &then, &otherwise));
            assert_int_equal(i ? aig_same(then, aig_not(otherwise)) : aig_node(condition), 1);
        }
    }
    aig_free(g);
}

/* Whatever matches is that function, in any graph; and a plain conjunction does not match. */
static void matches_are_right(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 5);
    uint32_t matches = 0;
    for (int round = 0; round < 200; round++) {
        struct aig *g = random_raw_graph(&r, 100);
        u64s tables = {0};
        for (uint32_t i = LEAVES + 1; i < aig_size(g); i++) {
            aig_lit c, t, e;
            if (!aig_match_ite(g, i, &c, &t, &e)) continue;
            uint64_t condition = table_of(g, &tables, c);
            uint64_t expected =
                (condition & table_of(g, &tables, t)) | (~condition & table_of(g, &tables, e));
            assert_true(table_of(g, &tables, aig_make(i, false)) == expected);
            matches++;
        }
        vec_free(&tables);
        aig_free(g);
    }
    assert_true(matches > 20);
    struct aig *g = graph_with_leaves();
    aig_lit gate = aig_and(g, aig_make(1, true), aig_make(2, true)), c, t, e;
    assert_false(aig_match_ite(g, aig_node(gate), &c, &t, &e));
    gate = aig_and(g, aig_not(gate), aig_not(aig_and(g, aig_make(3, false), aig_make(4, false))));
    assert_false(aig_match_ite(g, aig_node(gate), &c, &t, &e));
    aig_free(g);
}

static void copies_are_independent(void **state) {
    (void)state;
    struct aig *g = graph_with_leaves();
    aig_lit gate = aig_and(g, aig_make(1, false), aig_make(2, false));
    struct aig *copy = aig_copy(g);
    assert_true(
        aig_same(aig_and(copy, aig_make(2, false), aig_make(1, false)), gate)); /* still hash-consed */
    aig_and(copy, gate, aig_make(3, false));
    assert_int_equal(aig_size(copy), aig_size(g) + 1);
    assert_int_equal(copy->gates, g->gates + 1);
    aig_free(g);
    uint32_t bad;
    assert_true(aig_check(copy, &bad));
    aig_free(copy);
}

static void validator_finds_broken_graphs(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 6);
    struct aig *g = random_raw_graph(&r, 10);
    uint32_t bad, gate = LEAVES + 5;
    struct aig_gate good = g->nodes.data[gate];
    assert_true(aig_check(g, &bad));
    g->nodes.data[gate].left = aig_make(gate, true); /* itself */
    assert_false(aig_check(g, &bad));
    assert_int_equal(bad, gate);
    g->nodes.data[gate] = good;
    g->nodes.data[gate].right = aig_make(gate + 1, false); /* a later node */
    assert_false(aig_check(g, &bad));
    assert_int_equal(bad, gate);
    g->nodes.data[gate] = good;
    assert_true(aig_check(g, &bad));
    g->gates++;
    assert_false(aig_check(g, &bad));
    aig_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(and_is_conjunction),
        cmocka_unit_test(rules_simplify),
        cmocka_unit_test(operators_have_their_tables),
        cmocka_unit_test(long_conjunctions_are_balanced),
        cmocka_unit_test(cones_are_copied),
        cmocka_unit_test(deep_cones_do_not_recurse),
        cmocka_unit_test(if_then_else_is_recognised),
        cmocka_unit_test(matches_are_right),
        cmocka_unit_test(copies_are_independent),
        cmocka_unit_test(validator_finds_broken_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
