/* Working copies, slices and blocks of programs: the same verdict, and evidence that comes back. */
#include "transform/program/prepare.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "evidence/program.h"
#include "model/testing_program.h"

static const struct cfa_position nowhere = {0};

/* ---- evidence by explicit search ---- */

/* Values at the sites of an edge with which it leads from one state to another. */
static void find_inputs(struct cfa *cfa, cfa_command command, uint32_t from, uint32_t to, uint32_t step,
                        struct cfa_trace *trace) {
    u32s sites = {0};
    cfa_sites(cfa, command, &sites);
    uint32_t bits = 0;
    vec_each (const uint32_t, s, &sites) bits += testing_cfa_bits(cfa, cfa->sites.data[*s].input);
    term_list inputs = {0}, state = {0}, target = {0}, same = {0};
    testing_cfa_values(cfa, to, &target);
    for (uint32_t v = 0; v < target.size; v++)
        vec_push(&same, term_eq(cfa->terms, cfa->variables.data[v].now, target.data[v]));
    term post = term_and(cfa->terms, same.data, same.size);
    bool found = false;
    for (uint64_t i = 0; i < (uint64_t)1 << bits && !found; i++) {
        uint64_t number = i;
        vec_clear(&inputs);
        vec_resize(&inputs, cfa->sites.size);
        vec_each (const uint32_t, s, &sites)
            inputs.data[*s] = testing_cfa_unpack(cfa, cfa->sites.data[*s].input, &number);
        testing_cfa_values(cfa, from, &state);
        found = cfa_execute(cfa, command, state.data, inputs.data, post, NULL, NULL);
    }
    assert_true(found);
    vec_each (const uint32_t, s, &sites)
        vec_push(&trace->inputs, (struct cfa_input_value){step, *s, inputs.data[*s]});
    vec_free(&sites);
    vec_free(&inputs);
    vec_free(&state);
    vec_free(&target);
    vec_free(&same);
}

/* A shortest trace, by breadth-first search; NULL: the program is safe. */
static struct cfa_trace *find_trace(struct cfa *cfa) {
    uint32_t states = testing_cfa_states(cfa), n = cfa->locations.size * states, end = CFA_NONE;
    u32s queue = {0}, parent = {0}, edge = {0};
    vec_resize(&parent, n);
    vec_resize(&edge, n);
    memset(edge.data, 0xff, n * sizeof *edge.data);
    for (uint32_t s = 0; s < states; s++) vec_push(&queue, cfa->initial * states + s);
    for (uint32_t i = 0; i < queue.size && end == CFA_NONE; i++) {
        uint32_t at = queue.data[i];
        vec_each (const uint32_t, e, &cfa->outgoing.data[at / states]) {
            u8s from = {0}, to = {0};
            vec_resize(&from, states);
            vec_resize(&to, states);
            from.data[at % states] = 1;
            testing_cfa_post(cfa, cfa->edges.data[*e].command, from.data, NULL, to.data);
            for (uint32_t s = 0; s < states; s++) {
                uint32_t next = cfa->edges.data[*e].to * states + s;
                if (!to.data[s] || edge.data[next] != CFA_NONE) continue;
                edge.data[next] = *e;
                parent.data[next] = at;
                vec_push(&queue, next);
                if (next / states == cfa->error) end = next;
            }
            vec_free(&from);
            vec_free(&to);
        }
    }
    struct cfa_trace *trace = NULL;
    if (end != CFA_NONE) {
        u32s path = {0}; /* backward */
        trace = cfa_trace_new();
        for (uint32_t at = end; at / states != cfa->initial; at = parent.data[at]) vec_push(&path, at);
        testing_cfa_values(cfa, parent.data[vec_last(&path)] % states, &trace->initial);
        for (uint32_t i = path.size; i--;) {
            uint32_t to = path.data[i], e = edge.data[to];
            find_inputs(cfa, cfa->edges.data[e].command, parent.data[to] % states, to % states,
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
static bool runs(struct cfa *cfa, const struct cfa_trace *t) {
    term_list state = {0}, inputs = {0};
    vec_append(&state, t->initial.data, t->initial.size);
    uint32_t at = cfa->initial, next = 0;
    bool good = true;
    for (uint32_t i = 0; i < t->edges.size && good; i++) {
        const struct cfa_edge *e = &cfa->edges.data[t->edges.data[i]];
        vec_clear(&inputs);
        vec_resize(&inputs, cfa->sites.size);
        for (; next < t->inputs.size && t->inputs.data[next].step == i; next++)
            inputs.data[t->inputs.data[next].site] = t->inputs.data[next].value;
        good = e->from == at && cfa_execute(cfa, e->command, state.data, inputs.data, TERM_NONE, NULL, NULL);
        at = e->to;
    }
    vec_free(&state);
    vec_free(&inputs);
    return good && at == cfa->error;
}

/* The reached states of every location as formulas. */
static struct cfa_invariant *find_invariant(struct cfa *cfa) {
    struct cfa_invariant *invariant = cfa_invariant_new(cfa);
    uint32_t states = testing_cfa_states(cfa);
    u8s reached = {0};
    term_list any = {0}, all = {0}, values = {0};
    testing_cfa_reach(cfa, &reached);
    for (uint32_t l = 0; l < cfa->locations.size; l++) {
        vec_clear(&any);
        for (uint32_t s = 0; s < states; s++) {
            if (!reached.data[l * states + s]) continue;
            testing_cfa_values(cfa, s, &values);
            vec_clear(&all);
            for (uint32_t v = 0; v < values.size; v++)
                vec_push(&all, term_eq(cfa->terms, cfa->variables.data[v].now, values.data[v]));
            vec_push(&any, term_and(cfa->terms, all.data, all.size));
        }
        invariant->at.data[l] = term_or(cfa->terms, any.data, any.size);
    }
    vec_free(&any);
    vec_free(&all);
    vec_free(&values);
    vec_free(&reached);
    return invariant;
}

/* The verdict of the result, after its evidence was accepted on the given automaton. */
static bool decide(struct cfa *small, struct cfa *as_read) {
    assert_null(cfa_check(small));
    struct cfa_trace *trace = find_trace(small);
    if (trace) {
        struct cfa_trace *back = program_trace_back(trace, small, as_read);
        assert_non_null(back);
        assert_true(runs(as_read, back));
        cfa_trace_free(back);
        cfa_trace_free(trace);
        return true;
    }
    struct cfa_invariant *invariant = find_invariant(small);
    struct cfa_invariant *back = program_invariant_back(invariant, small, as_read);
    assert_null(testing_cfa_judge(as_read, back->at.data));
    cfa_invariant_free(back);
    cfa_invariant_free(invariant);
    return false;
}

static void at_most_one_edge_per_pair(const struct cfa *cfa) {
    for (uint32_t i = 0; i < cfa->edges.size; i++)
        for (uint32_t j = 0; j < i; j++)
            assert_false(cfa->edges.data[i].from == cfa->edges.data[j].from &&
                         cfa->edges.data[i].to == cfa->edges.data[j].to);
}

static void verdicts_agree(void **state) {
    (void)state;
    enum { RUNS = 300 };
    uint32_t unsafe = 0, fewer_variables = 0, fewer_locations = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        struct testing_cfa g;
        struct testing_cfa_shape shape = {
            .variables = 3, .width = 2, .locations = 7, .points = 3, .mode = TERMS_PLAIN};
        testing_cfa_random(&g, &shape, seed);
        bool expected = testing_cfa_unsafe(g.cfa);
        unsafe += expected;
        for (uint32_t mode = 0; mode < 6; mode++) {
            struct options options;
            struct stats stats = {0};
            options_init(&options);
            options.large_blocks = mode % 3;
            options.slice = mode < 3;
            struct cfa *small = cfa_prepare(g.cfa, CFA_UNSUPPORTED_FAILS, &options, &stats);
            assert_int_equal(decide(small, g.cfa), expected);
            assert_int_equal(stats.locations, g.cfa->locations.size);
            assert_int_equal(stats.final_edges, small->edges.size);
            if (options.large_blocks) at_most_one_edge_per_pair(small);
            fewer_variables += stats.final_variables < stats.variables;
            fewer_locations += stats.final_locations < stats.locations;
            cfa_free(small);
        }
        testing_cfa_fini(&g);
    }
    assert_in_range(unsafe, RUNS / 5, RUNS * 4 / 5);
    assert_true(fewer_variables > RUNS / 10 && fewer_locations > RUNS);
}

/* ---- what is sliced ---- */

struct example {
    struct cfa *cfa;
    struct terms *b;
    uint32_t x, y, z, loop, body, dead_end;
};

/* x := 0; while (x < 5) { z := y + x; if (y < x) x := x + 1 else x := x + 2 }; assert(x < 9); a dead end. */
static struct example example(void) {
    struct example e = {.cfa = cfa_new(TERMS_PLAIN)};
    struct cfa *c = e.cfa;
    struct terms *b = e.b = c->terms;
    e.x = cfa_add_variable(c, "x", sort_int());
    e.y = cfa_add_variable(c, "y", sort_int());
    e.z = cfa_add_variable(c, "z", sort_int());
    term x = c->variables.data[e.x].now, y = c->variables.data[e.y].now;
    c->initial = cfa_add_location(c, "initial", nowhere);
    c->error = cfa_add_location(c, "error", nowhere);
    e.loop = cfa_add_location(c, "loop", (struct cfa_position){"a.c", "main", 3, 1});
    e.body = cfa_add_location(c, "body", nowhere);
    e.dead_end = cfa_add_location(c, "dead end", nowhere);
    c->locations.data[e.loop].loop_head = true;
    uint32_t after = cfa_add_location(c, "after", nowhere), join = cfa_add_location(c, "join", nowhere);
    term in = term_lt(b, x, term_integer(b, 5)), odd = term_lt(b, y, x),
         fine = term_lt(b, x, term_integer(b, 9));
    cfa_add_edge(c, c->initial, cfa_assign(c, e.x, term_integer(b, 0)), e.loop, nowhere);
    cfa_add_edge(c, e.loop, cfa_then(c, cfa_assume(c, in), cfa_assign(c, e.z, term_add2(b, y, x))), e.body,
                 nowhere);
    cfa_add_edge(c, e.body,
                 cfa_then(c, cfa_assume(c, odd), cfa_assign(c, e.x, term_add2(b, x, term_integer(b, 1)))),
                 join, nowhere);
    cfa_add_edge(
        c, e.body,
        cfa_then(c, cfa_assume(c, term_not(b, odd)), cfa_assign(c, e.x, term_add2(b, x, term_integer(b, 2)))),
        join, nowhere);
    cfa_add_edge(c, join, cfa_skip(c), e.loop, nowhere);
    cfa_add_edge(c, e.loop, cfa_assume(c, term_not(b, in)), after, nowhere);
    cfa_add_edge(c, after, cfa_assume(c, term_not(b, fine)), c->error, nowhere);
    cfa_add_edge(c, after, cfa_assume(c, fine), e.dead_end, nowhere);
    cfa_index(c);
    assert_null(cfa_check(c));
    return e;
}

static uint32_t find_location(const struct cfa *cfa, uint32_t origin) {
    for (uint32_t l = 0; l < cfa->locations.size; l++)
        if (cfa->locations.data[l].origin == origin) return l;
    return CFA_NONE;
}

static void slices_keep_what_matters(void **state) {
    (void)state;
    struct example e = example();
    struct cfa *copy = cfa_copy(e.cfa, CFA_UNSUPPORTED_FAILS), *slice = cfa_slice(copy);
    assert_int_equal(copy->edges.size, e.cfa->edges.size);
    assert_int_equal(slice->variables.size, 2); /* z goes: it flows nowhere */
    assert_int_equal(slice->variables.data[1].origin, e.y);
    assert_int_equal(find_location(slice, e.dead_end), CFA_NONE);
    assert_int_equal(slice->edges.size, e.cfa->edges.size - 1);
    uint32_t loop = find_location(slice, e.loop);
    assert_true(slice->locations.data[loop].loop_head);
    assert_int_equal(slice->locations.data[loop].position.line, 3);
    cfa_free(slice);
    cfa_free(copy);
    cfa_free(e.cfa);
}

static void maximal_blocks_join_loops(void **state) {
    (void)state;
    struct example e = example();
    struct cfa *copy = cfa_copy(e.cfa, CFA_UNSUPPORTED_FAILS), *slice = cfa_slice(copy);
    struct cfa *on = cfa_blocks(slice, CFA_BLOCKS_ON, 0), *maximal = cfa_blocks(slice, CFA_BLOCKS_MAXIMAL, 0);
    assert_int_equal(maximal->locations.size, 3);
    assert_int_equal(maximal->edges.size, 3); /* into the loop, round, out to error */
    assert_int_not_equal(find_location(maximal, e.loop), CFA_NONE);
    uint32_t loop = find_location(maximal, e.loop);
    vec_each (const struct cfa_edge, edge, &maximal->edges)
        if (edge->from == loop && edge->to == loop) assert_int_equal(cfa_paths(maximal, edge->command), 2);
    assert_in_range(on->locations.size, 3, slice->locations.size - 1);
    cfa_free(maximal);
    cfa_free(on);
    cfa_free(slice);
    cfa_free(copy);
    cfa_free(e.cfa);
}

static void unsupported_edges_fail_or_go(void **state) {
    (void)state;
    struct example e = example();
    uint32_t strange = cfa_add_edge(e.cfa, e.dead_end, cfa_skip(e.cfa), e.loop, nowhere);
    e.cfa->edges.data[strange].unsupported = "setjmp";
    struct cfa *fails = cfa_copy(e.cfa, CFA_UNSUPPORTED_FAILS),
               *without = cfa_copy(e.cfa, CFA_UNSUPPORTED_LEFT_OUT);
    assert_int_equal(fails->edges.data[strange].to, fails->error);
    assert_int_equal(without->edges.size, strange);
    struct cfa *slice = cfa_slice(fails);
    assert_int_not_equal(find_location(slice, e.dead_end), CFA_NONE);
    cfa_free(slice);
    cfa_free(fails);
    cfa_free(without);
    cfa_free(e.cfa);
}

/* 2^300 ways from the loop head back to it, each diamond over locations of its own. */
static void blocks_share(void **state) {
    (void)state;
    enum { N = 300 };
    struct cfa *c = cfa_new(TERMS_PLAIN);
    struct terms *b = c->terms;
    uint32_t x = cfa_add_variable(c, "x", sort_int());
    term now = c->variables.data[x].now;
    c->initial = cfa_add_location(c, "initial", nowhere);
    c->error = cfa_add_location(c, "error", nowhere);
    uint32_t head = cfa_add_location(c, "head", nowhere), at = head;
    c->locations.data[head].loop_head = true;
    cfa_add_edge(c, c->initial, cfa_skip(c), head, nowhere);
    for (long i = 0; i < N; i++) {
        uint32_t left = cfa_add_location(c, "left", nowhere), right = cfa_add_location(c, "right", nowhere);
        uint32_t next = i + 1 < N ? cfa_add_location(c, "next", nowhere) : head;
        term less = term_lt(b, now, term_integer(b, i));
        cfa_add_edge(c, at, cfa_assume(c, less), left, nowhere);
        cfa_add_edge(c, at, cfa_assume(c, term_not(b, less)), right, nowhere);
        cfa_add_edge(c, left, cfa_assign(c, x, term_add2(b, now, term_integer(b, i))), next, nowhere);
        cfa_add_edge(c, right, cfa_assign(c, x, term_integer(b, i)), next, nowhere);
        cfa_add_edge(c, left, cfa_assume(c, term_eq(b, now, term_integer(b, i + 7))), c->error, nowhere);
        at = next;
    }
    cfa_index(c);
    struct options options;
    struct stats stats = {0};
    options_init(&options);
    options.large_blocks = CFA_BLOCKS_MAXIMAL;
    struct cfa *small = cfa_prepare(c, CFA_UNSUPPORTED_FAILS, &options, &stats);
    assert_int_equal(small->locations.size, 3);
    assert_int_equal(small->edges.size, 3);
    uint32_t points = 0;
    vec_each (const struct cfa_edge, e, &small->edges) {
        cfa_command_list list = {0};
        cfa_points(small, e->command, &list);
        points += list.size;
        vec_free(&list);
    }
    assert_true(points < 24 * N);
    cfa_free(small);
    options.large_blocks = CFA_BLOCKS_ON;
    small = cfa_prepare(c, CFA_UNSUPPORTED_FAILS, &options, &stats);
    assert_in_range(small->locations.size, 3, N + 2);
    cfa_free(small);
    cfa_free(c);
}

/* A loop with n branches after each other, each of which adds 1 or 2 to x; or all of which are ways of one switch. */
static struct cfa *adding(uint32_t n, bool after_each_other) {
    struct cfa *c = cfa_new(TERMS_PLAIN);
    struct terms *b = c->terms;
    uint32_t v = cfa_add_variable(c, "x", sort_int());
    term x = c->variables.data[v].now;
    c->initial = cfa_add_location(c, "initial", nowhere);
    c->error = cfa_add_location(c, "error", nowhere);
    uint32_t loop = cfa_add_location(c, "loop", nowhere), at = loop;
    c->locations.data[loop].loop_head = true;
    cfa_add_edge(c, c->initial, cfa_assign(c, v, term_integer(b, 0)), loop, nowhere);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t ways[2], next = i + 1 < n && after_each_other ? cfa_add_location(c, "join", nowhere) : loop;
        for (uint32_t w = 0; w < 2; w++) {
            ways[w] = cfa_add_location(c, "way", nowhere);
            cfa_add_edge(c, at, cfa_skip(c), ways[w], nowhere);
            cfa_add_edge(c, ways[w], cfa_assign(c, v, term_add2(b, x, term_integer(b, w + 1))), next,
                         nowhere);
        }
        if (after_each_other) at = next;
    }
    cfa_add_edge(c, loop, cfa_assume(c, term_lt(b, x, term_integer(b, 0))), c->error, nowhere);
    cfa_index(c);
    assert_null(cfa_check(c));
    return c;
}

/* Where paths explode an edge has no more than it may; many ways of one switch are no explosion. */
static void paths_are_limited(void **state) {
    (void)state;
    static const uint64_t limits[] = {1, 2, 5, 16, 64};
    for (uint32_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct cfa *c = adding(30, true), *small = cfa_blocks(c, CFA_BLOCKS_MAXIMAL, limits[i]);
        assert_null(cfa_check(small));
        uint64_t most = 0;
        vec_each (const struct cfa_edge, e, &small->edges) {
            uint64_t n = cfa_paths(small, e->command);
            if (n > most) most = n;
        }
        uint32_t steps = 0; /* branches per edge */
        while (((uint64_t)2 << steps) <= limits[i]) steps++;
        assert_int_equal(most, limits[i] < 2 ? 1 : (uint64_t)1 << steps);
        assert_in_range(small->locations.size, 3 + 30 / (steps + 1), 3 + 3 * 30 / (steps ? steps : 1));
        cfa_free(small);
        cfa_free(c);
    }
    struct cfa *c = adding(40, false), *whole = cfa_blocks(c, CFA_BLOCKS_MAXIMAL, 16);
    assert_int_equal(whole->locations.size, 3);
    cfa_free(whole);
    cfa_free(c);
    c = adding(30, true);
    whole = cfa_blocks(c, CFA_BLOCKS_MAXIMAL, 0);
    assert_int_equal(whole->locations.size, 3);
    cfa_free(whole);
    cfa_free(c);
}

/* Loops without a head from the source are cut all the same. */
static void every_cycle_is_cut(void **state) {
    (void)state;
    uint32_t needless = 0, needed = 0;
    for (uint64_t seed = 1000; seed < 1200; seed++) {
        struct testing_cfa g;
        struct testing_cfa_shape shape = {
            .variables = 1, .width = 1, .locations = 12, .points = 1, .mode = TERMS_PLAIN};
        testing_cfa_random(&g, &shape, seed);
        vec_each (struct cfa_location, l, &g.cfa->locations) l->loop_head = false;
        struct cfa *slice = cfa_slice(g.cfa), *small = cfa_blocks(slice, CFA_BLOCKS_MAXIMAL, 0);
        assert_null(cfa_check(small));
        assert_int_equal(testing_cfa_unsafe(small), testing_cfa_unsafe(g.cfa));
        term_list at = {0}; /* formulas where locations are left */
        vec_resize(&at, slice->locations.size);
        vec_each (const struct cfa_location, l, &small->locations)
            for (uint32_t i = 0; i < slice->locations.size; i++)
                if (slice->locations.data[i].origin == l->origin) at.data[i] = term_true(slice->terms);
        assert_false(testing_cfa_uncut(slice, at.data));
        for (uint32_t i = 0; i < slice->locations.size; i++) { /* few are left without reason */
            if (term_is_none(at.data[i]) || i == slice->initial || i == slice->error) continue;
            at.data[i] = TERM_NONE;
            needless += !testing_cfa_uncut(slice, at.data);
            needed += testing_cfa_uncut(slice, at.data);
            at.data[i] = term_true(slice->terms);
        }
        vec_free(&at);
        cfa_free(slice);
        cfa_free(small);
        testing_cfa_fini(&g);
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
