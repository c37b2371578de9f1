/* S-expressions: kinds, texts, positions, structure. */
#include "format/smtlib/testing_smtlib.h"

static struct sexprs *parse(const char *text) {
    struct sexprs *d;
    struct messages messages = {0};
    assert_int_equal(sexprs_read(&d, text, strlen(text), "f", &messages), STATUS_OK);
    messages_fini(&messages);
    return d;
}

static void test_atoms(void **state) {
    (void)state;
    static const struct {
        const char *input;
        enum sexpr_kind kind;
        const char *text;
        bool quoted;
    } atoms[] = {
        {"abc", SEXPR_SYMBOL, "abc", false},
        {"~!@$%^&*_-+=<>.?/", SEXPR_SYMBOL, "~!@$%^&*_-+=<>.?/", false},
        {"|abc|", SEXPR_SYMBOL, "abc", true},
        {"||", SEXPR_SYMBOL, "", true},
        {"|a (b) ;\n\"c|", SEXPR_SYMBOL, "a (b) ;\n\"c", true},
        {":next", SEXPR_KEYWORD, ":next", false},
        {"0", SEXPR_NUMERAL, "0", false},
        {"123456789012345678901234567890", SEXPR_NUMERAL, "123456789012345678901234567890", false},
        {"1.50", SEXPR_DECIMAL, "1.50", false},
        {"#xfF0", SEXPR_HEX, "fF0", false},
        {"#b010", SEXPR_BINARY, "010", false},
        {"\"\"", SEXPR_STRING, "", false},
        {"\"a\"\"b\"", SEXPR_STRING, "a\"b", false},
        {"\"\"\"\"", SEXPR_STRING, "\"", false},
        {"\"line\nline\"", SEXPR_STRING, "line\nline", false},
        {"-5", SEXPR_SYMBOL, "-5", false},
    };
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++) {
        char *list = mem_format("(%s)%s", atoms[i].input, atoms[i].input); /* before ')' and at the end */
        struct sexprs *d = parse(list);
        sexpr first = sexprs_first(d), again = sexpr_next(d, first);
        assert_int_equal(sexpr_length(d, first), 1);
        const sexpr both[] = {sexpr_child(d, first), again};
        for (int j = 0; j < 2; j++) {
            assert_int_equal(sexpr_kind(d, both[j]), atoms[i].kind);
            assert_string_equal(sexpr_text(d, both[j]), atoms[i].text);
            assert_int_equal(sexpr_quoted(d, both[j]), atoms[i].quoted);
        }
        assert_true(sexpr_is_none(sexpr_next(d, again)));
        sexprs_free(d);
        mem_free(list);
    }
}

static void test_structure(void **state) {
    (void)state;
    struct sexprs *d = parse("; a comment (\n(a () (b c))\n\t(d) ; the end");
    sexpr first = sexprs_first(d), second = sexpr_next(d, first);
    assert_int_equal(sexpr_length(d, first), 3);
    assert_int_equal(sexpr_length(d, second), 1);
    assert_true(sexpr_is_none(sexpr_next(d, second)));
    sexpr a = sexpr_child(d, first), empty = sexpr_next(d, a), pair = sexpr_next(d, empty);
    assert_true(sexpr_is(d, a, "a"));
    assert_false(sexpr_is(d, a, "b"));
    assert_int_equal(sexpr_kind(d, empty), SEXPR_LIST);
    assert_int_equal(sexpr_length(d, empty), 0);
    assert_true(sexpr_is_none(sexpr_child(d, empty)));
    assert_int_equal(sexpr_length(d, pair), 2);
    struct position at = sexpr_position(d, pair);
    assert_string_equal(at.file, "f");
    assert_int_equal(at.line, 2);
    assert_int_equal(at.column, 7);
    at = sexpr_position(d, second);
    assert_int_equal(at.line, 3);
    assert_int_equal(at.column, 2);
    sexprs_free(d);
}

static void test_symbols_are_interned(void **state) {
    (void)state;
    struct sexprs *d = parse("a |a| b |let| let");
    sexpr a = sexprs_first(d), quoted = sexpr_next(d, a), b = sexpr_next(d, quoted), let = sexpr_next(d, b);
    assert_int_equal(sexprs_symbols(d), 3);
    assert_int_equal(sexpr_symbol(d, a), sexpr_symbol(d, quoted));
    assert_int_not_equal(sexpr_symbol(d, a), sexpr_symbol(d, b));
    assert_int_equal(sexprs_symbol(d, "b"), sexpr_symbol(d, b));
    assert_int_equal(sexprs_symbol(d, "c"), HASH_NONE);
    assert_false(sexpr_is(d, let, "let")); /* a quoted word is a name */
    assert_true(sexpr_is(d, sexpr_next(d, let), "let"));
    sexprs_free(d);
}

static void test_shown(void **state) {
    (void)state;
    struct sexprs *d = parse("() (a) #xab #b1 \"s\" |a\x01\n|"
                             " a123456789b123456789c123456789d123456789e123456789");
    static const char *const expected[] = {
        "()", "a list", "#xab", "#b1", "\"s\"", "a??", "a123456789b123456789c123456789d123456789e12..."};
    sexpr e = sexprs_first(d);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++, e = sexpr_next(d, e))
        assert_string_equal(sexpr_shown(d, e).text, expected[i]);
    assert_string_equal(sexpr_shown(d, e).text, "nothing");
    sexprs_free(d);
    d = parse("");
    assert_true(sexpr_is_none(sexprs_first(d)));
    sexprs_free(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_atoms),
        cmocka_unit_test(test_structure),
        cmocka_unit_test(test_symbols_are_interned),
        cmocka_unit_test(test_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
