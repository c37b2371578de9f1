#include "check/program/program_dependence.h"
#include "evidence/program_playback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const struct program_position nowhere = {0};

/* As read: initial -(x := input)-> a, a -(y := 1)-> b, a -(y := 2; z := input)-> b, b -(assume y = 2 and x =
 * z)-> error, b -> a (loop), b -> end, and `island`, which nothing enters; a -(assume 1 = 0)-> ghost ->
 * error. */
struct original {
    struct program *program;
    uint32_t unused, x, y, z, a, b, end, island, ghost, s0, s1;
};

static term number(const struct program *program, long n) {
    return term_integer(program->terms, n);
}
static term now(const struct program *program, uint32_t v) {
    return program->variables.data[v].now;
}

static struct original original(void) {
    struct original o = {.program = program_new(TERMS_PLAIN)};
    struct program *c = o.program;
    struct terms *t = c->terms;
    o.unused = program_add_variable(c, "unused", sort_bool());
    o.x = program_add_variable(c, "x", sort_int());
    o.y = program_add_variable(c, "y", sort_int());
    o.z = program_add_variable(c, "z", sort_int());
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    o.a = program_add_location(c, "a", nowhere);
    o.b = program_add_location(c, "b", nowhere);
    o.end = program_add_location(c, "end", nowhere);
    o.island = program_add_location(c, "island", nowhere);
    o.ghost = program_add_location(c, "ghost", nowhere);
    o.s0 = program_add_site(c, PROGRAM_INPUT, o.x, "f", nowhere);
    o.s1 = program_add_site(c, PROGRAM_INPUT, o.z, "g", nowhere);
    program_add_edge(c, c->initial, program_havoc(c, o.s0), o.a, nowhere);
    program_add_edge(c, o.a, program_assign(c, o.y, number(c, 1)), o.b, nowhere);
    program_command two = program_then(c, program_assign(c, o.y, number(c, 2)), program_havoc(c, o.s1));
    program_add_edge(c, o.a, two, o.b, nowhere);
    term bad = term_and2(t, term_eq(t, now(c, o.y), number(c, 2)), term_eq(t, now(c, o.x), now(c, o.z)));
    program_add_edge(c, o.b, program_assume(c, bad), c->error, nowhere);
    program_add_edge(c, o.b, program_skip(c), o.a, nowhere);
    program_add_edge(c, o.b, program_skip(c), o.end, nowhere);
    program_add_edge(c, o.island, program_skip(c), c->error, nowhere);
    program_add_edge(c, o.a, program_assume(c, term_eq(t, number(c, 1), number(c, 0))), o.ghost, nowhere);
    program_add_edge(c, o.ghost, program_skip(c), c->error, nowhere);
    program_index(c);
    assert_null(program_check(c));
    return o;
}

/* Made from it: b is gone; variables and sites are in another order, `unused` is dropped. */
struct smaller {
    struct program *program;
    uint32_t x, y, z, a, s0, s1;
};

static struct smaller smaller(const struct original *o) {
    struct smaller s = {.program = program_new(TERMS_SIMPLIFY)};
    struct program *c = s.program;
    struct terms *t = c->terms;
    s.z = program_add_variable(c, "z", sort_int());
    s.y = program_add_variable(c, "y", sort_int());
    s.x = program_add_variable(c, "x", sort_int());
    c->variables.data[s.z].origin = o->z;
    c->variables.data[s.y].origin = o->y;
    c->variables.data[s.x].origin = o->x;
    s.a = program_add_location(c, "a", nowhere);
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    c->locations.data[s.a].origin = o->a;
    c->locations.data[c->initial].origin = o->program->initial;
    c->locations.data[c->error].origin = o->program->error;
    s.s1 = program_add_site(c, PROGRAM_INPUT, s.z, "g", nowhere);
    s.s0 = program_add_site(c, PROGRAM_INPUT, s.x, "f", nowhere);
    c->sites.data[s.s0].origin = o->s0;
    c->sites.data[s.s1].origin = o->s1;
    program_command one = program_then(c, program_tag(c, 1), program_assign(c, s.y, number(c, 1)));
    program_command two = program_then(c, program_assign(c, s.y, number(c, 2)), program_havoc(c, s.s1));
    program_command body = program_choice2(c, one, program_then(c, program_tag(c, 2), two));
    term bad = term_and2(t, term_eq(t, now(c, s.y), number(c, 2)), term_eq(t, now(c, s.x), now(c, s.z)));
    program_command fail = program_then(c, program_tag(c, 3), program_assume(c, bad));
    program_add_edge(c, c->initial, program_then(c, program_tag(c, 0), program_havoc(c, s.s0)), s.a, nowhere);
    program_add_edge(c, s.a, program_then(c, body, program_tag(c, 4)), s.a, nowhere);
    program_add_edge(c, s.a, program_then(c, body, fail), c->error, nowhere);
    program_index(c);
    assert_null(program_check(c));
    return s;
}

static void add_value(struct program_trace *t, uint32_t step, uint32_t site, term value) {
    vec_push(&t->inputs, (struct program_input_value){step, site, value});
}

static void assert_runs(const struct program_trace *t, struct program *program) {
    term_list state = {0}, inputs = {0};
    vec_append(&state, t->initial.data, t->initial.size);
    uint32_t at = program->initial, next = 0;
    for (uint32_t i = 0; i < t->edges.size; i++) {
        const struct program_edge *e = &program->edges.data[t->edges.data[i]];
        assert_int_equal(e->from, at);
        at = e->to;
        vec_clear(&inputs);
        vec_resize(&inputs, program->sites.size);
        for (; next < t->inputs.size && t->inputs.data[next].step == i; next++)
            inputs.data[t->inputs.data[next].site] = t->inputs.data[next].value;
        assert_true(program_execute(program, e->command, state.data, inputs.data, TERM_NONE, NULL, NULL));
    }
    assert_int_equal(next, t->inputs.size);
    assert_int_equal(at, program->error);
    vec_free(&state);
    vec_free(&inputs);
}

static void traces_come_back(void **state) {
    (void)state;
    struct original o = original();
    struct smaller s = smaller(&o);
    struct program *c = s.program;
    struct program_trace *t = program_trace_new();
    for (uint32_t v = 0; v < c->variables.size; v++) vec_push(&t->initial, number(c, 7 + v));
    for (uint32_t e = 0; e < 3; e++) vec_push(&t->edges, e);
    add_value(t, 0, s.s0, number(c, 5));
    add_value(t, 1, s.s1, number(c, 3));
    add_value(t, 2, s.s1, number(c, 5));
    struct program_trace *back = program_trace_back(t, c, o.program);
    assert_non_null(back);
    assert_true(term_same(back->initial.data[o.z], number(o.program, 7)));
    assert_true(term_same(back->initial.data[o.x], number(o.program, 9)));
    assert_true(term_is(o.program->terms, back->initial.data[o.unused], TERM_FALSE));
    static const uint32_t expected[] = {0, 1, 4, 2, 3};
    assert_int_equal(back->edges.size, 5);
    assert_memory_equal(back->edges.data, expected, sizeof expected);
    assert_int_equal(back->inputs.size, 2);
    assert_int_equal(back->inputs.data[1].step, 3);
    assert_int_equal(back->inputs.data[1].site, o.s1);
    assert_true(term_same(back->inputs.data[1].value, number(o.program, 5)));
    assert_runs(back, o.program);
    program_trace_free(back);
    t->inputs.data[2].value = number(c, 4); /* now it does not run */
    assert_null(program_trace_back(t, c, o.program));
    t->inputs.data[2].value = number(c, 5);
    t->edges.size = 2; /* now it does not get to error */
    assert_null(program_trace_back(t, c, o.program));
    program_trace_free(t);
    program_free(c);
    program_free(o.program);
}

/* The branch that the first step must take is known only at the last one. */
static void replay_looks_ahead(void **state) {
    (void)state;
    enum { STEPS = 40 };
    struct program *c = program_new(TERMS_SIMPLIFY);
    struct terms *b = c->terms;
    uint32_t x = program_add_variable(c, "x", sort_int()), loop = program_add_location(c, "loop", nowhere);
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    term more = term_add2(b, now(c, x), number(c, 1)), much_more = term_add2(b, now(c, x), number(c, 3));
    program_add_edge(c, c->initial, program_assign(c, x, number(c, 0)), loop, nowhere);
    program_add_edge(c, loop, program_choice2(c, program_assign(c, x, more), program_assign(c, x, much_more)),
                     loop, nowhere);
    program_add_edge(c, loop, program_assume(c, term_eq(b, now(c, x), number(c, 2 * STEPS))), c->error,
                     nowhere);
    program_index(c);
    struct program_trace *t = program_trace_new();
    vec_push(&t->initial, number(c, 0));
    vec_push(&t->edges, 0);
    for (int i = 0; i < STEPS; i++) vec_push(&t->edges, 1);
    vec_push(&t->edges, 2);
    struct program_trace *back = program_trace_back(t, c, c); /* without tags an edge is itself */
    assert_non_null(back);
    assert_int_equal(back->edges.size, t->edges.size);
    assert_memory_equal(back->edges.data, t->edges.data, t->edges.size * sizeof *t->edges.data);
    program_trace_free(back);
    program_trace_free(t);
    program_free(c);
}

/* Whether a formula over the original's variables holds for values of x and z. */
static bool holds(const struct original *o, term t, long x, long z) {
    struct evaluation e;
    evaluation_init(&e, o->program->terms);
    evaluation_set(&e, now(o->program, o->x), number(o->program, x));
    evaluation_set(&e, now(o->program, o->z), number(o->program, z));
    bool result = term_is(o->program->terms, evaluate(&e, t), TERM_TRUE);
    evaluation_fini(&e);
    return result;
}

static void invariants_come_back(void **state) {
    (void)state;
    struct original o = original();
    struct smaller s = smaller(&o);
    struct program *c = s.program;
    struct terms *b = o.program->terms;
    struct program_invariant *i = program_invariant_new(c);
    i->at.data[s.a] = term_lt(c->terms, now(c, s.x), now(c, s.z));
    struct program_invariant *back = program_invariant_back(i, c, o.program);
    assert_true(holds(&o, back->at.data[o.a], 1, 2));
    assert_false(holds(&o, back->at.data[o.a], 2, 2) || holds(&o, back->at.data[o.a], 2, 1));
    assert_true(term_is_none(back->at.data[o.b]));
    assert_true(term_is_none(back->at.data[o.program->initial]));
    assert_true(term_is(b, back->at.data[o.end], TERM_TRUE));
    assert_true(term_is(b, back->at.data[o.island], TERM_FALSE));
    assert_true(term_is(b, back->at.data[o.ghost], TERM_FALSE));
    program_invariant_free(back);
    program_invariant_free(i);

    uint32_t copy = program_add_location(c, "a", nowhere); /* two copies of a: one of them holds */
    c->locations.data[copy].origin = o.a;
    i = program_invariant_new(c);
    i->at.data[s.a] = term_lt(c->terms, now(c, s.x), now(c, s.z));
    back = program_invariant_back(i, c, o.program);
    assert_true(term_is_none(back->at.data[o.a]));
    program_invariant_free(back);
    i->at.data[copy] = term_lt(c->terms, now(c, s.z), now(c, s.x));
    back = program_invariant_back(i, c, o.program);
    assert_true(holds(&o, back->at.data[o.a], 1, 2) && holds(&o, back->at.data[o.a], 2, 1));
    assert_false(holds(&o, back->at.data[o.a], 2, 2));
    program_invariant_free(back);
    program_invariant_free(i);
    program_free(c);
    program_free(o.program);
}

/* What the reader could not express must be shown not to be reached, so it counts as an error. */
static void unsupported_edges_matter(void **state) {
    (void)state;
    struct original o = original();
    struct smaller s = smaller(&o);
    uint32_t strange = program_add_edge(o.program, o.end, program_skip(o.program), o.end, nowhere);
    o.program->edges.data[strange].unsupported = "setjmp";
    struct program_invariant *i = program_invariant_new(s.program);
    struct program_invariant *back = program_invariant_back(i, s.program, o.program);
    assert_true(term_is_none(back->at.data[o.end]));
    program_invariant_free(back);
    program_invariant_free(i);
    program_free(s.program);
    program_free(o.program);
}

/* On z, which enters at s1, only when the condition reads it and nothing else decides. */
static void runs_depend_on_values(void **state) {
    (void)state;
    for (int decided = 0; decided < 4; decided++) {
        struct program *c = program_new(TERMS_PLAIN);
        struct terms *t = c->terms;
        uint32_t x = program_add_variable(c, "x", sort_int()), z = program_add_variable(c, "z", sort_int());
        c->initial = program_add_location(c, "initial", nowhere);
        c->error = program_add_location(c, "error", nowhere);
        uint32_t a = program_add_location(c, "a", nowhere);
        uint32_t s0 = program_add_site(c, PROGRAM_INPUT, x, "f", nowhere);
        uint32_t s1 = program_add_site(c, PROGRAM_LIBRARY, z, "strlen", nowhere);
        program_add_edge(c, c->initial, program_then(c, program_havoc(c, s0), program_havoc(c, s1)), a,
                         nowhere);
        term first = term_eq(t, now(c, x), number(c, 1)), second = term_eq(t, now(c, z), number(c, 5));
        term conditions[] = {term_or2(t, first, second), term_and2(t, first, term_not(t, second)),
                             term_not(t, term_eq(t, term_ite(t, first, now(c, z), now(c, x)), number(c, 5))),
                             term_eq(t, term_ite(t, first, now(c, x), now(c, z)), number(c, 1))};
        bool expected[] = {false, true, true, false};
        program_add_edge(c, a, program_assume(c, conditions[decided]), c->error, nowhere);
        program_index(c);
        struct program_trace *trace = program_trace_new();
        vec_push(&trace->initial, number(c, 0));
        vec_push(&trace->initial, number(c, 0));
        vec_push(&trace->edges, 0);
        vec_push(&trace->edges, 1);
        vec_push(&trace->inputs, (struct program_input_value){0, s0, number(c, 1)});
        vec_push(&trace->inputs, (struct program_input_value){0, s1, number(c, 3)});
        assert_int_equal(program_dependence(c, trace, 1u << PROGRAM_LIBRARY),
                         expected[decided] ? s1 : PROGRAM_NONE);
        assert_int_equal(program_dependence(c, trace, 1u << PROGRAM_INPUT), s0);
        assert_int_equal(program_dependence(c, trace, 1u << PROGRAM_OUTSIDE), PROGRAM_NONE);
        /* A rule that is broken where both are as they are. */
        assert_null(program_violation(c, trace));
        vec_push(&c->violations, (struct program_violation){0, second, "never", nowhere});
        vec_push(&c->violations, (struct program_violation){0, first, "rule", nowhere});
        assert_string_equal(program_violation(c, trace)->rule, "rule");
        program_trace_free(trace);
        program_free(c);
    }
}

/* An array that enters as a whole, and is then written and read on edges of their own: element by element. */
static void runs_depend_on_elements(void **state) {
    (void)state;
    for (int variant = 0; variant < 6; variant++) {
        struct program *c = program_new(TERMS_PLAIN);
        struct terms *t = c->terms;
        sort index = sort_bv(t, 2), array = sort_array(t, index, sort_int());
        uint32_t a = program_add_variable(c, "a", array), b = program_add_variable(c, "b", array);
        uint32_t i = program_add_variable(c, "i", index);
        c->initial = program_add_location(c, "initial", nowhere);
        c->error = program_add_location(c, "error", nowhere);
        uint32_t here = program_add_location(c, "here", nowhere),
                 there = program_add_location(c, "there", nowhere);
        uint32_t whole = program_add_site(c, PROGRAM_UNINITIALIZED, a, NULL, nowhere);
        uint32_t chosen = program_add_site(c, PROGRAM_INPUT, i, "f", nowhere);
        program_add_edge(c, c->initial, program_then(c, program_havoc(c, whole), program_havoc(c, chosen)),
                         here, nowhere);
        term one = term_bits_ui(t, 1, 2), two = term_bits_ui(t, 2, 2), at = now(c, i);
        term written =
            term_store(t, term_store(t, now(c, a), at, number(c, 5)), two, term_select(t, now(c, a), one));
        struct program_assignment both[] = {{a, written}, {b, now(c, a)}};
        program_add_edge(c, here, program_assign_all(c, both, 2), there, nowhere);
        /* i is 0: a[0] was written; a[1] was not; a[2] is a copy of what was not; b is as it was. */
        term zero = term_bits_ui(t, 0, 2), five = number(c, 5);
        term conditions[] = {term_eq(t, term_select(t, now(c, a), at), five),
                             term_eq(t, term_select(t, now(c, a), zero), five),
                             term_eq(t, term_select(t, now(c, a), one), number(c, 0)),
                             term_eq(t, term_select(t, now(c, a), two), number(c, 0)),
                             term_eq(t, term_select(t, now(c, b), zero), number(c, 0)),
                             term_not(t, term_eq(t, now(c, a), now(c, b)))};
        bool expected[] = {false, false, true, true, true, true};
        program_add_edge(c, there, program_assume(c, conditions[variant]), c->error, nowhere);
        program_index(c);
        assert_null(program_check(c));
        struct program_trace *trace = program_trace_new();
        for (uint32_t v = 0; v < 3; v++)
            vec_push(&trace->initial, value_default(t, term_sort(t, c->variables.data[v].now)));
        for (uint32_t e = 0; e < 3; e++) vec_push(&trace->edges, e);
        vec_push(&trace->inputs, (struct program_input_value){0, whole, value_default(t, array)});
        vec_push(&trace->inputs, (struct program_input_value){0, chosen, zero});
        assert_runs(trace, c);
        assert_int_equal(program_dependence(c, trace, 1u << PROGRAM_UNINITIALIZED),
                         expected[variant] ? whole : PROGRAM_NONE);
        /* Where it is written first is an input: with another one any element could be, but for a[2], which
         * is written last. */
        u8s marks = {0};
        vec_resize(&marks, 2);
        marks.data[chosen] = 1;
        assert_int_equal(program_dependence_on(c, trace, &marks),
                         variant == 3 || variant == 4 ? PROGRAM_NONE : chosen);
        vec_free(&marks);
        program_trace_free(trace);
        program_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_come_back),      cmocka_unit_test(replay_looks_ahead),
        cmocka_unit_test(invariants_come_back),  cmocka_unit_test(unsupported_edges_matter),
        cmocka_unit_test(runs_depend_on_values), cmocka_unit_test(runs_depend_on_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
