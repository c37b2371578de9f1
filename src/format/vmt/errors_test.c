/* Bad VMT-LIB files and the exact message that each one gets. The SMT-LIB in them is tested in format/smtlib. */
#include "format/vmt/testing_vmt.h"

/* Two variables with next states, on one line. */
#define VARIABLES                                                                                            \
    "(declare-fun x () Int) (declare-fun y () Int) (declare-fun b () Bool)"                                  \
    "(define-fun .x () Int (! x :next x1))\n"

static const struct {
    const char *file;
    enum status status;
    const char *message;
} cases[] = {
    /* next states */
    {VARIABLES "(define-fun .y () Int (! y :next x1))", STATUS_MALFORMED,
     "f:2:34: 'x1' is the next state of another variable already"},
    {VARIABLES "(define-fun .y () Int (! x :next x2))", STATUS_MALFORMED,
     "f:2:34: 'x' has a next state already"},
    {VARIABLES "(define-fun .y () Int (! x :next x1))", STATUS_MALFORMED,
     "f:2:34: 'x' has a next state already"},
    {VARIABLES "(define-fun .y () Int (! x1 :next y))", STATUS_MALFORMED,
     "f:2:26: 'x1' is a next state itself"},
    {VARIABLES "(define-fun .y () Int (! y :next x))", STATUS_MALFORMED,
     "f:2:34: 'x' is a current variable; a next state must be another constant"},
    {VARIABLES "(define-fun .y () Int (! y :next y))", STATUS_MALFORMED,
     "f:2:34: 'y' is a current variable; a next state must be another constant"},
    {VARIABLES "(define-fun .y () Int (! y :next b))", STATUS_MALFORMED,
     "f:2:34: the next state 'b' has another sort than its variable"},
    {VARIABLES "(define-fun .y () Int (! y :next))", STATUS_MALFORMED,
     "f:2:28: expected a symbol, the next state, after :next"},
    {VARIABLES "(define-fun .y () Int (! y :next 5))", STATUS_MALFORMED,
     "f:2:34: expected a symbol, the next state, after :next"},
    {VARIABLES "(define-fun .y () Int (! y :next (x)))", STATUS_MALFORMED,
     "f:2:34: expected a symbol, the next state, after :next"},
    {VARIABLES "(define-fun .y () Int (! y :next true))", STATUS_MALFORMED,
     "f:2:34: 'true' is an operator of SMT-LIB; choose another name"},
    {VARIABLES "(define-fun z () Int 5)\n(define-fun .y () Int (! y :next z))", STATUS_MALFORMED,
     "f:3:34: the next state must be a declared constant; 'z' is defined as a term"},
    {VARIABLES "(define-fun z ((n Int)) Int n)\n(define-fun .y () Int (! y :next z))", STATUS_MALFORMED,
     "f:3:34: 'z' is declared already, in line 2"},
    {VARIABLES "(define-fun .y () Int (! (+ y 1) :next z))", STATUS_MALFORMED,
     "f:2:26: :next must annotate a declared constant"},
    {VARIABLES "(define-fun .y ((n Int)) Int (! n :next z))", STATUS_MALFORMED,
     "f:2:35: :next cannot be used in a definition with parameters"},
    {VARIABLES "(declare-fun x1 () Bool)", STATUS_MALFORMED, "f:2:14: 'x1' is declared already, in line 1"},
    {"(define-fun t () Bool (! (= z 0) :trans true))(declare-fun x () Int)(define-fun .x () Int (! x :next "
     "z))",
     STATUS_MALFORMED, "f:1:29: 'z' is not declared; declare it before its first use"},
    {"(declare-fun x () Int)(define-fun .x () Bool (! x :next x1))", STATUS_MALFORMED,
     "f:1:46: the definition is declared to have the sort Bool, but its body has the sort Int"},
    /* formulas */
    {VARIABLES "(define-fun i () Int (! x :init true))", STATUS_MALFORMED,
     "f:2:25: the term annotated with :init must be Boolean"},
    {VARIABLES "(define-fun i () Bool (! b :init false))", STATUS_MALFORMED,
     "f:2:34: the value of :init must be 'true' or absent"},
    {VARIABLES "(define-fun i () Bool (! b :trans false))", STATUS_MALFORMED,
     "f:2:35: the value of :trans must be 'true' or absent"},
    {VARIABLES "(define-fun i ((c Bool)) Bool (! c :init true))", STATUS_MALFORMED,
     "f:2:36: :init cannot be used in a definition with parameters"},
    {VARIABLES "(define-fun i () Bool (! (= x1 0) :init true))", STATUS_MALFORMED,
     "f:2:26: the next state 'x1' occurs in an initial condition; only :trans may use it"},
    {VARIABLES "(define-fun g () Bool (! (= x1 0) :invar-property 0))", STATUS_MALFORMED,
     "f:2:26: the next state 'x1' occurs in a property; only :trans may use it"},
    {"(declare-fun x () Int)(define-fun g () Bool (! (= y 0) :invar-property 0))(define-fun .x () Int (! x "
     ":next y))",
     STATUS_MALFORMED, "f:1:48: the next state 'y' occurs in a property; only :trans may use it"},
    {VARIABLES "(define-fun g () Bool (! b :live-property (0)))", STATUS_MALFORMED,
     "f:2:43: expected the number of the property after :live-property, found a list"},
    {VARIABLES "(define-fun g () Bool (! b :invar-property \"0\"))", STATUS_MALFORMED,
     "f:2:44: expected the number of the property after :invar-property, found \"0\""},
    /* commands */
    {VARIABLES "(assert b)", STATUS_UNSUPPORTED,
     "f:2:1: assert has no meaning in VMT-LIB, except (assert true)"},
    {VARIABLES "(assert)", STATUS_MALFORMED, "f:2:1: expected (assert term)"},
    {VARIABLES "(push 1)", STATUS_MALFORMED,
     "f:2:2: the command 'push' is unknown or has no place in VMT-LIB"},
    {"(set-logic HORN)", STATUS_MALFORMED, "f:1:1: these are Horn clauses, not VMT-LIB"},
    {VARIABLES "(declare-fun", STATUS_MALFORMED, "f:2:1: this '(' is never closed"},
    {"btor", STATUS_MALFORMED, "f:1:1: expected a command, a list that starts with its name, found btor"},
};

static void test_messages(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct messages messages = {0};
        struct system *system;
        enum status status = vmt_read(&system, i % 2 ? TERMS_PLAIN : TERMS_SIMPLIFY, cases[i].file,
                                      strlen(cases[i].file), "f", &messages);
        assert_string_equal(messages_first_error(&messages), cases[i].message);
        assert_int_equal(status, cases[i].status);
        assert_null(system);
        messages_fini(&messages);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
