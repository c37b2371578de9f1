/* Bad AIGER files and the exact message that each one gets. */
#include "format/aiger/aiger.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define BYTES(string) string, sizeof string - 1

static const struct {
    const char *data;
    size_t size;
    const char *message;
} cases[] = {
    /* the header */
    {BYTES(""), "f:1:1: expected 'aag ' or 'aig ', the start of an AIGER header"},
    {BYTES("aag"), "f:1:1: expected 'aag ' or 'aig ', the start of an AIGER header"},
    {BYTES("AAG 0 0 0 0 0\n"), "f:1:1: expected 'aag ' or 'aig ', the start of an AIGER header"},
    {BYTES("aag\n"), "f:1:1: expected 'aag ' or 'aig ', the start of an AIGER header"},
    {BYTES("aag x"), "f:1:5: expected the maximum variable index M, found 'x'"},
    {BYTES("aag 0 0 0 0\n"),
     "f:1:12: expected a space after the number of outputs O, found the end of the line"},
    {BYTES("aag 0 0 0 0 0"), "f:1:14: expected a space or the end of the line after the number of gates A, "
                             "found the end of the file"},
    {BYTES("aag 0 0 0 0 0 \n"),
     "f:1:15: expected the number of bad state literals B, found the end of the line"},
    {BYTES("aag 0 0  0 0 0\n"), "f:1:9: expected the number of latches L, found a space"},
    {BYTES("aag 0 0 0 0 0\r\n"), "f:1:14: expected a space or the end of the line after the number of gates "
                                 "A, found a carriage return (a Windows line ending?)"},
    {BYTES("aag 0 0 0 0 0 0 0 0 0 0\n"),
     "f:1:22: expected the end of the line after the header, found a space"},
    {BYTES("aag 0 0 0 0 -1\n"), "f:1:13: expected the number of gates A, found '-'"},
    {BYTES("aag 0 0 0 0 0x\n"),
     "f:1:14: expected a space or the end of the line after the number of gates A, found 'x'"},
    {BYTES("aag\t0 0 0 0 0\n"), "f:1:1: expected 'aag ' or 'aig ', the start of an AIGER header"},
    {BYTES("aag 2147483647 0 0 0 0\n"),
     "f:1:5: the maximum variable index M must be at most 2147483646, found 2147483647"},
    {BYTES("aag 0 99999999999999999999999999 0 0 0\n"),
     "f:1:7: the number of inputs I must be at most 2147483646, found 99999999999999999999..."},
    {BYTES("aag 1 1 1 0 0\n2\n4 2\n"), "f:1:1: the header must have M of at least I + L + A = 2, found 1"},
    {BYTES("aag 2147483646 2147483646 2147483646 0 2147483646\n"),
     "f:1:1: the header must have M of at least I + L + A = 6442450938, found 2147483646"},
    {BYTES("aig 3 1 1 0 0\n2\n"), "f:1:1: the header must have M = I + L + A = 2, found 3"},
    {BYTES("aig 1 1 1 0 0\n2\n"), "f:1:1: the header must have M = I + L + A = 2, found 1"},
    /* counts that the file cannot hold */
    {BYTES("aag 2 2 0 0 0\n2\n"),
     "f:1:1: the file is too short for its header: at least 4 more bytes expected, found 2"},
    {BYTES("aag 2147483646 2147483646 0 0 0\n2\n"),
     "f:1:1: the file is too short for its header: at least 4294967292 more bytes expected, found 2"},
    {BYTES("aag 0 0 0 2147483646 0 2147483646 2147483646 2147483646 2147483646\n0\n"),
     "f:1:1: the file is too short for its header: at least 21474836460 more bytes expected, found 2"},
    {BYTES("aig 2147483646 0 0 0 2147483646\n"),
     "f:1:1: the file is too short for its header: at least 4294967292 more bytes expected, found 0"},
    {BYTES("aig 2147483646 0 2147483646 0 0\n0\n"),
     "f:1:1: the file is too short for its header: at least 4294967292 more bytes expected, found 2"},
    {BYTES("aig 2147483646 2147483646 0 0 0\n"),
     "f:1:1: the header announces 2147483646 inputs; at most 1048576 are accepted in a file of this size"},
    /* inputs */
    {BYTES("aag 1 1 0 0 0\n3\n"), "f:2:1: an input literal must be even and at least 2, found 3"},
    {BYTES("aag 1 1 0 0 0\n0\n"), "f:2:1: an input literal must be even and at least 2, found 0"},
    {BYTES("aag 1 1 0 0 0\n4\n"), "f:2:1: an input literal must be at most 3, found 4"},
    {BYTES("aag 1 1 0 0 0\nx\n"), "f:2:1: expected an input literal, found 'x'"},
    {BYTES("aag 1 1 0 0 0\n2 \n"),
     "f:2:2: expected the end of the line after an input literal, found a space"},
    {BYTES("aag 1 1 0 0 0\n2\r\n"), "f:2:2: expected the end of the line after an input literal, found a "
                                    "carriage return (a Windows line ending?)"},
    {BYTES("aag 2 2 0 0 0\n2\n2\n"), "f:3:1: literal 2 is defined already, as an input"},
    {BYTES("aag 2 2 0 0 0\n2\n\n4"), "f:3:1: expected an input literal, found the end of the line"},
    /* latches */
    {BYTES("aag 1 0 1 0 0\n2\n\n\n"),
     "f:2:2: expected a space after a latch literal, found the end of the line"},
    {BYTES("aag 1 0 1 0 0\n2  0\n"), "f:2:3: expected a next-state literal, found a space"},
    {BYTES("aag 1 0 1 0 0\n3 0\n"), "f:2:1: a latch literal must be even and at least 2, found 3"},
    {BYTES("aag 1 0 1 0 0\n2 4\n"), "f:2:3: a next-state literal must be at most 3, found 4"},
    {BYTES("aag 1 0 1 0 0\n2 0 3\n"), "f:2:5: the reset must be 0, 1 or the latch 2 itself, found 3"},
    {BYTES("aag 2 1 1 0 0\n2\n4 0 2\n"), "f:3:5: the reset must be 0, 1 or the latch 4 itself, found 2"},
    {BYTES("aag 1 0 1 0 0\n2 0 x\n"), "f:2:5: expected a reset literal, found 'x'"},
    {BYTES("aag 1 0 1 0 0\n2 0 1 0\n"), "f:2:6: expected the end of the line after a latch, found a space"},
    {BYTES("aag 1 0 1 0 0\n2 0 "), "f:2:5: expected a reset literal, found the end of the file"},
    {BYTES("aag 2 1 1 0 0\n2\n2 0\n"), "f:3:1: literal 2 is defined already, as an input"},
    {BYTES("aag 2 0 1 0 0\n2 4\n"), "f:2:3: literal 4 is not defined: no input, latch or gate is called 4"},
    {BYTES("aig 1 0 1 0 0\n2 0 1\n"), "f:2:4: expected the end of the line after a latch, found a space"},
    {BYTES("aig 1 0 1 0 0\n2 4\n"), "f:2:3: a reset literal must be at most 3, found 4"},
    {BYTES("aig 1 0 1 0 0\n4\n"), "f:2:1: a next-state literal must be at most 3, found 4"},
    /* outputs, bads, constraints, justice, fairness */
    {BYTES("aag 1 1 0 1 0\n2\n4\n"), "f:3:1: an output literal must be at most 3, found 4"},
    {BYTES("aag 1 1 0 1 0\n2\n2x\n"),
     "f:3:2: expected the end of the line after an output literal, found 'x'"},
    {BYTES("aag 1 1 0 1 0\n2\n2"),
     "f:3:2: expected the end of the line after an output literal, found the end of the file"},
    {BYTES("aag 2 1 0 1 0\n2\n5\n"), "f:3:1: literal 5 is not defined: no input, latch or gate is called 4"},
    {BYTES("aag 2 1 0 0 0 2\n2\n2\n4\n"),
     "f:4:1: literal 4 is not defined: no input, latch or gate is called 4"},
    {BYTES("aag 2 1 0 0 0 1 1\n2\n2\n4\n"),
     "f:4:1: literal 4 is not defined: no input, latch or gate is called 4"},
    {BYTES("aag 1 1 0 0 0 1\n2\n\n2"), "f:3:1: expected a bad state literal, found the end of the line"},
    {BYTES("aag 1 1 0 0 0 0 1\n2\nc\n"), "f:3:1: expected a constraint literal, found 'c'"},
    {BYTES("aag 1 1 0 0 0 0 0 1\n2\nx\n"), "f:3:1: expected the size of a justice property, found 'x'"},
    {BYTES("aag 1 1 0 0 0 0 0 1\n2\n1 2\n"),
     "f:3:2: expected the end of the line after the size of a justice property, found a space"},
    {BYTES("aag 1 1 0 0 0 0 0 1\n2\n3\n2\n3\n"),
     "f:6:1: expected a justice literal, found the end of the file"},
    {BYTES("aag 1 1 0 0 0 0 0 1\n2\n2147483646\n"),
     "f:4:1: expected a justice literal, found the end of the file"},
    {BYTES("aag 2 1 0 0 0 0 0 2 1\n2\n1\n2\n3\n2\n4\n3\n"),
     "f:7:1: literal 4 is not defined: no input, latch or gate is called 4"},
    {BYTES("aag 2 1 0 0 0 0 0 1 1\n2\n1\n3\n4\n"),
     "f:5:1: literal 4 is not defined: no input, latch or gate is called 4"},
    {BYTES("aag 1 1 0 0 0 0 0 0 1\n2\n4\n"), "f:3:1: a fairness literal must be at most 3, found 4"},
    /* gates of ASCII files */
    {BYTES("aag 2 1 0 0 1\n2\n5 2 2\n"), "f:3:1: a gate literal must be even and at least 2, found 5"},
    {BYTES("aag 2 1 0 0 1\n2\n0 2 2\n"), "f:3:1: a gate literal must be even and at least 2, found 0"},
    {BYTES("aag 2 1 0 0 1\n2\n2 2 2\n"), "f:3:1: literal 2 is defined already, as an input"},
    {BYTES("aag 3 1 0 0 2\n2\n4 2 2\n4 2 2\n"), "f:4:1: literal 4 is defined already, as a gate"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2 6\n"), "f:3:5: the second literal of a gate must be at most 5, found 6"},
    {BYTES("aag 3 1 0 0 1\n2\n4 2 6\n"),
     "f:3:5: literal 6 is not defined: no input, latch or gate is called 6"},
    {BYTES("aag 4 1 0 0 1\n2\n4 9 2\n"),
     "f:3:3: literal 9 is not defined: no input, latch or gate is called 8"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2\n\n\n"),
     "f:3:4: expected a space after the first literal of a gate, found the end of the line"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2 2 2\n"), "f:3:6: expected the end of the line after a gate, found a space"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2 2"),
     "f:3:6: expected the end of the line after a gate, found the end of the file"},
    {BYTES("aag 2 1 0 0 1\n2\n4 4 2\n"), "f:3:3: gate 4 depends on itself through literal 4"},
    {BYTES("aag 2 1 0 0 1\n2\n4 2 5\n"), "f:3:5: gate 4 depends on itself through literal 4"},
    {BYTES("aag 4 1 0 0 3\n2\n4 6 2\n6 2 8\n8 2 5\n"), "f:5:5: gate 8 depends on itself through literal 4"},
    {BYTES("aag 2 0 1 0 1\n2 4\n4 4 2\n"), "f:3:3: gate 4 depends on itself through literal 4"},
    /* gates of binary files */
    {BYTES("aig 1 0 0 0 1\n\x02"),
     "f:1:1: the file is too short for its header: at least 2 more bytes expected, found 1"},
    {BYTES("aig 1 0 0 0 1\n\x82\x80"),
     "f:2:3: byte 16: expected the first difference of a gate, found the end of the file"},
    {BYTES("aig 1 0 0 0 1\n\x02\x80"),
     "f:2:3: byte 16: expected the second difference of a gate, found the end of the file"},
    {BYTES("aig 1 0 0 0 1\n\x00\x00"),
     "f:2:1: byte 14: the first difference of gate 2 must be from 1 to 2, found 0"},
    {BYTES("aig 1 0 0 0 1\n\x03\x00"),
     "f:2:1: byte 14: the first difference of gate 2 must be from 1 to 2, found 3"},
    {BYTES("aig 2 1 0 0 1\n\x01\x04"),
     "f:2:2: byte 15: the second difference of gate 4 must be at most 3, found 4"},
    {BYTES("aig 1 0 0 0 1\n\xff\xff\xff\xff\x1f\x00"),
     "f:2:1: byte 14: the first difference of a gate does not fit into 32 bits"},
    {BYTES("aig 1 0 0 0 1\n\x80\x80\x80\x80\x80\x01"),
     "f:2:1: byte 14: the first difference of a gate does not fit into 32 bits"},
    {BYTES("aig 1 0 0 0 1\n\x02\xff\xff\xff\xff\x7f"),
     "f:2:2: byte 15: the second difference of a gate does not fit into 32 bits"},
    {BYTES("aig 2 1 0 1 1\r\n4\n\x02\x00"),
     "f:1:14: expected a space or the end of the line after the number of gates A, found a carriage return "
     "(a Windows line ending?)"},
    /* symbols, comments and what follows */
    {BYTES("aag 0 0 0 0 0\nx\n"),
     "f:2:1: expected a symbol (i, l, o, b, c, j or f), a comment or the end of the file, found 'x'"},
    {BYTES("aag 0 0 0 0 0\n\n"), "f:2:1: expected a symbol (i, l, o, b, c, j or f), a comment or the end of "
                                 "the file, found the end of the line"},
    {BYTES("aag 0 0 0 0 0\n0\n"),
     "f:2:1: expected a symbol (i, l, o, b, c, j or f), a comment or the end of the file, found '0'"},
    {BYTES("aag 1 1 0 0 0\n2\ni1 x\n"), "f:3:1: there is no input 1 to name"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 x\ni0 y\n"), "f:4:1: symbol i0 is given twice"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 x"),
     "f:3:5: expected the end of the line after a symbol, found the end of the file"},
    {BYTES("aag 1 1 0 0 0\n2\ni0\n"),
     "f:3:3: expected a space after the index of a symbol, found the end of the line"},
    {BYTES("aag 1 1 0 0 0\n2\ni x\n"), "f:3:2: expected the index of a symbol, found a space"},
    {BYTES("aag 1 1 0 0 0\n2\ni99999999999 x\n"),
     "f:3:2: the index of a symbol must be at most 2147483647, found 99999999999"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 a\0b\n"),
     "f:3:5: expected the end of the line after a symbol, found the byte 0x00"},
    {BYTES("aag 1 1 0 0 0\n2\nl0 x\n"), "f:3:1: there is no latch 0 to name"},
    {BYTES("aag 1 1 0 0 0\n2\no0 x\n"), "f:3:1: there is no output 0 to name"},
    {BYTES("aag 1 1 0 0 0\n2\nb0 x\n"), "f:3:1: there is no bad state literal 0 to name"},
    {BYTES("aag 1 1 0 0 0\n2\nc0 x\n"), "f:3:1: there is no constraint 0 to name"},
    {BYTES("aag 1 1 0 0 0\n2\nj0 x\n"), "f:3:1: there is no justice property 0 to name"},
    {BYTES("aag 1 1 0 0 0\n2\nf0 x\n"), "f:3:1: there is no fairness literal 0 to name"},
    {BYTES("aag 1 1 0 0 0\n2\ni0 x\n\n"), "f:4:1: expected a symbol (i, l, o, b, c, j or f), a comment or "
                                          "the end of the file, found the end of the line"},
    {BYTES("aig 2 1 0 0 1\n\x02\x00i0 x\nz"), "f:3:1: byte 21: expected a symbol (i, l, o, b, c, j or f), a "
                                              "comment or the end of the file, found 'z'"},
    {BYTES("aig 2 1 0 0 1\n\x02\x00\x02\x00"), "f:2:3: byte 16: expected a symbol (i, l, o, b, c, j or f), a "
                                               "comment or the end of the file, found the byte 0x02"},
};

/* Reads from a copy of exactly that size, so that a sanitizer sees reads past the end. */
static enum status read_copy(struct circuit **c, const char *data, size_t size, struct messages *messages) {
    char *copy = mem_dup(data, size);
    enum status status = aiger_read(c, copy, size, "f", messages);
    mem_free(copy);
    return status;
}

static void bad_files_get_their_message(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct messages messages = {0};
        struct circuit *c = (struct circuit *)&messages;
        assert_int_equal(read_copy(&c, cases[i].data, cases[i].size, &messages), STATUS_MALFORMED);
        assert_null(c);
        assert_int_equal(messages.list.size, 1);
        assert_string_equal(messages_first_error(&messages), cases[i].message);
        messages_fini(&messages);
    }
}

/* Every proper prefix of a file is an error with a position, except those that end with a line of the symbols
 * or within the comment. */
static void check_prefixes(const char *data, size_t size, size_t first_good) {
    for (size_t length = 0; length <= size; length++) {
        struct messages messages = {0};
        struct circuit *c;
        enum status status = read_copy(&c, data, length, &messages);
        bool good =
            length >= first_good && (data[length - 1] == '\n' || length == first_good || length == size);
        assert_int_equal(status, good ? STATUS_OK : STATUS_MALFORMED);
        if (!good) assert_memory_equal(messages_first_error(&messages), "f:", 2);
        messages_fini(&messages);
        circuit_free(c);
    }
}

static void truncated_files_are_errors(void **state) {
    (void)state;
    const char ascii[] = "aag 5 1 2 1 2 1 1 1 1\n2\n4 9 4\n6 11 1\n2\n4\n6\n1\n8\n10\n8 2 4\n10 9 6\n";
    check_prefixes(BYTES(ascii), sizeof ascii - 1);
    const char symbols[] = "aag 1 1 0 1 0\n2\n3\ni0 input\no0 output\n";
    check_prefixes(BYTES(symbols), strlen("aag 1 1 0 1 0\n2\n3\n"));
    const char binary[] = "aig 203 200 1 1 2\n405 1\n407\n\x84\x01\x00\x81\x01\x80\x02";
    check_prefixes(BYTES(binary), sizeof binary - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_get_their_message),
        cmocka_unit_test(truncated_files_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
