/* The solver against brute force and against itself: labels, queries, cores, values, limits. */
#include "smt/smt.h"

#include "smt/random_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct smt *make(struct terms *bank, unsigned theories, enum smt_purpose purpose,
                        struct limits *limits) {
    struct smt *s =
        smt_new(bank, &(struct smt_settings){.theories = theories, .purpose = purpose, .limits = limits});
    assert_non_null(s);
    return s;
}

static bool z3_is_mapped(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    assert_non_null(maps);
    char line[4096];
    bool found = false;
    while (fgets(line, sizeof line, maps)) found |= strstr(line, "libz3") != NULL;
    fclose(maps);
    return found;
}

/* Must be the first test. */
static void opens_the_library_on_first_use(void **state) {
    (void)state;
    assert_false(z3_is_mapped());
    struct text why = {0};
    assert_true(smt_available(&why));
    assert_int_equal(why.size, 0);
    assert_true(z3_is_mapped());
}

static void labels_and_cores(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int()), p = term_variable(b, "p", sort_bool());
    struct smt *s = make(b, THEORY_INT, SMT_INCREMENTAL, NULL);
    smt_lit small = smt_label(s, term_le(b, x, term_integer(b, 3)));
    smt_lit big = smt_label(s, term_ge(b, x, term_integer(b, 5)));
    smt_lit even = smt_label(
        s, term_eq(b, term_make(b, TERM_MOD, (term[]){x, term_integer(b, 2)}, 2, 0, 0), term_integer(b, 0)));
    smt_lit own = smt_label(s, p), act = smt_new_label(s);
    assert_int_equal(smt_label(s, term_not(b, p)).code, smt_not(own).code);
    assert_int_equal(smt_label(s, p).code, own.code);

    assert_int_equal(smt_check(s, (smt_lit[]){even, own, small, big}, 4), SMT_UNSAT);
    const u32s *core = smt_core(s);
    assert_int_equal(core->size, 2);
    assert_false(smt_in_core(s, 0));
    assert_false(smt_in_core(s, 1));
    assert_true(smt_in_core(s, 2) && smt_in_core(s, 3));

    /* act => x = 7 */
    smt_clause(s, (smt_lit[]){smt_not(act), smt_label(s, term_eq(b, x, term_integer(b, 7)))}, 2);
    assert_int_equal(smt_check(s, (smt_lit[]){act, even}, 2), SMT_UNSAT);
    assert_int_equal(smt_core(s)->size, 2);
    assert_int_equal(smt_check(s, (smt_lit[]){act, own}, 2), SMT_SAT);
    assert_true(term_same(smt_value(s, x), term_integer(b, 7)));
    assert_true(smt_lit_value(s, act) && smt_lit_value(s, own) && smt_lit_value(s, big));
    assert_false(smt_lit_value(s, small));
    assert_false(smt_lit_value(s, smt_not(own)));
    smt_free(s);
    terms_free(b);
}

static void pops_keep_definitions(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_real());
    struct smt *s = make(b, THEORY_REAL, SMT_INCREMENTAL, NULL);
    smt_push(s);
    smt_push(s);
    smt_assert(s, term_lt(b, x, term_number_of(b, term_number(b, term_integer(b, 0)), sort_real())));
    smt_lit l = smt_label(s, term_eq(b, x, x)), m = smt_label(s, term_lt(b, x, term_add2(b, x, x)));
    assert_int_equal(smt_check(s, &m, 1), SMT_UNSAT);
    smt_pop(s);
    assert_int_equal(smt_check(s, &m, 1), SMT_SAT);
    smt_clause(s, NULL, 0);
    assert_int_equal(smt_check(s, NULL, 0), SMT_UNSAT);
    smt_pop(s);
    assert_int_equal(smt_check(s, (smt_lit[]){smt_not(l)}, 1), SMT_UNSAT); /* its definition survived */
    assert_int_equal(smt_check(s, (smt_lit[]){l, smt_not(m)}, 2), SMT_SAT);
    term v = smt_value(s, x);
    assert_true(mpq_sgn(term_number(b, v)) <= 0);
    smt_free(s);
    terms_free(b);
}

/* Every assignment of small domains, by counting. */
struct brute {
    struct terms *bank;
    const term_list *variables;
    struct evaluation e;
};

static uint32_t domain_size(struct terms *b, sort s) {
    if (sort_kind(b, s) == SORT_BOOL) return 2;
    return sort_kind(b, s) == SORT_BV ? 1u << sort_width(b, s) : 4; /* numbers: 0..3 */
}

static term domain_value(struct terms *b, sort s, uint32_t n) {
    mpq_t q;
    mpq_init(q);
    mpq_set_ui(q, n, 1);
    term t = TERM_NONE;
    switch (sort_kind(b, s)) {
    case SORT_BOOL: t = term_bool(b, n); break;
    case SORT_BV: t = term_bits_ui(b, n, sort_width(b, s)); break;
    default: t = term_number_of(b, q, s); break;
    }
    mpq_clear(q);
    return t;
}

/* Whether some assignment makes the formula true. */
static bool brute_satisfiable(struct terms *b, const term_list *variables, term formula) {
    uint64_t total = 1;
    for (uint32_t i = 0; i < variables->size; i++) total *= domain_size(b, term_sort(b, variables->data[i]));
    struct evaluation e;
    evaluation_init(&e, b);
    bool found = false;
    for (uint64_t code = 0; code < total && !found; code++) {
        uint64_t rest = code;
        evaluation_reset(&e);
        for (uint32_t i = 0; i < variables->size; i++) {
            sort s = term_sort(b, variables->data[i]);
            evaluation_set(&e, variables->data[i], domain_value(b, s, (uint32_t)(rest % domain_size(b, s))));
            rest /= domain_size(b, s);
        }
        found = term_is(b, evaluate(&e, formula), TERM_TRUE);
    }
    evaluation_fini(&e);
    return found;
}

static term range_of(struct terms *b, term v) {
    sort s = term_sort(b, v);
    if (sort_kind(b, s) != SORT_INT && sort_kind(b, s) != SORT_REAL) return term_true(b);
    return term_and2(b, term_le(b, domain_value(b, s, 0), v), term_le(b, v, domain_value(b, s, 3)));
}

static term model_value_of(struct smt *s, struct terms *b, const term_list *variables, term formula) {
    struct evaluation e;
    evaluation_init(&e, b);
    vec_each (term, v, variables) {
        term value = smt_value(s, *v);
        assert_true(term_is_value(b, value));
        evaluation_set(&e, *v, value);
    }
    u32s functions = {0};
    term_functions(b, &formula, 1, &functions);
    vec_each (uint32_t, f, &functions) {
        struct function_value value;
        assert_true(smt_function_value(s, *f, &value));
        evaluation_define(&e, &value);
        vec_free(&value.points);
    }
    vec_free(&functions);
    term result = evaluate(&e, formula);
    evaluation_fini(&e);
    return result;
}

enum { ROUNDS = 120 };

/* Random formulas over bit vectors and Booleans: satisfiable if and only if enumeration says so, in every purpose. */
static void agrees_with_enumeration(void **state) {
    (void)state;
    uint32_t answers[2] = {0};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct terms *b = terms_new(round % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        struct random_pool p;
        pool_init(&p, b, round);
        pool_variable(&p, sort_bool());
        pool_variable(&p, sort_bv(b, 3));
        pool_variable(&p, sort_bv(b, 3));
        pool_variable(&p, sort_bv(b, 2));
        vec_push(&p.terms, term_bits_ui(b, round, 3));
        pool_grow(&p, 30);
        struct smt *s = make(b, THEORY_BV, (enum smt_purpose)(round % 3), NULL);
        term f = pool_formula(&p);
        bool expected = brute_satisfiable(b, &p.variables, f);
        smt_assert(s, f);
        enum smt_result result = smt_check(s, NULL, 0);
        assert_int_equal(result, expected ? SMT_SAT : SMT_UNSAT);
        if (result == SMT_SAT) assert_true(term_is(b, model_value_of(s, b, &p.variables, f), TERM_TRUE));
        answers[expected]++;
        smt_free(s);
        pool_fini(&p);
        terms_free(b);
    }
    assert_true(answers[0] > 10 && answers[1] > 10);
}

/* Numbers in [0..3]: integers are enumerated; for mixed formulas models must satisfy and purposes must agree. */
static void agrees_on_numbers(void **state) {
    (void)state;
    uint32_t answers[2] = {0};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct terms *b = terms_new(round % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY);
        struct random_pool p;
        pool_init(&p, b, 1000 + round);
        bool integers = round % 4 < 2;
        sort number = integers ? sort_int() : sort_real();
        pool_variable(&p, sort_bool());
        for (uint32_t i = 0; i < 3; i++) pool_variable(&p, number);
        for (uint32_t i = 1; i < 4; i++) vec_push(&p.terms, domain_value(b, number, i));
        pool_grow(&p, 30);
        term parts[5] = {pool_formula(&p)};
        for (uint32_t i = 0; i < 4; i++) parts[i + 1] = range_of(b, p.variables.data[i]);
        term f = term_and(b, parts, 5);
        enum smt_result results[3];
        for (int purpose = 0; purpose < 3; purpose++) {
            struct smt *s = make(b, term_theories(b, &f, 1), (enum smt_purpose)purpose, NULL);
            smt_assert(s, f);
            results[purpose] = smt_check(s, NULL, 0);
            assert_int_not_equal(results[purpose], SMT_UNKNOWN);
            if (results[purpose] == SMT_SAT)
                assert_true(term_is(b, model_value_of(s, b, &p.variables, f), TERM_TRUE));
            smt_free(s);
        }
        assert_int_equal(results[0], results[1]);
        assert_int_equal(results[0], results[2]);
        if (integers) assert_int_equal(results[0] == SMT_SAT, brute_satisfiable(b, &p.variables, f));
        answers[results[0] == SMT_SAT]++;
        pool_fini(&p);
        terms_free(b);
    }
    assert_true(answers[0] > 10 && answers[1] > 10);
}

/* Arrays, functions, elements: what the model says, evaluated by us, is true. */
static void values_of_every_sort(void **state) {
    (void)state;
    uint32_t satisfiable = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        struct random_pool p;
        pool_init(&p, b, 2000 + round);
        sort u = sort_uninterpreted(b, "U"), byte = sort_bv(b, 3);
        sort elements[] = {sort_int(), sort_bool(), byte, u};
        sort indices[] = {sort_int(), byte, u, sort_int()};
        sort array = sort_array(b, indices[round % 4], elements[round / 4 % 4]);
        sort nested = sort_array(b, byte, array);
        pool_variable(&p, sort_bool());
        for (uint32_t i = 0; i < 2; i++) {
            pool_variable(&p, sort_int());
            pool_variable(&p, byte);
            pool_variable(&p, u);
            pool_variable(&p, array);
            pool_variable(&p, array);
        }
        pool_variable(&p, nested);
        uint32_t f = function_declare(b, "f", (sort[]){u, sort_int()}, 2, u);
        uint32_t g = function_declare(b, "g", (sort[]){array}, 1, sort_int());
        for (uint32_t i = 0; i < 4; i++) {
            pool_grow(&p, 8);
            vec_push(&p.terms, term_apply(b, f, (term[]){pool_pick(&p, u), pool_pick(&p, sort_int())}));
            vec_push(&p.terms, term_apply(b, g, (term[]){pool_pick(&p, array)}));
            vec_push(&p.terms, term_select(b, pool_pick(&p, array), pool_pick(&p, indices[round % 4])));
            vec_push(&p.terms, term_store(b, pool_pick(&p, array), pool_pick(&p, indices[round % 4]),
                                          pool_pick(&p, elements[round / 4 % 4])));
            vec_push(&p.terms, term_eq(b, pool_pick(&p, array), pool_pick(&p, array)));
            vec_push(&p.terms, term_eq(b, pool_pick(&p, u), pool_pick(&p, u)));
        }
        term formula = pool_formula(&p);
        struct smt *s = make(b, term_theories(b, &formula, 1), (enum smt_purpose)(round % 3), NULL);
        smt_assert(s, formula);
        if (smt_check(s, NULL, 0) == SMT_SAT) {
            satisfiable++;
            assert_true(term_is(b, model_value_of(s, b, &p.variables, formula), TERM_TRUE));
        }
        smt_free(s);
        pool_fini(&p);
        terms_free(b);
    }
    assert_true(satisfiable > ROUNDS / 3);
}

static void elements_are_different(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort u = sort_uninterpreted(b, "U");
    term x = term_variable(b, "x", u), y = term_variable(b, "y", u), z = term_variable(b, "z", u);
    struct smt *s = make(b, THEORY_UF, SMT_INCREMENTAL, NULL);
    smt_push(s);
    smt_assert(s, term_and2(b, term_eq(b, x, term_element(b, u, 3)), term_eq(b, y, term_element(b, u, 1))));
    smt_assert(s, term_distinct(b, (term[]){x, y, z}, 3));
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    assert_true(term_same(smt_value(s, x), term_element(b, u, 3)));
    assert_true(term_same(smt_value(s, y), term_element(b, u, 1)));
    assert_true(term_is(b, smt_value(s, z), TERM_ELEMENT));
    assert_false(term_same(smt_value(s, z), smt_value(s, x)) || term_same(smt_value(s, z), smt_value(s, y)));
    smt_pop(s);
    smt_assert(s, term_and2(b, term_eq(b, x, term_element(b, u, 3)), term_eq(b, x, term_element(b, u, 1))));
    assert_int_equal(smt_check(s, NULL, 0), SMT_UNSAT);
    smt_free(s);
    terms_free(b);
}

static void division_by_zero(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term x = term_variable(b, "x", sort_int()), y = term_variable(b, "y", sort_int());
    term quotient = term_make(b, TERM_DIV, (term[]){x, y}, 2, 0, 0);
    struct smt *s = make(b, THEORY_INT | THEORY_DIVISION | THEORY_NONLINEAR, SMT_INCREMENTAL, NULL);
    smt_assert(s, term_and2(b, term_eq(b, y, term_integer(b, 0)), term_eq(b, quotient, term_integer(b, 7))));
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    assert_true(term_same(smt_value(s, quotient), term_integer(b, 7)));
    struct function_value zero;
    assert_true(smt_function_value(s, function_by_zero(TERM_DIV), &zero));
    assert_int_equal(zero.arity, 1);
    struct evaluation e;
    evaluation_init(&e, b);
    evaluation_define(&e, &zero);
    evaluation_set(&e, x, smt_value(s, x));
    evaluation_set(&e, y, smt_value(s, y));
    assert_true(term_same(evaluate(&e, quotient), term_integer(b, 7)));
    evaluation_fini(&e);
    vec_free(&zero.points);
    assert_false(smt_function_value(s, function_by_zero(TERM_DIVIDE), &zero));
    vec_free(&zero.points);
    smt_free(s);
    terms_free(b);
}

static void large_numbers(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    mpq_t q;
    mpq_init(q);
    mpq_set_str(q, "-123456789012345678901234567890/7", 10);
    mpq_canonicalize(q);
    term r = term_variable(b, "r", sort_real()), third = term_number_of(b, q, sort_real());
    term v = term_variable(b, "v", sort_bv(b, 130));
    mpz_t z;
    mpz_init_set_str(z, "1234567890123456789012345678901234567", 10);
    term wide = term_bits_of(b, z, 130);
    struct smt *s = make(b, THEORY_REAL | THEORY_BV, SMT_INCREMENTAL, NULL);
    smt_assert(s, term_and2(b, term_eq(b, r, third), term_eq(b, v, wide)));
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    assert_true(term_same(smt_value(s, r), third));
    assert_true(term_same(smt_value(s, v), wide));
    mpq_clear(q);
    mpz_clear(z);
    smt_free(s);
    terms_free(b);
}

static void irrational_values_are_refused(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    mpq_t q;
    mpq_init(q);
    mpq_set_ui(q, 2, 1);
    term r = term_variable(b, "r", sort_real());
    struct smt *s = make(b, THEORY_REAL | THEORY_NONLINEAR, SMT_JUDGE, NULL);
    smt_assert(s, term_eq(b, term_mul2(b, r, r), term_number_of(b, q, sort_real())));
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    assert_true(term_is_none(smt_value(s, r)));
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT); /* the solver is as good as before */
    mpq_clear(q);
    smt_free(s);
    terms_free(b);
}

/* 48-bit factoring: seconds of work. */
static term hard(struct terms *b) {
    sort s = sort_bv(b, 48);
    term x = term_variable(b, "hx", s), y = term_variable(b, "hy", s);
    term limit = term_bits_ui(b, 1 << 24, 48), one = term_bits_ui(b, 1, 48);
    term parts[] = {term_eq(b, term_bv2(b, TERM_BV_MUL, x, y), term_bits_ui(b, 0x7fffffd5af57, 48)),
                    term_bv2(b, TERM_BV_ULT, one, x), term_bv2(b, TERM_BV_ULT, one, y),
                    term_bv2(b, TERM_BV_ULT, x, limit), term_bv2(b, TERM_BV_ULT, y, limit)};
    return term_and(b, parts, 5);
}

static void limits_stop_a_query(void **state) {
    (void)state;
    for (int purpose = 0; purpose < 3; purpose++) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        struct limits limits;
        limits_init(&limits, 0.3);
        struct smt *s = make(b, THEORY_BV, (enum smt_purpose)purpose, &limits);
        smt_assert(s, hard(b));
        uint64_t start = clock_us();
        assert_int_equal(smt_check(s, NULL, 0), SMT_UNKNOWN);
        assert_true(clock_us() - start < 3000000);
        assert_non_null(smt_reason(s));
        assert_int_equal(limits_reason(&limits), STOP_TIMEOUT);
        assert_int_equal(smt_check(s, NULL, 0), SMT_UNKNOWN); /* and stays stopped */
        smt_free(s);

        limits_init(&limits, 0);
        s = make(b, THEORY_BV, (enum smt_purpose)purpose, &limits);
        limits_interrupt(&limits);
        assert_int_equal(smt_check(s, NULL, 0), SMT_UNKNOWN);
        smt_free(s);
        terms_free(b);
    }
}

static void work_limit_is_deterministic(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    term easy = term_variable(b, "easy", sort_bool());
    for (int theory = 0; theory < 2; theory++) {
        struct smt *s = make(b, theory ? THEORY_BV : THEORY_BV | THEORY_INT, SMT_INCREMENTAL, NULL);
        smt_lit l = smt_label(s, hard(b)), e = smt_label(s, easy);
        smt_work_limit(s, 20000);
        uint64_t before = smt_work(s);
        assert_int_equal(smt_check(s, &l, 1), SMT_UNKNOWN);
        assert_true(smt_work(s) >= before + 20000);
        smt_work_limit(s, 0);
        assert_int_equal(smt_check(s, &e, 1), SMT_SAT);
        assert_true(smt_lit_value(s, e));
        smt_free(s);
    }
    terms_free(b);
}

static void deep_terms(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_PLAIN);
    term x = term_variable(b, "x", sort_bv(b, 8)), y = term_variable(b, "y", sort_bv(b, 8));
    term deep = x;
    for (uint32_t i = 0; i < 100000; i++) deep = term_bv2(b, i % 2 ? TERM_BV_XOR : TERM_BV_ADD, deep, y);
    struct smt *s = make(b, THEORY_BV, SMT_INCREMENTAL, NULL);
    smt_assert(s, term_eq(b, y, term_bits_ui(b, 0, 8)));
    smt_assert(s, term_eq(b, deep, term_bits_ui(b, 5, 8)));
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    assert_true(term_same(smt_value(s, x), term_bits_ui(b, 5, 8)));
    smt_free(s);
    terms_free(b);
}

#ifdef __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* In a child with little memory, a query that needs much ends it with MEM_EXIT, nothing else. */
static void memory_runs_out(void **state) {
    (void)state;
    if (SANITIZED) skip(); /* the sanitizers need their address space */
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        struct terms *b = terms_new(TERMS_SIMPLIFY);
        struct smt *s = make(b, THEORY_BV, SMT_INCREMENTAL, NULL);
        struct rlimit little = {400u << 20, 400u << 20};
        setrlimit(RLIMIT_AS, &little);
        if (!freopen("/dev/null", "w", stderr)) _exit(1);
        term x = term_variable(b, "x", sort_bv(b, 512)), y = term_variable(b, "y", sort_bv(b, 512)), z = x;
        for (uint32_t i = 0; i < 40; i++)
            z = term_bv2(b, TERM_BV_ADD, term_bv2(b, TERM_BV_MUL, z, z), term_bv2(b, TERM_BV_UREM, y, z));
        smt_assert(s, term_eq(b, z, term_bits_ui(b, 77, 512)));
        smt_assert(s, term_bv2(b, TERM_BV_ULT, y, x));
        smt_check(s, NULL, 0);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), MEM_EXIT);
}

static void counts_statistics(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    struct stats stats = {0};
    struct smt *s = smt_new(b, &(struct smt_settings){.stats = &stats});
    smt_lit p = smt_label(s, term_variable(b, "p", sort_bool()));
    smt_check(s, &p, 1);
    smt_check(s, (smt_lit[]){p, smt_not(p)}, 2);
    assert_int_equal(stats.smt_queries, 2);
    assert_int_equal(stats.smt_sat, 1);
    assert_int_equal(stats.smt_unknown, 0);
    smt_free(s);
    terms_free(b);
}

/* Where there are few indices Z3 may give an array as any function of the index, and leave comparisons of arrays
 * unevaluated. */
static void arrays_with_few_indices(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    sort bit = sort_bv(b, 1), array = sort_array(b, bit, bit);
    term a = term_variable(b, "a", array), x = term_variable(b, "x", bit), y = term_variable(b, "y", bit);
    term zero = term_bits_ui(b, 0, 1);
    term stored = term_store(b, term_store(b, a, y, zero), term_select(b, a, x), y);
    term differ = term_not(b, term_eq(b, stored, term_const_array(b, array, x)));
    struct smt *s = make(b, THEORY_BV | THEORY_ARRAY, SMT_BATCH, NULL);
    smt_assert(s, term_eq(b, x, zero));
    smt_assert(s, term_eq(b, y, zero));
    smt_assert(s, differ);
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    assert_true(term_is(b, smt_value(s, differ), TERM_TRUE));
    struct evaluation e;
    evaluation_init(&e, b);
    evaluation_set(&e, a, smt_value(s, a));
    evaluation_set(&e, x, smt_value(s, x));
    evaluation_set(&e, y, smt_value(s, y));
    assert_true(term_is(b, evaluate(&e, differ), TERM_TRUE));
    evaluation_fini(&e);
    smt_free(s);
    terms_free(b);
}

/* Each of them has its own assertions, and what one left behind does not reach the next. */
static void solvers_share_a_context(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    struct smt_context *context = smt_context_new(b, NULL);
    term x = term_variable(b, "x", sort_int());
    term small = term_le(b, x, term_integer(b, 3)), big = term_ge(b, x, term_integer(b, 5));
    struct smt_settings settings = {.context = context, .theories = THEORY_INT};
    struct smt *one = smt_new(b, &settings), *two = smt_new(b, &settings);
    smt_lit small_one = smt_label(one, small), act = smt_new_label(two), big_two = smt_label(two, big);
    smt_lit small_two = smt_label(two, small);
    assert_int_not_equal(small_one.code, small_two.code);
    smt_assert(one, big);
    smt_clause(two, (smt_lit[]){smt_not(act), small_two}, 2);
    assert_int_equal(smt_check(one, &small_one, 1), SMT_UNSAT);
    assert_int_equal(smt_check(two, (smt_lit[]){act}, 1), SMT_SAT);
    assert_true(smt_holds(two, small));
    assert_int_equal(smt_core(one)->size, 1); /* still there */
    assert_int_equal(smt_check(two, (smt_lit[]){big_two, act}, 2), SMT_UNSAT);
    assert_int_equal(smt_core(two)->size, 2);
    smt_free(one);

    /* A solver in its place meets the same names again, and other formulas under new ones. */
    for (int i = 0; i < 20; i++) {
        struct smt *again = smt_new(b, &settings);
        smt_lit label = smt_label(again, small);
        smt_lit exact = smt_label(again, term_eq(b, x, term_integer(b, i)));
        assert_int_equal(smt_check(again, (smt_lit[]){label, exact}, 2), i <= 3 ? SMT_SAT : SMT_UNSAT);
        assert_int_equal(smt_check(again, (smt_lit[]){smt_not(label), exact}, 2),
                         i > 3 ? SMT_SAT : SMT_UNSAT);
        smt_free(again);
    }
    assert_int_equal(smt_check(two, (smt_lit[]){smt_not(small_two), smt_not(big_two)}, 2), SMT_SAT);
    assert_true(term_same(smt_value(two, x), term_integer(b, 4)));
    smt_free(two);
    smt_context_free(context);
    terms_free(b);
}

/* Elements are different in solvers that were there before them and in those that come later. */
static void elements_in_a_shared_context(void **state) {
    (void)state;
    struct terms *b = terms_new(TERMS_SIMPLIFY);
    struct smt_context *context = smt_context_new(b, NULL);
    sort s = sort_uninterpreted(b, "S");
    term x = term_variable(b, "x", s), both[2];
    for (uint32_t i = 0; i < 2; i++) both[i] = term_eq(b, x, term_element(b, s, i));
    struct smt_settings settings = {.context = context};
    struct smt *before = smt_new(b, &settings);
    smt_assert(before, both[0]);
    struct smt *after = smt_new(b, &settings);
    smt_assert(after, both[0]);
    smt_assert(after, both[1]);
    assert_int_equal(smt_check(after, NULL, 0), SMT_UNSAT);
    assert_int_equal(smt_check(before, NULL, 0), SMT_SAT);
    smt_assert(before, both[1]);
    assert_int_equal(smt_check(before, NULL, 0), SMT_UNSAT);
    smt_free(before);
    smt_free(after);
    smt_context_free(context);
    terms_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_the_library_on_first_use),
        cmocka_unit_test(labels_and_cores),
        cmocka_unit_test(pops_keep_definitions),
        cmocka_unit_test(agrees_with_enumeration),
        cmocka_unit_test(agrees_on_numbers),
        cmocka_unit_test(values_of_every_sort),
        cmocka_unit_test(elements_are_different),
        cmocka_unit_test(division_by_zero),
        cmocka_unit_test(large_numbers),
        cmocka_unit_test(irrational_values_are_refused),
        cmocka_unit_test(limits_stop_a_query),
        cmocka_unit_test(work_limit_is_deterministic),
        cmocka_unit_test(deep_terms),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(counts_statistics),
        cmocka_unit_test(arrays_with_few_indices),
        cmocka_unit_test(solvers_share_a_context),
        cmocka_unit_test(elements_in_a_shared_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
