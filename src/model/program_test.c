#include "model/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "model/testing_program.h"

static const struct cfa_position nowhere = {0};

/* x and y of two bits, flag, and locations initial, error, loop. */
struct example {
    struct cfa *cfa;
    struct terms *b;
    uint32_t x, y, flag, loop;
};

static struct example example(enum terms_mode mode) {
    struct example e = {.cfa = cfa_new(mode)};
    e.b = e.cfa->terms;
    e.x = cfa_add_variable(e.cfa, "x", sort_bv(e.b, 2));
    e.y = cfa_add_variable(e.cfa, "y", sort_bv(e.b, 2));
    e.flag = cfa_add_variable(e.cfa, "flag", sort_bool());
    e.cfa->initial = cfa_add_location(e.cfa, "initial", nowhere);
    e.cfa->error = cfa_add_location(e.cfa, "error", nowhere);
    e.loop = cfa_add_location(e.cfa, "loop", (struct cfa_position){"a.c", "main", 3, 7});
    return e;
}

static term now(const struct example *e, uint32_t v) {
    return e->cfa->variables.data[v].now;
}
static term bits(const struct example *e, unsigned value) {
    return term_bits_ui(e->b, value, 2);
}

static void parts_have_unique_names(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct cfa *cfa = e.cfa;
    term_variable(e.b, "taken", sort_int());
    uint32_t x2 = cfa_add_variable(cfa, "x", sort_bool()),
             taken = cfa_add_variable(cfa, "taken", sort_bool());
    uint32_t x3 = cfa_add_variable(cfa, "x", sort_bool()), odd = cfa_add_variable(cfa, "x.1", sort_bool());
    assert_string_equal(cfa->variables.data[x2].name, "x.1");
    assert_string_equal(cfa->variables.data[x3].name, "x.2");
    assert_string_equal(cfa->variables.data[taken].name, "taken.1");
    assert_string_equal(cfa->variables.data[odd].name, "x.1.1");
    assert_int_equal(cfa_find_variable(cfa, cfa->variables.data[x3].now), x3);
    assert_int_equal(cfa_find_variable(cfa, cfa->variables.data[x3].next), CFA_NONE);
    uint32_t again = cfa_add_location(cfa, "loop", nowhere);
    assert_string_equal(cfa->locations.data[again].name, "loop.1");
    assert_string_equal(cfa->locations.data[e.loop].position.file, "a.c");
    assert_int_equal(cfa->locations.data[again].origin, again);
    cfa_free(cfa);
}

static void commands_are_shared(void **state) {
    (void)state;
    struct example e = example(TERMS_SIMPLIFY);
    struct cfa *cfa = e.cfa;
    cfa_command one = cfa_assign(cfa, e.x, bits(&e, 1)), two = cfa_assign(cfa, e.x, bits(&e, 2));
    cfa_command skip = cfa_skip(cfa), dead = cfa_assume(cfa, term_false(e.b)),
                flag = cfa_assume(cfa, now(&e, e.flag));
    assert_true(cfa_command_same(cfa_assume(cfa, term_true(e.b)), skip));
    assert_true(cfa_command_same(cfa_assign(cfa, e.x, now(&e, e.x)), skip));
    assert_true(cfa_command_same(cfa_assign(cfa, e.x, bits(&e, 1)), one));
    assert_true(cfa_command_same(cfa_then(cfa, skip, one), one));
    assert_true(cfa_command_same(cfa_then(cfa, one, skip), one));
    assert_true(cfa_command_same(cfa_then(cfa, one, dead), dead));
    assert_true(cfa_command_same(cfa_then(cfa, dead, one), dead));
    assert_true(cfa_command_same(cfa_choice(cfa, NULL, 0), dead));
    assert_true(cfa_command_same(cfa_choice2(cfa, one, one), one));
    assert_true(cfa_command_same(cfa_choice2(cfa, dead, one), one));
    assert_true(cfa_command_same(cfa_then(cfa, cfa_then(cfa, one, flag), two),
                                 cfa_then(cfa, one, cfa_then(cfa, flag, two))));
    struct cfa_assignment all[] = {{e.y, now(&e, e.x)}, {e.x, now(&e, e.y)}, {e.flag, now(&e, e.flag)}};
    struct cfa_node swap = cfa_node(cfa, cfa_assign_all(cfa, all, 3));
    assert_int_equal(swap.action.n, 2);
    assert_int_equal(swap.action.assignments[0].variable, e.x);
    assert_true(term_same(swap.action.assignments[0].value, now(&e, e.y)));

    /* tag 1; x := 1; assume flag  []  tag 2; x := 1; x := 2   is   x := 1; (tag 1; assume flag [] tag 2; x :=
     * 2) */
    cfa_command first = cfa_then(cfa, cfa_tag(cfa, 1), cfa_then(cfa, one, flag));
    cfa_command second = cfa_then(cfa, cfa_tag(cfa, 2), cfa_then(cfa, one, two));
    cfa_command rest =
        cfa_choice2(cfa, cfa_then(cfa, cfa_tag(cfa, 1), flag), cfa_then(cfa, cfa_tag(cfa, 2), two));
    assert_true(cfa_command_same(cfa_choice2(cfa, first, second), cfa_then(cfa, one, rest)));
    assert_true(cfa_command_same(cfa_choice2(cfa, cfa_then(cfa, cfa_tag(cfa, 1), two), two),
                                 cfa_then(cfa, cfa_tag(cfa, 1), two)));
    assert_true(cfa_command_same(
        cfa_choice2(cfa, cfa_then(cfa, one, two), cfa_then(cfa, one, cfa_then(cfa, cfa_tag(cfa, 3), two))),
        cfa_then(cfa, one, two)));
    assert_true(cfa_command_same(cfa_choice2(cfa, one, cfa_then(cfa, one, two)),
                                 cfa_then(cfa, one, cfa_choice2(cfa, skip, two))));

    cfa_command diamond = cfa_choice2(cfa, one, two), tail = cfa_then(cfa, flag, one);
    cfa_command whole = cfa_then(cfa, diamond, tail);
    cfa_command_list points = {0};
    cfa_points(cfa, whole, &points);
    assert_int_equal(points.size, 6); /* choice, two assignments, assume, assignment, end */
    assert_true(cfa_command_same(points.data[0], whole));
    for (uint32_t i = 0; i < points.size; i++) {
        struct cfa_node node = cfa_node(cfa, points.data[i]);
        for (uint32_t j = 0; j < node.n; j++)
            for (uint32_t k = 0; k <= i; k++) assert_false(cfa_command_same(points.data[k], node.next[j]));
    }
    assert_int_equal(cfa_paths(cfa, whole), 2);
    u8s reads = {0}, writes = {0};
    cfa_uses(cfa, whole, &reads, &writes);
    assert_true(reads.data[e.flag] && !reads.data[e.x] && writes.data[e.x] && !writes.data[e.flag]);
    vec_free(&reads);
    vec_free(&writes);
    vec_free(&points);
    cfa_free(cfa);
}

static void sites_and_theories_are_listed(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct cfa *cfa = e.cfa;
    uint32_t a = cfa_add_site(cfa, CFA_INPUT, e.x, "nondet", nowhere);
    uint32_t c = cfa_add_site(cfa, CFA_UNINITIALIZED, e.flag, NULL, nowhere);
    assert_true(sort_same(term_sort(e.b, cfa->sites.data[c].input), sort_bool()));
    cfa_command both =
        cfa_choice2(cfa, cfa_havoc(cfa, c), cfa_then(cfa, cfa_havoc(cfa, c), cfa_havoc(cfa, a)));
    u32s sites = {0};
    cfa_sites(cfa, both, &sites);
    assert_int_equal(sites.size, 2);
    assert_int_equal(sites.data[0], a);
    assert_int_equal(sites.data[1], c);
    vec_free(&sites);
    assert_int_equal(cfa_theories(cfa), THEORY_BV);
    uint32_t n = cfa_add_variable(cfa, "n", sort_int());
    term square = term_mul2(e.b, cfa->variables.data[n].now, cfa->variables.data[n].now);
    cfa_add_edge(cfa, cfa->initial, cfa_assign(cfa, n, square), cfa->error, nowhere);
    assert_int_equal(cfa_theories(cfa), THEORY_BV | THEORY_INT | THEORY_NONLINEAR);
    cfa_free(cfa);
}

static void paths_saturate(void **state) {
    (void)state;
    struct example e = example(TERMS_SIMPLIFY);
    cfa_command c = cfa_skip(e.cfa);
    for (int i = 0; i < 63; i++)
        c = cfa_choice2(e.cfa, cfa_then(e.cfa, cfa_assign(e.cfa, e.x, bits(&e, 1)), c), c);
    assert_true(cfa_paths(e.cfa, c) == (uint64_t)1 << 63);
    for (int i = 0; i < 2; i++)
        c = cfa_choice2(e.cfa, cfa_then(e.cfa, cfa_assign(e.cfa, e.x, bits(&e, 2)), c), c);
    assert_true(cfa_paths(e.cfa, c) == UINT64_MAX);
    cfa_free(e.cfa);
}

static void check_finds_what_is_wrong(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct cfa *cfa = e.cfa;
    uint32_t site = cfa_add_site(cfa, CFA_INPUT, e.x, "nondet", nowhere);
    uint32_t in = cfa_add_edge(cfa, cfa->initial, cfa_havoc(cfa, site), e.loop, nowhere);
    uint32_t out = cfa_add_edge(cfa, e.loop, cfa_assume(cfa, now(&e, e.flag)), cfa->error, nowhere);
    assert_null(cfa_check(cfa));
    cfa_index(cfa);
    assert_null(cfa_check(cfa));
    cfa->edges.data[in].to = cfa->initial;
    assert_string_equal(cfa_check(cfa), "an edge enters the initial location");
    cfa->edges.data[in].to = cfa->error;
    assert_string_equal(cfa_check(cfa), "the index is wrong");
    cfa->edges.data[in].to = e.loop;
    cfa->edges.data[out].from = cfa->error;
    assert_string_equal(cfa_check(cfa), "an edge leaves the error location");
    cfa->edges.data[out].from = e.loop;
    cfa_command twice = cfa_then(cfa, cfa_havoc(cfa, site), cfa_havoc(cfa, site));
    cfa->edges.data[in].command = twice;
    assert_string_equal(cfa_check(cfa), "a command passes the same site twice");
    cfa->edges.data[in].command = cfa_assume(cfa, cfa->variables.data[e.flag].next);
    assert_string_equal(cfa_check(cfa),
                        "a command reads something else than current values of the automaton's variables");
    cfa->edges.data[in].command = cfa_assume(cfa, term_eq(e.b, cfa->sites.data[site].input, bits(&e, 0)));
    assert_non_null(cfa_check(cfa));
    cfa->edges.data[in].command = cfa_havoc(cfa, site);
    assert_null(cfa_check(cfa));
    cfa->sites.data[site].input = now(&e, e.y);
    assert_string_equal(cfa_check(cfa), "two variables or inputs of the automaton are one");
    cfa->sites.data[site].input = term_fresh(e.b, "i", sort_bool());
    assert_non_null(cfa_check(cfa));
    cfa->sites.data[site].input = term_fresh(e.b, "i", sort_bv(e.b, 2));
    vec_push(&cfa->parameters, (struct cfa_parameter){.name = "x", .width = 2, .site = site});
    vec_push(&cfa->parameters, (struct cfa_parameter){.name = "y", .width = 2, .site = CFA_NONE});
    assert_null(cfa_check(cfa));
    assert_string_equal(cfa_find_parameter(cfa, site)->name, "x");
    assert_null(cfa_find_parameter(cfa, site + 1));
    assert_null(cfa_find_parameter(cfa, CFA_NONE));
    cfa->parameters.data[1].site = site + 1;
    assert_string_equal(cfa_check(cfa), "a parameter has a site that there is not");
    cfa->parameters.data[1].site = CFA_NONE;
    cfa->error = cfa->initial;
    assert_non_null(cfa_check(cfa));
    cfa_free(cfa);
}

static void random_automata_are_right(void **state) {
    (void)state;
    uint32_t unsafe = 0;
    enum { RUNS = 60 };
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        struct testing_cfa g;
        struct testing_cfa_shape shape = {.variables = 3, .width = 2, .locations = 5, .choices = seed % 2};
        testing_cfa_random(&g, &shape, seed);
        assert_null(cfa_check(g.cfa));
        unsafe += testing_cfa_unsafe(g.cfa);
        testing_cfa_fini(&g);
    }
    assert_in_range(unsafe, RUNS / 5, RUNS * 4 / 5); /* worth testing with */
}

static bool is_live(const struct example *e, const u8s *live, uint32_t location, uint32_t v) {
    return live->data[location * e->cfa->variables.size + v];
}

static void live_variables(void **state) {
    (void)state;
    struct example e = example(TERMS_PLAIN);
    struct cfa *cfa = e.cfa;
    uint32_t z = cfa_add_variable(cfa, "z", sort_bv(e.b, 2)), sink = cfa_add_location(cfa, "sink", nowhere);
    /* x flows into y, y into the assumption before error; z into itself; flag is read before the sink only.
     * */
    cfa_add_edge(cfa, cfa->initial, cfa_assign(cfa, e.y, bits(&e, 0)), e.loop, nowhere);
    cfa_command turn =
        cfa_then(cfa, cfa_assign(cfa, e.y, now(&e, e.x)),
                 cfa_assign(cfa, z, term_bv2(e.b, TERM_BV_ADD, cfa->variables.data[z].now, now(&e, e.x))));
    cfa_add_edge(cfa, e.loop, turn, e.loop, nowhere);
    cfa_add_edge(cfa, e.loop, cfa_assume(cfa, term_eq(e.b, now(&e, e.y), bits(&e, 1))), cfa->error, nowhere);
    cfa_add_edge(cfa, e.loop, cfa_assume(cfa, now(&e, e.flag)), sink, nowhere);
    cfa_index(cfa);
    u8s live = {0};
    cfa_live(cfa, &live);
    assert_true(is_live(&e, &live, e.loop, e.x) && is_live(&e, &live, e.loop, e.y));
    assert_false(is_live(&e, &live, e.loop, z) || is_live(&e, &live, e.loop, e.flag));
    assert_true(is_live(&e, &live, cfa->initial, e.x));
    assert_false(is_live(&e, &live, cfa->initial, e.y));
    for (uint32_t v = 0; v < cfa->variables.size; v++)
        assert_false(is_live(&e, &live, cfa->error, v) || is_live(&e, &live, sink, v));
    vec_free(&live);
    cfa_free(cfa);
}

/* Variables that are not live do not matter: from states that agree on the live ones error is reached alike.
 * */
static void dead_variables_do_not_matter(void **state) {
    (void)state;
    for (uint64_t seed = 100; seed < 140; seed++) {
        struct testing_cfa g;
        struct testing_cfa_shape shape = {.variables = 3, .width = 1, .locations = 4, .choices = true};
        testing_cfa_random(&g, &shape, seed);
        uint32_t states = testing_cfa_states(g.cfa), n = g.cfa->variables.size;
        u8s live = {0}, error_from = {0}, to = {0};
        cfa_live(g.cfa, &live);
        vec_resize(&error_from, g.cfa->locations.size * states); /* backward: states that can get to error */
        memset(error_from.data + g.cfa->error * states, 1, states);
        vec_resize(&to, states);
        for (bool again = true; again;) {
            again = false;
            vec_each (const struct cfa_edge, e, &g.cfa->edges)
                for (uint32_t s = 0; s < states; s++) {
                    u8s from = {0};
                    vec_resize(&from, states);
                    from.data[s] = 1;
                    memset(to.data, 0, states);
                    testing_cfa_post(g.cfa, e->command, from.data, NULL, to.data);
                    for (uint32_t t = 0; t < states; t++) {
                        uint8_t *mine = &error_from.data[e->from * states + s];
                        if (!to.data[t] || *mine || !error_from.data[e->to * states + t]) continue;
                        *mine = 1;
                        again = true;
                    }
                    vec_free(&from);
                }
        }
        for (uint32_t l = 0; l < g.cfa->locations.size; l++) {
            uint32_t mask = 0, shift = 0; /* of the live bits */
            for (uint32_t v = 0; v < n; v++) {
                uint32_t width = testing_cfa_bits(g.cfa, g.cfa->variables.data[v].now);
                if (live.data[l * n + v]) mask |= ((1u << width) - 1) << shift;
                shift += width;
            }
            for (uint32_t s = 0; s < states; s++)
                assert_int_equal(error_from.data[l * states + s], error_from.data[l * states + (s & mask)]);
        }
        vec_free(&live);
        vec_free(&error_from);
        vec_free(&to);
        testing_cfa_fini(&g);
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
