/* Words as integers, against evaluation: all values of small variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "logic/value.h"
#include "transform/program/integers_internal.h"

enum {
    VARIABLES = 4, /* three words and a truth value */
    SEEDS = 800
};

struct bench {
    struct random random;
    struct program *bits, *integers;
    readings readings;
    uint32_t column[VARIABLES];
    struct interval row[VARIABLES];
    wide values[VARIABLES]; /* the current assignment */
};

static uint32_t below(struct bench *s, uint32_t n) {
    return random_below(&s->random, n);
}

static struct interval random_part(struct bench *s, struct interval whole) {
    uint32_t size = (uint32_t)(whole.high - whole.low) + 1;
    if (random_one_in(&s->random, 3)) return whole;
    wide a = whole.low + below(s, size), b = whole.low + below(s, size);
    return (struct interval){wide_min(a, b), wide_max(a, b)};
}

static void setup(struct bench *s, uint64_t seed, enum terms_mode mode) {
    *s = (struct bench){.bits = program_new(mode), .integers = program_new(TERMS_SIMPLIFY)};
    random_init(&s->random, seed);
    for (uint32_t i = 0; i < VARIABLES; i++) {
        struct reading r = {.width = i == VARIABLES - 1 ? 0 : 1 + below(s, i ? 3 : 4),
                            .is_signed = below(s, 2)};
        uint32_t number =
            program_add_variable(s->bits, "x", r.width ? sort_bv(s->bits->terms, r.width) : sort_bool());
        program_add_variable(s->integers, "x", r.width ? sort_int() : sort_bool());
        r.integer = s->integers->variables.data[number].now;
        s->column[i] = i;
        s->row[i] = random_part(s, reading_range(&r));
        s->values[i] = s->row[i].low;
        vec_push(&s->readings, r);
    }
}

static void teardown(struct bench *s) {
    program_free(s->bits);
    program_free(s->integers);
    vec_free(&s->readings);
}

static struct encoder encoder_for(struct bench *s, bool building) {
    return (struct encoder){.bits = s->bits,
                            .from = s->bits->terms,
                            .to = building ? s->integers->terms : NULL,
                            .readings = s->readings.data,
                            .column = s->column};
}

/* The next assignment within the row; false after the last. */
static bool next_assignment(struct bench *s) {
    for (uint32_t i = 0; i < VARIABLES; i++) {
        if (++s->values[i] <= s->row[i].high) return true;
        s->values[i] = s->row[i].low;
    }
    return false;
}

static term evaluate_bits(struct bench *s, term t) {
    struct evaluation e;
    struct terms *b = s->bits->terms;
    evaluation_init(&e, b);
    for (uint32_t i = 0; i < VARIABLES; i++) {
        uint32_t width = s->readings.data[i].width;
        evaluation_set(&e, s->bits->variables.data[i].now,
                       width ? wide_bits(b, s->values[i], width) : term_bool(b, s->values[i] != 0));
    }
    term value = evaluate(&e, t);
    evaluation_fini(&e);
    return value;
}

static term evaluate_integers(struct bench *s, term t) {
    struct evaluation e;
    struct terms *b = s->integers->terms;
    evaluation_init(&e, b);
    for (uint32_t i = 0; i < VARIABLES; i++)
        evaluation_set(&e, s->readings.data[i].integer,
                       s->readings.data[i].width ? wide_integer(b, s->values[i])
                                                 : term_bool(b, s->values[i] != 0));
    term value = evaluate(&e, t);
    evaluation_fini(&e);
    return value;
}

static term any_truth(struct bench *s, uint32_t depth);

static term random_leaf(struct bench *s, uint32_t width) {
    struct terms *b = s->bits->terms;
    for (uint32_t tries = 0; tries < 3; tries++) {
        uint32_t i = below(s, VARIABLES - 1), w = s->readings.data[i].width;
        term x = s->bits->variables.data[i].now;
        if (w == width) return x;
        if (w > width) return term_extract(b, x, w - 1, w - width);
        return term_extend(b, below(s, 2) ? TERM_BV_ZERO_EXTEND : TERM_BV_SIGN_EXTEND, x, width - w);
    }
    return TERM_NONE;
}

static term any_word(struct bench *s, uint32_t width, uint32_t depth) {
    static const enum term_op ops[] = {TERM_BV_ADD,  TERM_BV_SUB,  TERM_BV_ADD,  TERM_BV_SUB,
                                       TERM_BV_MUL,  TERM_BV_AND,  TERM_BV_OR,   TERM_BV_XOR,
                                       TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM,
                                       TERM_BV_SMOD, TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR};
    struct terms *b = s->bits->terms;
    if (!depth || random_one_in(&s->random, 5))
        return below(s, 4) ? random_leaf(s, width) : term_bits_ui(b, below(s, 256), width);
    term x = any_word(s, width, depth - 1);
    uint32_t amount = below(s, width + 1), cut = 1 + below(s, width);
    switch (below(s, 10)) {
    case 0: return term_bv1(b, below(s, 2) ? TERM_BV_NOT : TERM_BV_NEG, x);
    case 1: return term_ite(b, any_truth(s, depth - 1), x, any_word(s, width, depth - 1));
    case 2:
        if (cut == width) return x;
        return term_make(b, TERM_BV_CONCAT,
                         (term[]){any_word(s, cut, depth - 1), any_word(s, width - cut, depth - 1)}, 2, 0, 0);
    case 3: return term_make(b, below(s, 2) ? TERM_BV_ROTATE_LEFT : TERM_BV_ROTATE_RIGHT, &x, 1, amount, 0);
    case 4: {
        term longer = any_word(s, width + 2, depth - 1);
        uint32_t low = below(s, 3);
        return term_extract(b, longer, low + width - 1, low);
    }
    default: break;
    }
    enum term_op op = ops[below(s, sizeof ops / sizeof *ops)];
    bool linear = op == TERM_BV_ADD || op == TERM_BV_SUB;
    term y = !linear && below(s, 3) ? term_bits_ui(b, below(s, 256), width) : any_word(s, width, depth - 1);
    return below(s, 4) ? term_bv2(b, op, x, y) : term_bv2(b, op, y, x);
}

static term any_truth(struct bench *s, uint32_t depth) {
    static const enum term_op ops[] = {TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
    struct terms *b = s->bits->terms;
    if (depth && random_one_in(&s->random, 3)) {
        term x = any_truth(s, depth - 1), y = any_truth(s, depth - 1);
        switch (below(s, 6)) {
        case 0: return term_not(b, x);
        case 1: return term_and2(b, x, y);
        case 2: return term_or2(b, x, y);
        case 3: return term_xor(b, x, y);
        case 4: return term_eq(b, x, y);
        default: return term_ite(b, any_truth(s, 0), x, y);
        }
    }
    if (random_one_in(&s->random, 6)) return s->bits->variables.data[VARIABLES - 1].now;
    uint32_t width = 1 + below(s, 5);
    term x = any_word(s, width, depth), y = any_word(s, width, depth);
    return below(s, 3) ? term_bv2(b, ops[below(s, 4)], x, y) : term_eq(b, x, y);
}

static wide number_of(const struct terms *b, term value) {
    return mpz_get_si(mpq_numref(term_number(b, value)));
}

static void check_word(struct bench *s, term t, struct residue w) {
    do {
        term bits = evaluate_bits(s, t), integer = evaluate_integers(s, w.term);
        if (!w.width) {
            bool truth = term_is(s->bits->terms, bits, TERM_TRUE);
            assert_int_equal(term_is(s->integers->terms, integer, TERM_TRUE), truth);
            assert_true(w.range.low <= truth && truth <= w.range.high);
            continue;
        }
        wide number = number_of(s->integers->terms, integer), modulus = wide_power(w.width);
        wide difference = number - wide_of_bits(s->bits->terms, bits, false);
        assert_true(difference % modulus == 0);
        assert_true(w.range.low <= number && number <= w.range.high);
        assert_true(number % wide_power(w.zeros < 100 ? w.zeros : 100) == 0);
    } while (next_assignment(s));
}

/* Words and formulas have the values they should, and lie in their ranges; also without terms. */
static void test_encode(void **state) {
    (void)state;
    uint32_t encoded = 0, tried = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct bench s;
        setup(&s, seed, seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        term t = seed % 3 ? any_word(&s, 1 + below(&s, 5), 3) : any_truth(&s, 3);
        struct encoder ranging = encoder_for(&s, false), building = encoder_for(&s, true);
        encoder_at(&ranging, s.row);
        encoder_at(&building, s.row);
        struct residue w = encoder_apply(&building, t), r = encoder_apply(&ranging, t);
        assert_int_equal(w.width, r.width);
        tried++;
        if (!building.declined) {
            encoded++;
            check_word(&s, t, w);
            w.range = r.range;
            check_word(&s, t, w);
        } else if (
            w.width) { /* what has no encoding can be anything of its width: as sound a range as others */
            do {
                wide value = wide_of_bits(s.bits->terms, evaluate_bits(&s, t), false),
                     m = wide_power(r.width);
                wide k = wide_floor(r.range.high - value, m);
                assert_true(value + k * m >= r.range.low);
            } while (next_assignment(&s));
        }
        encoder_fini(&ranging);
        encoder_fini(&building);
        teardown(&s);
    }
    assert_true(encoded * 2 > tried);
}

/* A row narrowed by a condition still has every assignment that satisfies it. */
static void test_refine(void **state) {
    (void)state;
    uint32_t narrowed = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct bench s;
        setup(&s, seed + 10000, TERMS_PLAIN);
        term condition = any_truth(&s, 2);
        bool holds = below(&s, 2);
        struct encoder ranging = encoder_for(&s, false);
        struct interval row[VARIABLES];
        memcpy(row, s.row, sizeof row);
        bool possible = encoder_refine(&ranging, row, VARIABLES, condition, holds);
        do {
            if (term_is(s.bits->terms, evaluate_bits(&s, condition), TERM_TRUE) != holds) continue;
            assert_true(possible);
            for (uint32_t i = 0; i < VARIABLES; i++)
                assert_true(row[i].low <= s.values[i] && s.values[i] <= row[i].high);
        } while (next_assignment(&s));
        narrowed += !possible || memcmp(row, s.row, sizeof row);
        encoder_fini(&ranging);
        teardown(&s);
    }
    assert_true(narrowed > SEEDS / 6);
}

static term random_number(struct bench *s, uint32_t depth) {
    struct terms *b = s->integers->terms;
    term constant = term_integer(b, (long)below(s, 41) - 20);
    if (!depth || random_one_in(&s->random, 4))
        return below(s, 4) ? s->readings.data[below(s, VARIABLES - 1)].integer : constant;
    term x = random_number(s, depth - 1), y = random_number(s, depth - 1);
    long size = below(s, 2) ? 1 + (long)below(s, 9) : 1 << below(s, 7);
    term divisor = term_integer(b, below(s, 2) ? size : -size);
    switch (below(s, 7)) {
    case 0: return term_mul2(b, constant, x);
    case 1: return term_mul2(b, x, y);
    case 2: return term_make(b, TERM_DIV, (term[]){x, divisor}, 2, 0, 0);
    case 3: return term_make(b, TERM_MOD, (term[]){x, divisor}, 2, 0, 0);
    case 4: return term_ite(b, s->readings.data[VARIABLES - 1].integer, x, y);
    default: return below(s, 2) ? term_add2(b, x, y) : term_sub(b, x, y);
    }
}

static term random_formula(struct bench *s, uint32_t depth) {
    struct terms *b = s->integers->terms;
    if (depth && below(s, 2)) {
        term x = random_formula(s, depth - 1), y = random_formula(s, depth - 1);
        return below(s, 2) ? term_and2(b, x, term_not(b, y)) : term_xor(b, x, y);
    }
    term x = random_number(s, 3), y = random_number(s, 2);
    switch (below(s, 3)) {
    case 0: return term_le(b, x, y);
    case 1: return term_lt(b, x, y);
    default: return term_eq(b, x, y);
    }
}

/* Formulas over integers have the same truth over bits, within the row. */
static void test_formula(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct bench s;
        setup(&s, seed + 20000, seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        term f = random_formula(&s, 2);
        term bits = integers_formula(s.integers, f, s.bits, &s.readings, s.row);
        assert_false(term_is_none(bits));
        do {
            bool expected = term_is(s.integers->terms, evaluate_integers(&s, f), TERM_TRUE);
            assert_int_equal(term_is(s.bits->terms, evaluate_bits(&s, bits), TERM_TRUE), expected);
        } while (next_assignment(&s));
        teardown(&s);
    }
}

/* What cannot be mapped is said so. */
static void test_formula_declined(void **state) {
    (void)state;
    struct bench s;
    setup(&s, 1, TERMS_SIMPLIFY);
    struct terms *b = s.integers->terms;
    term x = s.readings.data[0].integer, y = s.readings.data[1].integer;
    term quotient = term_make(b, TERM_DIV, (term[]){x, y}, 2, 0, 0);
    assert_true(
        term_is_none(integers_formula(s.integers, term_le(b, quotient, x), s.bits, &s.readings, s.row)));
    term stranger = term_variable(b, "stranger", sort_int());
    assert_true(
        term_is_none(integers_formula(s.integers, term_le(b, stranger, x), s.bits, &s.readings, s.row)));
    teardown(&s);
}

/* Linear code in range has no case, no quotient. */
static void test_plain_forms(void **state) {
    (void)state;
    struct bench s;
    setup(&s, 1, TERMS_SIMPLIFY);
    struct terms *from = s.bits->terms, *to = s.integers->terms;
    for (uint32_t i = 0; i < 2; i++) { /* of 32 bits, signed, between 0 and 1000 */
        uint32_t number = program_add_variable(s.bits, "i", sort_bv(from, 32));
        program_add_variable(s.integers, "i", sort_int());
        vec_push(&s.readings, (struct reading){32, true, s.integers->variables.data[number].now});
    }
    uint32_t column[] = {0, 1, 2, 3, 4, 5};
    struct interval row[6] = {[4] = {0, 1000}, [5] = {-wide_power(31), wide_power(31) - 1}};
    struct encoder e = encoder_for(&s, true);
    e.readings = s.readings.data;
    e.column = column;
    encoder_at(&e, row);
    term x = s.bits->variables.data[4].now, y = s.bits->variables.data[5].now;
    term i = s.readings.data[4].integer, j = s.readings.data[5].integer;
    term one = term_bits_ui(from, 1, 32), triple = term_bv2(from, TERM_BV_MUL, term_bits_ui(from, 3, 32), x);
    encoder_at(&e, row);
    struct residue sum =
        residue_reduce(&e, encoder_apply(&e, term_bv2(from, TERM_BV_ADD, triple, one)), true);
    term three = term_mul2(to, term_integer(to, 3), i);
    assert_true(term_same(sum.term, term_add2(to, three, term_integer(to, 1))));
    assert_true(term_same(encoder_apply(&e, term_bv2(from, TERM_BV_SLE, x, y)).term, term_le(to, i, j)));
    assert_true(term_same(encoder_apply(&e, term_eq(from, x, y)).term, term_eq(to, i, j)));
    term masked = term_bv2(from, TERM_BV_AND, x, term_bits_ui(from, 1023, 32));
    encoder_at(&e, row);
    assert_true(term_same(encoder_apply(&e, masked).term, i));
    assert_null(e.declined);
    encoder_at(&e, row);
    encoder_apply(&e, term_bv2(from, TERM_BV_MUL, y, y));
    assert_string_equal(e.declined, "a product of variables");
    encoder_fini(&e);
    teardown(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encode),      cmocka_unit_test(test_refine),
        cmocka_unit_test(test_formula),     cmocka_unit_test(test_formula_declined),
        cmocka_unit_test(test_plain_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
