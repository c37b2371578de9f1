#include "check/circuit/brute_test.h"
#include "check/circuit/check_circuit.h"

/* A two-bit counter that counts while `go`, with bad at 3. */
static struct circuit *counter(void) {
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, "go"), low = circuit_add_latch(c, "low"),
            high = circuit_add_latch(c, "high");
    c->latches.data[0].next = aig_xor(c->graph, low, go);
    c->latches.data[1].next = aig_xor(c->graph, high, aig_and(c->graph, low, go));
    circuit_add_property(c, aig_and(c->graph, low, high), "overflow", 0);
    return c;
}

static struct trace *trace_of(const struct circuit *c, const char *initial, uint32_t steps,
                              const char *inputs) {
    struct trace *t = trace_new(c, 0);
    for (uint32_t i = 0; i < t->latches; i++)
        t->initial.data[i] = initial[i] == 'x' ? TRACE_X : initial[i] - '0';
    for (uint32_t s = 0; s < steps; s++) {
        uint8_t *step = trace_add_step(t);
        for (uint32_t i = 0; i < t->inputs; i++) step[i] = *inputs == 'x' ? TRACE_X : *inputs - '0', inputs++;
    }
    return t;
}

/* Judges and frees the trace; an accepted one has no reason, a rejected one has the given one in it. */
static void expect(const struct circuit *c, struct trace *t, const char *reason) {
    struct text why = {0};
    enum check_result result = check_trace(c, 0, t, &why);
    if (reason) {
        assert_int_equal(result, CHECK_REJECTED);
        assert_non_null(strstr(why.data, reason));
    } else {
        assert_int_equal(result, CHECK_ACCEPTED);
        assert_int_equal(why.size, 0);
    }
    text_fini(&why);
    trace_free(t);
}

static void counter_traces(void **state) {
    (void)state;
    struct circuit *c = counter();
    expect(c, trace_of(c, "00", 4, "1111"), NULL);
    expect(c, trace_of(c, "xx", 4, "111x"),
           NULL); /* open latches start reset; the last input does not matter */
    expect(c, trace_of(c, "00", 5, "11111"), NULL); /* bad in an earlier step will do */
    expect(c, trace_of(c, "00", 5, "11011"), NULL);
    expect(c, trace_of(c, "00", 4, "1101"), "not reached");
    expect(c, trace_of(c, "00", 3, "111"), "not reached");
    expect(c, trace_of(c, "00", 4, "1x11"), "leaves open");
    expect(c, trace_of(c, "10", 4, "1111"), "low");
    expect(c, trace_of(c, "00", 0, ""), "no steps");
    struct trace *t = trace_of(c, "00", 4, "1111");
    t->values.data[1] = 7;
    expect(c, t, "impossible");
    t = trace_of(c, "00", 4, "1111");
    t->steps = 5;
    expect(c, t, "inputs of all its steps");
    t = trace_of(c, "00", 4, "1111");
    t->property = 1;
    expect(c, t, "another property");
    circuit_free(c);
}

static void constraints_and_resets(void **state) {
    (void)state;
    struct circuit *c = counter();
    circuit_add_constraint(c, aig_not(c->latches.data[1].lit), "small");
    expect(c, trace_of(c, "00", 4, "1111"), "constraint 0 (small) is violated in step 2");
    c->latches.data[0].reset = c->latches.data[0].lit;
    c->constraints.data[0].lit = AIG_TRUE;
    expect(c, trace_of(c, "10", 3, "111"), NULL); /* uninitialised: any value */
    expect(c, trace_of(c, "x0", 3, "111"), "leaves open");
    c->latches.data[1].reset = aig_not(c->latches.data[0].lit); /* a function of another latch */
    expect(c, trace_of(c, "0x", 2, "1x"), NULL);
    expect(c, trace_of(c, "01", 2, "1x"), NULL);
    expect(c, trace_of(c, "00", 4, "1111"), "high");
    circuit_free(c);
}

/* Is the trace right for every completion of its open values? */
static bool brute_valid(const struct circuit *c, const struct trace *t) {
    uint32_t open = 0, steps = t->steps;
    for (uint32_t i = 0; i < t->initial.size; i++) open += t->initial.data[i] == TRACE_X;
    for (uint32_t i = 0; i < t->values.size; i++) open += t->values.data[i] == TRACE_X;
    bool some = false;
    for (uint32_t guess = 0; guess < 1u << open; guess++) {
        uint32_t bit = 0, state = 0;
        bool reset = true, right = false, legal = true;
        for (uint32_t i = 0; i < t->latches; i++) {
            uint8_t value = t->initial.data[i];
            state |= (uint32_t)(value == TRACE_X ? guess >> bit++ & 1 : value) << i;
        }
        uint32_t open_latches = bit;
        for (uint32_t s = 0; s < steps && !right && legal; s++) {
            uint32_t inputs = 0;
            struct brute_values v;
            for (uint32_t i = 0; i < t->inputs; i++) {
                uint8_t value = trace_inputs(t, s)[i];
                inputs |= (uint32_t)(value == TRACE_X ? guess >> bit++ & 1 : value) << i;
            }
            brute_step(c, state, inputs, &v);
            if (!s) reset = brute_is_reset(c, &v);
            legal = brute_constrained(c, &v);
            right = legal && brute_value(&v, c->properties.data[t->property].bad);
            state = brute_next(c, &v);
        }
        if (!reset && open_latches) continue; /* open latches take their reset values: not a completion */
        if (!reset || !right) return false;
        some = true;
    }
    return some;
}

/* A trace of some length with random values; with_x: some of them open. */
static struct trace *random_trace(struct random *r, const struct circuit *c, bool with_x) {
    struct trace *t = trace_new(c, random_below(r, c->properties.size));
    uint32_t steps = 1 + random_below(r, 4);
    for (uint32_t i = 0; i < t->latches; i++) t->initial.data[i] = (uint8_t)random_below(r, with_x ? 3 : 2);
    for (uint32_t s = 0; s < steps; s++) {
        uint8_t *step = trace_add_step(t);
        for (uint32_t i = 0; i < t->inputs; i++)
            step[i] = (uint8_t)(with_x && random_one_in(r, 4) ? TRACE_X : random_below(r, 2));
    }
    return t;
}

static void agrees_with_enumeration(void **state) {
    (void)state;
    struct random r;
    random_init(&r, 1);
    uint32_t accepted = 0, rejected = 0, with_open = 0;
    for (uint32_t round = 0; round < 20000; round++) {
        struct circuit *c = brute_random_circuit(&r, 3, true);
        bool with_x = random_one_in(&r, 2);
        struct trace *t = random_trace(&r, c, with_x);
        struct text why = {0};
        enum check_result result = check_trace(c, t->property, t, &why);
        bool valid = brute_valid(c, t);
        if (with_x)
            assert_true(result == CHECK_REJECTED || valid); /* ternary simulation may know less */
        else
            assert_int_equal(result, valid ? CHECK_ACCEPTED : CHECK_REJECTED);
        assert_int_equal(result == CHECK_REJECTED, why.size != 0);
        accepted += result == CHECK_ACCEPTED;
        rejected += result == CHECK_REJECTED;
        with_open += with_x && result == CHECK_ACCEPTED;
        text_fini(&why);
        trace_free(t);
        circuit_free(c);
    }
    assert_true(accepted > 1000 && rejected > 1000 && with_open > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counter_traces),
        cmocka_unit_test(constraints_and_resets),
        cmocka_unit_test(agrees_with_enumeration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
