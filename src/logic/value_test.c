/* Operators on values, against definitions of their own: the formulas of the SMT-LIB standard in machine arithmetic,
 * and maps for arrays. */
#include "logic/value.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "logic/testing_terms.h"

typedef unsigned __int128 word; /* a bit vector of up to 100 bits */
typedef __int128 number;

static word mask(uint32_t width) {
    return ((word)1 << width) - 1;
}
static bool sign(word x, uint32_t width) {
    return x >> (width - 1) & 1;
}
static word minus(word x, uint32_t width) {
    return (~x + 1) & mask(width);
}
static word magnitude(word x, uint32_t width) {
    return sign(x, width) ? minus(x, width) : x;
}

static word udiv(word x, word y, uint32_t width) {
    return y ? x / y : mask(width);
}
static word urem(word x, word y) {
    return y ? x % y : x;
}

/* As the standard writes them, by cases of the signs. */
static word sdiv(word x, word y, uint32_t width) {
    word q = udiv(magnitude(x, width), magnitude(y, width), width);
    return sign(x, width) == sign(y, width) ? q : minus(q, width);
}
static word srem(word x, word y, uint32_t width) {
    word r = urem(magnitude(x, width), magnitude(y, width));
    return sign(x, width) ? minus(r, width) : r;
}
static word smod(word x, word y, uint32_t width) {
    word u = urem(magnitude(x, width), magnitude(y, width));
    if (u == 0) return u;
    if (!sign(x, width) && !sign(y, width)) return u;
    if (sign(x, width) && !sign(y, width)) return (minus(u, width) + y) & mask(width);
    if (!sign(x, width)) return (u + y) & mask(width);
    return minus(u, width);
}
static word ashr(word x, word y, uint32_t width) {
    for (word i = 0; i < y && i < width; i++) x = x >> 1 | (x & (word)1 << (width - 1));
    return x;
}
static bool slt(word x, word y, uint32_t width) {
    if (sign(x, width) != sign(y, width)) return sign(x, width);
    return x < y;
}

static word expected2(enum term_op op, word x, word y, uint32_t width) {
    switch (op) {
    case TERM_BV_AND: return x & y;
    case TERM_BV_OR: return x | y;
    case TERM_BV_XOR: return x ^ y;
    case TERM_BV_ADD: return (x + y) & mask(width);
    case TERM_BV_SUB: return (x - y) & mask(width);
    case TERM_BV_MUL: return (x * y) & mask(width);
    case TERM_BV_UDIV: return udiv(x, y, width);
    case TERM_BV_UREM: return urem(x, y);
    case TERM_BV_SDIV: return sdiv(x, y, width);
    case TERM_BV_SREM: return srem(x, y, width);
    case TERM_BV_SMOD: return smod(x, y, width);
    case TERM_BV_SHL: return y >= width ? 0 : (x << y) & mask(width);
    case TERM_BV_LSHR: return y >= width ? 0 : x >> y;
    case TERM_BV_ASHR: return ashr(x, y, width);
    case TERM_BV_ULT: return x < y;
    case TERM_BV_ULE: return x <= y;
    case TERM_BV_SLT: return slt(x, y, width);
    default: assert_int_equal(op, TERM_BV_SLE); return !slt(y, x, width);
    }
}

static term bits(struct terms *b, word x, uint32_t width) {
    mpz_t z;
    mpz_init(z);
    mpz_set_ui(z, (uint64_t)(x >> 64));
    mpz_mul_2exp(z, z, 64);
    mpz_add_ui(z, z, (uint64_t)x);
    term t = term_bits_of(b, z, width);
    mpz_clear(z);
    return t;
}

static void check2(struct terms *b, word x, word y, uint32_t width) {
    for (enum term_op op = TERM_BV_AND; op <= TERM_BV_SLE; op++) {
        term got = value_apply(b, op, (term[]){bits(b, x, width), bits(b, y, width)}, 2, 0, 0);
        word expected = expected2(op, x, y, width);
        bool comparison = op >= TERM_BV_ULT;
        if (!term_same(got, comparison ? term_bool(b, expected) : bits(b, expected, width)))
            fail_msg("operator %d, width %u, %llx and %llx", op, width, (unsigned long long)x,
                     (unsigned long long)y);
    }
    word joined = x << width | y;
    if (width <= 50)
        assert_true(term_same(
            bits(b, joined, 2 * width),
            value_apply(b, TERM_BV_CONCAT, (term[]){bits(b, x, width), bits(b, y, width)}, 2, 0, 0)));
}

static void check1(struct terms *b, word x, uint32_t width) {
    term v = bits(b, x, width);
#define APPLY(op, p0, p1) value_apply(b, op, &v, 1, p0, p1)
    assert_true(term_same(APPLY(TERM_BV_NOT, 0, 0), bits(b, x ^ mask(width), width)));
    assert_true(term_same(APPLY(TERM_BV_NEG, 0, 0), bits(b, minus(x, width), width)));
    for (uint32_t k = 0; k <= 2 * width && k < 20; k++) {
        word left = x;
        for (uint32_t i = 0; i < k; i++) left = (left << 1 | sign(left, width)) & mask(width);
        assert_true(term_same(APPLY(TERM_BV_ROTATE_LEFT, k, 0), bits(b, left, width)));
        word right = x;
        for (uint32_t i = 0; i < k; i++) right = right >> 1 | (right & 1) << (width - 1);
        assert_true(term_same(APPLY(TERM_BV_ROTATE_RIGHT, k, 0), bits(b, right, width)));
        assert_true(term_same(APPLY(TERM_BV_ZERO_EXTEND, k, 0), bits(b, x, width + k)));
        word extended = sign(x, width) ? x | (mask(width + k) ^ mask(width)) : x;
        assert_true(term_same(APPLY(TERM_BV_SIGN_EXTEND, k, 0), bits(b, extended, width + k)));
        if (k < width)
            for (uint32_t low = 0; low <= k; low++)
                assert_true(term_same(APPLY(TERM_BV_EXTRACT, k, low),
                                      bits(b, x >> low & mask(k - low + 1), k - low + 1)));
    }
    term natural = APPLY(TERM_BV_TO_NAT, 0, 0);
    if (x <= INT64_MAX) assert_true(term_same(natural, term_integer(b, (long)x)));
    assert_true(term_same(value_apply(b, TERM_INT_TO_BV, &natural, 1, width, 0), v));
#undef APPLY
}

static void bit_vectors(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    for (uint32_t width = 1; width <= 4; width++)
        for (word x = 0; x <= mask(width); x++) {
            check1(b, x, width);
            for (word y = 0; y <= mask(width); y++) check2(b, x, y, width);
        }
    struct random r;
    random_init(&r, 1);
    static const uint32_t widths[] = {8, 31, 32, 33, 63, 64, 65, 80};
    for (uint32_t i = 0; i < 4000; i++) {
        uint32_t width = widths[random_below(&r, 8)];
        word x = ((word)random_word(&r) << 64 | random_word(&r)) & mask(width);
        word y = ((word)random_word(&r) << 64 | random_word(&r)) & mask(width);
        if (random_one_in(&r, 3)) y = random_below(&r, 2 * width) & mask(width);
        if (random_one_in(&r, 8)) x = (word)1 << (width - 1);
        if (random_one_in(&r, 8)) y = mask(width);
        check1(b, x, width);
        check2(b, x, y, width);
    }
    terms_free(b);
}

/* Numbers: a fraction n/d against cross multiplication. */

static term fraction(struct terms *b, long n, long d) {
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, n, (unsigned long)d);
    mpq_canonicalize(q);
    term t = term_number_of(b, q, sort_real());
    mpq_clear(q);
    return t;
}

static void integers(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
#define APPLY(op, x, y) value_apply(b, op, (term[]){term_integer(b, x), term_integer(b, y)}, 2, 0, 0)
    for (long x = -30; x <= 30; x++)
        for (long y = -7; y <= 7; y++) {
            assert_true(term_same(APPLY(TERM_ADD, x, y), term_integer(b, x + y)));
            assert_true(term_same(APPLY(TERM_MUL, x, y), term_integer(b, x * y)));
            assert_true(term_same(APPLY(TERM_LE, x, y), term_bool(b, x <= y)));
            assert_true(term_same(APPLY(TERM_LT, x, y), term_bool(b, x < y)));
            assert_true(term_same(APPLY(TERM_EQ, x, y), term_bool(b, x == y)));
            if (y == 0) {
                assert_true(term_is_none(APPLY(TERM_DIV, x, y)));
                assert_true(term_is_none(APPLY(TERM_MOD, x, y)));
                continue;
            }
            long remainder = 0; /* the only one in [0..|y|[ that leaves a multiple */
            while ((x - remainder) % y != 0) remainder++;
            assert_true(term_same(APPLY(TERM_MOD, x, y), term_integer(b, remainder)));
            assert_true(term_same(APPLY(TERM_DIV, x, y), term_integer(b, (x - remainder) / y)));
        }
#undef APPLY
    for (long x = -40; x <= 40; x++) {
        term v = term_integer(b, x);
        assert_true(term_same(value_apply(b, TERM_TO_REAL, &v, 1, 0, 0), fraction(b, x, 1)));
        assert_true(
            term_same(value_apply(b, TERM_INT_TO_BV, &v, 1, 4, 0), term_bits_ui(b, (uint64_t)x & 15, 4)));
    }
    terms_free(b);
}

static void reals(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    for (long n = -6; n <= 6; n++)
        for (long d = 1; d <= 4; d++) {
            term x = fraction(b, n, d);
            long floor = 0;
            while (floor * d > n) floor--;
            while ((floor + 1) * d <= n) floor++;
            assert_true(term_same(value_apply(b, TERM_TO_INT, &x, 1, 0, 0), term_integer(b, floor)));
            for (long m = -6; m <= 6; m++)
                for (long e = 1; e <= 4; e++) {
                    term args[] = {x, fraction(b, m, e)};
                    assert_true(term_same(value_apply(b, TERM_ADD, args, 2, 0, 0),
                                          fraction(b, n * e + m * d, d * e)));
                    assert_true(
                        term_same(value_apply(b, TERM_MUL, args, 2, 0, 0), fraction(b, n * m, d * e)));
                    assert_true(
                        term_same(value_apply(b, TERM_LE, args, 2, 0, 0), term_bool(b, n * e <= m * d)));
                    assert_true(
                        term_same(value_apply(b, TERM_LT, args, 2, 0, 0), term_bool(b, n * e < m * d)));
                    term quotient = value_apply(b, TERM_DIVIDE, args, 2, 0, 0);
                    if (m == 0)
                        assert_true(term_is_none(quotient));
                    else
                        assert_true(term_same(quotient, m > 0 ? fraction(b, n * e, d * m)
                                                              : fraction(b, -n * e, -d * m)));
                }
        }
    terms_free(b);
}

static void booleans(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    for (unsigned i = 0; i < 8; i++) {
        bool x = i & 1, y = i >> 1 & 1, z = i >> 2;
        term args[] = {term_bool(b, x), term_bool(b, y), term_bool(b, z)};
        assert_true(term_same(value_apply(b, TERM_NOT, args, 1, 0, 0), term_bool(b, !x)));
        assert_true(term_same(value_apply(b, TERM_AND, args, 3, 0, 0), term_bool(b, x && y && z)));
        assert_true(term_same(value_apply(b, TERM_OR, args, 3, 0, 0), term_bool(b, x || y || z)));
        assert_true(term_same(value_apply(b, TERM_XOR, args, 2, 0, 0), term_bool(b, x != y)));
        assert_true(term_same(value_apply(b, TERM_EQ, args, 2, 0, 0), term_bool(b, x == y)));
        assert_true(term_same(value_apply(b, TERM_ITE, args, 3, 0, 0), term_bool(b, x ? y : z)));
    }
    terms_free(b);
}

/* Arrays: random writes against a plain table; equal tables are equal terms, whatever the order and the default. */
static void arrays_over_finite_indices_are_canonical(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 7);
    for (uint32_t width = 1; width <= 3; width++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        uint32_t size = 1u << width;
        sort s = sort_array(b, sort_bv(b, width), sort_bv(b, 2));
        struct hash_map seen = {0}; /* table as a number -> array */
        for (uint32_t run = 0; run < 3000; run++) {
            uint32_t table[8], start = random_below(&r, 4);
            term array = term_bits_ui(b, start, 2);
            array = value_apply(b, TERM_CONST_ARRAY, &array, 1, s.id, 0);
            for (uint32_t i = 0; i < size; i++) table[i] = start;
            for (uint32_t n = random_below(&r, 3 * size); n > 0; n--) {
                uint32_t at = random_below(&r, size), value = random_below(&r, random_one_in(&r, 2) ? 2 : 4);
                table[at] = value;
                array = value_store(b, array, term_bits_ui(b, at, width), term_bits_ui(b, value, 2));
                assert_true(term_is_value(b, array));
            }
            uint64_t key = 0;
            for (uint32_t i = 0; i < size; i++) {
                key = key << 2 | table[i];
                term element = value_select(b, array, term_bits_ui(b, i, width));
                assert_true(term_same(element, term_bits_ui(b, table[i], 2)));
            }
            uint32_t old = hash_map_get(&seen, key);
            if (old == HASH_NONE)
                hash_map_put(&seen, key, array.id);
            else
                assert_int_equal(old, array.id);
        }
        for (uint32_t i = 0; i < seen.capacity; i++) /* and different tables are different terms */
            for (uint32_t j = 0; j < i; j++)
                if (seen.values[i] != HASH_NONE && seen.values[j] != HASH_NONE)
                    assert_int_not_equal(seen.values[i], seen.values[j]);
        hash_map_free(&seen);
        terms_free(b);
    }
}

static void arrays_over_integers_are_canonical(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    struct random r;
    random_init(&r, 3);
    sort s = sort_array(b, sort_int(), sort_int());
    for (uint32_t run = 0; run < 500; run++) {
        long table[10] = {0};
        term array = value_default(b, s);
        for (uint32_t n = random_below(&r, 30); n > 0; n--) {
            long at = random_below(&r, 10), value = random_below(&r, 3);
            table[at] = value;
            array = value_store(b, array, term_integer(b, at - 5), term_integer(b, value));
        }
        term expected = value_default(b, s); /* in ascending order, the canonical one */
        for (long i = 0; i < 10; i++)
            if (table[i])
                expected =
                    term_make(b, TERM_STORE,
                              (term[]){expected, term_integer(b, i - 5), term_integer(b, table[i])}, 3, 0, 0);
        assert_true(term_same(array, expected));
        assert_true(term_is_value(b, expected));
    }
    term x = term_integer(b, 1), y = term_integer(b, 2), base = value_default(b, s);
    term backwards = term_store(b, term_store(b, base, y, y), x, x);
    assert_false(term_is_value(b, backwards));
    assert_false(term_is_value(b, term_store(b, base, x, term_integer(b, 0))));
    struct evaluation e;
    evaluation_init(&e, b);
    assert_true(term_same(evaluate(&e, backwards), term_store(b, term_store(b, base, x, x), y, y)));
    evaluation_fini(&e);
    terms_free(b);
}

/* Random values of every sort: the order is total, and only equal terms are equal in it. */
static void values_are_ordered(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    struct sampler s;
    sampler_init(&s, b, 5, 0);
    for (uint32_t i = 0; i < SAMPLER_SORTS; i++)
        for (uint32_t run = 0; run < 200; run++) {
            term x = sampler_value(&s, s.sorts[i]), y = sampler_value(&s, s.sorts[i]),
                 z = sampler_value(&s, s.sorts[i]);
            int xy = value_compare(b, x, y), yx = value_compare(b, y, x), yz = value_compare(b, y, z);
            assert_true((xy < 0) == (yx > 0) && (xy == 0) == term_same(x, y));
            if (xy < 0 && yz < 0) assert_true(value_compare(b, x, z) < 0);
        }
    sampler_fini(&s);
    terms_free(b);
}

static void evaluation_of_functions_and_division_by_zero(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort integer = sort_int();
    term x = term_variable(b, "x", integer), y = term_variable(b, "y", integer), zero = term_integer(b, 0);
    uint32_t f = function_declare(b, "f", &integer, 1, integer);
    term fx = term_apply(b, f, &x), quotient = term_make(b, TERM_DIV, (term[]){x, y}, 2, 0, 0);
    struct evaluation e;
    evaluation_init(&e, b);
    assert_true(term_same(evaluate(&e, fx), zero)); /* defaults */
    struct function_value value = {.function = f, .arity = 1, .otherwise = term_integer(b, 9)};
    vec_push(&value.points, term_integer(b, 3));
    vec_push(&value.points, term_integer(b, 4));
    evaluation_define(&e, &value);
    evaluation_reset(&e);
    evaluation_set(&e, x, term_integer(b, 3));
    assert_true(term_same(evaluate(&e, fx), term_integer(b, 4)));
    assert_true(term_same(evaluate(&e, term_apply(b, f, &fx)), term_integer(b, 9)));
    assert_int_equal(e.by_zero, 0);
    term guarded = term_ite(b, term_eq(b, y, zero), x, quotient);
    assert_true(term_same(evaluate(&e, guarded), term_integer(b, 3)));
    term decides = term_lt(b, x, zero),
         other = term_le(b, quotient, x); /* conjuncts are in the order of their making */
    assert_true(term_same(evaluate(&e, term_and2(b, decides, other)), term_false(b)));
    assert_int_equal(e.by_zero, 0); /* neither division matters */
    assert_true(term_same(evaluate(&e, quotient), zero));
    assert_int_equal(e.by_zero, 1);
    value.function = function_by_zero(TERM_DIV);
    evaluation_define(&e, &value);
    evaluation_reset(&e);
    evaluation_set(&e, x, term_integer(b, 3));
    assert_true(term_same(evaluate(&e, quotient), term_integer(b, 4)));
    assert_int_equal(e.by_zero, 0);
    evaluation_set(&e, y, term_integer(b, -2));
    vec_free(&value.points);
    evaluation_fini(&e);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bit_vectors),
        cmocka_unit_test(integers),
        cmocka_unit_test(reals),
        cmocka_unit_test(booleans),
        cmocka_unit_test(arrays_over_finite_indices_are_canonical),
        cmocka_unit_test(arrays_over_integers_are_canonical),
        cmocka_unit_test(values_are_ordered),
        cmocka_unit_test(evaluation_of_functions_and_division_by_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
