#include "base/random.h"
#include "format/aiger/witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* One input, two latches that count it, one uninitialised latch; two properties with file indices 0 and 1. */
static struct circuit *counter(void) {
    struct circuit *c = circuit_new();
    aig_lit go = circuit_add_input(c, "top.go");
    aig_lit low = circuit_add_latch(c, "top.count[0]"), high = circuit_add_latch(c, "top.count[1]");
    aig_lit any = circuit_add_latch(c, "odd name!");
    c->latches.data[0].next = aig_xor(c->graph, low, go);
    c->latches.data[1].next = aig_xor(c->graph, high, aig_and(c->graph, low, go));
    c->latches.data[2].reset = any;
    circuit_add_property(c, aig_and(c->graph, low, high), "overflow", 0);
    circuit_add_property(c, any, NULL, 1);
    c->bad_section = true;
    return c;
}

static struct trace *read_ok(const struct circuit *c, const char *data) {
    struct messages m = {0};
    struct trace *t;
    assert_int_equal(witness_read_aiger(&t, c, data, strlen(data), "w", &m), STATUS_OK);
    assert_int_equal(m.list.size, 0);
    return t;
}

static void read_fails(const struct circuit *c, const char *data, enum status expected, const char *message) {
    struct messages m = {0};
    struct trace *t;
    char *copy =
        mem_dup(data, strlen(data) + 1); /* exactly as long, so that a sanitizer sees reads beyond it */
    copy = mem_realloc(copy, strlen(data) ? strlen(data) : 1);
    assert_int_equal(witness_read_aiger(&t, c, copy, strlen(data), "w", &m), expected);
    assert_null(t);
    assert_string_equal(messages_first_error(&m), message);
    mem_free(copy);
    messages_fini(&m);
}

static void reads_what_it_wrote(void **state) {
    (void)state;
    struct circuit *c = counter();
    struct trace *t = read_ok(c, "1\nb1\n00x\n1\nx\n0\n.\n");
    assert_int_equal(t->property, 1);
    assert_int_equal(t->steps, 3);
    assert_memory_equal(t->initial.data, ((uint8_t[]){0, 0, TRACE_X}), 3);
    assert_memory_equal(t->values.data, ((uint8_t[]){1, TRACE_X, 0}), 3);
    struct text out = {0};
    witness_write_aiger(&out, c, t);
    assert_string_equal(out.data, "1\nb1\n00x\n1\nx\n0\n.\n");
    text_fini(&out);
    trace_free(t);
    circuit_free(c);
}

static void accepts_variants(void **state) {
    (void)state;
    struct circuit *c = counter();
    trace_free(read_ok(c, "b0\n000\n1\n."));
    trace_free(read_ok(c, "c hello\n1\nc more\nb0\r\nc\n000\r\nu1\n1\r\n.\r\n\nc end"));
    c->bad_section = false;
    trace_free(read_ok(c, "1\no1\n000\n1\n.\n"));
    circuit_free(c);
}

static void positions_of_errors(void **state) {
    (void)state;
    struct circuit *c = counter();
    read_fails(c, "", STATUS_MALFORMED, "w:1:1: the witness is empty");
    read_fails(c, "0\nb0\n.\n", STATUS_MALFORMED, "w:1:1: the file says '0' (safe): it has no trace");
    read_fails(c, "2\n", STATUS_MALFORMED, "w:1:1: the file says '2' (unknown): it has no trace");
    read_fails(c, "aag 1\n", STATUS_MALFORMED, "w:1:1: expected '1' or a property such as 'b0'");
    read_fails(c, "10\n", STATUS_MALFORMED, "w:1:2: expected the end of the line after '1'");
    read_fails(c, "1", STATUS_MALFORMED, "w:2:1: expected a property such as 'b0'");
    read_fails(c, "1\nb\n", STATUS_MALFORMED, "w:2:2: expected a number after 'b'");
    read_fails(c, "1\nb99999999999\n", STATUS_MALFORMED, "w:2:13: expected a number after 'b'");
    read_fails(c, "1\nb2\n", STATUS_FOREIGN, "w:2:1: the circuit has no property b2");
    read_fails(c, "1\no0\n", STATUS_FOREIGN, "w:2:1: the circuit has no property o0");
    read_fails(c, "1\nb0b1\n", STATUS_UNSUPPORTED,
               "w:2:3: a witness of several properties at once is not supported");
    read_fails(c, "1\nj0\n", STATUS_UNSUPPORTED, "w:2:1: a witness of a justice property is not supported");
    read_fails(c, "1\nb0\n00\n1\n.\n", STATUS_MALFORMED, "w:3:3: expected 3 latch values, found 2");
    read_fails(c, "1\nb0\n0002\n1\n.\n", STATUS_MALFORMED,
               "w:3:4: expected the end of the line after 3 latch values");
    read_fails(c, "1\nb0\n0_0\n1\n.\n", STATUS_MALFORMED, "w:3:2: expected '0', '1' or 'x' as latch value");
    read_fails(c, "1\nb0\n000", STATUS_MALFORMED, "w:3:4: the witness ends before its '.'");
    read_fails(c, "1\nb0\n000\n", STATUS_MALFORMED, "w:4:1: the witness ends before its '.'");
    read_fails(c, "1\nb0\n000\n1\n\n.\n", STATUS_MALFORMED, "w:5:1: expected 1 input values, found 0");
    read_fails(c, "1\nb0\n000\n.\n", STATUS_MALFORMED, "w:4:1: the trace has no steps");
    read_fails(c, "1\nb0\n000\n1\n.x\n", STATUS_MALFORMED, "w:5:2: expected the end of the line after '.'");
    read_fails(c, "1\nb0\n000\n1\n.\n1\n", STATUS_MALFORMED,
               "w:6:1: unexpected text after the end of the witness");
    circuit_free(c);
}

/* What ABC writes. */
static void reads_bare_lines(void **state) {
    (void)state;
    struct circuit *c = counter();
    struct trace *t = read_ok(c, "00x\n1\n1\n1\nx# DONE\n");
    assert_int_equal(t->property, WITNESS_ANY);
    assert_int_equal(t->steps, 4);
    assert_int_equal(t->initial.data[2], TRACE_X);
    assert_int_equal(trace_inputs(t, 3)[0], TRACE_X);
    trace_free(t);
    trace_free(read_ok(c, "000\n1# DONE"));
    read_fails(c, "000\n1\n", STATUS_MALFORMED, "w:3:1: the witness ends before its '.'");
    read_fails(c, "000\n# DONE\n", STATUS_MALFORMED, "w:2:1: expected '0', '1' or 'x' as input value");
    read_fails(c, "000\n1\n.\n", STATUS_MALFORMED, "w:3:1: expected '0', '1' or 'x' as input value");
    read_fails(c, "000\n1# DONE\n1\n", STATUS_MALFORMED,
               "w:3:1: unexpected text after the end of the witness");
    read_fails(c, "00\n1# DONE\n", STATUS_MALFORMED, "w:1:1: the file says '0' (safe): it has no trace");
    circuit_free(c);
    c = circuit_new(); /* no latches, no inputs */
    circuit_add_property(c, AIG_TRUE, NULL, 0);
    trace_free(read_ok(c, "\n# DONE\n"));
    trace_free(read_ok(c, "1\nb0\n\n\n.\n"));
    circuit_free(c);
}

/* Every prefix of a witness, and every one with a byte changed, is read or refused, nothing else. */
static void survives_damage(void **state) {
    (void)state;
    struct circuit *c = counter();
    const char *good = "1\nb0\n000\n1\n1\n1\nx\n.\n";
    struct random r;
    random_init(&r, 5);
    for (uint32_t round = 0; round < 20000; round++) {
        size_t size = strlen(good) - random_below(&r, 4) * random_below(&r, 5);
        char *data = mem_dup(good, size);
        for (uint32_t i = random_below(&r, 3); i > 0; i--)
            data[random_below(&r, (uint32_t)size)] = "01x.b\nc\r2\0"[random_below(&r, 10)];
        struct messages m = {0};
        struct trace *t;
        enum status status = witness_read_aiger(&t, c, data, size, "w", &m);
        assert_int_equal(status == STATUS_OK, t != NULL);
        assert_int_equal(status == STATUS_OK, m.list.size == 0);
        trace_free(t);
        messages_fini(&m);
        mem_free(data);
    }
    circuit_free(c);
}

/* Simulators fill `x` in by themselves: what they cannot know must be written out. */
static void closes_reset_functions(void **state) {
    (void)state;
    struct circuit *c = counter();
    c->latches.data[0].reset = AIG_TRUE;
    c->latches.data[1].reset = aig_not(c->latches.data[2].lit);
    struct trace *t = trace_new(c, 0);
    trace_add_step(t);
    trace_add_step(t)[0] = 1;
    struct text out = {0};
    witness_write_aiger(&out, c, t);
    assert_string_equal(out.data, "1\nb0\n110\n0\n1\n.\n");
    text_fini(&out);
    trace_free(t);
    circuit_free(c);
}

static void readable_text(void **state) {
    (void)state;
    struct circuit *c = counter();
    struct trace *t = read_ok(c, "1\nb0\n00x\n1\n1\n1\nx\n.\n");
    struct text out = {0};
    witness_write_text(&out, c, t);
    assert_string_equal(out.data,
                        "property overflow (b0) is violated after 3 steps\n"
                        "step 0\n  top.go = 1\n  top.count[0] = 0\n  top.count[1] = 0\n  odd name! = x\n"
                        "step 1\n  top.count[0] = 1\n"
                        "step 2\n  top.count[0] = 0\n  top.count[1] = 1\n"
                        "step 3 (bad)\n  top.go = x\n  top.count[0] = 1\n");
    text_fini(&out);
    trace_free(t);
    circuit_free(c);
}

static void hostile_names_stay_printable(void **state) {
    (void)state;
    struct circuit *c = circuit_new();
    circuit_add_property(c, circuit_add_input(c, "red\x1b[31m"), NULL, 0);
    struct trace *t = read_ok(c, "1\nb0\n\n1\n.\n");
    struct text out = {0};
    witness_write_text(&out, c, t);
    assert_non_null(strstr(out.data, "  red?[31m = 1\n"));
    text_fini(&out);
    trace_free(t);
    circuit_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_what_it_wrote), cmocka_unit_test(accepts_variants),
        cmocka_unit_test(positions_of_errors), cmocka_unit_test(reads_bare_lines),
        cmocka_unit_test(survives_damage),     cmocka_unit_test(closes_reset_functions),
        cmocka_unit_test(readable_text),       cmocka_unit_test(hostile_names_stay_printable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
