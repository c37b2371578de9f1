/* The symbolic encoding of automata: random ones, and a few made by hand. The system gets to the error exactly when the
 * automaton does; its traces run in the automaton; its reachable states, said of locations, are the
 * automaton's but for dead variables. */
#include "transform/between/program_to_system.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

#include "model/testing_program.h"
#include "transform/system/testing_system.h"

/* ---- explicit-state search on the system, by evaluation of the updates ---- */

struct search {
    const struct system *system;
    uint32_t inputs;            /* how many */
    u32s order;                 /* states in the order in which they were found */
    struct hash_map position;   /* state -> position in order */
    u32s parent, parent_inputs; /* by position; PROGRAM_NONE: initial */
};

static void found(struct search *s, uint32_t state, uint32_t parent, uint32_t inputs) {
    if (hash_map_get(&s->position, state) != HASH_NONE) return;
    hash_map_put(&s->position, state, s->order.size);
    vec_push(&s->order, state);
    vec_push(&s->parent, parent);
    vec_push(&s->parent_inputs, inputs);
}

static uint32_t state_number(const struct system *system, const term *values) {
    uint32_t number = 0, shift = 0;
    for (uint32_t i = 0; i < system->states.size; i++) {
        uint32_t value = term_is(system->terms, values[i], TERM_BITS)
                             ? (uint32_t)mpz_get_ui(term_bits(system->terms, values[i]))
                             : term_is(system->terms, values[i], TERM_TRUE);
        number |= value << shift;
        shift += testing_sort_bits(system->terms, term_sort(system->terms, system->states.data[i].now));
    }
    return number;
}

static uint32_t successor(const struct system *system, uint32_t state, uint32_t inputs) {
    struct evaluation e;
    evaluation_init(&e, system->terms);
    testing_set_states(&e, system, state, false);
    testing_set_inputs(&e, system, inputs);
    term_list next = {0};
    vec_each (const struct system_state, s, &system->states) vec_push(&next, evaluate(&e, s->update));
    uint32_t number = state_number(system, next.data);
    vec_free(&next);
    evaluation_fini(&e);
    return number;
}

static bool holds_at(const struct system *system, uint32_t state, term formula) {
    struct evaluation e;
    evaluation_init(&e, system->terms);
    testing_set_states(&e, system, state, false);
    bool result = testing_holds(&e, formula);
    evaluation_fini(&e);
    return result;
}

static void search_init(struct search *s, const struct system *system) {
    *s = (struct search){.system = system, .inputs = 1u << testing_input_bits(system)};
    term init = system_init_formula(system);
    assert_true(testing_state_bits(system) < 20);
    for (uint32_t state = 0; state < 1u << testing_state_bits(system); state++)
        if (holds_at(system, state, init)) found(s, state, PROGRAM_NONE, 0);
    for (uint32_t i = 0; i < s->order.size; i++)
        for (uint32_t inputs = 0; inputs < s->inputs; inputs++)
            found(s, successor(system, s->order.data[i], inputs), i, inputs);
}

static void search_fini(struct search *s) {
    vec_free(&s->order);
    vec_free(&s->parent);
    vec_free(&s->parent_inputs);
    hash_map_free(&s->position);
}

/* The trace to the state at a position. */
static struct system_trace *trace_to(const struct search *s, uint32_t position) {
    u32s path = {0}, inputs = {0};
    vec_push(&inputs, 0);
    for (uint32_t p = position; p != PROGRAM_NONE; p = s->parent.data[p]) {
        vec_push(&path, s->order.data[p]);
        vec_push(&inputs, s->parent_inputs.data[p]);
    }
    struct system_trace *t = system_trace_new(0);
    t->steps = path.size;
    for (uint32_t i = path.size; i-- > 0;) {
        uint32_t state = path.data[i], input = inputs.data[i];
        vec_each (const struct system_state, v, &s->system->states) {
            sort sort = term_sort(s->system->terms, v->now);
            vec_push(&t->states, testing_decode(s->system->terms, sort, state));
            state >>= testing_sort_bits(s->system->terms, sort);
        }
        vec_each (const struct system_input, v, &s->system->inputs) {
            sort sort = term_sort(s->system->terms, v->now);
            vec_push(&t->inputs, testing_decode(s->system->terms, sort, input));
            input >>= testing_sort_bits(s->system->terms, sort);
        }
    }
    vec_free(&path);
    vec_free(&inputs);
    return t;
}

/* ---- the automaton's view ---- */

/* The trace runs: with the given inputs its edges lead from the initial values to the error location. */
static void assert_runs(const struct program *program, const struct program_trace *t) {
    uint32_t states = testing_program_states(program), here = program->initial, next_input = 0;
    uint8_t *at = mem_new_array(uint8_t, states);
    assert_int_equal(t->initial.size, program->variables.size);
    at[testing_program_state(program, t->initial.data)] = 1;
    for (uint32_t i = 0; i < t->edges.size; i++) {
        const struct program_edge *edge = &program->edges.data[t->edges.data[i]];
        assert_int_equal(edge->from, here);
        here = edge->to;
        term_list inputs = {0};
        vec_resize(&inputs, program->sites.size + 1);
        for (; next_input < t->inputs.size && t->inputs.data[next_input].step == i; next_input++)
            inputs.data[t->inputs.data[next_input].site] = t->inputs.data[next_input].value;
        uint8_t *to = mem_new_array(uint8_t, states);
        testing_program_post(program, edge->command, at, inputs.data, to);
        assert_non_null(memchr(to, 1, states));
        mem_free(at);
        at = to;
        vec_free(&inputs);
    }
    assert_int_equal(next_input, t->inputs.size);
    assert_int_equal(here, program->error);
    mem_free(at);
}

/* Every violating state that the search found gives a trace that runs. */
static uint32_t check_traces(const struct program_encoding *e, const struct search *s) {
    uint32_t violations = 0;
    for (uint32_t i = 0; i < s->order.size && violations < 5; i++) {
        if (holds_at(e->system, s->order.data[i], e->system->properties.data[0].good)) continue;
        struct program_trace *t = program_encoding_trace(e, trace_to(s, i));
        assert_non_null(t);
        assert_runs(e->program, t);
        program_trace_free(t);
        violations++;
    }
    return violations;
}

/* Whether a state is reached at the location that differs in dead variables only. */
static bool reached_but_for_dead(const struct program_encoding *e, const uint8_t *reached, uint32_t location,
                                 uint32_t state) {
    if (!e->doomed.data[location]) return true;
    uint32_t live = 0, shift = 0;
    for (uint32_t v = 0; v < e->program->variables.size; v++) {
        uint32_t bits = testing_program_bits(e->program, e->program->variables.data[v].now);
        if (program_encoding_live(e, location, v)) live |= ((1u << bits) - 1) << shift;
        shift += bits;
    }
    for (uint32_t other = 0; other < testing_program_states(e->program); other++)
        if (reached[other] && (other & live) == (state & live)) return true;
    return false;
}

/* The reachable states as an invariant of the system, one conjunct, and back. */
static void check_invariant(const struct program_encoding *e, const struct search *s, const u8s *reached) {
    struct terms *b = e->system->terms;
    term_list some = {0};
    vec_each (const uint32_t, state, &s->order) {
        term_list equal = {0};
        uint32_t number = *state;
        vec_each (const struct system_state, v, &e->system->states) {
            sort sort = term_sort(b, v->now);
            vec_push(&equal, term_eq(b, v->now, testing_decode(b, sort, number)));
            number >>= testing_sort_bits(b, sort);
        }
        vec_push(&some, term_and(b, equal.data, equal.size));
        vec_free(&equal);
    }
    struct system_invariant *invariant = system_invariant_new();
    vec_push(&invariant->conjuncts, term_or(b, some.data, some.size));
    vec_free(&some);
    struct program_invariant *back = program_encoding_invariant(e, invariant);
    assert_non_null(back);
    uint32_t states = testing_program_states(e->program);
    for (uint32_t l = 0; l < e->program->locations.size; l++) {
        bool given = !term_is_none(back->at.data[l]);
        assert_int_equal(given, l != e->program->initial && l != e->program->error);
        for (uint32_t state = 0; given && state < states; state++)
            assert_int_equal(testing_program_holds(e->program, state, back->at.data[l]),
                             reached_but_for_dead(e, reached->data + l * states, l, state));
    }
    program_invariant_free(back);
}

static bool small_enough(const struct system *system) {
    return testing_state_bits(system) + testing_input_bits(system) <= 16;
}

/* ---- tests ---- */

static void test_random(void **state) {
    (void)state;
    uint32_t safe = 0, unsafe = 0, choosing = 0, excluding = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct testing_program_shape shape = {.variables = 2,
                                              .width = 2,
                                              .locations = 5,
                                              .choices = seed % 2,
                                              .mode = seed % 3 ? TERMS_SIMPLIFY : TERMS_PLAIN};
        struct testing_program g;
        testing_program_random(&g, &shape, seed);
        struct program_encoding *e = program_encode(g.program);
        assert_null(system_check(e->system));
        assert_true(term_is(e->system->terms, e->system->trans, TERM_TRUE));
        assert_int_equal(e->system->constraints.size, 0);
        if (small_enough(e->system)) {
            struct search s;
            u8s reached = {0};
            search_init(&s, e->system);
            testing_program_reach(g.program, &reached);
            uint32_t violations = check_traces(e, &s);
            assert_int_equal(violations > 0, testing_program_unsafe(g.program));
            check_invariant(e, &s, &reached);
            if (violations)
                unsafe++;
            else
                safe++;
            for (uint32_t l = 0; l < g.program->locations.size; l++) {
                choosing += e->chosen.data[l];
                excluding += !e->chosen.data[l] && g.program->outgoing.data[l].size > 1;
            }
            vec_free(&reached);
            search_fini(&s);
        }
        program_encoding_free(e);
        testing_program_fini(&g);
    }
    assert_true(safe > 30 && unsafe > 30); /* else it tests nothing */
    assert_true(choosing > 30 && excluding > 5);
}

/* for (x = 0; x < 3; x++) ; if (x != 3) error: a branch by `if`, and one by a switch over a value. */
static struct program *counting(uint32_t bound) {
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *b = program->terms;
    uint32_t v = program_add_variable(program, "x", sort_bv(b, 3));
    term x = program->variables.data[v].now, three = term_bits_ui(b, 3, 3);
    struct program_position p = {0};
    program->initial = program_add_location(program, "start", p);
    uint32_t head = program_add_location(program, "head", p), exit = program_add_location(program, "exit", p);
    program->error = program_add_location(program, "error", p);
    program_add_edge(program, program->initial, program_assign(program, v, term_bits_ui(b, 0, 3)), head, p);
    term less = term_bv2(b, TERM_BV_ULT, x, three);
    term more = term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 1, 3));
    program_add_edge(program, head,
                     program_then(program, program_assume(program, less), program_assign(program, v, more)),
                     head, p);
    program_add_edge(program, head, program_assume(program, term_not(b, less)), exit, p);
    for (uint32_t i = 0; i < 4; i++)
        program_add_edge(program, exit, program_assume(program, term_eq(b, x, term_bits_ui(b, i + bound, 3))),
                         program->error, p);
    program_index(program);
    return program;
}

static void test_excluding_guards(void **state) {
    (void)state;
    struct program *program = counting(4);
    struct program_encoding *e = program_encode(program);
    assert_int_equal(e->bits, 3);
    assert_int_equal(e->choice_bits, 0); /* `if` and `switch` exclude by themselves */
    assert_int_equal(e->system->inputs.size, 0);
    struct search s;
    search_init(&s, e->system);
    assert_int_equal(check_traces(e, &s), 0);
    search_fini(&s);
    program_encoding_free(e);
    program_free(program);
}

static void test_shortest_trace(void **state) {
    (void)state;
    struct program *program = counting(0);
    struct program_encoding *e = program_encode(program);
    struct search s;
    search_init(&s, e->system);
    uint32_t i = 0;
    while (holds_at(e->system, s.order.data[i], e->system->properties.data[0].good)) i++;
    struct system_trace *t = trace_to(&s, i);
    assert_int_equal(t->steps, 7); /* start, head with 0, 1, 2, 3, exit, error */
    struct program_trace *back = program_encoding_trace(e, t);
    assert_runs(program, back);
    assert_int_equal(back->edges.size, 6);
    program_trace_free(back);
    search_fini(&s);
    program_encoding_free(e);
    program_free(program);
}

/* What no engine should send: a trace that does not follow the edges, and invariants that programs have no evidence
 * for. */
static void test_refusals(void **state) {
    (void)state;
    struct program *program = counting(0);
    struct program_encoding *e = program_encode(program);
    struct search s;
    search_init(&s, e->system);
    uint32_t i = 0;
    while (holds_at(e->system, s.order.data[i], e->system->properties.data[0].good)) i++;
    struct system_trace *t = trace_to(&s, i);
    for (uint32_t v = 0; v < e->system->states.size; v++) /* from the start to the error in one step */
        t->states.data[e->system->states.size + v] = t->states.data[6 * e->system->states.size + v];
    t->steps = 2;
    assert_null(program_encoding_trace(e, t));
    t = trace_to(&s, i);
    t->steps--; /* does not get to the error */
    assert_null(program_encoding_trace(e, t));
    search_fini(&s);
    struct system_invariant *invariant = system_invariant_new();
    invariant->simple_path = true;
    assert_null(program_encoding_invariant(e, invariant));
    program_encoding_free(e);

    uint32_t site = program_add_site(program, PROGRAM_INPUT, 0, "nondet", (struct program_position){0});
    program_add_edge(program, 1, program_havoc(program, site), 2, (struct program_position){0});
    program_index(program);
    e = program_encode(program);
    assert_int_equal(e->choice_bits, 2); /* three edges, one of them without a guard */
    invariant = system_invariant_new();
    term input = program->sites.data[site].input;
    vec_push(&invariant->conjuncts, term_eq(program->terms, input, input));
    vec_push(&invariant->conjuncts, term_eq(program->terms, input, program->variables.data[0].now));
    assert_null(program_encoding_invariant(e, invariant));
    program_encoding_free(e);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_excluding_guards),
        cmocka_unit_test(test_shortest_trace),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
