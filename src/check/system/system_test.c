/* The judge of systems against enumeration, by each of its solvers; evidence that was tampered with; malformed
 * evidence. */
#include "check/system/check_system.h"

#include "check/system/system_brute_test.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>

static enum check_result judged(const struct brute_system *s, const struct system_invariant *inv,
                                enum check_judge by) {
    struct text why = {0};
    enum check_result result = check_system_invariant(s->system, 0, inv, by, NULL, &why);
    if (result != CHECK_ACCEPTED) assert_true(why.size > 0);
    text_fini(&why);
    return result;
}

static bool expected(struct brute_system *s, const struct system_invariant *inv) {
    brute_phi(s, &inv->conjuncts);
    bool step =
        inv->simple_path ? brute_simple_step(s, inv->depth, &inv->conjuncts) : brute_step(s, inv->depth);
    return brute_base(s, inv->depth) && step && brute_safety(s);
}

/* A candidate: the reachable steps, or these changed a little, or random formulas. */
static struct system_invariant *candidate(struct brute_system *s, uint32_t round) {
    struct system_invariant *inv = system_invariant_new();
    bool reached[BRUTE_STEPS];
    brute_reachable(s, reached);
    if (round % 4 == 0) {
        brute_invariant(s, reached, &inv->conjuncts);
    } else if (round % 4 == 1) { /* tampered: a step too many or too few */
        uint32_t step = random_below(&s->random, s->steps);
        reached[step] = !reached[step];
        brute_invariant(s, reached, &inv->conjuncts);
    } else {
        vec_push(&inv->conjuncts, s->system->properties.data[0].good);
        if (round % 4 == 3) vec_push(&inv->conjuncts, pool_formula(&s->pool));
        inv->depth = 1 + random_below(&s->random, 3);
        inv->simple_path = !random_below(&s->random, 3);
    }
    return inv;
}

static void invariants_against_enumeration(void **state) {
    (void)state;
    uint32_t answers[2] = {0}, deep = 0;
    for (uint32_t round = 0; round < 1200; round++) {
        struct brute_system s;
        brute_init(&s, 31 + round);
        assert_null(system_check(s.system));
        struct system_invariant *inv = candidate(&s, round);
        bool right = expected(&s, inv);
        enum check_result wanted = right ? CHECK_ACCEPTED : CHECK_REJECTED;
        assert_int_equal(judged(&s, inv, CHECK_BY_DEFAULT), wanted);
        if (round % 32 < 4) assert_int_equal(judged(&s, inv, CHECK_BY_Z3), wanted);
        if (round % 120 < 4) assert_int_equal(judged(&s, inv, CHECK_BY_CVC5), wanted);
        answers[right]++;
        deep += right && inv->depth > 1;
        system_invariant_free(inv);
        brute_fini(&s);
    }
    assert_true(answers[0] > 200 && answers[1] > 200 && deep > 20);
}

static struct system_trace *trace_of(const struct brute_system *s, const uint32_t *steps, uint32_t n) {
    struct system_trace *t = system_trace_new(0);
    t->steps = n;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < s->system->states.size; i++)
            vec_push(&t->states, brute_state(s, steps[k] % s->states, i));
        for (uint32_t i = 0; i < s->system->inputs.size; i++)
            vec_push(&t->inputs, brute_input(s, steps[k], i));
    }
    return t;
}

static bool path_is_right(const struct brute_system *s, const uint32_t *steps, uint32_t n) {
    if (!s->init[steps[0]] || s->good[steps[n - 1]]) return false;
    for (uint32_t k = 0; k < n; k++) {
        if (!s->constraint[steps[k]]) return false;
        if (k + 1 < n && !s->trans[steps[k]][steps[k + 1] % s->states]) return false;
    }
    return true;
}

/* A random walk that tries to be a counterexample, and may be wrong anywhere. */
static uint32_t walk(struct brute_system *s, uint32_t *steps) {
    uint32_t n = 0, limit = 1 + random_below(&s->random, 4);
    while (n < limit) {
        uint32_t step = random_below(&s->random, s->steps);
        for (uint32_t tries = 0; tries < 300; tries++) {
            bool fits = s->constraint[step] && (n ? s->trans[steps[n - 1]][step % s->states] : s->init[step]);
            if (fits && (n + 1 < limit || !s->good[step])) break;
            step = random_below(&s->random, s->steps);
        }
        steps[n++] = step;
    }
    if (!random_below(&s->random, 3)) steps[random_below(&s->random, n)] = random_below(&s->random, s->steps);
    return n;
}

static void traces_against_enumeration(void **state) {
    (void)state;
    uint32_t answers[2] = {0};
    for (uint32_t round = 0; round < 1500; round++) {
        struct brute_system s;
        brute_init(&s, 50000 + round);
        uint32_t steps[4], n = walk(&s, steps);
        struct system_trace *t = trace_of(&s, steps, n);
        bool right = path_is_right(&s, steps, n);
        struct text why = {0};
        assert_int_equal(check_system_trace(s.system, 0, t, NULL, &why),
                         right ? CHECK_ACCEPTED : CHECK_REJECTED);
        assert_int_equal(why.size == 0, right);
        answers[right]++;
        text_fini(&why);
        system_trace_free(t);
        brute_fini(&s);
    }
    assert_true(answers[0] > 300 && answers[1] > 300);
}

/* x := x + step, from 0; the property x <= bound. */
static struct system *counter(long step, long bound) {
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    x->first = term_integer(b, 0);
    x->update = term_add2(b, x->now, term_integer(b, step));
    system_add_property(system, term_le(b, x->now, term_integer(b, bound)), "small", 0);
    return system;
}

static void assert_invariant(struct system *system, const struct system_invariant *inv,
                             enum check_result wanted, const char *says) {
    for (int by = CHECK_BY_DEFAULT; by <= CHECK_BY_CVC5; by++) {
        struct text why = {0};
        assert_int_equal(check_system_invariant(system, 0, inv, (enum check_judge)by, NULL, &why), wanted);
        if (says) assert_non_null(strstr(why.data, says));
        text_fini(&why);
    }
}

static void integers(void **state) {
    (void)state;
    struct system *system = counter(-2, 0);
    struct terms *b = system->terms;
    term x = system->states.data[0].now;
    struct system_invariant *inv = system_invariant_new();
    assert_invariant(system, inv, CHECK_REJECTED, "safety"); /* true is no proof */
    vec_push(&inv->conjuncts, term_le(b, x, term_integer(b, 0)));
    assert_invariant(system, inv, CHECK_ACCEPTED, NULL);
    vec_push(&inv->conjuncts, term_le(b, x, term_integer(b, -1)));
    assert_invariant(system, inv, CHECK_REJECTED, "base");
    inv->conjuncts.data[1] = term_le(b, term_integer(b, -9), x);
    assert_invariant(system, inv, CHECK_REJECTED, "step");
    vec_clear(&inv->conjuncts);
    vec_push(&inv->conjuncts, term_not(b, term_eq(b, x, term_integer(b, 1)))); /* safe? no: x = 3 */
    assert_invariant(system, inv, CHECK_REJECTED, "safety");
    system_invariant_free(inv);
    system_free(system);
}

static void undecided_within_limits(void **state) {
    (void)state;
    struct system *system = counter(-2, 0);
    struct system_invariant *inv = system_invariant_new();
    vec_push(&inv->conjuncts, system->properties.data[0].good);
    inv->depth = 4000000000u; /* would never fit into memory */
    struct limits limits;
    for (int by = CHECK_BY_DEFAULT; by <= CHECK_BY_CVC5; by++) {
        limits_init(&limits, 0);
        limits_interrupt(&limits);
        struct text why = {0};
        if (by == CHECK_BY_CVC5) inv->depth = 1; /* the script is written whole */
        assert_int_equal(check_system_invariant(system, 0, inv, (enum check_judge)by, &limits, &why),
                         CHECK_UNDECIDED);
        assert_true(why.size > 0);
        text_fini(&why);
    }
    system_invariant_free(inv);
    system_free(system);
}

static void needs_a_program(void **state) {
    (void)state;
    struct system *system = counter(-2, 0);
    struct system_invariant *inv = system_invariant_new();
    vec_push(&inv->conjuncts, system->properties.data[0].good);
    char *path = mem_strdup(getenv("PATH"));
    setenv("PATH", "/nonexistent", 1);
    struct text why = {0};
    assert_int_equal(check_system_invariant(system, 0, inv, CHECK_BY_CVC5, NULL, &why), CHECK_UNDECIDED);
    assert_non_null(strstr(why.data, "cvc5"));
    setenv("PATH", path, 1);
    mem_free(path);
    text_fini(&why);
    system_invariant_free(inv);
    system_free(system);
}

static void malformed_invariants(void **state) {
    (void)state;
    struct system *system = counter(-2, 0);
    struct terms *b = system->terms;
    struct system_invariant *inv = system_invariant_new();
    struct text why = {0};
    assert_int_equal(check_system_invariant(system, 1, inv, CHECK_BY_DEFAULT, NULL, &why), CHECK_REJECTED);
    text_fini(&why);
    const term bad[] = {TERM_NONE,
                        {1000000},
                        system->states.data[0].now,
                        term_le(b, system->states.data[0].next, term_integer(b, 0)),
                        term_le(b, term_variable(b, "foreign", sort_int()), term_integer(b, 0)),
                        term_eq(b, term_element(b, sort_uninterpreted(b, "U"), 0),
                                term_element(b, sort_uninterpreted(b, "U"), 1))};
    vec_push(&inv->conjuncts, system->properties.data[0].good);
    vec_push(&inv->conjuncts, TERM_NONE);
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        inv->conjuncts.data[1] = bad[i];
        assert_invariant(system, inv, CHECK_REJECTED, NULL);
    }
    vec_shrink(&inv->conjuncts, 1);
    inv->depth = 0;
    assert_invariant(system, inv, CHECK_REJECTED, "depth");
    system_invariant_free(inv);
    system_free(system);
}

static void malformed_traces(void **state) {
    (void)state;
    struct system *system = counter(2, 3);
    struct terms *b = system->terms;
    struct system_trace *t = system_trace_new(0);
    struct text why = {0};
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_REJECTED); /* no steps */
    t->steps = 3;
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_REJECTED); /* no values */
    for (long v = 0; v <= 4; v += 2) vec_push(&t->states, term_integer(b, v));
    text_clear(&why);
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_ACCEPTED);
    assert_int_equal(check_system_trace(system, 1, t, NULL, &why), CHECK_REJECTED); /* no such property */
    const term bad[] = {TERM_NONE, {1000000}, term_true(b), system->states.data[0].now, term_integer(b, 5)};
    for (uint32_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        t->states.data[2] = bad[i];
        assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_REJECTED);
    }
    t->states.data[2] = term_integer(b, 4);
    struct function_value f = {.function = 3, .arity = 1, .otherwise = term_integer(b, 0)};
    vec_push(&t->functions, f);
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_REJECTED); /* no such function */
    text_fini(&why);
    system_trace_free(t);
    system_free(system);
}

/* x := y div x, which a model may choose when x is 0: property x != 7. */
static void division_by_zero(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    struct system_state *x = system_add_state(system, "x", sort_int(), NULL);
    term now = x->now;
    x->first = term_integer(b, 0);
    x->update = term_make(b, TERM_DIV, (term[]){term_integer(b, 5), now}, 2, 0, 0);
    system_add_property(system, term_not(b, term_eq(b, now, term_integer(b, 7))), NULL, 0);
    struct system_trace *t = system_trace_new(0);
    struct text why = {0};
    t->steps = 2;
    vec_push(&t->states, term_integer(b, 0));
    vec_push(&t->states, term_integer(b, 7));
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why),
                     CHECK_ACCEPTED); /* some model divides so */
    struct function_value f = {
        .function = function_by_zero(TERM_DIV), .arity = 1, .otherwise = term_integer(b, 7)};
    vec_push(&t->functions, f);
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_ACCEPTED); /* the trace says how */
    t->functions.data[0].otherwise = term_integer(b, 8);
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why),
                     CHECK_REJECTED); /* and contradicts itself */
    vec_clear(&t->functions);
    /* Twice by zero with different results: no function does that. */
    t->steps = 4;
    vec_clear(&t->states);
    const long values[] = {0, 7, 0, 8};
    for (uint32_t i = 0; i < 4; i++) vec_push(&t->states, term_integer(b, values[i]));
    system->properties.data[0].good = term_not(b, term_eq(b, now, term_integer(b, 8)));
    text_clear(&why);
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_REJECTED);
    assert_non_null(strstr(why.data, "division by zero"));
    text_fini(&why);
    system_trace_free(t);
    system_free(system);
}

/* An array and a function: a[i] := f(i), i := i + 1; the trace has both. */
static void arrays_and_functions(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    sort memory = sort_array(b, sort_int(), sort_int());
    uint32_t f = function_declare(b, "f", (sort[]){sort_int()}, 1, sort_int());
    system_add_state(system, "i", sort_int(), NULL);
    system_add_state(system, "a", memory, NULL);
    term i = system->states.data[0].now, a = system->states.data[1].now;
    system->states.data[0].first = term_integer(b, 0);
    system->states.data[0].update = term_add2(b, i, term_integer(b, 1));
    system->states.data[1].update = term_store(b, a, i, term_apply(b, f, &i));
    system_add_property(system, term_le(b, term_select(b, a, term_integer(b, 1)), term_integer(b, 9)), NULL,
                        0);
    struct system_trace *t = system_trace_new(0);
    t->steps = 3;
    term v0 = term_const_array(b, memory, term_integer(b, 0));
    term v1 = value_store(b, v0, term_integer(b, 0), term_integer(b, 4));
    term v2 = value_store(b, v1, term_integer(b, 1), term_integer(b, 10));
    term values[] = {v0, v1, v2};
    for (long k = 0; k < 3; k++) {
        vec_push(&t->states, term_integer(b, k));
        vec_push(&t->states, values[k]);
    }
    struct function_value g = {.function = f, .arity = 1, .otherwise = term_integer(b, 10)};
    vec_push(&g.points, term_integer(b, 0));
    vec_push(&g.points, term_integer(b, 4));
    vec_push(&t->functions, g);
    struct text why = {0};
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_ACCEPTED);
    t->functions.data[0].points.data[1] = term_integer(b, 5);
    assert_int_equal(check_system_trace(system, 0, t, NULL, &why), CHECK_REJECTED);
    text_fini(&why);
    system_trace_free(t);

    struct system_invariant *inv =
        system_invariant_new(); /* i stays positive: an obligation with arrays for Z3 and cvc5 */
    vec_push(&inv->conjuncts, term_le(b, term_integer(b, 0), i));
    system->properties.data[0].good = inv->conjuncts.data[0];
    assert_invariant(system, inv, CHECK_ACCEPTED, NULL);
    system_invariant_free(inv);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_against_enumeration),
        cmocka_unit_test(traces_against_enumeration),
        cmocka_unit_test(integers),
        cmocka_unit_test(undecided_within_limits),
        cmocka_unit_test(needs_a_program),
        cmocka_unit_test(malformed_invariants),
        cmocka_unit_test(malformed_traces),
        cmocka_unit_test(division_by_zero),
        cmocka_unit_test(arrays_and_functions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
