/* BTOR2 witnesses: exact text, what follows is computed, and the messages for bad ones. */
#include "format/btor2/btor2_witness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* A counter that starts at `free`, which changes as it likes; a memory that remembers the counter. */
static struct system *model(void) {
    struct system *system = system_new(TERMS_SIMPLIFY);
    struct terms *b = system->terms;
    sort index = sort_bv(b, 2), word = sort_bv(b, 3);
    term go = system_add_input(system, "go", sort_bool())->now,
         at = system_add_input(system, "at", index)->now;
    system_add_state(system, "count", word, NULL);
    system_add_state(system, "the memory", sort_array(b, index, word), NULL);
    system_add_state(system, "free", word, NULL);
    system_add_state(system, "ones", sort_array(b, index, word), NULL);
    struct system_state *count = &system->states.data[0], *memory = &system->states.data[1],
                        *free = &system->states.data[2], *ones = &system->states.data[3];
    count->first = free->now;
    count->update = term_ite(b, go, term_bv2(b, TERM_BV_ADD, count->now, term_bits_ui(b, 1, 3)), count->now);
    memory->update = term_store(b, memory->now, at, count->now);
    ones->first = term_const_array(b, sort_array(b, index, word), term_bits_ui(b, 7, 3));
    ones->update = ones->now;
    system_add_property(system, go, "first", 0);
    system_add_property(system, term_not(b, term_eq(b, term_select(b, memory->now, at), free->now)), NULL, 3);
    return system;
}

static struct system_trace *read(const struct system *system, const char *witness) {
    struct messages messages = {0};
    struct system_trace *t;
    if (btor2_witness_read(&t, system, witness, strlen(witness), "w", &messages))
        fail_msg("%s", messages_first_error(&messages));
    assert_int_equal(t->states.size, t->steps * system->states.size);
    assert_int_equal(t->inputs.size, t->steps * system->inputs.size);
    return t;
}

static uint64_t number(const struct system *system, term value) {
    return mpz_get_ui(term_bits(system->terms, value));
}

static uint64_t element(const struct system *system, term array, uint32_t index) {
    return number(system, value_select(system->terms, array, term_bits_ui(system->terms, index, 2)));
}

static const char example[] = "sat\n"
                              "b3\n"
                              "#0\n"
                              "1 [*] 000 the_memory#0\n"
                              "1 [01] 110 the_memory#0\n"
                              "2 101 free#0\n"
                              "@0\n"
                              "0 1 go@0\n"
                              "1 10 at@0\n"
                              "#1\n"
                              "2 001 free#1\n"
                              "@1\n"
                              "0 0 go@1\n"
                              "1 01 at@1\n"
                              ".\n";

static void test_read_and_write(void **state) {
    (void)state;
    struct system *system = model();
    struct system_trace *t = read(system, example);
    assert_int_equal(t->property, 1);
    assert_int_equal(t->steps, 2);
    assert_int_equal(number(system, t->states.data[0]), 5); /* init */
    assert_int_equal(number(system, t->states.data[4]), 6); /* next */
    assert_int_equal(number(system, t->states.data[6]), 1);
    assert_int_equal(element(system, t->states.data[5], 1), 6);
    assert_int_equal(element(system, t->states.data[5], 2), 5);
    assert_int_equal(element(system, t->states.data[5], 3), 0);
    assert_int_equal(element(system, t->states.data[7], 3), 7);
    struct text text = {0};
    struct messages messages = {0};
    assert_int_equal(btor2_witness_write(&text, system, t, &messages), STATUS_OK);
    assert_string_equal(text.data, example);
    text_fini(&text);
    system_trace_free(t);
    system_free(system);
}

/* Left open is 0; what is given about states that follow from others is kept, right or wrong. */
static void test_open_and_given(void **state) {
    (void)state;
    struct system *system = model();
    struct system_trace *t = read(
        system, "; no status line\nb0\n#0\n2 011\n3 [10] 001 ones\n@0\n#1\n0 111 x y z\n1 010\n#2\n@2\n.");
    assert_int_equal(t->steps, 3);
    assert_int_equal(t->property, 0);
    assert_true(term_is(system->terms, t->inputs.data[0], TERM_FALSE));
    assert_int_equal(number(system, t->inputs.data[1]), 0);
    assert_int_equal(number(system, t->states.data[0]), 3);
    assert_int_equal(element(system, t->states.data[3], 2), 1); /* on top of the first value */
    assert_int_equal(element(system, t->states.data[3], 1), 7);
    assert_int_equal(number(system, t->states.data[4]), 7);
    assert_int_equal(element(system, t->states.data[5], 0), 2); /* without index: all */
    assert_int_equal(element(system, t->states.data[5], 3), 2);
    assert_int_equal(number(system, t->states.data[6]), 0);
    assert_int_equal(number(system, t->states.data[8]), 7);
    assert_int_equal(element(system, t->states.data[9], 0), 7);
    system_trace_free(t);
    system_free(system);
}

static void test_malformed(void **state) {
    (void)state;
    static const struct {
        const char *witness, *message;
    } cases[] = {
        {"", "w:1:1: the witness is empty"},
        {"unsat\n", "w:1:1: the file does not say 'sat': it has no trace"},
        {"sat\n", "w:2:1: the witness ends after 'sat'"},
        {"sat b0\n", "w:1:5: expected the end of the line after 'sat'"},
        {"sat\nx\n", "w:2:1: expected a property such as 'b0'"},
        {"sat\nb\n", "w:2:2: expected a number after 'b'"},
        {"sat\nb1\n", "w:2:1: the system has no property b1"},
        {"sat\nb0 x\n", "w:2:4: expected the end of the line after the property"},
        {"sat\nb0\n.\n", "w:3:1: the witness has no steps"},
        {"sat\nb0\n0 1\n", "w:3:1: expected '#0' or '@0'"},
        {"sat\nb0\n#1\n", "w:3:1: expected step 0, found 1"},
        {"sat\nb0\n#0\n@1\n", "w:4:1: expected step 0, found 1"},
        {"sat\nb0\n#0\n@0\n@0\n", "w:5:1: expected step 1, found 0"},
        {"sat\nb0\n#\n", "w:3:2: expected a step after '#'"},
        {"sat\nb0\n@x\n", "w:3:2: expected a step after '@'"},
        {"sat\nb0\n@99999999999\n", "w:3:2: a step after '@' is too large"},
        {"sat\nb0\n#0 0\n", "w:3:4: expected the end of the line after the step"},
        {"sat\nb0\n#0\nx\n", "w:4:1: expected the number of a variable, '#', '@' or '.'"},
        {"sat\nb0\n#0\n4 0\n", "w:4:1: the system has no state 4"},
        {"sat\nb0\n@0\n2 0\n", "w:4:1: the system has no input 2"},
        {"sat\nb0\n#0\n2\n", "w:4:2: expected a value"},
        {"sat\nb0\n#0\n2 01\n", "w:4:3: expected a value of 3 binary digits, found 2"},
        {"sat\nb0\n#0\n2 01x\n", "w:4:3: expected a value of 3 binary digits, found 2"},
        {"sat\nb0\n#0\n2 0101\n", "w:4:3: expected a value of 3 binary digits, found 4"},
        {"sat\nb0\n#0\n2 010x\n", "w:4:6: expected a blank or the end of the line after the value"},
        {"sat\nb0\n@0\n0 10\n", "w:4:3: expected a value of 1 binary digit, found 2"},
        {"sat\nb0\n#0\n1 [1] 000\n", "w:4:4: expected an index of 2 binary digits, found 1"},
        {"sat\nb0\n#0\n1 [10 000\n", "w:4:6: expected ']' after the index"},
        {"sat\nb0\n#0\n1 [10] 00\n", "w:4:8: expected an element of 3 binary digits, found 2"},
        {"sat\nb0\n#0\n@0\n", "w:5:1: the witness ends before its '.'"},
        {"sat\nb0\n#0\n@0\n. x\n", "w:5:3: expected the end of the line after '.'"},
        {"sat\nb0\n#0\n@0\n.\nsat\n", "w:6:1: unexpected text after the end of the witness"},
    };
    struct system *system = model();
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct messages messages = {0};
        struct system_trace *t;
        assert_int_equal(
            btor2_witness_read(&t, system, cases[i].witness, strlen(cases[i].witness), "w", &messages),
            strstr(cases[i].message, "the system has no") ? STATUS_FOREIGN : STATUS_MALFORMED);
        assert_null(t);
        assert_int_equal(messages.list.size, 1);
        assert_string_equal(messages_first_error(&messages), cases[i].message);
        messages_fini(&messages);
    }
    system_free(system);
}

static void test_unsupported(void **state) {
    (void)state;
    static const struct {
        const char *witness, *message;
    } cases[] = {
        {"sat\nj0\n", "w:2:1: a witness of a justice property is not supported"},
        {"sat\nb0 b3\n", "w:2:4: a witness of several properties at once is not supported"},
    };
    struct system *system = model();
    struct messages messages = {0};
    struct system_trace *t;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(
            btor2_witness_read(&t, system, cases[i].witness, strlen(cases[i].witness), "w", &messages),
            STATUS_UNSUPPORTED);
        assert_string_equal(messages_first_error(&messages), cases[i].message);
        messages_clear(&messages);
    }
    system_add_input(system, "n", sort_int());
    assert_int_equal(btor2_witness_read(&t, system, example, strlen(example), "w", &messages),
                     STATUS_UNSUPPORTED);
    struct text text = {0};
    struct system_trace *empty = system_trace_new(0);
    assert_int_equal(btor2_witness_write(&text, system, empty, &messages), STATUS_UNSUPPORTED);
    assert_int_equal(text.size, 0);
    system_trace_free(empty);
    messages_fini(&messages);
    system_free(system);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_and_write),
        cmocka_unit_test(test_open_and_given),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_unsupported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
