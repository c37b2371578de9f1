/* Working copies, slices and blocks of programs: the same verdict, and evidence that comes back. */
#include "transform/program/prepare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "evidence/program_evidence.h"
#include "model/testing_program.h"

static const struct program_position nowhere = {0};

/* ---- evidence by explicit search ---- */

/* Values at the sites of an edge with which it leads from one state to another. */
static void find_inputs(struct program *program, program_command command, uint32_t from, uint32_t to,
                        uint32_t step, struct program_trace *trace) {
    u32s sites = {0};
    program_sites(program, command, &sites);
    uint32_t bits = 0;
    vec_each (const uint32_t, s, &sites) bits += testing_program_bits(program, program->sites.data[*s].input);
    term_list inputs = {0}, state = {0}, target = {0}, same = {0};
    testing_program_values(program, to, &target);
    for (uint32_t v = 0; v < target.size; v++)
        vec_push(&same, term_eq(program->terms, program->variables.data[v].now, target.data[v]));
    term post = term_and(program->terms, same.data, same.size);
    bool found = false;
    for (uint64_t i = 0; i < (uint64_t)1 << bits && !found; i++) {
        uint64_t number = i;
        vec_clear(&inputs);
        vec_resize(&inputs, program->sites.size);
        vec_each (const uint32_t, s, &sites)
            inputs.data[*s] = testing_program_unpack(program, program->sites.data[*s].input, &number);
        testing_program_values(program, from, &state);
        found = program_execute(program, command, state.data, inputs.data, post, NULL, NULL);
    }
    assert_true(found);
    vec_each (const uint32_t, s, &sites)
        vec_push(&trace->inputs, (struct program_input_value){step, *s, inputs.data[*s]});
    vec_free(&sites);
    vec_free(&inputs);
    vec_free(&state);
    vec_free(&target);
    vec_free(&same);
}

/* A shortest trace, by breadth-first search; NULL: the program is safe. */
static struct program_trace *find_trace(struct program *program) {
    uint32_t states = testing_program_states(program), n = program->locations.size * states,
             end = PROGRAM_NONE;
    u32s queue = {0}, parent = {0}, edge = {0};
    vec_resize(&parent, n);
    vec_resize(&edge, n);
    memset(edge.data, 0xff, n * sizeof *edge.data);
    for (uint32_t s = 0; s < states; s++) vec_push(&queue, program->initial * states + s);
    for (uint32_t i = 0; i < queue.size && end == PROGRAM_NONE; i++) {
        uint32_t at = queue.data[i];
        vec_each (const uint32_t, e, &program->outgoing.data[at / states]) {
            u8s from = {0}, to = {0};
            vec_resize(&from, states);
            vec_resize(&to, states);
            from.data[at % states] = 1;
            testing_program_post(program, program->edges.data[*e].command, from.data, NULL, to.data);
            for (uint32_t s = 0; s < states; s++) {
                uint32_t next = program->edges.data[*e].to * states + s;
                if (!to.data[s] || edge.data[next] != PROGRAM_NONE) continue;
                edge.data[next] = *e;
                parent.data[next] = at;
                vec_push(&queue, next);
                if (next / states == program->error) end = next;
            }
            vec_free(&from);
            vec_free(&to);
        }
    }
    struct program_trace *trace = NULL;
    if (end != PROGRAM_NONE) {
        u32s path = {0}; /* backward */
        trace = program_trace_new();
        for (uint32_t at = end; at / states != program->initial; at = parent.data[at]) vec_push(&path, at);
        testing_program_values(program, parent.data[vec_last(&path)] % states, &trace->initial);
        for (uint32_t i = path.size; i--;) {
            uint32_t to = path.data[i], e = edge.data[to];
            find_inputs(program, program->edges.data[e].command, parent.data[to] % states, to % states,
                        trace->edges.size, trace);
            vec_push(&trace->edges, e);
        }
        vec_free(&path);
    }
    vec_free(&queue);
    vec_free(&parent);
    vec_free(&edge);
    return trace;
}

/* Whether a trace of an automaton without choices runs. */
static bool runs(struct program *program, const struct program_trace *t) {
    term_list state = {0}, inputs = {0};
    vec_append(&state, t->initial.data, t->initial.size);
    uint32_t at = program->initial, next = 0;
    bool good = true;
    for (uint32_t i = 0; i < t->edges.size && good; i++) {
        const struct program_edge *e = &program->edges.data[t->edges.data[i]];
        vec_clear(&inputs);
        vec_resize(&inputs, program->sites.size);
        for (; next < t->inputs.size && t->inputs.data[next].step == i; next++)
            inputs.data[t->inputs.data[next].site] = t->inputs.data[next].value;
        good = e->from == at &&
               program_execute(program, e->command, state.data, inputs.data, TERM_NONE, NULL, NULL);
        at = e->to;
    }
    vec_free(&state);
    vec_free(&inputs);
    return good && at == program->error;
}

/* The reached states of every location as formulas. */
static struct program_invariant *find_invariant(struct program *program) {
    struct program_invariant *invariant = program_invariant_new(program);
    uint32_t states = testing_program_states(program);
    u8s reached = {0};
    term_list any = {0}, all = {0}, values = {0};
    testing_program_reach(program, &reached);
    for (uint32_t l = 0; l < program->locations.size; l++) {
        vec_clear(&any);
        for (uint32_t s = 0; s < states; s++) {
            if (!reached.data[l * states + s]) continue;
            testing_program_values(program, s, &values);
            vec_clear(&all);
            for (uint32_t v = 0; v < values.size; v++)
                vec_push(&all, term_eq(program->terms, program->variables.data[v].now, values.data[v]));
            vec_push(&any, term_and(program->terms, all.data, all.size));
        }
        invariant->at.data[l] = term_or(program->terms, any.data, any.size);
    }
    vec_free(&any);
    vec_free(&all);
    vec_free(&values);
    vec_free(&reached);
    return invariant;
}

/* The verdict of the result, after its evidence was accepted on the given automaton. */
static bool decide(struct program *small, struct program *as_read) {
    assert_null(program_check(small));
    struct program_trace *trace = find_trace(small);
    if (trace) {
        struct program_trace *back = program_trace_back(trace, small, as_read);
        assert_non_null(back);
        assert_true(runs(as_read, back));
        program_trace_free(back);
        program_trace_free(trace);
        return true;
    }
    struct program_invariant *invariant = find_invariant(small);
    struct program_invariant *back = program_invariant_back(invariant, small, as_read);
    assert_null(testing_program_judge(as_read, back->at.data));
    program_invariant_free(back);
    program_invariant_free(invariant);
    return false;
}

static void at_most_one_edge_per_pair(const struct program *program) {
    for (uint32_t i = 0; i < program->edges.size; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_false(program->edges.data[i].from == program->edges.data[j].from &&
                         program->edges.data[i].to == program->edges.data[j].to);
}

static void verdicts_agree(void **state) {
    (void)state;
    enum { RUNS = 300 };
    uint32_t unsafe = 0, fewer_variables = 0, fewer_locations = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        struct testing_program g;
        struct testing_program_shape shape = {
            .variables = 3, .width = 2, .locations = 7, .points = 3, .mode = TERMS_PLAIN};
        testing_program_random(&g, &shape, seed);
        bool expected = testing_program_unsafe(g.program);
        unsafe += expected;
        struct stats stats = {0}; /* says what was prepared last */
        for (uint32_t mode = 0; mode < 6; mode++) {
            struct options options;
            options_init(&options);
            options.large_blocks = mode % 3;
            options.slice = mode < 3;
            struct program *small = program_prepare(g.program, PROGRAM_UNSUPPORTED_FAILS, &options, &stats);
            assert_int_equal(decide(small, g.program), expected);
            assert_int_equal(stats.final_locations, small->locations.size);
            assert_int_equal(stats.final_edges, small->edges.size);
            assert_int_equal(stats.final_variables, small->variables.size);
            assert_int_equal(stats.locations + stats.edges + stats.variables, 0); /* the reader's to say */
            if (options.large_blocks) at_most_one_edge_per_pair(small);
            fewer_variables += small->variables.size < g.program->variables.size;
            fewer_locations += small->locations.size < g.program->locations.size;
            program_free(small);
        }
        testing_program_fini(&g);
    }
    assert_in_range(unsafe, RUNS / 5, RUNS * 4 / 5);
    assert_true(fewer_variables > RUNS / 10 && fewer_locations > RUNS);
}

/* ---- what is sliced ---- */

struct example {
    struct program *program;
    struct terms *b;
    uint32_t x, y, z, loop, body, dead_end;
};

/* x := 0; while (x < 5) { z := y + x; if (y < x) x := x + 1 else x := x + 2 }; assert(x < 9); a dead end. */
static struct example example(void) {
    struct example e = {.program = program_new(TERMS_PLAIN)};
    struct program *c = e.program;
    struct terms *b = e.b = c->terms;
    e.x = program_add_variable(c, "x", sort_int());
    e.y = program_add_variable(c, "y", sort_int());
    e.z = program_add_variable(c, "z", sort_int());
    term x = c->variables.data[e.x].now, y = c->variables.data[e.y].now;
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    e.loop = program_add_location(c, "loop", (struct program_position){"a.c", "main", 3, 1, NULL});
    e.body = program_add_location(c, "body", nowhere);
    e.dead_end = program_add_location(c, "dead end", nowhere);
    c->locations.data[e.loop].loop_head = true;
    uint32_t after = program_add_location(c, "after", nowhere),
             join = program_add_location(c, "join", nowhere);
    term in = term_lt(b, x, term_integer(b, 5)), odd = term_lt(b, y, x),
         fine = term_lt(b, x, term_integer(b, 9));
    program_add_edge(c, c->initial, program_assign(c, e.x, term_integer(b, 0)), e.loop, nowhere);
    program_add_edge(c, e.loop,
                     program_then(c, program_assume(c, in), program_assign(c, e.z, term_add2(b, y, x))),
                     e.body, nowhere);
    program_add_edge(
        c, e.body,
        program_then(c, program_assume(c, odd), program_assign(c, e.x, term_add2(b, x, term_integer(b, 1)))),
        join, nowhere);
    program_add_edge(c, e.body,
                     program_then(c, program_assume(c, term_not(b, odd)),
                                  program_assign(c, e.x, term_add2(b, x, term_integer(b, 2)))),
                     join, nowhere);
    program_add_edge(c, join, program_skip(c), e.loop, nowhere);
    program_add_edge(c, e.loop, program_assume(c, term_not(b, in)), after, nowhere);
    program_add_edge(c, after, program_assume(c, term_not(b, fine)), c->error, nowhere);
    program_add_edge(c, after, program_assume(c, fine), e.dead_end, nowhere);
    program_index(c);
    assert_null(program_check(c));
    return e;
}

static uint32_t find_location(const struct program *program, uint32_t origin) {
    for (uint32_t l = 0; l < program->locations.size; l++)
        if (program->locations.data[l].origin == origin) return l;
    return PROGRAM_NONE;
}

static void slices_keep_what_matters(void **state) {
    (void)state;
    struct example e = example();
    struct program *copy = program_copy(e.program, PROGRAM_UNSUPPORTED_FAILS), *slice = program_slice(copy);
    assert_int_equal(copy->edges.size, e.program->edges.size);
    assert_int_equal(slice->variables.size, 2); /* z goes: it flows nowhere */
    assert_int_equal(slice->variables.data[1].origin, e.y);
    assert_int_equal(find_location(slice, e.dead_end), PROGRAM_NONE);
    assert_int_equal(slice->edges.size, e.program->edges.size - 1);
    uint32_t loop = find_location(slice, e.loop);
    assert_true(slice->locations.data[loop].loop_head);
    assert_int_equal(slice->locations.data[loop].position.line, 3);
    program_free(slice);
    program_free(copy);
    program_free(e.program);
}

static void maximal_blocks_join_loops(void **state) {
    (void)state;
    struct example e = example();
    struct program *copy = program_copy(e.program, PROGRAM_UNSUPPORTED_FAILS), *slice = program_slice(copy);
    struct program *on = program_blocks(slice, PROGRAM_BLOCKS_ON, 0),
                   *maximal = program_blocks(slice, PROGRAM_BLOCKS_MAXIMAL, 0);
    assert_int_equal(maximal->locations.size, 3);
    assert_int_equal(maximal->edges.size, 3); /* into the loop, round, out to error */
    assert_int_not_equal(find_location(maximal, e.loop), PROGRAM_NONE);
    uint32_t loop = find_location(maximal, e.loop);
    vec_each (const struct program_edge, edge, &maximal->edges)
        if (edge->from == loop && edge->to == loop)
            assert_int_equal(program_paths(maximal, edge->command), 2);
    assert_in_range(on->locations.size, 3, slice->locations.size - 1);
    program_free(maximal);
    program_free(on);
    program_free(slice);
    program_free(copy);
    program_free(e.program);
}

static void unsupported_edges_fail_or_go(void **state) {
    (void)state;
    struct example e = example();
    uint32_t strange = program_add_edge(e.program, e.dead_end, program_skip(e.program), e.loop, nowhere);
    e.program->edges.data[strange].unsupported = "setjmp";
    struct program *fails = program_copy(e.program, PROGRAM_UNSUPPORTED_FAILS),
                   *without = program_copy(e.program, PROGRAM_UNSUPPORTED_LEFT_OUT);
    assert_int_equal(fails->edges.data[strange].to, fails->error);
    assert_int_equal(without->edges.size, strange);
    struct program *slice = program_slice(fails);
    assert_int_not_equal(find_location(slice, e.dead_end), PROGRAM_NONE);
    program_free(slice);
    program_free(fails);
    program_free(without);
    program_free(e.program);
}

/* 2^300 ways from the loop head back to it, each diamond over locations of its own. */
static void blocks_share(void **state) {
    (void)state;
    enum { N = 300 };
    struct program *c = program_new(TERMS_PLAIN);
    struct terms *b = c->terms;
    uint32_t x = program_add_variable(c, "x", sort_int());
    term now = c->variables.data[x].now;
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    uint32_t head = program_add_location(c, "head", nowhere), at = head;
    c->locations.data[head].loop_head = true;
    program_add_edge(c, c->initial, program_skip(c), head, nowhere);
    for (long i = 0; i < N; i++) {
        uint32_t left = program_add_location(c, "left", nowhere),
                 right = program_add_location(c, "right", nowhere);
        uint32_t next = i + 1 < N ? program_add_location(c, "next", nowhere) : head;
        term less = term_lt(b, now, term_integer(b, i));
        program_add_edge(c, at, program_assume(c, less), left, nowhere);
        program_add_edge(c, at, program_assume(c, term_not(b, less)), right, nowhere);
        program_add_edge(c, left, program_assign(c, x, term_add2(b, now, term_integer(b, i))), next, nowhere);
        program_add_edge(c, right, program_assign(c, x, term_integer(b, i)), next, nowhere);
        program_add_edge(c, left, program_assume(c, term_eq(b, now, term_integer(b, i + 7))), c->error,
                         nowhere);
        at = next;
    }
    program_index(c);
    struct options options;
    struct stats stats = {0};
    options_init(&options);
    options.large_blocks = PROGRAM_BLOCKS_MAXIMAL;
    struct program *small = program_prepare(c, PROGRAM_UNSUPPORTED_FAILS, &options, &stats);
    assert_int_equal(small->locations.size, 3);
    assert_int_equal(small->edges.size, 3);
    uint32_t points = 0;
    vec_each (const struct program_edge, e, &small->edges) {
        program_command_list list = {0};
        program_points(small, e->command, &list);
        points += list.size;
        vec_free(&list);
    }
    assert_true(points < 24 * N);
    program_free(small);
    options.large_blocks = PROGRAM_BLOCKS_ON;
    small = program_prepare(c, PROGRAM_UNSUPPORTED_FAILS, &options, &stats);
    assert_in_range(small->locations.size, 3, N + 2);
    program_free(small);
    program_free(c);
}

/* A loop with n branches after each other, each of which adds 1 or 2 to x; or all of which are ways of one switch. */
static struct program *adding(uint32_t n, bool after_each_other) {
    struct program *c = program_new(TERMS_PLAIN);
    struct terms *b = c->terms;
    uint32_t v = program_add_variable(c, "x", sort_int());
    term x = c->variables.data[v].now;
    c->initial = program_add_location(c, "initial", nowhere);
    c->error = program_add_location(c, "error", nowhere);
    uint32_t loop = program_add_location(c, "loop", nowhere), at = loop;
    c->locations.data[loop].loop_head = true;
    program_add_edge(c, c->initial, program_assign(c, v, term_integer(b, 0)), loop, nowhere);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t ways[2],
            next = i + 1 < n && after_each_other ? program_add_location(c, "join", nowhere) : loop;
        for (uint32_t w = 0; w < 2; w++) {
            ways[w] = program_add_location(c, "way", nowhere);
            program_add_edge(c, at, program_skip(c), ways[w], nowhere);
            program_add_edge(c, ways[w], program_assign(c, v, term_add2(b, x, term_integer(b, w + 1))), next,
                             nowhere);
        }
        if (after_each_other) at = next;
    }
    program_add_edge(c, loop, program_assume(c, term_lt(b, x, term_integer(b, 0))), c->error, nowhere);
    program_index(c);
    assert_null(program_check(c));
    return c;
}

/* Where paths explode an edge has no more than it may; many ways of one switch are no explosion. */
static void paths_are_limited(void **state) {
    (void)state;
    static const uint64_t limits[] = {1, 2, 5, 16, 64};
    for (uint32_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct program *c = adding(30, true), *small = program_blocks(c, PROGRAM_BLOCKS_MAXIMAL, limits[i]);
        assert_null(program_check(small));
        uint64_t most = 0;
        vec_each (const struct program_edge, e, &small->edges) {
            uint64_t n = program_paths(small, e->command);
            if (n > most) most = n;
        }
        uint32_t steps = 0; /* branches per edge */
        while (((uint64_t)2 << steps) <= limits[i]) steps++;
        assert_int_equal(most, limits[i] < 2 ? 1 : (uint64_t)1 << steps);
        assert_in_range(small->locations.size, 3 + 30 / (steps + 1), 3 + 3 * 30 / (steps ? steps : 1));
        program_free(small);
        program_free(c);
    }
    struct program *c = adding(40, false), *whole = program_blocks(c, PROGRAM_BLOCKS_MAXIMAL, 16);
    assert_int_equal(whole->locations.size, 3);
    program_free(whole);
    program_free(c);
    c = adding(30, true);
    whole = program_blocks(c, PROGRAM_BLOCKS_MAXIMAL, 0);
    assert_int_equal(whole->locations.size, 3);
    program_free(whole);
    program_free(c);
}

/* Loops without a head from the source are cut all the same. */
static void every_cycle_is_cut(void **state) {
    (void)state;
    uint32_t needless = 0, needed = 0;
    for (uint64_t seed = 1000; seed < 1200; seed++) {
        struct testing_program g;
        struct testing_program_shape shape = {
            .variables = 1, .width = 1, .locations = 12, .points = 1, .mode = TERMS_PLAIN};
        testing_program_random(&g, &shape, seed);
        vec_each (struct program_location, l, &g.program->locations) l->loop_head = false;
        struct program *slice = program_slice(g.program),
                       *small = program_blocks(slice, PROGRAM_BLOCKS_MAXIMAL, 0);
        assert_null(program_check(small));
        assert_int_equal(testing_program_unsafe(small), testing_program_unsafe(g.program));
        term_list at = {0}; /* formulas where locations are left */
        vec_resize(&at, slice->locations.size);
        vec_each (const struct program_location, l, &small->locations)
            for (uint32_t i = 0; i < slice->locations.size; i++)
                if (slice->locations.data[i].origin == l->origin) at.data[i] = term_true(slice->terms);
        assert_false(testing_program_uncut(slice, at.data));
        for (uint32_t i = 0; i < slice->locations.size; i++) { /* few are left without reason */
            if (term_is_none(at.data[i]) || i == slice->initial || i == slice->error) continue;
            at.data[i] = TERM_NONE;
            needless += !testing_program_uncut(slice, at.data);
            needed += testing_program_uncut(slice, at.data);
            at.data[i] = term_true(slice->terms);
        }
        vec_free(&at);
        program_free(slice);
        program_free(small);
        testing_program_fini(&g);
    }
    assert_true(needless * 3 < needed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_agree),
        cmocka_unit_test(slices_keep_what_matters),
        cmocka_unit_test(maximal_blocks_join_loops),
        cmocka_unit_test(unsupported_edges_fail_or_go),
        cmocka_unit_test(blocks_share),
        cmocka_unit_test(paths_are_limited),
        cmocka_unit_test(every_cycle_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
