/* Outputs are recorded ones, shortened; abc is berkeley-abc 1.01. */
#include "bench/adapters.h"
#include "bench/testing_bench.h"

/* Reads an output and expects the given numbers of answers. */
static struct answers read_output(enum adapter adapter, const char *output, uint32_t properties,
                                  int exit_code, uint32_t safe, uint32_t unsafe, uint32_t unknown) {
    struct answers answers = {0};
    adapter_read(adapter, output, properties, exit_code, &answers);
    assert_int_equal(answers_count(&answers, ANSWER_SAFE), safe);
    assert_int_equal(answers_count(&answers, ANSWER_UNSAFE), unsafe);
    assert_int_equal(answers_count(&answers, ANSWER_UNKNOWN), unknown);
    return answers;
}

static void induct_speaks_per_property(void **state) {
    (void)state;
    struct answers answers = read_output(ADAPTER_INDUCT,
                                         "safe no_overflow invariant=12\n"
                                         "unsafe 1 depth=7\n"
                                         "unknown p2 (timeout) depth=31\n"
                                         "unsafely is no verdict\n",
                                         3, 1, 1, 1, 1);
    assert_null(answers.error);
    assert_int_equal(answers.excuse, EXCUSE_TIMEOUT);
    assert_false(answers.unverified);
    assert_int_equal(answers_find(&answers, "no_overflow"), ANSWER_SAFE);
    assert_int_equal(answers_find(&answers, "1"), ANSWER_UNSAFE);
    assert_int_equal(answers_find(&answers, "p2"), ANSWER_UNKNOWN);
    assert_int_equal(answers_find(&answers, "absent"), ANSWER_UNKNOWN);
    answers_fini(&answers);
    answers = read_output(ADAPTER_INDUCT, "safe 0 (unverified)\n", 1, 0, 1, 0, 0);
    assert_true(answers.unverified);
    answers_fini(&answers);
    answers = read_output(ADAPTER_INDUCT, "unknown 0 (memory) depth=3\n", 1, 3, 0, 0, 1);
    assert_int_equal(answers.excuse, EXCUSE_MEMORY);
    answers_fini(&answers);
    static const char unsupported[] = "unknown 0 (unsupported: assembly at memory/timeout.c:3) depth=0\n";
    answers = read_output(ADAPTER_INDUCT, unsupported, 1, 3, 0, 0, 1);
    assert_int_equal(answers.excuse, 0);
    answers_fini(&answers);
}

static void induct_must_agree_with_its_exit_status(void **state) {
    (void)state;
    static const struct {
        const char *output;
        int code;
        bool good;
    } cases[] = {
        {"safe 0\n", 0, true},
        {"safe 0\n", 1, false},
        {"unsafe 0\n", 1, true},
        {"unsafe 0\n", 0, false},
        {"unknown 0\n", 3, true},
        {"unknown 0\n", 0, false},
        {"safe 0\n", -1, true}, /* killed by us: no exit status to compare */
        {"", 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct answers answers = {0};
        adapter_read(ADAPTER_INDUCT, cases[i].output, 1, cases[i].code, &answers);
        assert_int_equal(answers.error == NULL, cases[i].good);
        answers_fini(&answers);
    }
}

static void abc_single_properties(void **state) {
    (void)state;
    struct answers answers =
        read_output(ADAPTER_ABC,
                    "ABC command line: \"&r a.aig; &put; fold; strash; pdr\".\n\n"
                    "Warning: The network has no constraints.\n"
                    "Invariant F[1] : 2 clauses with 3 flops (out of 3) (cex = 0, ave = 3.00)\n"
                    "Verification of invariant with 2 clauses was successful.  Time = 0.00 sec\n"
                    "Property proved.  Time =     0.01 sec\n",
                    1, 0, 1, 0, 0);
    assert_int_equal(answers_find(&answers, "0"), ANSWER_SAFE);
    answers_fini(&answers);
    answers =
        read_output(ADAPTER_ABC, "Output 0 of miter \"x/y\" was asserted in frame 3.  Time =     0.02 sec\n",
                    1, 0, 0, 1, 0);
    answers_fini(&answers);
    answers = read_output(
        ADAPTER_ABC, "Reached timeout (3 seconds) in frame 5.\nProperty UNDECIDED.  Time =     3.01 sec\n", 1,
        0, 0, 0, 1);
    assert_int_equal(answers.excuse, EXCUSE_TIMEOUT);
    answers_fini(&answers);
    answers = read_output(ADAPTER_ABC, "Error: Cannot open input file \"nofile.aig\". \n", 1, 0, 0, 0, 0);
    answers_fini(&answers);
}

static void abc_several_properties(void **state) {
    (void)state;
    struct answers answers =
        read_output(ADAPTER_ABC,
                    "Output  1 was asserted in frame  2 ( 2) (solved  1 out of  3 outputs).\n"
                    "Properties:  All = 3. Proved = 2. Disproved = 1. Undecided = 0.   Time =     0.08 sec\n",
                    3, 0, 2, 1, 0);
    assert_int_equal(answers_find(&answers, "0"), ANSWER_SAFE);
    assert_int_equal(answers_find(&answers, "1"), ANSWER_UNSAFE);
    assert_int_equal(answers_find(&answers, "2"), ANSWER_SAFE);
    answers_fini(&answers);
    /* of a partial result, only the asserted outputs are known by number */
    answers = read_output(
        ADAPTER_ABC,
        "Output  4 was asserted in frame  4 ( 4) (solved  1 out of 35 outputs).\n"
        "Reached timeout (8 seconds) in frame 22.\n"
        "Properties:  All = 35. Proved = 1. Disproved = 1. Undecided = 33.   Time =     8.03 sec\n",
        35, 0, 1, 1, 33);
    assert_int_equal(answers_find(&answers, "4"), ANSWER_UNSAFE);
    assert_int_equal(answers_find(&answers, "0"), ANSWER_UNKNOWN);
    assert_int_equal(answers.excuse, EXCUSE_TIMEOUT);
    answers_fini(&answers);
    /* plain pdr stops at the first counterexample: the other properties are open */
    answers = read_output(ADAPTER_ABC, "Output 2 of miter \"m\" was asserted in frame 5.  Time = 0.04 sec\n",
                          4, 0, 0, 1, 3);
    assert_int_equal(answers_find(&answers, "2"), ANSWER_UNSAFE);
    answers_fini(&answers);
    /* some commands decide all outputs as one: what number 0 then means is "some output" */
    answers = read_output(ADAPTER_ABC,
                          "Warning: All 4 outputs will be ORed together.\n"
                          "Output 0 of miter \"m\" was asserted in frame 5.  Time =     0.68 sec\n",
                          4, 0, 0, 1, 3);
    assert_int_equal(answers_find(&answers, "0"), ANSWER_UNKNOWN);
    answers_fini(&answers);
    /* a file that abc misread has another number of outputs */
    answers = read_output(ADAPTER_ABC, "Properties:  All = 1. Proved = 1. Disproved = 0. Undecided = 0.\n", 2,
                          0, 0, 0, 0);
    assert_non_null(answers.error);
    answers_fini(&answers);
}

static void sat_has_two_meanings(void **state) {
    (void)state;
    struct answers answers = read_output(ADAPTER_CHC, "sat\n(model\n  unsat\n", 0, 0, 1, 0, 0);
    answers_fini(&answers);
    answers = read_output(ADAPTER_CHC, "unsat\n(error \"model is not available\")\n", 0, 1, 0, 1, 0);
    assert_null(answers.error);
    answers_fini(&answers);
    answers = read_output(ADAPTER_CHC, "(error \"line 1 column 9: unknown constant tru\")\n", 0, 1, 0, 0, 0);
    assert_non_null(answers.error);
    answers_fini(&answers);
    answers = read_output(ADAPTER_CHC, "timeout\n", 0, 0, 0, 0, 0);
    assert_int_equal(answers.excuse, EXCUSE_TIMEOUT);
    answers_fini(&answers);
    answers = read_output(ADAPTER_HWMCC, "sat\nb0\n", 0, 0, 0, 1, 0);
    answers_fini(&answers);
    answers = read_output(ADAPTER_HWMCC, "c comment\n1\nb0\n000\n0\n.\n", 0, 1, 0, 1, 0);
    answers_fini(&answers);
    answers = read_output(ADAPTER_HWMCC, "0\nb0\n.\n", 0, 0, 1, 0, 0);
    answers_fini(&answers);
    answers = read_output(ADAPTER_GENERIC, "sat\n", 0, 0, 0, 0, 0);
    assert_non_null(answers.error);
    answers_fini(&answers);
}

static void generic_names_are_optional(void **state) {
    (void)state;
    struct answers answers = read_output(ADAPTER_GENERIC, "  unknown (memory limit)\r\nsafe", 0, 7, 1, 0, 1);
    assert_string_equal(answers.list.data[0].name, "");
    assert_string_equal(answers.list.data[1].name, "");
    assert_int_equal(answers.excuse, EXCUSE_MEMORY);
    assert_null(answers.error);
    answers_fini(&answers);
    answers = read_output(ADAPTER_GENERIC, "safe p\nunsafe p\n", 0, 0, 1, 1, 0);
    assert_int_equal(answers_find(&answers, "p"), ANSWER_UNKNOWN); /* a name used twice says nothing */
    answers_fini(&answers);
}

static void adapters_follow_from_the_program(void **state) {
    (void)state;
    static const struct {
        const char *tool, *command;
        enum adapter adapter;
    } cases[] = {
        {"x", "./build/induct check {}", ADAPTER_INDUCT},
        {"x", "timeout 5 berkeley-abc -c \"&r {}; pdr\"", ADAPTER_ABC},
        {"x", "cd /tmp;abc -c 'read {}'", ADAPTER_ABC},
        {"x", "z3 -T:{timeout} {}", ADAPTER_CHC},
        {"x", "(ulimit -c 0; cvc5 {})", ADAPTER_CHC},
        {"x", "run-abc-z3 {}", ADAPTER_GENERIC},
        {"abc-old", "./wrapper {}", ADAPTER_ABC},
        {"mine", "./wrapper {}", ADAPTER_GENERIC},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(adapter_guess(cases[i].tool, cases[i].command), cases[i].adapter);
    enum adapter adapter;
    assert_true(adapter_parse("z3", &adapter));
    assert_int_equal(adapter, ADAPTER_CHC);
    assert_true(adapter_parse("hwmcc", &adapter));
    assert_int_equal(adapter, ADAPTER_HWMCC);
    assert_false(adapter_parse("Z3", &adapter));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(induct_speaks_per_property),
        cmocka_unit_test(induct_must_agree_with_its_exit_status),
        cmocka_unit_test(abc_single_properties),
        cmocka_unit_test(abc_several_properties),
        cmocka_unit_test(sat_has_two_meanings),
        cmocka_unit_test(generic_names_are_optional),
        cmocka_unit_test(adapters_follow_from_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
