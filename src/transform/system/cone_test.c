#include "transform/system/cone.h"

#include "transform/system/first.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "transform/system/testing_system.h"

/* Of all properties. */
static struct system_cone *whole_cone(const struct system *system) {
    static const uint32_t all[] = {0, 1};
    assert_true(system->properties.size <= 2);
    return system_cone_new(system, all, system->properties.size);
}

static term state(struct system *system, const char *name, term first, term update) {
    struct system_state *s = system_add_state(system, name, sort_bv(system->terms, 8), NULL);
    s->first = first;
    s->update = update;
    return s->now;
}

/* x counts, y is x's past, p speaks of x: y is free, and so is z, which starts as y + 1 and follows y. */
static void test_frees_what_nothing_needs(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term one = term_bits_ui(b, 1, 8), zero = term_bits_ui(b, 0, 8);
    term z = state(system, "z", TERM_NONE, TERM_NONE);
    term x = state(system, "x", zero, TERM_NONE), y = state(system, "y", term_bits_ui(b, 7, 8), x);
    term i = system_add_input(system, "i", sort_bv(b, 8))->now;
    system_add_input(system, "unused", sort_int());
    system->states.data[1].update = term_bv2(b, TERM_BV_ADD, x, i);
    system->states.data[0].first = term_bv2(b, TERM_BV_ADD, y, one);
    system->states.data[0].update = y;
    system_add_property(system, term_not(b, term_eq(b, x, term_bits_ui(b, 9, 8))), "p", 0);

    struct system_cone *cone = whole_cone(system);
    assert_null(system_check(cone->to));
    assert_int_equal(cone->dropped.size, 2);
    assert_int_equal(cone->dropped.data[0], 2); /* y, then z, which starts with it */
    assert_int_equal(cone->dropped.data[1], 0);
    assert_int_equal(cone->to->states.size, 1);
    assert_int_equal(cone->to->inputs.size, 1);
    assert_true(term_same(cone->to->states.data[0].update, system->states.data[1].update));

    struct system_trace *trace = system_trace_new(0);
    trace->steps = 3;
    for (unsigned step = 0; step < 3; step++) {
        vec_push(&trace->states, term_bits_ui(b, step * 4, 8));
        vec_push(&trace->inputs, term_bits_ui(b, 4, 8));
    }
    trace = system_cone_trace(cone, trace);
    static const unsigned expected[3][3] = {{8, 0, 7}, {7, 4, 0}, {0, 8, 4}};
    for (unsigned k = 0; k < 9; k++)
        assert_true(term_same(trace->states.data[k], term_bits_ui(b, expected[k / 3][k % 3], 8)));
    assert_int_equal(trace->inputs.size, 6); /* the other one has a value, too */
    system_trace_free(trace);
    system_cone_free(cone);
    (void)z;
    system_free(system);
}

/* a = b + 1 and b = a have no first state; c starts with them. Nothing of that may go. */
static void test_keeps_circles(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term x = state(system, "a", TERM_NONE, TERM_NONE), y = state(system, "b", x, x);
    (void)state(system, "c", y, y);
    system->states.data[0].first = term_bv2(b, TERM_BV_ADD, y, term_bits_ui(b, 1, 8));
    system->states.data[0].update = x;
    system_add_property(system, term_false(b), "p", 0);
    u32s order = {0};
    u8s circular = {0};
    system_first_order(system, &order, &circular);
    assert_int_equal(order.size, 3);
    assert_int_equal(circular.data[0] + circular.data[1], 1);
    assert_int_equal(circular.data[2], 0);
    struct system_cone *cone = whole_cone(system);
    assert_int_equal(cone->dropped.size, 1);
    assert_int_equal(cone->dropped.data[0], 2);
    system_cone_free(cone);
    vec_free(&order);
    vec_free(&circular);
    system_free(system);
}

/* A property that nobody asks about keeps its place, not its variables. */
static void test_of_one_property(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    term zero = term_bits_ui(b, 0, 8);
    term x = state(system, "x", zero, TERM_NONE), y = state(system, "y", zero, TERM_NONE);
    system_add_property(system, term_eq(b, x, zero), "p", 0);
    system_add_property(system, term_eq(b, y, zero), "q", 1);
    struct system_cone *cone = system_cone_new(system, (uint32_t[]){1}, 1);
    assert_null(system_check(cone->to));
    assert_int_equal(cone->to->properties.size, 2);
    assert_true(term_is(b, cone->to->properties.data[0].good, TERM_TRUE));
    assert_true(term_same(cone->to->properties.data[1].good, system->properties.data[1].good));
    assert_int_equal(cone->to->states.size, 1);
    assert_string_equal(cone->to->states.data[0].name, "y");
    system_cone_free(cone);
    system_free(system);
}

static void test_keeps_what_divides(void **unused) {
    (void)unused;
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    struct system_state *s = system_add_state(system, "x", sort_int(), NULL);
    s->update = term_make(b, TERM_DIV, (term[]){term_integer(b, 7), s->now}, 2, 0, 0);
    system_add_property(system, term_false(b), "p", 0);
    struct system_cone *cone = whole_cone(system);
    assert_int_equal(cone->dropped.size, 0);
    assert_true(term_same(cone->to->states.data[0].update, system->states.data[0].update));
    system_cone_free(cone);
    system_free(system);
}

static uint32_t pick(struct random *r, const bool *possible, uint32_t n) {
    uint32_t seen = 0, chosen = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++)
        if (possible[i] && random_below(r, ++seen) == 0) chosen = i;
    return chosen;
}

static void record(struct system_trace *trace, const struct system *system, uint32_t at, uint32_t inputs) {
    uint32_t number = at / inputs;
    vec_each (const struct system_state, s, &system->states) {
        vec_push(&trace->states, testing_decode(system->terms, term_sort(system->terms, s->now), number));
        number >>= testing_sort_bits(system->terms, term_sort(system->terms, s->now));
    }
    number = at % inputs;
    vec_each (const struct system_input, i, &system->inputs) {
        vec_push(&trace->inputs, testing_decode(system->terms, term_sort(system->terms, i->now), number));
        number >>= testing_sort_bits(system->terms, term_sort(system->terms, i->now));
    }
    trace->steps++;
}

/* A random path of the system; NULL: it has none. */
static struct system_trace *random_path(struct random *r, const struct testing_table *t) {
    uint32_t points = t->states * t->inputs;
    bool *possible = mem_new_array(bool, points);
    for (uint32_t at = 0; at < points; at++) possible[at] = t->init[at] && t->allowed[at];
    struct system_trace *trace = system_trace_new(0);
    uint32_t at = pick(r, possible, points);
    for (uint32_t step = 0; at != UINT32_MAX && step < 4; step++) {
        record(trace, t->system, at, t->inputs);
        for (uint32_t next = 0; next < points; next++)
            possible[next] = t->allowed[next] && t->step[(size_t)at * t->states + next / t->inputs];
        at = pick(r, possible, points);
    }
    mem_free(possible);
    if (trace->steps) return trace;
    system_trace_free(trace);
    return NULL;
}

static void set_step(struct evaluation *e, const struct system *system, const struct system_trace *trace,
                     uint32_t step) {
    evaluation_reset(e);
    for (uint32_t i = 0; i < system->states.size; i++) {
        evaluation_set(e, system->states.data[i].now, trace->states.data[step * system->states.size + i]);
        if (step + 1 < trace->steps)
            evaluation_set(e, system->states.data[i].next,
                           trace->states.data[(step + 1) * system->states.size + i]);
    }
    for (uint32_t i = 0; i < system->inputs.size; i++)
        evaluation_set(e, system->inputs.data[i].now, trace->inputs.data[step * system->inputs.size + i]);
}

static void assert_path(const struct system *system, const struct system_trace *trace) {
    term init = system_init_formula(system), trans = system_trans_formula(system),
         constraint = system_constraint_formula(system);
    struct evaluation e;
    evaluation_init(&e, system->terms);
    for (uint32_t step = 0; step < trace->steps; step++) {
        set_step(&e, system, trace, step);
        if (!step) assert_true(testing_holds(&e, init));
        assert_true(testing_holds(&e, constraint));
        if (step + 1 < trace->steps) assert_true(testing_holds(&e, trans));
    }
    evaluation_fini(&e);
}

/* Both systems violate properties at the same depth, and paths of the cone become paths of the whole. */
static void test_random_systems(void **unused) {
    (void)unused;
    static const struct testing_shape shape = {
        .states = 4, .inputs = 1, .width = 2, .arrays = true, .relations = true, .mode = TERMS_SIMPLIFY};
    struct random r;
    random_init(&r, 1);
    uint32_t cut = 0, paths = 0;
    for (uint64_t seed = 1; seed <= 600; seed++) {
        struct system *system = testing_random_system(seed, &shape);
        struct system_cone *cone = whole_cone(system);
        assert_null(system_check(cone->to));
        if (cone->dropped.size && testing_state_bits(system) <= 7 && testing_input_bits(system) <= 2) {
            cut++;
            struct testing_table whole, part;
            testing_table_init(&whole, system);
            testing_table_init(&part, cone->to);
            for (uint32_t p = 0; p < system->properties.size; p++)
                assert_int_equal(testing_shortest_system(&whole, p), testing_shortest_system(&part, p));
            struct system_trace *trace = random_path(&r, &part);
            if (trace) {
                trace = system_cone_trace(cone, trace);
                assert_path(system, trace);
                paths += trace->steps > 1;
                system_trace_free(trace);
            }
            testing_table_fini(&whole);
            testing_table_fini(&part);
        }
        system_cone_free(cone);
        system_free(system);
    }
    assert_true(cut > 40);
    assert_true(paths > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frees_what_nothing_needs), cmocka_unit_test(test_keeps_circles),
        cmocka_unit_test(test_of_one_property),          cmocka_unit_test(test_keeps_what_divides),
        cmocka_unit_test(test_random_systems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
