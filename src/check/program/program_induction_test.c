/* The judge of k-induction about programs says what explicit-state search says, for random automata, formulas, sets of
 * locations and depths. */
#include "check/program/program_induction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "model/testing_program.h"

/* Everything by location and state: location * states + state. */
struct space {
    const struct program *program;
    const struct program_invariant *invariant;
    uint32_t states, size;
    uint8_t *good; /* the formula holds; nowhere at the error location */
};

static bool in_set(const struct space *s, uint32_t location) {
    return location == s->program->error || !term_is_none(s->invariant->at.data[location]);
}

static void space_init(struct space *s, const struct program *program,
                       const struct program_invariant *invariant) {
    *s =
        (struct space){.program = program, .invariant = invariant, .states = testing_program_states(program)};
    s->size = program->locations.size * s->states;
    s->good = mem_new_array(uint8_t, s->size);
    for (uint32_t l = 0; l < program->locations.size; l++)
        for (uint32_t state = 0; l != program->error && state < s->states; state++)
            s->good[l * s->states + state] =
                !in_set(s, l) || testing_program_holds(program, state, invariant->at.data[l]);
}

/* The states of the set (and none else) after one step from those of `from`: along edges, on and on where they lead out
 * of the set. */
static uint8_t *step(const struct space *s, const uint8_t *from) {
    uint8_t *between = mem_new_array(uint8_t, s->size), *to = mem_new_array(uint8_t, s->size);
    memcpy(between, from, s->size);
    for (bool again = true; again;) {
        again = false;
        vec_each (const struct program_edge, e, &s->program->edges)
            again |= testing_program_post(s->program, e->command, between + e->from * s->states, NULL,
                                          (in_set(s, e->to) ? to : between) + e->to * s->states);
    }
    mem_free(between);
    return to;
}

static bool all_good(const struct space *s, const uint8_t *states) {
    for (uint32_t i = 0; i < s->size; i++)
        if (states[i] && !s->good[i]) return false;
    return true;
}

/* Base and step of depth k. A path of k locations where the formulas hold may start in the initial location or the
 * set. */
static bool is_inductive(const struct space *s, uint32_t k) {
    uint8_t *now = mem_new_array(uint8_t, s->size);
    memset(now + s->program->initial * s->states, 1, s->states);
    bool good = all_good(s, now);
    for (uint32_t i = 1; good && i < k; i++) {
        uint8_t *next = step(s, now);
        mem_free(now);
        now = next;
        good = all_good(s, now);
    }
    memset(now, 0, s->size);
    for (uint32_t l = 0; l < s->program->locations.size; l++)
        if (in_set(s, l) || l == s->program->initial)
            memcpy(now + l * s->states, s->good + l * s->states, s->states);
    for (uint32_t i = 1; good && i <= k; i++) {
        uint8_t *next = step(s, now);
        mem_free(now);
        now = next;
        if (i == k) good = all_good(s, now);
        for (uint32_t j = 0; j < s->size; j++) now[j] &= s->good[j];
    }
    mem_free(now);
    return good;
}

/* Formulas at most locations; `true`, or exactly what is reached, or anything. */
static struct program_invariant *random_invariant(struct testing_program *g) {
    struct program *program = g->program;
    struct program_invariant *invariant = program_invariant_new(program);
    uint32_t states = testing_program_states(program), kind = random_below(&g->random, 3);
    u8s reached = {0};
    testing_program_reach(program, &reached);
    for (uint32_t l = 0; l < program->locations.size; l++) {
        if (l == program->error || random_one_in(&g->random, 4)) continue;
        term t = term_true(program->terms);
        if (kind == 1 && random_one_in(&g->random, 3)) t = testing_program_truth(g, 1);
        if (kind == 2) {
            t = term_false(program->terms);
            for (uint32_t state = 0; state < states; state++) {
                if (!reached.data[l * states + state]) continue;
                term here = term_true(program->terms);
                term_list values = {0};
                testing_program_values(program, state, &values);
                for (uint32_t v = 0; v < values.size; v++)
                    here = term_and2(program->terms, here,
                                     term_eq(program->terms, program->variables.data[v].now, values.data[v]));
                t = term_or2(program->terms, t, here);
                vec_free(&values);
            }
        }
        invariant->at.data[l] = t;
    }
    vec_free(&reached);
    return invariant;
}

static void test_random(void **state) {
    (void)state;
    uint32_t accepted[4] = {0}, rejected = 0, uncut = 0, deep = 0;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct testing_program_shape shape = {
            .variables = 2, .width = 2, .locations = 5, .mode = TERMS_PLAIN};
        struct testing_program g;
        testing_program_random(&g, &shape, seed);
        struct program_invariant *invariant = random_invariant(&g);
        struct space s;
        space_init(&s, g.program, invariant);
        bool before = false;
        for (uint32_t k = 1; k <= 3; k++) {
            struct text why = {0};
            invariant->depth = k;
            enum check_result result =
                check_program_induction(g.program, invariant, CHECK_BY_DEFAULT, NULL, &why);
            assert_int_not_equal(result, CHECK_UNDECIDED);
            if (result == CHECK_REJECTED && strstr(why.data, "cycle")) {
                uncut++;
            } else {
                bool expected = is_inductive(&s, k);
                assert_int_equal(result == CHECK_ACCEPTED, expected);
                if (expected)
                    accepted[k]++;
                else
                    rejected++;
                deep += k > 1 && expected && !before;
                before = expected;
            }
            text_fini(&why);
        }
        mem_free(s.good);
        program_invariant_free(invariant);
        testing_program_fini(&g);
    }
    assert_true(accepted[1] > 20 && accepted[2] > 20 && rejected > 20 && uncut > 20);
    assert_true(deep > 5); /* proofs that need more than one step */
}

/* x = 0; for (;;) { if (x == 6) error; x += 2; }: with 4 bits 6 is reached, with x += 4 it is not. */
static struct program *stepping(uint32_t by) {
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    uint32_t v = program_add_variable(program, "x", sort_bv(b, 4));
    term x = program->variables.data[v].now, six = term_bits_ui(b, 6, 4);
    struct program_position p = {0};
    program->initial = program_add_location(program, "start", p);
    uint32_t head = program_add_location(program, "head", p), body = program_add_location(program, "body", p);
    program->error = program_add_location(program, "error", p);
    program_add_edge(program, program->initial, program_assign(program, v, term_bits_ui(b, 0, 4)), head, p);
    program_add_edge(program, head, program_assume(program, term_eq(b, x, six)), program->error, p);
    program_add_edge(program, head, program_assume(program, term_not(b, term_eq(b, x, six))), body, p);
    term more = term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, by, 4));
    program_add_edge(program, body, program_assign(program, v, more), head, p);
    program_index(program);
    return program;
}

static enum check_result judge(const struct program *program, struct program_invariant *invariant,
                               uint32_t depth) {
    struct text why = {0};
    invariant->depth = depth;
    enum check_result result = check_program_induction(program, invariant, CHECK_BY_DEFAULT, NULL, &why);
    text_fini(&why);
    return result;
}

/* 2, 6: a loop of four values of x of which the error is one, so four good steps in a row cannot lead to it. */
static void test_depth(void **state) {
    (void)state;
    struct program *program = stepping(4);
    struct program_invariant *invariant = program_invariant_new(program);
    invariant->at.data[1] = term_true(program->terms);
    assert_int_equal(judge(program, invariant, 1), CHECK_REJECTED);
    assert_int_equal(judge(program, invariant, 3), CHECK_REJECTED);
    assert_int_equal(judge(program, invariant, 5), CHECK_ACCEPTED);
    struct text script = {0};
    program_induction_script(&script, program, invariant);
    assert_non_null(strstr(script.data, "(set-info :induct-depth 5)"));
    text_fini(&script);
    program->edges.data[3].unsupported = "a thing"; /* as if it led to the error */
    assert_int_equal(judge(program, invariant, 5), CHECK_REJECTED);
    program_invariant_free(invariant);
    program_free(program);
    program = stepping(2);
    invariant = program_invariant_new(program);
    invariant->at.data[1] = term_true(program->terms);
    for (uint32_t k = 1; k <= 12; k++) assert_int_equal(judge(program, invariant, k), CHECK_REJECTED);
    program_invariant_free(invariant);
    program_free(program);
}

static void test_malformed(void **state) {
    (void)state;
    struct program *program = stepping(4);
    struct program_invariant *invariant = program_invariant_new(program);
    assert_int_equal(judge(program, invariant, 5), CHECK_REJECTED); /* a cycle is not cut */
    invariant->at.data[1] = term_true(program->terms);
    assert_int_equal(judge(program, invariant, 0), CHECK_REJECTED);
    invariant->at.data[1] = program->variables.data[0].now; /* no formula */
    assert_int_equal(judge(program, invariant, 5), CHECK_REJECTED);
    invariant->at.data[1] = term_variable(program->terms, "foreign", sort_bool());
    assert_int_equal(judge(program, invariant, 5), CHECK_REJECTED);
    invariant->at.data[1] = (term){terms_size(program->terms) + 7};
    assert_int_equal(judge(program, invariant, 5), CHECK_REJECTED);
    invariant->at.data[1] = term_true(program->terms);
    vec_push(&invariant->at, term_true(program->terms));
    assert_int_equal(judge(program, invariant, 5), CHECK_REJECTED);
    program_invariant_free(invariant);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_malformed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
