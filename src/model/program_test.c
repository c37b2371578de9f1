#include "model/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/testing_program.h"

static const struct program_position nowhere = {0};

/* x and y of two bits, flag, and locations initial, error, loop. */
struct example {
    struct program *program;
    struct terms *b;
    uint32_t x, y, flag, loop;
};

static struct example example(enum terms_mode mode) {
    struct example e = {.program = program_new(mode)};
    e.b = e.program->terms;
    e.x = program_add_variable(e.program, "x", sort_bv(e.b, 2));
    e.y = program_add_variable(e.program, "y", sort_bv(e.b, 2));
    e.flag = program_add_variable(e.program, "flag", sort_bool());
    e.program->initial = program_add_location(e.program, "initial", nowhere);
    e.program->error = program_add_location(e.program, "error", nowhere);
    e.loop = program_add_location(e.program, "loop", (struct program_position){"a.c", "main", 3, 7, NULL});
    return e;
}

static term now(const struct example *e, uint32_t v) {
    return e->program->variables.data[v].now;
}
static term bits(const struct example *e, unsigned value) {
    return term_bits_ui(e->b, value, 2);
}

static void parts_have_unique_names(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct program *program = e.program;
    term_variable(e.b, "taken", sort_int());
    uint32_t x2 = program_add_variable(program, "x", sort_bool()),
             taken = program_add_variable(program, "taken", sort_bool());
    uint32_t x3 = program_add_variable(program, "x", sort_bool()),
             odd = program_add_variable(program, "x.1", sort_bool());
    assert_string_equal(program->variables.data[x2].name, "x.1");
    assert_string_equal(program->variables.data[x3].name, "x.2");
    assert_string_equal(program->variables.data[taken].name, "taken.1");
    assert_string_equal(program->variables.data[odd].name, "x.1.1");
    assert_int_equal(program_find_variable(program, program->variables.data[x3].now), x3);
    assert_int_equal(program_find_variable(program, program->variables.data[x3].next), PROGRAM_NONE);
    uint32_t again = program_add_location(program, "loop", nowhere);
    assert_string_equal(program->locations.data[again].name, "loop.1");
    assert_string_equal(program->locations.data[e.loop].position.file, "a.c");
    assert_int_equal(program->locations.data[again].origin, again);
    program_free(program);
}

static void commands_are_shared(void **state) {
    (void)state;
    struct example e = example(TERMS_SIMPLIFY);
    struct program *program = e.program;
    program_command one = program_assign(program, e.x, bits(&e, 1)),
                    two = program_assign(program, e.x, bits(&e, 2));
    program_command skip = program_skip(program), dead = program_assume(program, term_false(e.b)),
                    flag = program_assume(program, now(&e, e.flag));
    assert_true(program_command_same(program_assume(program, term_true(e.b)), skip));
    assert_true(program_command_same(program_assign(program, e.x, now(&e, e.x)), skip));
    assert_true(program_command_same(program_assign(program, e.x, bits(&e, 1)), one));
    assert_true(program_command_same(program_then(program, skip, one), one));
    assert_true(program_command_same(program_then(program, one, skip), one));
    assert_true(program_command_same(program_then(program, one, dead), dead));
    assert_true(program_command_same(program_then(program, dead, one), dead));
    assert_true(program_command_same(program_choice(program, NULL, 0), dead));
    assert_true(program_command_same(program_choice2(program, one, one), one));
    assert_true(program_command_same(program_choice2(program, dead, one), one));
    assert_true(program_command_same(program_then(program, program_then(program, one, flag), two),
                                     program_then(program, one, program_then(program, flag, two))));
    struct program_assignment all[] = {{e.y, now(&e, e.x)}, {e.x, now(&e, e.y)}, {e.flag, now(&e, e.flag)}};
    struct program_node swap = program_node(program, program_assign_all(program, all, 3));
    assert_int_equal(swap.action.n, 2);
    assert_int_equal(swap.action.assignments[0].variable, e.x);
    assert_true(term_same(swap.action.assignments[0].value, now(&e, e.y)));

    /* tag 1; x := 1; assume flag  []  tag 2; x := 1; x := 2   is   x := 1; (tag 1; assume flag [] tag 2; x :=
     * 2) */
    program_command first = program_then(program, program_tag(program, 1), program_then(program, one, flag));
    program_command second = program_then(program, program_tag(program, 2), program_then(program, one, two));
    program_command rest = program_choice2(program, program_then(program, program_tag(program, 1), flag),
                                           program_then(program, program_tag(program, 2), two));
    assert_true(
        program_command_same(program_choice2(program, first, second), program_then(program, one, rest)));
    assert_true(program_command_same(
        program_choice2(program, program_then(program, program_tag(program, 1), two), two),
        program_then(program, program_tag(program, 1), two)));
    assert_true(program_command_same(
        program_choice2(program, program_then(program, one, two),
                        program_then(program, one, program_then(program, program_tag(program, 3), two))),
        program_then(program, one, two)));
    assert_true(program_command_same(program_choice2(program, one, program_then(program, one, two)),
                                     program_then(program, one, program_choice2(program, skip, two))));

    program_command diamond = program_choice2(program, one, two), tail = program_then(program, flag, one);
    program_command whole = program_then(program, diamond, tail);
    program_command_list points = {0};
    program_points(program, whole, &points);
    assert_int_equal(points.size, 6); /* choice, two assignments, assume, assignment, end */
    assert_true(program_command_same(points.data[0], whole));
    for (uint32_t i = 0; i < points.size; i++) {
        struct program_node node = program_node(program, points.data[i]);
        for (uint32_t j = 0; j < node.n; j++)
            for (uint32_t k = 0; k <= i; k++)
                assert_false(program_command_same(points.data[k], node.next[j]));
    }
    assert_int_equal(program_paths(program, whole), 2);
    u8s reads = {0}, writes = {0};
    program_uses(program, whole, &reads, &writes);
    assert_true(reads.data[e.flag] && !reads.data[e.x] && writes.data[e.x] && !writes.data[e.flag]);
    vec_free(&reads);
    vec_free(&writes);
    vec_free(&points);
    program_free(program);
}

static void sites_and_theories_are_listed(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct program *program = e.program;
    uint32_t a = program_add_site(program, PROGRAM_INPUT, e.x, "nondet", nowhere);
    uint32_t c = program_add_site(program, PROGRAM_UNINITIALIZED, e.flag, NULL, nowhere);
    assert_true(sort_same(term_sort(e.b, program->sites.data[c].input), sort_bool()));
    program_command both =
        program_choice2(program, program_havoc(program, c),
                        program_then(program, program_havoc(program, c), program_havoc(program, a)));
    u32s sites = {0};
    program_sites(program, both, &sites);
    assert_int_equal(sites.size, 2);
    assert_int_equal(sites.data[0], a);
    assert_int_equal(sites.data[1], c);
    vec_free(&sites);
    assert_int_equal(program_theories(program), THEORY_BV);
    uint32_t n = program_add_variable(program, "n", sort_int());
    term square = term_mul2(e.b, program->variables.data[n].now, program->variables.data[n].now);
    program_add_edge(program, program->initial, program_assign(program, n, square), program->error, nowhere);
    assert_int_equal(program_theories(program), THEORY_BV | THEORY_INT | THEORY_NONLINEAR);
    program_free(program);
}

static void paths_saturate(void **state) {
    (void)state;
    struct example e = example(TERMS_SIMPLIFY);
    program_command c = program_skip(e.program);
    for (int i = 0; i < 63; i++)
        c = program_choice2(e.program,
                            program_then(e.program, program_assign(e.program, e.x, bits(&e, 1)), c), c);
    assert_true(program_paths(e.program, c) == (uint64_t)1 << 63);
    for (int i = 0; i < 2; i++)
        c = program_choice2(e.program,
                            program_then(e.program, program_assign(e.program, e.x, bits(&e, 2)), c), c);
    assert_true(program_paths(e.program, c) == UINT64_MAX);
    program_free(e.program);
}

static void check_finds_what_is_wrong(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct program *program = e.program;
    uint32_t site = program_add_site(program, PROGRAM_INPUT, e.x, "nondet", nowhere);
    uint32_t in = program_add_edge(program, program->initial, program_havoc(program, site), e.loop, nowhere);
    uint32_t out =
        program_add_edge(program, e.loop, program_assume(program, now(&e, e.flag)), program->error, nowhere);
    assert_null(program_check(program));
    program_index(program);
    assert_null(program_check(program));
    program->edges.data[in].to = program->initial;
    assert_string_equal(program_check(program), "an edge enters the initial location");
    program->edges.data[in].to = program->error;
    assert_string_equal(program_check(program), "the index is wrong");
    program->edges.data[in].to = e.loop;
    program->edges.data[out].from = program->error;
    assert_string_equal(program_check(program), "an edge leaves the error location");
    program->edges.data[out].from = e.loop;
    program_command twice = program_then(program, program_havoc(program, site), program_havoc(program, site));
    program->edges.data[in].command = twice;
    assert_string_equal(program_check(program), "a command passes the same site twice");
    program->edges.data[in].command = program_assume(program, program->variables.data[e.flag].next);
    assert_string_equal(program_check(program),
                        "a command reads something else than current values of the automaton's variables");
    program->edges.data[in].command =
        program_assume(program, term_eq(e.b, program->sites.data[site].input, bits(&e, 0)));
    assert_non_null(program_check(program));
    program->edges.data[in].command = program_havoc(program, site);
    assert_null(program_check(program));
    program->sites.data[site].input = now(&e, e.y);
    assert_string_equal(program_check(program), "two variables or inputs of the automaton are one");
    program->sites.data[site].input = term_fresh(e.b, "i", sort_bool());
    assert_non_null(program_check(program));
    program->sites.data[site].input = term_fresh(e.b, "i", sort_bv(e.b, 2));
    vec_push(&program->parameters, (struct program_parameter){.name = "x", .width = 2, .site = site});
    vec_push(&program->parameters, (struct program_parameter){.name = "y", .width = 2, .site = PROGRAM_NONE});
    assert_null(program_check(program));
    assert_string_equal(program_find_parameter(program, site)->name, "x");
    assert_null(program_find_parameter(program, site + 1));
    assert_null(program_find_parameter(program, PROGRAM_NONE));
    program->parameters.data[1].site = site + 1;
    assert_string_equal(program_check(program), "a parameter has a site that there is not");
    program->parameters.data[1].site = PROGRAM_NONE;
    program->error = program->initial;
    assert_non_null(program_check(program));
    program_free(program);
}

static void random_automata_are_right(void **state) {
    (void)state;
    uint32_t unsafe = 0;
    enum { RUNS = 60 };
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        struct testing_program g;
        struct testing_program_shape shape = {
            .variables = 3, .width = 2, .locations = 5, .choices = seed % 2};
        testing_program_random(&g, &shape, seed);
        assert_null(program_check(g.program));
        unsafe += testing_program_unsafe(g.program);
        testing_program_fini(&g);
    }
    assert_in_range(unsafe, RUNS / 5, RUNS * 4 / 5); /* worth testing with */
}

static bool is_live(const struct example *e, const u8s *live, uint32_t location, uint32_t v) {
    return live->data[location * e->program->variables.size + v];
}

static void live_variables(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct program *program = e.program;
    uint32_t z = program_add_variable(program, "z", sort_bv(e.b, 2)),
             sink = program_add_location(program, "sink", nowhere);
    /* x flows into y, y into the assumption before error; z into itself; flag is read before the sink only. */
    program_add_edge(program, program->initial, program_assign(program, e.y, bits(&e, 0)), e.loop, nowhere);
    program_command turn = program_then(
        program, program_assign(program, e.y, now(&e, e.x)),
        program_assign(program, z, term_bv2(e.b, TERM_BV_ADD, program->variables.data[z].now, now(&e, e.x))));
    program_add_edge(program, e.loop, turn, e.loop, nowhere);
    program_add_edge(program, e.loop, program_assume(program, term_eq(e.b, now(&e, e.y), bits(&e, 1))),
                     program->error, nowhere);
    program_add_edge(program, e.loop, program_assume(program, now(&e, e.flag)), sink, nowhere);
    program_index(program);
    u8s live = {0};
    program_live(program, &live);
    assert_true(is_live(&e, &live, e.loop, e.x) && is_live(&e, &live, e.loop, e.y));
    assert_false(is_live(&e, &live, e.loop, z) || is_live(&e, &live, e.loop, e.flag));
    assert_true(is_live(&e, &live, program->initial, e.x));
    assert_false(is_live(&e, &live, program->initial, e.y));
    for (uint32_t v = 0; v < program->variables.size; v++)
        assert_false(is_live(&e, &live, program->error, v) || is_live(&e, &live, sink, v));
    vec_free(&live);
    program_free(program);
}

/* Variables that are not live do not matter: from states that agree on the live ones error is reached alike. */
static void dead_variables_do_not_matter(void **state) {
    (void)state;
    for (uint64_t seed = 100; seed < 140; seed++) {
        struct testing_program g;
        struct testing_program_shape shape = {.variables = 3, .width = 1, .locations = 4, .choices = true};
        testing_program_random(&g, &shape, seed);
        uint32_t states = testing_program_states(g.program), n = g.program->variables.size;
        u8s live = {0}, error_from = {0}, to = {0};
        program_live(g.program, &live);
        vec_resize(&error_from,
                   g.program->locations.size * states); /* backward: states that can get to error */
        memset(error_from.data + g.program->error * states, 1, states);
        vec_resize(&to, states);
        for (bool again = true; again;) {
            again = false;
            vec_each (const struct program_edge, e, &g.program->edges)
                for (uint32_t s = 0; s < states; s++) {
                    u8s from = {0};
                    vec_resize(&from, states);
                    from.data[s] = 1;
                    memset(to.data, 0, states);
                    testing_program_post(g.program, e->command, from.data, NULL, to.data);
                    for (uint32_t t = 0; t < states; t++) {
                        uint8_t *mine = &error_from.data[e->from * states + s];
                        if (!to.data[t] || *mine || !error_from.data[e->to * states + t]) continue;
                        *mine = 1;
                        again = true;
                    }
                    vec_free(&from);
                }
        }
        for (uint32_t l = 0; l < g.program->locations.size; l++) {
            uint32_t mask = 0, shift = 0; /* of the live bits */
            for (uint32_t v = 0; v < n; v++) {
                uint32_t width = testing_program_bits(g.program, g.program->variables.data[v].now);
                if (live.data[l * n + v]) mask |= ((1u << width) - 1) << shift;
                shift += width;
            }
            for (uint32_t s = 0; s < states; s++)
                assert_int_equal(error_from.data[l * states + s], error_from.data[l * states + (s & mask)]);
        }
        vec_free(&live);
        vec_free(&error_from);
        vec_free(&to);
        testing_program_fini(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_have_unique_names),
        cmocka_unit_test(commands_are_shared),
        cmocka_unit_test(sites_and_theories_are_listed),
        cmocka_unit_test(paths_saturate),
        cmocka_unit_test(check_finds_what_is_wrong),
        cmocka_unit_test(random_automata_are_right),
        cmocka_unit_test(live_variables),
        cmocka_unit_test(dead_variables_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
