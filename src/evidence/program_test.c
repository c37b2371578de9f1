#include "check/program/program_dependence.h"
#include "evidence/program_playback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const struct cfa_position nowhere = {0};

/* As read: initial -(x := input)-> a, a -(y := 1)-> b, a -(y := 2; z := input)-> b, b -(assume y = 2 and x =
 * z)-> error, b -> a (loop), b -> end, and `island`, which nothing enters; a -(assume 1 = 0)-> ghost ->
 * error. */
struct original {
    struct cfa *cfa;
    uint32_t unused, x, y, z, a, b, end, island, ghost, s0, s1;
};

static term number(const struct cfa *cfa, long n) {
    return term_integer(cfa->terms, n);
}
static term now(const struct cfa *cfa, uint32_t v) {
    return cfa->variables.data[v].now;
}

static struct original original(void) {
    struct original o = {.cfa = cfa_new(TERMS_PLAIN)};
    struct cfa *c = o.cfa;
    struct terms *t = c->terms;
    o.unused = cfa_add_variable(c, "unused", sort_bool());
    o.x = cfa_add_variable(c, "x", sort_int());
    o.y = cfa_add_variable(c, "y", sort_int());
    o.z = cfa_add_variable(c, "z", sort_int());
    c->initial = cfa_add_location(c, "initial", nowhere);
    c->error = cfa_add_location(c, "error", nowhere);
    o.a = cfa_add_location(c, "a", nowhere);
    o.b = cfa_add_location(c, "b", nowhere);
    o.end = cfa_add_location(c, "end", nowhere);
    o.island = cfa_add_location(c, "island", nowhere);
    o.ghost = cfa_add_location(c, "ghost", nowhere);
    o.s0 = cfa_add_site(c, CFA_INPUT, o.x, "f", nowhere);
    o.s1 = cfa_add_site(c, CFA_INPUT, o.z, "g", nowhere);
    cfa_add_edge(c, c->initial, cfa_havoc(c, o.s0), o.a, nowhere);
    cfa_add_edge(c, o.a, cfa_assign(c, o.y, number(c, 1)), o.b, nowhere);
    cfa_command two = cfa_then(c, cfa_assign(c, o.y, number(c, 2)), cfa_havoc(c, o.s1));
    cfa_add_edge(c, o.a, two, o.b, nowhere);
    term bad = term_and2(t, term_eq(t, now(c, o.y), number(c, 2)), term_eq(t, now(c, o.x), now(c, o.z)));
    cfa_add_edge(c, o.b, cfa_assume(c, bad), c->error, nowhere);
    cfa_add_edge(c, o.b, cfa_skip(c), o.a, nowhere);
    cfa_add_edge(c, o.b, cfa_skip(c), o.end, nowhere);
    cfa_add_edge(c, o.island, cfa_skip(c), c->error, nowhere);
    cfa_add_edge(c, o.a, cfa_assume(c, term_eq(t, number(c, 1), number(c, 0))), o.ghost, nowhere);
    cfa_add_edge(c, o.ghost, cfa_skip(c), c->error, nowhere);
    cfa_index(c);
    assert_null(cfa_check(c));
    return o;
}

/* Made from it: b is gone; variables and sites are in another order, `unused` is dropped. */
struct smaller {
    struct cfa *cfa;
    uint32_t x, y, z, a, s0, s1;
};

static struct smaller smaller(const struct original *o) {
    struct smaller s = {.cfa = cfa_new(TERMS_SIMPLIFY)};
    struct cfa *c = s.cfa;
    struct terms *t = c->terms;
    s.z = cfa_add_variable(c, "z", sort_int());
    s.y = cfa_add_variable(c, "y", sort_int());
    s.x = cfa_add_variable(c, "x", sort_int());
    c->variables.data[s.z].origin = o->z;
    c->variables.data[s.y].origin = o->y;
    c->variables.data[s.x].origin = o->x;
    s.a = cfa_add_location(c, "a", nowhere);
    c->initial = cfa_add_location(c, "initial", nowhere);
    c->error = cfa_add_location(c, "error", nowhere);
    c->locations.data[s.a].origin = o->a;
    c->locations.data[c->initial].origin = o->cfa->initial;
    c->locations.data[c->error].origin = o->cfa->error;
    s.s1 = cfa_add_site(c, CFA_INPUT, s.z, "g", nowhere);
    s.s0 = cfa_add_site(c, CFA_INPUT, s.x, "f", nowhere);
    c->sites.data[s.s0].origin = o->s0;
    c->sites.data[s.s1].origin = o->s1;
    cfa_command one = cfa_then(c, cfa_tag(c, 1), cfa_assign(c, s.y, number(c, 1)));
    cfa_command two = cfa_then(c, cfa_assign(c, s.y, number(c, 2)), cfa_havoc(c, s.s1));
    cfa_command body = cfa_choice2(c, one, cfa_then(c, cfa_tag(c, 2), two));
    term bad = term_and2(t, term_eq(t, now(c, s.y), number(c, 2)), term_eq(t, now(c, s.x), now(c, s.z)));
    cfa_command fail = cfa_then(c, cfa_tag(c, 3), cfa_assume(c, bad));
    cfa_add_edge(c, c->initial, cfa_then(c, cfa_tag(c, 0), cfa_havoc(c, s.s0)), s.a, nowhere);
    cfa_add_edge(c, s.a, cfa_then(c, body, cfa_tag(c, 4)), s.a, nowhere);
    cfa_add_edge(c, s.a, cfa_then(c, body, fail), c->error, nowhere);
    cfa_index(c);
    assert_null(cfa_check(c));
    return s;
}

static void add_value(struct cfa_trace *t, uint32_t step, uint32_t site, term value) {
    vec_push(&t->inputs, (struct cfa_input_value){step, site, value});
}

static void assert_runs(const struct cfa_trace *t, struct cfa *cfa) {
    term_list state = {0}, inputs = {0};
    vec_append(&state, t->initial.data, t->initial.size);
    uint32_t at = cfa->initial, next = 0;
    for (uint32_t i = 0; i < t->edges.size; i++) {
        const struct cfa_edge *e = &cfa->edges.data[t->edges.data[i]];
        assert_int_equal(e->from, at);
        at = e->to;
        vec_clear(&inputs);
        vec_resize(&inputs, cfa->sites.size);
        for (; next < t->inputs.size && t->inputs.data[next].step == i; next++)
            inputs.data[t->inputs.data[next].site] = t->inputs.data[next].value;
        assert_true(cfa_execute(cfa, e->command, state.data, inputs.data, TERM_NONE, NULL, NULL));
    }
    assert_int_equal(next, t->inputs.size);
    assert_int_equal(at, cfa->error);
    vec_free(&state);
    vec_free(&inputs);
}

static void traces_come_back(void **state) {
    (void)state;
    struct original o = original();
    struct smaller s = smaller(&o);
    struct cfa *c = s.cfa;
    struct cfa_trace *t = cfa_trace_new();
    for (uint32_t v = 0; v < c->variables.size; v++) vec_push(&t->initial, number(c, 7 + v));
    for (uint32_t e = 0; e < 3; e++) vec_push(&t->edges, e);
    add_value(t, 0, s.s0, number(c, 5));
    add_value(t, 1, s.s1, number(c, 3));
    add_value(t, 2, s.s1, number(c, 5));
    struct cfa_trace *back = program_trace_back(t, c, o.cfa);
    assert_non_null(back);
    assert_true(term_same(back->initial.data[o.z], number(o.cfa, 7)));
    assert_true(term_same(back->initial.data[o.x], number(o.cfa, 9)));
    assert_true(term_is(o.cfa->terms, back->initial.data[o.unused], TERM_FALSE));
    static const uint32_t expected[] = {0, 1, 4, 2, 3};
    assert_int_equal(back->edges.size, 5);
    assert_memory_equal(back->edges.data, expected, sizeof expected);
    assert_int_equal(back->inputs.size, 2);
    assert_int_equal(back->inputs.data[1].step, 3);
    assert_int_equal(back->inputs.data[1].site, o.s1);
    assert_true(term_same(back->inputs.data[1].value, number(o.cfa, 5)));
    assert_runs(back, o.cfa);
    cfa_trace_free(back);
    t->inputs.data[2].value = number(c, 4); /* now it does not run */
    assert_null(program_trace_back(t, c, o.cfa));
    t->inputs.data[2].value = number(c, 5);
    t->edges.size = 2; /* now it does not get to error */
    assert_null(program_trace_back(t, c, o.cfa));
    cfa_trace_free(t);
    cfa_free(c);
    cfa_free(o.cfa);
}

/* The branch that the first step must take is known only at the last one. */
static void replay_looks_ahead(void **state) {
    (void)state;
    enum { STEPS = 40 };
    struct cfa *c = cfa_new(TERMS_SIMPLIFY);
    struct terms *b = c->terms;
    uint32_t x = cfa_add_variable(c, "x", sort_int()), loop = cfa_add_location(c, "loop", nowhere);
    c->initial = cfa_add_location(c, "initial", nowhere);
    c->error = cfa_add_location(c, "error", nowhere);
    term more = term_add2(b, now(c, x), number(c, 1)), much_more = term_add2(b, now(c, x), number(c, 3));
    cfa_add_edge(c, c->initial, cfa_assign(c, x, number(c, 0)), loop, nowhere);
    cfa_add_edge(c, loop, cfa_choice2(c, cfa_assign(c, x, more), cfa_assign(c, x, much_more)), loop, nowhere);
    cfa_add_edge(c, loop, cfa_assume(c, term_eq(b, now(c, x), number(c, 2 * STEPS))), c->error, nowhere);
    cfa_index(c);
    struct cfa_trace *t = cfa_trace_new();
    vec_push(&t->initial, number(c, 0));
    vec_push(&t->edges, 0);
    for (int i = 0; i < STEPS; i++) vec_push(&t->edges, 1);
    vec_push(&t->edges, 2);
    struct cfa_trace *back = program_trace_back(t, c, c); /* without tags an edge is itself */
    assert_non_null(back);
    assert_int_equal(back->edges.size, t->edges.size);
    assert_memory_equal(back->edges.data, t->edges.data, t->edges.size * sizeof *t->edges.data);
    cfa_trace_free(back);
    cfa_trace_free(t);
    cfa_free(c);
}

/* Whether a formula over the original's variables holds for values of x and z. */
static bool holds(const struct original *o, term t, long x, long z) {
    struct evaluation e;
    evaluation_init(&e, o->cfa->terms);
    evaluation_set(&e, now(o->cfa, o->x), number(o->cfa, x));
    evaluation_set(&e, now(o->cfa, o->z), number(o->cfa, z));
    bool result = term_is(o->cfa->terms, evaluate(&e, t), TERM_TRUE);
    evaluation_fini(&e);
    return result;
}

static void invariants_come_back(void **state) {
    (void)state;
    struct original o = original();
    struct smaller s = smaller(&o);
    struct cfa *c = s.cfa;
    struct terms *b = o.cfa->terms;
    struct cfa_invariant *i = cfa_invariant_new(c);
    i->at.data[s.a] = term_lt(c->terms, now(c, s.x), now(c, s.z));
    struct cfa_invariant *back = program_invariant_back(i, c, o.cfa);
    assert_true(holds(&o, back->at.data[o.a], 1, 2));
    assert_false(holds(&o, back->at.data[o.a], 2, 2) || holds(&o, back->at.data[o.a], 2, 1));
    assert_true(term_is_none(back->at.data[o.b]));
    assert_true(term_is_none(back->at.data[o.cfa->initial]));
    assert_true(term_is(b, back->at.data[o.end], TERM_TRUE));
    assert_true(term_is(b, back->at.data[o.island], TERM_FALSE));
    assert_true(term_is(b, back->at.data[o.ghost], TERM_FALSE));
    cfa_invariant_free(back);
    cfa_invariant_free(i);

    uint32_t copy = cfa_add_location(c, "a", nowhere); /* two copies of a: one of them holds */
    c->locations.data[copy].origin = o.a;
    i = cfa_invariant_new(c);
    i->at.data[s.a] = term_lt(c->terms, now(c, s.x), now(c, s.z));
    back = program_invariant_back(i, c, o.cfa);
    assert_true(term_is_none(back->at.data[o.a]));
    cfa_invariant_free(back);
    i->at.data[copy] = term_lt(c->terms, now(c, s.z), now(c, s.x));
    back = program_invariant_back(i, c, o.cfa);
    assert_true(holds(&o, back->at.data[o.a], 1, 2) && holds(&o, back->at.data[o.a], 2, 1));
    assert_false(holds(&o, back->at.data[o.a], 2, 2));
    cfa_invariant_free(back);
    cfa_invariant_free(i);
    cfa_free(c);
    cfa_free(o.cfa);
}

/* What the reader could not express must be shown not to be reached, so it counts as an error. */
static void unsupported_edges_matter(void **state) {
    (void)state;
    struct original o = original();
    struct smaller s = smaller(&o);
    uint32_t strange = cfa_add_edge(o.cfa, o.end, cfa_skip(o.cfa), o.end, nowhere);
    o.cfa->edges.data[strange].unsupported = "setjmp";
    struct cfa_invariant *i = cfa_invariant_new(s.cfa);
    struct cfa_invariant *back = program_invariant_back(i, s.cfa, o.cfa);
    assert_true(term_is_none(back->at.data[o.end]));
    cfa_invariant_free(back);
    cfa_invariant_free(i);
    cfa_free(s.cfa);
    cfa_free(o.cfa);
}

/* On z, which enters at s1, only when the condition reads it and nothing else decides. */
static void runs_depend_on_values(void **state) {
    (void)state;
    for (int decided = 0; decided < 4; decided++) {
        struct cfa *c = cfa_new(TERMS_PLAIN);
        struct terms *t = c->terms;
        uint32_t x = cfa_add_variable(c, "x", sort_int()), z = cfa_add_variable(c, "z", sort_int());
        c->initial = cfa_add_location(c, "initial", nowhere);
        c->error = cfa_add_location(c, "error", nowhere);
        uint32_t a = cfa_add_location(c, "a", nowhere);
        uint32_t s0 = cfa_add_site(c, CFA_INPUT, x, "f", nowhere);
        uint32_t s1 = cfa_add_site(c, CFA_LIBRARY, z, "strlen", nowhere);
        cfa_add_edge(c, c->initial, cfa_then(c, cfa_havoc(c, s0), cfa_havoc(c, s1)), a, nowhere);
        term first = term_eq(t, now(c, x), number(c, 1)), second = term_eq(t, now(c, z), number(c, 5));
        term conditions[] = {term_or2(t, first, second), term_and2(t, first, term_not(t, second)),
                             term_not(t, term_eq(t, term_ite(t, first, now(c, z), now(c, x)), number(c, 5))),
                             term_eq(t, term_ite(t, first, now(c, x), now(c, z)), number(c, 1))};
        bool expected[] = {false, true, true, false};
        cfa_add_edge(c, a, cfa_assume(c, conditions[decided]), c->error, nowhere);
        cfa_index(c);
        struct cfa_trace *trace = cfa_trace_new();
        vec_push(&trace->initial, number(c, 0));
        vec_push(&trace->initial, number(c, 0));
        vec_push(&trace->edges, 0);
        vec_push(&trace->edges, 1);
        vec_push(&trace->inputs, (struct cfa_input_value){0, s0, number(c, 1)});
        vec_push(&trace->inputs, (struct cfa_input_value){0, s1, number(c, 3)});
        assert_int_equal(program_dependence(c, trace, 1u << CFA_LIBRARY), expected[decided] ? s1 : CFA_NONE);
        assert_int_equal(program_dependence(c, trace, 1u << CFA_INPUT), s0);
        assert_int_equal(program_dependence(c, trace, 1u << CFA_OUTSIDE), CFA_NONE);
        /* A rule that is broken where both are as they are. */
        assert_null(program_violation(c, trace));
        vec_push(&c->violations, (struct cfa_violation){0, second, "never", nowhere});
        vec_push(&c->violations, (struct cfa_violation){0, first, "rule", nowhere});
        assert_string_equal(program_violation(c, trace)->rule, "rule");
        cfa_trace_free(trace);
        cfa_free(c);
    }
}

/* An array that enters as a whole, and is then written and read on edges of their own: element by element. */
static void runs_depend_on_elements(void **state) {
    (void)state;
    for (int variant = 0; variant < 6; variant++) {
        struct cfa *c = cfa_new(TERMS_PLAIN);
        struct terms *t = c->terms;
        sort index = sort_bv(t, 2), array = sort_array(t, index, sort_int());
        uint32_t a = cfa_add_variable(c, "a", array), b = cfa_add_variable(c, "b", array);
        uint32_t i = cfa_add_variable(c, "i", index);
        c->initial = cfa_add_location(c, "initial", nowhere);
        c->error = cfa_add_location(c, "error", nowhere);
        uint32_t here = cfa_add_location(c, "here", nowhere), there = cfa_add_location(c, "there", nowhere);
        uint32_t whole = cfa_add_site(c, CFA_UNINITIALIZED, a, NULL, nowhere);
        uint32_t chosen = cfa_add_site(c, CFA_INPUT, i, "f", nowhere);
        cfa_add_edge(c, c->initial, cfa_then(c, cfa_havoc(c, whole), cfa_havoc(c, chosen)), here, nowhere);
        term one = term_bits_ui(t, 1, 2), two = term_bits_ui(t, 2, 2), at = now(c, i);
        term written =
            term_store(t, term_store(t, now(c, a), at, number(c, 5)), two, term_select(t, now(c, a), one));
        struct cfa_assignment both[] = {{a, written}, {b, now(c, a)}};
        cfa_add_edge(c, here, cfa_assign_all(c, both, 2), there, nowhere);
        /* i is 0: a[0] was written; a[1] was not; a[2] is a copy of what was not; b is as it was. */
        term zero = term_bits_ui(t, 0, 2), five = number(c, 5);
        term conditions[] = {term_eq(t, term_select(t, now(c, a), at), five),
                             term_eq(t, term_select(t, now(c, a), zero), five),
                             term_eq(t, term_select(t, now(c, a), one), number(c, 0)),
                             term_eq(t, term_select(t, now(c, a), two), number(c, 0)),
                             term_eq(t, term_select(t, now(c, b), zero), number(c, 0)),
                             term_not(t, term_eq(t, now(c, a), now(c, b)))};
        bool expected[] = {false, false, true, true, true, true};
        cfa_add_edge(c, there, cfa_assume(c, conditions[variant]), c->error, nowhere);
        cfa_index(c);
        assert_null(cfa_check(c));
        struct cfa_trace *trace = cfa_trace_new();
        for (uint32_t v = 0; v < 3; v++)
            vec_push(&trace->initial, value_default(t, term_sort(t, c->variables.data[v].now)));
        for (uint32_t e = 0; e < 3; e++) vec_push(&trace->edges, e);
        vec_push(&trace->inputs, (struct cfa_input_value){0, whole, value_default(t, array)});
        vec_push(&trace->inputs, (struct cfa_input_value){0, chosen, zero});
        assert_runs(trace, c);
        assert_int_equal(program_dependence(c, trace, 1u << CFA_UNINITIALIZED),
                         expected[variant] ? whole : CFA_NONE);
        /* Where it is written first is an input: with another one any element could be, but for a[2], which
         * is written last. */
        u8s marks = {0};
        vec_resize(&marks, 2);
        marks.data[chosen] = 1;
        assert_int_equal(program_dependence_on(c, trace, &marks),
                         variant == 3 || variant == 4 ? CFA_NONE : chosen);
        vec_free(&marks);
        cfa_trace_free(trace);
        cfa_free(c);
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
