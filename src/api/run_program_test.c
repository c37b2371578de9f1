/* Programs through every engine and every encoding: verdicts as explicit-state search has them, each with
 * evidence that was accepted, and certificates that are accepted again. */
#include "api/context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "model/testing_program.h"

static struct induct *problem(struct program *program) {
    struct induct *c = induct_new();
    induct_set_replay(c, false);
    c->file = mem_strdup("random");
    mem_free(program->property);
    program->property = mem_strdup("unreach-call");
    context_take(c, model_of_program(program));
    return c;
}

static void set(struct induct *c, const char *name, const char *value) {
    if (induct_set_option(c, name, value) != INDUCT_OK) fail_msg("%s", induct_error(c));
}

/* The certificate, written and judged from the file. */
static void verify_again(struct induct *c) {
    char path[] = "/tmp/induct-test-XXXXXX.smt2";
    int file = mkstemps(path, 5);
    assert_true(file >= 0);
    close(file);
    struct induct_verification v;
    if (induct_write_evidence(c, 0, path) != INDUCT_OK) fail_msg("%s", induct_error(c));
    if (induct_verify(c, path, &v) != INDUCT_OK) fail_msg("%s", induct_error(c));
    assert_int_equal(v.judgement, INDUCT_ACCEPTED);
    assert_int_equal(v.verdict, INDUCT_SAFE);
    unlink(path);
}

struct tally {
    unsigned safe, unsafe, unknown, deep;
};

/* Whatever was made of the program in between. */
static void statistics_are_of_the_program_as_read(const struct induct *c) {
    const struct {
        const char *name;
        uint64_t expected;
    } rows[] = {{"locations", c->model.program->locations.size},
                {"edges", c->model.program->edges.size},
                {"variables", c->model.program->variables.size}};
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t value = 0;
        assert_true(induct_statistic(c, rows[i].name, &value));
        assert_int_equal(value, rows[i].expected);
    }
}

static void run(struct induct *c, const char *engine, bool unsafe, uint64_t seed, struct tally *tally) {
    induct_set_timeout(c, 300);
    if (engine && induct_set_engine(c, engine) != INDUCT_OK) fail_msg("%s", induct_error(c));
    assert_int_equal(induct_run(c), INDUCT_OK);
    statistics_are_of_the_program_as_read(c);
    const struct induct_result *r = induct_result(c, 0);
    if (r->verdict == INDUCT_UNKNOWN && r->cause != INDUCT_REASON_BOUND)
        fail_msg("seed %llu, %s: unknown (%s) %s", (unsigned long long)seed, engine, r->reason,
                 induct_messages(c) ? induct_message(c, 0, NULL) : "");
    if (r->verdict != INDUCT_UNKNOWN) {
        if ((r->verdict == INDUCT_UNSAFE) != unsafe)
            fail_msg("seed %llu, %s: wrong", (unsigned long long)seed, engine);
        assert_true(r->verified);
    }
    tally->safe += r->verdict == INDUCT_SAFE;
    tally->unsafe += r->verdict == INDUCT_UNSAFE;
    tally->unknown += r->verdict == INDUCT_UNKNOWN;
    tally->deep += r->verdict == INDUCT_SAFE && r->induction > 1;
    if (r->verdict == INDUCT_SAFE && seed % 4 == 0) verify_again(c);
}

static void run_random(const char *engine, const char *option, const char *value, uint64_t seeds,
                       struct tally *tally) {
    static const char *const blocks[] = {"off", "on", "maximal"};
    *tally = (struct tally){0};
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        struct testing_program_shape shape = {
            .variables = 3, .width = 3, .locations = 6, .mode = TERMS_PLAIN};
        struct testing_program g;
        testing_program_random(&g, &shape, seed);
        bool unsafe = testing_program_unsafe(g.program);
        struct induct *c = problem(g.program);
        g.program = NULL;
        testing_program_fini(&g);
        set(c, "large-blocks", blocks[seed % 3]);
        set(c, "slice", seed % 5 ? "on" : "off");
        set(c, "bmc-bound", "12");
        set(c, "kind-bound", "12");
        if (option) set(c, option, value);
        run(c, engine, unsafe, seed, tally);
        induct_free(c);
    }
}

static void test_circuit_engines(void **state) {
    (void)state;
    static const char *const engines[] = {NULL, "ic3", "ic3-local", "imc", "ipdr"};
    struct tally t;
    for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++) {
        run_random(engines[i], NULL, NULL, i < 2 ? 150 : 40, &t);
        assert_true(t.safe > 5 && t.unsafe > 5);
        assert_int_equal(t.unknown, 0);
    }
    run_random("ic3", "presearch", "off", 60, &t); /* every stage of preprocessing */
    assert_int_equal(t.unknown, 0);
}

static void test_bounded_engines(void **state) {
    (void)state;
    struct tally t;
    run_random("bmc", NULL, NULL, 40, &t);
    assert_true(t.unsafe > 5 && t.unknown > 1); /* and safe where no path goes on */
    run_random("kind", NULL, NULL, 120, &t);
    assert_true(t.unsafe > 5 && t.safe > 5 && t.deep > 0);
    run_random("kind", "simple-path", "on", 20, &t); /* has no meaning for programs */
    assert_true(t.unsafe > 2 && t.safe > 2);
    run_random("kind", "bitblast", "off", 20, &t);
    assert_true(t.unsafe > 2 && t.safe > 2);
}

static void test_system_engines(void **state) {
    (void)state;
    static const char *const engines[] = {"ic3-smt", "ic3ia", "ctigar"};
    struct tally t;
    for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++) {
        run_random(engines[i], "encoding", "bits", 12, &t);
        assert_true(t.safe > 1 && t.unsafe > 1);
        assert_int_equal(t.unknown, 0);
        run_random(engines[i], "encoding", "auto", 12, &t);
        assert_true(t.safe > 1 && t.unsafe > 1);
        assert_int_equal(t.unknown, 0);
    }
}

static void test_program_engines(void **state) {
    (void)state;
    static const char *const engines[] = {"ic3cfa",   "tree-ic3",   "tree-ic3-itp", "tree-ic3-itp-mono",
                                          "tree-itp", "tree-ic3ia", "tree-pa"};
    struct tally t;
    for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++) {
        run_random(engines[i], "encoding", "bits", 12, &t);
        assert_true(t.safe > 1 && t.unsafe > 1);
        assert_int_equal(t.unknown, 0);
        run_random(engines[i], "encoding", "auto", 12, &t);
        assert_true(t.safe > 1 && t.unsafe > 1);
        assert_int_equal(t.unknown, 0);
    }
}

/* An edge that could not be expressed, behind a loop that never ends, beside an error, or on the only way. */
static struct program *with_unsupported(bool reachable, bool also_error) {
    struct program *program = program_new(TERMS_PLAIN);
    struct terms *b = program->terms;
    uint32_t v = program_add_variable(program, "x", sort_bv(b, 8));
    term x = program->variables.data[v].now;
    struct program_position p = {.file = program_text(program, "prog.c"), .line = 7};
    program->initial = program_add_location(program, "start", p);
    uint32_t head = program_add_location(program, "head", p);
    program->error = program_add_location(program, "error", p);
    program_add_edge(program, program->initial, program_assign(program, v, term_bits_ui(b, 0, 8)), head, p);
    term more = term_bv2(b, TERM_BV_ADD, x, term_bits_ui(b, 2, 8));
    program_command step =
        program_then(program, program_assume(program, term_bv2(b, TERM_BV_ULT, x, term_bits_ui(b, 30, 8))),
                     program_assign(program, v, more));
    program_add_edge(program, head, step, head, p);
    term at = reachable ? term_eq(b, x, term_bits_ui(b, 8, 8))
                        : term_bv2(b, TERM_BV_ULT, term_bits_ui(b, 60, 8), x);
    uint32_t e = program_add_edge(program, head, program_assume(program, at), program->error, p);
    program->edges.data[e].unsupported = program_text(program, "inline assembly");
    if (also_error)
        program_add_edge(program, head, program_assume(program, term_eq(b, x, term_bits_ui(b, 16, 8))),
                         program->error, p);
    program_index(program);
    return program;
}

static void test_unsupported(void **state) {
    (void)state;
    static const char *const engines[] = {
        "ic3",      "kind",       "ic3ia",  "ic3cfa", "tree-ic3", "tree-ic3-itp", "tree-ic3-itp-mono",
        "tree-itp", "tree-ic3ia", "tree-pa"};
    for (unsigned i = 0; i < sizeof engines / sizeof *engines; i++) {
        struct induct *c = problem(with_unsupported(false, false));
        assert_int_equal(induct_set_engine(c, engines[i]), INDUCT_OK);
        assert_int_equal(induct_run(c), INDUCT_OK);
        if (induct_result(c, 0)->verdict != INDUCT_SAFE)
            fail_msg("%s: %s %s", engines[i], induct_result(c, 0)->reason,
                     induct_messages(c) ? induct_message(c, 0, NULL) : "");
        induct_free(c);
        c = problem(with_unsupported(true, true));
        assert_int_equal(induct_set_engine(c, engines[i]), INDUCT_OK);
        assert_int_equal(induct_run(c), INDUCT_OK);
        assert_int_equal(induct_result(c, 0)->verdict, INDUCT_UNSAFE);
        induct_free(c);
        c = problem(with_unsupported(true, false));

        assert_int_equal(induct_set_engine(c, engines[i]), INDUCT_OK);
        assert_int_equal(induct_run(c), INDUCT_OK);
        assert_int_equal(induct_result(c, 0)->verdict, INDUCT_UNKNOWN);
        assert_string_equal(induct_result(c, 0)->reason, "unsupported: inline assembly at prog.c:7");
        induct_free(c);
    }
}

/* That the only run ends is a guess as long as nobody looked at what it meets, also where evidence is not verified. */
static void test_guesses(void **state) {
    (void)state;
    for (unsigned reachable = 0; reachable < 2; reachable++) {
        struct induct *c = problem(with_unsupported(reachable, false));
        induct_set_verify(c, false);
        assert_int_equal(induct_set_engine(c, "default"), INDUCT_OK);
        assert_int_equal(induct_run(c), INDUCT_OK);
        assert_int_equal(induct_result(c, 0)->verdict, reachable ? INDUCT_UNKNOWN : INDUCT_SAFE);
        assert_false(induct_result(c, 0)->verified);
        induct_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circuit_engines), cmocka_unit_test(test_bounded_engines),
        cmocka_unit_test(test_system_engines),  cmocka_unit_test(test_program_engines),
        cmocka_unit_test(test_unsupported),     cmocka_unit_test(test_guesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
