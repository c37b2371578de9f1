/* What becomes of assertions, word for word, and what is refused by which name. That the words mean the same is for
 * tests/cases/verilog-sva to show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "format/verilog/testing_verilog.h"

/* Items of a module with the clock clk, and what they become, without blanks. */
static const struct {
    const char *items, *code;
} rewritten[] = {
    {"x: assert property (@(posedge clk) a |-> b);",
     "always@(posedgeclk)beginx:assert(!(1'b0||(1'b1&&(a)&&!(1'b1&&(b)))));end"},
    {"x: assert property (@(negedge clk) a |=> b);",
     "regx$1=1'b0;always@(negedgeclk)beginx$1<=(1'b1&&(a));x:assert(!(1'b0||(x$1&&!(1'b1&&(b)))));end"},
    {"x: assume property (@(posedge clk) disable iff (r) a |=> b);",
     "regx$1=1'b0;always@(posedgeclk)beginx$1<=!((r))&&(1'b1&&(a));if(!((r)))x:assume(!(1'b0||(x$1&&!(1'b1&&("
     "b)))));"
     "end"},
    {"x: cover property (@(posedge clk) a ##2 b);",
     "regx$1=1'b0;regx$2=1'b0;always@(posedgeclk)beginx$1<=(1'b1&&(a));x$2<=(x$1);x:cover(x$2&&(b));end"},
    {"restrict property (@(posedge clk) a);",
     "always@(posedgeclk)beginassume(!(1'b0||(1'b1&&!(1'b1&&(a)))));end"},
    {"default clocking @(posedge clk); endclocking assert property (not a);",
     "always@(posedgeclk)beginassert(!(1'b1&&(a)));end"},
    {"clocking k @(negedge clk); endclocking default clocking k; assert property (a);",
     "always@(negedgeclk)beginassert(!(1'b0||(1'b1&&!(1'b1&&(a)))));end"},
    {"clocking k @(negedge clk); endclocking assert property (@k a);",
     "always@(negedgeclk)beginassert(!(1'b0||(1'b1&&!(1'b1&&(a)))));end"},
    {"sequence s(x); x; endsequence : s property p; @(posedge clk) s(a) |-> s(.b); endproperty assert "
     "property (p);",
     "assertproperty(1'b1);"},
    {"property p(n); @(posedge clk) ##n a; endproperty assert property (p(1)) else $error(\"x\");",
     "regsva$0$1=1'b0;always@(posedgeclk)beginsva$0$1<=(1'b1);assert(!(1'b0||(sva$0$1&&!(1'b1&&(a)))));end"},
    /* within code */
    {"always @(posedge clk) if (a) assert property (a |-> b);",
     "always@(posedgeclk)if(a)assert(!(1'b0||(1'b1&&(a)&&!(1'b1&&(b)))));"},
    {"always @(posedge clk) if (a) x: assert (b) else $error(\"no\"); else a <= 1;",
     "always@(posedgeclk)if(a)x:assert(b);elsea<=1;"},
    {"always @(posedge clk) if (a) assert (b); else a <= 1;", "always@(posedgeclk)if(a)assert(b);elsea<=1;"},
    {"always @* assert final (a);", "always@*assert(a);"},
    {"always @* assert #0 (a) else begin $info(\"x\"); $error; end", "always@*assert(a);"},
    {"assert property (a);", "assertproperty(a);"},
    {"always @* unique case (a) 1: b = 1; endcase", "always@*prioritycase(a)1:b=1;endcase"},
    {"always @* unique0 if (a) b = 1;", "always@*if(a)b=1;"},
    /* types with two states */
    {"int i; bit [3:0] b, c = 2; byte d;", "inti=0;bit[3:0]b=0,c=2;byted=0;"},
    {"typedef enum {A, B} t; t s; typedef enum logic {C, D} u; u v;",
     "typedefenum{A,B}t;ts=0;typedefenumlogic{C,D}u;uv;"},
    {"struct packed { bit a; int b; } s;", "structpacked{bita;intb;}s;"},
    {"function int f(input int x); int y; f = x; endfunction",
     "functionintf(inputintx);inty;f=x;endfunction"},
};

/* The text without `line, blanks and what stands around the items. */
static void squeeze(const char *text, struct text *out) {
    for (const char *p = text; *p; p++) {
        if (*p == '`') p += strcspn(p, "\n");
        if (*p > ' ') text_byte(out, (unsigned char)*p);
        if (!*p) break;
    }
}

static void assertions_become_clocked_code(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rewritten / sizeof *rewritten; i++) {
        struct testing_verilog t;
        char *module = mem_format("module m; %s endmodule", rewritten[i].items);
        char *wanted = mem_format("modulem;%sendmodule", rewritten[i].code);
        testing_rewrite(&t, module, strlen(module));
        struct text got = {0};
        if (t.status == STATUS_OK) squeeze(t.rewriting.out.text.data, &got);
        if (t.status != STATUS_OK || strcmp(got.data, wanted) != 0) print_error("%s\n", rewritten[i].items);
        assert_string_equal(messages_first_error(&t.messages), "");
        assert_string_equal(got.data, wanted);
        text_fini(&got);
        testing_rewrite_fini(&t);
        mem_free(module);
        mem_free(wanted);
    }
}

/* Properties with the clock clk, which are refused, and why. */
static const struct {
    const char *property, *why;
} refused[] = {
    {"a ##[1:2] b", "## with a range"},
    {"a ##[1:$] b", "## with a range"},
    {"a ##[*] b", "## with a range"},
    {"a ##[+] b", "## with a range"},
    {"a ##N b", "## with something else than a number"},
    {"a ##(N+1) b", "## with something else than a number"},
    {"a ##1'b1 b", "## with something else than a number"},
    {"a ##", "'##' at the end of a sequence"},
    {"a ##1", "an empty expression"},
    {"a ##2000 b", "an assertion over more than 1024 ticks"},
    {"a[*2000]", "an assertion over more than 1024 ticks"},
    {"(a[*1000])[*1000]", "an assertion over more than 1024 ticks"},
    {"a[*1:2] |-> b", "[* with a range"},
    {"a[*] |-> b", "[* with a range"},
    {"a[+] |-> b", "[+ with a range"},
    {"a[*0] |-> b", "'[*0]'"},
    {"a[*N] |-> b", "[* with something else than a number"},
    {"a[->2] |-> b", "'[->' (goto repetition)"},
    {"a[=2] |-> b", "'[=' (nonconsecutive repetition)"},
    {"a[*2] && b", "a repetition within an expression"},
    {"a until b", "'until' in an assertion"},
    {"a s_until_with b", "'s_until_with' in an assertion"},
    {"a throughout b ##1 c", "'throughout' in an assertion"},
    {"(a ##1 b) within (c ##2 d)", "'##' in an assertion"},
    {"a intersect b", "'intersect' in an assertion"},
    {"first_match(a ##1 b)", "'first_match' in an assertion"},
    {"a and b", "'and' in an assertion"},
    {"a or b", "'or' in an assertion"},
    {"not a |-> b", "'not' in an assertion"},
    {"not (a |-> b)", "'not' of an implication"},
    {"a implies b", "'implies' in an assertion"},
    {"a iff b", "'iff' in an assertion"},
    {"nexttime a", "'nexttime' in an assertion"},
    {"always a", "'always' in an assertion"},
    {"a |-> s_eventually b", "'s_eventually' in an assertion"},
    {"eventually [1:2] a", "'eventually' in an assertion"},
    {"strong(a ##1 b)", "'strong' in an assertion"},
    {"accept_on(a) b", "'accept_on' in an assertion"},
    {"if (a) b else c", "'if' in an assertion"},
    {"case (a) 1: b; endcase", "'case' in an assertion"},
    {"a #-# b", "'#-#' in an assertion"},
    {"a -> b", "'->' in an assertion"},
    {"(a, x = b) ##1 c", "'=' in an assertion"},
    {"s.triggered", "a sequence within an expression"},
    {"x.triggered", "'triggered' in an assertion"},
    {"s && a", "a sequence within an expression"},
    {"p ##1 a", "a property in the place of a sequence"},
    {"a |-> @(posedge other) b", "several clocks in one assertion"},
    {"@(posedge other) a", "several clocks in one assertion"},
    {"a ##1 @(posedge clk) b", "'@' in an assertion"},
    {"disable a |-> b", "'disable' without iff (...)"},
    {"disable iff (a) disable iff (b) a", "'disable iff' twice"},
    {"a |->", "an empty sequence"},
    {"|-> a", "an empty sequence"},
    {"()", "an empty sequence"},
    {"", "an empty sequence"},
    {"$sampled(a)", "'$sampled' in an assertion"},
    {"$past(a, 1, b)", "$past with so many arguments"},
    {"$rose(a, @(posedge other))", "$rose with so many arguments"},
    {"$past", "$past without an argument"},
    {"t(a)", "too few arguments"},
    {"t(a, b, c)", "too many arguments"},
    {"t(a, )", "too few arguments"},
    {"t(.x(a), .y(b))", "arguments by name"},
    {"l", "local variables"},
    {"round", "'round', which refers to itself"},
    {"twice", "'twice', which is declared twice"},
    {"v(a)", "an argument with a default value"},
};
#define DECLARED                                                                                             \
    "sequence s; a ##1 b; endsequence property p; a |-> b; endproperty sequence t(x, y); x ##1 y; "          \
    "endsequence sequence l; int x; (a, x = b) ##1 c; endsequence sequence round; a ##1 round; "             \
    "endsequence sequence twice; a; endsequence sequence twice; b; endsequence sequence v(x = 1); x; "       \
    "endsequence "

/* An assertion that is refused holds, and the reason is kept; an assumption ends reading. */
static void what_has_no_fixed_length_is_refused_by_name(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct testing_verilog t;
        char *module = mem_format("module m; " DECLARED "\nx: assert property (@(posedge clk) %s); endmodule",
                                  refused[i].property);
        testing_rewrite(&t, module, strlen(module));
        if (t.status != STATUS_OK || t.rewriting.list.size != 1 || !t.rewriting.list.data[0].refused)
            print_error("%s\n", refused[i].property);
        assert_int_equal(t.status, STATUS_OK);
        assert_int_equal(t.rewriting.list.size, 1);
        assert_non_null(t.rewriting.list.data[0].refused);
        if (strcmp(t.rewriting.list.data[0].refused, refused[i].why) != 0)
            print_error("%s\n", refused[i].property);
        assert_string_equal(t.rewriting.list.data[0].refused, refused[i].why);
        assert_non_null(strstr(t.rewriting.out.text.data, "x : assert property (1'b1); "));
        testing_rewrite_fini(&t);
        mem_free(module);
        module = mem_format("module m; " DECLARED "\nx: assume property (@(posedge clk) %s); endmodule",
                            refused[i].property);
        char *message = mem_format("f:2:1: %s", refused[i].why);
        testing_rewrite(&t, module, strlen(module));
        assert_int_equal(t.status, STATUS_UNSUPPORTED);
        assert_string_equal(messages_first_error(&t.messages), message);
        testing_rewrite_fini(&t);
        mem_free(module);
        mem_free(message);
    }
}

/* Whole modules, and the one message that each gets; NULL: it is rewritten. */
static const struct {
    const char *text;
    enum status status;
    const char *message;
} modules[] = {
    {"module m; endmodule\nbind m c u();", STATUS_UNSUPPORTED, "f:2:1: bind"},
    {"module m;\nbind m c u();\nendmodule", STATUS_UNSUPPORTED, "f:2:1: bind"},
    {"module m; function f; begin\nassert (a); end endfunction endmodule", STATUS_UNSUPPORTED,
     "f:2:1: an assertion in a function or task"},
    {"module m; bit [7:0]\nmemory [3:0]; endmodule", STATUS_UNSUPPORTED,
     "f:2:1: a memory of a type with two states, which starts at 0 (logic starts anywhere)"},
    {"module m;\nassume property (a |=> b); endmodule", STATUS_UNSUPPORTED,
     "f:2:1: an assertion over several ticks without a clock"},
    {"module m; always @*\nassume (a) else b = 1; endmodule", STATUS_UNSUPPORTED,
     "f:2:1: an action of an assertion that does more than to report"},
    {"module m; always @*\nx: assert a; endmodule", STATUS_MALFORMED,
     "f:2:4: an assertion without its condition in brackets"},
    {"module m; always @(posedge clk)\nassume property (a |=> b); endmodule", STATUS_UNSUPPORTED,
     "f:2:1: an assertion over several ticks, or with a clock, within a block"},
    {"module m; always @(posedge clk)\nassume property (@(posedge clk) a); endmodule", STATUS_UNSUPPORTED,
     "f:2:1: an assertion over several ticks, or with a clock, within a block"},
    {"module m;\nx: assert property (", STATUS_MALFORMED, "f:2:20: this bracket is not closed"},
    {"module m;\nassert (a]; endmodule", STATUS_MALFORMED, "f:2:8: this bracket is not closed"},
    {"module m; /* x", STATUS_MALFORMED, "f:1:11: this comment has no end"},
    {"module m; \"x", STATUS_MALFORMED, "f:1:11: this string has no end"},
};

static void modules_are_refused_with_a_position(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        struct testing_verilog t;
        testing_rewrite(&t, modules[i].text, strlen(modules[i].text));
        if (t.status != modules[i].status) print_error("%s\n", modules[i].text);
        assert_int_equal(t.status, modules[i].status);
        assert_string_equal(messages_first_error(&t.messages), modules[i].message);
        testing_rewrite_fini(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(assertions_become_clocked_code),
        cmocka_unit_test(what_has_no_fixed_length_is_refused_by_name),
        cmocka_unit_test(modules_are_refused_with_a_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
