/* Writing: exact text for small systems, relations as inputs and constraints, refusals. That what is written
 * means what was read is tested with random files in operators_test.c. */
#include "format/btor2/btor2.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void expect(const struct system *system, const char *expected) {
    struct text text = {0};
    struct messages messages = {0};
    assert_null(system_check(system));
    assert_int_equal(btor2_write(&text, system, &messages), STATUS_OK);
    assert_string_equal(text.data, expected);
    struct system *again;
    if (btor2_read(&again, TERMS_PLAIN, text.data, text.size, "f", &messages))
        fail_msg("%s", messages_first_error(&messages));
    system_free(again);
    text_fini(&text);
}

static void test_functions(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    sort word = sort_bv(b, 3);
    term go = system_add_input(system, "go", sort_bool())->now;
    term late = system_add_state(system, "late", word, NULL)->now,
         early = system_add_state(system, "early one", word, NULL)->now;
    system->states.data[0].first = term_bv1(b, TERM_BV_NEG, early); /* so it is declared after that one */
    system->states.data[1].first = term_bits_ui(b, 5, 3);
    system->states.data[0].update = term_ite(b, go, late, early);
    system_add_property(system, term_not(b, term_eq(b, late, early)), NULL, 0);
    system_add_property(system, go, "named", 1);
    expect(system, "1 sort bitvec 1\n2 input 1 go\n"
                   "3 sort bitvec 3\n4 constd 3 5\n5 state 3 early_one\n6 init 3 5 4\n"
                   "7 neg 3 5\n8 state 3 late\n9 init 3 8 7\n"
                   "10 ite 3 2 8 5\n11 next 3 8 10\n"
                   "12 eq 1 8 5\n13 bad 12\n14 not 1 2\n15 bad 14 named\n");
    system_free(system);
}

static void test_relations(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    term i = system_add_input(system, "i", sort_bool())->now;
    system_add_state(system, "x", sort_bool(), NULL);
    system_add_state(system, "y", sort_bool(), NULL);
    struct system_state *x = &system->states.data[0], *y = &system->states.data[1];
    x->first = i; /* an input: BTOR2 has no such initial values */
    y->update = x->now;
    system->init = term_not(b, y->now);
    system->trans = term_or2(b, x->next, y->next); /* x is guessed, y is known */
    system_add_property(system, x->now, NULL, 0);
    expect(system,
           "1 sort bitvec 1\n2 input 1 i\n3 state 1 x\n4 state 1 y\n"
           "5 input 1 x'\n6 next 1 3 5\n7 next 1 4 3\n"
           "8 one 1\n9 state 1 first\n10 init 1 9 8\n11 zero 1\n12 next 1 9 11\n"
           "13 not 1 4\n14 implies 1 9 13\n15 constraint 14\n"
           "16 eq 1 3 2\n17 implies 1 9 16\n18 constraint 17\n"
           "19 state 1 path\n20 init 1 19 8\n21 or 1 5 3\n22 and 1 19 21\n23 next 1 19 22\n24 constraint 19\n"
           "25 not 1 3\n26 bad 25\n");
    system_free(system);
}

/* Initial values in a circle: one of the two becomes a constraint. */
static void test_circles(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    system_add_state(system, "x", sort_bool(), NULL);
    system_add_state(system, "y", sort_bool(), NULL);
    system->states.data[0].first = system->states.data[1].now;
    system->states.data[1].first = system->states.data[0].now;
    expect(system, "1 sort bitvec 1\n2 state 1 y\n3 state 1 x\n4 init 1 3 2\n"
                   "5 one 1\n6 state 1 first\n7 init 1 6 5\n8 zero 1\n9 next 1 6 8\n"
                   "10 eq 1 2 3\n11 implies 1 6 10\n12 constraint 11\n");
    system_free(system);
}

static void test_arrays(void **state) {
    (void)state;
    struct system *system = system_new(TERMS_PLAIN);
    struct terms *b = system->terms;
    sort index = sort_bv(b, 2), element = sort_bv(b, 4), memory = sort_array(b, index, element);
    system_add_state(system, "m", memory, NULL);
    struct system_state *m = &system->states.data[0];
    term zeros = term_const_array(b, memory, term_bits_ui(b, 0, 4)),
         ones = term_const_array(b, memory, term_bits_ui(b, 15, 4));
    m->first = zeros;
    m->update = term_store(b, ones, term_bits_ui(b, 1, 2), term_select(b, m->now, term_bits_ui(b, 2, 2)));
    expect(system,
           "1 sort bitvec 4\n2 zero 1\n3 sort bitvec 2\n4 sort array 3 1\n5 state 4 m\n6 init 4 5 2\n"
           "7 constd 3 2\n8 read 1 5 7\n9 one 3\n10 ones 1\n11 state 4\n12 init 4 11 10\n13 next 4 11 11\n"
           "14 write 4 11 9 8\n15 next 4 5 14\n");
    system_free(system);
}

static void test_refusals(void **state) {
    (void)state;
    struct text text = {0};
    struct messages messages = {0};
    struct system *system = system_new(TERMS_PLAIN);
    system_add_state(system, "n", sort_int(), NULL);
    assert_int_equal(btor2_write(&text, system, &messages), STATUS_UNSUPPORTED);
    assert_string_equal(messages_first_error(&messages),
                        "BTOR2 cannot express a sort other than Booleans, bit vectors and arrays of them");
    system_free(system);
    messages_clear(&messages);
    system = system_new(TERMS_PLAIN);
    term x = system_add_input(system, "x", sort_bool())->now;
    sort bit = sort_bool();
    system_add_property(
        system, term_apply(system->terms, function_declare(system->terms, "f", &bit, 1, bit), &x), NULL, 0);
    assert_int_equal(btor2_write(&text, system, &messages), STATUS_UNSUPPORTED);
    assert_string_equal(messages_first_error(&messages), "BTOR2 cannot express an uninterpreted function");
    assert_int_equal(text.size, 0);
    system_free(system);
    messages_fini(&messages);
    text_fini(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions), cmocka_unit_test(test_relations), cmocka_unit_test(test_circles),
        cmocka_unit_test(test_arrays),    cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
