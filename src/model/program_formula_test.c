/* Transition formulas, weakest preconditions and execution against each other and against explicit search. */
#include "model/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/testing_program.h"

/* The number of bits that inputs need. */
static uint32_t input_bits(const struct program *program, const term_list *inputs) {
    uint32_t bits = 0;
    vec_each (const term, t, inputs) bits += testing_program_bits(program, *t);
    return bits;
}

static void assign_all(struct evaluation *e, const struct program *program, uint64_t state, uint64_t input,
                       const term_list *inputs) {
    evaluation_reset(e);
    vec_each (const struct program_variable, v, &program->variables)
        evaluation_set(e, v->now, testing_program_unpack(program, v->now, &state));
    vec_each (const term, t, inputs) evaluation_set(e, *t, testing_program_unpack(program, *t, &input));
}

static bool is_true(struct evaluation *e, term t) {
    return term_is(e->bank, evaluate(e, t), TERM_TRUE);
}

struct subject {
    struct testing_program g;
    program_command command;
    term_list inputs;
    struct program_effect effect;
    term transition, post, wp;
};

/* From one state: what the formulas say for all inputs, against search. */
static void compare_formulas(struct subject *s, uint32_t state, struct evaluation *e) {
    struct program *program = s->g.program;
    uint32_t states = testing_program_states(program), bits = input_bits(program, &s->inputs);
    u8s from = {0}, expected = {0}, found = {0};
    vec_resize(&from, states);
    vec_resize(&expected, states);
    vec_resize(&found, states);
    from.data[state] = 1;
    testing_program_post(program, s->command, from.data, NULL, expected.data);
    bool wp = false, wanted = false;
    term_list after = {0};
    for (uint64_t input = 0; input < (uint64_t)1 << bits; input++) {
        assign_all(e, program, state, input, &s->inputs);
        wp |= is_true(e, s->wp);
        bool guard = is_true(e, s->effect.guard);
        vec_clear(&after);
        vec_each (const term, t, &s->effect.values) vec_push(&after, evaluate(e, *t));
        uint32_t target = testing_program_state(program, after.data);
        if (guard) found.data[target] = 1;
        /* the relation holds for that successor, when the guard does, and for no other */
        uint32_t candidate = random_one_in(&s->g.random, 2) ? target : random_below(&s->g.random, states);
        testing_program_values(program, candidate, &after);
        assign_all(e, program, state, input, &s->inputs);
        for (uint32_t v = 0; v < after.size; v++)
            evaluation_set(e, program->variables.data[v].next, after.data[v]);
        assert_int_equal(is_true(e, s->transition), guard && candidate == target);
    }
    for (uint32_t t = 0; t < states; t++) {
        assert_int_equal(found.data[t], expected.data[t]);
        wanted |= expected.data[t] && testing_program_holds(program, t, s->post);
    }
    assert_int_equal(wp, wanted);
    vec_free(&after);
    vec_free(&from);
    vec_free(&expected);
    vec_free(&found);
}

/* From one state with random inputs at the sites. */
static void compare_execution(struct subject *s, uint32_t state) {
    struct program *program = s->g.program;
    uint32_t states = testing_program_states(program);
    term_list inputs = {0}, values = {0};
    vec_each (const struct program_site, site, &program->sites) {
        uint64_t number = random_word(&s->g.random);
        vec_push(&inputs, testing_program_unpack(program, site->input, &number));
    }
    u8s from = {0}, expected = {0};
    vec_resize(&from, states);
    vec_resize(&expected, states);
    from.data[state] = 1;
    testing_program_post(program, s->command, from.data, inputs.data, expected.data);
    bool wanted = false;
    for (uint32_t t = 0; t < states; t++)
        wanted |= expected.data[t] && testing_program_holds(program, t, s->post);
    testing_program_values(program, state, &values);
    bool ran = program_execute(program, s->command, values.data, inputs.data, s->post, NULL, NULL);
    assert_int_equal(ran, wanted);
    uint32_t target = testing_program_state(program, values.data);
    if (ran) assert_true(expected.data[target] && testing_program_holds(program, target, s->post));
    if (!ran) assert_int_equal(target, state);
    vec_free(&inputs);
    vec_free(&values);
    vec_free(&from);
    vec_free(&expected);
}

static void everything_agrees(void **state) {
    (void)state;
    uint32_t compared = 0, selected = 0;
    for (uint64_t seed = 0; seed < 4000; seed++) {
        struct subject s = {0};
        struct testing_program_shape shape = {
            .variables = 3, .width = 2, .choices = true, .mode = seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY};
        testing_program_init(&s.g, &shape, seed);
        struct program *program = s.g.program;
        s.command = testing_program_command(&s.g, 4 + seed % 12);
        s.post = testing_program_truth(&s.g, 2);
        program_effect(program, s.command, &s.effect, &s.inputs);
        uint32_t inputs = s.inputs.size;
        s.transition = program_transition(program, s.command, NULL, &s.inputs);
        assert_int_equal(s.inputs.size, inputs); /* each once */
        s.wp = program_wp(program, s.command, s.post);
        u32s sites = {0};
        program_sites(program, s.command, &sites);
        selected += s.inputs.size > sites.size;
        vec_free(&sites);
        struct evaluation e;
        evaluation_init(&e, program->terms);
        if (input_bits(program, &s.inputs) <= 7)
            for (uint32_t from = 0; from < testing_program_states(program); from++) {
                compare_formulas(&s, from, &e);
                compare_execution(&s, from);
                compared++;
            }
        evaluation_fini(&e);
        program_effect_fini(&s.effect);
        vec_free(&s.inputs);
        testing_program_fini(&s.g);
    }
    assert_true(compared > 20000);
    assert_true(selected > 250); /* choices that only inputs decide */
}

static void frames_are_optional(void **state) {
    (void)state;
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *b = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_int()),
             y = program_add_variable(program, "y", sort_int());
    uint32_t z = program_add_variable(program, "z", sort_int());
    const struct program_variable *v = program->variables.data;
    term more = term_add2(b, v[y].now, term_integer(b, 1));
    u8s frame = {0};
    vec_resize(&frame, 3);
    frame.data[y] = 1;
    term t = program_transition(program, program_assign(program, x, more), &frame, NULL);
    assert_true(term_same(t, term_and2(b, term_eq(b, v[x].next, more), term_eq(b, v[y].next, v[y].now))));
    term all = program_transition(program, program_assign(program, x, more), NULL, NULL);
    assert_true(term_same(all, term_and2(b, t, term_eq(b, v[z].next, v[z].now))));
    vec_free(&frame);
    program_free(program);
}

/* if (b) { x := 1 } else { if (c) { x := 2 } else { y := 3 } }, under tags */
static void tests_of_branches_select(void **state) {
    (void)state;
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *t = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_int()),
             y = program_add_variable(program, "y", sort_int());
    term b = program->variables.data[program_add_variable(program, "b", sort_bool())].now;
    term c = program->variables.data[program_add_variable(program, "c", sort_bool())].now;
    program_command in = program_choice2(
        program,
        program_then(program, program_assume(program, c), program_assign(program, x, term_integer(t, 2))),
        program_then(program, program_assume(program, term_not(t, c)),
                     program_assign(program, y, term_integer(t, 3))));
    program_command first =
        program_then(program, program_assume(program, b), program_assign(program, x, term_integer(t, 1)));
    program_command second = program_then(program, program_assume(program, term_not(t, b)), in);
    program_command whole = program_choice2(program, program_then(program, program_tag(program, 4), first),
                                            program_then(program, program_tag(program, 5), second));
    struct program_effect effect = {0};
    term_list inputs = {0};
    program_effect(program, whole, &effect, &inputs);
    term x_now = program->variables.data[x].now, y_now = program->variables.data[y].now;
    assert_int_equal(inputs.size, 0);
    assert_true(term_is(t, effect.guard, TERM_TRUE));
    assert_true(term_same(effect.values.data[x],
                          term_ite(t, b, term_integer(t, 1), term_ite(t, c, term_integer(t, 2), x_now))));
    assert_true(
        term_same(effect.values.data[y], term_ite(t, b, y_now, term_ite(t, c, y_now, term_integer(t, 3)))));
    program_effect_fini(&effect);
    program_free(program);
}

/* switch (x) { case 0: case 1: y := 10; .. case 2i: case 2i+1: y := 10 + i; .. default: y := 9 }, with the
 * default at any place. `overlap`: one case has a value of the next one, too. */
static program_command cases(struct program *program, uint32_t n, uint32_t place, bool overlap, uint32_t x,
                             uint32_t y) {
    struct terms *b = program->terms;
    term now = program->variables.data[x].now;
    program_command_list branches = {0};
    term_list others = {0};
    for (uint32_t i = 0; i < n; i++) {
        term low = term_eq(b, now, term_integer(b, 2 * i));
        term high = term_eq(b, now, term_integer(b, overlap && i == n / 2 ? 2 * i + 2 : 2 * i + 1));
        term either = term_or2(b, low, high);
        vec_push(&others, term_not(b, either));
        vec_push(&branches, program_then(program, program_assume(program, either),
                                         program_assign(program, y, term_integer(b, 10 + i))));
    }
    program_command rest =
        program_then(program, program_assume(program, term_and(b, others.data, others.size)),
                     program_assign(program, y, term_integer(b, 9)));
    vec_push(&branches, rest);
    for (uint32_t i = n; i > place; i--) { /* moves it to its place */
        branches.data[i] = branches.data[i - 1];
        branches.data[i - 1] = rest;
    }
    program_command choice = program_choice(program, branches.data, branches.size);
    vec_free(&branches);
    vec_free(&others);
    return choice;
}

static void cases_select(void **state) {
    (void)state;
    enum { N = 100 };
    for (uint32_t place = 0; place <= N; place += N / 2)
        for (int overlap = 0; overlap < 2; overlap++) {
            struct program *program = program_new(TERMS_SIMPLIFY);
            struct terms *b = program->terms;
            uint32_t x = program_add_variable(program, "x", sort_int()),
                     y = program_add_variable(program, "y", sort_int());
            struct program_effect effect = {0};
            term_list inputs = {0};
            program_effect(program, cases(program, N, place, overlap, x, y), &effect, &inputs);
            assert_int_equal(inputs.size, overlap ? N : 0);
            struct evaluation e;
            evaluation_init(&e, b);
            for (long i = -1; i <= 2 * N && !overlap; i++) {
                long expected = i >= 0 && i < 2 * N ? 10 + i / 2 : 9;
                evaluation_reset(&e);
                evaluation_set(&e, program->variables.data[x].now, term_integer(b, i));
                assert_true(term_is(b, evaluate(&e, effect.guard), TERM_TRUE));
                assert_true(term_same(evaluate(&e, effect.values.data[y]), term_integer(b, expected)));
            }
            evaluation_fini(&e);
            program_effect_fini(&effect);
            vec_free(&inputs);
            program_free(program);
        }
}

static uint32_t dag_size(const struct terms *b, term t) {
    term_list all = {0};
    term_collect(b, &t, 1, &all);
    uint32_t size = all.size;
    vec_free(&all);
    return size;
}

/* A thousand of: if (x = i) { x := x + 1; y_i := x } else { x := x + 2 }; then `last`. `arbitrary`: without
 * tests. */
static program_command diamonds(struct program *program, uint32_t n, bool arbitrary, program_command last) {
    struct terms *b = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_int());
    term now = program->variables.data[x].now;
    for (uint32_t i = n; i--;) {
        uint32_t y = program_add_variable(program, "y", sort_int());
        term is = term_eq(b, now, term_integer(b, (long)i));
        program_command then = program_then(program, program_assign(program, y, now), last);
        then = program_then(program, program_assign(program, x, term_add2(b, now, term_integer(b, 1))), then);
        program_command other =
            program_then(program, program_assign(program, x, term_add2(b, now, term_integer(b, 2))), last);
        if (!arbitrary) {
            then = program_then(program, program_assume(program, is), then);
            other = program_then(program, program_assume(program, term_not(b, is)), other);
        }
        last = program_choice2(program, then, other);
    }
    return last;
}

static void long_chains_stay_small(void **state) {
    (void)state;
    enum { N = 1000 };
    for (int arbitrary = 0; arbitrary < 2; arbitrary++) {
        struct program *program = program_new(TERMS_SIMPLIFY);
        program_command c = diamonds(program, N, arbitrary, program_skip(program));
        term_list inputs = {0};
        term t = program_transition(program, c, NULL, &inputs);
        assert_int_equal(inputs.size, arbitrary ? N : 0);
        assert_in_range(dag_size(program->terms, t), N, 20 * N);
        vec_free(&inputs);
        program_free(program);
    }
}

/* The weakest precondition as well. */
static void long_chains_have_preconditions(void **state) {
    (void)state;
    enum { N = 200 };
    for (int arbitrary = 0; arbitrary < 2; arbitrary++) {
        struct program *program = program_new(TERMS_SIMPLIFY);
        struct terms *b = program->terms;
        program_command c = diamonds(program, N, arbitrary, program_skip(program));
        term x = program->variables.data[0].now;
        /* from -2 * N every test fails, so that x grows by 2 each time */
        term wp = program_wp(program, c, term_eq(b, x, term_integer(b, 0)));
        assert_in_range(dag_size(b, wp), N, 100 * N);
        struct evaluation e;
        evaluation_init(&e, b);
        evaluation_set(&e, x, term_integer(b, -2 * N));
        assert_true(term_is(b, evaluate(&e, wp),
                            TERM_TRUE)); /* choices that are missing are false: the second branch */
        evaluation_reset(&e);
        evaluation_set(&e, x, term_integer(b, -2 * N - 1));
        assert_true(term_is(b, evaluate(&e, wp), TERM_FALSE));
        evaluation_fini(&e);
        program_free(program);
    }
}

/* if (b1) goto out; x := x + 1; if (b2) goto out; ... */
static void early_exits_stay_small(void **state) {
    (void)state;
    enum { N = 1000 };
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *b = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_int());
    term now = program->variables.data[x].now;
    program_command out = program_assume(program, term_lt(b, now, term_integer(b, 7))), rest = out;
    for (uint32_t i = N; i--;) {
        term leave = term_lt(b, now, term_integer(b, 3 * (long)i));
        rest = program_then(program, program_assign(program, x, term_add2(b, now, term_integer(b, 1))), rest);
        rest = program_then(program, program_assume(program, term_not(b, leave)), rest);
        rest = program_choice2(program, program_then(program, program_assume(program, leave), out), rest);
    }
    term t = program_transition(program, rest, NULL, NULL);
    assert_in_range(dag_size(b, t), N, 20 * N);
    program_free(program);
}

/* Every path is refused by the last assumption; branches that lead to equal states are not tried again. */
static void execution_remembers_failures(void **state) {
    (void)state;
    enum { N = 1000 };
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *b = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_int());
    term now = program->variables.data[x].now;
    program_command c = program_assume(program, term_lt(b, now, term_integer(b, 0)));
    for (int i = 0; i < N; i++)
        c = program_choice2(
            program, program_then(program, program_assign(program, x, term_integer(b, 1)), c),
            program_then(program, program_tag(program, 3),
                         program_then(program, program_assign(program, x, term_integer(b, 2)), c)));
    term value = term_integer(b, 5);
    u32s tags = {0};
    assert_false(program_execute(program, c, &value, NULL, TERM_NONE, &tags, NULL));
    assert_true(term_same(value, term_integer(b, 5)));
    assert_int_equal(tags.size, 0);
    vec_free(&tags);
    program_free(program);
}

static void execution_reports_its_path(void **state) {
    (void)state;
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    uint32_t x = program_add_variable(program, "x", sort_int()),
             y = program_add_variable(program, "y", sort_int());
    uint32_t s0 = program_add_site(program, PROGRAM_INPUT, x, "f", (struct program_position){0});
    uint32_t s1 = program_add_site(program, PROGRAM_INPUT, y, "g", (struct program_position){0});
    program_command last = program_then(program, program_tag(program, 9), program_havoc(program, s0));
    program_command wrong = program_then(program, program_tag(program, 1), last);
    program_command right = program_then(program, program_tag(program, 2),
                                         program_then(program, program_havoc(program, s1), last));
    term values[] = {term_integer(b, 1), term_integer(b, 2)};
    term inputs[] = {term_integer(b, 8), TERM_NONE};
    term post = term_eq(b, program->variables.data[y].now, term_integer(b, 0));
    u32s tags = {0}, sites = {0};
    assert_true(program_execute(program, program_choice2(program, wrong, right), values, inputs, post, &tags,
                                &sites));
    assert_true(term_same(values[x], term_integer(b, 8)) && term_same(values[y], term_integer(b, 0)));
    assert_int_equal(tags.size, 2);
    assert_int_equal(tags.data[0], 2);
    assert_int_equal(tags.data[1], 9);
    assert_int_equal(sites.size, 2);
    assert_int_equal(sites.data[0], s1);
    assert_int_equal(sites.data[1], s0);
    vec_free(&tags);
    vec_free(&sites);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_agrees),          cmocka_unit_test(frames_are_optional),
        cmocka_unit_test(tests_of_branches_select),   cmocka_unit_test(cases_select),
        cmocka_unit_test(long_chains_stay_small),     cmocka_unit_test(long_chains_have_preconditions),
        cmocka_unit_test(early_exits_stay_small),     cmocka_unit_test(execution_remembers_failures),
        cmocka_unit_test(execution_reports_its_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
