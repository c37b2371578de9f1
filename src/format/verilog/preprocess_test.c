/* The preprocessor: texts and what is left of them, and bad texts with their messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/verilog/preprocess.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const defines[] = {"GIVEN", "FIVE=5"};

static enum status preprocess(struct verilog_source *s, struct messages *messages, const char *path,
                              const char *text) {
    const struct verilog_input input = {
        .path = path, .bytes = text, .size = strlen(text), .defines = defines, .n_defines = 2};
    verilog_source_init(s, messages);
    return verilog_preprocess(s, &input);
}

static char *joined(const struct verilog_source *s) {
    struct text text = {0};
    vec_each (const struct verilog_token, t, &s->tokens)
        text_format(&text, "%s%.*s", text.size ? " " : "", (int)t->length, t->start);
    return text_take(&text);
}

static const struct {
    const char *text, *tokens;
} good[] = {
    {"", ""},
    {"a // b\nc /* d */ e /* // */ f", "a c e f"},
    {"a\"//\"b", "a \"//\" b"},
    {"4'b1x_0 8 'hff 'sd5 '0 '1 12.5 '{a} int'(x)", "4'b1x_0 8 'hff 'sd5 '0 '1 12.5 ' { a } int ' ( x )"},
    {"a|->b|=>c##1d#-#e|f", "a |-> b |=> c ## 1 d #-# e | f"},
    {"\\a+b c $past(x)", "\\a+b c $past ( x )"},
    {"(*a*) @(*) b[*2]", "( * a * ) @ ( * ) b [ * 2 ]"},
    {"`define A b\n`A `A", "b b"},
    {"`define A b \\\n c // d\n`A e", "b c e"},
    {"`define A /* x */ b /* y */\n`A", "b"},
    {"`define A(x, y) x + y\n`A(1, (2, 3))", "1 + ( 2 , 3 )"},
    {"`define A(x, y = 7) x + y\n`A(1) `A(1,) `A(1, 2)", "1 + 7 1 + 7 1 + 2"},
    {"`define A() b\n`A()", "b"},
    {"`define A (x)\n`A", "( x )"},
    {"`define A(x) x``_q x.x \"x\" `\"x`\"\n`A(d)", "d_q d . d \"x\" \"d\""},
    {"`define A `B\n`define B c\n`A", "c"},
    {"`define A 1\n`undef A\n`ifdef A a `else b `endif", "b"},
    {"`define A 1\n`undefineall\n`ifndef A a `endif", "a"},
    {"`ifdef GIVEN a `FIVE `endif", "a 5"},
    {"`ifdef FORMAL a `endif `ifdef SYNTHESIS b `endif", "a"},
    {"`ifdef X a `elsif GIVEN b `elsif FORMAL c `else d `endif e", "b e"},
    {"`ifndef X a `elsif GIVEN b `else d `endif e", "a e"},
    {"`ifdef X `ifdef GIVEN a `else b `endif `else c `endif", "c"},
    {"`ifdef X `define A(\n`unknown \n`include \"none\"\n`endif b", "b"},
    {"`ifdef GIVEN `ifdef X a `endif b `endif c", "b c"},
    {"`timescale 1ns/1ps\n`default_nettype none a\n`resetall b `celldefine c", "a b c"},
    {"`__LINE__\n`__LINE__", "1 2"},
    /* comments that synthesis tools obey */
    {"a // synopsys translate_off\nb /* synopsys translate_on */ c", "a b c"},
};

static void macros_and_conditionals_are_gone(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct verilog_source s;
        struct messages messages = {0};
        enum status status = preprocess(&s, &messages, "f", good[i].text);
        char *tokens = joined(&s);
        assert_string_equal(messages_first_error(&messages), "");
        assert_int_equal(status, STATUS_OK);
        assert_string_equal(tokens, good[i].tokens);
        mem_free(tokens);
        verilog_source_fini(&s);
        messages_fini(&messages);
    }
}

static const struct {
    const char *text;
    enum status status;
    const char *message;
} bad[] = {
    {"a\n /* b", STATUS_MALFORMED, "f:2:2: this comment has no end"},
    {"a\n \"b\n\"", STATUS_MALFORMED, "f:2:2: this string has no end"},
    {"\n `A", STATUS_MALFORMED, "f:2:2: the macro 'A' is not defined"},
    {"`define", STATUS_MALFORMED, "f:1:1: `define takes a name"},
    {"`define 1", STATUS_MALFORMED, "f:1:1: `define takes a name"},
    {"`define A(1) b", STATUS_MALFORMED,
     "f:1:1: the arguments of a macro are names with commas between them"},
    {"`define A(x", STATUS_MALFORMED, "f:1:1: the arguments of a macro are names with commas between them"},
    {"`define A(x) x\n`A", STATUS_MALFORMED, "f:2:1: the macro 'A' takes arguments in brackets"},
    {"`define A(x) x\n`A(1", STATUS_MALFORMED, "f:2:1: the macro 'A' takes arguments in brackets"},
    {"`define A(x) x\n`A(1,2)", STATUS_MALFORMED, "f:2:1: macro 'A': too many arguments"},
    {"`define A(x,y) x\n`A(1)", STATUS_MALFORMED, "f:2:1: macro 'A': too few arguments"},
    {"`define A `A\n`A", STATUS_MALFORMED, "f:2:1: files or macros are nested too deeply"},
    {"`ifdef A\n`else", STATUS_MALFORMED, "f:1:1: this has no `endif"},
    {"`else", STATUS_MALFORMED, "f:1:1: there is no `ifdef before this"},
    {"`elsif A", STATUS_MALFORMED, "f:1:1: there is no `ifdef before this"},
    {"\n`endif", STATUS_MALFORMED, "f:2:1: there is no `ifdef before this"},
    {"`ifdef 1\n`endif", STATUS_MALFORMED, "f:1:1: `ifdef takes a name"},
    {"`include", STATUS_MALFORMED, "f:1:1: `include takes the name of a file between quotes"},
    {"`include \"none.vh\"", STATUS_IO,
     "f:1:1: the included file 'none.vh' is not there (-I DIR says where)"},
    {"`unconnected_drive pull1", STATUS_UNSUPPORTED, "f:1:1: `unconnected_drive"},
};

static void bad_texts_are_told_with_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct verilog_source s;
        struct messages messages = {0};
        enum status status = preprocess(&s, &messages, "f", bad[i].text);
        assert_string_equal(messages_first_error(&messages), bad[i].message);
        assert_int_equal(status, bad[i].status);
        assert_int_equal(messages.list.size, 1);
        verilog_source_fini(&s);
        messages_fini(&messages);
    }
}

/* A macro that doubles at each of so many levels ends in a message, not in all memory. */
static void text_without_end_is_refused(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "`define A0 aaaaaaaaaaaaaaaa\n");
    for (int i = 1; i < 60; i++) text_format(&text, "`define A%d `A%d `A%d\n", i, i - 1, i - 1);
    text_add(&text, "`A59");
    struct verilog_source s;
    struct messages messages = {0};
    assert_int_equal(preprocess(&s, &messages, "f", text.data), STATUS_MALFORMED);
    assert_string_equal(messages_first_error(&messages), "f:61:1: macros stand for too much text");
    verilog_source_fini(&s);
    messages_fini(&messages);
    text_fini(&text);
}

/* A file beside the one that includes it is found, and a token knows its file and line. */
static void included_files_keep_their_places(void **state) {
    (void)state;
    char folder[] = "/tmp/verilog-test-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char *inner = mem_format("%s/inner.vh", folder), *outer = mem_format("%s/outer.v", folder);
    FILE *file = fopen(inner, "w");
    assert_non_null(file);
    fputs("`define IN x\n  y\n", file);
    fclose(file);
    struct verilog_source s;
    struct messages messages = {0};
    assert_int_equal(preprocess(&s, &messages, outer, "a\n`include \"inner.vh\"\n`IN"), STATUS_OK);
    assert_int_equal(s.tokens.size, 3);
    const struct verilog_token *y = &s.tokens.data[1], *x = &s.tokens.data[2];
    assert_string_equal(s.files.data[y->file]->name, inner);
    assert_int_equal(y->line, 2);
    assert_int_equal(y->column, 3);
    assert_string_equal(s.files.data[x->file]->name, outer);
    assert_int_equal(x->line, 3);
    verilog_source_fini(&s);
    messages_fini(&messages);
    remove(inner);
    rmdir(folder);
    mem_free(inner);
    mem_free(outer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macros_and_conditionals_are_gone),
        cmocka_unit_test(bad_texts_are_told_with_their_place),
        cmocka_unit_test(text_without_end_is_refused),
        cmocka_unit_test(included_files_keep_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
