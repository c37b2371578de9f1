/* The judge of programs against enumeration, by each of its solvers; evidence that was tampered with; malformed
 * evidence. */
#include "check/program/check_program.h"

#include "check/program/program_brute_test.h"
#include "check/program/program_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static enum check_result judged(struct brute_program *p, const struct program_invariant *inv,
                                enum check_judge by) {
    struct text why = {0};
    enum check_result result = check_program_invariant(p->program, inv, by, NULL, &why);
    if (result != CHECK_ACCEPTED) assert_true(why.size > 0);
    text_fini(&why);
    return result;
}

/* What can be reached, at the locations of a random set; then a random change to that. */
static struct program_invariant *candidate(struct brute_program *p) {
    uint32_t n = p->program->locations.size, changed = brute_below(p, n);
    struct program_invariant *inv = program_invariant_new(p->program);
    valuations *reached = mem_new_array(valuations, n);
    brute_reachable(p, reached);
    switch (brute_below(p, 4)) {
    case 0: reached[changed] ^= 1u << brute_below(p, BRUTE_VALUATIONS); break;
    case 1: reached[changed] = 0xffff; break;
    default: break;
    }
    uint32_t density = 1 + brute_below(p, 8);
    for (uint32_t l = 0; l < n; l++)
        if (brute_below(p, density) || density == 1) inv->at.data[l] = brute_formula(p, reached[l]);
    if (!brute_below(p, 5)) inv->at.data[changed] = brute_condition(p, 2);
    mem_free(reached);
    return inv;
}

/* The answers of z3 and cvc5 to a whole certificate: whether every one is unsat. */
static bool solvers_agree(struct brute_program *p, const struct program_invariant *inv, const char *solver) {
    struct text script = {0}, why = {0};
    assert_true(program_script_write(&script, p->program, inv, &why));
    char path[] = "/tmp/program-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0 && write(file, script.data, script.size) == (ssize_t)script.size);
    close(file);
    char *command = mem_format("%s %s", solver, path);
    FILE *answers = popen(command, "r");
    assert_non_null(answers);
    char line[256];
    bool all = true;
    while (fgets(line, sizeof line, answers)) {
        assert_true(!strcmp(line, "unsat\n") || !strcmp(line, "sat\n"));
        all = all && !strcmp(line, "unsat\n");
    }
    assert_int_equal(pclose(answers), 0);
    remove(path);
    mem_free(command);
    text_fini(&script);
    text_fini(&why);
    return all;
}

static bool uncut(struct brute_program *p, const struct program_invariant *inv) {
    struct text why = {0};
    struct program_obligations *o = program_obligations_new(p->program, inv, &why);
    program_obligations_free(o);
    text_fini(&why);
    return !o;
}

static void invariants_against_enumeration(void **state) {
    (void)state;
    uint32_t answers[2] = {0}, paths = 0;
    for (uint32_t round = 0; round < 3000; round++) {
        struct brute_program p;
        brute_program_init(&p, 7 + round, round % 3 == 0);
        assert_null(program_check(p.program));
        struct program_invariant *inv = candidate(&p);
        bool right = brute_accepts(&p, inv);
        enum check_result wanted = right ? CHECK_ACCEPTED : CHECK_REJECTED;
        assert_int_equal(judged(&p, inv, CHECK_BY_DEFAULT), wanted);
        if (round % 20 < 2) assert_int_equal(judged(&p, inv, CHECK_BY_Z3), wanted);
        if (round % 300 < 4) assert_int_equal(judged(&p, inv, CHECK_BY_CVC5), wanted);
        if (round % 200 < 4 && !uncut(&p, inv)) {
            assert_int_equal(solvers_agree(&p, inv, "z3"), right);
            assert_int_equal(solvers_agree(&p, inv, "cvc5 --incremental --lang smt2"), right);
        }
        answers[right]++;
        for (uint32_t l = 0; l < p.program->locations.size; l++)
            paths += right && l != p.program->initial && !brute_in_set(&p, inv, l);
        program_invariant_free(inv);
        brute_program_fini(&p);
    }
    assert_true(answers[0] > 500 && answers[1] > 500 && paths > 100);
}

/* A walk along edges, with inputs for some sites, that tries to get to the error and may be wrong anywhere. */
static struct program_trace *walk(struct brute_program *p) {
    struct program *program = p->program;
    struct program_trace *t = program_trace_new();
    uint32_t at = program->initial, s = brute_below(p, BRUTE_VALUATIONS);
    for (uint32_t v = 0; v < BRUTE_VARIABLES; v++) vec_push(&t->initial, p->value[s][v]);
    for (uint32_t step = 0; step < 8 && at != program->error; step++) {
        u32s edges = {0}, sites = {0};
        for (uint32_t e = 0; e < program->edges.size; e++)
            if (program->edges.data[e].from == at) vec_push(&edges, e);
        if (edges.size) vec_push(&t->edges, edges.data[brute_below(p, edges.size)]);
        vec_free(&edges);
        if (t->edges.size <= step) break;
        at = program->edges.data[t->edges.data[step]].to;
        program_sites(program, program->edges.data[t->edges.data[step]].command, &sites);
        vec_each (const uint32_t, site, &sites) {
            term value = p->value[brute_below(p, BRUTE_VALUATIONS)][program->sites.data[*site].variable];
            if (brute_below(p, 4)) vec_push(&t->inputs, (struct program_input_value){step, *site, value});
        }
        vec_free(&sites);
    }
    if (t->edges.size && !brute_below(p, 8))
        t->edges.data[brute_below(p, t->edges.size)] = brute_below(p, program->edges.size);
    return t;
}

static bool trace_is_right(struct brute_program *p, const struct program_trace *t) {
    const struct program *program = p->program;
    valuations states = 0;
    for (uint32_t s = 0; s < BRUTE_VALUATIONS; s++)
        if (!memcmp(p->value[s], t->initial.data, sizeof p->value[s])) states = 1u << s;
    uint32_t at = program->initial;
    term *inputs = mem_new_array(term, program->sites.size + 1);
    for (uint32_t step = 0; step < t->edges.size; step++) {
        const struct program_edge *e = &program->edges.data[t->edges.data[step]];
        if (e->from != at || e->unsupported) states = 0;
        memset(inputs, 0, program->sites.size * sizeof *inputs);
        vec_each (const struct program_input_value, i, &t->inputs)
            if (i->step == step) inputs[i->site] = i->value;
        states = brute_after(p, t->edges.data[step], states, inputs);
        at = e->to;
    }
    mem_free(inputs);
    return states && at == program->error;
}

static void traces_against_enumeration(void **state) {
    (void)state;
    uint32_t answers[2] = {0};
    for (uint32_t round = 0; round < 6000; round++) {
        struct brute_program p;
        brute_program_init(&p, 90000 + round, round % 2);
        struct program_trace *t = walk(&p);
        bool right = trace_is_right(&p, t);
        struct text why = {0};
        assert_int_equal(check_program_trace(p.program, t, NULL, &why),
                         right ? CHECK_ACCEPTED : CHECK_REJECTED);
        assert_int_equal(why.size == 0, right);
        answers[right]++;
        text_fini(&why);
        program_trace_free(t);
        brute_program_fini(&p);
    }
    assert_true(answers[0] > 500 && answers[1] > 500);
}

/* start: i := 0; loop: while (i < n) i := i + 1; error if i > n; n is an integer input of at most 5. */
static struct program *counting(void) {
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    struct program_position at = {.line = 3};
    program_add_variable(program, "i", sort_int());
    program_add_variable(program, "n", sort_int());
    for (uint32_t l = 0; l < 4; l++)
        program_add_location(program, (const char *[]){"start", "error", "loop", "after"}[l], at);
    program->initial = 0;
    program->error = 1;
    term i = program->variables.data[0].now, n = program->variables.data[1].now;
    uint32_t site = program_add_site(program, PROGRAM_INPUT, 1, "__VERIFIER_nondet_int", at);
    program_command zero = program_assign(program, 0, term_integer(b, 0));
    program_command input = program_then(program, program_havoc(program, site),
                                         program_assume(program, term_ge(b, n, term_integer(b, 0))));
    program_add_edge(program, 0, program_then(program, zero, input), 2, at);
    program_command more = program_assign(program, 0, term_add2(b, i, term_integer(b, 1)));
    program_add_edge(program, 2, program_then(program, program_assume(program, term_lt(b, i, n)), more), 2,
                     at);
    program_add_edge(program, 2, program_assume(program, term_not(b, term_lt(b, i, n))), 3, at);
    program_add_edge(program, 3, program_assume(program, term_not(b, term_eq(b, i, n))), 1, at);
    return program;
}

static void assert_judged(const struct program *program, const struct program_invariant *inv,
                          enum check_result wanted, const char *says) {
    for (int by = CHECK_BY_DEFAULT; by <= CHECK_BY_CVC5; by++) {
        struct text why = {0};
        assert_int_equal(check_program_invariant(program, inv, (enum check_judge)by, NULL, &why), wanted);
        if (says) assert_non_null(strstr(why.data, says));
        text_fini(&why);
    }
}

static void integers(void **state) {
    (void)state;
    struct program *program = counting();
    struct terms *b = program->terms;
    term i = program->variables.data[0].now, n = program->variables.data[1].now;
    struct program_invariant *inv = program_invariant_new(program);
    assert_judged(program, inv, CHECK_REJECTED, "cycle through location loop");
    inv->at.data[2] = term_le(b, i, n);
    assert_judged(program, inv, CHECK_ACCEPTED, NULL);
    inv->at.data[3] = term_eq(b, i, n);
    assert_judged(program, inv, CHECK_ACCEPTED, NULL);
    inv->at.data[3] = term_le(b, i, n);
    assert_judged(program, inv, CHECK_REJECTED, "safety");
    inv->at.data[3] = TERM_NONE;
    inv->at.data[2] = term_true(b);
    assert_judged(program, inv, CHECK_REJECTED, "safety: the formula at loop");
    inv->at.data[2] = term_eq(b, i, n);
    assert_judged(program, inv, CHECK_REJECTED, "step: the formula at start does not imply the one at loop");
    inv->at.data[2] = term_le(b, i, n);
    inv->at.data[0] = term_true(b);
    assert_judged(program, inv, CHECK_ACCEPTED, NULL);
    inv->at.data[0] = term_le(b, i, n);
    assert_judged(program, inv, CHECK_REJECTED, "initial");
    program_invariant_free(inv);
    program_free(program);
}

static void malformed_invariants(void **state) {
    (void)state;
    struct program *program = counting();
    struct terms *b = program->terms;
    struct program_invariant *inv = program_invariant_new(program);
    const term bad[] = {{1000000},
                        program->variables.data[0].now,
                        term_le(b, program->variables.data[0].next, term_integer(b, 0)),
                        term_le(b, term_variable(b, "foreign", sort_int()), term_integer(b, 0)),
                        term_le(b, program->sites.data[0].input, term_integer(b, 0)),
                        term_eq(b, term_element(b, sort_uninterpreted(b, "U"), 0),
                                term_element(b, sort_uninterpreted(b, "U"), 1))};
    for (uint32_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        inv->at.data[2] = bad[k];
        assert_judged(program, inv, CHECK_REJECTED, NULL);
    }
    inv->at.data[2] = term_le(b, program->variables.data[0].now, program->variables.data[1].now);
    assert_judged(program, inv, CHECK_ACCEPTED, NULL);
    vec_push(&inv->at, TERM_NONE);
    assert_judged(program, inv, CHECK_REJECTED, "entry for every location");
    vec_shrink(&inv->at, 3);
    assert_judged(program, inv, CHECK_REJECTED, "entry for every location");
    program_invariant_free(inv);
    program_free(program);
}

static void undecided_within_limits(void **state) {
    (void)state;
    struct program *program = counting();
    struct program_invariant *inv = program_invariant_new(program);
    inv->at.data[2] = term_le(program->terms, program->variables.data[0].now, program->variables.data[1].now);
    struct limits limits;
    limits_init(&limits, 0);
    limits_interrupt(&limits);
    for (int by = CHECK_BY_DEFAULT; by <= CHECK_BY_CVC5; by++) {
        struct text why = {0};
        assert_int_equal(check_program_invariant(program, inv, (enum check_judge)by, &limits, &why),
                         CHECK_UNDECIDED);
        assert_true(why.size > 0);
        text_fini(&why);
    }
    program_invariant_free(inv);
    program_free(program);
}

static enum check_result replayed(const struct program *program, const struct program_trace *t) {
    struct text why = {0};
    enum check_result result = check_program_trace(program, t, NULL, &why);
    if (result != CHECK_ACCEPTED) assert_true(why.size > 0);
    text_fini(&why);
    return result;
}

/* i starts at 0 and is not n = 1 after a loop that does not run: only if the loop condition were wrong. */
static void malformed_traces(void **state) {
    (void)state;
    struct program *program = counting();
    struct terms *b = program->terms;
    term i = program->variables.data[0].now;
    program->edges.data[2].command = program_assume(program, term_le(b, i, term_integer(b, 1))); /* the bug */
    struct program_trace *t = program_trace_new();
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* no values */
    for (uint32_t v = 0; v < 2; v++) vec_push(&t->initial, term_integer(b, 9));
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* no steps */
    const uint32_t edges[] = {0, 1, 2, 3};
    vec_append(&t->edges, edges, 4);
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* n = 0 by default: no iteration */
    vec_push(&t->inputs, (struct program_input_value){0, 0, term_integer(b, 2)});
    assert_int_equal(replayed(program, t), CHECK_ACCEPTED);
    const term bad[] = {TERM_NONE, {1000000}, term_true(b), i, term_integer(b, -1)};
    for (uint32_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        t->inputs.data[0].value = bad[k];
        assert_int_equal(replayed(program, t), CHECK_REJECTED);
    }
    t->inputs.data[0].value = term_integer(b, 2);
    vec_push(&t->inputs, t->inputs.data[0]);
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* twice */
    t->inputs.data[1].step = 4;
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* no such step */
    t->inputs.data[1] = (struct program_input_value){1, 7, term_integer(b, 2)};
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* no such site */
    vec_shrink(&t->inputs, 1);
    vec_shrink(&t->edges, 3);
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* not at the error */
    vec_push(&t->edges, 77);
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* no such edge */
    t->edges.data[3] = 3;
    t->edges.data[1] = 3;
    assert_int_equal(replayed(program, t), CHECK_REJECTED); /* not connected */
    t->edges.data[1] = 1;
    assert_int_equal(replayed(program, t), CHECK_ACCEPTED);
    program->edges.data[1].unsupported = "an oracle";
    assert_int_equal(replayed(program, t), CHECK_REJECTED);
    program_trace_free(t);
    program_free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invariants_against_enumeration),
        cmocka_unit_test(traces_against_enumeration),
        cmocka_unit_test(integers),
        cmocka_unit_test(malformed_invariants),
        cmocka_unit_test(undecided_within_limits),
        cmocka_unit_test(malformed_traces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
