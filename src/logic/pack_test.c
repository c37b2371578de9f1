#include "logic/pack.h"

#include "logic/value.h"
#include "logic/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "logic/testing_terms.h"

/* A bank with random terms, and what it tells another one with the same variables. */
struct pair {
    struct sampler from, to;
    term_list roots, again;
    struct text bytes;
};

static void pair_init(struct pair *p, enum terms_mode from, enum terms_mode to, uint64_t seed) {
    *p = (struct pair){0};
    sampler_init(&p->from, terms_new(from), seed, 2);
    for (uint32_t i = 0; i < 50 + sampler_below(&p->from, 50);
         i++) /* other numbers of terms and sorts there */
        (void)sort_bv(p->from.b, 100 + i);
    sampler_init(&p->to, terms_new(to), seed + 1, 2);
}

static void pair_fini(struct pair *p) {
    terms_free(p->from.b);
    terms_free(p->to.b);
    sampler_fini(&p->from);
    sampler_fini(&p->to);
    vec_free(&p->roots);
    vec_free(&p->again);
    text_fini(&p->bytes);
}

static void pair_send(struct pair *p) {
    vec_clear(&p->again);
    text_clear(&p->bytes);
    assert_true(term_pack(&p->bytes, p->from.b, &p->from.variables, &p->roots));
    struct bytes_reader r = bytes_reader(p->bytes.data, p->bytes.size);
    if (!term_unpack(&r, p->to.b, &p->to.variables, &p->again)) fail_msg("byte %zu: %s", r.at, r.wrong);
    assert_int_equal(bytes_left(&r), 0);
    assert_int_equal(p->again.size, p->roots.size);
}

static void pick_roots(struct pair *p) {
    for (uint32_t i = 0; i < 300; i++) {
        term t = sampler_step(&p->from);
        if (i % 8 == 0) vec_push(&p->roots, t);
        if (i % 50 == 0) vec_push(&p->roots, TERM_NONE);
    }
    for (uint32_t i = 0; i < SAMPLER_SORTS; i++)
        vec_push(&p->roots, sampler_value(&p->from, p->from.sorts[i]));
}

static void terms_stay_what_they_are(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pair p;
        pair_init(&p, seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY, TERMS_PLAIN, seed);
        pick_roots(&p);
        pair_send(&p);
        struct term_copier copier;
        copier_init(&copier, p.from.b, p.to.b);
        for (uint32_t i = 0; i < p.roots.size; i++) {
            term t = p.roots.data[i], expected = term_is_none(t) ? t : copier_apply(&copier, t);
            assert_true(term_same(p.again.data[i], expected));
        }
        copier_fini(&copier);
        pair_fini(&p);
    }
}

/* In a simplifying bank they may become others that mean the same. */
static void terms_mean_the_same_when_simplified(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct pair p;
        pair_init(&p, seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY, TERMS_SIMPLIFY, seed);
        pick_roots(&p);
        pair_send(&p);
        struct term_copier copier;
        struct evaluation here, there;
        copier_init(&copier, p.from.b, p.to.b);
        for (uint32_t round = 0; round < 3; round++) {
            evaluation_init(&here, p.from.b);
            evaluation_init(&there, p.to.b);
            for (uint32_t i = 0; i < p.from.variables.size; i++) {
                term x = p.from.variables.data[i], v = sampler_value(&p.from, term_sort(p.from.b, x));
                evaluation_set(&here, x, v);
                evaluation_set(&there, p.to.variables.data[i], copier_apply(&copier, v));
            }
            for (uint32_t i = 0; i < p.roots.size; i++) {
                if (term_is_none(p.roots.data[i])) continue;
                term expected = copier_apply(&copier, evaluate(&here, p.roots.data[i]));
                term value = evaluate(&there, p.again.data[i]);
                if (!here.by_zero && !there.by_zero) assert_true(term_same(value, expected));
            }
            evaluation_fini(&here);
            evaluation_fini(&there);
        }
        copier_fini(&copier);
        pair_fini(&p);
    }
}

static void other_variables_cannot_be_said(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term_list table = {0}, roots = {0};
    struct text bytes = {0};
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int());
    vec_push(&table, x);
    vec_push(&roots, term_le(b, x, y));
    assert_false(term_pack(&bytes, b, &table, &roots));
    assert_int_equal(bytes.size, 0);
    vec_push(&table, y);
    assert_true(term_pack(&bytes, b, &table, &roots));
    assert_true(bytes.size < 16);
    vec_free(&table);
    vec_free(&roots);
    text_fini(&bytes);
    terms_free(b);
}

/* Forged bytes; the table is x: Int, y: 8 bits, z: reals from reals. */
struct forgery {
    struct terms *bank;
    term_list table, roots;
    struct text bytes;
};

static void forgery_init(struct forgery *f, enum terms_mode mode) {
    *f = (struct forgery){.bank = terms_new(mode)};
    vec_push(&f->table, term_variable(f->bank, "x", sort_int()));
    vec_push(&f->table, term_variable(f->bank, "y", sort_bv(f->bank, 8)));
    sort s = sort_array(f->bank, sort_real(), sort_real());
    vec_push(&f->table, term_variable(f->bank, "z", s));
}

static void forgery_fini(struct forgery *f) {
    vec_free(&f->table);
    vec_free(&f->roots);
    text_fini(&f->bytes);
    terms_free(f->bank);
}

static void put(struct forgery *f, const char *numbers) {
    for (char *end; *numbers; numbers = end) {
        bytes_number(&f->bytes, strtoull(numbers, &end, 10));
        while (*end == ' ') end++;
    }
}

static const char *read_it(struct forgery *f) {
    struct bytes_reader r = bytes_reader(f->bytes.data, f->bytes.size);
    bool read = term_unpack(&r, f->bank, &f->table, &f->roots);
    assert_true(read == !r.wrong);
    return r.wrong;
}

/* Sorts, functions, terms, roots as numbers; every byte of the format is one, except magnitudes. */
static void expect(const char *numbers, const char *why) {
    for (int mode = TERMS_SIMPLIFY; mode <= TERMS_PLAIN; mode++) {
        struct forgery f;
        forgery_init(&f, (enum terms_mode)mode);
        put(&f, numbers);
        const char *wrong = read_it(&f);
        if (!why)
            assert_null(wrong);
        else if (!wrong || strcmp(wrong, why) != 0)
            fail_msg("%s: '%s' instead of '%s'", numbers, wrong ? wrong : "accepted", why);
        if (wrong) assert_int_equal(f.roots.size, 0);
        forgery_fini(&f);
    }
}

static void forged_terms_are_refused(void **state) {
    (void)state;
    char text[200];
#define EXPECT(why, ...) (snprintf(text, sizeof text, __VA_ARGS__), expect(text, why))
    EXPECT(NULL, "0 0 1 %u 0 0 1 4", TERM_LE); /* x <= x */
    EXPECT("an operator that is not known", "0 0 1 %u 0 0 1 4", TERM_OPS);
    EXPECT("a variable that is not in the table", "0 0 1 %u 0 0 1 4", TERM_VARIABLE);
    EXPECT("a variable that is not there", "0 0 1 %u 0 6 1 4", TERM_LE);
    EXPECT("an argument that is not there", "0 0 1 %u 0 1 1 4", TERM_LE);
    EXPECT("the arguments must be all Int or all Real", "0 0 1 %u 0 2 1 4", TERM_LE);
    EXPECT("a root that is not there", "0 0 1 %u 0 0 1 5", TERM_LE);
    EXPECT("more is announced than follows", "0 0 1 %u 1000 0 1 5", TERM_AND);
    EXPECT("wrong number of arguments", "0 0 1 %u 1 0 1 5", TERM_ADD);
    EXPECT("a function that is not there", "0 0 1 %u 1 0 0 1 4", TERM_APPLY);
    EXPECT("a function that the model does not have", "0 1 1 102 0 0");
    EXPECT("a sort that is not there", "0 0 1 %u 6 0 1 4", TERM_CONST_ARRAY);
    EXPECT("the sort must be an array", "0 0 1 %u 3 0 1 4", TERM_CONST_ARRAY);
    EXPECT("an element of a sort that has no elements", "0 0 1 %u 1 7 1 4", TERM_ELEMENT);
    EXPECT("a sort of an unknown kind", "1 %u 0 0 0", SORT_INT);
    EXPECT("a sort that the model does not have", "1 %u 1 85 0 0 0", SORT_UNINTERPRETED);
    EXPECT("a sort that is not there", "1 %u 1 6 0 0 0", SORT_ARRAY);
    EXPECT("a sort for the second time", "1 %u 2 2 0 0 0", SORT_ARRAY);
    EXPECT("a bit vector without bits", "1 %u 0 0 0 0", SORT_BV);
    EXPECT("a number that is too large", "1 %u 1099511627776 0 0 0", SORT_BV);
    EXPECT("a number that is too large", "0 0 1 %u 1099511627776 0 0", TERM_BITS);
    EXPECT("a constant that is wider than its bit vector", "0 0 1 %u 3 1 8 1 4", TERM_BITS);
    EXPECT("a constant that is longer than it need be", "0 0 1 %u 3 1 0 1 4", TERM_BITS);
    EXPECT("more is announced than follows", "0 0 1 %u 9 1000000000 1", TERM_BITS);
    EXPECT("a denominator of zero", "0 0 1 %u 5 1 1 0 1 4", TERM_NUMBER);
    EXPECT("an integer with a denominator", "0 0 1 %u 4 1 1 1 2 1 4", TERM_NUMBER);
    EXPECT("a number of an unknown kind", "0 0 1 %u 8 1 1 1 4", TERM_NUMBER);
    EXPECT("the bit vector is too wide", "0 0 1 %u 1048576 2 1 4", TERM_BV_ZERO_EXTEND);
    EXPECT("the bit vector is too wide", "0 0 1 %u 4294967287 2 1 4", TERM_BV_SIGN_EXTEND);
    EXPECT("the bit vector is too wide", "0 0 1 %u 4294967295 0 1 4", TERM_INT_TO_BV);
    EXPECT("the high bit is outside the bit vector", "0 0 1 %u 8 0 2 1 4", TERM_BV_EXTRACT);
#undef EXPECT
}

/* Arrays of arrays of ..., each both index and element of the next: exponential when written out. */
static void sorts_do_not_explode(void **state) {
    (void)state;
    struct forgery f;
    forgery_init(&f, TERMS_PLAIN);
    put(&f, "60");
    bytes_number(&f.bytes, SORT_ARRAY);
    put(&f, "1 1");
    for (uint32_t i = 0; i < 59; i++) {
        bytes_number(&f.bytes, SORT_ARRAY);
        bytes_number(&f.bytes, 5 + i);
        bytes_number(&f.bytes, 5 + i);
    }
    put(&f, "0 0 0");
    assert_string_equal(read_it(&f), "a sort of too many parts");
    forgery_fini(&f);
}

/* Chains in which every term has the one before it twice or more. */
static const char *chain(enum terms_mode mode, uint32_t n, const char *first, const char *link) {
    struct forgery f;
    forgery_init(&f, mode);
    put(&f, "0 0");
    bytes_number(&f.bytes, n + 1);
    put(&f, first);
    for (uint32_t i = 0; i < n; i++) put(&f, link);
    put(&f, "0");
    const char *wrong = read_it(&f);
    assert_true(terms_size(f.bank) < 4 * n + 100);
    forgery_fini(&f);
    return wrong;
}

static void constants_do_not_explode(void **state) {
    (void)state;
    const char *work = "terms that are too much work for their size";
    char three[30], square[30], bits[30], twice[30], wide[30], flip[30];
    snprintf(three, sizeof three, "%u 0 1 3", TERM_NUMBER);
    snprintf(square, sizeof square, "%u 2 1 1", TERM_MUL);
    assert_string_equal(chain(TERMS_SIMPLIFY, 100, three, square), work); /* 3^(2^100) */
    assert_null(chain(TERMS_PLAIN, 100, three, square));
    snprintf(bits, sizeof bits, "%u 8 1 3", TERM_BITS);
    snprintf(twice, sizeof twice, "%u 1 1", TERM_BV_CONCAT);
    assert_string_equal(chain(TERMS_SIMPLIFY, 100, bits, twice), "the bit vector is too wide");
    assert_string_equal(chain(TERMS_PLAIN, 100, bits, twice), "the bit vector is too wide");
    snprintf(wide, sizeof wide, "%u 1048576 1 3", TERM_BITS);
    snprintf(flip, sizeof flip, "%u 1", TERM_BV_NOT);
    assert_string_equal(chain(TERMS_SIMPLIFY, 100000, wide, flip), work);
}

/* Stores from the highest index down: each is put below all others. */
static void arrays_do_not_explode(void **state) {
    (void)state;
    enum { STORES = 20000 };
    struct forgery f;
    forgery_init(&f, TERMS_SIMPLIFY);
    put(&f, "0 0");
    bytes_number(&f.bytes, 2 + 2 * STORES);
    text_byte(&f.bytes, TERM_NUMBER);
    put(&f, "1 1 1");
    text_byte(&f.bytes, TERM_CONST_ARRAY);
    put(&f, "4 1"); /* the sort of z */
    for (uint32_t i = 0; i < STORES; i++) {
        uint32_t index = (1 << 22) - i;
        text_byte(&f.bytes, TERM_NUMBER);
        put(&f, "1 3");
        for (uint32_t k = 0; k < 3; k++) text_byte(&f.bytes, (unsigned char)(index >> (8 * k)));
        text_byte(&f.bytes, TERM_STORE);
        put(&f, "3 1 1");
    }
    put(&f, "0");
    assert_string_equal(read_it(&f), "terms that are too much work for their size");
    assert_true(terms_size(f.bank) < 60000000);
    forgery_fini(&f);
}

static void mutations_are_harmless(void **state) {
    (void)state;
    uint32_t read = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct pair p;
        pair_init(&p, seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY, seed % 4 < 2 ? TERMS_PLAIN : TERMS_SIMPLIFY,
                  seed);
        for (uint32_t i = 0; i < 40; i++) vec_push(&p.roots, sampler_step(&p.from));
        pair_send(&p);
        for (uint32_t i = 0; i < 1000; i++) {
            char *bytes = mem_dup(p.bytes.data, p.bytes.size);
            for (uint32_t n = 1 + sampler_below(&p.to, 3); n > 0; n--)
                bytes[sampler_below(&p.to, (uint32_t)p.bytes.size)] ^= (char)(1 << sampler_below(&p.to, 8));
            struct bytes_reader r = bytes_reader(bytes, p.bytes.size);
            vec_clear(&p.again);
            if (term_unpack(&r, p.to.b, &p.to.variables, &p.again)) {
                struct text out = {0};
                assert_true(term_pack(&out, p.to.b, &p.to.variables, &p.again));
                text_fini(&out);
                read++;
            } else {
                assert_non_null(r.wrong);
            }
            mem_free(bytes);
        }
        pair_fini(&p);
    }
    assert_true(read > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_stay_what_they_are),
        cmocka_unit_test(terms_mean_the_same_when_simplified),
        cmocka_unit_test(other_variables_cannot_be_said),
        cmocka_unit_test(forged_terms_are_refused),
        cmocka_unit_test(sorts_do_not_explode),
        cmocka_unit_test(constants_do_not_explode),
        cmocka_unit_test(arrays_do_not_explode),
        cmocka_unit_test(mutations_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
