/* What the reader makes of good files. Bad ones are in errors_test.c. */
#include "format/aiger/aiger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define READ(string) read_good(string, sizeof string - 1)

static struct circuit *read_good(const char *data, size_t size) {
    struct messages messages = {0};
    struct circuit *c;
    enum status status = aiger_read(&c, data, size, "f", &messages);
    assert_string_equal(messages_first_error(&messages), "");
    assert_int_equal(status, STATUS_OK);
    assert_null(circuit_check(c));
    messages_fini(&messages);
    return c;
}

static void assert_gate(const struct circuit *c, uint32_t node, uint32_t left, uint32_t right) {
    assert_true(aig_is_gate(c->graph, node));
    assert_int_equal(aig_left(c->graph, node).code, left);
    assert_int_equal(aig_right(c->graph, node).code, right);
}

static void assert_property(const struct circuit *c, uint32_t index, uint32_t bad, const char *name) {
    assert_true(index < c->properties.size);
    assert_int_equal(c->properties.data[index].bad.code, bad);
    assert_int_equal(c->properties.data[index].index, index);
    assert_string_equal(c->properties.data[index].name, name);
}

static void empty_file_is_a_circuit(void **state) {
    (void)state;
    struct circuit *c = READ("aag 0 0 0 0 0\n");
    assert_int_equal(aig_size(c->graph), 1);
    assert_int_equal(c->properties.size, 0);
    assert_null(c->comment);
    circuit_free(c);
}

static void ascii_nodes_are_inputs_latches_gates(void **state) {
    (void)state;
    /* variables in disorder and with gaps; the gates are sorted already */
    struct circuit *c = READ("aag 99 2 1 1 2\n30\n10\n20 41\n50\n40 31 10\n50 20 41\n");
    assert_int_equal(aig_size(c->graph), 6);
    assert_int_equal(c->inputs.data[0].lit.code, 2);
    assert_int_equal(c->inputs.data[1].lit.code, 4);
    assert_int_equal(c->latches.data[0].lit.code, 6);
    assert_int_equal(c->latches.data[0].next.code, 9);
    assert_gate(c, 4, 3, 4); /* fan-ins in the order of the file */
    assert_gate(c, 5, 6, 9);
    assert_property(c, 0, 10, "0");
    circuit_free(c);
}

static void ascii_gates_are_sorted(void **state) {
    (void)state;
    struct circuit *c = READ("aag 5 1 0 2 4\n2\n4\n11\n4 6 8\n6 8 10\n8 10 10\n10 2 3\n");
    assert_gate(c, 2, 2, 3); /* 10 */
    assert_gate(c, 3, 4, 4); /* 8 */
    assert_gate(c, 4, 6, 4); /* 6 */
    assert_gate(c, 5, 8, 6); /* 4 */
    assert_property(c, 0, 10, "0");
    assert_property(c, 1, 5, "1");
    circuit_free(c);
}

static void long_chains_do_not_recurse(void **state) {
    (void)state;
    enum { GATES = 200000 };
    struct text file = {0};
    text_format(&file, "aag %d 1 0 1 %d\n2\n4\n", GATES + 1, GATES);
    for (int i = 0; i < GATES - 1; i++) text_format(&file, "%d %d 2\n", 4 + 2 * i, 6 + 2 * i);
    text_format(&file, "%d 2 3\n", 2 * GATES + 2);
    struct circuit *c = read_good(file.data, file.size);
    assert_property(c, 0, 2 * (GATES + 1), "0");
    circuit_free(c);
    text_fini(&file);
}

static void binary_nodes_are_variables(void **state) {
    (void)state;
    /* 2 inputs, a latch (6), gates 8 = 7 & 4 and 10 = 8 & 8 */
    struct circuit *c = READ("aig 5 2 1 1 2\n9 1\n11\n\x01\x03\x02\x00");
    assert_int_equal(aig_size(c->graph), 6);
    assert_int_equal(c->latches.data[0].lit.code, 6);
    assert_int_equal(c->latches.data[0].next.code, 9);
    assert_gate(c, 4, 7, 4);
    assert_gate(c, 5, 8, 8);
    assert_property(c, 0, 11, "0");
    circuit_free(c);
}

static void constants_may_stand_anywhere(void **state) {
    (void)state;
    struct circuit *c = READ("aag 2 0 1 2 1\n2 1 0\n0\n1\n4 0 1\n");
    assert_int_equal(c->latches.data[0].next.code, 1);
    assert_gate(c, 2, 0, 1);
    assert_property(c, 0, 0, "0");
    assert_property(c, 1, 1, "1");
    circuit_free(c);
}

static void latches_have_three_resets(void **state) {
    (void)state;
    static const char *const files[] = {"aag 8 0 4 0 0\n16 0\n12 0 0\n8 0 1\n4 0 4\n",
                                        "aig 4 0 4 0 0\n0\n0 0\n0 1\n0 8\n"};
    for (int i = 0; i < 2; i++) {
        struct circuit *c = read_good(files[i], strlen(files[i]));
        assert_true(aig_same(c->latches.data[0].reset, AIG_FALSE));
        assert_true(aig_same(c->latches.data[1].reset, AIG_FALSE));
        assert_true(aig_same(c->latches.data[2].reset, AIG_TRUE));
        assert_true(latch_is_free(&c->latches.data[3]));
        circuit_free(c);
    }
}

static void bads_are_the_properties_if_there_are_any(void **state) {
    (void)state;
    struct circuit *c = READ("aag 1 1 0 1 0 2\n2\n3\n2\n1\no0 out\nb1 never\n");
    assert_true(c->bad_section);
    assert_int_equal(c->properties.size, 2);
    assert_property(c, 0, 2, "0");
    assert_property(c, 1, 1, "never");
    assert_int_equal(c->outputs.size, 1);
    assert_string_equal(c->outputs.data[0].name, "out");
    circuit_free(c);
    c = READ("aag 1 1 0 1 0 0 1\n2\n3\n2\no0 out\nc0 assumption\n");
    assert_false(c->bad_section);
    assert_property(c, 0, 3, "out");
    assert_int_equal(c->outputs.size, 0);
    assert_int_equal(c->constraints.data[0].lit.code, 2);
    assert_string_equal(c->constraints.data[0].name, "assumption");
    circuit_free(c);
}

static void justice_is_kept_and_outputs_are_not_properties_then(void **state) {
    (void)state;
    struct circuit *c = READ("aag 2 2 0 1 0 0 0 2 1\n2\n4\n3\n2\n0\n5\n4\n2\nj1 live\nf0 fair\n");
    assert_int_equal(c->properties.size, 0);
    assert_int_equal(c->outputs.size, 1);
    assert_int_equal(c->justice.size, 2);
    assert_int_equal(c->justice.data[0].lits.size, 2);
    assert_int_equal(c->justice.data[0].lits.data[0].code, 5);
    assert_int_equal(c->justice.data[0].lits.data[1].code, 4);
    assert_null(c->justice.data[0].name);
    assert_int_equal(c->justice.data[1].lits.size, 0);
    assert_string_equal(c->justice.data[1].name, "live");
    assert_int_equal(c->fairness.data[0].lit.code, 2);
    assert_string_equal(c->fairness.data[0].name, "fair");
    circuit_free(c);
}

static void names_of_properties_differ(void **state) {
    (void)state;
    struct circuit *c = READ("aag 0 0 0 7 0\n0\n0\n0\n0\n0\n0\n0\n"
                             "o0 x\no1 x\no2 x_1\no3 4\no5 two words\no6 two\twords\n");
    assert_property(c, 0, 0, "x");
    assert_property(c, 1, 0, "x_1");
    assert_property(c, 2, 0, "x_1_2");
    assert_property(c, 3, 0, "4");
    assert_property(c, 4, 0, "4_4"); /* without a symbol it would be "4" too */
    assert_property(c, 5, 0, "two_words");
    assert_property(c, 6, 0, "two_words_6");
    circuit_free(c);
}

static void symbols_and_comment_are_kept(void **state) {
    (void)state;
    struct circuit *c = READ("aig 3 1 1 0 1\n4\n\x02\x02l0 state bit\ni0  x \nc\nfirst\n\nlast");
    assert_string_equal(c->inputs.data[0].name, " x ");
    assert_string_equal(c->latches.data[0].name, "state bit");
    assert_string_equal(c->comment, "first\n\nlast");
    circuit_free(c);
    c = READ("aag 1 1 0 0 0\n2\ni0 \n"); /* an empty symbol is none */
    assert_null(c->inputs.data[0].name);
    circuit_free(c);
    c = READ("aag 0 0 0 0 0\nc\n");
    assert_string_equal(c->comment, "");
    circuit_free(c);
    c = READ("aag 0 0 0 0 0\nc");
    assert_string_equal(c->comment, "");
    circuit_free(c);
    c = READ("aag 0 0 0 0 0\ncnname\0\nmore"); /* as ABC writes it */
    assert_string_equal(c->comment, "nname");
    circuit_free(c);
}

/* M may be as large as it likes in ASCII files, and inputs of binary files take no space: both must not cost
 * much. */
static void large_counts_are_cheap(void **state) {
    (void)state;
    struct circuit *c = READ("aag 2147483646 1 0 1 0\n4294967292\n4294967293\n");
    assert_property(c, 0, 3, "0");
    circuit_free(c);
    c = READ("aig 1048576 1048576 0 1 0\n2097153\n");
    assert_int_equal(c->inputs.size, 1 << 20);
    assert_property(c, 0, (1u << 21) + 1, "0");
    circuit_free(c);
}

static void recognises_the_magic(void **state) {
    (void)state;
    assert_true(aiger_recognise("aag 0", 5));
    assert_true(aiger_recognise("aig 0", 5));
    assert_false(aiger_recognise("aig 0", 3));
    assert_false(aiger_recognise("abg 0", 5));
    assert_false(aiger_recognise("aag\n0", 5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_file_is_a_circuit),
        cmocka_unit_test(ascii_nodes_are_inputs_latches_gates),
        cmocka_unit_test(ascii_gates_are_sorted),
        cmocka_unit_test(long_chains_do_not_recurse),
        cmocka_unit_test(binary_nodes_are_variables),
        cmocka_unit_test(constants_may_stand_anywhere),
        cmocka_unit_test(latches_have_three_resets),
        cmocka_unit_test(bads_are_the_properties_if_there_are_any),
        cmocka_unit_test(justice_is_kept_and_outputs_are_not_properties_then),
        cmocka_unit_test(names_of_properties_differ),
        cmocka_unit_test(symbols_and_comment_are_kept),
        cmocka_unit_test(large_counts_are_cheap),
        cmocka_unit_test(recognises_the_magic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
