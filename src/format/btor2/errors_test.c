/* Bad BTOR2 files and the exact message that each one gets. */
#include "format/btor2/btor2.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define BYTES(string) string, sizeof string - 1
/* Four lines that most cases begin with: bit, byte, memory, a state of each. */
#define SORTS  "1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n"
#define STATES SORTS "4 state 1 b\n5 state 2 w\n6 state 3 m\n"

static const struct {
    const char *data;
    size_t size;
    const char *message;
} cases[] = {
    /* lines and ids */
    {BYTES(""), "f:1:1: the file has no line"},
    {BYTES("; nothing\n\n"), "f:1:1: the file has no line"},
    {BYTES("sort bitvec 1\n"), "f:1:1: expected the id of a node, found 'sort'"},
    {BYTES("-1 sort bitvec 1\n"), "f:1:1: expected the id of a node, found '-1'"},
    {BYTES("0 sort bitvec 1\n"), "f:1:1: ids must ascend from line to line, found 0 after 0"},
    {BYTES("1 sort bitvec 1\n1 sort bitvec 2\n"),
     "f:2:1: ids must ascend from line to line, found 1 after 1"},
    {BYTES("9 sort bitvec 1\n\n; x\n  8 sort bitvec 2\n"),
     "f:4:3: ids must ascend from line to line, found 8 after 9"},
    {BYTES("1099511627777 sort bitvec 1\n"),
     "f:1:1: the id of a node must be at most 1099511627776, found 1099511627777"},
    {BYTES("1\n"), "f:1:2: expected an operator or keyword, found the end of the line"},
    {BYTES("1 ; sort\n"), "f:1:2: expected an operator or keyword, found the end of the line"},
    {BYTES("1 nonsense 1\n"), "f:1:3: expected an operator or keyword, found 'nonsense'"},
    {BYTES("1 ad\0d 1\n"), "f:1:3: expected an operator or keyword, found 'ad'"},
    {BYTES("1 \033[31m 1\n"), "f:1:3: expected an operator or keyword, found '?[31m'"},
    /* sorts */
    {BYTES("1 sort\n"), "f:1:7: expected 'bitvec' or 'array', found the end of the line"},
    {BYTES("1 sort bits 3\n"), "f:1:8: expected 'bitvec' or 'array', found 'bits'"},
    {BYTES("1 sort bitvec\n"), "f:1:14: expected the width of a bit vector, found the end of the line"},
    {BYTES("1 sort bitvec 0\n"), "f:1:15: a bit vector has at least one bit"},
    {BYTES("1 sort bitvec -1\n"), "f:1:15: expected the width of a bit vector, found '-1'"},
    {BYTES("1 sort bitvec 99999999999999999999\n"),
     "f:1:15: the width of a bit vector must be at most 2147483647, found 99999999999999999999"},
    {BYTES("1 sort bitvec 1 x y\n"), "f:1:19: expected the end of the line after the symbol, found 'y'"},
    {BYTES("1 sort bitvec 1\n2 sort array 1\n"),
     "f:2:15: expected the id of a sort, found the end of the line"},
    {BYTES("1 sort bitvec 1\n2 sort array 1 7\n"), "f:2:16: sort 7 is not defined"},
    {BYTES("1 sort bitvec 1\n2 zero 1\n3 sort array 2 1\n"), "f:3:14: expected a sort, but node 2 is none"},
    {BYTES("1 sort bitvec 1\n2 state 2\n"), "f:2:9: sort 2 is not defined"},
    {BYTES("1 sort bitvec 1\n2 input 1 a b\n"),
     "f:2:13: expected the end of the line after the symbol, found 'b'"},
    /* constants */
    {BYTES(SORTS "4 zero 3\n"), "f:4:8: a constant must be a bit vector, found an array"},
    {BYTES(SORTS "4 const 2\n"), "f:4:10: expected a binary number, found the end of the line"},
    {BYTES(SORTS "4 const 2 0102\n"), "f:4:11: expected a binary number, found '0102'"},
    {BYTES(SORTS "4 const 2 0101\n"), "f:4:11: expected 8 binary digits, found 4"},
    {BYTES(SORTS "4 const 1 11\n"), "f:4:11: expected 1 binary digits, found 2"},
    {BYTES(SORTS "4 constd 2 -\n"), "f:4:12: expected a decimal number, found '-'"},
    {BYTES(SORTS "4 constd 2 1f\n"), "f:4:12: expected a decimal number, found '1f'"},
    {BYTES(SORTS "4 constd 2 256\n"), "f:4:12: the number does not fit into 8 bits"},
    {BYTES(SORTS "4 constd 2 -129\n"), "f:4:12: the number does not fit into 8 bits"},
    {BYTES(SORTS "4 constd 1 -2\n"), "f:4:12: the number does not fit into 1 bit"},
    {BYTES(SORTS "4 consth 2 1g\n"), "f:4:12: expected a hexadecimal number, found '1g'"},
    {BYTES(SORTS "4 consth 2 100\n"), "f:4:12: the number does not fit into 8 bits"},
    /* operands */
    {BYTES(STATES "7 add 2 5\n"), "f:7:10: expected the id of an operand, found the end of the line"},
    {BYTES(STATES "7 add 2 5 x\n"), "f:7:11: expected the id of an operand, found 'x'"},
    {BYTES(STATES "7 add 2 5 --5\n"), "f:7:12: expected the id of an operand, found '-5'"},
    {BYTES(STATES "7 add 2 5 -\n"), "f:7:11: expected the id of an operand, found '-'"},
    {BYTES(STATES "7 add 2 5 8\n"), "f:7:11: node 8 is not defined"},
    {BYTES(STATES "7 add 2 5 7\n"), "f:7:11: node 7 is not defined"},
    {BYTES(STATES "7 add 2 1 5\n"), "f:7:9: node 1 is a sort and has no value"},
    {BYTES(STATES "7 next 1 4 4\n8 not 1 7\n"), "f:8:9: node 7 is a statement and has no value"},
    {BYTES(STATES "7 eq 1 6 -6\n"), "f:7:10: node 6 is an array, which cannot be negated"},
    {BYTES(STATES "7 not 5 5\n"), "f:7:7: expected a sort, but node 5 is none"},
    {BYTES(STATES "7 not 2 5 s t\n"), "f:7:13: expected the end of the line after the symbol, found 't'"},
    /* sorts of operands and results */
    {BYTES(STATES "7 not 2 6\n"), "f:7:9: expected a bit vector, found an array"},
    {BYTES(STATES "7 not 2 4\n"),
     "f:7:7: the sort of this line must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 add 2 5 4\n"),
     "f:7:11: the second operand must be a bit vector of width 8, found a bit vector of width 1"},
    {BYTES(STATES "7 add 2 5 6\n"), "f:7:11: expected a bit vector, found an array"},
    {BYTES(STATES "7 ult 2 5 5\n"),
     "f:7:7: the sort of this line must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 redor 2 5\n"),
     "f:7:9: the sort of this line must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 eq 1 5 6\n"),
     "f:7:10: the second operand must be a bit vector of width 8, found an array"},
    {BYTES(STATES "7 eq 1 6 5\n"),
     "f:7:10: the second operand must be an array, found a bit vector of width 8"},
    {BYTES(STATES "7 sort array 2 2\n8 state 7\n9 eq 1 6 8\n"),
     "f:9:10: the second operand is an array of another sort"},
    {BYTES(STATES "7 iff 1 5 5\n"),
     "f:7:9: the first operand must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 implies 1 4 5\n"),
     "f:7:15: the second operand must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 concat 2 5 4\n"),
     "f:7:10: the sort of this line must be a bit vector of width 9, found a bit vector of width 8"},
    {BYTES(STATES "7 concat 2 5 6\n"), "f:7:14: expected a bit vector, found an array"},
    {BYTES(STATES "7 ite 2 5 5 5\n"),
     "f:7:9: the condition must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 ite 2 4 5 4\n"),
     "f:7:13: the third operand must be a bit vector of width 8, found a bit vector of width 1"},
    {BYTES(STATES "7 ite 2 4 6 6\n"),
     "f:7:7: the sort of this line must be an array, found a bit vector of width 8"},
    {BYTES(STATES "7 read 2 5 4\n"), "f:7:10: expected an array, found a bit vector"},
    {BYTES(STATES "7 read 2 6 5\n"),
     "f:7:12: the index must be a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 read 1 6 4\n"),
     "f:7:8: the sort of this line must be a bit vector of width 8, found a bit vector of width 1"},
    {BYTES(STATES "7 write 3 6 4 4\n"),
     "f:7:15: the element must be a bit vector of width 8, found a bit vector of width 1"},
    {BYTES(STATES "7 write 2 6 4 5\n"),
     "f:7:9: the sort of this line must be an array, found a bit vector of width 8"},
    {BYTES(STATES "7 slice 2 5\n"), "f:7:12: expected the upper bit, found the end of the line"},
    {BYTES(STATES "7 slice 2 5 7\n"), "f:7:14: expected the lower bit, found the end of the line"},
    {BYTES(STATES "7 slice 2 5 8 1\n"), "f:7:13: the upper bit 8 is outside the operand of width 8"},
    {BYTES(STATES "7 slice 1 5 2 3\n"), "f:7:15: the lower bit 3 is above the upper bit 2"},
    {BYTES(STATES "7 slice 1 5 3 2\n"),
     "f:7:9: the sort of this line must be a bit vector of width 2, found a bit vector of width 1"},
    {BYTES(STATES "7 uext 2 4\n"), "f:7:11: expected the number of new bits, found the end of the line"},
    {BYTES(STATES "7 sext 2 4 8\n"),
     "f:7:8: the sort of this line must be a bit vector of width 9, found a bit vector of width 8"},
    {BYTES(STATES "7 uext 2 4 2147483647\n"), "f:7:8: the result has width 2147483648, which no sort has"},
    /* init and next */
    {BYTES(STATES "7 init 2 5\n"), "f:7:11: expected the id of a value, found the end of the line"},
    {BYTES(STATES "7 zero 2\n8 init 2 7 7\n"), "f:8:10: expected a state, found '7'"},
    {BYTES(STATES "7 zero 2\n8 init 2 -5 7\n"), "f:8:10: expected a state, found '-5'"},
    {BYTES(STATES "7 zero 2\n8 init 1 5 7\n"), "f:8:8: the sort of this line is not that of the state"},
    {BYTES(STATES "7 zero 2\n8 init 2 5 7\n"), "f:8:12: the initial value must be defined before the state"},
    {BYTES(STATES "7 init 2 5 5\n"), "f:7:12: the initial value must be defined before the state"},
    {BYTES("1 sort bitvec 1\n2 input 1\n3 not 1 2\n4 state 1\n5 init 1 4 3\n"),
     "f:5:12: an initial value must not depend on an input (use a state without next)"},
    {BYTES("1 sort bitvec 1\n2 zero 1\n3 state 1\n4 init 1 3 2\n5 init 1 3 2\n"),
     "f:5:10: the state has an initial value already"},
    {BYTES("1 sort bitvec 1\n2 sort bitvec 8\n3 zero 1\n4 state 2\n5 init 2 4 3\n"),
     "f:5:12: the value does not have the sort of the state, it is a bit vector of width 1"},
    {BYTES("1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n4 zero 1\n5 state 3\n6 init 3 5 4\n"),
     "f:6:12: the value does not have the sort of the state, it is a bit vector of width 1"},
    {BYTES(STATES "7 state 3\n8 init 3 7 5\n"),
     "f:8:12: the initial value of all elements of an array must be a constant"},
    {BYTES(STATES "7 next 2 5 4\n"),
     "f:7:12: the value does not have the sort of the state, it is a bit vector of width 1"},
    {BYTES(STATES "7 next 3 6 5\n"),
     "f:7:12: the value does not have the sort of the state, it is a bit vector of width 8"},
    {BYTES(STATES "7 next 1 4 4\n8 next 1 4 4\n"), "f:8:10: the state has a next value already"},
    {BYTES(SORTS "4 input 1\n5 next 1 4 4\n"), "f:5:10: expected a state, found '4'"},
    /* properties */
    {BYTES(STATES "7 bad\n"), "f:7:6: expected the id of a node of width 1, found the end of the line"},
    {BYTES(STATES "7 bad 5\n"), "f:7:7: expected a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 bad 6\n"), "f:7:7: expected a bit vector of width 1, found an array"},
    {BYTES(STATES "7 constraint 5\n"),
     "f:7:14: expected a bit vector of width 1, found a bit vector of width 8"},
    {BYTES(STATES "7 constraint 4 c d\n"),
     "f:7:18: expected the end of the line after the symbol, found 'd'"},
    {BYTES(STATES "7 fair 2\n"), "f:7:8: node 2 is a sort and has no value"},
    {BYTES(STATES "7 output 9\n"), "f:7:10: node 9 is not defined"},
    {BYTES(STATES "7 justice 0\n"), "f:7:11: a justice property has at least one condition"},
    {BYTES(STATES "7 justice 2 4\n"),
     "f:7:14: expected the id of a node of width 1, found the end of the line"},
    {BYTES(STATES "7 justice 2 4 5\n"),
     "f:7:15: expected a bit vector of width 1, found a bit vector of width 8"},
};

static void expect(const char *data, size_t size, enum status status, const char *message) {
    struct messages messages = {0};
    struct system *system;
    enum status found = btor2_read(&system, TERMS_SIMPLIFY, data, size, "f", &messages);
    if (found != status) fail_msg("accepted: %s", data);
    assert_null(system);
    assert_int_equal(messages.list.size, 1);
    assert_string_equal(messages_first_error(&messages), message);
    messages_fini(&messages);
}

static void test_malformed(void **state) {
    (void)state;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect(cases[i].data, cases[i].size, STATUS_MALFORMED, cases[i].message);
}

static void test_unsupported(void **state) {
    (void)state;
    expect(BYTES("1 sort bitvec 1048577\n"), STATUS_UNSUPPORTED,
           "f:1:15: bit vectors of more than 1048576 bits are not supported");
    expect(BYTES("1 sort bitvec 2\n2 sort array 1 1\n3 sort array 1 2\n"), STATUS_UNSUPPORTED,
           "f:3:16: arrays of arrays are not supported");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_malformed), cmocka_unit_test(test_unsupported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
