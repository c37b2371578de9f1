/* The circuit of a system does what the terms say: random walks step by step, shortest counterexamples, and
 * invariants. */
#include "transform/between/bitblast.h"

#include "evidence/playback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "transform/circuit/testing_circuit.h"
#include "transform/system/testing_system.h"

enum { ARRAY_BITS = 64 };

static struct bitblast *blast(const struct system *system) {
    struct limits limits;
    limits_init(&limits, 0);
    struct messages messages = {0};
    struct bitblast *b;
    if (bitblast_run(&b, system, ARRAY_BITS, &limits, &messages))
        fail_msg("%s", messages_first_error(&messages));
    assert_null(circuit_check(bitblast_circuit(b)));
    return b;
}

static struct trace *random_trace(struct random *r, const struct circuit *c, uint32_t steps) {
    struct trace *t = trace_new(c, 0);
    for (uint32_t i = 0; i < c->latches.size; i++) t->initial.data[i] = (uint8_t)random_below(r, 3);
    for (uint32_t s = 0; s < steps; s++) {
        uint8_t *values = trace_add_step(t);
        for (uint32_t i = 0; i < c->inputs.size; i++) values[i] = (uint8_t)random_below(r, 3);
    }
    return t;
}

static struct trace *copy_trace(const struct circuit *c, const struct trace *t) {
    struct trace *copy = trace_new(c, t->property);
    for (uint32_t i = 0; i < t->latches; i++) copy->initial.data[i] = t->initial.data[i];
    for (uint32_t s = 0; s < t->steps; s++) {
        uint8_t *values = trace_add_step(copy);
        for (uint32_t i = 0; i < t->inputs; i++) values[i] = trace_inputs(t, s)[i];
    }
    return copy;
}

static void set_step(struct evaluation *e, const struct system *system, const struct system_trace *t,
                     uint32_t step) {
    evaluation_reset(e);
    for (uint32_t i = 0; i < system->states.size; i++) {
        evaluation_set(e, system->states.data[i].now, t->states.data[step * system->states.size + i]);
        if (step + 1 < t->steps)
            evaluation_set(e, system->states.data[i].next,
                           t->states.data[(step + 1) * system->states.size + i]);
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(e, system->inputs.data[i].now, t->inputs.data[step * system->inputs.size + i]);
}

/* ---- random walks ---- */

/* With X as 0, as bitblast_trace_back has it. */
static void close_trace(const struct circuit *c, struct trace *t) {
    for (uint32_t i = 0; i < t->values.size; i++) t->values.data[i] %= 2;
    for (uint32_t i = 0; i < t->latches; i++)
        t->initial.data[i] = latch_is_free(&c->latches.data[i]) ? t->initial.data[i] % 2 : TRACE_X;
}

static bool constraints_hold(const struct circuit *c, const struct playback *p) {
    bool all = true;
    vec_each (const struct signal, s, &c->constraints) {
        enum ternary value = playback_value(p, s->lit);
        assert_int_not_equal(value, TERNARY_X);
        all = all && value == TERNARY_TRUE;
    }
    return all;
}

/* The circuit's constraints and properties say in every step what the system's terms say about the words, init
 * and trans included; and states follow from first values and updates. */
static void walk(const struct system *system, struct random *r) {
    enum { STEPS = 6 };
    struct bitblast *b = blast(system);
    const struct circuit *c = bitblast_circuit(b);
    struct trace *t = random_trace(r, c, STEPS), *closed = copy_trace(c, t);
    close_trace(c, closed);
    struct system_trace *words = bitblast_trace_back(b, t);
    struct playback p;
    playback_init(&p, c, closed);
    struct evaluation e;
    evaluation_init(&e, system->terms);
    assert_int_equal(words->steps, STEPS);
    bool path = true; /* init, and trans of all steps so far */
    term functional[2] = {system_init_formula(system), system_trans_formula(system)};
    for (uint32_t step = 0; step < STEPS; step++) {
        set_step(&e, system, words, step);
        vec_each (const struct system_state, s, &system->states)
            if (step + 1 < STEPS && !term_is_none(s->update))
                assert_int_equal(
                    evaluate(&e, s->update).id,
                    words->states.data[(step + 1) * system->states.size + (uint32_t)(s - system->states.data)]
                        .id);
        bool init = step == 0 ? testing_holds(&e, functional[0]) : true;
        bool allowed = path && init && testing_holds(&e, system_constraint_formula(system));
        assert_int_equal(constraints_hold(c, &p), allowed);
        for (uint32_t i = 0; i < system->properties.size; i++)
            assert_int_equal(playback_value(&p, c->properties.data[i].bad),
                             !testing_holds(&e, system->properties.data[i].good));
        if (step + 1 < STEPS) path = path && testing_holds(&e, functional[1]);
        assert_int_equal(playback_next(&p), step + 1 < STEPS);
    }
    evaluation_fini(&e);
    playback_fini(&p);
    system_trace_free(words);
    trace_free(closed);
    bitblast_free(b);
}

static void test_walks(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < testing_rounds(600); seed++) {
        struct testing_shape shape = {.states = 4,
                                      .inputs = 3,
                                      .width = 6,
                                      .arrays = seed % 2,
                                      .relations = seed % 3 == 0,
                                      .mode = seed % 5 ? TERMS_SIMPLIFY : TERMS_PLAIN};
        struct system *system = testing_random_system(seed, &shape);
        struct random r;
        random_init(&r, seed);
        for (uint32_t k = 0; k < 3; k++) walk(system, &r);
        system_free(system);
    }
}

/* ---- evidence ---- */

static void check_trace(const struct system *system, const struct system_trace *t) {
    struct evaluation e;
    evaluation_init(&e, system->terms);
    for (uint32_t step = 0; step < t->steps; step++) {
        set_step(&e, system, t, step);
        if (!step) assert_true(testing_holds(&e, system_init_formula(system)));
        assert_true(testing_holds(&e, system_constraint_formula(system)));
        if (step + 1 < t->steps)
            assert_true(testing_holds(&e, system_trans_formula(system)));
        else
            assert_false(testing_holds(&e, system->properties.data[t->property].good));
    }
    evaluation_fini(&e);
}

/* Makes the invariant speak of an input of the circuit: q becomes (q or x) and (q or not x). */
static void mention_input(struct random *r, struct invariant *v) {
    if (!v->inputs.size) return;
    uint32_t n = v->conjuncts.size;
    for (uint32_t i = 0; i < n; i++) {
        aig_lit x = v->inputs.data[random_below(r, v->inputs.size)], q = v->conjuncts.data[i];
        v->conjuncts.data[i] = aig_or(v->graph, q, x);
        invariant_add(v, aig_or(v->graph, q, aig_not(x)));
    }
}

struct tally {
    uint32_t unsafe, safe;
};

static void check_evidence(const struct system *system, const struct testing_table *table,
                           const struct bitblast *b, struct random *r, struct tally *tally) {
    const struct circuit *c = bitblast_circuit(b);
    for (uint32_t p = 0; p < system->properties.size; p++) {
        struct trace *trace = NULL;
        uint32_t steps = testing_shortest(c, p, &trace);
        assert_int_equal(steps, testing_shortest_system(table, p));
        if (steps) {
            struct system_trace *words = bitblast_trace_back(b, trace);
            assert_int_equal(words->steps, steps);
            assert_int_equal(words->property, p);
            check_trace(system, words);
            system_trace_free(words);
            tally->unsafe++;
            continue;
        }
        struct invariant *v = testing_reachable(c);
        if (!testing_inductive(c, v, p)) {
            invariant_free(v); /* reset functions of inputs: the reachable states alone do not prove it */
            continue;
        }
        if (random_one_in(r, 2)) mention_input(r, v);
        struct system_invariant *back = bitblast_invariant_back(b, v);
        assert_int_equal(back->depth, 1);
        assert_true(testing_inductive_system(
            table, term_and(system->terms, back->conjuncts.data, back->conjuncts.size), p));
        system_invariant_free(back);
        tally->safe++;
    }
}

static void test_evidence(void **state) {
    (void)state;
    struct tally tally = {0};
    for (uint32_t seed = 0; seed < testing_rounds(700); seed++) {
        struct testing_shape shape = {.states = 3,
                                      .inputs = 2,
                                      .width = 2,
                                      .arrays = seed % 3 == 0,
                                      .relations = seed % 4 != 0,
                                      .mode = seed % 5 ? TERMS_SIMPLIFY : TERMS_PLAIN};
        struct system *system = testing_random_system(seed, &shape);
        struct random r;
        random_init(&r, seed);
        if (testing_state_bits(system) <= 4 && testing_input_bits(system) <= 3) {
            struct bitblast *b = blast(system);
            struct testing_table table;
            testing_table_init(&table, system);
            check_evidence(system, &table, b, &r, &tally);
            testing_table_fini(&table);
            bitblast_free(b);
        }
        system_free(system);
    }
    assert_true(tally.unsafe > 50 && tally.safe > 50);
}

/* ---- single cases ---- */

static void test_names(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_SIMPLIFY);
    sort word = sort_bv(system->terms, 2);
    system_add_input(system, "go", sort_bool());
    system_add_input(system, "data", word);
    struct system_state *memory =
        system_add_state(system, "memory", sort_array(system->terms, sort_bv(system->terms, 1), word), NULL);
    memory->update = memory->now;
    system_add_state(system, "bit", sort_bv(system->terms, 1), NULL);
    struct bitblast *b = blast(system);
    const struct circuit *c = bitblast_circuit(b);
    static const char *const inputs[] = {"go", "data[0]", "data[1]", "bit"};
    static const char *const latches[] = {"memory[0][0]", "memory[0][1]", "memory[1][0]", "memory[1][1]"};
    assert_int_equal(c->inputs.size, 4);
    assert_int_equal(c->latches.size, 4);
    for (uint32_t i = 0; i < 4; i++) {
        assert_string_equal(c->inputs.data[i].name, inputs[i]);
        assert_string_equal(c->latches.data[i].name, latches[i]);
        assert_true(latch_is_free(&c->latches.data[i]));
    }
    bitblast_free(b);
    system_free(system);
}

static void test_first_values_are_resets(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *t = system->terms;
    sort word = sort_bv(t, 2);
    term any = system_add_state(system, "any", word, NULL)->now;
    system_add_state(system, "two", word, NULL);
    system_add_state(system, "same", word, NULL);
    term updates[3] = {any, any, any};
    for (uint32_t i = 0; i < 3; i++) system->states.data[i].update = updates[i];
    system->states.data[1].first = term_bits_ui(t, 2, 2);
    system->states.data[2].first = term_bv1(t, TERM_BV_NOT, any);
    struct bitblast *b = blast(system);
    const struct circuit *c = bitblast_circuit(b);
    assert_int_equal(c->latches.size, 6); /* no mark of the first step is necessary */
    assert_int_equal(c->latches.data[2].reset.code, AIG_FALSE.code);
    assert_int_equal(c->latches.data[3].reset.code, AIG_TRUE.code);
    assert_int_equal(c->latches.data[4].reset.code, aig_not(c->latches.data[0].lit).code);
    bitblast_free(b);
    system_free(system);
}

static void expect_refusal(struct system *system, uint64_t array_bits, const char *message) {
    struct limits limits;
    limits_init(&limits, 0);
    struct messages messages = {0};
    struct bitblast *b;
    assert_int_equal(bitblast_run(&b, system, array_bits, &limits, &messages), STATUS_UNSUPPORTED);
    assert_null(b);
    assert_string_equal(messages_first_error(&messages), message);
    messages_fini(&messages);
    system_free(system);
}

static void test_refusals(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_SIMPLIFY);
    system_add_input(system, "n", sort_int());
    expect_refusal(system, ARRAY_BITS, "cannot be bit-blasted: circuits have no integers (n)");

    system = system_new(TERMS_SIMPLIFY);
    system_add_state(system, "r", sort_real(), NULL);
    expect_refusal(system, ARRAY_BITS, "cannot be bit-blasted: circuits have no reals (r)");

    system = system_new(TERMS_SIMPLIFY);
    system_add_state(system, "u", sort_uninterpreted(system->terms, "U"), NULL);
    expect_refusal(system, ARRAY_BITS, "cannot be bit-blasted: circuits have no uninterpreted sorts (u)");

    system = system_new(TERMS_SIMPLIFY);
    system_add_state(system, "memory",
                     sort_array(system->terms, sort_bv(system->terms, 32), sort_bv(system->terms, 8)), NULL);
    expect_refusal(system, ARRAY_BITS, "cannot be bit-blasted: an array of more than 64 bits (memory)");

    /* With no limit to arrays there is still one to circuits, whether the bits can be counted or not. */
    for (uint32_t index = 30; index <= 120; index += 90) {
        system = system_new(TERMS_SIMPLIFY);
        system_add_input(system, "x", sort_bv(system->terms, 8));
        system_add_state(system, "memory",
                         sort_array(system->terms, sort_bv(system->terms, index), sort_bv(system->terms, 8)),
                         NULL);
        expect_refusal(system, UINT64_MAX, "cannot be bit-blasted: the variables have too many bits");
    }

    system = system_new(TERMS_SIMPLIFY);
    sort bit = sort_bool();
    uint32_t f = function_declare(system->terms, "f", &bit, 1, bit);
    term x = system_add_input(system, "x", bit)->now;
    system_add_property(system, term_apply(system->terms, f, &x), NULL, 0);
    expect_refusal(system, ARRAY_BITS, "cannot be bit-blasted: circuits have no uninterpreted functions");

    system = system_new(TERMS_SIMPLIFY);
    term wide = system_add_input(system, "wide", sort_bv(system->terms, 100000))->now,
         other = system_add_input(system, "other", sort_bv(system->terms, 100000))->now;
    system_add_property(
        system, term_bit(system->terms, term_bv2(system->terms, TERM_BV_UDIV, wide, other), 7), NULL, 0);
    expect_refusal(system, ARRAY_BITS,
                   "cannot be bit-blasted: the circuit would have more than 67108864 gates");
}

static void test_stopping(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_SIMPLIFY);
    term x = system_add_input(system, "x", sort_bv(system->terms, 64))->now,
         y = system_add_input(system, "y", sort_bv(system->terms, 64))->now;
    system_add_property(system, term_eq(system->terms, term_bv2(system->terms, TERM_BV_MUL, x, y), x), NULL,
                        0);
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    struct messages messages = {0};
    struct bitblast *b;
    assert_int_equal(bitblast_run(&b, system, ARRAY_BITS, &limits, &messages), STATUS_STOPPED);
    assert_null(b);
    assert_int_equal(messages.list.size, 0);
    system_free(system);
}

/* A chain of a hundred thousand sums neither overflows the stack nor takes long. */
static void test_depth(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    term x = system_add_input(system, "x", sort_bv(system->terms, 2))->now, sum = x;
    for (uint32_t i = 0; i < 100000; i++)
        sum = term_bv2(system->terms, i % 2 ? TERM_BV_XOR : TERM_BV_ADD, sum, x);
    system_add_property(system, term_bit(system->terms, sum, 1), NULL, 0);
    bitblast_free(blast(system));
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),    cmocka_unit_test(test_evidence),
        cmocka_unit_test(test_names),    cmocka_unit_test(test_first_values_are_resets),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
