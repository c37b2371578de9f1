/* Equivalent CNF: compared with the formula by all assignments, and given up exactly above the number of
 * literals that is allowed. */
#include "base/random.h"
#include "engine/testing_program.h"
#include "engine/tree/tree.h"

enum { BOOLEANS = 4, VALUES = 4 };

struct bench {
    struct run run;
    struct events events;
    struct engine_task task;
    struct tree tree;
    term p[BOOLEANS], x; /* variables; x is an integer */
};

static const struct tree_mode clauses = {.interpolate = true}, raw = {.interpolate = true, .raw = true};

static void bench_init(struct bench *b, const struct tree_mode *mode, enum terms_mode terms) {
    static const char *const names[BOOLEANS] = {"p", "q", "r", "s"};
    struct program *program = program_new(terms);
    program->initial = testing_location(program, "start");
    program->error = testing_location(program, "E");
    for (int i = 0; i < BOOLEANS; i++) b->p[i] = testing_variable(program, names[i], sort_bool());
    b->x = testing_variable(program, "x", sort_int());
    testing_init(&b->run, program);
    b->events = (struct events){testing_event, &b->run};
    b->task = testing_task(&b->run, &b->events);
    tree_init(&b->tree, &b->task, mode);
}
static void bench_fini(struct bench *b) {
    tree_fini(&b->tree);
    testing_fini(&b->run);
}

static term integer(struct bench *b, long n) {
    return term_integer(b->tree.bank, n);
}

/* A conjunction of n new variables. */
static term conjunction(struct bench *b, int n) {
    term all = term_true(b->tree.bank);
    for (int i = 0; i < n; i++)
        all = term_and2(b->tree.bank, all, term_fresh(b->tree.bank, "v", sort_bool()));
    return all;
}

static term random_atom(struct bench *b, struct random *r) {
    term n = integer(b, random_below(r, VALUES));
    switch (random_below(r, 8)) {
    case 0: return term_le(b->tree.bank, b->x, n);
    case 1: return term_le(b->tree.bank, n, b->x);
    case 2: return term_eq(b->tree.bank, b->x, n);
    case 3: return random_one_in(r, 2) ? term_true(b->tree.bank) : term_false(b->tree.bank);
    default: return b->p[random_below(r, BOOLEANS)];
    }
}

/* Every connective in both polarities. */
static term random_formula(struct bench *b, struct random *r, int depth) {
    struct terms *bank = b->tree.bank;
    if (!depth || random_one_in(r, 6)) return random_atom(b, r);
    term x = random_formula(b, r, depth - 1), y = random_formula(b, r, depth - 1);
    switch (random_below(r, 6)) {
    case 0: return term_not(bank, x);
    case 1: return term_xor(bank, x, y);
    case 2: return term_eq(bank, x, y);
    case 3: return term_ite(bank, x, y, random_formula(b, r, depth - 1));
    case 4: return term_and2(bank, x, y);
    default: return term_or2(bank, x, y);
    }
}

static term conjunction_of(const struct tree *t, const u32s *conjuncts) {
    term_list parts = {0};
    vec_each (const uint32_t, c, conjuncts) {
        assert_non_null(t->conjuncts.data[*c].cube);
        vec_push(&parts, tree_formula(t, *c));
    }
    term all = term_and(t->bank, parts.data, parts.size);
    vec_free(&parts);
    return all;
}

/* Assignment number n to p, q, r, s and x. */
static term_list assignment(struct bench *b, unsigned n) {
    term_list state = {0};
    for (int i = 0; i < BOOLEANS; i++)
        vec_push(&state, n >> i & 1 ? term_true(b->tree.bank) : term_false(b->tree.bank));
    vec_push(&state, integer(b, n >> BOOLEANS));
    return state;
}

static void assert_equivalent(struct bench *b, term f, term g) {
    for (unsigned n = 0; n < VALUES << BOOLEANS; n++) {
        term_list state = assignment(b, n);
        assert_int_equal(tree_holds(&b->tree, &state, f), tree_holds(&b->tree, &state, g));
        vec_free(&state);
    }
}

/* Most formulas have a CNF of 3000 literals at most. */
static void compare(enum terms_mode terms) {
    enum { FORMULAS = 300 };
    struct bench b;
    struct random random;
    bench_init(&b, &clauses, terms);
    random_init(&random, 1);
    unsigned done = 0, of_several = 0;
    for (int i = 0; i < FORMULAS; i++) {
        term f = random_formula(&b, &random, 4);
        u32s conjuncts = {0};
        bool found = tree_cnf(&b.tree, f, 3000, &conjuncts);
        if (found) assert_equivalent(&b, f, conjunction_of(&b.tree, &conjuncts));
        if (!found) assert_int_equal(conjuncts.size, 0);
        done += found;
        of_several += conjuncts.size > 1;
        vec_free(&conjuncts);
    }
    assert_true(done > FORMULAS / 2 && of_several > FORMULAS / 4);
    bench_fini(&b);
}

static void test_equivalent(void **state) {
    (void)state;
    compare(TERMS_SIMPLIFY);
    compare(TERMS_PLAIN); /* has exclusive or */
}

static void test_constants(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, &clauses, TERMS_SIMPLIFY);
    struct terms *bank = b.tree.bank;
    u32s conjuncts = {0};
    assert_true(tree_cnf(&b.tree, term_true(bank), 1, &conjuncts));
    assert_int_equal(conjuncts.size, 0);
    assert_true(tree_cnf(&b.tree, term_false(bank), 1, &conjuncts));
    assert_int_equal(conjuncts.size, 1);
    assert_true(term_is(bank, tree_formula(&b.tree, conjuncts.data[0]), TERM_FALSE));
    vec_free(&conjuncts);
    bench_fini(&b);
}

static void test_size(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, &clauses, TERMS_SIMPLIFY);
    struct terms *bank = b.tree.bank;
    const struct tree *t = &b.tree;
    term p = b.p[0], q = b.p[1], r = b.p[2], is_two = term_eq(bank, b.x, integer(&b, 2));
    assert_int_equal(tree_size(t, p), 1);
    assert_int_equal(tree_size(t, term_not(bank, p)), 1);
    assert_int_equal(tree_size(t, is_two), 1);
    assert_int_equal(tree_size(t, term_le(bank, b.x, integer(&b, 2))), 1);
    assert_int_equal(tree_size(t, term_eq(bank, p, q)), 2);
    assert_int_equal(tree_size(t, term_not(bank, term_xor(bank, p, is_two))), 2);
    assert_int_equal(tree_size(t, term_ite(bank, p, q, is_two)), 3);
    /* what is shared counts at each place */
    term shared = term_or2(bank, p, q);
    assert_int_equal(tree_size(t, term_and2(bank, term_or2(bank, shared, is_two), term_xor(bank, shared, r))),
                     6);
    /* and saturates: twice as many literals at each level, and some */
    for (int i = 0; i < 80; i++) {
        term u = term_fresh(bank, "u", sort_bool()), v = term_fresh(bank, "v", sort_bool());
        shared = term_and2(bank, term_or2(bank, shared, u), term_or2(bank, shared, v));
    }
    assert_true(tree_size(t, shared) == UINT64_MAX);
    bench_fini(&b);
}

/* (a1 & .. & am) | (b1 & .. & bn) has the clauses ai | bj: 2 m n literals. */
static void test_abort(void **state) {
    (void)state;
    struct bench b;
    bench_init(&b, &clauses, TERMS_SIMPLIFY);
    for (int m = 1; m < 6; m++)
        for (int n = 2; n < 6; n++) {
            uint64_t literals = 2 * (uint64_t)(m * n);
            u32s conjuncts = {0};
            vec_push(&conjuncts, 7); /* what is there stays */
            term f = term_or2(b.tree.bank, conjunction(&b, m), conjunction(&b, n));
            assert_false(tree_cnf(&b.tree, f, literals - 1, &conjuncts));
            assert_int_equal(conjuncts.size, 1);
            assert_true(tree_cnf(&b.tree, f, literals, &conjuncts));
            assert_int_equal(conjuncts.size, 1 + m * n);
            assert_int_equal(conjuncts.data[0], 7);
            vec_free(&conjuncts);
        }
    bench_fini(&b);
}

/* Option tree-cnf, 5 unless told: two conjunctions of 5 have 10 literals and clauses of 50, those of 5 and
 * 6 have 11 and 60. */
static void test_threshold(void **state) {
    (void)state;
    struct bench b;
    u32s conjuncts = {0};
    bench_init(&b, &clauses, TERMS_SIMPLIFY);
    assert_int_equal(b.run.options.tree_cnf, 5);
    term at = term_or2(b.tree.bank, conjunction(&b, 5), conjunction(&b, 5));
    term above = term_or2(b.tree.bank, conjunction(&b, 5), conjunction(&b, 6));
    assert_int_equal(tree_size(&b.tree, at), 10);
    assert_int_equal(tree_size(&b.tree, above), 11);
    assert_false(tree_conjuncts_of(&b.tree, above, &conjuncts));
    assert_int_equal(conjuncts.size, 0);
    assert_true(tree_conjuncts_of(&b.tree, at, &conjuncts));
    assert_int_equal(conjuncts.size, 25);
    vec_clear(&conjuncts);
    b.run.options.tree_cnf = 6;
    assert_true(tree_conjuncts_of(&b.tree, above, &conjuncts));
    assert_int_equal(conjuncts.size, 30);
    vec_clear(&conjuncts);
    b.run.options.tree_cnf = 4;
    assert_false(tree_conjuncts_of(&b.tree, at, &conjuncts));
    bench_fini(&b);
    bench_init(&b, &raw, TERMS_SIMPLIFY);
    b.run.options.tree_cnf = 1;
    term f = term_or2(b.tree.bank, conjunction(&b, 5), conjunction(&b, 6));
    assert_true(tree_conjuncts_of(&b.tree, f, &conjuncts));
    assert_int_equal(conjuncts.size, 1);
    assert_true(term_same(tree_formula(&b.tree, conjuncts.data[0]), f));
    bench_fini(&b);
    vec_free(&conjuncts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equivalent), cmocka_unit_test(test_constants), cmocka_unit_test(test_size),
        cmocka_unit_test(test_abort),      cmocka_unit_test(test_threshold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
