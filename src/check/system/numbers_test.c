/* Words as numbers: the argument of numbers.h point by point, and what is decided with them against enumeration. */
#include "check/system/numbers.h"

#include "check/system/asking.h"
#include "check/system/bits.h"
#include "check/system/by_numbers.h"
#include "logic/value.h"
#include "smt/random_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static term random_value(struct random *r, struct terms *b, sort s) {
    if (sort_kind(b, s) == SORT_BOOL) return term_bool(b, random_below(r, 2));
    return term_bits_ui(b, random_word(r), sort_width(b, s));
}

/* A comparison of a variable, perhaps extended, with a constant; perhaps negated. */
static term random_bound(struct random_pool *p) {
    static const enum term_op ops[] = {TERM_EQ, TERM_BV_ULT, TERM_BV_ULE, TERM_BV_SLT, TERM_BV_SLE};
    struct terms *b = p->bank;
    term x = p->variables.data[1 + random_below(&p->random, p->variables.size - 1)];
    if (!random_below(&p->random, 3)) {
        bool zeros = random_below(&p->random, 2);
        x = term_extend(b, zeros ? TERM_BV_ZERO_EXTEND : TERM_BV_SIGN_EXTEND, x, random_below(&p->random, 3));
    }
    term args[] = {x, random_value(&p->random, b, term_sort(b, x))};
    if (random_below(&p->random, 2))
        args[1] = args[0], args[0] = random_value(&p->random, b, term_sort(b, x));
    term bound = term_make(b, ops[random_below(&p->random, 5)], args, 2, 0, 0);
    return random_below(&p->random, 2) ? term_not(b, bound) : bound;
}

/* A Boolean, words of the width, constants, and many operators on them. */
static void make_pool(struct random_pool *p, struct terms *b, uint64_t seed, uint32_t width, uint32_t size) {
    pool_init(p, b, seed);
    pool_variable(p, sort_bool());
    for (uint32_t i = 0; i < 3; i++) pool_variable(p, sort_bv(b, width));
    for (uint32_t i = 0; i < 4; i++) vec_push(&p->terms, term_bits_ui(b, random_word(&p->random), width));
    pool_grow(p, size);
}

/* The integer in the interval that is congruent to a word; TERM_NONE: there are several, as with the lower half of a
 * word, whose number can be that of the word. */
static term reading(struct numbers *n, term word, const struct number *x) {
    mpq_t q;
    mpz_t modulus, next;
    mpq_init(q);
    mpz_inits(modulus, next, NULL);
    mpz_setbit(modulus, sort_width(n->from, term_sort(n->from, word)));
    mpz_sub(next, term_bits(n->from, word), x->low);
    mpz_mod(next, next, modulus);
    mpz_add(mpq_numref(q), x->low, next);
    mpz_add(next, mpq_numref(q), modulus);
    assert_true(mpz_cmp(mpq_numref(q), x->high) <= 0);
    term t = mpz_cmp(next, x->high) <= 0 ? TERM_NONE : term_number_of(n->to, q, sort_int());
    mpq_clear(q);
    mpz_clears(modulus, next, NULL);
    return t;
}

static bool is_formula(const struct numbers *n, term t) {
    return sort_kind(n->from, term_sort(n->from, t)) == SORT_BOOL;
}

/* If a variable of `to` stands for the term, gives it the value that it has by the argument in numbers.h. */
static void extend_point(struct numbers *n, struct evaluation *words, struct evaluation *integers, term t) {
    const struct number *x = t.id < n->of.size ? n->of.data[t.id] : NULL;
    if (!x || !term_is(n->to, x->term, TERM_VARIABLE)) return;
    term value = evaluate(words, t);
    value = is_formula(n, t) ? term_bool(n->to, term_is(n->from, value, TERM_TRUE)) : reading(n, value, x);
    if (!term_is_none(value)) evaluation_set(integers, x->term, value);
}

/* The number of the term has the value of the term. */
static void compare(struct numbers *n, struct evaluation *words, struct evaluation *integers, term t) {
    const struct number *x = t.id < n->of.size ? n->of.data[t.id] : NULL;
    if (!x) return;
    term value = evaluate(integers, x->term);
    if (!is_formula(n, t)) {
        mpz_srcptr number = mpq_numref(term_number(n->to, value));
        assert_true(mpz_cmp(x->low, number) <= 0 && mpz_cmp(number, x->high) <= 0);
    }
    assert_true(term_same(numbers_value(n, t, value), evaluate(words, t)));
}

/* The values of the words extend to values of the integers such that terms agree and the facts are true. */
static void compare_all(struct numbers *n, struct evaluation *words, const term_list *roots) {
    struct evaluation integers;
    term_list all = {0};
    evaluation_init(&integers, n->to);
    term_collect(n->from, roots->data, roots->size, &all);
    vec_each (const term, t, &all) extend_point(n, words, &integers, *t);
    vec_each (const term, t, &all) compare(n, words, &integers, *t);
    vec_each (const term, t, &n->facts) assert_true(term_is(n->to, evaluate(&integers, *t), TERM_TRUE));
    evaluation_fini(&integers);
    vec_free(&all);
}

static void check_point(struct random_pool *p) {
    struct terms *b = p->bank;
    struct evaluation words;
    evaluation_init(&words, b);
    vec_each (const term, v, &p->variables)
        evaluation_set(&words, *v, random_value(&p->random, b, term_sort(b, *v)));
    term_list facts = {0};
    for (uint32_t i = 0; i < 30; i++) {
        term fact = i % 3 ? random_bound(p) : pool_pick(p, sort_bool());
        if (term_is(b, evaluate(&words, fact), TERM_TRUE)) vec_push(&facts, fact);
    }
    struct numbers n;
    numbers_init(&n, b, p->terms.data, p->terms.size);
    numbers_assume(&n, facts.data, facts.size);
    vec_each (const term, t, &p->terms)
        numbers_formula(&n, term_eq(b, *t, *t)); /* whatever it is: its number is made */
    compare_all(&n, &words, &p->terms);
    numbers_fini(&n);
    evaluation_fini(&words);
    vec_free(&facts);
}

static void every_point_extends_to_integers(void **state) {
    (void)state;
    for (uint32_t round = 0; round < 1200; round++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        struct random_pool p;
        make_pool(&p, b, 7000 + round, 1 + round % 7, 60);
        for (uint32_t point = 0; point < 3; point++) check_point(&p);
        pool_fini(&p);
        terms_free(b);
    }
}

/* Operators with difficult cases, by each constant, at every value. */
static void divisions_shifts_and_masks(void **state) {
    (void)state;
    static const enum term_op ops[] = {TERM_BV_UDIV, TERM_BV_UREM, TERM_BV_SDIV, TERM_BV_SREM,
                                       TERM_BV_SHL,  TERM_BV_LSHR, TERM_BV_ASHR, TERM_BV_AND,
                                       TERM_BV_OR,   TERM_BV_XOR,  TERM_BV_MUL};
    for (uint32_t width = 1; width <= 4; width++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        term x = term_variable(b, "x", sort_bv(b, width));
        term_list results = {0};
        for (uint32_t i = 0; i < sizeof ops / sizeof *ops; i++)
            for (uint32_t c = 0; c < 1u << width; c++)
                vec_push(&results, term_bv2(b, ops[i], x, term_bits_ui(b, c, width)));
        struct numbers n;
        numbers_init(&n, b, results.data, results.size);
        vec_each (const term, t, &results) numbers_formula(&n, term_eq(b, *t, x));
        for (uint32_t v = 0; v < 1u << width; v++) {
            struct evaluation words;
            evaluation_init(&words, b);
            evaluation_set(&words, x, term_bits_ui(b, v, width));
            compare_all(&n, &words, &results);
            evaluation_fini(&words);
        }
        numbers_fini(&n);
        vec_free(&results);
        terms_free(b);
    }
}

/* Whether all facts are true and a conjunct is false under some values of the variables: by enumeration. `failing`:
 * which can be. */
static bool refutable(struct random_pool *p, const term_list *facts, const term_list *goals, uint32_t width,
                      bool *failing) {
    bool found = false;
    for (uint32_t v = 0; v < 2u << 3 * width; v++) {
        struct evaluation e;
        evaluation_init(&e, p->bank);
        evaluation_set(&e, p->variables.data[0], term_bool(p->bank, v & 1));
        for (uint32_t i = 0; i < 3; i++)
            evaluation_set(&e, p->variables.data[1 + i], term_bits_ui(p->bank, v >> (1 + i * width), width));
        bool good = true;
        vec_each (const term, t, facts) good = good && term_is(p->bank, evaluate(&e, *t), TERM_TRUE);
        for (uint32_t i = 0; i < goals->size && good; i++) {
            bool refuted = term_is(p->bank, evaluate(&e, goals->data[i]), TERM_FALSE);
            failing[i] |= refuted;
            found |= refuted;
        }
        evaluation_fini(&e);
    }
    return found;
}

static term random_claim(struct random_pool *p) {
    static const enum term_op ops[] = {TERM_EQ, TERM_BV_ULE, TERM_BV_SLE, TERM_BV_SLT};
    sort word = term_sort(p->bank, p->variables.data[1]);
    term args[] = {pool_pick(p, word), pool_pick(p, word)};
    return term_make(p->bank, ops[random_below(&p->random, 4)], args, 2, 0, 0);
}

static void decisions_agree_with_enumeration(void **state) {
    (void)state;
    uint32_t accepted = 0, rejected = 0, rounds = 300;
    for (uint32_t round = 0; round < rounds; round++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        struct random_pool p;
        uint32_t width = 1 + round % 3, failing = 99;
        make_pool(&p, b, 90 + round, width, 12);
        term_list facts = {0}, goals = {0};
        for (uint32_t i = 0; i < 2; i++) vec_push(&facts, random_bound(&p));
        if (round % 2) vec_push(&facts, random_claim(&p));
        for (uint32_t i = 0; i < 2; i++) vec_push(&goals, random_claim(&p));
        bool can_fail[2] = {false, false}, hopeless;
        bool refuted = refutable(&p, &facts, &goals, width, can_fail);
        enum check_result result =
            by_numbers(b, &facts, goals.data, goals.size, 1000000, NULL, &failing, &hopeless);
        if (result == CHECK_ACCEPTED) assert_false(refuted);
        if (result == CHECK_REJECTED) assert_true(failing < 2 && can_fail[failing]);
        accepted += result == CHECK_ACCEPTED;
        rejected += result == CHECK_REJECTED;
        uint32_t taken = 99;
        struct text why = {0};
        struct asking *a = asking_bits(b, NULL);
        vec_each (const term, t, &facts) asking_fact(a, *t);
        assert_int_equal(asking_follows(a, goals.data, goals.size, &taken, &why),
                         refuted ? CHECK_REJECTED : CHECK_ACCEPTED);
        if (refuted) assert_true(taken < 2 && can_fail[taken]);
        asking_free(a);
        text_fini(&why);
        vec_free(&facts);
        vec_free(&goals);
        pool_fini(&p);
        terms_free(b);
    }
    assert_true(accepted > rounds / 4 && rejected > rounds / 4);
}

static term scaled(struct terms *b, uint32_t factor, term x) {
    return term_bv2(b, TERM_BV_MUL, term_bits_ui(b, factor, 32), x);
}

static term sum(struct terms *b, term x, term y) {
    return term_bv2(b, TERM_BV_ADD, x, y);
}

/* With 0 <= x, y, z <= 10^6 and x + y = 3z: 5x + 7y - 21z = -2x, in 32 bits. (`wrong`: = 2x.) */
static void multiples(struct terms *b, term_list *facts, term *goal, bool wrong) {
    const char *names[] = {"x", "y", "z"};
    term v[3];
    for (uint32_t i = 0; i < 3; i++) {
        v[i] = term_variable(b, names[i], sort_bv(b, 32));
        vec_push(facts, term_bv2(b, TERM_BV_SLE, term_bits_ui(b, 0, 32), v[i]));
        vec_push(facts, term_bv2(b, TERM_BV_SLE, v[i], term_bits_ui(b, 1000000, 32)));
    }
    vec_push(facts, term_eq(b, sum(b, v[0], v[1]), scaled(b, 3, v[2])));
    term left = sum(b, sum(b, scaled(b, 5, v[0]), scaled(b, 7, v[1])), scaled(b, (uint32_t)-21, v[2]));
    *goal = term_eq(b, left, scaled(b, wrong ? 2 : (uint32_t)-2, v[0]));
}

/* What CaDiCaL does not decide in the time of this test takes the turn of the numbers. */
static void sums_of_multiples(void **state) {
    (void)state;
    for (int wrong = 0; wrong < 2; wrong++) {
        struct terms *b = terms_new(TERMS_PLAIN);
        term_list facts = {0};
        term goal;
        multiples(b, &facts, &goal, wrong);
        struct bits bits;
        bits_init(&bits, b, NULL);
        vec_each (const term, t, &facts) bits_assert(&bits, *t);
        sat_lit negated = sat_not(bits_literal(&bits, goal));
        sat_set_conflicts(bits.encode.sat, 10000);
        enum sat_result answer = sat_solve(bits.encode.sat, &negated, 1);
        assert_int_equal(answer, wrong ? SAT_SATISFIED : SAT_UNKNOWN);
        bits_fini(&bits);
        struct asking *a = asking_bits(b, NULL);
        struct text why = {0};
        uint32_t failing = 99;
        vec_each (const term, t, &facts) asking_fact(a, *t);
        assert_int_equal(asking_follows(a, &goal, 1, &failing, &why),
                         wrong ? CHECK_REJECTED : CHECK_ACCEPTED);
        if (wrong) assert_int_equal(failing, 0);
        asking_free(a);
        text_fini(&why);
        vec_free(&facts);
        terms_free(b);
    }
}

/* A term without encoding can be anything: enough for a proof that does not need it, and no ground to refute. */
static void terms_without_encoding(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_bv(b, 8)), y = term_variable(b, "y", sort_bv(b, 8));
    term product = term_bv2(b, TERM_BV_MUL, x, y), square = term_bv2(b, TERM_BV_MUL, x, x),
         zero = term_bits_ui(b, 0, 8);
    term_list facts = {0};
    vec_push(&facts, term_bv2(b, TERM_BV_ULE, product, term_bits_ui(b, 9, 8)));
    uint32_t failing = 99;
    bool hopeless = false;
    term goal = term_bv2(b, TERM_BV_ULE, product, term_bits_ui(b, 10, 8));
    assert_int_equal(by_numbers(b, &facts, &goal, 1, 1000000, NULL, &failing, &hopeless), CHECK_ACCEPTED);
    /* x * x = 3 is impossible modulo 2^8, but not for a word that can be anything */
    goal = term_not(b, term_eq(b, square, term_bits_ui(b, 3, 8)));
    vec_clear(&facts);
    assert_int_equal(by_numbers(b, &facts, &goal, 1, 1000000, NULL, &failing, &hopeless), CHECK_UNDECIDED);
    assert_true(hopeless);
    goal = term_eq(b, product, zero);
    vec_push(&facts, term_eq(b, x, term_bits_ui(b, 2, 8)));
    vec_push(&facts, term_eq(b, y, term_bits_ui(b, 3, 8)));
    assert_int_equal(by_numbers(b, &facts, &goal, 1, 1000000, NULL, &failing, &hopeless), CHECK_REJECTED);
    assert_int_equal(failing, 0);
    vec_free(&facts);
    terms_free(b);
}

/* Bounds that contradict each other prove anything; so does a false fact. */
static void facts_that_contradict(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_bv(b, 8)), goal = term_eq(b, x, term_bits_ui(b, 77, 8));
    term_list facts = {0};
    vec_push(&facts, term_bv2(b, TERM_BV_SLT, x, term_bits_ui(b, 5, 8)));
    uint32_t failing = 99;
    bool hopeless = false;
    assert_int_equal(by_numbers(b, &facts, &goal, 1, 1000000, NULL, &failing, &hopeless), CHECK_REJECTED);
    vec_push(&facts, term_bv2(b, TERM_BV_SLT, term_bits_ui(b, 9, 8), x));
    assert_int_equal(by_numbers(b, &facts, &goal, 1, 1000000, NULL, &failing, &hopeless), CHECK_ACCEPTED);
    vec_clear(&facts);
    vec_push(&facts, term_false(b));
    assert_int_equal(by_numbers(b, &facts, &goal, 1, 1000000, NULL, &failing, &hopeless), CHECK_ACCEPTED);
    vec_free(&facts);
    terms_free(b);
}

static void deep_terms(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_bv(b, 2)), deep = x;
    for (uint32_t i = 0; i < 50000; i++) deep = term_bv1(b, TERM_BV_NOT, deep);
    struct numbers n;
    numbers_init(&n, b, &deep, 1);
    assert_false(term_is_none(numbers_formula(&n, term_eq(b, deep, x))));
    numbers_fini(&n);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_point_extends_to_integers),
        cmocka_unit_test(divisions_shifts_and_masks),
        cmocka_unit_test(decisions_agree_with_enumeration),
        cmocka_unit_test(sums_of_multiples),
        cmocka_unit_test(terms_without_encoding),
        cmocka_unit_test(facts_that_contradict),
        cmocka_unit_test(deep_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
