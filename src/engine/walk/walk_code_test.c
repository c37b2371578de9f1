/* Register code against evaluation of terms: random edges over all operators that code knows. */
#include "engine/walk/walk_code.h"

#include "base/random.h"
#include "logic/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

enum { SCALARS = 8, ARRAYS = 2, VARIABLES = SCALARS + ARRAYS, INDEX_BITS = 3, CELLS = 1 << INDEX_BITS };

/* Terms by chance. Variables: Booleans, vectors of two widths, arrays of the first width. */
struct trial {
    struct terms *bank;
    struct random random;
    uint32_t widths[3]; /* the third: of indices */
    term variables[VARIABLES];
    term_list pool;
    uint32_t *uses; /* by operator */
};

static uint32_t below(struct trial *t, uint32_t n) {
    return random_below(&t->random, n);
}

static uint64_t some_bits(struct trial *t, uint32_t width) {
    uint64_t mask = UINT64_MAX >> (64 - width);
    switch (below(t, 4)) {
    case 0: return below(t, 3) & mask;
    case 1: return -(uint64_t)below(t, 3) & mask;
    case 2: return (uint64_t)1 << below(t, width);
    default: return random_word(&t->random) & mask;
    }
}

static term some_value(struct trial *t, sort s) {
    if (sort_kind(t->bank, s) == SORT_BOOL) return term_bool(t->bank, below(t, 2));
    if (sort_kind(t->bank, s) == SORT_BV)
        return term_bits_ui(t->bank, some_bits(t, sort_width(t->bank, s)), sort_width(t->bank, s));
    term element = some_value(t, sort_element(t->bank, s));
    term array = value_apply(t->bank, TERM_CONST_ARRAY, &element, 1, s.id, 0);
    for (uint32_t i = 0; i < CELLS; i++) {
        term index = term_bits_ui(t->bank, i, INDEX_BITS);
        if (below(t, 2)) array = value_store(t->bank, array, index, some_value(t, sort_element(t->bank, s)));
    }
    return array;
}

/* A term of the sort from the pool; a value where there is none. */
static term pick(struct trial *t, sort s) {
    for (uint32_t tries = 0; tries < 40; tries++) {
        term x = t->pool.data[below(t, t->pool.size)];
        if (sort_same(term_sort(t->bank, x), s)) return x;
    }
    return some_value(t, s);
}

static void init(struct trial *t, uint64_t seed, enum terms_mode mode, uint32_t *uses) {
    *t = (struct trial){.bank = terms_new(mode), .uses = uses};
    random_init(&t->random, seed);
    t->widths[0] = 1 + below(t, 64);
    t->widths[1] = 1 + below(t, 64);
    t->widths[2] = INDEX_BITS;
    sort first = sort_bv(t->bank, t->widths[0]), second = sort_bv(t->bank, t->widths[1]);
    sort index = sort_bv(t->bank, INDEX_BITS), array = sort_array(t->bank, index, first);
    sort sorts[VARIABLES] = {sort_bool(), sort_bool(), first, first, first,
                             second,      second,      index, array, array};
    static const char *const names[VARIABLES] = {"p", "q", "x", "y", "z", "u", "v", "i", "a", "b"};
    for (uint32_t v = 0; v < VARIABLES; v++) {
        t->variables[v] = term_variable(t->bank, names[v], sorts[v]);
        vec_push(&t->pool, t->variables[v]);
    }
}

static void fini(struct trial *t) {
    vec_free(&t->pool);
    terms_free(t->bank);
}

/* One more application in the pool, where its sort has a register or cells. */
static void grow(struct trial *t) {
    static const enum term_op ops[] = {TERM_NOT,
                                       TERM_AND,
                                       TERM_OR,
                                       TERM_XOR,
                                       TERM_EQ,
                                       TERM_ITE,
                                       TERM_BV_NOT,
                                       TERM_BV_NEG,
                                       TERM_BV_AND,
                                       TERM_BV_OR,
                                       TERM_BV_XOR,
                                       TERM_BV_ADD,
                                       TERM_BV_SUB,
                                       TERM_BV_MUL,
                                       TERM_BV_UDIV,
                                       TERM_BV_UREM,
                                       TERM_BV_SDIV,
                                       TERM_BV_SREM,
                                       TERM_BV_SMOD,
                                       TERM_BV_SHL,
                                       TERM_BV_LSHR,
                                       TERM_BV_ASHR,
                                       TERM_BV_ULT,
                                       TERM_BV_ULE,
                                       TERM_BV_SLT,
                                       TERM_BV_SLE,
                                       TERM_BV_CONCAT,
                                       TERM_BV_EXTRACT,
                                       TERM_BV_ZERO_EXTEND,
                                       TERM_BV_SIGN_EXTEND,
                                       TERM_BV_ROTATE_LEFT,
                                       TERM_BV_ROTATE_RIGHT,
                                       TERM_SELECT,
                                       TERM_STORE,
                                       TERM_CONST_ARRAY};
    enum term_op op = ops[below(t, sizeof ops / sizeof *ops)];
    struct terms *b = t->bank;
    term args[3] = {t->pool.data[below(t, t->pool.size)]};
    uint32_t n = 1, p[2] = {0, 0};
    sort s = term_sort(b, args[0]), array = term_sort(b, t->variables[SCALARS]);
    if (op == TERM_SELECT || op == TERM_STORE) {
        args[0] = pick(t, array);
        args[1] = pick(t, sort_index(b, array));
        args[2] = pick(t, sort_element(b, array));
        n = op == TERM_STORE ? 3 : 2;
    } else if (op == TERM_CONST_ARRAY) {
        args[0] = pick(t, sort_element(b, array));
        p[0] = array.id;
    } else if (op == TERM_ITE) {
        args[1] = args[0];
        args[2] = pick(t, s);
        args[0] = pick(t, sort_bool());
        n = 3;
    } else if (op == TERM_BV_CONCAT) {
        args[1] = t->pool.data[below(t, t->pool.size)];
        n = 2;
    } else if (op == TERM_BV_EXTRACT && sort_kind(b, s) == SORT_BV) {
        p[0] = below(t, sort_width(b, s));
        p[1] = below(t, p[0] + 1);
    } else if (op >= TERM_BV_ZERO_EXTEND && op <= TERM_BV_ROTATE_RIGHT) {
        p[0] = below(t, 70);
    } else if (op != TERM_NOT && op != TERM_BV_NOT && op != TERM_BV_NEG) {
        args[1] = pick(t, s);
        n = 2;
    }
    if (op == TERM_EQ && sort_kind(b, s) == SORT_ARRAY) return;
    if (term_well_sorted(b, op, args, n, p[0], p[1])) return;
    term made = term_make(b, op, args, n, p[0], p[1]);
    sort has = term_sort(b, made);
    if (sort_kind(b, has) == SORT_BV && sort_width(b, has) > 64) return;
    t->uses[op]++;
    vec_push(&t->pool, made);
}

/* ---- values in the machine ---- */

static uint64_t bits_of(const struct terms *b, term value) {
    return term_is(b, value, TERM_BITS) ? mpz_get_ui(term_bits(b, value)) : term_is(b, value, TERM_TRUE);
}

static void give(struct trial *t, struct code_machine *m, term variable, term value) {
    const struct code_array *array = code_array(m->code, variable);
    if (!array) {
        m->registers[code_register(m->code, variable)] = bits_of(t->bank, value);
        return;
    }
    for (uint32_t i = 0; i < CELLS; i++)
        m->cells[array->first + i] =
            bits_of(t->bank, value_select(t->bank, value, term_bits_ui(t->bank, i, INDEX_BITS)));
}

static void expect(struct trial *t, const struct code_machine *m, term variable, term value) {
    const struct code_array *array = code_array(m->code, variable);
    if (!array) {
        assert_int_equal(m->registers[code_register(m->code, variable)], bits_of(t->bank, value));
        return;
    }
    for (uint32_t i = 0; i < CELLS; i++)
        assert_int_equal(
            m->cells[array->first + i],
            bits_of(t->bank, value_select(t->bank, value, term_bits_ui(t->bank, i, INDEX_BITS))));
}

/* ---- edges ---- */

/* Runs an edge from random states and compares; how often the guard held. */
static uint32_t compare(struct trial *t, const struct code *code, uint32_t start, term guard,
                        const struct code_assignment *assignments, uint32_t n) {
    struct code_machine m;
    struct evaluation e;
    uint32_t held = 0;
    code_machine_init(&m, code);
    evaluation_init(&e, t->bank);
    for (uint32_t round = 0; round < 8; round++) {
        term before[VARIABLES];
        evaluation_reset(&e);
        for (uint32_t v = 0; v < VARIABLES; v++) {
            before[v] = some_value(t, term_sort(t->bank, t->variables[v]));
            evaluation_set(&e, t->variables[v], before[v]);
            give(t, &m, t->variables[v], before[v]);
        }
        bool holds = term_is(t->bank, evaluate(&e, guard), TERM_TRUE);
        m.logging = true;
        uint32_t log = m.log.size;
        assert_int_equal(code_run(&m, start), holds);
        for (uint32_t v = 0; v < VARIABLES; v++) {
            term after = before[v];
            for (uint32_t i = 0; holds && i < n; i++)
                if (term_same(assignments[i].variable, t->variables[v]))
                    after = evaluate(&e, assignments[i].value);
            expect(t, &m, t->variables[v], after);
        }
        code_undo(&m, log);
        for (uint32_t v = SCALARS; v < VARIABLES; v++) expect(t, &m, t->variables[v], before[v]);
        held += holds;
    }
    evaluation_fini(&e);
    code_machine_fini(&m);
    return held;
}

static void test_random_edges(void **state) {
    (void)state;
    uint32_t uses[TERM_OPS] = {0}, held = 0, compiled = 0, arrays = 0;
    for (uint64_t seed = 1; seed <= 1500; seed++) {
        struct trial t;
        init(&t, seed, seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY, uses);
        struct code code;
        code_init(&code, t.bank);
        for (uint32_t v = 0; v < VARIABLES; v++) assert_true(code_variable(&code, t.variables[v]));
        for (uint32_t i = 0; i < 60; i++) grow(&t);
        term guard = seed % 4 ? term_or2(t.bank, t.variables[0], pick(&t, sort_bool())) : term_true(t.bank);
        struct code_assignment assignments[VARIABLES];
        uint32_t n = 0;
        for (uint32_t v = 0; v < VARIABLES; v++)
            if (below(&t, 2))
                assignments[n++] =
                    (struct code_assignment){t.variables[v], pick(&t, term_sort(t.bank, t.variables[v]))};
        uint32_t start = code_edge(&code, guard, assignments, n);
        if (start != CODE_NONE) {
            compiled++;
            arrays += n && code_array(&code, assignments[n - 1].variable) != NULL;
            held += compare(&t, &code, start, guard, assignments, n);
        }
        code_fini(&code);
        fini(&t);
    }
    assert_true(compiled > 1200); /* the rest copies an array that the edge changes */
    assert_true(arrays > 400);
    assert_true(held > 4000);
    for (uint32_t op = TERM_BV_NOT; op <= TERM_BV_ROTATE_RIGHT; op++)
        if (uses[op] < 100) fail_msg("operator %u was hardly tried", op);
    assert_true(uses[TERM_SELECT] > 100 && uses[TERM_STORE] > 100 && uses[TERM_CONST_ARRAY] > 100);
}

/* Operators on the values where they are delicate, at every width. */
static void test_divisions_and_shifts(void **state) {
    (void)state;
    static const enum term_op ops[] = {TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM,
                                       TERM_BV_SMOD, TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR};
    for (uint32_t width = 1; width <= 64; width++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        sort s = sort_bv(b, width);
        term x = term_variable(b, "x", s), y = term_variable(b, "y", s), r = term_variable(b, "r", s);
        uint64_t least = (uint64_t)1 << (width - 1), mask = UINT64_MAX >> (64 - width);
        uint64_t values[] = {0,    1,        2,     3,         least,     least - 1, least + 1,
                             mask, mask - 1, width, width - 1, width + 1, 64};
        struct code code;
        code_init(&code, b);
        assert_true(code_variable(&code, x) && code_variable(&code, y) && code_variable(&code, r));
        uint32_t starts[8];
        for (uint32_t o = 0; o < 8; o++)
            starts[o] =
                code_edge(&code, term_true(b), &(struct code_assignment){r, term_bv2(b, ops[o], x, y)}, 1);
        struct code_machine m;
        code_machine_init(&m, &code);
        for (uint32_t o = 0; o < 8; o++)
            for (uint32_t i = 0; i < sizeof values / sizeof *values; i++)
                for (uint32_t j = 0; j < sizeof values / sizeof *values; j++) {
                    term pair[] = {term_bits_ui(b, values[i] & mask, width),
                                   term_bits_ui(b, values[j] & mask, width)};
                    m.registers[code_register(&code, x)] = values[i] & mask;
                    m.registers[code_register(&code, y)] = values[j] & mask;
                    assert_true(code_run(&m, starts[o]));
                    assert_int_equal(m.registers[code_register(&code, r)],
                                     bits_of(b, value_apply(b, ops[o], pair, 2, 0, 0)));
                }
        code_machine_fini(&m);
        code_fini(&code);
        terms_free(b);
    }
}

static void test_simultaneous(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort s = sort_bv(b, 8);
    term x = term_variable(b, "x", s), y = term_variable(b, "y", s);
    struct code code;
    code_init(&code, b);
    assert_true(code_variable(&code, x) && code_variable(&code, y));
    uint32_t start = code_edge(&code, term_true(b), (struct code_assignment[]){{x, y}, {y, x}}, 2);
    struct code_machine m;
    code_machine_init(&m, &code);
    m.registers[code_register(&code, x)] = 3;
    m.registers[code_register(&code, y)] = 5;
    assert_true(code_run(&m, start));
    assert_int_equal(m.registers[code_register(&code, x)], 5);
    assert_int_equal(m.registers[code_register(&code, y)], 3);
    code_machine_fini(&m);
    code_fini(&code);
    terms_free(b);
}

/* What has no register, and values that no if-then-else may take. */
static void test_limits_of_code(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort s = sort_bv(b, 8);
    term x = term_variable(b, "x", s), wide = term_variable(b, "wide", sort_bv(b, 65));
    term p = term_variable(b, "p", sort_bool()), q = term_variable(b, "q", sort_bool());
    term outside = term_variable(b, "outside", s);
    struct code code;
    code_init(&code, b);
    assert_true(code_variable(&code, x) && code_variable(&code, p) && code_variable(&code, q));
    assert_false(code_variable(&code, wide));
    assert_false(code_variable(&code, term_variable(b, "n", sort_int())));
    code_unwanted(&code, outside);
    struct code_assignment cut = {x, term_extract(b, wide, 7, 0)};
    assert_int_equal(code_edge(&code, term_true(b), &cut, 1), CODE_NONE);
    struct code_assignment bare = {x, outside};
    assert_int_equal(code_edge(&code, term_true(b), &bare, 1), CODE_NONE);
    struct code_assignment guarded = {x, term_ite(b, p, outside, term_bits_ui(b, 7, 8))};
    uint32_t start = code_edge(&code, term_true(b), &guarded, 1);
    assert_int_not_equal(start, CODE_NONE);
    term doubtful = term_eq(b, outside, term_bits_ui(b, 9, 8));
    uint32_t either = code_edge(&code, term_or2(b, p, doubtful), NULL, 0);
    uint32_t both = code_edge(&code, term_eq(b, q, term_and2(b, p, doubtful)), NULL, 0);
    assert_int_not_equal(either, CODE_NONE);
    assert_int_not_equal(both, CODE_NONE);
    assert_int_equal(code_edge(&code, doubtful, NULL, 0), CODE_NONE);
    struct code_machine m;
    code_machine_init(&m, &code);
    assert_false(code_run(&m, either));
    assert_true(code_run(&m, both)); /* false = (false and ..) */
    m.registers[code_register(&code, p)] = 1;
    assert_true(code_run(&m, either));
    assert_false(code_run(&m, both));
    assert_false(code_run(&m, start));
    assert_int_equal(m.registers[code_register(&code, x)], 0);
    m.registers[code_register(&code, p)] = 0;
    assert_true(code_run(&m, start));
    assert_int_equal(m.registers[code_register(&code, x)], 7);
    code_machine_fini(&m);
    code_fini(&code);
    terms_free(b);
}

/* Arrays with more indices than cells. */
static void test_large_arrays(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort s = sort_bv(b, 8), wide = sort_bv(b, 64);
    term a = term_variable(b, "a", sort_array(b, wide, s)), i = term_variable(b, "i", wide);
    term x = term_variable(b, "x", s);
    struct code code;
    code_init(&code, b);
    assert_true(code_variable(&code, a) && code_variable(&code, i) && code_variable(&code, x));
    uint32_t fill = code_edge(&code, term_true(b),
                              &(struct code_assignment){a, term_const_array(b, term_sort(b, a), x)}, 1);
    uint32_t load = code_edge(&code, term_true(b), &(struct code_assignment){x, term_select(b, a, i)}, 1);
    uint32_t store = code_edge(&code, term_true(b), &(struct code_assignment){a, term_store(b, a, i, x)}, 1);
    struct code_machine m;
    code_machine_init(&m, &code);
    uint64_t *at = &m.registers[code_register(&code, i)], *value = &m.registers[code_register(&code, x)];
    *value = 9;
    assert_true(code_run(&m, fill));
    *at = UINT64_MAX;
    *value = 0;
    assert_true(code_run(&m, load));
    assert_int_equal(*value, 9);
    assert_true(code_run(&m, store)); /* changes nothing */
    assert_false(m.outside);
    *at = 100;
    *value = 5;
    assert_true(code_run(&m, store));
    *value = 0;
    assert_true(code_run(&m, load));
    assert_int_equal(*value, 5);
    assert_false(m.outside);
    *at = (uint64_t)1 << 40;
    assert_true(code_run(&m, store));
    assert_true(m.outside);
    code_machine_fini(&m);
    code_fini(&code);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_edges), cmocka_unit_test(test_divisions_and_shifts),
        cmocka_unit_test(test_simultaneous), cmocka_unit_test(test_limits_of_code),
        cmocka_unit_test(test_large_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
