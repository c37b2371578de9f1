/* Automata over bits and over integers have the same runs: by explicit search over all states of small random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "model/testing_program.h"
#include "transform/program/integers.h"
#include "transform/program/integers_internal.h"

enum { SEEDS = 250, WIDTH = 3 };

struct pair {
    struct testing_program bits;
    struct program_integers *encoding;
    struct program *integers;
    readings readings;
    struct ranges ranges;
    uint32_t states;
};

/* False: the automaton is declined. */
static bool setup(struct pair *p, uint64_t seed) {
    *p = (struct pair){0};
    struct testing_program_shape shape = {.variables = 3,
                                          .width = WIDTH,
                                          .locations = 5,
                                          .points = seed % 3 ? 4 : 8,
                                          .choices = seed % 3 == 0,
                                          .mode = seed % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY};
    testing_program_random(&p->bits, &shape, seed);
    struct messages messages = {0};
    enum status status = program_integers_run(&p->encoding, p->bits.program, &messages);
    if (status != STATUS_OK) {
        assert_int_equal(status, STATUS_UNSUPPORTED);
        assert_non_null(strstr(messages_first_error(&messages), "as integers: a"));
    }
    messages_fini(&messages);
    if (status != STATUS_OK) {
        testing_program_fini(&p->bits);
        return false;
    }
    p->integers = program_integers_automaton(p->encoding);
    assert_null(program_check(p->integers));
    assert_int_equal(program_theories(p->integers) & (THEORY_BV | THEORY_NONLINEAR), 0);
    p->states = testing_program_states(p->bits.program);
    /* the same readings and ranges again, to look at */
    assert_null(integers_readings(p->bits.program, &p->readings));
    assert_null(ranges_find(p->bits.program, &p->readings, &p->ranges));
    return true;
}

static void teardown(struct pair *p) {
    program_integers_free(p->encoding);
    testing_program_fini(&p->bits);
    vec_free(&p->readings);
    ranges_fini(&p->ranges);
}

/* The value of a variable over bits as a number, and as a value of its counterpart. */
static wide number_of(const struct pair *p, uint32_t v, term value) {
    const struct terms *b = p->bits.program->terms;
    return p->readings.data[v].width ? wide_of_bits(b, value, p->readings.data[v].is_signed)
                                     : term_is(b, value, TERM_TRUE);
}

static term counterpart(const struct pair *p, uint32_t v, wide number) {
    struct terms *b = p->integers->terms;
    return p->readings.data[v].width ? wide_integer(b, number) : term_bool(b, number != 0);
}

static void to_integers(const struct pair *p, uint32_t state, term_list *out) {
    term_list values = {0};
    testing_program_values(p->bits.program, state, &values);
    vec_clear(out);
    for (uint32_t v = 0; v < values.size; v++)
        vec_push(out, counterpart(p, v, number_of(p, v, values.data[v])));
    vec_free(&values);
}

/* The state over bits; PROGRAM_NONE when a number is out of range. */
static uint32_t from_integers(const struct pair *p, const term_list *values) {
    term_list bits = {0};
    bool fits = true;
    for (uint32_t v = 0; v < values->size; v++) {
        const struct reading *r = &p->readings.data[v];
        const struct terms *b = p->integers->terms;
        if (!r->width) {
            vec_push(&bits, term_bool(p->bits.program->terms, term_is(b, values->data[v], TERM_TRUE)));
            continue;
        }
        wide number = mpz_get_si(mpq_numref(term_number(b, values->data[v])));
        struct interval range = reading_range(r);
        fits &= range.low <= number && number <= range.high;
        vec_push(&bits, wide_bits(p->bits.program->terms, number, r->width));
    }
    uint32_t state = fits ? testing_program_state(p->bits.program, bits.data) : PROGRAM_NONE;
    vec_free(&bits);
    return state;
}

static bool within(const struct pair *p, uint32_t location, uint32_t state) {
    term_list values = {0};
    testing_program_values(p->bits.program, state, &values);
    bool inside = p->ranges.reached.data[location];
    for (uint32_t v = 0; v < values.size; v++) {
        wide number = number_of(p, v, values.data[v]);
        struct interval range = ranges_at(&p->ranges, location)[v];
        inside &= range.low <= number && number <= range.high;
    }
    vec_free(&values);
    return inside;
}

/* Marks in `to` what a command over integers makes of a state: path by path. Inputs try numbers out of range, too. */
static void follow(const struct pair *p, program_command command, const term_list *values, uint8_t *to) {
    struct program *program = p->integers;
    struct program_node node = program_node(program, command);
    if (node.kind == PROGRAM_END) {
        uint32_t state = from_integers(p, values);
        assert_int_not_equal(state, PROGRAM_NONE);
        to[state] = 1;
        return;
    }
    for (uint32_t i = 0; node.kind == PROGRAM_CHOICE && i < node.n; i++) follow(p, node.next[i], values, to);
    if (node.kind == PROGRAM_CHOICE) return;
    struct evaluation e;
    evaluation_init(&e, program->terms);
    for (uint32_t v = 0; v < values->size; v++)
        evaluation_set(&e, program->variables.data[v].now, values->data[v]);
    term_list after = {0};
    vec_append(&after, values->data, values->size);
    const struct program_action *a = &node.action;
    if (a->kind == PROGRAM_HAVOC) {
        uint32_t v = program->sites.data[a->site].variable;
        for (wide number = -2; number <= 1 << WIDTH; number++) {
            if (!p->readings.data[v].width && (number < 0 || number > 1)) continue;
            after.data[v] = counterpart(p, v, p->readings.data[v].is_signed ? number - 2 : number);
            follow(p, node.next[0], &after, to);
        }
    } else if (a->kind != PROGRAM_ASSUME || term_is(program->terms, evaluate(&e, a->condition), TERM_TRUE)) {
        for (uint32_t i = 0; a->kind == PROGRAM_ASSIGN && i < a->n; i++)
            after.data[a->assignments[i].variable] = evaluate(&e, a->assignments[i].value);
        follow(p, node.next[0], &after, to);
    }
    vec_free(&after);
    evaluation_fini(&e);
}

/* Every edge relates the same states, of those within the ranges; and these are inductive. */
static void test_transitions(void **state) {
    (void)state;
    uint32_t done = 0, narrow = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct pair p;
        if (!setup(&p, seed)) continue;
        done++;
        uint8_t *from = mem_zalloc(p.states), *bits = mem_alloc(p.states), *integers = mem_alloc(p.states);
        term_list values = {0};
        for (uint32_t s = 0; s < p.states; s++) assert_true(within(&p, p.bits.program->initial, s));
        for (uint32_t e = 0; e < p.bits.program->edges.size; e++) {
            const struct program_edge *edge = &p.bits.program->edges.data[e],
                                      *other = &p.integers->edges.data[e];
            assert_true(edge->from == other->from && edge->to == other->to);
            for (uint32_t s = 0; s < p.states; s += 1 + s % 3) {
                if (!within(&p, edge->from, s)) {
                    narrow++;
                    continue;
                }
                memset(bits, 0, p.states);
                memset(integers, 0, p.states);
                from[s] = 1;
                testing_program_post(p.bits.program, edge->command, from, NULL, bits);
                from[s] = 0;
                to_integers(&p, s, &values);
                follow(&p, other->command, &values, integers);
                assert_memory_equal(bits, integers, p.states);
                for (uint32_t t = 0; t < p.states; t++)
                    if (bits[t]) assert_true(within(&p, edge->to, t));
            }
        }
        vec_free(&values);
        mem_free(from);
        mem_free(bits);
        mem_free(integers);
        teardown(&p);
    }
    assert_true(done > SEEDS / 4 && narrow > SEEDS);
}

/* Runs over bits are runs over integers, and these come back. */
static void test_traces(void **state) {
    (void)state;
    uint32_t steps = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct pair p;
        if (!setup(&p, seed)) continue;
        struct program *program = p.bits.program;
        struct program_trace *trace = program_trace_new();
        term_list now = {0}, number = {0}, input = {0}, integer = {0};
        testing_program_values(program, random_below(&p.bits.random, p.states), &now);
        to_integers(&p, testing_program_state(program, now.data), &number);
        vec_append(&trace->initial, number.data, number.size);
        uint32_t at = program->initial;
        for (uint32_t tries = 0; tries < 30 && program->outgoing.data[at].size; tries++) {
            const u32s *out = &program->outgoing.data[at];
            uint32_t edge = out->data[random_below(&p.bits.random, out->size)];
            vec_clear(&input);
            vec_clear(&integer);
            vec_each (const struct program_site, s, &program->sites) {
                uint64_t bits = random_word(&p.bits.random);
                vec_push(&input,
                         testing_program_unpack(program, program->variables.data[s->variable].now, &bits));
                vec_push(&integer,
                         counterpart(&p, s->variable, number_of(&p, s->variable, vec_last(&input))));
            }
            if (!program_execute(program, program->edges.data[edge].command, now.data, input.data, TERM_NONE,
                                 NULL, NULL))
                continue;
            term_list after = {0}, same = {0};
            to_integers(&p, testing_program_state(program, now.data), &after);
            for (uint32_t v = 0; v < after.size; v++)
                vec_push(&same, term_eq(p.integers->terms, p.integers->variables.data[v].now, after.data[v]));
            assert_true(program_execute(p.integers, p.integers->edges.data[edge].command, number.data,
                                        integer.data, term_and(p.integers->terms, same.data, same.size), NULL,
                                        NULL));
            vec_free(&after);
            vec_free(&same);
            for (uint32_t s = 0; s < program->sites.size; s++)
                vec_push(&trace->inputs, (struct program_input_value){trace->edges.size, s, integer.data[s]});
            vec_push(&trace->edges, edge);
            at = program->edges.data[edge].to;
            steps++;
        }
        struct program_trace *back = program_integers_trace(p.encoding, trace);
        assert_int_equal(back->edges.size, trace->edges.size);
        assert_int_equal(back->inputs.size, trace->inputs.size);
        for (uint32_t i = 0, next = 0; i < back->edges.size; i++) {
            vec_clear(&input);
            for (uint32_t s = 0; s < program->sites.size; s++)
                vec_push(&input, back->inputs.data[next++].value);
            assert_true(program_execute(program, program->edges.data[back->edges.data[i]].command,
                                        back->initial.data, input.data, TERM_NONE, NULL, NULL));
        }
        program_trace_free(back);
        program_trace_free(trace);
        vec_free(&now);
        vec_free(&number);
        vec_free(&input);
        vec_free(&integer);
        teardown(&p);
    }
    assert_true(steps > SEEDS);
}

/* The strongest invariant, stated over integers: over bits it is inductive and has every reachable state. */
static void test_invariants(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS / 2; seed++) {
        struct pair p;
        if (!setup(&p, seed)) continue;
        struct program *program = p.bits.program;
        struct terms *b = p.integers->terms;
        u8s reached = {0};
        testing_program_reach(program, &reached);
        struct program_invariant *invariant = program_invariant_new(p.integers);
        for (uint32_t l = 0; l < program->locations.size; l++) {
            term_list states = {0}, values = {0}, parts = {0};
            for (uint32_t s = 0; s < p.states; s++) {
                if (!reached.data[l * p.states + s]) continue;
                to_integers(&p, s, &values);
                vec_clear(&parts);
                for (uint32_t v = 0; v < values.size; v++)
                    vec_push(&parts, term_eq(b, p.integers->variables.data[v].now, values.data[v]));
                vec_push(&states, term_and(b, parts.data, parts.size));
            }
            invariant->at.data[l] = term_or(b, states.data, states.size);
            vec_free(&states);
            vec_free(&values);
            vec_free(&parts);
        }
        struct program_invariant *back = program_integers_invariant(p.encoding, invariant);
        assert_non_null(back);
        for (uint32_t l = 0; l < program->locations.size; l++)
            for (uint32_t s = 0; s < p.states; s++)
                assert_int_equal(testing_program_holds(program, s, back->at.data[l]),
                                 reached.data[l * p.states + s]);
        program_invariant_free(back);
        program_invariant_free(invariant);
        vec_free(&reached);
        teardown(&p);
    }
}

/* `true` everywhere comes back as the ranges: inductive by themselves. */
static void test_facts(void **state) {
    (void)state;
    uint32_t facts = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct pair p;
        if (!setup(&p, seed)) continue;
        struct program *program = p.bits.program;
        struct program_invariant *invariant = program_invariant_new(p.integers);
        vec_each (term, t, &invariant->at) *t = term_true(p.integers->terms);
        struct program_invariant *back = program_integers_invariant(p.encoding, invariant);
        u8s inside = {0}, after = {0};
        vec_resize(&inside, program->locations.size * p.states);
        for (uint32_t i = 0; i < inside.size; i++) {
            inside.data[i] = testing_program_holds(program, i % p.states, back->at.data[i / p.states]);
            facts += !inside.data[i];
        }
        vec_each (const struct program_edge, edge, &program->edges) {
            vec_clear(&after);
            vec_resize(&after, p.states);
            testing_program_post(program, edge->command, inside.data + edge->from * p.states, NULL,
                                 after.data);
            for (uint32_t s = 0; s < p.states; s++)
                assert_true(!after.data[s] || inside.data[edge->to * p.states + s]);
        }
        vec_free(&inside);
        vec_free(&after);
        program_invariant_free(back);
        program_invariant_free(invariant);
        teardown(&p);
    }
    assert_true(facts > SEEDS);
}

/* A counter that stays below its bound: its ranges are found, and no wrap-around is left. */
static void test_counter(void **state) {
    (void)state;
    struct program *program = program_new(TERMS_SIMPLIFY);
    struct terms *b = program->terms;
    uint32_t i = program_add_variable(program, "i", sort_bv(b, 32));
    program->initial = program_add_location(program, "start", (struct program_position){0});
    program->error = program_add_location(program, "error", (struct program_position){0});
    uint32_t head = program_add_location(program, "head", (struct program_position){0});
    term now = program->variables.data[i].now, ten = term_bits_ui(b, 10, 32), one = term_bits_ui(b, 1, 32);
    program_add_edge(program, program->initial, program_assign(program, i, term_bits_ui(b, 0, 32)), head,
                     (struct program_position){0});
    program_command again = program_then(program, program_assume(program, term_bv2(b, TERM_BV_SLT, now, ten)),
                                         program_assign(program, i, term_bv2(b, TERM_BV_ADD, now, one)));
    program_add_edge(program, head, again, head, (struct program_position){0});
    program_add_edge(program, head, program_assume(program, term_bv2(b, TERM_BV_SLT, ten, now)),
                     program->error, (struct program_position){0});
    program_index(program);
    struct program_integers *encoding;
    struct messages messages = {0};
    assert_int_equal(program_integers_run(&encoding, program, &messages), STATUS_OK);
    struct program *integers = program_integers_automaton(encoding);
    struct terms *to = integers->terms;
    term x = integers->variables.data[0].now;
    struct program_effect effect = {0};
    term_list inputs = {0};
    program_effect(integers, integers->edges.data[1].command, &effect, &inputs);
    assert_true(term_same(effect.values.data[0], term_add2(to, x, term_integer(to, 1))));
    program_effect_fini(&effect);
    assert_true(
        program_command_same(integers->edges.data[2].command, program_assume(integers, term_false(to))));
    struct program_invariant *nothing = program_invariant_new(integers);
    nothing->at.data[head] = term_true(to);
    struct program_invariant *back = program_integers_invariant(encoding, nothing);
    term low = term_bv2(b, TERM_BV_SLE, term_bits_ui(b, 0, 32), now),
         high = term_bv2(b, TERM_BV_SLE, now, ten);
    assert_true(term_same(back->at.data[head], term_and2(b, low, high)));
    assert_true(
        term_same(back->at.data[program->error], term_false(b))); /* though the invariant is silent there */
    assert_true(term_is_none(back->at.data[program->initial]));
    program_invariant_free(back);
    program_invariant_free(nothing);
    vec_free(&inputs);
    program_integers_free(encoding);
    messages_fini(&messages);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transitions), cmocka_unit_test(test_traces),  cmocka_unit_test(test_invariants),
        cmocka_unit_test(test_facts),       cmocka_unit_test(test_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
